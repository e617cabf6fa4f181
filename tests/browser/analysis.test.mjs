// Analysis, advice and review.

import assert from "node:assert/strict";
import { at, done } from "./served.mjs";
import { it } from "./which.mjs";
import { move, SOME_GAMES, soon, test, until, untilPly } from "./tools.mjs";

/** Waits for at least this depth. */
const depth = (tab, least) =>
  tab.waitForFunction(
    (least) =>
      Number(
        /depth (\d+)/.exec(
          document.querySelector('[data-testid="depth"]')?.textContent ?? "",
        )?.[1] ?? 0,
      ) >= least,
    least,
  );

for (const game of SOME_GAMES) {
  it(`${game}: analysis grows deeper, follows the board and stops`, async () => {
    const tab = await at(`#game=${game}&south=person&north=person`);
    await test(tab, "analysis").click();
    await test(tab, "lines").selectOption("3");
    await depth(tab, 3);
    await tab.waitForFunction(
      () => document.querySelectorAll('[data-testid="line"]').length === 3,
    );
    await soon(async () =>
      assert.equal(await tab.locator(".arrow").count(), 3),
    );
    await soon(async () =>
      assert.match(
        await test(tab, "evaluation").getAttribute("aria-label"),
        /Evaluation [+−]?[\d#]/,
      ),
    );
    // Read and click in one step: the best line may change at any time.
    const first = await tab
      .locator(".line-move")
      .first()
      .evaluate((button) => (button.click(), button.textContent));
    await untilPly(tab, 1);
    await soon(() => assert.match(tab.url(), new RegExp(`moves=${first}`)));
    await depth(tab, 2);
    await test(tab, "analysis").click();
    await soon(async () =>
      assert.equal(await test(tab, "analysis-panel").count(), 0),
    );
    await soon(async () =>
      assert.equal(await tab.locator(".arrow.first").count(), 0),
    );
    await done(tab);
  });
}

it("Refusal: the best move is the one to be refused, all others are accepted", async () => {
  const tab = await at("#game=refusal&south=person&north=person");
  await test(tab, "analysis").click();
  await test(tab, "advice").waitFor();
  await soon(async () =>
    assert.equal(await tab.locator("[data-advice$=-refuse]").count(), 1),
  );
  await soon(async () =>
    assert.equal(await tab.locator("[data-advice$=-accept]").count(), 10),
  );
  // The badges on the board agree with the list.
  const refused = (
    await tab.locator("[data-advice$=-refuse]").getAttribute("data-advice")
  ).split("-")[0];
  const box = await tab
    .locator(`[data-square="${refused.slice(0, 2)}"] .field`)
    .boundingBox();
  await tab.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await tab.waitForFunction(
    (from) => {
      const signs = [...document.querySelectorAll("[data-badge]")];
      const listed = ({ dataset }) =>
        document.querySelector(`[data-advice="${from}${dataset.badge}"]`);
      return signs.length > 0 && signs.every(listed);
    },
    refused.slice(0, 2),
  );
  await done(tab);
});

it("Refusal: a pending proposal gets its advice", async () => {
  const tab = await at(
    "#game=refusal&south=person&north=person&start=---K-/--p--/-----/-----/-----/-----/-----/k--r-+s+-",
  );
  await move(tab, "D1", "D8");
  await untilPly(tab, 1);
  await test(tab, "analysis").click();
  await test(tab, "advice-line").waitFor();
  await soon(async () =>
    assert.match(
      await test(tab, "advice-line").textContent(),
      /should be (accepted|refused)/,
    ),
  );
  await done(tab);
});

it("a finished game is reviewed: a graph, and the kings that both sides left hanging", async () => {
  const tab = await at(
    "#game=gastank&north=person&start=----K3---/--------/---n3----/--------/---N3----/--------/----k3---+s",
  );
  for (const [index, [from, to]] of [
    ["D5", "F4"],
    ["E7", "E6"],
    ["F4", "E6"],
  ].entries()) {
    await move(tab, from, to);
    await untilPly(tab, index + 1);
  }
  await until(tab, { phase: "over", outcome: "south" });
  await tab.waitForFunction(
    () => document.querySelectorAll(".graph-point").length === 4,
  );
  for (const ply of [1, 2])
    await tab.locator(`.step.blunder[data-ply="${ply}"]`).waitFor();
  await soon(async () =>
    assert.equal(await tab.locator(".step .sign").count(), 2),
  );
  await soon(async () =>
    assert.equal(await tab.locator(".graph [data-mark=blunder]").count(), 2),
  );
  await done(tab);
});

it("a review marks mistakes in the list, and the graph leads to its moves", async () => {
  // South does not capture a king that it could: even the shortest search finds this.
  const tab = await at(
    "#game=gastank&south=person&north=person&start=----K3---/--------/---n3----/--------/---N3----/--------/----k3---+s&moves=D5F4_E7E6&at=2",
  );
  await test(tab, "review").click();
  await tab.waitForFunction(
    () => document.querySelectorAll(".graph-point").length === 3,
  );
  await tab.locator('.step[data-ply="1"] .sign').waitFor();
  await tab.locator('.graph-point[data-ply="1"]').click({ force: true });
  await untilPly(tab, 1);
  await done(tab);
});
