import type { View } from "../messages";

/** The side of a square in the units of the drawing. */
export const SQUARE_SIZE = 100;

/** A point of the drawing. */
export interface Point {
  x: number;
  y: number;
}

/** The geometry of a drawn board. */
export interface BoardGeometry {
  /** The size of the squares' area, without the frame. */
  width: number;
  height: number;
  /** The margins around it. */
  margin: { left: number; right: number; top: number; bottom: number };
  /** The centre of every square. */
  centres: ReadonlyMap<string, Point>;
  /** The squares row by row as they appear on the screen, left to right. */
  rows: readonly (readonly string[])[];
  /** The numbers of these rows. */
  numbers: readonly number[];
  /** Whether all rows have the same length. */
  even: boolean;
}

const FRAME_WIDTH = 30;

/** The geometry of a view: centred rows, rotated if flipped. */
export function geometryOf(view: View, flipped: boolean): BoardGeometry {
  const columns = Math.max(1, ...view.rows.map((row) => row.cells.length));
  const even = view.rows.every((row) => row.cells.length === columns);
  const width = columns * SQUARE_SIZE;
  const height = view.rows.length * SQUARE_SIZE;
  const screenRows = flipped ? [...view.rows].reverse() : view.rows;
  const centres = new Map<string, Point>();
  const rows = screenRows.map((row, rowIndex) => {
    const cells = flipped ? [...row.cells].reverse() : row.cells;
    const left = (width - cells.length * SQUARE_SIZE) / 2;
    cells.forEach((cell, index) => {
      centres.set(cell.square, { x: left + (index + 0.5) * SQUARE_SIZE, y: (rowIndex + 0.5) * SQUARE_SIZE });
    });
    return cells.map((cell) => cell.square);
  });
  const margin = even
    ? { left: FRAME_WIDTH, right: FRAME_WIDTH, top: FRAME_WIDTH, bottom: FRAME_WIDTH }
    : { left: 60, right: 60, top: FRAME_WIDTH, bottom: FRAME_WIDTH };
  return { width, height, margin, centres, rows, numbers: screenRows.map((row) => row.number), even };
}

/** The `viewBox` of the whole board. */
export function viewBox({ width, height, margin }: BoardGeometry): string {
  return `${-margin.left} ${-margin.top} ${width + margin.left + margin.right} ${height + margin.top + margin.bottom}`;
}

/** The square under a point of the drawing, if there is one. */
export function squareAt(geometry: BoardGeometry, { x, y }: Point): string | null {
  const row = geometry.rows[Math.floor(y / SQUARE_SIZE)];
  if (!row || y < 0) return null;
  const left = (geometry.width - row.length * SQUARE_SIZE) / 2;
  return row[Math.floor((x - left) / SQUARE_SIZE)] ?? null;
}

/** Lines between squares of neighbouring rows that touch diagonally, for boards whose rows are shifted by half a square. */
export function diagonals(geometry: BoardGeometry): [Point, Point][] {
  const lines: [Point, Point][] = [];
  for (const [index, row] of geometry.rows.entries()) {
    for (const from of row.map((square) => geometry.centres.get(square)!)) {
      for (const to of (geometry.rows[index + 1] ?? []).map((square) => geometry.centres.get(square)!)) {
        if (Math.abs(from.x - to.x) === SQUARE_SIZE / 2) lines.push([from, to]);
      }
    }
  }
  return lines;
}

/** The square that an arrow key moves to: in the row, or the nearest one of the next row. */
export function neighbour(geometry: BoardGeometry, square: string, key: string): string | null {
  const rowIndex = geometry.rows.findIndex((row) => row.includes(square));
  const row = geometry.rows[rowIndex];
  if (!row) return null;
  const index = row.indexOf(square);
  switch (key) {
    case "ArrowLeft":
      return row[index - 1] ?? null;
    case "ArrowRight":
      return row[index + 1] ?? null;
    case "Home":
      return row[0] ?? null;
    case "End":
      return row.at(-1) ?? null;
    case "ArrowUp":
      return nearest(geometry, square, geometry.rows[rowIndex - 1]);
    case "ArrowDown":
      return nearest(geometry, square, geometry.rows[rowIndex + 1]);
    default:
      return null;
  }
}

function nearest(geometry: BoardGeometry, square: string, row: readonly string[] | undefined): string | null {
  const here = geometry.centres.get(square);
  if (!row || !here) return null;
  const distance = (other: string) => Math.abs((geometry.centres.get(other)?.x ?? 0) - here.x);
  return row.reduce<string | null>(
    (best, other) => (best === null || distance(other) < distance(best) ? other : best),
    null,
  );
}
