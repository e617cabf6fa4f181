// No game is lost: Back and the home page return to it.

import assert from "node:assert/strict";
import { browser, done, server } from "./served.mjs";
import { it } from "./which.mjs";
import {
  actionsOf,
  move,
  open,
  soon,
  state,
  test,
  untilPly,
  untilTurn,
} from "./tools.mjs";

/** A tab of a new browser, with a game of one move. */
async function inAGame() {
  const tab = await browser.tab({ viewport: { width: 1280, height: 860 } });
  await open(tab, server);
  await test(tab, "card-hiya").click();
  await test(tab, "mode-people").check({ force: true });
  await test(tab, "start").click();
  await untilTurn(tab);
  await move(tab, "A3", "B4");
  await untilPly(tab, 1);
  return tab;
}

async function close(tab) {
  assert.deepEqual(tab.errors, []);
  await tab.context().close();
}

/** Ways out of a game. */
const WAYS = {
  "the logo": (tab) => tab.locator(".brand").click(),
  "All games": async (tab) => {
    await test(tab, "menu").click();
    await test(tab, "menu-home").click();
  },
  "New game": async (tab) => {
    await test(tab, "new-game").click();
    await test(tab, "game-oska").check({ force: true });
    await test(tab, "start").click();
    await untilTurn(tab);
  },
  "Try it": async (tab) => {
    await test(tab, "rules").click();
    await test(tab, "dialog-rules")
      .getByRole("button", { name: "Try it" })
      .first()
      .click();
    await test(tab, "notice")
      .filter({ hasText: "go back to return to it" })
      .waitFor();
  },
};

for (const [name, leave] of Object.entries(WAYS)) {
  it(`${name} loses no game`, async () => {
    const tab = await inAGame();
    const before = await state(tab);
    await leave(tab);
    await soon(() => assert.doesNotMatch(tab.url(), /A3B4/));
    await tab.goBack();
    await untilPly(tab, 1);
    await soon(async () => assert.deepEqual(await state(tab), before));
    // Forward returns.
    await tab.goForward();
    await tab.waitForFunction(() => !location.hash.includes("A3B4"));
    if (name === "New game" || name === "Try it")
      await tab.locator(".brand").click();
    await test(tab, "continue").filter({ hasText: "Hi-YA!" }).click();
    await untilPly(tab, 1);
    await soon(async () => assert.deepEqual(await state(tab), before));
    await close(tab);
  });
}

it("Back leaves a game for the home page, which offers to continue it", async () => {
  const tab = await inAGame();
  await tab.goBack();
  await tab.waitForSelector(".card");
  await test(tab, "continue").click();
  await untilPly(tab, 1);
  await soon(() => assert.deepEqual(actionsOf(tab.url()), ["A3B4"]));
  await move(tab, "E6", "D5");
  await untilPly(tab, 2);
  await tab.locator(".brand").click();
  await test(tab, "saved-games").waitFor();
  await soon(async () =>
    assert.equal(
      await test(tab, "saved-game").count(),
      0,
      "it is still one game",
    ),
  );
  await close(tab);
});

it("the last 20 games are kept, those that are over as well", async () => {
  const tab = await browser.tab({ viewport: { width: 1280, height: 860 } });
  await tab.addInitScript(() => {
    if (location.protocol === "about:") return;
    const saved = Array.from({ length: 20 }, (_, index) => ({
      key: index + 1,
      address: `#game=oska&moves=A5A4&at=1&level=${(index % 10) + 1}`,
      when: 1_000_000 - index,
      outcome: null,
    }));
    localStorage.getItem("skirmish.games") ??
      localStorage.setItem("skirmish.games", JSON.stringify(saved));
  });
  await open(tab, server, "#game=oska&south=person&north=person");
  await untilTurn(tab);
  await move(tab, "A5", "A4");
  await untilPly(tab, 1);
  await test(tab, "resign").click();
  await test(tab, "resign-yes").click();
  await test(tab, "end").waitFor();
  await tab.locator(".brand").click();
  await test(tab, "saved-others").click();
  // The newest unfinished game is shown separately.
  await soon(async () =>
    assert.equal(await test(tab, "saved-game").count(), 19),
  );
  await test(tab, "saved-game").first().filter({ hasText: "won" }).waitFor();
  await close(tab);
});

it("a game in another tab is offered here, too", async () => {
  const tab = await inAGame();
  const other = await tab.context().newPage();
  await other.goto(server.address);
  await other.waitForSelector('[data-testid="continue"]');
  await test(other, "card-hiya").waitFor();
  await tab.bringToFront();
  await test(tab, "resign").click();
  await test(tab, "resign-yes").click();
  await test(tab, "end").waitFor();
  await other.waitForSelector('[data-testid="continue"]', {
    state: "detached",
  });
  await test(other, "saved-others").waitFor();
  await close(tab);
});

it("a new link in the address bar is a game of its own, and Back leads from it", async () => {
  const tab = await browser.tab();
  await open(tab, server, "#game=oska&north=person&south=person");
  await untilTurn(tab);
  await move(tab, "A5", "A4");
  await untilPly(tab, 1);
  await tab.evaluate(() => (location.hash = "#game=hiya&north=person"));
  await tab.waitForSelector('main[data-game="hiya"]');
  await tab.goBack();
  await tab.waitForSelector('main[data-game="oska"]');
  await untilPly(tab, 1);
  await done(tab);
});
