import { signal } from "@preact/signals";
import { expect, test } from "vitest";
import { actionsTo, nodeOf } from "../src/game/tree";
import type { Message } from "../src/messages";
import { KEYS } from "../src/keys";
import type { PageSession } from "../src/session";
import { PageSettings } from "../src/settings";
import { report, sessionAt, settled, TOY } from "./environment";

const PEOPLE = "#game=toy&north=person";
const VALUE = { side: "south", score: 10, winsIn: null, south: 0.5 } as const;

/** The actions on the board. */
const played = ({ state }: PageSession) => state.shown.value?.actions.map(({ action }) => action.text);

/** The actions that lead to the current node. */
function currentLine({ state }: PageSession): string[] {
  const { tree, at } = state.gameRef.value!;
  return actionsTo(tree, at);
}

/** The reply to a hint. */
const hinted = (text: string) =>
  ({ type: "chosen", action: report(text).best, position: null, report: report(text) }) as const;

function analysis(text: string, done = false): Omit<Extract<Message, { type: "analysis" }>, "id"> {
  return { type: "analysis", value: VALUE, lines: [report(text)], advice: null, done };
}

test("without an address a game is to be picked, and a new one begins at its start", async () => {
  const { environment, session } = await sessionAt();
  expect(session.state.gameRef.value).toBeNull();
  session.play.newGame({
    game: "toy",
    start: null,
    south: "person",
    north: "person",
    level: 4,
    time: 2000,
    flipped: false,
  });
  expect(environment.address).toBe(PEOPLE);
  expect(session.state.game.value?.title).toBe("Toy");
  expect(played(session)).toEqual([]);
  expect(session.state.personMayAct.value).toBe(true);
  session.play.leave();
  expect(environment.address).toBe("");
  expect(session.state.shown.value).toBeNull();
});

test("actions are played as the server writes them, and an illegal one changes nothing but the notice", async () => {
  const { environment, session } = await sessionAt(PEOPLE);
  session.settings.sounds.value = true;
  session.play.act(" a1a2 ");
  expect(currentLine(session)).toEqual(["A1A2"]);
  expect(environment.address).toBe(`#game=toy&moves=A1A2&at=1&north=person`);
  session.play.act("Z9");
  expect(session.state.notice.value).toEqual({ text: "Z9 breaks a rule", tone: "rule" });
  expect(currentLine(session)).toEqual(["A1A2"]);
  session.play.act("B1B2");
  expect(session.state.notice.value).toBeNull();
  expect(session.state.announcement.value).toBe("North plays B1B2 and takes South's pawn. South to move.");
  expect(environment.sounds).toEqual(["move", "illegal", "capture"]);
});

test("moves by hand are sent as the game writes them, and illegal ones as people type them", async () => {
  const { environment, session } = await sessionAt(PEOPLE);
  session.play.move({ from: "A1", to: "A2" });
  expect(environment.last("play")).toMatchObject({ text: "A1A2" });
  session.play.move({ from: "A1", to: "B2" });
  expect(environment.last("play")).toMatchObject({ text: "A1 B2" });
  expect(session.state.notice.value?.tone).toBe("rule");
});

test("keys say what the rules offer, and nothing else", async () => {
  const press = (session: PageSession, key: string) => KEYS.find((entry) => entry.key === key)!.run(session);
  const { environment, session } = await sessionAt(PEOPLE);
  expect(session.state.wordActions.value).toEqual([]);
  for (const key of ["y", "x", "p"]) press(session, key);
  expect(environment.count("play")).toBe(0);
  const asked = await sessionAt(`${PEOPLE}&start=proposal`);
  expect(asked.session.state.wordActions.value.map(({ kind }) => kind)).toEqual(["accept", "refuse"]);
  press(asked.session, "p");
  expect(asked.environment.count("play")).toBe(0);
  press(asked.session, "x");
  expect(asked.environment.last("play")).toMatchObject({ text: "refuse" });
});

test("a game ends, by the rules or by giving up, and then nobody acts", async () => {
  const { session } = await sessionAt(`${PEOPLE}&moves=A1A2_A1A2_A1A2_A1A2_A1A2&at=5`);
  expect(session.state.outcome.value).toBeNull();
  session.play.act("A1A2");
  expect(session.state.outcome.value).toBe("south");
  session.play.act("A1A2");
  expect(currentLine(session)).toHaveLength(6);
  const other = (await sessionAt(`${PEOPLE}&moves=A1A2&at=1`)).session;
  other.play.resign();
  expect(other.state.outcome.value).toBe("south");
  expect(other.state.announcement.value).toContain("North resigned. South wins.");
  other.play.stepBack();
  expect(other.state.outcome.value).toBeNull();
});

test("steps lead through the game, and forward to where it was left", async () => {
  const { environment, session } = await sessionAt(`${PEOPLE}&moves=A1A2(B1B2)_A1A2&at=0`);
  const { play } = session;
  play.stepForward();
  expect(currentLine(session)).toEqual(["A1A2"]);
  play.goToStart();
  play.act("B1B2");
  play.goToStart();
  play.stepForward();
  expect(currentLine(session)).toEqual(["B1B2"]);
  const asked = environment.count("show");
  play.stepBack();
  expect(environment.count("show"), "what was shown is known").toBe(asked);
  play.goTo(1);
  play.goToEnd();
  expect(currentLine(session)).toEqual(["A1A2", "A1A2"]);
  play.goTo(session.state.gameRef.value!.tree.nodes.findIndex(({ action }) => action === "B1B2"));
  play.makeMain(session.state.gameRef.value!.at);
  expect(environment.address).toContain("moves=B1B2(A1A2_A1A2)&at=1");
  play.forget(session.state.gameRef.value!.at);
  expect(environment.address).toContain("moves=A1A2_A1A2&at=0");
});

test("the other lines of a linked game are told, too", async () => {
  const { session } = await sessionAt(`${PEOPLE}&moves=A1A2(B1B2_A1A2)&at=1`);
  const { tree } = session.state.gameRef.value!;
  expect(tree.nodes).toHaveLength(4);
  for (const node of [1, 2, 3])
    expect(session.state.playedMoves.value.get(node)?.action.text).toBe(nodeOf(tree, node).action);
});

test("a link keeps what is right of it and says what is wrong", async () => {
  const { session } = await sessionAt(`${PEOPLE}&moves=A1A2_Z9Z9_A1A2&at=3`);
  expect(currentLine(session)).toEqual(["A1A2"]);
  expect(session.state.notice.value?.text).toBe("Z9Z9 breaks a rule");
  const start = (await sessionAt(`${PEOPLE}&start=nonsense&moves=A1A2&at=1`)).session;
  expect(start.state.gameRef.value?.start).toBeNull();
  expect(played(start)).toEqual([]);
  const unknown = (await sessionAt("#game=chess")).session;
  expect(unknown.state.gameRef.value).toBeNull();
  expect(unknown.state.notice.value?.tone).toBe("error");
});

test("the engine takes its turn, and its move is played", async () => {
  const { environment, session } = await sessionAt("#game=toy&level=7&time=500");
  expect(environment.count("choose")).toBe(0);
  session.play.act("A1A2");
  expect(environment.last("choose")).toMatchObject({ level: 7, timeMs: 500, line: { actions: ["A1A2"] } });
  expect(session.state.personMayAct.value).toBe(false);
  environment.reply("choose", { type: "waiting", ahead: 2 });
  expect(session.searches.ahead.value).toBe(2);
  environment.reply("choose", { type: "thinking", report: report("B1B2") });
  expect(session.searches.ahead.value).toBeNull();
  expect(session.searches.thinking.value?.depth).toBe(3);
  session.searches.moveNow();
  expect(environment.count("stop")).toBe(1);
  environment.choose("B1B2");
  await settled();
  expect(currentLine(session)).toEqual(["A1A2", "B1B2"]);
  expect(session.searches.task.value).toBeNull();
  expect(session.state.personMayAct.value).toBe(true);
});

test("the engine waits while the microscope is open", async () => {
  const { environment, session } = await sessionAt("#game=toy&south=engine&north=person");
  expect(session.searches.task.value).toBe("choose");
  const asked = environment.last("choose");
  session.openMicroscope();
  expect([session.dialog.value, session.searches.task.value]).toEqual(["microscope", null]);
  session.closeDialog();
  expect(session.searches.task.value).toBe("choose");
  expect(environment.last("choose"), "it is asked again").not.toBe(asked);
});

test("an engine that is hurried before it has begun still moves", async () => {
  const { environment, session } = await sessionAt("#game=toy");
  session.play.act("A1A2");
  session.searches.moveNow();
  expect(environment.count("stop"), "a search that has not begun has no move").toBe(0);
  environment.reply("choose", { type: "thinking", report: report("B1B2") });
  expect(environment.count("stop")).toBe(1);
});

test("a move of the engine is one round trip", async () => {
  const { environment, session } = await sessionAt("#game=toy");
  const asked = () => environment.requests.splice(0).map(({ type }) => type);
  expect(asked()).toEqual(["show"]);
  for (const text of ["A1A2", "B1B2"]) {
    session.play.act(text);
    environment.choose("B1B2");
    await settled();
    expect(asked()).toEqual(["play", "choose"]);
  }
  expect(currentLine(session)).toEqual(["A1A2", "B1B2", "B1B2", "B1B2"]);
  expect(played(session)).toEqual(currentLine(session));
  session.play.stepBack();
  session.play.stepForward();
  expect(asked(), "where it led is known").toEqual([]);
});

test("a search goes on while what it is for stays the same", async () => {
  const { environment, session } = await sessionAt("#game=toy&level=7&time=500&moves=A1A2&at=1");
  expect(environment.count("choose")).toBe(1);
  session.play.flip();
  expect(environment.count("choose"), "the board is turned, not the game").toBe(1);
  session.play.change({ level: 8 });
  expect(environment.count("choose")).toBe(2);
  session.play.change({ north: "person" });
  session.searches.analyzing.value = true;
  session.play.flip();
  expect(environment.count("analyze")).toBe(1);
});

test("what the engine lacks is told until its next search, and stops nothing", async () => {
  const { environment, session } = await sessionAt("#game=toy&level=7&time=500");
  session.play.act("A1A2");
  environment.warn("it plays without its network");
  expect(session.server.warning.value).toBe("it plays without its network");
  environment.choose("B1B2");
  await settled();
  expect(currentLine(session)).toEqual(["A1A2", "B1B2"]);
  expect(session.server.warning.value).not.toBe("");
  session.play.act("A1A2");
  expect(session.server.warning.value).toBe("");
});

test("taking back leads to a person's last decision; another move is then the game", async () => {
  const { environment, session } = await sessionAt("#game=toy&moves=A1A2_B1B2&at=2");
  const { play, state } = session;
  play.takeBack();
  expect(currentLine(session)).toEqual([]);
  expect(state.takeBackTarget.value).toBeNull();
  play.redo();
  expect(currentLine(session)).toEqual(["A1A2", "B1B2"]);
  play.takeBack();
  play.act("B1B2");
  environment.choose("A1A2");
  await settled();
  expect(environment.address).toContain("moves=B1B2(A1A2_B1B2)_A1A2&at=4");
});

test("the engine of a game taken back in the middle of its turn is not heard of again", async () => {
  const { environment, session } = await sessionAt("#game=toy");
  session.play.act("A1A2");
  const old = environment.last("choose");
  session.play.takeBack();
  expect(environment.count("stop")).toBe(1);
  environment.choose("B1B2");
  await settled();
  expect(currentLine(session)).toEqual([]);
  session.play.act("B1B2");
  expect(environment.last("choose").id).toBeGreaterThan(old.id);
});

test("a hint is shown where it was asked for, and gives way to the next move", async () => {
  const { environment, session } = await sessionAt(PEOPLE);
  session.searches.askHint();
  environment.reply("hint", hinted("B1B2"));
  expect(session.state.notice.value?.text).toBe("Hint: B1B2.");
  expect(session.searches.hint.value?.position).toBe(session.state.shown.value);
  session.searches.askHint();
  session.play.act("A1A2");
  expect(session.searches.task.value).toBeNull();
  environment.reply("hint", hinted("B1B2"));
  expect(session.searches.hint.value?.position).not.toBe(session.state.shown.value);
});

test("analysis follows the board: a new search takes the place of the old", async () => {
  const { environment, session } = await sessionAt(PEOPLE);
  const { searches, settings, play } = session;
  searches.analyzing.value = true;
  const first = environment.last("analyze");
  environment.reply("analyze", analysis("A1A2"));
  expect(searches.analysisHere.value?.lines[0]?.best?.text).toBe("A1A2");
  play.act("B1B2");
  expect(environment.last("analyze").id).toBeGreaterThan(first.id);
  expect(environment.last("analyze")).toMatchObject({ line: { actions: ["B1B2"] } });
  expect(searches.analysisHere.value, "that was about another position").toBeNull();
  settings.chosenLines.value = 1;
  expect(environment.last("analyze")).toMatchObject({ lines: 1 });
  const before = environment.count("analyze");
  searches.askHint();
  expect(searches.task.value).toBe("hint");
  environment.reply("hint", hinted("A1A2"));
  expect(environment.count("analyze"), "the hint interrupted it").toBe(before + 1);
  searches.analyzing.value = false;
  expect(searches.task.value).toBeNull();
  environment.reply("analyze", analysis("A1A2"));
  expect(searches.analysisHere.value).toBeNull();
});

test("a finished game is reviewed by itself, and marks belong to its nodes", async () => {
  const { environment, session } = await sessionAt(`${PEOPLE}&moves=A1A2_A1A2_A1A2_A1A2_A1A2&at=5`);
  expect(environment.count("review")).toBe(0);
  session.play.act("A1A2");
  expect(environment.count("review")).toBe(1);
  const best = report("B1B2").best;
  const reviewed = { type: "reviewed", value: VALUE, line: [], best, proven: null, changed: null } as const;
  environment.reply("review", { ...reviewed, line: [], ply: 0, mark: null });
  environment.reply("review", { ...reviewed, line: [], ply: 1, mark: "blunder" });
  expect(session.review.marks.value.get(1)).toEqual({ mark: "blunder", best });
  expect(session.review.here.value).toMatchObject({ done: false, nodes: [0, 1, 2, 3, 4, 5, 6] });
  environment.reply("review", { type: "reviewEnd" });
  expect(session.review.here.value?.done).toBe(true);
  session.play.goTo(1);
  expect(session.review.valueHere.value).toEqual(VALUE);
  session.play.open({ ...session.state.gameRef.value! });
  expect(session.review.here.value, "another game").toBeNull();
});

test("a game that is over when it is opened is not reviewed", async () => {
  const { environment } = await sessionAt(`${PEOPLE}&moves=A1A2_A1A2_A1A2_A1A2_A1A2_A1A2&at=6`);
  expect(environment.count("review")).toBe(0);
});

test("a connection that is lost comes back, and nothing is lost with it", async () => {
  const { environment, session } = await sessionAt("#game=toy");
  session.play.act("A1A2");
  const asked = environment.last("choose");
  environment.lose();
  expect(session.server.connected.value).toBe(false);
  expect(session.state.game.value, "what was said stays known").not.toBeNull();
  await environment.pass(250);
  expect(session.server.connected.value).toBe(false);
  environment.up = true;
  await environment.pass(5000);
  expect(session.server.connected.value).toBe(true);
  expect(environment.last("choose"), "the engine is asked again").toEqual(asked);
  environment.choose("B1B2");
  await settled();
  environment.lose();
  session.play.act("A1A2");
  expect(currentLine(session)).toHaveLength(2);
  environment.up = true;
  await environment.pass(5000);
  expect(currentLine(session), "a move made meanwhile waits for the server").toHaveLength(3);
});

test("a catalogue that does not come is told and loaded again, and nothing is lost", async () => {
  const address = "#game=toy&moves=A1A2&at=1&north=person";
  const { environment, session } = await sessionAt(
    address,
    (environment) => (environment.catalogue = new Error("the server answered 500")),
  );
  const { server, state } = session;
  expect(server.known.value).toBe(false);
  expect(server.catalogueFault.value).toBe("the server answered 500");
  expect(environment.address).toBe(address);
  expect(played(session)).toEqual(["A1A2"]);
  environment.catalogue = { nonsense: true };
  await environment.pass(10_000);
  expect(server.catalogueFault.value).toBe("the response is not a list of games");
  const loads = environment.loads;
  await server.loadCatalogue();
  await environment.pass(60_000);
  expect(environment.loads, "one attempt by hand, one in time").toBe(loads + 2);
  environment.catalogue = { version: "1", games: [{ ...TOY, sides: ["Black", "White"] }] };
  await server.loadCatalogue();
  expect([server.known.value, server.catalogueFault.value]).toEqual([true, ""]);
  expect(state.game.value?.title).toBe("Toy");
  expect(state.announcement.value, "names are those of the catalogue").toBe("Black plays A1A2. White to move.");
  const enough = environment.loads;
  await environment.pass(60_000);
  expect(environment.loads).toBe(enough);
});

test("a newer server brings a new catalogue, the same one does not", async () => {
  const { environment, session } = await sessionAt(PEOPLE);
  const restart = async () => {
    environment.lose();
    environment.up = true;
    await environment.pass(250);
  };
  await restart();
  expect(environment.loads).toBe(1);
  environment.version = "2";
  environment.catalogue = { version: "2", games: [{ ...TOY, title: "Toy, improved" }] };
  await restart();
  expect(session.state.game.value?.title).toBe("Toy, improved");
  expect(environment.loads).toBe(2);
});

test("the server's limits hold for links, choices and records", async () => {
  const { environment, session } = await sessionAt("#game=toy&north=person&level=9&time=50000", (environment) => {
    environment.limits = { ...environment.limits, level: 2, lines: 1, maxTimeMs: 20_000 };
    environment.stored.set("skirmish.level", "9").set("skirmish.time", "50000").set("skirmish.lines", "3");
  });
  expect(session.state.gameRef.value).toMatchObject({ level: 2, time: 2000 });
  const { settings } = session;
  expect([settings.level.value, settings.time.value, settings.lines.value]).toEqual([2, 20_000, 1]);
  session.searches.analyzing.value = true;
  expect(environment.last("analyze")).toMatchObject({ lines: 1 });
  session.records.open("A1A2");
  expect(session.state.gameRef.value, "the record names level 3").toMatchObject({ level: 2 });
  session.records.open("A1A2 ".repeat(500));
  await settled();
  expect(session.state.notice.value?.text).toContain("too long");
});

test("positions are set up, and the server says what is wrong with them", async () => {
  const { session } = await sessionAt(`${PEOPLE}&level=9`);
  const { editor, state } = session;
  editor.begin();
  expect(state.personMayAct.value).toBe(false);
  editor.clear();
  expect(editor.fault.value).toBe("a board without pieces");
  editor.playFrom();
  expect(state.settingUp.value).toBe(true);
  editor.paint("B2");
  expect(editor.fault.value).toBe("");
  editor.paint("B2");
  expect(editor.fault.value, "the same piece again takes it away").toBe("a board without pieces");
  editor.readPosition("start");
  expect(editor.fault.value).toBe("");
  editor.playFrom();
  expect(state.settingUp.value).toBe(false);
  expect(state.gameRef.value).toMatchObject({ start: "start", north: "person", level: 9 });
});

test("games are saved as records and opened again", async () => {
  const { environment, session } = await sessionAt(`${PEOPLE}&moves=A1A2_B1B2&at=1`);
  session.records.save();
  expect(environment.saved).toEqual([{ name: "toy-2026-07-31.txt", text: "A1A2 B1B2" }]);
  environment.picked = "B1B2 A1A2";
  await session.records.pick();
  expect(currentLine(session)).toEqual(["B1B2", "A1A2"]);
  expect(session.state.gameRef.value).toMatchObject({ south: "person", north: "engine", level: 3 });
  environment.picked = null;
  await session.records.pick();
  expect(currentLine(session)).toEqual(["B1B2", "A1A2"]);
  await session.records.copyLink();
  expect(session.state.notice.value?.text).toBe("Link copied to the clipboard.");
  environment.baseAddress = "http://127.0.0.1:7878/";
  await session.records.copyLink();
  expect(session.state.notice.value?.text).toContain("works only on this machine");
  environment.mayCopy = false;
  await session.records.copyLink();
  expect(session.state.notice.value?.text).toContain("did not allow");
});

test("choices are remembered, and spoilt ones forgotten", async () => {
  const { environment, session } = await sessionAt();
  session.settings.theme.value = "dark";
  session.settings.chosenLevel.value = 9;
  expect(Object.fromEntries(environment.stored)).toMatchObject({ "skirmish.theme": '"dark"', "skirmish.level": "9" });
  environment.stored.set("skirmish.theme", '"pink"').set("skirmish.lines", "{");
  const limits = signal({ ...environment.limits, level: 8 });
  const again = new PageSettings(environment, limits);
  expect([again.theme.value, again.level.value, again.lines.value]).toEqual(["auto", 8, 2]);
  limits.value = environment.limits;
  expect(again.level.value, "a stronger server").toBe(9);
  expect(again.dark.value).toBe(false);
  environment.prefers.dark.value = true;
  expect(again.dark.value).toBe(true);
  environment.prefers.reducedMotion.value = true;
  expect(again.animates.value).toBe(false);
});

test("a newcomer is offered the server's level and time, and later the last ones chosen", async () => {
  const { environment, session } = await sessionAt();
  const { settings } = session;
  expect([settings.level.value, settings.time.value]).toEqual([2, 5000]);
  for (const name of ["level", "time"])
    expect(environment.stored.has(`skirmish.${name}`), "what nobody chose is not stored").toBe(false);
  settings.chosenLevel.value = 5;
  settings.chosenTime.value = 1000;
  const again = new PageSettings(environment, signal(environment.limits));
  expect([again.level.value, again.time.value]).toEqual([5, 1000]);
});

test("choices of another tab hold here, too", async () => {
  const { environment, session } = await sessionAt();
  environment.writeItemElsewhere("skirmish.theme", '"dark"');
  expect(session.settings.dark.value).toBe(true);
  environment.writeItemElsewhere("skirmish.theme", '"pink"');
  expect(session.settings.theme.value).toBe("dark");
});

test("the engine against itself can be halted and goes on", async () => {
  const { environment, session } = await sessionAt("#game=toy&south=engine&north=engine");
  expect(environment.count("choose")).toBe(1);
  session.state.paused.value = true;
  expect(session.searches.task.value).toBeNull();
  expect(session.state.personMayAct.value).toBe(true);
  session.state.paused.value = false;
  environment.choose("A1A2");
  await environment.pass(800);
  expect(environment.count("choose")).toBe(3);
  expect(currentLine(session)).toEqual(["A1A2"]);
});
