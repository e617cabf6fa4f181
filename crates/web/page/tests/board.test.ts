import { expect, test } from "vitest";
import { changes } from "../src/board/changes";
import { diagonals, geometryOf, neighbour, squareAt } from "../src/board/geometry";
import type { Piece, View } from "../src/messages";

/** A board from rows of letters, from the top: capitals are North's pieces; the letter is the kind. */
function board(...rows: string[]): View {
  return {
    pending: null,
    notes: [],
    markers: [],
    rows: rows.map((row, index) => ({
      number: rows.length - index,
      cells: [...row].map((letter, column) => ({
        square: String.fromCharCode(65 + column) + (rows.length - index),
        piece: letter === "-" ? null : piece(letter),
      })),
    })),
  };
}

function piece(letter: string): Piece {
  const side = letter === letter.toUpperCase() ? "north" : "south";
  return { side, kind: letter.toLowerCase(), letter, letterWhenColoured: letter, glyph: letter, gas: null };
}

test("squares lie where the axes say, and turned around when flipped", () => {
  const view = board("---", "---");
  expect(geometryOf(view, false).centres.get("A1")).toEqual({ x: 50, y: 150 });
  expect(geometryOf(view, true).centres.get("A1")).toEqual({ x: 250, y: 50 });
});

test("every square is found at its centre, on even and centred rows, either way round", () => {
  for (const view of [board("---", "---"), board("----", "---", "--", "---", "----")]) {
    for (const flipped of [false, true]) {
      const geometry = geometryOf(view, flipped);
      for (const [square, centre] of geometry.centres) expect(squareAt(geometry, centre)).toBe(square);
      expect(squareAt(geometry, { x: -5, y: 50 })).toBeNull();
      expect(squareAt(geometry, { x: 50, y: -5 })).toBeNull();
      expect(squareAt(geometry, { x: 50, y: geometry.height + 5 })).toBeNull();
    }
  }
});

test("arrow keys lead over the board and stop at its edges", () => {
  const geometry = geometryOf(board("----", "---", "--"), false);
  expect(neighbour(geometry, "A1", "ArrowRight")).toBe("B1");
  expect(neighbour(geometry, "A1", "ArrowLeft")).toBeNull();
  expect(neighbour(geometry, "A1", "ArrowUp")).toBe("A2");
  expect(neighbour(geometry, "D3", "ArrowDown")).toBe("C2");
  expect(neighbour(geometry, "A1", "ArrowDown")).toBeNull();
  expect(neighbour(geometry, "A1", "x")).toBeNull();
});

test("rows shifted by half a square are joined diagonally", () => {
  expect(diagonals(geometryOf(board("---", "--", "---"), false))).toHaveLength(8);
});

test("a move is seen as one, whatever else it does", () => {
  expect(changes(board("-P", "n-"), board("-n", "--"), null)).toMatchObject({
    moves: [{ from: "A1", to: "B2" }],
    departures: [{ square: "B2", piece: piece("P") }],
  });
});

test("a piece that turns into another kind still travels", () => {
  expect(changes(board("--", "l-"), board("r-", "--"), null).moves).toEqual([{ from: "A1", to: "A2" }]);
});

test("a demoted piece stays", () => {
  expect(changes(board("J-", "--", "s-"), board("N-", "s-", "--"), null)).toEqual({
    moves: [{ from: "A1", to: "A2" }],
    departures: [],
    struck: ["A3"],
  });
});

test("taking a piece of the own side and kind needs the move to be known", () => {
  const seen = changes(board("n-", "n-"), board("n-", "--"), { from: "A1", to: "A2" });
  expect(seen).toMatchObject({
    moves: [{ from: "A1", to: "A2" }],
    struck: [],
    departures: [{ square: "A2", piece: piece("n") }],
  });
});

test("a move taken back travels the other way", () => {
  expect(changes(board("n-", "--"), board("--", "n-"), { from: "A1", to: "A2" }).moves).toEqual([
    { from: "A2", to: "A1" },
  ]);
});
