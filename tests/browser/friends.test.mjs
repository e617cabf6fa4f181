// Games with a friend by links: two browsers that share nothing but the links.

import assert from "node:assert/strict";
import { browser, server } from "./served.mjs";
import { it } from "./which.mjs";
import {
  click,
  GAMES,
  move,
  picture,
  seriousFaults,
  soon,
  state,
  test,
  until,
} from "./tools.mjs";

/** Short games, to their ends. */
const WHOLE_GAMES = {
  refusal:
    "E3C4 accept A6B4 accept C3B4 accept A8A3 accept C4E5 accept A3B3 accept A1A6 accept B6B5 refuse B3B1",
  gastank: "F2G4 E7F6 G4F6",
  trench: "F1F2 B5C4 C1D1 B7A7 F3E4 G5F4 A3B4 C7B7 B4A5 F7F6 A5C7 B7B3 C7D6",
  hiya: "E2B5 C6C5 B5D7",
  oska: "D5C4 B1A2 B5B4 A2A3 B4A2 A1A3 C4B3 A3B4 C5A3 D1C2 B3D1 C1B2 A3C1",
};

/** Two browsers, closed at the end. */
async function twoBrowsers(body, options) {
  const browsers = [await browser.anew(), await browser.anew()];
  try {
    const tabs = [];
    for (const one of browsers) {
      const tab = await one.tab();
      await tab.setViewportSize(options ?? { width: 1280, height: 860 });
      tabs.push(tab);
    }
    await body(...tabs);
    for (const tab of tabs) assert.deepEqual(tab.errors, []);
  } finally {
    for (const one of browsers) await one.stop();
  }
}

/** Invites a friend to a game; the opener of the game is the one who invites. */
async function invite(tab, game, name) {
  await tab.goto(server.address);
  await test(tab, `card-${game}`).click();
  await test(tab, "mode-friend").check({ force: true });
  if (game === "oska") await test(tab, "side-north").check({ force: true });
  await test(tab, "friend-name").fill(name);
  await test(tab, "start").click();
  await until(tab, { ply: 0, phase: ["person", "friend"] });
}

/** Presses the big button; returns the link. */
async function send(tab) {
  await test(tab, "send-move").click();
  // The address of these tests is local, which the page points out.
  await test(tab, "copy-here").click();
  await tab.waitForSelector('[data-testid="sent"][data-sent="copied"]');
  return test(tab, "friend-url").inputValue();
}

/** Opens a link in a new page. */
async function openLink(tab, link) {
  await tab.goto("about:blank");
  await tab.goto(link);
  await tab.waitForSelector('[data-testid="friend-panel"]');
}

/** Opens a link where the game is open already, as when it is pasted into the address bar. */
const pasteLink = (tab, link) =>
  tab.evaluate((hash) => (location.hash = hash), new URL(link).hash);

/** Plays an action with the mouse. */
async function act(tab, action) {
  if (/^[a-z]/.test(action)) return test(tab, `word-${action}`).click();
  const [from, to] = [action.slice(0, 2), action.slice(2)];
  const { ply } = await state(tab);
  await move(tab, from, to);
  // Capturing an own piece needs a second click.
  const confirming = tab.locator(`[data-square="${to}"].confirming`);
  await soon(async () =>
    assert.ok((await confirming.count()) > 0 || (await state(tab)).ply > ply),
  );
  if ((await confirming.count()) > 0) await click(tab, to);
}

for (const game of GAMES) {
  it(`a whole game of ${game} by links`, async () => {
    await twoBrowsers(async (ann, bob) => {
      await invite(ann, game, "Ann");
      const actions = WHOLE_GAMES[game].split(" ");
      let [here, there] = [ann, bob];
      for (const [ply, action] of actions.entries()) {
        if ((await state(here)).phase === "friend") {
          const link = await send(here);
          [here, there] = [there, here];
          await (ply > 2 ? pasteLink : openLink)(here, link);
        }
        await until(here, { ply, phase: "person" });
        await act(here, action);
        await until(here, {
          ply: ply + 1,
          phase: ["person", "friend", "over"],
        });
      }
      const won = await state(here);
      assert.equal(won.phase, "over");
      const link = await send(here);
      await pasteLink(there, link);
      await until(there, { phase: "over", outcome: won.outcome });
      await soon(async () =>
        assert.equal((await state(there)).position, won.position),
      );
      await soon(async () => {
        const results = [];
        for (const tab of [here, there])
          results.push(await test(tab, "end-result").textContent());
        assert.equal(results.filter((text) => /^You win/.test(text)).length, 1);
      });
    });
  });
}

it("friends see names, notes and whose turn it is, and move only their own pieces", async () => {
  await twoBrowsers(async (ann, bob) => {
    await invite(ann, "hiya", "Ann");
    await move(ann, "E2", "B5");
    await until(ann, { ply: 1, phase: "friend" });
    await test(ann, "friend-write-note").fill("A kick for you");
    assert.deepEqual(await seriousFaults(ann, "friends-send"), []);
    const link = await send(ann);
    await ann.waitForSelector('[data-testid="qr"]');
    assert.deepEqual(await seriousFaults(ann, "friends-sent"), []);
    await soon(async () =>
      assert.equal(await ann.locator(".movable").count(), 0),
    );
    await test(ann, "analysis").and(ann.locator(":disabled")).waitFor();

    await openLink(bob, link);
    await test(bob, "friend-note").filter({ hasText: "A kick" }).waitFor();
    // Bob may never have seen the game.
    await test(bob, "welcome").filter({ hasText: "Twist" }).waitFor();
    await test(bob, "how-to-answer").filter({ hasText: "link" }).waitFor();
    await until(bob, { ply: 1, phase: "person" });
    await test(bob, "plate-south").filter({ hasText: "Ann" }).waitFor();
    // Bob sits at the bottom.
    await soon(async () => {
      const top = await test(bob, "plate-south").boundingBox();
      const bottom = await test(bob, "plate-north").boundingBox();
      assert.ok(top.y < bottom.y);
    });
    assert.deepEqual(await seriousFaults(bob, "friends-opened"), []);
    await click(bob, "A3");
    await soon(async () =>
      assert.equal(await bob.locator("[data-target]").count(), 0),
    );
    await move(bob, "C6", "C5");
    await until(bob, { ply: 2 });
    await soon(async () => assert.equal(await test(bob, "welcome").count(), 0));

    // A reload keeps the seat, though the address has the link for Ann.
    await bob.reload();
    await until(bob, { ply: 2, phase: "friend" });
    await test(bob, "send-move").waitFor();

    await bob.locator(".brand").click();
    await test(bob, "friend-game")
      .filter({ hasText: "not sent yet" })
      .waitFor();
    assert.deepEqual(await seriousFaults(bob, "friends-home"), []);
    await ann.locator(".brand").click();
    await test(ann, "friend-game").filter({ hasText: "waiting" }).waitFor();
    await test(ann, "friend-game").click();
    await until(ann, { ply: 1, phase: "friend" });
  });
});

it("a resignation is sent, and a rematch with the sides changed", async () => {
  await twoBrowsers(
    async (ann, bob) => {
      await invite(ann, "hiya", "Ann");
      await move(ann, "E2", "B5");
      await until(ann, { ply: 1, phase: "friend" });
      // What was not sent can be taken back.
      await test(ann, "take-back").click();
      await until(ann, { ply: 0, phase: "person" });
      await move(ann, "A3", "B4");
      await until(ann, { ply: 1, phase: "friend" });
      await openLink(bob, await send(ann));
      await until(bob, { ply: 1, phase: "person" });
      await test(bob, "resign").click();
      await test(bob, "resign-yes").click();
      await until(bob, { phase: "over", outcome: "south" });
      // On a phone the end covers the prompt, so it has the button.
      const button = test(bob, "end").getByTestId("send-move");
      await button.filter({ hasText: "resign" }).waitFor();
      assert.deepEqual(await seriousFaults(bob, "friends-resigned"), []);
      await pasteLink(ann, await send(bob));
      await until(ann, { phase: "over", outcome: "south" });
      await test(ann, "end-reason")
        .filter({ hasText: "Your friend resigned." })
        .waitFor();
      await test(bob, "friend-rematch").click();
      await until(bob, { ply: 0, phase: "person" });
      await move(bob, "E2", "B5");
      await until(bob, { ply: 1, phase: "friend" });
      await pasteLink(ann, await send(bob));
      await until(ann, { ply: 1, phase: "person" });
      await ann.locator(".brand").click();
      await soon(async () =>
        assert.deepEqual(
          await test(ann, "friend-game").locator("span").allTextContents(),
          ["your move", "won"],
        ),
      );
    },
    { width: 390, height: 844 },
  );
});

it("older and contradicting links are said to be so", async () => {
  await twoBrowsers(async (ann, bob) => {
    await invite(ann, "hiya", "Ann");
    await move(ann, "A3", "B4");
    await until(ann, { ply: 1 });
    const first = await send(ann);
    await openLink(bob, first);
    await until(bob, { ply: 1, phase: "person" });
    await move(bob, "C6", "C5");
    await until(bob, { ply: 2 });
    const second = await send(bob);
    await openLink(bob, first);
    await test(bob, "arrival-older").waitFor();
    await until(bob, { ply: 1 });
    assert.deepEqual(await seriousFaults(bob, "friends-older"), []);
    await test(bob, "newest").click();
    await until(bob, { ply: 2 });

    // Bob forgets the game and answers otherwise.
    await openLink(ann, second);
    await until(ann, { ply: 2, phase: "person" });
    await bob.evaluate(() => localStorage.clear());
    await openLink(bob, first);
    await until(bob, { ply: 1, phase: "person" });
    await move(bob, "E6", "D5");
    await until(bob, { ply: 2 });
    const other = await send(bob);
    await openLink(ann, other);
    await test(ann, "arrival-differs").filter({ hasText: "E6D5" }).waitFor();
    const before = await state(ann);
    assert.deepEqual(await seriousFaults(ann, "friends-differs"), []);
    await test(ann, "keep-mine").click();
    await soon(async () => assert.deepEqual(await state(ann), before));
    await openLink(ann, other);
    await test(ann, "take-link").click();
    await until(ann, { ply: 2, other: before.position });
  });
});

it("a link does not move for the one who opens it", async () => {
  await twoBrowsers(async (ann, bob) => {
    await invite(ann, "hiya", "Ann");
    await move(ann, "A3", "B4");
    await until(ann, { ply: 1, phase: "friend" });
    await openLink(bob, await send(ann));
    await until(bob, { ply: 1, phase: "person" });
    await move(bob, "C6", "C5");
    await until(bob, { ply: 2, phase: "friend" });
    const link = await send(bob);
    await pasteLink(ann, link);
    await until(ann, { ply: 2, phase: "person" });
    // Bob plays on with Ann's side in a browser that has forgotten the game.
    await ann.evaluate(() => {
      window.kept = localStorage.getItem("skirmish.friends");
      localStorage.clear();
    });
    const forger = await ann.context().newPage();
    await openLink(forger, link);
    await move(forger, "A2", "A3");
    await until(forger, { ply: 3, phase: "friend" });
    const forged = await send(forger);
    await ann.evaluate(() =>
      localStorage.setItem("skirmish.friends", window.kept),
    );
    await forger.close();
    await ann.reload();
    await until(ann, { ply: 2, phase: "person" });
    await pasteLink(ann, forged);
    await test(ann, "arrival-foreign").filter({ hasText: "A2A3" }).waitFor();
    assert.deepEqual(await seriousFaults(ann, "friends-foreign"), []);
    await until(ann, { ply: 2 });
    await test(ann, "keep-mine").click();
    await until(ann, { ply: 2, phase: "person" });
  });
});

it("damaged links, links of newer versions and illegal ones get a sentence", async () => {
  await twoBrowsers(async (ann, bob) => {
    await invite(ann, "oska", "Ann");
    await act(ann, "D5C4");
    await until(ann, { ply: 1 });
    const link = await send(ann);
    for (const [damaged, words] of [
      [link.slice(0, -20), /damaged/],
      [link.replace("friend=1", "friend=9"), /newer version/],
    ]) {
      await bob.goto("about:blank");
      await bob.goto(damaged);
      await bob.waitForSelector(".card");
      await soon(async () =>
        assert.match(await bob.locator(".notice.error").textContent(), words),
      );
    }
  });
});

for (const [width, height] of [
  [390, 844],
  [320, 640],
])
  it(`a game with a friend fits into a window of ${width} pixels`, async () => {
    await twoBrowsers(
      async (ann, bob) => {
        await ann.goto(server.address);
        await test(ann, "play-a-friend").click();
        await test(ann, "friend-name").waitFor();
        await test(ann, "game-refusal").check({ force: true });
        await picture(ann, `friends-dialog-${width}`);
        await test(ann, "friend-name").fill("Ann-Katharina of Hohenlohe");
        await test(ann, "start").click();
        await until(ann, { phase: "person" });
        await move(ann, "E3", "C4");
        await until(ann, { ply: 1, phase: "friend" });
        await picture(ann, `friends-send-${width}`);
        const link = await send(ann);
        // What happened is in sight, above the controls.
        const controls = await ann.locator(".controls").boundingBox();
        await soon(async () => {
          const { y, height } = await test(ann, "sent").boundingBox();
          assert.ok(y >= 0 && y + height <= controls.y, `${y} + ${height}`);
        });
        await ann.waitForSelector('[data-testid="qr"]');
        await test(ann, "qr").scrollIntoViewIfNeeded();
        await picture(ann, `friends-sent-${width}`);
        await openLink(bob, link);
        await until(bob, { ply: 1, phase: "person" });
        await picture(bob, `friends-answer-${width}`);
        for (const tab of [ann, bob]) {
          await soon(async () => {
            const wide = await tab.evaluate(
              () => document.documentElement.scrollWidth,
            );
            assert.ok(wide <= width, `${wide} pixels`);
          });
        }
      },
      { width, height },
    );
  });
