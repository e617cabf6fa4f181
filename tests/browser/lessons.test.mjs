// Lessons: all steps, wrong and illegal answers, navigation, window sizes.

import assert from "node:assert/strict";
import { browser, done, server } from "./served.mjs";
import { everything, it } from "./which.mjs";
import {
  click,
  GAMES,
  move,
  open,
  picture,
  seriousFaults,
  soon,
  test,
  untilTurn,
} from "./tools.mjs";

const catalogue = async () => (await fetch(server.catalogue)).json();

/** Waits until a step is shown. */
async function untilStep(tab, number, state = "asking") {
  await tab.waitForSelector(`[data-testid="lesson"][data-step="${number}"]`);
  await tab.waitForSelector(
    `[data-testid="lesson-board"][data-state="${state}"]`,
  );
}

/** A tab at a step of a lesson. */
async function atStep(game, number, options) {
  const tab = await browser.tab(options);
  await tab.goto("about:blank");
  await tab.goto(`${server.address}#learn=${game}&step=${number}`);
  await untilStep(tab, number);
  return tab;
}

/** Waits for a verdict and returns its text. */
async function verdict(tab, expected) {
  const said = tab.locator(
    `[data-testid="verdict"][data-verdict="${expected}"]`,
  );
  await said.waitFor();
  return said.textContent();
}

/** Answers with the solution that the page shows. */
async function solve(tab) {
  if ((await test(tab, "step-hint").count()) > 0) {
    await test(tab, "step-hint").click();
    await soon(async () =>
      assert.ok((await test(tab, "hint-text").textContent()).length > 10),
    );
  }
  await test(tab, "step-show").click();
  const text = await test(tab, "solution")
    .locator("strong")
    .getAttribute("data-answer");
  const word = test(tab, `word-${text}`);
  if ((await word.count()) > 0) await word.click();
  else await move(tab, text.slice(0, 2), text.slice(2));
  // Capturing an own piece needs a second click.
  const asked = tab.locator(".confirming");
  await tab.waitForSelector('.confirming, [data-verdict="right"]');
  if ((await asked.count()) > 0)
    await click(tab, await asked.first().getAttribute("data-square"));
  await verdict(tab, "right");
}

for (const game of GAMES) {
  it(`${game}: the lesson from its first step to a game`, async () => {
    const { lesson } = (await catalogue()).games.find(({ id }) => id === game);
    assert.ok(lesson.length >= 8 && lesson.length <= 14);
    const tab = await atStep(game, 1);
    // Two steps and the last, or all with SKIRMISH_ALL; the Rust tests check every solution.
    const last = lesson.length - 1;
    const taken = (step) => everything || step < 2 || step === last;
    for (const [step, title] of lesson.entries()) {
      if (!taken(step)) continue;
      if (!taken(step - 1)) await test(tab, `step-${step + 1}`).click();
      await untilStep(tab, step + 1);
      await soon(async () =>
        assert.match(
          await test(tab, "step-title").textContent(),
          new RegExp(title.replace(/[?!]/g, "\\$&")),
        ),
      );
      await solve(tab);
      if (step < last) await test(tab, "step-next").click();
    }
    await soon(async () =>
      assert.equal(
        await tab.locator(".lesson-steps .done").count(),
        lesson.filter((_, step) => taken(step)).length,
      ),
    );
    await test(tab, "lesson-play").click();
    await test(tab, "dialog-new").waitFor();
    await soon(async () =>
      assert.ok(await test(tab, `game-${game}`).isChecked()),
    );
    await test(tab, "start").click();
    await untilTurn(tab);
    await soon(() =>
      assert.match(tab.url(), new RegExp(`#game=${game}&.*level=2`)),
    );
    await done(tab);
  });
}

it("wrong answers get the lesson's sentence, illegal ones the rule's, and the board comes back", async () => {
  const tab = await atStep("refusal", 1);
  const before = await test(tab, "lesson-board").getAttribute("data-position");
  await move(tab, "D4", "D5");
  assert.match(await verdict(tab, "wrong"), /the king on D8 is still there/);
  await untilStep(tab, 1);
  await soon(async () =>
    assert.equal(
      await test(tab, "lesson-board").getAttribute("data-position"),
      before,
    ),
  );
  await move(tab, "D4", "D3");
  assert.match(await verdict(tab, "illegal"), /not allowed\. .*backward/);
  await move(tab, "D4", "D8");
  assert.match(await verdict(tab, "right"), /The king is captured/);
  await test(tab, "step-again").click();
  await untilStep(tab, 1);
  await done(tab);
});

it("a lesson asks for verdicts and for answers to proposals, too", async () => {
  const tab = await atStep("gastank", 7);
  await test(tab, "word-yes").click();
  assert.match(await verdict(tab, "wrong"), /^ ?No\. Look at its tank/);
  await test(tab, "word-no").click();
  assert.match(await verdict(tab, "right"), /without gas cannot move/);
  await tab.goto(`${server.address}#learn=refusal&step=7`);
  await untilStep(tab, 7);
  await test(tab, "word-accept").click();
  assert.match(await verdict(tab, "wrong"), /You can say no/);
  await untilStep(tab, 7);
  await test(tab, "word-refuse").click();
  assert.match(await verdict(tab, "right"), /North has to play something else/);
  await done(tab);
});

it("a lesson is reached from the games, from the start of one and from the rules, and goes on where it was left", async () => {
  const tab = await browser.tab({ viewport: { width: 1280, height: 860 } });
  await open(tab, server);
  await test(tab, "learn-hiya").click();
  await untilStep(tab, 1);
  await solve(tab);
  await test(tab, "step-next").click();
  await untilStep(tab, 2);
  await tab.reload();
  await untilStep(tab, 2);
  await soon(async () =>
    assert.equal(await tab.locator(".lesson-steps .done").count(), 1),
  );
  await tab.locator(".brand").click();
  await test(tab, "learn-hiya").filter({ hasText: "1 of 12 done" }).click();
  await untilStep(tab, 2);
  await open(tab, server, "#game=trench&north=person");
  await untilTurn(tab);
  await test(tab, "welcome").getByTestId("learn-trench").click();
  await untilStep(tab, 1);
  await tab.goBack();
  await untilTurn(tab);
  await test(tab, "rules").click();
  await test(tab, "dialog-rules").getByTestId("learn-trench").click();
  await untilStep(tab, 1);
  await soon(async () => assert.equal(await tab.locator("dialog").count(), 0));
  assert.deepEqual(tab.errors, []);
  await tab.context().close();
});

it("a game without a lesson simply has none", async () => {
  const tab = await browser.tab({ serviceWorkers: "block" });
  const known = await catalogue();
  for (const game of known.games)
    if (game.id === "oska") [game.lesson, game.welcome] = [[], []];
  await tab.route("**/catalogue.json", (route) =>
    route.fulfill({ json: known }),
  );
  await open(tab, server);
  await soon(async () =>
    assert.equal(await test(tab, "learn-refusal").count(), 1),
  );
  await soon(async () =>
    assert.equal(await test(tab, "learn-oska").count(), 0),
  );
  await open(tab, server, "#game=oska&north=person");
  await untilTurn(tab);
  const welcome = await test(tab, "welcome").textContent();
  assert.match(welcome, /hourglass/);
  await soon(async () =>
    assert.equal(await test(tab, "learn-oska").count(), 0),
  );
  await tab.goto(`${server.address}#learn=oska`);
  await tab.locator(".home .notice.error").waitFor();
  await tab.context().close();
});

it("the lesson's words come when it is opened", async () => {
  const text = JSON.stringify(await catalogue());
  assert.ok(
    text.includes("Your best move will be refused"),
    "titles are there",
  );
  assert.ok(!text.includes("Propose to capture the king with the rook"));
});

it("lessons: axe finds nothing serious", async () => {
  const tab = await atStep("refusal", 7, {
    viewport: { width: 1280, height: 860 },
  });
  assert.deepEqual(await seriousFaults(tab, "lesson"), [], "asking");
  await test(tab, "word-accept").click();
  await verdict(tab, "wrong");
  assert.deepEqual(await seriousFaults(tab, "lesson-wrong"), [], "wrong");
  await untilStep(tab, 7);
  await test(tab, "word-refuse").click();
  await verdict(tab, "right");
  assert.deepEqual(await seriousFaults(tab, "lesson-right"), [], "right");
  await tab.context().close();
});

const SIZES = [
  [320, 568],
  [390, 844],
  [844, 390],
  [1280, 800],
];

// The tallest board and the broadest, or all with SKIRMISH_ALL.
for (const game of everything ? GAMES : GAMES.slice(0, 2)) {
  it(`${game}: board, question and buttons of the lesson are in sight on every size`, async () => {
    for (const [width, height] of SIZES) {
      const tab = await atStep(game, 2, { viewport: { width, height } });
      for (const what of ["lesson-board", "ask", "step-next", "step-back"]) {
        await soon(async () => {
          const box = await test(tab, what).boundingBox();
          const inside =
            box.x >= 0 &&
            box.y >= 0 &&
            box.x + box.width <= width &&
            box.y + box.height <= height;
          assert.ok(inside, `${what} at ${width}x${height}`);
        });
      }
      const square = await tab
        .locator("[data-square] .field")
        .first()
        .boundingBox();
      assert.ok(
        square.width >= 24,
        `a square is ${square.width} wide at ${width}x${height}`,
      );
      await picture(tab, `lesson-${game}-${width}x${height}`);
      assert.deepEqual(tab.errors, []);
      await tab.context().close();
    }
  });
}
