import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { LegalAction, Squares as Move, View } from "../messages";
import { layOut, neighbour, squareAt, viewBox, type Point } from "./geometry";
import { Ground } from "./Ground";
import { Arrows, Badges, Shout, type Arrow, type Badge } from "./Overlay";
import { InHand, Pieces } from "./Pieces";
import { Squares, type SquareLook } from "./Squares";

export interface BoardProps {
  view: View;
  /** The game's name without a size: it decides what the board is made of. */
  game: string;
  /** What the sides are called: South's name, North's name. */
  sides: readonly [string, string];
  flipped: boolean;
  animated: boolean;
  /** What may be done. */
  legal: readonly LegalAction[];
  /** Whether a person may act on the board now. */
  active: boolean;
  /** The move that led here. */
  last: Move | null;
  arrows?: readonly Arrow[];
  badges?: (selected: string | null) => readonly Badge[];
  shout?: { text: string; at: string } | null;
  /** Somebody wants to move a piece, legally or not. */
  onMove: (move: Move) => void;
  /** Somebody chose a square, and that alone means something: while a position is set up. */
  onSquare?: (square: string) => void;
  label: string;
}

interface Hand {
  from: string;
  start: Point;
  at: Point;
  moved: boolean;
  wasSelected: boolean;
}

/** How far a finger may move before a touch is a drag, in units of the drawing. */
const TREMBLE = 14;

/** The board: it shows a view, and turns clicks, drags and keys into wishes to move. It knows no rules. */
export function Board(props: BoardProps) {
  const { view, legal, active, last, flipped } = props;
  const layout = useMemo(() => layOut(view, flipped), [view, flipped]);
  const svg = useRef<SVGSVGElement>(null);
  const [selected, setSelected] = useState<string | null>(null);
  const [focus, setFocus] = useState<string | null>(null);
  const [hand, setHand] = useState<Hand | null>(null);
  const dropped = useRef<Move | null>(null);

  useEffect(() => setSelected(null), [view, active]);

  const occupied = useMemo(() => {
    const cells = view.rows.flatMap((row) => row.cells);
    return new Set(cells.filter((cell) => cell.piece).map((cell) => cell.square));
  }, [view]);
  const targets = new Map(
    legal.flatMap(({ squares, effects }) =>
      squares && squares.from === selected ? [[squares.to, effects] as const] : [],
    ),
  );
  const movable = new Set(active ? legal.flatMap(({ squares }) => squares?.from ?? []) : []);

  const choose = (square: string, hold?: Point) => {
    if (props.onSquare) return props.onSquare(square);
    if (!active) return;
    const wasSelected = selected === square;
    if (selected && !wasSelected && (targets.has(square) || !movable.has(square))) {
      dropped.current = null;
      setSelected(null);
      return props.onMove({ from: selected, to: square });
    }
    if (!occupied.has(square)) return;
    if (hold) setHand({ from: square, start: hold, at: hold, moved: false, wasSelected });
    setSelected(wasSelected && !hold ? null : square);
  };

  const pointOf = (event: PointerEvent): Point | null => {
    const matrix = svg.current?.getScreenCTM();
    if (!matrix) return null;
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return { x, y };
  };

  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0 || !event.isPrimary) return;
    const point = pointOf(event);
    const square = point && squareAt(layout, point);
    if (!point || !square) return;
    setFocus(square);
    choose(square, point);
    // The element under a finger captures the pointer; the board needs its events everywhere.
    svg.current?.setPointerCapture?.(event.pointerId);
  };

  const onPointerMove = (event: PointerEvent) => {
    if (!hand) return;
    const at = pointOf(event);
    if (!at) return;
    const moved = hand.moved || Math.hypot(at.x - hand.start.x, at.y - hand.start.y) > TREMBLE;
    setHand({ ...hand, at, moved });
  };

  const onPointerUp = (event: PointerEvent) => {
    if (!hand) return;
    setHand(null);
    const point = pointOf(event);
    const to = point && squareAt(layout, point);
    if (hand.moved && to && to !== hand.from) {
      dropped.current = { from: hand.from, to };
      setSelected(null);
      props.onMove({ from: hand.from, to });
    } else if (!hand.moved && hand.wasSelected) {
      setSelected(null);
    }
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const square = (event.target as Element).closest<SVGElement>("[data-square]")?.dataset["square"];
    if (!square || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      choose(square);
    } else if (event.key === "Escape") {
      setSelected(null);
    } else {
      const next = neighbour(layout, square, event.key);
      if (!next) return;
      event.preventDefault();
      event.stopPropagation();
      setFocus(next);
      svg.current?.querySelector<SVGElement>(`[data-square="${next}"]`)?.focus();
    }
  };

  const looks = new Map<string, SquareLook>();
  const look = (square: string | null, change: SquareLook) => {
    if (square) looks.set(square, { ...looks.get(square), ...change });
  };
  if (last) for (const square of [last.from, last.to]) look(square, { last: true });
  look(selected, { selected: true });
  for (const [square, effects] of targets) look(square, { target: effects });
  for (const square of movable) look(square, { movable: true });

  const known = focus !== null && layout.centres.has(focus);
  const arrows = props.arrows ?? [];
  const drag = hand?.moved ? { from: hand.from, at: hand.at } : null;
  return (
    <svg
      ref={svg}
      class={`board skin-${props.game}${active || props.onSquare ? " active" : ""}${drag ? " dragging" : ""}`}
      viewBox={viewBox(layout)}
      role="grid"
      aria-label={props.label}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={() => setHand(null)}
      onKeyDown={onKeyDown}
      onFocusIn={(event) => {
        const square = (event.target as SVGElement).dataset["square"];
        if (square) setFocus(square);
      }}
    >
      <Ground layout={layout} game={props.game} />
      <Squares
        view={view}
        layout={layout}
        sides={props.sides}
        looks={looks}
        focus={known ? focus : (layout.rows.at(-1)?.[0] ?? "")}
      />
      <Arrows arrows={arrows.filter((arrow) => arrow.look === "proposal")} layout={layout} />
      <Pieces view={view} layout={layout} animated={props.animated} last={last} drag={drag} dropped={dropped.current} />
      <Arrows arrows={arrows.filter((arrow) => arrow.look !== "proposal")} layout={layout} />
      <Badges badges={props.badges?.(selected) ?? []} layout={layout} />
      {props.shout && (
        <Shout
          key={`${props.shout.at}${props.shout.text}`}
          text={props.shout.text}
          at={props.shout.at}
          layout={layout}
        />
      )}
      <InHand view={view} drag={drag} />
    </svg>
  );
}
