import { expect, test } from "vitest";
import { drawn } from "../src/board/sketch";
import { arriving, warningOf, targetsOf, affectedBy } from "../src/board/targets";
import type { Effect, LegalAction, Piece, Side } from "../src/messages";

const piece = (side: Side, kind: string, gas: number | null = null): Piece => {
  return { side, kind, letter: "x", letterWhenColoured: "x", glyph: "x", gas };
};

const legal = (from: string, to: string, ...effects: Effect[]): LegalAction => {
  return { text: from + to, kind: "move", squares: { from, to }, effects };
};

const enemy = piece("north", "ninja");

/** The target of an action with these effects. */
const targetOf = (...effects: Effect[]) => targetsOf([legal("A1", "B2", ...effects)], "A1").get("B2")!;

test("targets are those of the piece in question, by what happens there", () => {
  const actions = [
    legal("A1", "A2"),
    legal("A1", "B2", { type: "captures", square: "B2", piece: enemy }),
    legal("A1", "C3", { type: "captures", square: "B2", piece: enemy }),
    legal("A1", "D4", { type: "takesOwn", square: "D4", piece: piece("south", "knight") }),
    legal("A1", "E5", { type: "strikes", square: "E6", piece: enemy, becomes: null }),
    legal("B1", "B3"),
    { text: "pass", kind: "pass", squares: null, effects: [] } as LegalAction,
  ];
  const kinds = [...targetsOf(actions, "A1")].map(([square, { kind }]) => `${square} ${kind}`);
  expect(kinds).toEqual(["A2 quiet", "B2 take", "C3 jump", "D4 own", "E5 strike"]);
  expect(targetsOf(actions, null).size).toBe(0);
});

test("victims are those who stand elsewhere than the move ends", () => {
  const becomes = piece("north", "mini-ninja");
  expect(affectedBy(targetOf({ type: "captures", square: "B2", piece: enemy }), "B2")).toEqual([]);
  expect(affectedBy(targetOf({ type: "captures", square: "C3", piece: enemy }), "B2")).toEqual([
    { square: "C3", becomes: null },
  ]);
  expect(affectedBy(targetOf({ type: "strikes", square: "B3", piece: enemy, becomes }), "B2")).toEqual([
    { square: "B3", becomes },
  ]);
});

test("a piece arrives as what it becomes, with what is left in its tank", () => {
  const rook = piece("south", "right rook", 2);
  const target = targetOf(
    { type: "turns", square: "B2", piece: rook, becomes: piece("south", "left rook", 1) },
    { type: "tank", square: "B2", left: 1 },
    { type: "ends", outcome: "north" },
  );
  expect(arriving(rook, target)).toMatchObject({ kind: "left rook", gas: 1 });
  expect(warningOf(target, "south")).toMatchObject({ tank: 1, end: "loss", becomes: { kind: "left rook" } });
  expect(warningOf(target, "north").end).toBe("win");
  expect(warningOf(targetOf(), "south")).toEqual({ tank: null, becomes: null, end: null });
});

test("what is drawn twice is wiped off, and another colour replaces it", () => {
  const arrow = { from: "A1", to: "B2", other: false };
  const circle = { from: "C3", to: "C3", other: false };
  const both = drawn(drawn([], arrow), circle);
  expect(both).toEqual([arrow, circle]);
  expect(drawn(both, arrow)).toEqual([circle]);
  expect(drawn([arrow], { ...arrow, other: true })).toEqual([{ ...arrow, other: true }]);
});
