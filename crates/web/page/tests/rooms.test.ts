import { expect, test } from "vitest";
import { afterActions, afterEntering, formatTime, isOverAt, newClocks, timeLeft } from "../src/friends/clocks";
import type { RoomGame, Side } from "../src/messages";
import { sessionAt, settled, type TestEnvironment } from "./environment";

const PRESENT = ["present", "present"] as ["present", "present"];

test("clocks count in the time of the server, and the first action is free", () => {
  let clocks = afterActions(newClocks(60_000), 1, "north", 1000);
  expect(clocks.left).toEqual([60_000, 60_000]);
  expect(timeLeft(clocks, "north", 11_000)).toBe(50_000);
  expect(timeLeft(clocks, "south", 11_000)).toBe(60_000);
  clocks = afterActions(clocks, 2, "south", 21_000);
  expect(clocks.left).toEqual([60_000, 40_000]);
  // What is heard twice counts once.
  expect(afterActions(clocks, 2, "south", 31_000)).toBe(clocks);
  expect(isOverAt(clocks, "south", 80_000)).toBe(false);
  expect(isOverAt(clocks, "south", 81_000)).toBe(true);
  expect(isOverAt(clocks, "north", 200_000)).toBe(false);
});

test("clocks wait for both players after a restart of the server", () => {
  const running = { ...afterActions(newClocks(60_000), 1, "north", 1000), witness: 7 };
  expect(afterEntering(running, 7, 5000, true).since).toBe(1000);
  expect(afterEntering(running, 8, 50, false).since).toBeNull();
  expect(afterEntering(running, 8, 50, true).since).toBe(50);
});

test("times are short", () => {
  expect([300_000, 61_000, 9_940, 0].map(formatTime)).toEqual(["5:00", "1:01", "0:09.9", "0:00.0"]);
});

/** A room of the toy that was just entered, as South. */
async function inARoom(clock: number | null = null) {
  const { environment, session } = await sessionAt("", (environment) => {
    environment.rooms = { address: "http://192.0.2.7:7878/?token=abc" };
  });
  session.friends.invite({ game: "toy", start: null, side: "south", live: { clock, listed: true } });
  await settled();
  environment.reply("enter", { type: "room", seat: "south", seats: PRESENT, watchers: 0, at: 0, witness: 1 });
  return { environment, session };
}

const told = (actions: string[], part: Partial<RoomGame> = {}): RoomGame => ({
  line: { game: "toy", start: null, actions },
  name: "Bob",
  takebacks: 0,
  rematch: false,
  ended: null,
  ask: null,
  clocks: null,
  ...part,
});

const say = (environment: TestEnvironment, from: Side, at: number, game: RoomGame) =>
  environment.reply("enter", { type: "relayed", from, at, game });

test("a room is entered with the game, and the link to it has address and token for others", async () => {
  const { environment, session } = await inARoom();
  expect(environment.last("enter")).toMatchObject({ seat: "south", create: true, challenge: { game: "toy" } });
  expect(environment.last("relay")).toMatchObject({ game: { line: { actions: [] } } });
  environment.baseAddress = "http://127.0.0.1:7878/";
  session.friends.rename("Ann");
  expect(environment.last("relay")).toMatchObject({ game: { name: "Ann" } });
  expect(session.friends.url.value).toMatch(/^http:\/\/192\.0\.2\.7:7878\/\?token=abc#friend=1&.*room=1/);
  session.friends.kept.forget(session.friends.here.value!.id);
  expect(environment.count("leave")).toBe(1);
});

test("the longer of two lines that agree counts, whoever has it", async () => {
  const { environment, session } = await inARoom();
  session.play.act("A1A2");
  expect(environment.last("relay")).toMatchObject({ game: { line: { actions: ["A1A2"] } } });
  say(environment, "north", 1, told(["A1A2", "B1B2"]));
  expect(session.friends.here.value).toMatchObject({ actions: ["A1A2", "B1B2"], names: { north: "Bob" } });
  // A page that is behind hears the game again.
  await environment.pass(2000);
  const before = environment.count("relay");
  say(environment, "north", 2, told(["A1A2"]));
  say(environment, "north", 3, told(["A1A2"]));
  expect(environment.count("relay")).toBe(before + 1);
});

test("nobody moves for the other, breaks rules, or ends the game for them", async () => {
  const { environment, session } = await inARoom(60_000);
  session.play.act("A1A2");
  const notice = () => session.state.notice.value?.text;
  for (const [game, words] of [
    [told(["A1A2", "Z9"]), "Z9 breaks a rule"],
    [told(["A1A2", "A1A2", "A1A2"]), "a move of yours"],
    [told(["A1A2"], { ended: { side: "south", by: "resignation" } }), "not so"],
    [told(["A1A2"], { ended: { side: "south", by: "time" } }), "not so"],
    [told(["A1A2", "B1B2"], { ended: { side: "south", by: "time" } }), "not so"],
    [told([], { line: { game: "other", start: null, actions: [] } }), "another game"],
  ] as const) {
    say(environment, "north", 10, game);
    expect(notice()).toContain(words);
    expect(session.friends.here.value).toMatchObject({ actions: ["A1A2"], ended: null });
  }
  say(environment, "north", 11, told(["B1B2"]));
  expect(session.friends.arrival.value).toMatchObject({ kind: "differs", ply: 0 });
  expect(session.friends.here.value?.actions).toEqual(["A1A2"]);
});

test("actions are taken back when the other one agrees, and not otherwise", async () => {
  const { environment, session } = await inARoom();
  const { friends } = session;
  session.play.act("A1A2");
  say(environment, "north", 1, told([], { takebacks: 1 }));
  expect(friends.here.value?.actions).toEqual(["A1A2"]);
  friends.room.askTakeBack(0);
  expect(environment.last("relay")).toMatchObject({ game: { ask: 0 } });
  say(environment, "north", 2, told(["A1A2"], { ask: 1 }));
  expect(session.state.notice.value?.text).toContain("does not want");
  friends.room.askTakeBack(0);
  say(environment, "north", 3, told([], { takebacks: 1 }));
  expect(friends.here.value).toMatchObject({ actions: [], room: { takebacks: 1, ask: null } });
  // The other way round.
  session.play.act("A1A2");
  say(environment, "north", 4, told(["A1A2", "B1B2"], { takebacks: 1 }));
  say(environment, "north", 5, told(["A1A2", "B1B2"], { takebacks: 1, ask: 1 }));
  expect(friends.room.asked.value).toBe(1);
  friends.room.answer(true);
  expect(friends.here.value?.actions).toEqual(["A1A2"]);
  expect(environment.last("relay")).toMatchObject({ game: { takebacks: 2, line: { actions: ["A1A2"] } } });
});

test("a time that is over ends the game, when the server's time says so", async () => {
  const { environment, session } = await inARoom(60_000);
  session.play.act("A1A2");
  say(environment, "south", 1000, told(["A1A2"]));
  expect(session.friends.room.left("north")).toBe(60_000);
  await environment.pass(30_000);
  expect(session.friends.room.left("north")).toBe(30_000);
  await environment.pass(40_000);
  expect(session.friends.here.value?.ended).toEqual({ side: "north", by: "time" });
  expect(environment.last("relay")).toMatchObject({ game: { ended: { side: "north", by: "time" } } });
  expect(session.state.announcement.value).toMatch(/^You play A1A2\. Your friend's time is over\. You win\.$/);
});

test("a friend's move goes on with the board that is shown, is announced and heard", async () => {
  const { environment, session } = await inARoom();
  const { state, friends } = session;
  session.play.act("A1A2");
  const [serial, shows] = [state.gameSerial.value, environment.count("show")];
  say(environment, "north", 1, told(["A1A2", "B1B2"]));
  expect([state.gameSerial.value, state.shown.value?.actions.length]).toEqual([serial, 2]);
  expect(environment.count("show"), "the line is checked, and not asked for again").toBe(shows + 1);
  expect(state.announcement.value).toBe("Bob plays B1B2 and takes your pawn. Your move.");
  expect(environment.sounds.at(-1)).toBe("capture");
  // Whoever looks at an earlier position is taken to the new one.
  session.play.act("A1A2");
  session.play.stepBack();
  expect(state.personMayAct.value).toBe(false);
  say(environment, "north", 2, told(["A1A2", "B1B2", "A1A2", "A1A2"]));
  expect([state.shown.value?.actions.length, state.personMayAct.value]).toEqual([4, true]);
  say(environment, "north", 3, told(["A1A2", "B1B2", "A1A2", "A1A2"], { ended: { side: "north", by: "resignation" } }));
  expect([state.outcome.value, environment.sounds.at(-1)]).toEqual(["south", "won"]);
  expect(friends.here.value?.ended).toEqual({ side: "north", by: "resignation" });
  expect(environment.address).toContain("friend=1");
});

test("the button to take back asks the friend in the room", async () => {
  const { environment, session } = await inARoom();
  expect(session.mayTakeBack.value).toBe(false);
  session.play.act("A1A2");
  session.takeBack();
  expect(environment.last("relay")).toMatchObject({ game: { ask: 0, line: { actions: ["A1A2"] } } });
  expect([session.mayTakeBack.value, session.friends.here.value?.actions]).toEqual([false, ["A1A2"]]);
});

test("after a lost connection the page enters again, and opens the room if the server has forgotten it", async () => {
  const { environment, session } = await inARoom();
  session.play.act("A1A2");
  environment.lose();
  expect(session.friends.room.friend.value).toBeNull();
  environment.up = true;
  await environment.pass(1000);
  expect(environment.count("enter")).toBe(2);
  environment.reply("enter", { type: "room", seat: "south", seats: PRESENT, watchers: 0, at: 0, witness: 2 });
  expect(environment.last("relay")).toMatchObject({ game: { line: { actions: ["A1A2"] } } });
});

test("a room that is gone, or a seat that is taken, is said in a sentence", async () => {
  const { environment, session } = await inARoom();
  environment.reply("enter", { type: "error", sentence: "this room is gone", at: null });
  expect(session.friends.room.closed.value).toBe("This room is gone.");
  session.friends.room.enter();
  environment.reply("enter", { type: "room", seat: null, seats: PRESENT, watchers: 1, at: 0, witness: 1 });
  expect(session.friends.here.value?.watching).toBe(true);
  expect(session.state.personMayAct.value).toBe(false);
});

test("a game that was begun is kept if another page has taken its seat", async () => {
  const { environment, session } = await inARoom();
  session.play.act("A1A2");
  environment.lose();
  environment.up = true;
  await environment.pass(1000);
  environment.reply("enter", { type: "room", seat: null, seats: PRESENT, watchers: 1, at: 0, witness: 2 });
  const { friends } = session;
  expect(friends.room.closed.value).toContain("Another page has your seat");
  expect([friends.room.friend.value, environment.count("leave")]).toEqual([null, 1]);
  expect(friends.here.value).toMatchObject({ actions: ["A1A2"], side: "south" });
  expect(friends.here.value?.watching).toBeUndefined();
});
