// Games with a friend in a room of the server, with lost connections, restarts and hostile pages.

import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { after, before } from "node:test";
import { it, onSite, TEST_TIMEOUT_MS } from "./which.mjs";
import {
  click,
  move,
  picture,
  seriousFaults,
  soon,
  startBrowser,
  startServer,
  state,
  test,
  until,
  untilConnected,
} from "./tools.mjs";

let server;
let browser;
const timeout = TEST_TIMEOUT_MS;
before(
  async () => {
    if (onSite) return;
    // Pages come back to a server with the same token.
    process.env.SKIRMISH_TOKEN = "0123456789abcdef0123";
    server = await startServer(undefined, "--listen", "127.0.0.1");
    browser = await startBrowser();
  },
  { timeout },
);
after(
  async () => {
    await browser?.stop();
    await server?.stop();
  },
  { timeout },
);

/** Browsers that share nothing but the server, closed at the end. */
async function inBrowsers(count, body) {
  const browsers = [];
  for (let number = 0; number < count; number += 1)
    browsers.push(await browser.anew());
  try {
    const tabs = [];
    for (const one of browsers) {
      const tab = await one.tab();
      await tab.setViewportSize({ width: 1280, height: 860 });
      // Tests close sockets and send nonsense on them.
      await tab.addInitScript(() => {
        const Real = WebSocket;
        window.sockets = [];
        window.WebSocket = class extends Real {
          constructor(...words) {
            super(...words);
            window.sockets.push(this);
          }
        };
      });
      tabs.push(tab);
    }
    await body(...tabs);
    for (const tab of tabs) assert.deepEqual(tab.errors, []);
  } finally {
    for (const one of browsers) await one.stop();
  }
}

/** Opens a room; returns the invitation. */
async function openRoom(tab, game, { clock, listed = false } = {}) {
  await tab.goto(server.address);
  await test(tab, `card-${game}`).click();
  await test(tab, "mode-friend").check({ force: true });
  // Ann moves first.
  if (game === "oska") await test(tab, "side-north").check({ force: true });
  if (clock) await test(tab, "friend-clock").selectOption(String(clock));
  await test(tab, "friend-listed").setChecked(listed);
  await test(tab, "friend-name").fill("Ann");
  await test(tab, "start").click();
  await untilFriend(tab, "free");
  await test(tab, "link-details").locator("summary").click();
  return test(tab, "friend-url").inputValue();
}

const untilFriend = (tab, how) =>
  tab.waitForSelector(`[data-testid="presence"][data-friend="${how}"]`);

/** Ann's room with Bob in it. */
async function inARoom(ann, bob, game, options) {
  const link = await openRoom(ann, game, options);
  await bob.goto(link);
  await untilFriend(bob, "present");
  await untilFriend(ann, "present");
  return link;
}

/** A move that both boards show. */
async function play(tabs, ply, action) {
  const [mover, ...others] = tabs;
  await until(mover, { ply, phase: "person" });
  await move(mover, action.slice(0, 2), action.slice(2));
  for (const tab of [mover, ...others]) await until(tab, { ply: ply + 1 });
}

it("a live game survives a reload, a lost connection and a killed server", async () => {
  await inBrowsers(3, async (ann, bob, wall) => {
    await inARoom(ann, bob, "oska");
    await play([ann, bob], 0, "D5C4");
    await play([bob, ann], 1, "B1A2");

    // A watcher sees the game and moves nothing.
    await test(ann, "watch-details").locator("summary").click();
    await wall.goto(await test(ann, "watch-url").inputValue());
    await until(wall, { ply: 2, phase: "friend" });
    await test(bob, "watchers").waitFor();
    await click(wall, "B5");
    await soon(async () =>
      assert.equal(await wall.locator("[data-target]").count(), 0),
    );
    assert.deepEqual(await seriousFaults(wall, "rooms-watcher"), []);

    await bob.reload();
    await untilFriend(bob, "present");
    await untilFriend(ann, "present");
    await until(bob, { ply: 2, phase: "friend" });
    await play([ann, bob, wall], 2, "B5B4");

    // Bob's connection is lost; Ann sees it. Bob moves when it is back.
    await bob.context().setOffline(true);
    await bob.evaluate(() => window.sockets.at(-1).close());
    await untilFriend(ann, "away");
    await bob.context().setOffline(false);
    await untilFriend(bob, "present");
    await test(ann, "presence").filter({ hasText: "is back" }).waitFor();
    await play([bob, ann, wall], 3, "A2A3");

    // The server is killed and starts anew: everyone meets in the same room.
    const { port } = server;
    await server.stop("SIGKILL");
    for (const tab of [ann, bob, wall]) await untilConnected(tab, false);
    await soon(async () => assert.equal((await state(ann)).ply, 4));
    server = await startServer(port, "--listen", "127.0.0.1");
    await untilFriend(ann, "present");
    await untilFriend(bob, "present");
    await play([ann, bob, wall], 4, "B4A2");
    for (const [ply, action] of "A1A3 C4B3 A3B4 C5A3 D1C2 B3D1 C1B2 A3C1"
      .split(" ")
      .entries())
      await play(
        ply % 2 === 0 ? [bob, ann, wall] : [ann, bob, wall],
        ply + 5,
        action,
      );
    for (const tab of [ann, bob, wall]) await until(tab, { phase: "over" });
    await test(ann, "friend-rematch").click();
    await test(bob, "rematch-accept").click();
    await until(ann, { ply: 0, phase: "friend" });
    await until(bob, { ply: 0, phase: "person" });
    await untilFriend(bob, "present");
  });
});

it("a turn of Refusal is proposed, refused and replaced in a room", async () => {
  await inBrowsers(2, async (ann, bob) => {
    await inARoom(ann, bob, "refusal");
    // No move of the other makes the board go away, not even for a moment.
    for (const tab of [ann, bob])
      await tab.evaluate(() => {
        window.blinked = false;
        new MutationObserver(() => {
          window.blinked ||= !document.querySelector('[data-testid="board"]');
        }).observe(document.body, { childList: true, subtree: true });
      });
    await play([ann, bob], 0, "A3B5");
    await test(bob, "ghost").waitFor();
    await soon(async () =>
      assert.equal(await test(ann, "word-refuse").count(), 0),
    );
    await test(bob, "word-refuse").click();
    await until(ann, { ply: 2, phase: "person" });
    await test(ann, "stamp").waitFor();
    await play([ann, bob], 2, "C3C4");
    await play([bob, ann], 3, "C6C5");
    await test(ann, "word-accept").click();
    await until(ann, { ply: 5, phase: "person" });
    await until(bob, { ply: 5, phase: "friend" });
    await soon(async () =>
      assert.equal((await state(ann)).position, (await state(bob)).position),
    );
    for (const tab of [ann, bob])
      await soon(async () =>
        assert.equal(await tab.evaluate(() => window.blinked), false),
      );
  });
});

it("hostile messages into a room change no board", async () => {
  await inBrowsers(3, async (ann, bob, eve) => {
    await inARoom(ann, bob, "hiya");
    await play([ann, bob], 0, "A3B4");
    const before = await state(ann);
    const room = /id=([^&]*)/.exec(ann.url())[1];
    const say = (tab, part, actions) =>
      tab.evaluate(
        ({ part, actions }) => {
          const line = { game: "hiya", start: null, actions };
          const game = { line, name: "Bob", takebacks: 0, ...part };
          const request = { type: "relay", id: 1e6, game };
          window.sockets.at(-1).send(JSON.stringify(request));
        },
        { part, actions },
      );
    const notice = (tab, text) =>
      test(tab, "notice").filter({ hasText: text }).waitFor();
    await say(bob, { line: { game: "oska", start: null, actions: [] } }, []);
    await notice(ann, "plays another game");
    await say(bob, {}, ["A3B4", "E6E1"]);
    await notice(ann, "is not legal and was not taken");
    await say(bob, {}, ["A3B4", "E6D5", "B3C4"]);
    await notice(ann, "sent a move of yours");
    const end = (side, by) => ({ ended: { side, by } });
    await say(bob, end("south", "resignation"), ["A3B4"]);
    await notice(ann, "an end of the game that is not so");
    await say(bob, end("south", "time"), ["A3B4"]);
    await say(bob, { takebacks: 1 }, []);
    await say(bob, { takebacks: 7, ask: 0 }, ["A3B4"]);
    await say(bob, {}, ["B3A4"]);
    await test(ann, "arrival-differs").waitFor();
    assert.deepEqual(await seriousFaults(ann, "rooms-differs"), []);
    await test(ann, "keep-mine").click();
    await soon(async () => assert.deepEqual(await state(ann), before));

    // Eve is in no room, then watches, and then wants Bob's seat.
    await eve.goto(server.address);
    await eve.waitForSelector(".card");
    await eve.evaluate(() => {
      window.heard = [];
      window.sockets
        .at(-1)
        .addEventListener("message", ({ data }) =>
          window.heard.push(JSON.parse(data)),
        );
    });
    const heard = (type, words) =>
      eve.waitForFunction(
        ({ type, words }) =>
          window.heard.some(
            (message) =>
              message.type === type && JSON.stringify(message).includes(words),
          ),
        { type, words },
      );
    const send = (request) =>
      eve.evaluate(
        (request) =>
          window.sockets.at(-1).send(JSON.stringify({ id: 1e6, ...request })),
        request,
      );
    await say(eve, {}, ["A3B4", "E6D5"]);
    await heard("error", "you are in no room");
    const enter = { type: "enter", create: false, secret: "x".repeat(22) };
    await send({ ...enter, room: "another-room-of-eve-1" });
    await heard("error", "gone");
    await send({ ...enter, room, seat: "north" });
    await heard("room", '"seat":null');
    await say(eve, {}, ["A3B4", "E6D5"]);
    await heard("error", "only the players");
    await soon(async () => assert.deepEqual(await state(ann), before));

    // A flood is slowed down, and the game goes on.
    await bob.evaluate(() => {
      for (let count = 0; count < 300; count += 1)
        window.sockets.at(-1).send('{"type":"lobby","id":1000000}');
    });
    await play([bob, ann], 1, "E6D5");
    await untilFriend(ann, "present");
  });
});

it("a game of the lobby has clocks, is taken back by agreement and watched", async () => {
  await inBrowsers(3, async (ann, bob, wall) => {
    await openRoom(ann, "hiya", { clock: 300_000, listed: true });
    assert.deepEqual(await seriousFaults(ann, "rooms-waiting"), []);
    await bob.goto(server.address);
    await test(bob, "lobby-join").filter({ hasText: "Ann" }).waitFor();
    assert.deepEqual(await seriousFaults(bob, "rooms-lobby"), []);
    await test(bob, "lobby-join").click();
    await untilFriend(ann, "present");
    // The lobby has not asked Bob for his name.
    await test(bob, "friend-my-name").fill("Bob");
    await test(bob, "friend-my-name").press("Enter");
    await test(ann, "plate-north").filter({ hasText: "Bob" }).waitFor();
    await test(bob, "friend-my-name").waitFor({ state: "detached" });
    await wall.goto(server.address);
    await test(wall, "lobby-watch").click();
    await play([ann, bob, wall], 0, "A3B4");
    await play([bob, ann, wall], 1, "E6D5");
    await picture(ann, "rooms-playing");
    for (const tab of [ann, bob, wall])
      await soon(async () =>
        assert.match(
          await test(tab, "clock-south").textContent(),
          /^(5:00|4:\d\d)$/,
        ),
      );
    await ann.waitForFunction(
      () =>
        document.querySelector('[data-testid="clock-south"]').textContent <
        "5:00",
    );
    // Bob asks, Ann refuses; he asks again, and she agrees.
    await test(bob, "takeback-ask").click();
    await test(ann, "takeback-asked").filter({ hasText: "E6D5" }).waitFor();
    assert.deepEqual(await seriousFaults(ann, "rooms-takeback"), []);
    await test(ann, "takeback-no").click();
    await test(bob, "notice").filter({ hasText: "does not want" }).waitFor();
    await test(bob, "takeback-ask").click();
    await test(ann, "takeback-yes").click();
    for (const tab of [ann, bob, wall]) await until(tab, { ply: 1 });
    await play([bob, ann, wall], 1, "C6C5");
    await bob.locator(".brand").click();
    await untilFriend(ann, "away");
    await test(bob, "friend-game").click();
    await untilFriend(ann, "present");
    await test(bob, "resign").click();
    await test(bob, "resign-yes").click();
    for (const tab of [ann, bob, wall]) await until(tab, { phase: "over" });
    await soon(async () =>
      assert.match(await test(ann, "end-result").textContent(), /You win/),
    );
  });
});
