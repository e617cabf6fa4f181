import { expect, test } from "vitest";
import { describe } from "../src/board/Squares";
import { plainVoice, toYou, type Voice } from "../src/game/voice";
import {
  announce,
  formatValue,
  hasProposal,
  moveBetween,
  plusMeans,
  takesAPiece,
  type WordActionKind,
} from "../src/game/text";
import { boardsOf, notesOf, parseRules } from "../src/panels/rulesText";
import { TOY } from "./environment";
import type { Cell, Effect, LegalAction, Piece, PositionInfo, Side } from "../src/messages";

const NOBODY = plainVoice(["South", "North"]);
const OSKA = plainVoice(["Black", "White"]);
const SOUTH: Voice = { ...NOBODY, me: "south", nameOf: () => "VETO" };
const PLAIN = { resigned: null, late: false, effects: [] };
const wordActions = (kind: WordActionKind): LegalAction => ({ text: kind, kind, squares: null, effects: [] });
const move = (text: string): LegalAction => ({
  text,
  kind: "move",
  squares: { from: text.slice(0, 2), to: text.slice(2) },
  effects: [],
});

function position(part: Partial<PositionInfo>): PositionInfo {
  return {
    game: "hiya",
    start: "",
    actions: [],
    position: "",
    side: "south",
    outcome: null,
    ending: "",
    view: { rows: [], pending: null, notes: [], markers: [] },
    taken: [],
    proposes: false,
    legal: [move("A1A2")],
    ...part,
  };
}

test("a move is announced with its shout and who is next", () => {
  const after = position({ actions: [{ action: move("C4B6"), side: "north", piece: null, remark: "Hi-YA!" }] });
  expect(announce(after, NOBODY, PLAIN)).toBe("North plays C4B6. Hi-YA! South to move.");
});

test("a proposal asks for an answer", () => {
  const view = { rows: [], pending: { from: "C4", to: "B6" }, notes: ["North proposes C4B6."], markers: [] };
  const after = position({
    actions: [{ action: move("C4B6"), side: "north", piece: null, remark: null }],
    view,
    legal: [wordActions("accept"), wordActions("refuse")],
  });
  expect(announce(after, NOBODY, PLAIN)).toBe("North proposes C4B6. South to answer.");
});

test("a refusal and what it means", () => {
  const view = {
    rows: [],
    pending: { from: "C4", to: "B6" },
    notes: ["C4B6 was refused: North must play another move."],
    markers: [],
  };
  const after = position({
    actions: [{ action: wordActions("refuse"), side: "south", piece: null, remark: null }],
    view,
    side: "north",
  });
  expect(announce(after, NOBODY, PLAIN)).toBe(
    "South refuses. C4B6 was refused: North must play another move. North to move.",
  );
});

test("what a position asks for is told by the kinds of its actions", () => {
  expect(hasProposal(position({ legal: [wordActions("accept"), wordActions("refuse")] }))).toBe(true);
  const passing = position({ legal: [wordActions("pass")] });
  expect(hasProposal(passing)).toBe(false);
  expect(moveBetween(passing, "A1", "A2")).toBeUndefined();
  expect(moveBetween(position({}), "A1", "A2")?.text).toBe("A1A2");
  expect(
    announce(
      position({ actions: [{ action: wordActions("pass"), side: "north", piece: null, remark: null }] }),
      NOBODY,
      PLAIN,
    ),
  ).toBe("North passes. South to move.");
});

const piece = (side: Side, kind: string, gas: number | null = null): Piece => {
  return { side, kind, letter: "x", letterWhenColoured: "x", glyph: "x", gas };
};

/** The description of B6 as the target of an action with these effects. */
function target(standing: Piece | null, effects: Effect[]): string {
  const cell: Cell = { square: "B6", piece: standing };
  return describe(cell, OSKA, { target: { kind: "quiet", effects } });
}

test("squares tell what stands there", () => {
  expect(describe({ square: "A1", piece: null }, OSKA, {})).toBe("A1, empty");
  expect(describe({ square: "A1", piece: piece("south", "rook", 2) }, OSKA, {})).toBe("A1, Black rook, gas 2");
  expect(describe({ square: "A1", piece: piece("north", "rook", 0) }, OSKA, {})).toBe("A1, White rook, out of gas");
});

test("squares that can be reached tell what that does", () => {
  const knight = piece("north", "knight", 2);
  expect(target(null, [])).toBe("B6, empty, can be reached");
  expect(target(null, [{ type: "tank", square: "B6", left: 1 }])).toBe("B6, empty, can be reached, then gas 1");
  expect(target(null, [{ type: "tank", square: "B6", left: 0 }])).toBe("B6, empty, can be reached, then out of gas");
  const capture: Effect[] = [{ type: "captures", square: "B6", piece: knight }];
  expect(target(knight, capture)).toBe("B6, captures White's knight");
  expect(target(knight, [...capture, { type: "ends", outcome: "south" }])).toBe(
    "B6, captures White's knight, Black wins",
  );
  // A jump captures on another square than its target.
  expect(target(null, [{ type: "captures", square: "B5", piece: knight }])).toBe(
    "B6, empty, can be reached, captures White's knight on B5",
  );
  const bishop = piece("south", "bishop", 1);
  expect(target(bishop, [{ type: "takesOwn", square: "B6", piece: bishop }])).toBe("B6, takes its own bishop");
  const [ninja, mini] = [piece("north", "ninja"), piece("north", "mini-ninja")];
  expect(target(null, [{ type: "strikes", square: "B7", piece: ninja, becomes: mini }])).toBe(
    "B6, empty, can be reached, strikes White's ninja on B7, which becomes a mini-ninja",
  );
  expect(target(null, [{ type: "strikes", square: "B7", piece: mini, becomes: null }])).toBe(
    "B6, empty, can be reached, strikes White's mini-ninja on B7",
  );
  const turned = piece("south", "left rook");
  expect(target(null, [{ type: "turns", square: "B6", piece: piece("south", "right rook"), becomes: turned }])).toBe(
    "B6, empty, can be reached, becomes a left rook",
  );
  expect(target(null, [{ type: "ends", outcome: "draw" }])).toBe("B6, empty, can be reached, ends in a draw");
});

test("what takes a piece off the board is known by its effects", () => {
  const ninja = piece("north", "ninja");
  expect(takesAPiece([{ type: "strikes", square: "B7", piece: ninja, becomes: ninja }])).toBe(false);
  expect(takesAPiece([{ type: "strikes", square: "B7", piece: ninja, becomes: null }])).toBe(true);
  expect(takesAPiece([{ type: "captures", square: "B7", piece: ninja }])).toBe(true);
  expect(takesAPiece([{ type: "tank", square: "B7", left: 0 }])).toBe(false);
});

test("endings by the rules, and by resignation", () => {
  const over = position({ outcome: "south", ending: "North's king was captured.", legal: [] });
  expect(announce(over, NOBODY, PLAIN)).toBe("North's king was captured. South wins.");
  expect(announce(position({ outcome: "draw", ending: "A draw.", legal: [] }), NOBODY, PLAIN)).toBe("A draw.");
  expect(announce(position({}), NOBODY, { ...PLAIN, resigned: "south" })).toBe("South resigned. North wins.");
  expect(announce(position({}), NOBODY, { ...PLAIN, resigned: "south", late: true })).toBe(
    "South's time is over. North wins.",
  );
});

test("values are told from South's view", () => {
  expect(formatValue({ side: "south", score: 125, winsIn: null }, "south")).toBe("+1.25");
  expect(formatValue({ side: "north", score: 125, winsIn: null }, "south")).toBe("−1.25");
  expect(formatValue({ side: "north", score: 3, winsIn: null }, "south", 1)).toBe("0.0");
  expect(formatValue({ side: "north", score: 29_993, winsIn: 7 }, "south")).toBe("−#7");
  expect(formatValue({ side: "north", score: -29_996, winsIn: -4 }, "south")).toBe("+#4");
  expect(formatValue({ side: "south", score: -30_000, winsIn: 0 }, "south")).toBe("−#0");
});

test("rules fall into headings, paragraphs, lists and drawings", () => {
  const rules = "OSKA\n\nTwo sides\nmeet.\n\nTHE END\n\n    5  w w\n    4   -\n\n- One\n  more.\n- Two.\n";
  expect(parseRules(rules)).toEqual([
    { type: "paragraph", text: "Two sides meet." },
    { type: "heading", text: "The end" },
    { type: "drawing", text: "5  w w\n4   -" },
    { type: "item", text: "One more." },
    { type: "item", text: "Two." },
  ]);
});

test("a person is spoken to, and the engine has its name", () => {
  const played = (side: Side) => ({ action: move("C4B6"), side, piece: null, remark: null });
  const taken = (side: Side): Effect[] => [{ type: "captures", square: "B6", piece: piece(side, "X-wing") }];
  const after = (side: Side, effects: Effect[]) =>
    announce(position({ actions: [played(side)], side: side === "south" ? "north" : "south" }), SOUTH, {
      ...PLAIN,
      effects,
    });
  expect(after("south", taken("north"))).toBe("You play C4B6 and take an X-wing. VETO to move.");
  expect(after("north", taken("south"))).toBe("VETO plays C4B6 and takes your X-wing. Your move.");
  expect(after("south", [{ type: "takesOwn", square: "B6", piece: piece("south", "knight") }])).toBe(
    "You play C4B6 and take your own knight. VETO to move.",
  );
  const over = position({ outcome: "south", ending: "North's king was captured.", legal: [] });
  expect(announce(over, SOUTH, PLAIN)).toBe("VETO's king was captured. You win.");
  expect(announce(position({}), SOUTH, { ...PLAIN, resigned: "south" })).toBe("You resigned. VETO wins.");
  expect(announce(position({}), SOUTH, { ...PLAIN, resigned: "south", late: true })).toBe(
    "Your time is over. VETO wins.",
  );
  const asked = position({ legal: [wordActions("accept"), wordActions("refuse")] });
  expect(announce(asked, SOUTH, PLAIN)).toBe("Do you accept or refuse?");
});

test("sentences of the rules are about you", () => {
  for (const [said, meant] of [
    ["South's king was captured.", "Your king was captured."],
    [
      "South has no legal move: all its pieces are out of gas.",
      "You have no legal move: all your pieces are out of gas.",
    ],
    ["The knight on C4 is South's, and it is North's turn.", "The knight on C4 is yours, and it is VETO's turn."],
    [
      "B2 holds South's own king, the one piece that South may not capture.",
      "B2 holds your own king, the one piece that you may not capture.",
    ],
    ["C4B6 was refused: North must play another move.", "C4B6 was refused: VETO must play another move."],
    ["The rook on A1 is blocked.", "The rook on A1 is blocked."],
  ] as const)
    expect(toYou(said, SOUTH)).toBe(meant);
  expect(toYou("South's king was captured.", NOBODY)).toBe("South's king was captured.");
});

test("a plus belongs to the side that begins, and something says so", () => {
  const value = { side: "north", score: 125, winsIn: null } as const;
  expect(formatValue(value, "north")).toBe("+1.25");
  expect(plusMeans(OSKA, "north")).toBe("+ is better for White");
  expect(plusMeans(SOUTH, "south")).toBe("+ is better for you");
});

test("boards of the rules are drawn, two side by side, with marked squares", () => {
  const palette = [piece("north", "king"), { ...piece("south", "knight"), letter: "n" }];
  palette[0]!.letter = "K";
  const game = { ...TOY, palette };
  const drawing =
    "3  - K -   north       3  * - K\n2  - n2 -    B2B8      2  ! - -\n1  - - -   south       1  - n -\n   -----\n   A B C";
  const boards = boardsOf(drawing, game)!;
  expect(boards).toHaveLength(2);
  const pieces = boards.map(({ view }) =>
    view.rows
      .flatMap(({ cells }) => cells)
      .flatMap(({ square, piece }) => (piece ? [`${square} ${piece.kind} ${piece.gas}`] : [])),
  );
  expect(pieces).toEqual([
    ["B3 king null", "B2 knight 2"],
    ["C3 king null", "B1 knight null"],
  ]);
  expect([...boards[1]!.marks]).toEqual([
    ["A3", "quiet"],
    ["A2", "strike"],
  ]);
  const explained = "3  - K -  COMPUTER\n2  - n -             It may go\n1  - - -  HUMAN      to A1.";
  expect(notesOf(explained)).toBe("It may go to A1.");
  expect(notesOf(drawing)).toBe("");
  expect(boardsOf("    K king   n knight", game)).toBeNull();
  expect(boardsOf("3  - K -\n2  - ? -\n1  - - -", game), "an unknown sign").toBeNull();
});
