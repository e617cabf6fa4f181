// The coach, proven results on the board, and where the review says that they changed.

import assert from "node:assert/strict";
import { at, done } from "./served.mjs";
import { it } from "./which.mjs";
import { click, picture, seriousFaults, test, until } from "./tools.mjs";

const BOTH = "&south=person&north=person";
/** White gives a won game away with its first move: every result of Oska with 4 pieces is known. */
const LOST = `#game=oska${BOTH}&moves=B5A4&at=1`;

/** Waits for the proven results of a position. */
const proven = (tab) =>
  tab.waitForSelector('[data-testid="results"][data-done="true"]');

const toldAll = (tab) =>
  tab.waitForSelector('[data-testid="coach-part"][data-ready="true"]');

it("proven results of all moves are on the board and beside it", async () => {
  const tab = await at(`#game=oska${BOTH}`);
  await tab.keyboard.press("t");
  await proven(tab);
  const results = await test(tab, "result").evaluateAll((found) =>
    found.map(({ dataset }) => dataset.result.replace(/ .*/, "")),
  );
  assert.deepEqual(results.slice(0, 4).sort(), [
    "A5A4-W",
    "B5B4-W",
    "C5B4-W",
    "D5C4-W",
  ]);
  assert.deepEqual(results.slice(4).sort(), ["B5A4-L", "C5C4-L"]);
  // A piece wears the best of its moves, and its targets their own: as text, not by colour alone.
  await tab.locator('.board [data-result^="B5-W"]').waitFor();
  await click(tab, "B5");
  await tab.locator('.board [data-result^="A4-L"]').waitFor();
  await tab.locator('.board [data-result^="B4-W"]').waitFor();
  assert.match(
    await tab.locator('[data-square="A4"]').getAttribute("aria-label"),
    /loses in \d+ plies/,
  );
  await picture(tab, "results");
  // They follow the board.
  await click(tab, "B4");
  await until(tab, { ply: 1 });
  await proven(tab);
  assert.match(
    await test(tab, "results-here").textContent(),
    /Black to move: loses in \d+ plies/,
  );
  await tab.keyboard.press("t");
  await tab.waitForFunction(() => !document.querySelector(".board .results"));
  await done(tab);
});

it("a solved game is played against perfect play, or watched", async () => {
  const tab = await at(`#game=oska${BOTH}`);
  await tab.keyboard.press("t");
  await test(tab, "perfect-both").click();
  await until(tab, { least: 2 });
  assert.match(tab.url(), /south=engine.*level=10/);
  await tab.goBack();
  await until(tab, { ply: 0, phase: "person" });
  await test(tab, "perfect-me").click();
  await until(tab, { ply: 0, phase: "person" });
  assert.match(tab.url(), /south=engine&north=person&level=10/);
  await done(tab);
});

it("the coach says what a move gave away, and its line is played on the board", async () => {
  const tab = await at(LOST);
  await test(tab, "analysis").click();
  await test(tab, "coach-switch").click();
  await toldAll(tab);
  const sentence = test(tab, "coach-sentence").first();
  assert.match(await sentence.textContent(), /^B5A4 (misses|loses)/);
  const step = sentence.locator('[data-testid="line-step"]').first();
  const text = await step.textContent();
  await picture(tab, "coach");
  await step.click();
  await until(tab, { phase: ["person", "over"] });
  assert.ok(tab.url().includes(text), `${text} in ${tab.url()}`);
  await test(tab, "coach-now").click();
  await tab.waitForSelector('[data-testid="coach-part"][data-ready="true"]');
  await tab.keyboard.press("c");
  await tab.waitForFunction(
    () => !document.querySelector('[data-testid="coach"]'),
  );
  await done(tab);
});

it("the review says where the proven value changed hands, with the coach", async () => {
  const tab = await at(LOST);
  await test(tab, "review").click();
  await tab
    .locator('[data-testid="review-state"]', { hasText: "done" })
    .waitFor();
  const turnings = test(tab, "turnings");
  await turnings.waitFor();
  assert.match(
    await turnings.textContent(),
    /B5A4 was proven won by White, then won by Black/,
  );
  await tab.locator('[data-changed="1"]').waitFor({ state: "attached" });
  await test(tab, "first").click();
  await until(tab, { ply: 0 });
  await turnings.locator("button").first().click();
  await until(tab, { ply: 1 });
  await test(tab, "coach-switch").click();
  await toldAll(tab);
  assert.match(await test(tab, "coach").textContent(), /B5A4/);
  await done(tab);
});

for (const [name, viewport] of [
  ["desktop", { width: 1280, height: 800 }],
  ["phone", { width: 390, height: 844 }],
])
  it(`coach and results: axe finds nothing serious on a ${name}`, async () => {
    const tab = await at(LOST, { viewport });
    await tab.keyboard.press("c");
    await tab.keyboard.press("t");
    await toldAll(tab);
    await proven(tab);
    assert.deepEqual(await seriousFaults(tab, `coach-${name}`), []);
    await tab.context().close();
  });
