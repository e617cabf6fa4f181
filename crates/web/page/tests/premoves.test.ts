import { expect, test } from "vitest";
import { actionsTo } from "../src/game/tree";
import { viewAfter } from "../src/game/unconfirmed";
import type { LegalAction, Piece, PositionInfo } from "../src/messages";
import type { PageSession } from "../src/session";
import { sessionAt, settled, TOY } from "./environment";

const MOVE = { from: "A1", to: "A2" };

/** The actions that lead to the current node. */
function currentLine({ state }: PageSession): string[] {
  const { tree, at } = state.gameRef.value!;
  return actionsTo(tree, at);
}

/** The piece on a square of the board that is shown. */
const shownOn = ({ state }: PageSession, square: string) =>
  (state.unconfirmed.value?.view ?? state.shown.value!.view).rows
    .flatMap(({ cells }) => cells)
    .find((cell) => cell.square === square)?.piece;

test("your move is on the board before the server has answered, with its sound", async () => {
  const { environment, session } = await sessionAt("#game=toy");
  environment.held.add("play");
  session.play.move(MOVE);
  expect(shownOn(session, "A2")?.kind).toBe("pawn");
  expect(shownOn(session, "A1")).toBeNull();
  expect(environment.sounds).toEqual(["move"]);
  expect(session.state.personMayAct.value, "one move at a time").toBe(false);
  expect(currentLine(session)).toEqual([]);
  environment.release();
  expect(session.state.unconfirmed.value).toBeNull();
  expect(currentLine(session)).toEqual(["A1A2"]);
  expect(environment.sounds, "heard once").toEqual(["move"]);
});

test("a move that the server refuses after all is taken off the board", async () => {
  const { environment, session } = await sessionAt("#game=toy&north=person");
  environment.held.add("play");
  session.play.move(MOVE);
  environment.reply("play", { type: "illegal", sentence: "South's pawn may not.", unreadable: false });
  expect(session.state.unconfirmed.value).toBeNull();
  expect(session.state.personMayAct.value).toBe(true);
  expect(session.state.notice.value?.text).toBe("South's pawn may not.");
  expect(currentLine(session)).toEqual([]);
});

test("leaving the position forgets an unconfirmed move", async () => {
  const { environment, session } = await sessionAt("#game=toy&north=person&moves=A1A2&at=1");
  environment.held.add("play");
  session.play.act("B1B2");
  expect(session.state.unconfirmed.value).not.toBeNull();
  session.play.takeBack();
  expect(session.state.unconfirmed.value).toBeNull();
  environment.release();
  expect(currentLine(session)).toEqual([]);
});

test("the board after a move follows from its effects, and a proposal moves nothing", () => {
  const pawn = TOY.palette[0]!;
  const queen: Piece = { ...pawn, kind: "queen" };
  const position = { view: TOY.board, proposes: false } as PositionInfo;
  const action: LegalAction = {
    text: "A1A2",
    kind: "move",
    squares: MOVE,
    effects: [
      { type: "turns", square: "A2", piece: pawn, becomes: queen },
      { type: "strikes", square: "B2", piece: pawn, becomes: null },
      { type: "tank", square: "A2", left: 2 },
    ],
  };
  const pieces = (view: PositionInfo["view"]) =>
    view.rows.flatMap(({ cells }) => cells.map(({ square, piece }) => `${square} ${piece?.kind ?? "-"} ${piece?.gas}`));
  expect(pieces(viewAfter(position, action))).toEqual([
    "A2 queen 2",
    "B2 - undefined",
    "A1 - undefined",
    "B1 - undefined",
  ]);
  const proposed = viewAfter({ ...position, proposes: true }, action);
  expect(proposed.pending).toEqual(MOVE);
  expect(proposed.rows).toBe(TOY.board.rows);
});

/** A game in which the engine thinks. */
async function waiting() {
  const { environment, session } = await sessionAt("#game=toy");
  session.play.move(MOVE);
  expect(session.state.premoveSide.value).toBe("south");
  return { environment, session };
}

test("a premove is played as soon as the engine has moved", async () => {
  const { environment, session } = await waiting();
  session.premoves.prepare(MOVE);
  expect(session.state.notice.value?.text).toContain("Premove from A1 to A2");
  environment.choose("B1B2");
  await settled();
  expect(currentLine(session)).toEqual(["A1A2", "B1B2", "A1A2"]);
  expect(session.state.premove.value).toBeNull();
});

test("a premove that is not legal then is dropped with a sentence", async () => {
  const { environment, session } = await waiting();
  session.premoves.prepare({ from: "A1", to: "B2" });
  environment.choose("B1B2");
  await settled();
  expect(currentLine(session)).toEqual(["A1A2", "B1B2"]);
  expect(session.state.notice.value).toEqual({
    text: "Your premove from A1 to B2 is not possible now, so it was dropped.",
    tone: "rule",
  });
});

test("a premove is cancelled, by hand or by whatever leaves the position", async () => {
  const ways: ((session: PageSession) => void)[] = [
    ({ premoves }) => premoves.prepare(null),
    ({ play }) => play.takeBack(),
    ({ play }) => play.goToStart(),
    ({ play }) => play.resign(),
    ({ play }) => play.change({ north: "person" }),
    ({ play, state }) => play.open({ ...state.gameRef.value! }),
    ({ play }) => play.leave(),
  ];
  for (const [index, leave] of ways.entries()) {
    const { session } = await waiting();
    session.premoves.prepare(MOVE);
    leave(session);
    expect(session.state.premove.value, `way ${index}`).toBeNull();
  }
});

test("two people and two engines have no premoves", async () => {
  for (const address of ["#game=toy&north=person", "#game=toy&south=engine"]) {
    const { session } = await sessionAt(address);
    session.premoves.prepare(MOVE);
    expect(session.state.premove.value).toBeNull();
  }
});
