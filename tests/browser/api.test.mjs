// The API without the page: the server's WebSocket or the site's worker, with the same messages.

import assert from "node:assert/strict";
import { browser, server } from "./served.mjs";
import { GAMES, open } from "./tools.mjs";
import { it } from "./which.mjs";

/** A tab with its own connection: `said` has all messages, `send` sends one. */
async function connected() {
  const tab = await browser.tab();
  await open(tab, server);
  await tab.evaluate(() => {
    const workerUrl = document.querySelector(
      "meta[name=engine-worker]",
    )?.content;
    const way = workerUrl
      ? new Worker(new URL(workerUrl, document.baseURI))
      : new WebSocket(new URL("socket", document.baseURI).href);
    window.said = [];
    window.send = (text) =>
      workerUrl ? way.postMessage(text) : way.send(text);
    way.onmessage = ({ data }) => {
      if (typeof data === "string") window.said.push(JSON.parse(data));
    };
  });
  await heard(tab, { type: "hello" });
  return tab;
}

const send = (tab, request) =>
  tab.evaluate(
    (text) => window.send(text),
    typeof request === "string" ? request : JSON.stringify(request),
  );

/** Waits for a message with these properties. */
async function heard(tab, wish) {
  const handle = await tab.waitForFunction(
    (wish) =>
      window.said.find((message) =>
        Object.entries(wish).every(([key, value]) => message[key] === value),
      ),
    wish,
  );
  return handle.jsonValue();
}

const analyze = (game, id) => ({
  type: "analyze",
  id,
  line: { game, actions: [] },
  lines: 1,
});

it("a message that is no request gets a one-line error", async () => {
  const tab = await connected();
  await send(tab, { type: "dance", id: 7 });
  const { sentence, at } = await heard(tab, { type: "error", id: 7 });
  assert.match(
    sentence,
    /^the message is not a request: unknown variant `dance`, expected [^\n]*$/,
  );
  assert.equal(at, null);
  await send(tab, "what?");
  const other = await heard(tab, { type: "error", id: null });
  assert.match(other.sentence, /^the message is not a request: [^\n]*$/);
  await tab.close();
});

it("a search is stopped, answers with what it found, and others are answered meanwhile", async () => {
  const tab = await connected();
  for (const [index, game] of GAMES.entries()) {
    const id = 100 * (index + 1);
    await send(tab, analyze(game, id));
    await heard(tab, { type: "analysis", id, done: false });
    await send(tab, {
      type: "show",
      id: id + 1,
      line: { game, actions: [] },
    });
    await heard(tab, { type: "position", id: id + 1 });
    await send(tab, { type: "stop", id: id + 2 });
    const { lines } = await heard(tab, { type: "analysis", id, done: true });
    assert.ok(lines[0].depth > 0, game);
  }
  await tab.close();
});

it("a newer search takes the place of the older", async () => {
  const tab = await connected();
  await send(tab, analyze("gastank", 1));
  await heard(tab, { type: "analysis", id: 1 });
  await send(tab, {
    type: "choose",
    id: 2,
    line: { game: "hiya", actions: [] },
    level: 1,
    timeMs: 1000,
  });
  await heard(tab, { type: "stopped", id: 1 });
  const { action } = await heard(tab, { type: "chosen", id: 2 });
  assert.ok(action.text);
  await tab.close();
});

it("the highest level thinks for the time it has, and moves at once when told to", async () => {
  const tab = await connected();
  const choose = (id, timeMs) => ({
    type: "choose",
    id,
    line: { game: "gastank", actions: [] },
    level: 10,
    timeMs,
  });
  await send(tab, choose(1, 5000));
  const { report } = await heard(tab, { type: "chosen", id: 1 });
  // It may stop a little earlier: see crates/search/src/limits.rs. On a busy machine it stops later.
  assert.ok(report.timeMs > 4000 && report.timeMs < 30_000, report.timeMs);
  await send(tab, choose(2, 60_000));
  await heard(tab, { type: "thinking", id: 2 });
  await send(tab, { type: "stop", id: 3 });
  const chosen = await heard(tab, { type: "chosen", id: 2 });
  assert.ok(chosen.action.text && chosen.report.depth > 0);
  await tab.close();
});
