import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Piece, Squares, View } from "../messages";
import { PieceDrawing } from "../pieces/PieceDrawing";
import { changes, type Departure } from "./changes";
import type { BoardGeometry, Point } from "./geometry";
import { pieceOn } from "./targets";

interface Props {
  view: View;
  geometry: BoardGeometry;
  animated: boolean;
  /** A dragged piece: drawn under the pointer, and faintly on its square. */
  drag: { from: string; at: Point } | null;
  /** The last move. */
  last: Squares | null;
  /** A move that was just dragged; it is not animated. */
  dropped: Squares | null;
  /** Squares of pieces that the previewed move affects. */
  affected?: readonly string[];
  /** Whether the pending move was refused. */
  refused?: boolean;
}

const ANIMATION_MS = 170;
/** How long captured pieces fly. */
const FLIGHT_MS = 460;
const SHAKE = [0, -9, 8, -6, 4, 0].map((x) => ({ transform: `translateX(${x}px) rotate(${x / 2}deg)` }));

/** All pieces; changes since the last view are animated. */
export function Pieces({ view, geometry, animated, last, drag, dropped, affected, refused }: Props) {
  const group = useRef<SVGGElement>(null);
  const before = useRef<{ view: View; geometry: BoardGeometry; last: Squares | null } | null>(null);
  const [leaving, setLeaving] = useState<Departure[]>([]);

  useLayoutEffect(() => {
    const old = before.current;
    before.current = { view, geometry, last };
    // A change of other props does not interrupt the animation.
    if (old?.view === view && old.geometry === geometry) return;
    if (!animated || !old || old.view === view || old.geometry.width !== geometry.width) {
      setLeaving([]);
      return;
    }
    const { moves, departures, struck } = changes(old.view, view, last ?? old.last);
    setLeaving(departures);
    for (const square of struck) {
      const element = group.current?.querySelector<SVGGElement>(`[data-piece="${square}"] > g`);
      element?.animate?.(SHAKE, { duration: 360, delay: ANIMATION_MS / 2, easing: "ease-out" });
    }
    for (const { from, to } of moves) {
      if (dropped && dropped.from === from && dropped.to === to) continue;
      const [start, end] = [old.geometry.centres.get(from), geometry.centres.get(to)];
      const element = group.current?.querySelector<SVGGElement>(`[data-piece="${to}"] > g`);
      if (!start || !end || !element?.animate) continue;
      const shift = `translate(${start.x - end.x}px, ${start.y - end.y}px)`;
      element.animate([{ transform: shift }, { transform: "none" }], {
        duration: ANIMATION_MS,
        easing: "cubic-bezier(.3,.1,.2,1)",
      });
    }
  }, [view, geometry, animated, last, dropped]);

  useLayoutEffect(() => {
    if (leaving.length === 0) return;
    const timer = setTimeout(() => setLeaving([]), FLIGHT_MS);
    return () => clearTimeout(timer);
  }, [leaving]);

  const lookOf = (square: string) => {
    if (drag?.from === square) return "lifted";
    return affected?.includes(square) ? "threatened" : "";
  };
  return (
    <g class="pieces" aria-hidden="true" ref={group}>
      {view.rows.flatMap((row) =>
        row.cells.map((cell) =>
          cell.piece ? (
            <Placed
              key={cell.square}
              centre={geometry.centres.get(cell.square)}
              piece={cell.piece}
              square={cell.square}
              look={lookOf(cell.square)}
            />
          ) : null,
        ),
      )}
      {leaving.map(({ square, piece }) => {
        const centre = geometry.centres.get(square);
        const aside = centre && centre.x < geometry.width / 2 ? "left" : "right";
        return <Placed key={`leaving-${square}`} centre={centre} piece={piece} look={`leaving ${aside}`} />;
      })}
      <Ghost view={view} geometry={geometry} refused={refused} />
    </g>
  );
}

/** The dragged piece, above everything else. */
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

/** The piece of a proposed or refused move, faint on its target; small if it would cover a piece there. */
function Ghost({ view, geometry, refused }: { view: View; geometry: BoardGeometry; refused: boolean | undefined }) {
  const piece = view.pending && pieceOn(view, view.pending.from);
  const centre = view.pending && geometry.centres.get(view.pending.to);
  if (!piece || !centre) return null;
  const small = pieceOn(view, view.pending!.to) !== null;
  return (
    <g
      class={refused ? "ghost refused" : "ghost"}
      data-testid="ghost"
      transform={`translate(${centre.x - 50} ${centre.y - 50})${small ? " translate(-5 -5) scale(.48)" : ""}`}
    >
      {small && <circle class="ghost-ground" cx="50" cy="50" r="52" />}
      <PieceDrawing piece={piece} />
    </g>
  );
}
