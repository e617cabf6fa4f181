// Previews of moves, drawings on the board, the delay of the engine.

import assert from "node:assert/strict";
import { at, browser, done, server } from "./served.mjs";
import { it } from "./which.mjs";
import {
  actionsOf,
  centre,
  click,
  move,
  open,
  soon,
  state,
  test,
  until,
  untilPly,
} from "./tools.mjs";

/** The targets of the selected piece by kind: `{ D4: "take" }`. */
const targets = (tab) =>
  tab
    .locator("[data-target]")
    .evaluateAll((found) =>
      Object.fromEntries(
        found.map(({ dataset }) => [dataset.square, dataset.target]),
      ),
    );

const pointAt = async (tab, square) => {
  const { x, y } = await centre(tab, square);
  await tab.mouse.move(x, y);
};

/** A bishop that can capture its own knight or an enemy, and a queen that runs out of gas. */
const GASTANK =
  "#game=gastank&north=person&start=----K3---/--------/--------/---N2----/--b3-----/---n1----/---q1k3---+s";

it("targets say what happens: quiet moves, captures, the gauge after the move, and what makes a wreck", async () => {
  const tab = await at(GASTANK);
  await click(tab, "C3");
  await soon(async () => {
    const found = await targets(tab);
    assert.equal(found.D4, "take");
    assert.equal(found.D2, "own");
    assert.equal(found.B4, "quiet");
  });
  const gas = (square) =>
    tab
      .locator(`[data-move-warning="${square}"] [data-gas]`)
      .getAttribute("data-gas");
  await soon(async () =>
    assert.equal(await gas("B4"), "2", "a quiet move burns one"),
  );
  await soon(async () =>
    assert.equal(await gas("D4"), "3", "a capture fills up"),
  );
  await soon(async () =>
    assert.equal(await tab.locator("[data-warning]").count(), 0),
  );
  await click(tab, "C3");
  await click(tab, "D1");
  await tab.waitForSelector('[data-move-warning="C2"] [data-warning="wreck"]');
  await soon(async () => assert.equal(await gas("C2"), "0"));
  // Hovering over a target shows the board after the move.
  await pointAt(tab, "C2");
  await tab.waitForSelector('[data-preview="queen"] .gas-0');
  await done(tab);
});

it("an own piece is given away only with a second click or a drag", async () => {
  const tab = await at(GASTANK);
  await move(tab, "C3", "D2");
  await test(tab, "notice")
    .filter({ hasText: "your own knight on D2" })
    .waitFor();
  await soon(async () => assert.equal((await state(tab)).ply, 0));
  await soon(async () =>
    assert.equal(await tab.locator(".square.confirming").count(), 1),
  );
  // Another click or Esc cancels the confirmation.
  await tab.keyboard.press("Escape");
  await soon(async () =>
    assert.equal(await tab.locator(".confirming, [data-target]").count(), 0),
  );
  await move(tab, "C3", "D2");
  await click(tab, "D2");
  await untilPly(tab, 1);
  await soon(() => assert.deepEqual(actionsOf(tab.url()), ["C3D2"]));
  await test(tab, "take-back").click();
  await untilPly(tab, 0);
  // Dragging the other piece selects it.
  await click(tab, "C3");
  await drag(tab, "D2", "B3");
  await untilPly(tab, 1);
  await soon(() => assert.match(tab.url(), /D2B3/));
  await test(tab, "take-back").click();
  await untilPly(tab, 0);
  await drag(tab, "C3", "D2");
  await untilPly(tab, 1);
  // The captured piece is shown next to the name of the other side.
  const taken = tab.locator('[data-testid="plate-north"] .taken');
  await soon(async () =>
    assert.equal(await taken.getAttribute("aria-label"), "Captured: knight"),
  );
  await done(tab);
});

it("by keyboard, too, an own piece is asked for twice", async () => {
  const tab = await at(GASTANK);
  await tab.locator('[data-square="C3"]').press("Enter");
  await tab.locator('[data-square="D2"]').press("Enter");
  await tab.locator('[data-square="D2"].confirming').waitFor();
  await soon(async () => assert.equal((await state(tab)).ply, 0));
  await tab.locator('[data-square="D2"]').press("Enter");
  await untilPly(tab, 1);
  await done(tab);
});

it("a strike shows what its victim becomes", async () => {
  const tab = await at(
    "#game=hiya&north=person&start=---K---/-----S-/-------/--J-N--/-------/-------/--s-s--/---k---+s",
  );
  await click(tab, "C2");
  await soon(async () => assert.equal((await targets(tab)).C4, "strike"));
  await soon(async () => assert.equal((await targets(tab)).C3, "quiet"));
  await tab.waitForSelector('[data-affected="C5"] [data-becomes="mini-ninja"]');
  await pointAt(tab, "C4");
  await tab.waitForSelector('.move-preview [data-preview="mini-ninja"]');
  await click(tab, "C2");
  await click(tab, "E2");
  // A small one is removed.
  await tab.waitForSelector('[data-affected="E5"] .cross');
  await done(tab);
});

it("a jump shows who goes, and a move that decides the game says so", async () => {
  const tab = await at("#game=oska&north=person&start=----/---/-w/-b-/---b+b");
  await click(tab, "B2");
  await soon(async () =>
    assert.deepEqual(await targets(tab), { A3: "quiet", C4: "jump" }),
  );
  await tab.waitForSelector('[data-affected="B3"] .cross');
  await tab.waitForSelector('[data-move-warning="C4"] [data-end="win"]');
  await click(tab, "C4");
  await until(tab, { phase: "over", outcome: "south" });
  await done(tab);
});

it("a rook shows what it becomes on the far row", async () => {
  const tab = await at(
    "#game=refusal&north=person&start=---K-/-----/-----/-----/-----/-----/r----/k---l+s+-",
  );
  await click(tab, "A2");
  await tab.waitForSelector(
    '[data-move-warning="A8"] [data-becomes="left rook"]',
  );
  await done(tab);
});

it("Trench Run: TIEs that may not go sideways and the open side of Death Stars are marked", async () => {
  const tab = await at("#game=trench&north=person");
  const signs = (name) =>
    tab
      .locator("[data-sign]")
      .evaluateAll(
        (found, name) =>
          found.map((sign) => sign.dataset[name]).filter(Boolean),
        name,
      );
  await soon(async () =>
    assert.deepEqual(await signs("sign"), ["D2-open", "D6-open"]),
  );
  await soon(async () =>
    assert.deepEqual(
      await signs("down"),
      ["true", "false"],
      "behind the stars",
    ),
  );
  await move(tab, "F1", "G1");
  await untilPly(tab, 1);
  await soon(async () =>
    assert.deepEqual(
      (await signs("sign")).filter((sign) => sign.endsWith("bound")),
      ["B1-bound", "C1-bound", "E1-bound", "G1-bound"],
    ),
  );
  await soon(async () =>
    assert.equal(
      await tab.locator('[data-square="G1"]').getAttribute("aria-label"),
      "G1, South TIE, may not go sideways next turn",
    ),
  );
  await test(tab, "flip").click();
  await soon(async () =>
    assert.deepEqual(await signs("down"), ["false", "true"], "flipped"),
  );
  await done(tab);
});

it("Refusal: a refused move stays as a ghost and is stamped until another is played", async () => {
  const tab = await at("#game=refusal&north=person");
  await move(tab, "A3", "B5");
  await untilPly(tab, 1);
  await soon(async () => assert.equal(await test(tab, "stamp").count(), 0));
  await test(tab, "word-refuse").click();
  await untilPly(tab, 2);
  await soon(async () =>
    assert.equal(await test(tab, "stamp").textContent(), "REFUSED"),
  );
  await soon(async () => assert.equal(await test(tab, "ghost").count(), 1));
  await move(tab, "C3", "C4");
  await untilPly(tab, 3);
  await soon(async () => assert.equal(await test(tab, "stamp").count(), 0));
  await soon(async () => assert.equal(await test(tab, "ghost").count(), 0));
  await done(tab);
});

it("Refusal: the best line tells what is played when it is refused, and the bar agrees with it", async () => {
  const tab = await at("#game=refusal&north=person");
  await test(tab, "analysis").click();
  await test(tab, "second-best").waitFor();
  // Read in one step, because the best line may change at any time, until both lines have the same depth.
  const read = await tab.waitForFunction(() => {
    const text = (element) =>
      [...element.querySelectorAll(".line-moves button")]
        .map((part) => part.textContent.trim())
        .slice(0, 3)
        .join(" ");
    const [first, second] = document.querySelectorAll('[data-testid="line"]');
    if (!second) return null;
    const evaluation = document.querySelector('[data-testid="evaluation"]');
    const [line, other] = [
      text(first),
      second.querySelector("button").textContent,
    ];
    return (
      line.endsWith(other) && [
        line,
        other,
        first.querySelector(".score").textContent,
        /Evaluation (\S+):/.exec(evaluation.getAttribute("aria-label"))[1],
        document.querySelector('[data-testid="second-best"]').textContent,
      ]
    );
  });
  const [line, second, score, bar, words] = await read.jsonValue();
  const [, refused, instead] = /^(\w+) ✕ → (\w+)$/.exec(line) ?? [];
  assert.ok(refused && refused !== instead, line);
  assert.equal(instead, second, "the second line is what is played instead");
  assert.equal(score, bar);
  assert.ok(
    words.startsWith(
      `${refused} will be refused, so the second-best counts: ${score}.`,
    ),
    words,
  );
  await done(tab);
});

it("arrows and circles are drawn with the right button, and go with a click", async () => {
  const tab = await at("#game=hiya&north=person");
  const draw = async (from, to, shift = false) => {
    if (shift) await tab.keyboard.down("Shift");
    await pointAt(tab, from);
    await tab.mouse.down({ button: "right" });
    await pointAt(tab, to);
    await tab.mouse.up({ button: "right" });
    if (shift) await tab.keyboard.up("Shift");
  };
  const sketches = () =>
    tab
      .locator("[data-sketch]")
      .evaluateAll((found) =>
        found.map(
          (one) =>
            `${one.tagName} ${one.dataset.sketch} ${one.classList.length}`,
        ),
      );
  await draw("A3", "C5");
  await draw("D4", "D4", true);
  await soon(async () =>
    assert.deepEqual(await sketches(), ["path A3C5 1", "circle D4D4 2"]),
  );
  await draw("A3", "C5");
  await soon(async () =>
    assert.deepEqual(await sketches(), ["circle D4D4 2"], "the same again"),
  );
  await soon(async () => assert.equal((await state(tab)).ply, 0));
  await click(tab, "D5");
  await soon(async () => assert.deepEqual(await sketches(), []));
  await done(tab);
});

/** Drags a piece with the mouse. */
async function drag(tab, from, to) {
  await pointAt(tab, from);
  await tab.mouse.down();
  const { x, y } = await centre(tab, to);
  await tab.mouse.move(x, y, { steps: 5 });
  await tab.mouse.up();
}

it("a dragged piece marks the square under it, and Esc puts it back", async () => {
  const tab = await at("#game=trench&north=person");
  const [from, to] = [await centre(tab, "A3"), await centre(tab, "C5")];
  await tab.mouse.move(from.x, from.y);
  await tab.mouse.down();
  await tab.mouse.move(to.x, to.y, { steps: 6 });
  await tab.locator('[data-square="C5"].over').waitFor();
  await soon(async () => assert.equal(await tab.locator(".over").count(), 1));
  await tab.keyboard.press("Escape");
  await soon(async () =>
    assert.equal(await tab.locator(".in-hand, .over, .selected").count(), 0),
  );
  await tab.mouse.up();
  // A move needs the button to be released on the target.
  await click(tab, "A3");
  await tab.mouse.move(to.x, to.y);
  await tab.mouse.down();
  await tab.mouse.move(3, 3);
  await tab.mouse.up();
  await drag(tab, "G3", "F4");
  await untilPly(tab, 1);
  await soon(() =>
    assert.deepEqual(actionsOf(tab.url()), ["G3F4"], "only the last one"),
  );
  await done(tab);
});

it("Esc leaves the move field", async () => {
  const tab = await at("#game=trench&north=person");
  await tab.keyboard.press("m");
  await tab.keyboard.type("a3");
  await tab.keyboard.press("Escape");
  await soon(async () =>
    assert.equal(
      await tab.evaluate(() => document.activeElement?.id === "typed-move"),
      false,
    ),
  );
  // The shortcuts work again.
  await tab.keyboard.press("?");
  await test(tab, "dialog-help").waitFor();
  await done(tab);
});

it("a finger drags a piece to its target, and the page stays where it is", async () => {
  const tab = await at("#game=trench&north=person&moves=A3B4_A5B4&at=2", {
    viewport: { width: 360, height: 640 },
    hasTouch: true,
    isMobile: true,
  });
  const devtools = await tab.context().newCDPSession(tab);
  const touch = (type, point) =>
    devtools.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: point ? [point] : [],
    });
  const swipe = async (from, to, release = true) => {
    await touch("touchStart", from);
    for (let step = 1; step <= 8; step += 1)
      await touch("touchMove", {
        x: from.x + ((to.x - from.x) * step) / 8,
        y: from.y + ((to.y - from.y) * step) / 8,
      });
    if (release) await touch("touchEnd");
  };
  await soon(async () =>
    assert.ok(
      await tab.evaluate(
        () => document.documentElement.scrollHeight > innerHeight + 40,
      ),
      "there is something to scroll",
    ),
  );
  // The same over an empty square: the board never scrolls the page.
  await swipe(await centre(tab, "D4"), await centre(tab, "D7"));
  const [from, to] = [await centre(tab, "G3"), await centre(tab, "F4")];
  await swipe(from, to, false);
  await tab.locator('[data-square="F4"].over').waitFor();
  await soon(async () =>
    assert.equal((await state(tab)).ply, 2, "not before it is let go"),
  );
  await touch("touchEnd");
  await untilPly(tab, 3);
  await soon(() => assert.match(tab.url(), /A3B4_A5B4_G3F4/));
  await soon(async () => assert.equal(await tab.evaluate(() => scrollY), 0));
  await tab.context().close();
});

it("one's own move stands alone for a moment before the engine's answer, unless motion is unwelcome", async () => {
  const tab = await browser.tab({
    reducedMotion: "no-preference",
    viewport: { width: 1000, height: 800 },
  });
  // The test controls the delay.
  await tab.addInitScript(() => {
    const usual = window.setTimeout;
    window.setTimeout = (action, time, ...rest) =>
      time === 400
        ? void (window.endDelay = action)
        : usual(action, time, ...rest);
  });
  await open(tab, server, "#game=trench&level=1&time=10");
  await until(tab, { phase: "person" });
  await move(tab, "A3", "B4");
  await untilPly(tab, 1);
  await tab.waitForFunction(() => window.endDelay);
  // Far longer than level 1 searches: only the delay holds the reply back.
  await tab.waitForTimeout(700);
  await soon(async () => assert.equal((await state(tab)).ply, 1));
  await tab.evaluate(() => window.endDelay());
  await untilPly(tab, 2);
  await tab.emulateMedia({ reducedMotion: "reduce" });
  await move(tab, "G3", "F4");
  // The delay does not end.
  await untilPly(tab, 4);
  await tab.context().close();
});

it("watching the engines has a speed", async () => {
  const tab = await browser.tab();
  await open(
    tab,
    server,
    "#game=oska:7&south=engine&north=engine&level=1&time=10",
  );
  await test(tab, "speed").selectOption("fast");
  await until(tab, { least: 6 });
  await test(tab, "speed").selectOption("slow");
  const { ply } = await state(tab);
  // A slow move takes two seconds, so the game is far from its end.
  await until(tab, { above: ply });
  await soon(async () =>
    assert.equal(
      await tab.evaluate(() => localStorage.getItem("skirmish.speed")),
      '"slow"',
    ),
  );
  await tab.evaluate(() => localStorage.removeItem("skirmish.speed"));
  await done(tab);
});

it("whoever plays North sits at the bottom, and squares keep their names", async () => {
  const tab = await browser.tab();
  await open(
    tab,
    server,
    "#game=hiya&south=engine&north=person&level=1&time=10",
  );
  await until(tab, { phase: "person", ply: 1 });
  const [far, near] = [await centre(tab, "A1"), await centre(tab, "A8")];
  assert.ok(near.y > far.y, "North is at the bottom");
  await soon(() =>
    assert.doesNotMatch(tab.url(), /flipped/, "the link need not say so"),
  );
  await test(tab, "flip").click();
  await soon(() => assert.match(tab.url(), /flipped=0/));
  await tab.reload();
  await until(tab, { phase: "person" });
  await soon(async () =>
    assert.ok((await centre(tab, "A8")).y < (await centre(tab, "A1")).y),
  );
  // A new game as North flips the board.
  await test(tab, "new-game").click();
  await test(tab, "side-north").check({ force: true });
  await test(tab, "start").click();
  await until(tab, { phase: "person", ply: 0 });
  await soon(async () =>
    assert.ok((await centre(tab, "A8")).y > (await centre(tab, "A1")).y),
  );
  await move(tab, "A6", "A5");
  await until(tab, { least: 1 });
  await done(tab);
});
