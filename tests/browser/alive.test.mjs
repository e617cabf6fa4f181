// What makes the page pleasant: moves at once, premoves, values that say whose they are, and faults that once were there.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { at, browser, done, server } from "./served.mjs";
import { it } from "./which.mjs";
import {
  actionsOf,
  click,
  move,
  open,
  state,
  test,
  until,
  untilPly,
} from "./tools.mjs";

const inWindow = ({ x, y, width, height }, [wide, high]) =>
  x >= 0 && y >= 0 && x + width <= wide + 1 && y + height <= high + 1;

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
    assert.equal(await tab.locator(".square.premove").count(), 2);
    assert.match(
      await test(tab, "notice").textContent(),
      /Premove from C1 to B2/,
    );
    await cancel();
    await premove.waitFor({ state: "detached" });
  }
  await move(tab, "C1", "B2");
  await premove.waitFor();
  await test(tab, "move-now").click();
  await until(tab, { above: 2 });
  assert.equal(actionsOf(tab.url())[2], "C1B2");
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
  assert.equal(await test(tab, "premove").count(), 0);
  await done(tab);
});

it("a game against the engine is about you, and one of two people about the sides", async () => {
  const tab = await at("#game=oska&south=engine&north=person&level=1&time=100");
  assert.match(
    await test(tab, "plate-north").textContent(),
    /^You.*White.*your move/,
  );
  assert.match(
    await test(tab, "plate-south").textContent(),
    /^HOURGLASS.*Black/,
  );
  assert.equal(await test(tab, "status").textContent(), "Your move.");
  await move(tab, "A5", "A4");
  await test(tab, "status")
    .filter({ hasText: /HOURGLASS plays .* Your move\.$/ })
    .waitFor();
  await open(tab, server, "#game=oska&north=person");
  await until(tab, { phase: "person" });
  assert.equal(await test(tab, "status").textContent(), "White to move.");
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
  const area = await tab.locator(".graph-area").getAttribute("d");
  assert.match(
    area,
    /^M0 \d+L0\.0 0\.0L/,
    "White wins from the start: the area of White is full",
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

it("n and Enter start a game, and the level has its name", async () => {
  const tab = await at("#game=hiya&north=person");
  await tab.keyboard.press("n");
  await tab.getByRole("slider", { name: "Level" }).waitFor();
  await tab.keyboard.press("Enter");
  await tab.waitForFunction(() => location.hash.includes("level=2"));
  assert.equal(await tab.locator("dialog").count(), 0);
  await done(tab);
});

it("on phones a game can be started without scrolling, and long words in the header fit", async () => {
  for (const [width, height] of [
    [320, 568],
    [390, 844],
  ]) {
    const tab = await at("#game=refusal", { viewport: { width, height } });
    await test(tab, "new-game").click();
    const start = await test(tab, "start").boundingBox();
    assert.ok(
      inWindow(start, [width, height]),
      `${width}: ${JSON.stringify(start)}`,
    );
    await tab.keyboard.press("Escape");
    const header = await tab.evaluate(() => {
      const words = document.querySelector('[data-testid="connection"]');
      words.firstElementChild.textContent = "reconnecting…";
      const across = document.documentElement.scrollWidth;
      const button = document.createElement("button");
      button.className = "button newer";
      button.innerHTML =
        '<span class="long">Load the new version</span><span class="short">Update</span>';
      words.after(button);
      const { height } = button.getBoundingClientRect();
      return { across, height, wide: document.documentElement.scrollWidth };
    });
    assert.ok(
      header.across <= width && header.wide <= width,
      JSON.stringify(header),
    );
    assert.ok(header.height <= 46, `${header.height} pixels: more than a line`);
    await tab.context().close();
  }
});

it("a long value fits into the bar, and the board of a line into the window", async () => {
  const tab = await at("#game=trench&north=person", {
    viewport: { width: 1280, height: 640 },
  });
  await test(tab, "analysis").click();
  await test(tab, "line").first().waitFor();
  const fits = await tab.evaluate(() => {
    const text = document.querySelector(".evaluation-text");
    text.textContent = "−12.5";
    const range = document.createRange();
    range.selectNodeContents(text);
    const bar = document.querySelector(".evaluation").getBoundingClientRect();
    const words = range.getBoundingClientRect();
    return words.left >= bar.left && words.right <= bar.right;
  });
  assert.ok(fits, "the value is cut");
  await test(tab, "line").last().getByTestId("line-step").first().hover();
  const board = await test(tab, "line-board").boundingBox();
  assert.ok(inWindow(board, [1280, 640]), JSON.stringify(board));
  await tab.context().close();
});

it("a lesson asks before an own capture, takes clicks at once, and its buttons stay where they are", async () => {
  const tab = await browser.tab({ viewport: { width: 1280, height: 800 } });
  const step = async (game, number) => {
    await tab.goto("about:blank");
    await tab.goto(`${server.address}#learn=${game}&step=${number}`);
    await tab.waitForSelector(`[data-testid="lesson"][data-step="${number}"]`);
  };
  await step("gastank", 9);
  await move(tab, "B1", "D3");
  await test(tab, "lesson-asked")
    .filter({ hasText: "captures your own knight on D3" })
    .waitFor();
  await click(tab, "D3");
  await tab.waitForSelector('[data-verdict="right"]');
  await step("refusal", 1);
  await move(tab, "D4", "D5");
  await tab.waitForSelector('[data-verdict="wrong"]');
  await move(tab, "D4", "D8");
  await tab.waitForSelector('[data-verdict="right"]');
  const heights = new Set();
  for (const number of [1, 2, 7, 8]) {
    await step("refusal", number);
    heights.add(Math.round((await test(tab, "step-next").boundingBox()).y));
  }
  assert.equal(heights.size, 1, [...heights].join(", "));
  await step("refusal", 7);
  const [ghost, square] = [
    await test(tab, "ghost").boundingBox(),
    await tab.locator('[data-square="B1"] .field').boundingBox(),
  ];
  assert.ok(
    ghost.width < square.width * 0.7,
    "the king is seen beside what would take it",
  );
  assert.equal(await tab.locator('.threatened[data-piece="B1"]').count(), 0);
  await tab.context().close();
});

it("a saved game can be deleted", async () => {
  const tab = await browser.tab({ viewport: { width: 1280, height: 800 } });
  for (const game of ["hiya", "trench"]) {
    await open(tab, server, `#game=${game}&north=person`);
    await until(tab, { phase: "person" });
    await tab.locator("[data-square].movable").first().press("Enter");
    await tab.locator("[data-target]").first().press("Enter");
    await untilPly(tab, 1);
  }
  await tab.locator(".brand").click();
  await test(tab, "saved-others").click();
  await test(tab, "saved-delete").click();
  await test(tab, "saved-others").waitFor({ state: "detached" });
  await tab.reload();
  await test(tab, "continue").filter({ hasText: "Trench Run" }).waitFor();
  assert.equal(await test(tab, "saved-others").count(), 0);
  await tab.context().close();
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
  assert.equal(await tab.locator(".board .axes").isVisible(), false);
  await tab.keyboard.press("Escape");
  await test(tab, "rules").click();
  for (const game of ["refusal", "gastank", "trench", "hiya", "oska"]) {
    await test(tab, `rules-game-${game}`).check({ force: true });
    const drawn = test(tab, "rules-boards").first();
    await drawn.locator("[data-piece]").first().waitFor();
    assert.doesNotMatch(
      await test(tab, "rules-text").textContent(),
      /computer|human/i,
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
    const flown = await tab.evaluate(() => window.seen[".leaving"] === true);
    assert.equal(flown, reducedMotion !== "reduce");
    await open(
      tab,
      server,
      "#game=hiya&north=person&start=---K---/-----S-/-------/--J----/-------/-------/--s----/---k---+s",
    );
    await until(tab, { phase: "person" });
    await move(tab, "C2", "C4");
    await untilPly(tab, 1);
    const shaken = await tab.evaluate(() => window.shaken);
    assert.equal(shaken, reducedMotion !== "reduce");
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
  assert.equal(await tab.locator('[data-piece="D2"]').count(), 0);
  assert.equal((await state(tab)).ply, 0, "nobody has confirmed it");
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
  assert.equal(await tones(), 0);
  await open(tab, server, "#game=hiya&north=person&south=person");
  await until(tab, { phase: "person" });
  await move(tab, "A3", "B4");
  await untilPly(tab, 1);
  const heard = await tones();
  assert.ok(heard > 0);
  await tab.keyboard.press("s");
  await test(tab, "sounds").and(tab.getByTitle("Sounds on")).waitFor();
  await move(tab, "E6", "D5");
  await untilPly(tab, 2);
  assert.equal(await tones(), heard);
  await tab.keyboard.press("s");
  await move(tab, "B4", "A5");
  await untilPly(tab, 3);
  assert.ok((await tones()) > heard);
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
  assert.deepEqual(
    await sides.evaluateAll((found) =>
      found.map(({ dataset }) => dataset.side),
    ),
    ["south", "north"],
  );
  for (const text of await sides.allTextContents())
    assert.match(text, /^(South|North) \d+ % 1 blunder$/);
  await tab.locator('.step[data-ply="1"]').click();
  await untilPly(tab, 1);
  const punishment = test(tab, "refutation").getByTestId("line-step").first();
  assert.equal(await punishment.textContent(), "D3E1");
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
  assert.match(await test(tab, "plate-south").textContent(), /level 1/);
  assert.match(await test(tab, "plate-north").textContent(), /level 3/);
  await tab.reload();
  await until(tab, { least: 2 });
  assert.match(await test(tab, "plate-north").textContent(), /level 3/);
  await tab.context().close();
});
