import { expect, test } from "vitest";
import { describe } from "../src/board/Squares";
import { announce, formatValue, hasProposal, moveBetween, takesAPiece, type WordActionKind } from "../src/game/text";
import { parseRules } from "../src/panels/rulesText";
import type { Cell, Effect, LegalAction, Piece, PositionInfo, Side } from "../src/messages";

const nameOf = (side: Side) => (side === "south" ? "South" : "North");
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
    legal: [move("A1A2")],
    ...part,
  };
}

test("a move is announced with its shout and who is next", () => {
  const after = position({ actions: [{ action: move("C4B6"), side: "north", piece: null, remark: "Hi-YA!" }] });
  expect(announce(after, nameOf, null)).toBe("North plays C4B6. Hi-YA! South to move.");
});

test("a proposal asks for an answer", () => {
  const view = { rows: [], pending: { from: "C4", to: "B6" }, notes: ["North proposes C4B6."], markers: [] };
  const after = position({
    actions: [{ action: move("C4B6"), side: "north", piece: null, remark: null }],
    view,
    legal: [wordActions("accept"), wordActions("refuse")],
  });
  expect(announce(after, nameOf, null)).toBe("North proposes C4B6. South to answer.");
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
  expect(announce(after, nameOf, null)).toBe(
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
      nameOf,
      null,
    ),
  ).toBe("North passes. South to move.");
});

const piece = (side: Side, kind: string, gas: number | null = null): Piece => {
  return { side, kind, letter: "x", letterWhenColoured: "x", glyph: "x", gas };
};

/** The description of B6 as the target of an action with these effects. */
function target(standing: Piece | null, effects: Effect[]): string {
  const cell: Cell = { square: "B6", piece: standing };
  return describe(cell, ["Black", "White"], { target: { kind: "quiet", effects } });
}

test("squares tell what stands there", () => {
  expect(describe({ square: "A1", piece: null }, ["Black", "White"], {})).toBe("A1, empty");
  expect(describe({ square: "A1", piece: piece("south", "rook", 2) }, ["Black", "White"], {})).toBe(
    "A1, Black rook, gas 2",
  );
  expect(describe({ square: "A1", piece: piece("north", "rook", 0) }, ["Black", "White"], {})).toBe(
    "A1, White rook, out of gas",
  );
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
  expect(announce(over, nameOf, null)).toBe("North's king was captured. South wins.");
  expect(announce(position({ outcome: "draw", ending: "A draw.", legal: [] }), nameOf, null)).toBe("A draw.");
  expect(announce(position({}), nameOf, "south")).toBe("South resigned. North wins.");
});

test("values are told from South's view", () => {
  expect(formatValue({ side: "south", score: 125, winsIn: null })).toBe("+1.25");
  expect(formatValue({ side: "north", score: 125, winsIn: null })).toBe("−1.25");
  expect(formatValue({ side: "north", score: 3, winsIn: null }, 1)).toBe("0.0");
  expect(formatValue({ side: "north", score: 29_993, winsIn: 7 })).toBe("−#7");
  expect(formatValue({ side: "north", score: -29_996, winsIn: -4 })).toBe("+#4");
  expect(formatValue({ side: "south", score: -30_000, winsIn: 0 })).toBe("−#0");
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
