import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Piece, Squares, View } from "../messages";
import { PieceDrawing } from "../pieces/PieceDrawing";
import { changes, type Departure } from "./changes";
import type { Layout, Point } from "./geometry";

interface Props {
  view: View;
  layout: Layout;
  animated: boolean;
  /** A piece in somebody's hand: it is drawn under the pointer and faintly where it came from. */
  drag: { from: string; at: Point } | null;
  /** The move that led here, if one did. */
  last: Squares | null;
  /** A move that a hand has just finished; its piece need not travel again. */
  dropped: Squares | null;
}

const MILLISECONDS = 170;

/** All pieces of a board; what changed since the last view moves or fades. */
export function Pieces({ view, layout, animated, last, drag, dropped }: Props) {
  const group = useRef<SVGGElement>(null);
  const before = useRef<{ view: View; layout: Layout; last: Squares | null } | null>(null);
  const [leaving, setLeaving] = useState<Departure[]>([]);

  useLayoutEffect(() => {
    const old = before.current;
    before.current = { view, layout, last };
    if (!animated || !old || old.view === view || old.layout.width !== layout.width) {
      setLeaving([]);
      return;
    }
    const { moves, departures } = changes(old.view, view, last ?? old.last);
    setLeaving(departures);
    for (const { from, to } of moves) {
      if (dropped && dropped.from === from && dropped.to === to) continue;
      const [start, end] = [old.layout.centres.get(from), layout.centres.get(to)];
      const element = group.current?.querySelector<SVGGElement>(`[data-piece="${to}"] > g`);
      if (!start || !end || !element?.animate) continue;
      const shift = `translate(${start.x - end.x}px, ${start.y - end.y}px)`;
      element.animate([{ transform: shift }, { transform: "none" }], {
        duration: MILLISECONDS,
        easing: "cubic-bezier(.3,.1,.2,1)",
      });
    }
  }, [view, layout]);

  useLayoutEffect(() => {
    if (leaving.length === 0) return;
    const timer = setTimeout(() => setLeaving([]), MILLISECONDS);
    return () => clearTimeout(timer);
  }, [leaving]);

  return (
    <g class="pieces" aria-hidden="true" ref={group}>
      {leaving.map(({ square, piece }) => (
        <Placed key={`leaving-${square}`} centre={layout.centres.get(square)} piece={piece} look="leaving" />
      ))}
      {view.rows.flatMap((row) =>
        row.cells.map((cell) =>
          cell.piece ? (
            <Placed
              key={cell.square}
              centre={layout.centres.get(cell.square)}
              piece={cell.piece}
              square={cell.square}
              look={drag?.from === cell.square ? "lifted" : view.pending?.to === cell.square ? "threatened" : ""}
            />
          ) : null,
        ),
      )}
      <Ghost view={view} layout={layout} />
    </g>
  );
}

/** The piece in hand, above everything else. */
export function InHand({ view, drag }: { view: View; drag: Props["drag"] }) {
  const piece = drag && pieceOn(view, drag.from);
  if (!piece) return null;
  return (
    <g class="in-hand" aria-hidden="true" transform={`translate(${drag.at.x - 60} ${drag.at.y - 60}) scale(1.2)`}>
      <PieceDrawing piece={piece} />
    </g>
  );
}

function Placed({
  centre,
  piece,
  square,
  look,
}: {
  centre: Point | undefined;
  piece: Piece;
  square?: string;
  look: string;
}) {
  if (!centre) return null;
  return (
    <g class={`placed ${look}`} data-piece={square} transform={`translate(${centre.x - 50} ${centre.y - 50})`}>
      <g>
        <PieceDrawing piece={piece} />
      </g>
    </g>
  );
}

/** A proposed or refused move: its piece, faintly, where it wants to go. */
function Ghost({ view, layout }: { view: View; layout: Layout }) {
  const piece = view.pending && pieceOn(view, view.pending.from);
  const centre = view.pending && layout.centres.get(view.pending.to);
  if (!piece || !centre) return null;
  return (
    <g class="ghost" data-testid="ghost" transform={`translate(${centre.x - 50} ${centre.y - 50})`}>
      <PieceDrawing piece={piece} />
    </g>
  );
}

function pieceOn(view: View, square: string): Piece | null {
  return view.rows.flatMap((row) => row.cells).find((cell) => cell.square === square)?.piece ?? null;
}
