import { expect, test } from "vitest";
import type { FriendGame } from "../src/friends/keptGames";
import {
  compareLines,
  formatFriendLink,
  newId,
  parseFriendLink,
  rematchId,
  type FriendLink,
} from "../src/friends/link";
import { sessionAt, settled, type TestEnvironment } from "./environment";

/** A link that the terminal's tests read, too. */
const FIXTURE = Object.values(
  import.meta.glob<string>("../../../../tests/fixtures/friend_link.txt", {
    query: "?raw",
    import: "default",
    eager: true,
  }),
);

const ID = "AAAAAAAAAAAAAAAAAAAAAA";
const LINK: FriendLink = {
  id: ID,
  game: "toy",
  start: null,
  actions: ["A1A2"],
  ended: null,
  side: "north",
  names: { south: "Ann", north: "" },
  note: "Your turn, & good luck = fun +1",
  live: false,
  clock: null,
};
const kept = (environment: TestEnvironment) =>
  JSON.parse(environment.stored.get("skirmish.friends") ?? "[]") as FriendGame[];
const opened = (part: Partial<FriendLink> = {}, prepare?: (environment: TestEnvironment) => void) =>
  sessionAt(formatFriendLink({ ...LINK, ...part }), prepare);

test("a link says again what was put into it", () => {
  const ends = [null, { side: "south", by: "time" }, { side: "north", by: "resignation" }] as const;
  for (const ended of ends) {
    const link = { ...LINK, ended, start: "a position/2 s", live: true, clock: 300_000 };
    expect(parseFriendLink(formatFriendLink(link))).toEqual(link);
  }
  expect(parseFriendLink(formatFriendLink({ ...LINK, side: null }))).toMatchObject({ side: null });
});

test("links for the terminal are written as its tests expect", () => {
  const names = { south: "Ann & Zoë", north: "" };
  const link = { ...LINK, game: "hiya", actions: ["A3B4"], names, note: "Your turn = fun +1" };
  expect(FIXTURE.map((text) => text.trim())).toEqual([`https://games.example/${formatFriendLink(link)}`]);
});

test("a link that a messenger has escaped again is the same", () => {
  const text = formatFriendLink(LINK).replaceAll("+", "%20").replaceAll("_", "%5F");
  expect(parseFriendLink(text)).toEqual(LINK);
});

test("a damaged link and one of a newer version get a sentence", () => {
  const text = formatFriendLink({ ...LINK, actions: ["A1A2", "B1B2"] });
  for (let end = 10; end < text.length; end += 1)
    expect(parseFriendLink(text.slice(0, end)), text.slice(0, end)).toHaveProperty("fault");
  for (const [from, to] of [
    ["A1A2", "A1B2"],
    ["north", "south"],
    ["Ann", "Bob"],
    ["friend=1", "friend=0"],
  ] as const)
    expect(parseFriendLink(text.replace(from, to))).toEqual({ fault: expect.stringContaining("damaged") as string });
  expect(parseFriendLink("#friend=2&x=y")).toEqual({ fault: expect.stringContaining("newer version") as string });
});

test("ids are random, and both players know that of the rematch", () => {
  expect(newId()).toMatch(/^[A-Za-z0-9_-]{22}$/);
  expect(newId()).not.toBe(newId());
  expect(rematchId(rematchId(ID))).toBe(`${ID}.2`);
});

test("lines are the same, newer, older, or differ from an action on", () => {
  const line = (actions: string, by?: "time") => ({
    actions: actions.split(" ").filter(Boolean),
    ended: by ? ({ side: "south", by } as const) : null,
  });
  expect(compareLines(line("a b"), line("a b"))).toEqual({ kind: "same" });
  expect(compareLines(line("a b"), line("a b c"))).toEqual({ kind: "newer" });
  expect(compareLines(line("a b"), line("a b", "time"))).toEqual({ kind: "newer" });
  expect(compareLines(line("a b"), line(""))).toEqual({ kind: "older" });
  expect(compareLines(line("a b"), line("a c d"))).toEqual({ kind: "differs", ply: 1 });
  expect(compareLines(line("a", "time"), line("a b"))).toEqual({ kind: "differs", ply: 1 });
});

test("who opens a link plays the other side, moves only their own pieces, and sends the answer back", async () => {
  const { environment, session } = await opened();
  const { friends, state, play } = session;
  expect(state.gameRef.value).toMatchObject({ south: "friend", north: "person", flipped: true });
  expect(friends.here.value).toMatchObject({ side: "north", note: LINK.note, names: { south: "Ann" } });
  expect([state.personMayAct.value, friends.unsent.value]).toEqual([true, false]);
  play.act("B1B2");
  expect([state.personMayAct.value, friends.unsent.value]).toEqual([false, true]);
  play.act("A1A2");
  session.searches.askHint();
  session.searches.analyzing.value = true;
  expect(environment.count("hint") + environment.count("analyze")).toBe(0);
  expect(kept(environment)[0]?.actions).toEqual(["A1A2", "B1B2"]);
  friends.note.value = "Ha!";
  await friends.send();
  expect(friends.sent.value).toBe("copied");
  expect(friends.unsent.value).toBe(false);
  const sent = parseFriendLink(environment.copied.replace("https://games.test/", ""));
  expect(sent).toMatchObject({ id: ID, side: "south", actions: ["A1A2", "B1B2"], note: "Ha!" });
  // The address bar has the same link, so copying from there does no harm.
  expect(parseFriendLink(environment.address)).toMatchObject({ side: "south", actions: ["A1A2", "B1B2"] });
});

test("a move can be taken back until it is sent, and games before the newest position are only looked at", async () => {
  const { session } = await opened();
  const { friends, state, play } = session;
  play.act("B1B2");
  expect([friends.drafts.value, session.mayTakeBack.value]).toEqual([1, true]);
  session.takeBack();
  expect(friends.here.value?.actions).toEqual(["A1A2"]);
  expect(friends.drafts.value).toBe(0);
  play.act("A1A2");
  await friends.send();
  expect([friends.drafts.value, session.mayTakeBack.value]).toEqual([0, false]);
  play.stepBack();
  expect([state.personMayAct.value, state.takeBackTarget.value]).toEqual([false, null]);
  play.act("B1B2");
  expect(friends.here.value?.actions).toEqual(["A1A2", "A1A2"]);
});

test("an older link says so and leads to the newest position; a newer one continues the game", async () => {
  const { environment, session } = await opened();
  const { friends, state, play } = session;
  play.act("B1B2");
  const go = async (part: Partial<FriendLink>) => {
    environment.address = formatFriendLink({ ...LINK, ...part });
    session.readAddress();
    await settled();
  };
  await go({ actions: [] });
  expect(friends.arrival.value).toEqual({ kind: "older", behind: 2 });
  expect(state.shown.value?.actions).toHaveLength(0);
  play.goToEnd();
  expect(state.shown.value?.actions).toHaveLength(2);
  await go({ actions: ["A1A2", "B1B2", "A1A2"], note: "new" });
  expect(friends.arrival.value).toBeNull();
  expect(friends.here.value).toMatchObject({ actions: ["A1A2", "B1B2", "A1A2"], note: "new", side: "north" });
});

test("a link that contradicts the game is shown as such, and taken only when that is chosen", async () => {
  const { environment, session } = await opened();
  const { friends } = session;
  session.play.act("B1B2");
  environment.address = formatFriendLink({ ...LINK, actions: ["B1B2"] });
  session.readAddress();
  await settled();
  expect(friends.arrival.value).toMatchObject({ kind: "differs", ply: 0 });
  expect(friends.here.value?.actions).toEqual(["A1A2", "B1B2"]);
  friends.settle("kept");
  expect([friends.arrival.value, kept(environment)[0]?.actions]).toEqual([null, ["A1A2", "B1B2"]]);
  environment.address = formatFriendLink({ ...LINK, actions: ["B1B2"] });
  session.readAddress();
  await settled();
  friends.settle("link");
  expect(kept(environment)[0]).toMatchObject({ actions: ["B1B2"], side: "north" });
  expect(session.state.shown.value?.actions.map(({ action }) => action.text)).toEqual(["B1B2"]);
});

test("a link that says what only the person here can say is shown as such", async () => {
  const long = ["A1A2", "B1B2", "A1A2", "B1B2"];
  for (const [part, ply] of [
    [{ actions: [...long, "A1A2"] }, 3],
    [{ actions: long.slice(0, 3), ended: { side: "north", by: "resignation" } }, 3],
    [{ actions: long.slice(0, 2), ended: { side: "south", by: "time" } }, 2],
  ] as const) {
    const { environment, session } = await opened();
    const { friends } = session;
    session.play.act("B1B2");
    environment.address = formatFriendLink({ ...LINK, ...part });
    session.readAddress();
    await settled();
    expect(friends.arrival.value).toMatchObject({ kind: "foreign", ply });
    expect(kept(environment)[0]).toMatchObject({ actions: ["A1A2", "B1B2"], ended: null });
    friends.settle("kept");
    expect([friends.arrival.value, kept(environment)[0]?.actions]).toEqual([null, ["A1A2", "B1B2"]]);
    environment.address = formatFriendLink({ ...LINK, ...part });
    session.readAddress();
    await settled();
    friends.settle("link");
    expect(kept(environment)[0]).toMatchObject({ actions: part.actions });
  }
});

test("a friend's resignation by link ends the game", async () => {
  const { environment, session } = await opened();
  session.play.act("B1B2");
  const ended = { side: "south", by: "resignation" } as const;
  environment.address = formatFriendLink({ ...LINK, actions: ["A1A2", "B1B2"], ended });
  session.readAddress();
  await settled();
  expect(session.friends.arrival.value).toBeNull();
  expect(kept(environment)[0]).toMatchObject({ ended });
});

test("an illegal link keeps nothing and says why", async () => {
  for (const [part, words] of [
    [{ actions: ["A1A2", "Z9"] }, "Z9 breaks a rule"],
    [{ game: "chess" }, "chess"],
    [{ start: "nonsense" }, "no position"],
  ] as const) {
    const { environment, session } = await opened(part);
    expect(session.state.gameRef.value).toBeNull();
    expect(session.state.notice.value?.text).toContain(words);
    expect(kept(environment)).toEqual([]);
  }
});

test("an end is sent like a move, and the rematch of both players is the same game", async () => {
  const { environment, session } = await opened();
  const { friends } = session;
  session.play.resign();
  expect([friends.unsent.value, session.state.outcome.value]).toEqual([true, "south"]);
  await friends.send();
  const back = parseFriendLink(environment.copied.replace("https://games.test/", ""));
  expect(back).toMatchObject({ ended: { side: "north", by: "resignation" } });
  friends.rematch();
  expect(friends.here.value).toMatchObject({ id: `${ID}.1`, side: "south", actions: [], names: { north: "Ann" } });
  expect(kept(environment)).toHaveLength(2);
});

test("variations after the end change nothing of the game", async () => {
  const { environment, session } = await opened();
  const { play, state } = session;
  play.resign();
  play.goToStart();
  play.act("B1B2");
  expect(state.gameRef.value!.tree.nodes).toHaveLength(3);
  play.forget(state.gameRef.value!.at);
  play.goToEnd();
  expect([state.outcome.value, state.withFriend.value]).toEqual(["south", false]);
  expect(kept(environment)[0]).toMatchObject({ actions: ["A1A2"], ended: { side: "north" } });
});

test("a link that leads to this machine only is not copied, but explained", async () => {
  const { environment, session } = await opened({}, (environment) => {
    environment.baseAddress = "http://127.0.0.1:7878/";
  });
  session.play.act("B1B2");
  await session.friends.send();
  expect([session.friends.sent.value, environment.copied]).toEqual(["onlyHere", ""]);
  await session.friends.send("copy");
  expect(environment.copied).toMatch(/^http:\/\/127\.0\.0\.1:7878\/#friend=1/);
});

test("sharing goes through the menu of the system, and counts only if it was done", async () => {
  let shared = false;
  const { session } = await opened({}, (environment) => {
    environment.share = () => Promise.resolve(shared);
  });
  session.play.act("B1B2");
  await session.friends.send();
  expect([session.friends.sent.value, session.friends.unsent.value]).toEqual([null, true]);
  shared = true;
  await session.friends.send();
  expect([session.friends.sent.value, session.friends.unsent.value]).toEqual(["shared", false]);
});

test("a full storage is told", async () => {
  const { environment, session } = await opened();
  expect(session.friends.kept.full.value).toBe(false);
  environment.room = false;
  session.play.act("B1B2");
  expect(session.friends.kept.full.value).toBe(true);
});

test("the answer that is pasted into the page goes on with its board", async () => {
  const { environment, session } = await opened();
  const { state, friends } = session;
  expect(friends.begun.value).toBe(false);
  session.play.act("B1B2");
  expect(friends.begun.value).toBe(true);
  const serial = state.gameSerial.value;
  environment.address = formatFriendLink({ ...LINK, actions: ["A1A2", "B1B2", "B1B2"] });
  session.readAddress();
  expect(friends.opening.value).toBe(false);
  await settled();
  expect([state.gameSerial.value, state.announcement.value]).toEqual([
    serial,
    "Ann plays B1B2 and takes Ann's pawn. Your move.",
  ]);
});

test("another tab follows, and damaged storage is no game", async () => {
  const { environment, session } = await opened();
  const [game] = kept(environment);
  const actions = ["A1A2", "B1B2", "B1B2"];
  environment.writeItemElsewhere("skirmish.friends", JSON.stringify([{ ...game, actions }]));
  expect(session.state.shown.value?.actions).toHaveLength(3);
  const noNames = JSON.stringify([{ ...game, names: null }]);
  for (const text of ["{", "7", '[null, 1, {"id": 1}]', noNames]) {
    const { session } = await sessionAt("", (environment) => environment.stored.set("skirmish.friends", text));
    expect(session.friends.kept.games.value).toEqual([]);
  }
});
