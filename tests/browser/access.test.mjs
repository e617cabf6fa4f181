// Accessibility: keyboard, small screens, contrast, names.

import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { at, browser, server } from "./served.mjs";
import { it } from "./which.mjs";
import {
  centre,
  GAMES,
  open,
  page,
  picture,
  seriousFaults,
  SOME_GAMES,
  soon,
  test,
  until,
  untilPly,
  untilTurn,
} from "./tools.mjs";

/** Positions from the middle of games. */
const SCENES = Object.fromEntries(
  GAMES.map((game) => [game, `#game=${game}&north=person`]),
);
Object.assign(SCENES, {
  refusal:
    "#game=refusal&north=person&moves=A3B5_accept_C6C5_refuse_D6D5_C3C4&at=6",
  gastank:
    "#game=gastank&north=person&start=--B3Q3K3B3--/---N3-N2--/---B0----/-N1------/-b1------/---n0-n3--/--b3q2k3b3--+s",
  trench: "#game=trench&north=person&moves=A3C5_F5E4_G3F4&at=3",
  hiya: "#game=hiya&north=person&moves=A3B4_E6D5_B4A5&at=3",
  oska: "#game=oska:6&north=person&moves=B9B8_C1C2_C9C8_D1D2&at=3",
});

/** The largest size of each game, the hardest to fit on a phone. */
const LARGEST = { oska: "oska:8" };

/** The least width of a board on a phone. */
const WIDTHS = { refusal: 290 };

for (const game of SOME_GAMES) {
  it(`${game}: axe finds nothing serious`, async () => {
    const tab = await at(SCENES[game], {
      viewport: { width: 1280, height: 860 },
    });
    await test(tab, "analysis").click();
    await test(tab, "line").first().waitFor();
    assert.deepEqual(await seriousFaults(tab, `${game}-analysis`), []);
    await test(tab, "analysis").click();
    assert.deepEqual(await seriousFaults(tab, game), []);
    assert.deepEqual(tab.errors, []);
    await tab.context().close();
  });
}

it("the choice of games and every dialog: axe finds nothing serious", async () => {
  const tab = await browser.tab({ viewport: { width: 1280, height: 860 } });
  await open(tab, server);
  assert.deepEqual(await seriousFaults(tab, "home"), []);
  await open(tab, server, SCENES.refusal);
  await untilTurn(tab);
  for (const [name, path] of Object.entries({
    new: ["new-game"],
    rules: ["rules"],
    menu: ["menu"],
    help: ["menu", "menu-help"],
    settings: ["menu", "menu-settings"],
  })) {
    for (const step of path) await test(tab, step).click();
    await test(tab, `dialog-${name}`).waitFor();
    assert.deepEqual(await seriousFaults(tab, name, "dialog"), [], name);
    await tab.keyboard.press("Escape");
    await test(tab, `dialog-${name}`).waitFor({ state: "detached" });
  }
  await test(tab, "menu").click();
  await test(tab, "menu-setup").click();
  await test(tab, "setup").waitFor();
  assert.deepEqual(await seriousFaults(tab, "setup"), []);
  await tab.context().close();
});

for (const game of SOME_GAMES) {
  it(`${game} on a phone: nothing sticks out, the controls are in reach, touch moves pieces`, async () => {
    const tab = await browser.tab({
      viewport: { width: 360, height: 740 },
      hasTouch: true,
      isMobile: true,
      deviceScaleFactor: 2,
    });
    await open(tab, server, `#game=${LARGEST[game] ?? game}&north=person`);
    await untilTurn(tab);
    await test(tab, "analysis").click();
    await test(tab, "line").first().waitFor();
    await soon(async () => {
      const [width, inner] = await tab.evaluate(() => [
        document.documentElement.scrollWidth,
        innerWidth,
      ]);
      assert.ok(width <= inner, `${width} > ${inner}`);
      const board = await test(tab, "board").boundingBox();
      assert.ok(
        board.width >= (WIDTHS[game] ?? 320),
        `the board is ${board.width} wide`,
      );
      const controls = await tab.locator(".controls").boundingBox();
      assert.ok(
        controls.y + controls.height >= 738,
        "the controls are not at the bottom",
      );
    });
    await picture(tab, `${game}-phone`);
    const from = await tab
      .locator("[data-square].movable")
      .last()
      .getAttribute("data-square");
    const tap = async (square) => {
      const { x, y } = await centre(tab, square);
      await tab.touchscreen.tap(x, y);
    };
    await tab.locator(`[data-square="${from}"]`).scrollIntoViewIfNeeded();
    await tap(from);
    await tab.waitForSelector("[data-target]");
    await tap(
      await tab.locator("[data-target]").first().getAttribute("data-square"),
    );
    await untilPly(tab, 1);
    assert.deepEqual(tab.errors, []);
    await tab.context().close();
  });
}

it("a game goes on by keyboard alone", async () => {
  const tab = await browser.tab();
  await open(tab, server);
  // Tab focuses the first card, Enter opens its dialog.
  for (let presses = 0; presses < 20; presses += 1) {
    await tab.keyboard.press("Tab");
    if (
      await tab.evaluate(
        () =>
          document.activeElement?.getAttribute("data-testid") ===
          "card-refusal",
      )
    )
      break;
  }
  await tab.keyboard.press("Enter");
  await test(tab, "dialog-new").waitFor();
  await test(tab, "mode-engine").focus();
  // Past the game with a friend, to two players.
  await tab.keyboard.press("ArrowRight");
  await tab.keyboard.press("ArrowRight");
  await tab.keyboard.press("Enter");
  await until(tab, { phase: "person" });
  // The focused card is gone: the next Tab must not start at the top of the page.
  await tab.waitForFunction(() => document.activeElement?.matches("main"));
  // Arrows move between squares, Enter picks up pieces; the cursor starts at A1.
  await tab.keyboard.press("b");
  // The focus moves with the next frame after a key.
  const focused = (label) =>
    tab.waitForFunction(
      (label) => document.activeElement?.getAttribute("aria-label") === label,
      label,
    );
  await focused("A1, South right rook");
  for (const [key, label] of [
    ["ArrowUp", "A2, empty"],
    ["ArrowUp", "A3, South knight"],
  ]) {
    await tab.keyboard.press(key);
    await focused(label);
  }
  await tab.keyboard.press("Enter");
  await tab.waitForSelector("[data-target]");
  for (const [key, label] of [
    ["ArrowRight", "B3, South pawn"],
    ["ArrowUp", "B4, empty"],
    ["ArrowUp", "B5, empty, can be reached"],
  ]) {
    await tab.keyboard.press(key);
    await focused(label);
  }
  await tab.keyboard.press("Enter");
  await untilPly(tab, 1);
  await focused("B5, empty");
  // Answer by key, type a move, step back and forth.
  await tab.keyboard.press("x");
  await untilPly(tab, 2);
  await tab.keyboard.press("m");
  await tab.keyboard.type("c3 c4");
  await tab.keyboard.press("Enter");
  await untilPly(tab, 3);
  await soon(async () =>
    assert.match(
      await test(tab, "status").textContent(),
      /South plays C3C4\. North to move\./,
    ),
  );
  await tab.keyboard.press("Tab");
  await tab.keyboard.press("u");
  await untilPly(tab, 2);
  await tab.keyboard.press("r");
  await untilPly(tab, 3);
  await tab.keyboard.press("Home");
  await untilPly(tab, 0);
  await tab.keyboard.press("End");
  await untilPly(tab, 3);
  await tab.keyboard.press("?");
  await test(tab, "dialog-help").waitFor();
  await tab.keyboard.press("Escape");
  await test(tab, "dialog-help").waitFor({ state: "detached" });
  assert.deepEqual(tab.errors, []);
  await tab.close();
});

it("squares tell what a move there would do", async () => {
  const labels = async (hash, from) => {
    const tab = await browser.tab();
    await open(tab, server, hash);
    await untilTurn(tab);
    await tab.locator(`[data-square="${from}"]`).press("Enter");
    await tab.waitForSelector("[data-target]");
    const found = await tab
      .locator("[data-target]")
      .evaluateAll((squares) =>
        squares.map((square) => square.getAttribute("aria-label")),
      );
    assert.deepEqual(tab.errors, []);
    await tab.close();
    return found;
  };
  const knights = await labels(
    "#game=gastank&north=person&start=----K3---/--------/--------/---N2----/--------/--n1-----/----k3---+s",
    "C2",
  );
  assert.ok(
    knights.includes("D4, captures North's knight, then gas 3"),
    knights.join(" | "),
  );
  assert.ok(
    knights.includes("E3, empty, can be reached, then out of gas"),
    knights.join(" | "),
  );
  const samurai = await labels(
    "#game=hiya&north=person&start=---K---/-----S-/-------/--J----/-------/-------/--s----/---k---+s",
    "C2",
  );
  assert.ok(
    samurai.includes(
      "C4, empty, can be reached, strikes North's ninja on C5, which becomes a mini-ninja",
    ),
    samurai.join(" | "),
  );
});

it("what happened is announced in a live region", async () => {
  const tab = await browser.tab();
  await open(tab, server, "#game=gastank&north=person");
  await untilTurn(tab);
  await soon(async () =>
    assert.equal(await test(tab, "status").getAttribute("aria-live"), "polite"),
  );
  await test(tab, "typed-move").fill("d2c4");
  await tab.keyboard.press("Enter");
  await untilPly(tab, 1);
  await soon(async () =>
    assert.equal(
      await test(tab, "status").textContent(),
      "South plays D2C4. North to move.",
    ),
  );
  await soon(async () =>
    assert.equal(
      await tab.locator('[data-square="C4"]').getAttribute("aria-label"),
      "C4, South knight, gas 2",
    ),
  );
  await tab.close();
});

it("pieces travel only where motion is welcome", async () => {
  for (const [reducedMotion, expected] of [
    ["no-preference", true],
    ["reduce", false],
  ]) {
    const tab = await browser.tab({
      reducedMotion,
      viewport: { width: 1000, height: 800 },
    });
    await tab.addInitScript(() => {
      window.travels = 0;
      const animate = Element.prototype.animate;
      Element.prototype.animate = function (...words) {
        window.travels += 1;
        return animate.apply(this, words);
      };
    });
    await open(tab, server, "#game=trench&north=person");
    await untilTurn(tab);
    await test(tab, "typed-move").fill("A3C5");
    await tab.keyboard.press("Enter");
    await untilPly(tab, 1);
    await soon(async () =>
      assert.equal(
        (await tab.evaluate(() => window.travels)) > 0,
        expected,
        reducedMotion,
      ),
    );
    await tab.context().close();
  }
});

/** Roles of controls; each needs a name. */
const CONTROLS = new Set(
  "button checkbox combobox gridcell link radio searchbox slider spinbutton switch tab textbox DisclosureTriangle".split(
    " ",
  ),
);

/** The controls on the page without a name in the accessibility tree, and the number of all. */
async function namesOf(tab) {
  const devtools = await tab.context().newCDPSession(tab);
  const { nodes } = await devtools.send("Accessibility.getFullAXTree");
  await devtools.detach();
  const controls = nodes.filter(
    ({ ignored, role }) => !ignored && CONTROLS.has(role?.value),
  );
  const nameless = controls.filter(({ name }) => !name?.value?.trim());
  return {
    count: controls.length,
    nameless: nameless.map(({ role }) => role.value),
  };
}

it("every control has a name in the accessibility tree", async () => {
  const tab = await browser.tab({ viewport: { width: 1280, height: 860 } });
  const check = async (where, least) => {
    await soon(async () => {
      const { count, nameless } = await namesOf(tab);
      assert.ok(count >= least, `${where}: only ${count} controls`);
      assert.deepEqual(nameless, [], where);
    });
  };
  await open(tab, server);
  await check("home", 15);
  await test(tab, "card-oska").click();
  for (const mode of ["engine", "friend", "people", "watch"]) {
    await test(tab, `mode-${mode}`).check({ force: true });
    await check(`new game, ${mode}`, 15);
  }
  await test(tab, "mode-friend").check({ force: true });
  await test(tab, "side-north").check({ force: true });
  await test(tab, "start").click();
  await until(tab, { phase: "person" });
  await tab.locator("[data-square].movable").first().press("Enter");
  await tab.locator("[data-target]").first().press("Enter");
  await test(tab, "send-move").click();
  await test(tab, "link-details").locator("summary").click();
  await test(tab, "sent").locator("button").waitFor();
  await check("a game with a friend", 35);
  await open(tab, server, SCENES.refusal);
  await untilTurn(tab);
  await test(tab, "analysis").click();
  await test(tab, "line").first().waitFor();
  await test(tab, "review").click();
  await test(tab, "graph").waitFor();
  await check("a game", 60);
  for (const name of ["settings", "help"]) {
    await test(tab, "menu").click();
    await check("menu", 10);
    await test(tab, `menu-${name}`).click();
    await test(tab, `dialog-${name}`).waitFor();
    await check(name, 1);
    await tab.keyboard.press("Escape");
  }
  await test(tab, "rules").click();
  await test(tab, "examples").waitFor();
  await check("rules", 10);
  await tab.keyboard.press("Escape");
  await test(tab, "menu").click();
  await test(tab, "menu-setup").click();
  await test(tab, "setup").waitFor();
  await check("setup", 50);
  await tab.goto(`${server.address}#learn=refusal&step=7`);
  await tab.waitForSelector('[data-testid="lesson"][data-step="7"]');
  await check("a lesson", 60);
  await tab.context().close();
});

it("the first visit is small", async () => {
  const tab = await browser.tab({ viewport: { width: 1280, height: 860 } });
  await open(tab, server);
  await tab.waitForLoadState("networkidle");
  const parts = await tab.evaluate(() =>
    performance
      .getEntries()
      .filter(({ encodedBodySize }) => encodedBodySize > 0)
      .map(({ name, encodedBodySize }) => [
        new URL(name).pathname,
        encodedBodySize,
      ]),
  );
  const size = parts.reduce((sum, [, bytes]) => sum + bytes, 0);
  assert.ok(parts.length >= 4, JSON.stringify(parts));
  assert.ok(size <= 90_000, `${size} bytes: ${JSON.stringify(parts)}`);
  await tab.context().close();
});

it("the script is small", () => {
  const index = readFileSync(join(page, "dist/index.html"), "utf8");
  const files = readdirSync(join(page, "dist/assets")).filter((name) =>
    name.endsWith(".js"),
  );
  // A first visit loads one script; parts of the page load theirs when they are opened.
  const [first, later] = [true, false].map((wanted) =>
    files
      .filter((name) => index.includes(name) === wanted)
      .map(
        (name) =>
          gzipSync(readFileSync(join(page, "dist/assets", name))).length,
      ),
  );
  const sum = (sizes) => sizes.reduce((one, other) => one + other, 0);
  assert.ok(
    first.length === 1 && sum(first) > 0 && sum(first) <= 72_000,
    `${sum(first)} bytes of script`,
  );
  assert.ok(
    later.every((size) => size <= 25_000),
    `${later} bytes of scripts that are loaded later`,
  );
  assert.ok(statSync(join(page, "dist/index.html")).size > 0);
});
