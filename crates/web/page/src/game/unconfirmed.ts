import type { LegalAction, Piece, PositionInfo, View } from "../messages";

/** The board after a legal move, from the effects that the server gave with it. A proposal moves nothing yet. */
export function viewAfter({ view, proposes }: PositionInfo, { squares, effects }: LegalAction): View {
  if (!squares) return view;
  if (proposes) return { ...view, pending: squares };
  const pieces = new Map<string, Piece | null>();
  let mover = view.rows.flatMap(({ cells }) => cells).find(({ square }) => square === squares.from)?.piece ?? null;
  for (const effect of effects) {
    if (effect.type === "captures" || effect.type === "takesOwn") pieces.set(effect.square, null);
    if (effect.type === "strikes") pieces.set(effect.square, effect.becomes);
    if (effect.type === "turns") mover = effect.becomes;
    if (effect.type === "tank" && mover) mover = { ...mover, gas: effect.left };
  }
  pieces.set(squares.from, null);
  pieces.set(squares.to, mover);
  const rows = view.rows.map((row) => ({
    ...row,
    cells: row.cells.map((cell) => {
      const piece = pieces.get(cell.square);
      return piece === undefined ? cell : { ...cell, piece };
    }),
  }));
  const markers = view.markers.filter(({ square }) => !pieces.has(square));
  return { ...view, rows, pending: null, notes: [], markers };
}
