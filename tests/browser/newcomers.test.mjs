// The first visit: descriptions of levels, and rules that start with the goal.

import assert from "node:assert/strict";
import { browser, server } from "./served.mjs";
import { it } from "./which.mjs";
import { move, open, SOME_GAMES, soon, test, untilTurn } from "./tools.mjs";

/** A browser with an empty profile. */
const stranger = () => browser.tab({ viewport: { width: 1280, height: 860 } });

it("a newcomer is offered level 2, later the last one chosen, each with a sentence", async () => {
  const { levels } = await (await fetch(server.catalogue)).json();
  assert.equal(levels.length, 10);
  assert.equal(new Set(levels).size, 10);
  const tab = await stranger();
  await open(tab, server);
  await test(tab, "card-oska").click();
  const level = test(tab, "level");
  await soon(async () => assert.equal(await level.inputValue(), "2"));
  for (const [index, sentence] of levels.entries()) {
    await level.fill(String(index + 1));
    await test(tab, "level-sees").filter({ hasText: sentence }).waitFor();
  }
  // Looking at a level does not save it.
  await tab.keyboard.press("Escape");
  await test(tab, "card-oska").click();
  await soon(async () => assert.equal(await level.inputValue(), "2"));
  await level.fill("5");
  await test(tab, "start").click();
  await untilTurn(tab);
  await soon(() => assert.match(tab.url(), /level=5/));
  await open(tab, server);
  await test(tab, "card-hiya").click();
  await soon(async () => assert.equal(await level.inputValue(), "5"));
  assert.deepEqual(tab.errors, []);
  await tab.context().close();
});

it("the home page says what this is, suggests a first game, and then shows your progress", async () => {
  const tab = await stranger();
  await open(tab, server);
  for (const word of [
    /free/i,
    /without an account/,
    /ten levels/,
    /five minutes/,
    /offline/,
  ])
    await test(tab, "lead").filter({ hasText: word }).waitFor();
  await soon(async () => assert.equal(await test(tab, "progress").count(), 0));
  await test(tab, "first-game").filter({ hasText: "Start with" }).waitFor();
  await test(tab, "first-play").click();
  await untilTurn(tab);
  await soon(() => assert.match(tab.url(), /level=1/));
  // A step of a lesson.
  await tab.goto(`${server.address}#learn=refusal&step=1`);
  await tab.waitForSelector('[data-testid="lesson"][data-step="1"]');
  await move(tab, "D4", "D8");
  await tab.waitForSelector('[data-verdict="right"]');
  await tab.evaluate(() => {
    const day = (back) =>
      new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);
    localStorage.setItem(
      "skirmish.progress",
      JSON.stringify({ levels: { hiya: 3 }, days: [2, 1, 0].map(day) }),
    );
  });
  await open(tab, server);
  await test(tab, "progress")
    .filter({
      hasText: /3 days in a row · won 1 of 5 games · 1 of \d+ lesson/,
    })
    .waitFor();
  await test(tab, "beaten-hiya").filter({ hasText: "Level 3" }).waitFor();
  await soon(async () =>
    assert.equal(await test(tab, "first-game").count(), 0),
  );
  assert.deepEqual(tab.errors, []);
  await tab.context().close();
});

for (const game of SOME_GAMES) {
  it(`${game}: the rules begin with the goal, and no example has two equal pictures`, async () => {
    const tab = await stranger();
    await open(tab, server, `#game=${game}&north=person`);
    await untilTurn(tab);
    await test(tab, "rules").click();
    await soon(async () => {
      const [goal, text, examples] = await Promise.all(
        ["rules-goal", "rules-text", "examples"].map((id) =>
          test(tab, id).boundingBox(),
        ),
      );
      assert.ok(goal.y < text.y && goal.y < examples.y);
      assert.ok(goal.y < 430, "in sight at once");
    });
    const equal = await tab
      .locator(".example-boards")
      .evaluateAll((found) =>
        found
          .map((box) =>
            [...box.querySelectorAll("svg.board")].map(
              (board) => board.querySelector(".pieces")?.outerHTML,
            ),
          )
          .filter(([one, two]) => two !== undefined && one === two),
      );
    assert.deepEqual(equal, []);
    await soon(async () =>
      assert.ok((await tab.locator(".example-boards svg.board").count()) > 8),
    );
    assert.deepEqual(tab.errors, []);
    await tab.context().close();
  });
}

it("the turn of Refusal is told as steps, and its examples show the proposal", async () => {
  const tab = await stranger();
  await open(tab, server, "#game=refusal&north=person");
  await untilTurn(tab);
  await test(tab, "rules").click();
  await test(tab, "rules-text").waitFor();
  await soon(async () => {
    const steps = await tab.locator(".rules-steps li").allTextContents();
    assert.equal(steps.length, 3);
    assert.match(steps[0], /^The side to move proposes/);
  });
  const refused = tab.locator(".example", { hasText: "North refuses C3C4" });
  await soon(async () =>
    assert.equal(await refused.locator("svg.board").count(), 1),
  );
  await soon(async () =>
    assert.equal(await refused.locator(".arrow.proposal").count(), 1),
  );
  await tab.context().close();
});
