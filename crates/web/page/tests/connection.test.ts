import { expect, test } from "vitest";
import { ServerConnection, type RequestBody, type SocketLike } from "../src/connection";
import type { Message } from "../src/messages";

/** A connection with fake sockets and timers. */
function fakeConnection() {
  const sockets: (SocketLike & { sent: { id: number; type: string }[]; closed: boolean })[] = [];
  const silences: { milliseconds: number; action: () => void }[] = [];
  const waits: { milliseconds: number; action: () => void }[] = [];
  const states: boolean[] = [];
  const warnings: string[] = [];
  const pings: { id: number }[] = [];
  let answered = 0;
  const connection = new ServerConnection({
    open: () => {
      const socket = {
        sent: [] as { id: number; type: string }[],
        send(text: string) {
          const request = JSON.parse(text) as { id: number; type: string };
          if (request.type === "ping") pings.push(request);
          else this.sent.push(request);
        },
        closed: false,
        close() {
          this.closed = true;
        },
        onclose: null,
        onmessage: null,
      };
      sockets.push(socket);
      return socket;
    },
    onState: (state) => states.push(state),
    onAnswer: () => void (answered += 1),
    onHello: () => {},
    onWarning: (sentence) => warnings.push(sentence),
    later: (milliseconds, action) => (milliseconds === 15_000 ? silences : waits).push({ milliseconds, action }),
  });
  const last = () => sockets.at(-1)!;
  const say = (message: object) => last().onmessage?.({ data: JSON.stringify(message) });
  const greet = () => say({ type: "hello", version: "1", limits: { bytes: 300 } });
  return { connection, sockets, waits, silences, pings, states, warnings, last, say, greet, answers: () => answered };
}

const SHOW: RequestBody = { type: "show", line: { game: "refusal", start: null, actions: [] } };

test("an error that is about no request is a complaint, and ends none", () => {
  const { connection, greet, say, warnings } = fakeConnection();
  const heard: Message[] = [];
  greet();
  const { id } = connection.request(SHOW, (message) => heard.push(message) > 0);
  say({ type: "error", id: null, sentence: "the network is invalid", at: null });
  expect([warnings, heard]).toEqual([["the network is invalid"], []]);
  say({ type: "error", id, sentence: "no", at: null });
  expect([warnings.length, heard.length]).toEqual([1, 1]);
});

test("what is asked before the greeting is sent after it", () => {
  const { connection, last, greet } = fakeConnection();
  connection.request(SHOW, () => true);
  expect(last().sent).toEqual([]);
  greet();
  expect(last().sent).toEqual([{ ...SHOW, id: 1 }]);
});

test("numbers grow and answers find their listeners", () => {
  const { connection, say, greet } = fakeConnection();
  greet();
  const heard: string[] = [];
  const one = connection.request(SHOW, () => heard.push("one") > 0);
  const two = connection.request(SHOW, () => heard.push("two") > 0);
  expect(two.id).toBeGreaterThan(one.id);
  say({ type: "pong", id: two.id });
  say({ type: "pong", id: one.id });
  expect(heard).toEqual(["two", "one"]);
});

test("stale answers are dropped", () => {
  const { connection, say, greet } = fakeConnection();
  greet();
  const heard: Message[] = [];
  const request = connection.request(SHOW, (message) => heard.push(message) < 0);
  say({ type: "pong", id: request.id });
  request.cancel();
  say({ type: "pong", id: request.id });
  say({ type: "pong", id: 77 });
  expect(heard).toHaveLength(1);
});

test("a listener that has heard the last answer hears no more", () => {
  const { connection, say, greet } = fakeConnection();
  greet();
  let heard = 0;
  const { id } = connection.request(SHOW, () => ++heard === 2);
  for (let time = 0; time < 5; time += 1) say({ type: "pong", id });
  expect(heard).toBe(2);
});

test("a lost connection comes back and asks again what was not answered", () => {
  const { connection, sockets, waits, states, last, say, greet } = fakeConnection();
  greet();
  const answered = connection.request(SHOW, () => true);
  const open = connection.request(SHOW, () => true);
  say({ type: "pong", id: answered.id });
  last().onclose?.({ reason: "" });
  expect(states).toEqual([true, false]);
  waits[0]!.action();
  expect(sockets).toHaveLength(2);
  greet();
  expect(last().sent).toEqual([{ ...SHOW, id: open.id }]);
  expect(states).toEqual([true, false, true]);
});

test("each failure waits longer, up to a bound, and an answer starts over", () => {
  const { waits, last, greet, say } = fakeConnection();
  for (let time = 0; time < 8; time += 1) {
    last().onclose?.({ reason: "" });
    waits.at(-1)!.action();
  }
  const times = waits.map(({ milliseconds }) => milliseconds);
  expect(times.slice(0, 3)).toEqual([250, 500, 1000]);
  expect(Math.max(...times)).toBe(5000);
  // A greeting alone does not reset the delay: the engine may fail to load.
  greet();
  last().onclose?.({ reason: "" });
  expect(waits.at(-1)!.milliseconds).toBe(5000);
  waits.at(-1)!.action();
  greet();
  say({ type: "pong", id: 0 });
  last().onclose?.({ reason: "" });
  expect(waits.at(-1)!.milliseconds).toBe(250);
});

test("an old socket has nothing more to say", () => {
  const { connection, sockets, waits, last, greet } = fakeConnection();
  greet();
  let heard = 0;
  const { id } = connection.request(SHOW, () => ++heard > 9);
  last().onclose?.({ reason: "" });
  waits[0]!.action();
  greet();
  sockets[0]!.onmessage?.({ data: JSON.stringify({ type: "pong", id }) });
  sockets[0]!.onclose?.({ reason: "" });
  expect(heard).toBe(0);
  expect(waits).toHaveLength(1);
});

test("what is too long for the server is answered here, and not asked again", async () => {
  const { connection, waits, last, greet } = fakeConnection();
  greet();
  const heard: Message[] = [];
  connection.request({ type: "open", text: "é".repeat(140) }, (message) => heard.push(message) > 0);
  expect(last().sent).toHaveLength(0);
  await Promise.resolve();
  expect(heard).toMatchObject([{ type: "error", sentence: "This is too long: 312 bytes, at most 300." }]);
  connection.request({ type: "open", text: "short" }, () => true);
  last().onclose?.({ reason: "" });
  waits[0]!.action();
  greet();
  expect(last().sent).toMatchObject([{ type: "open", text: "short" }]);
});

test("what is asked in answer to the greeting is asked once", () => {
  let connection: ServerConnection | null = null;
  const sent: string[] = [];
  const socket: SocketLike = { send: (text) => sent.push(text), close: () => {}, onclose: null, onmessage: null };
  connection = new ServerConnection({
    open: () => socket,
    onState: () => {},
    onAnswer: () => {},
    onHello: () => void connection!.request(SHOW, () => true),
    onWarning: () => {},
    later: () => {},
  });
  socket.onmessage?.({ data: '{"type":"hello","version":"1","limits":{"bytes":300}}' });
  expect(sent.filter((text) => text.includes("show"))).toHaveLength(1);
});

test("nonsense is ignored", () => {
  const { last, greet } = fakeConnection();
  greet();
  for (const data of [
    "{",
    "null",
    "7",
    '{"type":"pong"}',
    '{"type":"error","id":null,"sentence":"no"}',
    new Uint8Array(2),
  ]) {
    expect(() => last().onmessage?.({ data })).not.toThrow();
  }
});

test("a server that is heard of is kept, one that is silent is given up", () => {
  const { sockets, silences, pings, states, waits, say, greet } = fakeConnection();
  greet();
  expect(pings).toHaveLength(1);
  say({ type: "pong", id: pings[0]!.id });
  silences[0]!.action();
  expect(states).toEqual([true]);
  expect(pings).toHaveLength(2);
  silences[1]!.action();
  expect(states).toEqual([true, false]);
  expect(sockets[0]!.closed).toBe(true);
  expect(waits).toHaveLength(1);
});

test("an engine that is being loaded is given the time, and told from one that answers", () => {
  const { last, greet, say, silences, states, answers } = fakeConnection();
  greet();
  last().onmessage?.({ data: "" });
  silences.at(-1)!.action();
  expect(states).toEqual([true]);
  expect(answers()).toBe(0);
  say({ type: "pong", id: 0 });
  expect(answers()).toBe(1);
  silences.at(-1)!.action();
  silences.at(-1)!.action();
  expect(states).toEqual([true, false]);
});

test("a connection is tried at once when somebody is in a hurry", () => {
  const { connection, sockets, waits, last } = fakeConnection();
  connection.reconnectNow();
  expect(sockets).toHaveLength(1);
  last().onclose?.({ reason: "" });
  connection.reconnectNow();
  expect(sockets).toHaveLength(2);
  waits[0]!.action();
  expect(sockets).toHaveLength(2);
});
