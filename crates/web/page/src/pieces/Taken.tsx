import type { Piece } from "../messages";
import { PieceDrawing } from "./PieceDrawing";

/** Captured pieces, grouped by kind. */
export function Taken({ pieces, game }: { pieces: readonly Piece[]; game: string }) {
  if (pieces.length === 0) return null;
  const kinds = [...new Set(pieces.map(({ kind }) => kind))];
  return (
    <span class={`taken skin-${game}`} role="img" aria-label={`Captured: ${pieces.map(({ kind }) => kind).join(", ")}`}>
      {kinds.map((kind) => (
        <span class="taken-kind" key={kind}>
          {pieces
            .filter((piece) => piece.kind === kind)
            .map((piece, index) => (
              <svg viewBox="4 4 92 92" key={index} aria-hidden="true">
                <PieceDrawing piece={{ ...piece, gas: null }} />
              </svg>
            ))}
        </span>
      ))}
    </span>
  );
}
