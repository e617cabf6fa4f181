import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { ResultMarks } from "../coach/switches";
import { isAccept } from "../game/text";
import type { Voice } from "../game/voice";
import type { LegalAction, Side, Squares as Move, View } from "../messages";
import { geometryOf, neighbour, squareAt, viewBox, type Point } from "./geometry";
import { BoardBackground } from "./BoardBackground";
import { MovePreview, Premoved, Signs, Stamp, extraSigns } from "./MovePreview";
import { Arrows, Badges, Shout, Sketches, type Arrow, type Badge } from "./Overlay";
import { InHand, Pieces } from "./Pieces";
import { drawn, type Stroke } from "./sketch";
import { Squares, type SquareLook } from "./Squares";
import { pieceOn, targetsOf, affectedBy } from "./targets";

export interface BoardProps {
  view: View;
  /** The id of the game without a size: it selects the skin. */
  game: string;
  /** How to speak of the sides. */
  voice: Voice;
  flipped: boolean;
  animated: boolean;
  /** The legal actions. */
  legal: readonly LegalAction[];
  /** Whether a person may move. */
  active: boolean;
  /** The last move. */
  last: Move | null;
  arrows?: readonly Arrow[];
  badges?: (selected: string | null) => readonly Badge[];
  /** Proven results. */
  results?: ResultMarks | null;
  shout?: { text: string; at: string } | null;
  /** The user moves a piece, legally or not. */
  onMove: (move: Move) => void;
  /** While the other side is to move: the side that may prepare a move, and its move. */
  premove?: { side: Side; move: Move | null; onPrepare: (move: Move | null) => void } | undefined;
  /** Whether the pending move is on its way to the other side. */
  proposing?: boolean;
  /** The board shows something for a moment; a press ends that, and counts. */
  onWake?: (() => void) | undefined;
  /** A move needs a second click; the sentence says why. */
  onAsk?: (sentence: string) => void;
  /** The user clicks a square while setting up a position. */
  onSquare?: (square: string) => void;
  label: string;
}

/** A pressed pointer. */
interface PointerDrag {
  /** The square where it was pressed. */
  from: string;
  start: Point;
  at: Point;
  moved: boolean;
  /** It picked up nothing: the selected piece goes where it is released. */
  aims: boolean;
  wasSelected: boolean;
}

/** How far a pointer moves before it drags, in units of the drawing. */
const DRAG_THRESHOLD = 14;

/** The board: shows a view and turns clicks, drags and keys into moves. It knows no rules. */
export function Board(props: BoardProps) {
  const { view, legal, active, last, flipped, premove } = props;
  const geometry = useMemo(() => geometryOf(view, flipped), [view, flipped]);
  const svg = useRef<SVGSVGElement>(null);
  const [selected, setSelected] = useState<string | null>(null);
  /** The target that captures an own piece and was clicked once. */
  const [confirming, setConfirming] = useState<string | null>(null);
  const [focus, setFocus] = useState<string | null>(null);
  const [pointer, setPointer] = useState<PointerDrag | null>(null);
  /** The square under the pointer. */
  const [over, setOver] = useState<string | null>(null);
  const [strokes, setStrokes] = useState<readonly Stroke[]>([]);
  const [stroke, setStroke] = useState<Stroke | null>(null);
  const dropped = useRef<Move | null>(null);
  /** The selection outlasts the next change of the board. */
  const keeps = useRef(false);

  const select = (square: string | null) => {
    setSelected(square);
    setConfirming(null);
  };
  useEffect(() => {
    const keep = keeps.current;
    keeps.current = false;
    setConfirming(null);
    setSelected((square) => (keep && square !== null && pieceOn(view, square) ? square : null));
  }, [view, active]);
  useEffect(() => setStrokes([]), [view]);
  useEffect(() => {
    const cancel = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      setPointer(null);
      setStroke(null);
      select(null);
      cancelPremove.current();
    };
    document.addEventListener("keydown", cancel);
    return () => document.removeEventListener("keydown", cancel);
  }, []);

  const cancelPremove = useRef(() => {});
  cancelPremove.current = () => premove?.move && premove.onPrepare(null);
  /** Whether a piece may be picked up for a prepared move. */
  const mayPrepare = (square: string) => premove !== undefined && pieceOn(view, square)?.side === premove.side;

  const targets = useMemo(() => targetsOf(legal, selected), [legal, selected]);
  const movable = useMemo(
    () => new Set(active ? legal.flatMap(({ squares }) => squares?.from ?? []) : []),
    [legal, active],
  );

  /** Whether a click on a square moves the selected piece there, legally or not. */
  const isAim = (square: string) =>
    selected !== null &&
    selected !== square &&
    (premove ? !mayPrepare(square) : targets.has(square) || !movable.has(square));

  /** Moves the selected piece. Capturing an own piece needs a second click. */
  const go = (to: string) => {
    if (selected === null) return;
    if (premove) {
      premove.onPrepare({ from: selected, to });
      return select(null);
    }
    if (targets.get(to)?.kind === "own" && confirming !== to) {
      setConfirming(to);
      const kind = pieceOn(view, to)?.kind ?? "piece";
      return props.onAsk?.(`That captures your own ${kind} on ${to}. Click again to confirm.`);
    }
    dropped.current = null;
    select(null);
    props.onMove({ from: selected, to });
  };

  const pointOf = (event: PointerEvent): Point | null => {
    const matrix = svg.current?.getScreenCTM();
    if (!matrix) return null;
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return { x, y };
  };

  const onPointerDown = (event: PointerEvent) => {
    // A second finger is about to zoom.
    if (!event.isPrimary) return setPointer(null);
    const point = pointOf(event);
    const square = point && squareAt(geometry, point);
    if (!point || !square) return;
    if (event.button === 2 && premove?.move) return premove.onPrepare(null);
    if (event.button === 2) setStroke({ from: square, to: square, other: event.shiftKey });
    if (event.button !== 0 && event.button !== 2) return;
    // A touch captures the pointer for the element under it; the board needs its events everywhere.
    svg.current?.setPointerCapture?.(event.pointerId);
    if (event.button !== 0) return;
    setStrokes([]);
    setFocus(square);
    setOver(square);
    if (props.onSquare) return props.onSquare(square);
    if (props.onWake) {
      keeps.current = true;
      select(square);
      setPointer({ from: square, start: point, at: point, moved: false, aims: false, wasSelected: false });
      return props.onWake();
    }
    cancelPremove.current();
    if (!active && !premove) return;
    const wasSelected = selected === square;
    const aims = isAim(square);
    if (!aims && !(premove ? mayPrepare(square) : pieceOn(view, square))) return select(null);
    keeps.current = premove !== undefined;
    setPointer({ from: square, start: point, at: point, moved: false, aims, wasSelected });
    if (!aims) select(square);
  };

  const onPointerMove = (event: PointerEvent) => {
    const at = pointOf(event);
    const square = at && squareAt(geometry, at);
    setOver(square);
    if (stroke && square) setStroke({ ...stroke, to: square });
    if (!pointer || !at) return;
    const moved = pointer.moved || Math.hypot(at.x - pointer.start.x, at.y - pointer.start.y) > DRAG_THRESHOLD;
    // Dragging another own piece selects that one.
    const pulls = pointer.aims && moved && movable.has(pointer.from);
    if (pulls) select(pointer.from);
    setPointer({ ...pointer, at, moved, aims: pointer.aims && !pulls });
  };

  const onPointerUp = (event: PointerEvent) => {
    const point = pointOf(event);
    const to = point && squareAt(geometry, point);
    // A lifted finger hovers over nothing.
    if (event.pointerType !== "mouse") setOver(null);
    if (stroke) {
      setStrokes(drawn(strokes, stroke));
      setStroke(null);
    }
    if (!pointer) return;
    setPointer(null);
    if (pointer.aims) {
      if (to === pointer.from) go(to);
    } else if (pointer.moved && to && to !== pointer.from) {
      dropped.current = premove ? null : { from: pointer.from, to };
      select(null);
      (premove?.onPrepare ?? props.onMove)({ from: pointer.from, to });
    } else if (!pointer.moved && pointer.wasSelected) {
      select(null);
    }
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const square = (event.target as Element).closest<SVGElement>("[data-square]")?.dataset["square"];
    if (!square || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      if (props.onSquare) return props.onSquare(square);
      if (props.onWake) {
        keeps.current = true;
        select(square);
        return props.onWake();
      }
      cancelPremove.current();
      if (!active && !premove) return;
      if (isAim(square)) return go(square);
      keeps.current = premove !== undefined;
      if (premove ? mayPrepare(square) : pieceOn(view, square)) select(selected === square ? null : square);
    } else {
      const next = neighbour(geometry, square, event.key);
      if (!next) return;
      event.preventDefault();
      event.stopPropagation();
      setFocus(next);
      setOver(next);
      svg.current?.querySelector<SVGElement>(`[data-square="${next}"]`)?.focus();
    }
  };

  const drag = pointer?.moved && !pointer.aims ? { from: pointer.from, at: pointer.at } : null;
  const hovered = confirming ?? (over !== null && targets.has(over) ? over : null);
  const shown = hovered === null ? undefined : targets.get(hovered);
  const { pending } = view;
  const refused = pending !== null && !props.onSquare && !props.proposing && !legal.some(isAccept);

  const looks = new Map<string, SquareLook>();
  const look = (square: string | null, change: SquareLook) => {
    if (square) looks.set(square, { ...looks.get(square), ...change });
  };
  if (last) for (const square of [last.from, last.to]) look(square, { last: true });
  look(selected, { selected: true });
  for (const [square, target] of targets) look(square, { target });
  for (const square of movable) look(square, { movable: true });
  for (const square of premove?.move ? [premove.move.from, premove.move.to] : []) look(square, { premove: true });
  look(confirming, { confirming: true });
  if (drag && over !== drag.from) look(over, { over: true });
  const signs = extraSigns(view);
  for (const { square, words } of signs) look(square, { words });
  for (const square of props.results ? geometry.centres.keys() : []) {
    const words = props.results?.words(square, selected);
    if (words) look(square, { words: [looks.get(square)?.words, words].filter(Boolean).join(", ") });
  }

  const known = focus !== null && geometry.centres.has(focus);
  const arrows = props.arrows ?? [];
  const classes = ["board", `skin-${props.game}`];
  if (!geometry.even) classes.push("wells");
  if (active || props.onSquare || premove) classes.push("active");
  if (drag) classes.push("dragging");
  return (
    <svg
      ref={svg}
      class={classes.join(" ")}
      viewBox={viewBox(geometry)}
      role="grid"
      aria-label={props.label}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerLeave={() => setOver(null)}
      onPointerCancel={() => {
        setPointer(null);
        setStroke(null);
        setOver(null);
      }}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={onKeyDown}
      onFocusIn={(event) => {
        const square = (event.target as SVGElement).dataset["square"];
        if (square) setFocus(square);
      }}
    >
      <BoardBackground geometry={geometry} game={props.game} />
      <Squares
        view={view}
        geometry={geometry}
        voice={props.voice}
        looks={looks}
        focus={known ? focus : (geometry.rows.at(-1)?.[0] ?? "")}
      />
      <Arrows arrows={arrows.filter((arrow) => arrow.look === "proposal")} geometry={geometry} />
      <Pieces
        view={view}
        geometry={geometry}
        animated={props.animated}
        last={last}
        drag={drag}
        dropped={dropped.current}
        affected={shown && hovered ? [hovered, ...affectedBy(shown, hovered).map(({ square }) => square)] : []}
        refused={refused}
      />
      <Signs signs={signs} geometry={geometry} flipped={flipped} />
      {premove?.move && <Premoved view={view} geometry={geometry} move={premove.move} />}
      {selected && (
        <MovePreview
          view={view}
          geometry={geometry}
          from={selected}
          targets={targets}
          hovered={hovered}
          dragged={drag !== null}
          confirming={confirming}
        />
      )}
      <Arrows arrows={arrows.filter((arrow) => arrow.look !== "proposal")} geometry={geometry} />
      {props.results?.draw(selected, geometry)}
      <Badges badges={props.badges?.(selected) ?? []} geometry={geometry} />
      {refused && <Stamp text="REFUSED" at={pending.to} geometry={geometry} />}
      <Sketches strokes={stroke ? drawn(strokes, stroke) : strokes} geometry={geometry} />
      {props.shout && (
        <Shout
          key={`${props.shout.at}${props.shout.text}`}
          text={props.shout.text}
          at={props.shout.at}
          geometry={geometry}
        />
      )}
      <InHand view={view} drag={drag} />
    </svg>
  );
}
