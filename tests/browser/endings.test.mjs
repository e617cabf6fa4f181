// The start and end of games, the move list, and the mistake drill.

import assert from "node:assert/strict";
import { at, browser, done, server } from "./served.mjs";
import { it } from "./which.mjs";
import {
  move,
  open,
  seriousFaults,
  SOME_GAMES,
  soon,
  state,
  test,
  until,
  untilPly,
  untilTurn,
} from "./tools.mjs";

/** South's knight captures a king that both sides left hanging. */
const HANGING =
  "start=----K3---/--------/---n3----/--------/---N3----/--------/----k3---+s";

/** A game of three actions that the person has just won; the first was a blunder. */
async function won(options) {
  const tab = await browser.tab(options);
  await open(
    tab,
    server,
    `#game=gastank&level=3&time=100&${HANGING}&moves=D5F4_E7E6&at=2`,
  );
  await untilTurn(tab);
  await move(tab, "F4", "E6");
  await test(tab, "end").waitFor();
  return tab;
}

for (const game of SOME_GAMES) {
  it(`${game}: the start tells goal and twist in three lines, which go with the first move`, async () => {
    const tab = await at(`#game=${game}&south=person&north=person`);
    await soon(async () => {
      const lines = await test(tab, "welcome").locator("dd").allTextContents();
      assert.equal(lines.length, 3);
      for (const line of lines)
        assert.ok(line.length > 10 && line.length < 130);
    });
    await test(tab, `learn-${game}`).waitFor();
    await tab.locator("[data-square].movable").first().press("Enter");
    await tab.locator("[data-target]").first().press("Enter");
    await untilPly(tab, 1);
    await soon(async () => assert.equal(await test(tab, "welcome").count(), 0));
    await done(tab);
  });
}

it("the end says who won and why, and offers a rematch, the other side, the next level", async () => {
  const tab = await won();
  await soon(async () =>
    assert.equal(await test(tab, "end-result").textContent(), "You win!"),
  );
  await soon(async () =>
    assert.equal(
      await test(tab, "end-reason").textContent(),
      "LAST DROP's king was captured.",
    ),
  );
  await test(tab, "rematch").click();
  await until(tab, { ply: 0, phase: "person" });
  await soon(() => assert.match(tab.url(), /level=3/));
  await soon(async () => assert.equal(await test(tab, "end").count(), 0));
  await tab.goBack();
  await test(tab, "end").waitFor();
  await test(tab, "next-level").click();
  await until(tab, { ply: 0, phase: "person" });
  await soon(() =>
    assert.doesNotMatch(
      tab.url(),
      /level=/,
      "level 4 is what a link leaves out",
    ),
  );
  await tab.goBack();
  await test(tab, "other-side").click();
  await until(tab, { least: 1 });
  await soon(() => assert.match(tab.url(), /south=engine&north=person/));
  // The last level is offered.
  await test(tab, "new-game").click();
  await soon(async () =>
    assert.equal(await test(tab, "level").inputValue(), "4"),
  );
  await tab.keyboard.press("Escape");
  await done(tab);
});

it("whoever lost is told so, and offered an easier opponent", async () => {
  const tab = await at("#game=hiya&level=3&time=100");
  await test(tab, "resign").click();
  await test(tab, "resign-yes").click();
  await test(tab, "end-result")
    .filter({ hasText: / wins\.$/ })
    .waitFor();
  await soon(async () =>
    assert.equal(await test(tab, "end-reason").textContent(), "You resigned."),
  );
  await soon(async () =>
    assert.equal(await test(tab, "next-level").count(), 0),
  );
  await test(tab, "easier").filter({ hasText: "Level 2" }).waitFor();
  await test(tab, "end-close").click();
  await soon(async () => assert.equal(await test(tab, "end").count(), 0));
  await done(tab);
});

it("a game is shared by its link", async () => {
  const tab = await won();
  await test(tab, "share").click();
  await test(tab, "notice").filter({ hasText: "clipboard" }).waitFor();
  await done(tab);
});

it("mistakes are tried again against the engine until they are right", async () => {
  const tab = await won();
  const [url, before] = [tab.url(), await state(tab)];
  await test(tab, "practice").filter({ hasText: "1 mistake" }).click();
  await until(tab, { ply: 0, phase: "person" });
  await soon(async () =>
    assert.match(
      await test(tab, "practice-panel").textContent(),
      /D5F4, which was a blunder/,
    ),
  );
  const verdict = (word) =>
    tab.waitForSelector(
      `[data-testid="practice-verdict"][data-verdict="${word}"]`,
    );
  await move(tab, "D5", "F4");
  await verdict("wrong");
  await until(tab, { ply: 0, phase: "person" });
  // The king could be captured at once, so any other move is wrong.
  await move(tab, "D5", "B4");
  await verdict("wrong");
  await test(tab, "practice-verdict").filter({ hasText: "B4" }).waitFor();
  await until(tab, { ply: 0, phase: "person" });
  await test(tab, "practice-show").click();
  await soon(async () =>
    assert.equal(await test(tab, "practice-best").textContent(), "D5E7"),
  );
  await move(tab, "D5", "E7");
  await verdict("right");
  assert.deepEqual(await seriousFaults(tab), []);
  await test(tab, "practice-next").click();
  await test(tab, "end").waitFor();
  await soon(async () =>
    assert.deepEqual([tab.url(), await state(tab)], [url, before], "no trace"),
  );
  await done(tab);
});

it("on a phone the end comes up over the lower part of the page, and can be closed", async () => {
  const tab = await won({ viewport: { width: 390, height: 844 } });
  await soon(async () => {
    const box = await test(tab, "end").boundingBox();
    assert.ok(box.y > 300 && box.y + box.height <= 844, JSON.stringify(box));
  });
  await test(tab, "practice").waitFor();
  assert.deepEqual(await seriousFaults(tab), []);
  await test(tab, "end-close").click();
  await soon(async () => assert.equal(await test(tab, "end").count(), 0));
  await tab.context().close();
});

it("while a review runs its graph is grey where nothing is known", async () => {
  const tab = await browser.tab({ viewport: { width: 1280, height: 860 } });
  await open(
    tab,
    server,
    "#game=trench&south=person&north=person&moves=A3C5_F5E4_G3F4_E4F3_F4E5_G5F4_E5F6_F4E3&at=8",
  );
  await untilTurn(tab);
  await tab.evaluate(() => {
    window.seen = [];
    const look = () => {
      const known = document.querySelector('[data-testid="graph-known"]');
      const whole = document.querySelector(".graph-unknown");
      if (whole)
        window.seen.push(
          Number(known?.getAttribute("width") ?? 0) /
            Number(whole.getAttribute("width")),
        );
    };
    new MutationObserver(look).observe(document.body, {
      attributes: true,
      childList: true,
      subtree: true,
    });
  });
  await test(tab, "review").click();
  await tab.waitForFunction(
    () => document.querySelectorAll(".graph-point").length === 9,
  );
  const seen = await tab.evaluate(() => window.seen);
  assert.ok(
    seen.some((share) => share < 0.9),
    "it was never grey",
  );
  assert.equal(seen.at(-1), 1);
  await tab.context().close();
});

it("moves stand in turns with pictures of their pieces; a refused proposal and its replacement are one", async () => {
  const tab = await at(
    "#game=refusal&south=person&north=person&moves=A3B5_refuse_C3C4_C6C5_accept&at=5",
  );
  const turns = await test(tab, "turn").evaluateAll((found) =>
    found.map((turn) =>
      [...turn.querySelectorAll(".step")].map((step) => step.className),
    ),
  );
  assert.equal(turns.length, 2);
  assert.match(
    turns[0].join("|"),
    /south move refused\|step north refuse\|step south move/,
  );
  assert.match(turns[1].join("|"), /north move\|step south accept/);
  await soon(async () => assert.equal(await tab.locator(".turns").count(), 1));
  await soon(async () =>
    assert.equal(await tab.locator(".turn-piece .piece").count(), 3),
  );
  await soon(async () =>
    assert.match(
      await tab.locator(".step").first().textContent(),
      /South\s+knight\s+A3B5/,
    ),
  );
  await tab.locator(".step.refuse").click();
  await untilPly(tab, 2);
  assert.deepEqual(await seriousFaults(tab, ".moves-panel"), []);
  await done(tab);
});

it("moves of engine lines show their board and lead there", async () => {
  const tab = await at("#game=oska&south=person&north=person");
  await test(tab, "analysis").click();
  await tab.waitForFunction(() =>
    /done/.test(document.querySelector('[data-testid="depth"]').textContent),
  );
  const third = tab.locator(".line").first().getByTestId("line-step").nth(2);
  await third.hover();
  const shown = test(tab, "line-board");
  await shown.waitFor();
  const line = (await shown.getAttribute("data-after")).split(" ");
  assert.ok(line.length >= 3);
  await shown.locator("svg .piece").first().waitFor();
  await third.click();
  await untilPly(tab, line.length);
  await soon(() =>
    assert.match(tab.url(), new RegExp(`moves=${line.join("_")}&`)),
  );
  await soon(async () =>
    assert.equal(await test(tab, "line-board").count(), 0),
  );
  await done(tab);
});

it("in a game against the engine only the first move of a line can be played", async () => {
  const tab = await at("#game=oska&south=engine&north=person&level=1&time=100");
  await test(tab, "analysis").click();
  await tab.waitForFunction(() =>
    /done/.test(document.querySelector('[data-testid="depth"]').textContent),
  );
  const steps = tab.locator(".line").first().getByTestId("line-step");
  await soon(async () =>
    assert.equal(await steps.nth(0).getAttribute("aria-disabled"), null),
  );
  await soon(async () =>
    assert.equal(await steps.nth(1).getAttribute("aria-disabled"), "true"),
  );
  await done(tab);
});
