// The board in every window size: as large as possible, with everything in view. And contrasts.

import assert from "node:assert/strict";
import { at, browser, server } from "./served.mjs";
import { it } from "./which.mjs";
import {
  click,
  clickSomething,
  dice,
  GAMES,
  SOME_GAMES,
  open,
  picture,
  soon,
  test,
  until,
  untilPly,
  untilTurn,
} from "./tools.mjs";

/** Positions with a piece to select. */
const SCENES = Object.fromEntries(
  GAMES.map((game) => [game, [`#game=${game}&north=person`]]),
);
Object.assign(SCENES, {
  refusal: ["#game=refusal&north=person&moves=A3B5_accept_C6B5&at=3"],
  gastank: [
    "#game=gastank&north=person&start=--B3Q3K3B3--/---N3-N2--/---B0----/-N1------/-b1n1-----/---n0-n3--/--b3q1k3b3--+s",
    "D1",
  ],
  trench: ["#game=trench&north=person&moves=A3C5_B7A7_F1G1_F5E4&at=4", "C5"],
  hiya: [
    "#game=hiya&north=person&start=---K---/JJJ-SSS/M-M-NNN/-------/--n-mm-/n-n---m/sss-jjj/---k---+s",
    "B2",
  ],
  oska: [
    "#game=oska:6&north=person&start=wwww--/-----/---w/---/--/-w-/-b--/b----/-bbb--+b",
    "B3",
  ],
});

/** The smallest phone, common phones in both orientations, a desktop at 100 and 200 %, an upright and a large screen. */
const SIZES = [
  [320, 568],
  [390, 844],
  [568, 320],
  [844, 390],
  [640, 400],
  [960, 540],
  [768, 1024],
  [1280, 800],
  [1920, 1080],
  [3840, 2160],
];

/** The layout of the window, and the space available for the board. */
const measure = (tab) =>
  tab.evaluate(() => {
    const box = (selector) =>
      [...document.querySelectorAll(selector)].map((element) => {
        const { left, top, right, bottom } = element.getBoundingClientRect();
        return { left, top, right, bottom };
      });
    return {
      board: box(".board-box")[0],
      parts: [
        ...box(".plate"),
        ...box(".controls .button"),
        ...box(".answer"),
        ...box(".top"),
      ],
      status: box(".status")[0],
      across: document.documentElement.scrollWidth,
    };
  });

const apart = (one, other) =>
  one.right <= other.left + 1 ||
  other.right <= one.left + 1 ||
  one.bottom <= other.top + 1 ||
  other.bottom <= one.top + 1;

for (const game of SOME_GAMES) {
  it(`${game}: in every window the board is as large as can be, and all that is needed in sight`, async () => {
    const [hash, selected] = SCENES[game];
    const tab = await at(hash, { viewport: { width: 1000, height: 800 } });
    for (const [width, height] of SIZES) {
      const where = `${width} by ${height}`;
      await tab.setViewportSize({ width, height });
      if (selected) await click(tab, selected);
      await soon(async () => {
        const { board, parts, status, across } = await measure(tab);
        assert.ok(across <= width, `${where}: ${across} pixels across`);
        assert.ok(parts.length >= 9, `${where}: something is missing`);
        for (const part of [board, ...parts]) {
          const inside =
            part.left >= -1 &&
            part.top >= -1 &&
            part.right <= width + 1 &&
            part.bottom <= height + 1;
          assert.ok(
            inside,
            `${where}: ${JSON.stringify(part)} is out of sight`,
          );
        }
        for (const part of parts)
          assert.ok(
            apart(board, part),
            `${where}: ${JSON.stringify(part)} is on the board`,
          );
        assert.ok(status.top < height, `${where}: the status is out of view`);
        // The board fills its window in one direction.
        const tall = board.bottom - board.top;
        const wide = board.right - board.left;
        const low = width > height && (height <= 620 || width <= 860);
        const upright = height >= width;
        const whole = upright ? wide >= width - 20 : low && wide >= width - 290;
        const least = low
          ? height - 52
          : upright
            ? height - 236
            : height * (width > 1200 ? 0.88 : 0.7);
        assert.ok(
          whole || tall >= least,
          `${where}: the board is only ${wide} by ${tall}`,
        );
      });
      if (selected) await click(tab, selected);
    }
    await tab.context().close();
  });
}

/** Usual landscape windows, from 1280 by 720 on. */
const LANDSCAPES = [
  [1280, 720],
  [1280, 800],
  [1366, 768],
  [1440, 900],
  [1920, 1080],
  [2560, 1440],
];

for (const game of GAMES) {
  it(`${game}: in landscape windows the board has 88 % of the height, and graph and move field are in sight`, async () => {
    const tab = await at(SCENES[game][0], {
      viewport: { width: 1280, height: 720 },
    });
    await clickSomething(tab, dice(3));
    await until(tab, { phase: "person" });
    await test(tab, "review").click();
    await test(tab, "analysis").click();
    await test(tab, "graph").waitFor();
    await test(tab, "line").first().waitFor();
    for (const [width, height] of LANDSCAPES) {
      await tab.setViewportSize({ width, height });
      const where = `${width} by ${height}`;
      await soon(async () => {
        const { board, parts, across } = await measure(tab);
        const share = (board.bottom - board.top) / height;
        assert.ok(share >= 0.88, `${where}: ${(share * 100).toFixed(1)} %`);
        assert.ok(across <= width, `${where}: ${across} pixels across`);
        for (const what of ["graph", "typed-move", "moves"]) {
          const box = await test(tab, what).boundingBox();
          assert.ok(
            box.y >= 0 && box.y + box.height <= height && box.height > 20,
            `${where}: ${what} at ${JSON.stringify(box)}`,
          );
        }
        // A panel that scrolls may be in the window, and cut all the same.
        const line = await test(tab, "line")
          .first()
          .evaluate((line) => {
            const { left, right, top, bottom } = line.getBoundingClientRect();
            const x = (left + right) / 2;
            const shown = (y) => line.contains(document.elementFromPoint(x, y));
            return shown(top + 2) && shown(bottom - 2);
          });
        assert.ok(line, `${where}: the best line is not in sight`);
        for (const part of parts)
          assert.ok(part.bottom <= height + 1 && apart(board, part), where);
      });
    }
    await tab.context().close();
  });
}

it("a window as at 400 % zoom has a board to play on", async () => {
  const tab = await at("#game=refusal&north=person", {
    viewport: { width: 320, height: 256 },
  });
  const field = tab.locator('[data-square="A3"] .field');
  await soon(async () => {
    const { width } = await field.boundingBox();
    assert.ok(width >= 24, `a square is ${width} wide`);
    const { across } = await measure(tab);
    assert.ok(across <= 320, `${across} pixels across`);
  });
  await tab.locator('[data-square="A3"]').focus();
  await tab.keyboard.press("Enter");
  await tab.waitForSelector("[data-target]");
  // A lesson has one, too, and room for its words.
  await tab.goto(`${server.address}#learn=refusal&step=7`);
  await tab.waitForSelector('[data-testid="lesson"][data-step="7"]');
  await soon(async () => {
    const { width } = await field.boundingBox();
    assert.ok(width >= 24, `a square of the lesson is ${width} wide`);
    const cut = await tab
      .locator(".lesson-words")
      .evaluate((words) => words.scrollHeight - words.clientHeight);
    assert.ok(cut <= 1, `${cut} pixels of the words are cut`);
  });
  await tab.context().close();
});

it("on a phone the analysis is in sight above the controls", async () => {
  for (const [width, height] of [
    [320, 568],
    [390, 844],
    [844, 390],
  ]) {
    const tab = await at("#game=refusal&north=person", {
      viewport: { width, height },
      hasTouch: true,
    });
    await test(tab, "analysis").click();
    await test(tab, "line").first().waitFor();
    await soon(async () => {
      const [line, controls] = [
        await test(tab, "line").first().boundingBox(),
        await tab.locator(".controls").boundingBox(),
      ];
      assert.ok(line.y + line.height <= height, `${width}: below the window`);
      assert.ok(
        line.y + line.height <= controls.y ||
          line.y >= controls.y + controls.height,
        `${width}: behind the controls`,
      );
    });
    await tab.context().close();
  }
});

/** The contrast of two colours as `rgb(…)` or `color(srgb …)`, by the formula of WCAG 2. */
function contrast(one, other) {
  const luminance = (colour) => {
    const parts = colour
      .match(/[\d.]+(?:e-?\d+)?/g)
      .map(Number)
      .slice(0, 3);
    const scale = colour.startsWith("color(") ? 1 : 255;
    const [r, g, b] = parts
      .map((part) => part / scale)
      .map((part) =>
        part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
      );
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [light, dark] = [luminance(one), luminance(other)].sort(
    (a, b) => b - a,
  );
  return (light + 0.05) / (dark + 0.05);
}

/** Runs a check in both themes. */
async function inBothColours(tab, check) {
  for (const colorScheme of ["light", "dark"]) {
    await tab.emulateMedia({ colorScheme });
    await tab.waitForSelector(`html[data-theme="${colorScheme}"]`);
    await check(colorScheme);
  }
}

it("targets stand out from every square by at least 3", async () => {
  const tab = await browser.tab({ viewport: { width: 1000, height: 800 } });
  for (const game of GAMES) {
    const [hash, selected] = SCENES[game];
    await open(tab, server, hash);
    await untilTurn(tab);
    // Squares of both colours, plain and highlighted.
    if (game === "refusal") await test(tab, "word-accept").click();
    await tab.waitForSelector(".movable");
    await click(
      tab,
      selected ??
        (await tab.locator(".movable").first().getAttribute("data-square")),
    );
    await tab.waitForSelector(".target");
    await inBothColours(tab, async (theme) => {
      const [mark, fields] = await tab.evaluate(() => {
        const style = (element) => getComputedStyle(element);
        const target = style(document.querySelector(".target"));
        const fields = [...document.querySelectorAll(".square:not(.selected)")];
        for (const [index, square] of fields.entries())
          if (index % 3 === 0) square.classList.add("last");
        const fill = (square) => style(square.querySelector(".field")).fill;
        return [
          [
            target.fill === "none" ? target.stroke : target.fill,
            target.opacity,
          ],
          [...new Set(fields.map(fill))],
        ];
      });
      assert.equal(mark[1], "1", game);
      assert.ok(fields.length >= 2, `${game}: ${fields}`);
      for (const field of fields)
        assert.ok(
          contrast(mark[0], field) >= 3,
          `${game}, ${theme}: ${mark[0]} on ${field} is ${contrast(mark[0], field)}`,
        );
    });
  }
  await tab.context().close();
});

it("Oska's selected disc and the last move are seen around their discs", async () => {
  const tab = await at("#game=oska&north=person", {
    viewport: { width: 1000, height: 800 },
  });
  await click(tab, "A5");
  await click(tab, "A4");
  await untilPly(tab, 1);
  await until(tab, { phase: "person" });
  await click(tab, "B1");
  await inBothColours(tab, async (theme) => {
    const rings = await tab.evaluate(() =>
      ["selected", "last"].map((name) => {
        const square = [...document.querySelectorAll(`.square.${name}`)].find(
          ({ dataset }) =>
            document.querySelector(`[data-piece="${dataset.square}"]`),
        );
        const ring = square.querySelector(".ring");
        const { stroke, strokeWidth } = getComputedStyle(ring);
        const reach = (element) => element.getBoundingClientRect().width;
        return {
          name,
          stroke,
          drawn: parseFloat(strokeWidth) >= 5,
          outside:
            reach(ring) >
            reach(
              document.querySelector(
                `[data-piece="${square.dataset.square}"] .body`,
              ),
            ) +
              2,
          field: getComputedStyle(square.querySelector(".field")).fill,
          frame: getComputedStyle(document.querySelector(".frame")).fill,
        };
      }),
    );
    for (const { name, stroke, drawn, outside, field, frame } of rings) {
      assert.ok(drawn && outside, `${theme}: ${name} is under the disc`);
      for (const ground of [field, frame])
        assert.ok(
          contrast(stroke, ground) >= 3,
          `${theme}, ${name}: ${stroke} on ${ground} is ${contrast(stroke, ground)}`,
        );
    }
    assert.notEqual(rings[0].stroke, rings[1].stroke);
  });
  await tab.context().close();
});

// Screenshots of every game in seven windows and both themes.
if (process.env.SKIRMISH_SHOTS) {
  for (const colorScheme of ["light", "dark"]) {
    for (const [width, height] of [
      [320, 256],
      [320, 568],
      [390, 844],
      [844, 390],
      [768, 1024],
      [1280, 800],
      [3840, 2160],
    ]) {
      it(`pictures of ${width} by ${height}, ${colorScheme}`, async () => {
        for (const game of GAMES) {
          const [hash, selected] = SCENES[game];
          const tab = await at(hash, {
            viewport: { width, height },
            colorScheme,
          });
          if (selected) await click(tab, selected);
          await picture(tab, `${game}-${width}-${colorScheme}`);
          await tab.context().close();
        }
      });
    }
  }
}
