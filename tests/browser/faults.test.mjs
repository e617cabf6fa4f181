// Faults of the page that once were there.

import assert from "node:assert/strict";
import { at, browser, done, server } from "./served.mjs";
import { it } from "./which.mjs";
import { click, move, open, soon, test, until, untilPly } from "./tools.mjs";

const inWindow = ({ x, y, width, height }, [wide, high]) =>
  x >= 0 && y >= 0 && x + width <= wide + 1 && y + height <= high + 1;

it("n and Enter start a game, and the level has its name", async () => {
  const tab = await at("#game=hiya&north=person");
  await tab.keyboard.press("n");
  await tab.getByRole("slider", { name: "Level" }).waitFor();
  await tab.keyboard.press("Enter");
  await tab.waitForFunction(() => location.hash.includes("level=2"));
  await soon(async () => assert.equal(await tab.locator("dialog").count(), 0));
  await done(tab);
});

it("on phones a game can be started without scrolling, and long words in the header fit", async () => {
  for (const [width, height] of [
    [320, 568],
    [390, 844],
    [1280, 720],
  ]) {
    const tab = await at("#game=refusal", { viewport: { width, height } });
    await test(tab, "new-game").click();
    await soon(async () => {
      const close = await test(tab, "close").boundingBox();
      assert.ok(inWindow(close, [width, height]), "it opens at its top");
      const start = await test(tab, "start").boundingBox();
      assert.ok(
        inWindow(start, [width, height]),
        `${width}: ${JSON.stringify(start)}`,
      );
    });
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
  await soon(async () => {
    const board = await test(tab, "line-board").boundingBox();
    assert.ok(inWindow(board, [1280, 640]), JSON.stringify(board));
  });
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
  await soon(async () =>
    assert.equal(await tab.locator('.threatened[data-piece="B1"]').count(), 0),
  );
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
  await soon(async () =>
    assert.equal(await test(tab, "saved-others").count(), 0),
  );
  await tab.context().close();
});
