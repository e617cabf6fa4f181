import { expect, test } from "vitest";
import type { Position } from "../src/game/state";
import { announce, formatValue } from "../src/game/words";
import { parseRules } from "../src/panels/rulesText";
import type { Action, Side } from "../src/messages";

const nameOf = (side: Side) => (side === "south" ? "South" : "North");
const word = (text: string): Action => ({ text, from: null, to: null, word: text });
const move = (text: string): Action => ({ text, from: text.slice(0, 2), to: text.slice(2), word: null });

function position(part: Partial<Position>): Position {
  return {
    type: "position",
    id: 1,
    game: "hiya",
    start: "",
    actions: [],
    position: "",
    side: "south",
    outcome: null,
    ending: "",
    view: { rows: [], pending: null, notes: [] },
    legal: [move("A1A2")],
    ...part,
  };
}

test("a move is announced with its shout and who is next", () => {
  const after = position({ actions: [{ action: move("C4B6"), side: "north", remark: "Hi-YA!" }] });
  expect(announce(after, nameOf, null)).toBe("North plays C4B6. Hi-YA! South to move.");
});

test("a proposal asks for an answer", () => {
  const view = { rows: [], pending: { from: "C4", to: "B6" }, notes: ["North proposes C4B6."] };
  const after = position({
    actions: [{ action: move("C4B6"), side: "north", remark: null }],
    view,
    legal: [word("accept"), word("refuse")],
  });
  expect(announce(after, nameOf, null)).toBe("North proposes C4B6. South to answer.");
});

test("a refusal and what it means", () => {
  const view = {
    rows: [],
    pending: { from: "C4", to: "B6" },
    notes: ["C4B6 was refused: North must play another move."],
  };
  const after = position({ actions: [{ action: word("refuse"), side: "south", remark: null }], view, side: "north" });
  expect(announce(after, nameOf, null)).toBe(
    "South refuses. C4B6 was refused: North must play another move. North to move.",
  );
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
