// What makes the page pleasant: moves at once, premoves, values that say whose they are, other looks.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { at, browser, done, server } from "./served.mjs";
import { it } from "./which.mjs";
import {
  actionsOf,
  click,
  move,
  open,
  soon,
  state,
  test,
  until,
  untilPly,
} from "./tools.mjs";

it("a premove is shown, cancelled by Escape or a click, and played when it is its turn", async () => {
  const tab = await browser.tab();
  await open(tab, server, "#game=gastank&level=10&time=60000");
  await until(tab, { phase: "person" });
  await move(tab, "D2", "E4");
  await until(tab, { phase: "engine" });
  const premove = test(tab, "premove");
  for (const cancel of [
    () => tab.keyboard.press("Escape"),
    () => click(tab, "A4"),
  ]) {
    await move(tab, "C1", "B2");
    await premove.waitFor();
    await soon(async () =>
      assert.equal(await tab.locator(".square.premove").count(), 2),
    );
    await soon(async () =>
      assert.match(
        await test(tab, "notice").textContent(),
        /Premove from C1 to B2/,
      ),
    );
    await cancel();
    await premove.waitFor({ state: "detached" });
  }
  await move(tab, "C1", "B2");
  await premove.waitFor();
  await test(tab, "move-now").click();
  await until(tab, { above: 2 });
  await soon(() => assert.equal(actionsOf(tab.url())[2], "C1B2"));
  await done(tab);
});

it("a premove that became illegal is dropped and said so, and none outlives its game", async () => {
  const tab = await browser.tab();
  await open(tab, server, "#game=gastank&level=10&time=60000");
  await until(tab, { phase: "person" });
  await move(tab, "D2", "E4");
  await until(tab, { phase: "engine" });
  await move(tab, "C1", "C5");
  await test(tab, "premove").waitFor();
  await test(tab, "move-now").click();
  await until(tab, { phase: "person", ply: 2 });
  await test(tab, "notice").filter({ hasText: "was dropped" }).waitFor();
  await move(tab, "F1", "A6");
  await until(tab, { phase: "engine" });
  await move(tab, "D1", "D2");
  await test(tab, "premove").waitFor();
  await test(tab, "take-back").click();
  await until(tab, { phase: "person", ply: 2 });
  await soon(async () => assert.equal(await test(tab, "premove").count(), 0));
  await done(tab);
});

it("a game against the engine is about you, and one of two people about the sides", async () => {
  const tab = await at("#game=oska&south=engine&north=person&level=1&time=100");
  await soon(async () =>
    assert.match(
      await test(tab, "plate-north").textContent(),
      /^You.*White.*your move/,
    ),
  );
  await soon(async () =>
    assert.match(
      await test(tab, "plate-south").textContent(),
      /^HOURGLASS.*Black/,
    ),
  );
  await soon(async () =>
    assert.equal(await test(tab, "status").textContent(), "Your move."),
  );
  await move(tab, "A5", "A4");
  await test(tab, "status")
    .filter({ hasText: /HOURGLASS plays .* Your move\.$/ })
    .waitFor();
  await open(tab, server, "#game=oska&north=person");
  await until(tab, { phase: "person" });
  await soon(async () =>
    assert.equal(await test(tab, "status").textContent(), "White to move."),
  );
  await done(tab);
});

it("Oska: the moves of White are white, and up in the review is White, as a plus is", async () => {
  const tab = await at("#game=oska&north=person&start=----/b--/--/-w-/-w--+w");
  await move(tab, "B2", "C1");
  await until(tab, { phase: "over" });
  const fills = await tab.evaluate(() =>
    [".turn-piece .piece.north .body", ".board .piece.north .body"].map(
      (selector) => getComputedStyle(document.querySelector(selector)).fill,
    ),
  );
  assert.equal(fills[0], fills[1]);
  await test(tab, "review").click();
  await test(tab, "review-state").filter({ hasText: /done/ }).waitFor();
  const area = tab.locator(".graph-area");
  await soon(async () =>
    assert.match(
      await area.getAttribute("d"),
      /^M0 \d+L0\.0 0\.0L/,
      "White wins from the start: the area of White is full",
    ),
  );
  const colours = await tab.evaluate(() => {
    const style = getComputedStyle(document.documentElement);
    return [
      getComputedStyle(document.querySelector(".graph-area")).fill,
      style.getPropertyValue("--bar-south"),
    ];
  });
  assert.equal(colours[0], "rgb(251, 247, 238)", colours[1]);
  await tab.keyboard.press("Home");
  await test(tab, "analysis").click();
  await test(tab, "plus-means")
    .filter({ hasText: "+ is better for White" })
    .waitFor();
  await test(tab, "line").filter({ hasText: "+#1" }).first().waitFor();
  await done(tab);
});

it("a position is saved as a picture that needs nothing else", async () => {
  const tab = await at("#game=hiya&north=person");
  for (const [type, first] of [
    ["svg", "<svg"],
    ["png", "\x89PNG"],
  ]) {
    const saving = tab.waitForEvent("download");
    await test(tab, "menu").click();
    await test(tab, `menu-${type}`).click();
    const file = await saving;
    assert.match(file.suggestedFilename(), new RegExp(`^hiya-.*\\.${type}$`));
    const bytes = await readFile(await file.path());
    assert.equal(bytes.toString("latin1", 0, 4), first);
    assert.ok(bytes.length > 10_000, `${bytes.length} bytes`);
    if (type === "svg") assert.doesNotMatch(bytes.toString(), /class=|var\(/);
  }
  await done(tab);
});

it("boards and pieces have other looks, and rules are drawn with them", async () => {
  const tab = await at("#game=refusal&north=person");
  const fill = () =>
    tab.evaluate(() =>
      [".board .dark .field", ".board .piece.south .body"].map(
        (selector) => getComputedStyle(document.querySelector(selector)).fill,
      ),
    );
  const before = await fill();
  await test(tab, "menu").click();
  await test(tab, "menu-settings").click();
  await test(tab, "board-wood").check({ force: true });
  await test(tab, "pieces-vivid").check({ force: true });
  await test(tab, "switch-coordinates").uncheck({ force: true });
  const after = await fill();
  assert.ok(
    before[0] !== after[0] && before[1] !== after[1],
    `${before} ${after}`,
  );
  await soon(async () =>
    assert.equal(await tab.locator(".board .axes").isVisible(), false),
  );
  await tab.keyboard.press("Escape");
  await test(tab, "rules").click();
  for (const game of ["refusal", "gastank", "trench", "hiya", "oska"]) {
    await test(tab, `rules-game-${game}`).check({ force: true });
    const drawn = test(tab, "rules-boards").first();
    await drawn.locator("[data-piece]").first().waitFor();
    await soon(async () =>
      assert.doesNotMatch(
        await test(tab, "rules-text").textContent(),
        /computer|human/i,
      ),
    );
  }
  await tab.context().clearCookies();
  await done(tab);
});

/** Notes in `window.seen` what appears on the page for a moment. */
const watchFor = (tab, selectors) =>
  tab.addInitScript((selectors) => {
    window.seen = {};
    new MutationObserver(() => {
      for (const selector of selectors)
        if (document.querySelector(selector)) window.seen[selector] = true;
    }).observe(document, { childList: true, subtree: true });
    window.shaken = false;
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, ...rest) {
      // Moves have two frames.
      window.shaken ||= frames.length > 2;
      return animate.call(this, frames, ...rest);
    };
  }, selectors);

it("a win of yours is celebrated, but not with reduced motion", async () => {
  const celebration = '[data-testid="celebration"]';
  for (const reducedMotion of ["no-preference", "reduce"]) {
    const tab = await browser.tab({ reducedMotion });
    await watchFor(tab, [celebration]);
    await open(
      tab,
      server,
      "#game=gastank&level=1&start=----K3---/--------/--------/-b1------/--------/--------/----k2---+s",
    );
    await until(tab, { phase: "person" });
    await move(tab, "B4", "E7");
    await until(tab, { phase: "over", outcome: "south" });
    const seen = () =>
      tab.waitForFunction((what) => window.seen[what], celebration);
    if (reducedMotion !== "reduce") await seen();
    // Two frames later it would be there.
    await tab.evaluate(
      () =>
        new Promise((done) =>
          requestAnimationFrame(() => requestAnimationFrame(done)),
        ),
    );
    const found = await tab.evaluate((what) => window.seen[what], celebration);
    assert.equal(found === true, reducedMotion !== "reduce");
    await tab.context().close();
  }
});

it("captured pieces fly off and struck ones shake, but not with reduced motion", async () => {
  for (const reducedMotion of ["no-preference", "reduce"]) {
    const tab = await browser.tab({ reducedMotion });
    await watchFor(tab, [".leaving"]);
    await open(
      tab,
      server,
      "#game=gastank&north=person&start=----K3---/--------/--------/---N2----/--b3-----/--------/----k3---+s",
    );
    await until(tab, { phase: "person" });
    await move(tab, "C3", "D4");
    await untilPly(tab, 1);
    const flown = () => tab.evaluate(() => window.seen[".leaving"] === true);
    await soon(async () =>
      assert.equal(await flown(), reducedMotion !== "reduce"),
    );
    await open(
      tab,
      server,
      "#game=hiya&north=person&start=---K---/-----S-/-------/--J----/-------/-------/--s----/---k---+s",
    );
    await until(tab, { phase: "person" });
    await move(tab, "C2", "C4");
    await untilPly(tab, 1);
    const shaken = () => tab.evaluate(() => window.shaken);
    await soon(async () =>
      assert.equal(await shaken(), reducedMotion !== "reduce"),
    );
    await tab.context().close();
  }
});

it("your move is on the board before the server has heard of it", async () => {
  const tab = await browser.tab();
  await tab.addInitScript(() => {
    const send = WebSocket.prototype.send;
    const held = [];
    window.hold = true;
    WebSocket.prototype.send = function (text) {
      if (window.hold && JSON.parse(text).type === "play")
        held.push(() => send.call(this, text));
      else send.call(this, text);
    };
    window.release = () => {
      window.hold = false;
      for (const action of held) action();
    };
  });
  await open(tab, server, "#game=gastank&north=person");
  await until(tab, { phase: "person" });
  await move(tab, "D2", "E4");
  await tab.locator('[data-piece="E4"]').waitFor();
  await soon(async () =>
    assert.equal(await tab.locator('[data-piece="D2"]').count(), 0),
  );
  await soon(async () =>
    assert.equal((await state(tab)).ply, 0, "nobody has confirmed it"),
  );
  await tab.evaluate(() => window.release());
  await until(tab, { ply: 1, phase: "person" });
  await tab.locator('[data-piece="E4"]').waitFor();
  await done(tab);
});

it("sounds begin with the first click, and one key mutes them", async () => {
  const tab = await browser.tab();
  await tab.addInitScript(() => {
    // Scripts of tests count as clicks otherwise.
    window.clicked = false;
    addEventListener("pointerdown", () => (window.clicked = true), true);
    Object.defineProperty(UserActivation.prototype, "hasBeenActive", {
      get: () => window.clicked,
    });
    window.tones = 0;
    const create = AudioContext.prototype.createOscillator;
    AudioContext.prototype.createOscillator = function () {
      window.tones += 1;
      return create.call(this);
    };
  });
  const tones = () => tab.evaluate(() => window.tones);
  // The engine moves first, and nobody has clicked.
  await open(
    tab,
    server,
    "#game=hiya&south=engine&north=person&level=1&time=100",
  );
  await until(tab, { phase: "person", ply: 1 });
  await soon(async () => assert.equal(await tones(), 0));
  await open(tab, server, "#game=hiya&north=person&south=person");
  await until(tab, { phase: "person" });
  await move(tab, "A3", "B4");
  await untilPly(tab, 1);
  await soon(async () => assert.ok((await tones()) > 0));
  const heard = await tones();
  await tab.keyboard.press("s");
  await test(tab, "sounds").and(tab.getByTitle("Sounds on")).waitFor();
  await move(tab, "E6", "D5");
  await untilPly(tab, 2);
  await soon(async () => assert.equal(await tones(), heard));
  await tab.keyboard.press("s");
  await move(tab, "B4", "A5");
  await untilPly(tab, 3);
  await soon(async () => assert.ok((await tones()) > heard));
  await done(tab);
});

it("a review has the accuracy of each side, and how a bad move is punished", async () => {
  // Both sides leave a king hanging.
  const tab = await at(
    "#game=gastank&north=person&start=----K3---/--------/---n3----/--------/---N3----/--------/----k3---+s&moves=D5F4_E7E6&at=2",
  );
  await test(tab, "review").click();
  await test(tab, "review-state").filter({ hasText: /done/ }).waitFor();
  const sides = test(tab, "accuracies").locator("li");
  await soon(async () =>
    assert.deepEqual(
      await sides.evaluateAll((found) =>
        found.map(({ dataset }) => dataset.side),
      ),
      ["south", "north"],
    ),
  );
  for (const text of await sides.allTextContents())
    assert.match(text, /^(South|North) \d+ % 1 blunder$/);
  await tab.locator('.step[data-ply="1"]').click();
  await untilPly(tab, 1);
  const punishment = test(tab, "refutation").getByTestId("line-step").first();
  await soon(async () => assert.equal(await punishment.textContent(), "D3E1"));
  await punishment.click();
  await until(tab, { phase: "over", outcome: "north" });
  await done(tab);
});

it("engines of two levels play each other", async () => {
  const tab = await browser.tab({ viewport: { width: 1280, height: 800 } });
  await open(tab, server);
  await test(tab, "card-oska").click();
  await test(tab, "mode-watch").check({ force: true });
  await test(tab, "level").fill("1");
  await test(tab, "north-level").fill("3");
  await test(tab, "start").click();
  await until(tab, { least: 2 });
  await soon(async () =>
    assert.match(await test(tab, "plate-south").textContent(), /level 1/),
  );
  await soon(async () =>
    assert.match(await test(tab, "plate-north").textContent(), /level 3/),
  );
  await tab.reload();
  await until(tab, { least: 2 });
  await soon(async () =>
    assert.match(await test(tab, "plate-north").textContent(), /level 3/),
  );
  await tab.context().close();
});
