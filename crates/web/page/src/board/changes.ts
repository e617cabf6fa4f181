import type { Piece, Squares, View } from "../messages";

/** A piece that left its square. */
export interface Departure {
  square: string;
  piece: Piece;
}

/** The differences between two views. */
export interface BoardChanges {
  /** Pieces that moved. */
  moves: Squares[];
  /** Pieces that left the board. */
  departures: Departure[];
  /** Squares of pieces that became another kind where they stand. */
  struck: string[];
}

/**
 * Compares two views of a board. `known` is the move between them, forward or back, if known. Other new pieces are matched with
 * pieces of the same side that left, preferably of the same kind.
 */
export function changes(before: View, after: View, known: Squares | null): BoardChanges {
  const old = piecesOf(before);
  const now = piecesOf(after);
  const moves: Squares[] = [];
  const travel = (from: string, to: string): boolean => {
    if (!old.has(from) || now.has(from) || now.get(to)?.side !== old.get(from)?.side) return false;
    moves.push({ from, to });
    old.delete(from);
    now.delete(to);
    return true;
  };
  if (known && !travel(known.from, known.to)) travel(known.to, known.from);
  for (const [to, piece] of [...now]) {
    if (old.get(to)?.side === piece.side) continue;
    const sources = [...old].filter(([from, other]) => other.side === piece.side && !now.has(from));
    const source = sources.find(([, other]) => other.kind === piece.kind) ?? sources[0];
    if (source) travel(source[0], to);
  }
  const struck = [...now].flatMap(([square, { side, kind }]) => {
    const piece = old.get(square);
    return piece?.side === side && piece.kind !== kind ? [square] : [];
  });
  // A piece that only changed its kind has not departed.
  const departures = [...old]
    .filter(([square, piece]) => now.get(square)?.side !== piece.side)
    .map(([square, piece]) => ({ square, piece }));
  return { moves, departures, struck };
}

function piecesOf(view: View): Map<string, Piece> {
  const pieces = new Map<string, Piece>();
  for (const cell of view.rows.flatMap((row) => row.cells)) if (cell.piece) pieces.set(cell.square, cell.piece);
  return pieces;
}
