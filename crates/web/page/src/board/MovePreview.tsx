import type { Piece, Marker, Squares, View } from "../messages";
import { Gauge } from "../pieces/Gauge";
import { PieceDrawing } from "../pieces/PieceDrawing";
import type { BoardGeometry, Point } from "./geometry";
import { arriving, warningOf, pieceOn, affectedBy, type MoveTarget, type AffectedPiece } from "./targets";

interface Props {
  view: View;
  geometry: BoardGeometry;
  /** The square of the selected piece. */
  from: string;
  targets: ReadonlyMap<string, MoveTarget>;
  /** The target under the pointer: it shows the board after the move. */
  hovered: string | null;
  /** Whether the piece is dragged, and so is not drawn on the target. */
  dragged: boolean;
  /** The target that needs a second click. */
  confirming: string | null;
}

/** The effects of the moves of a piece, drawn on the board. */
export function MovePreview({ view, geometry, from, targets, hovered, dragged, confirming }: Props) {
  const mover = pieceOn(view, from);
  if (!mover) return null;
  const target = hovered === null ? undefined : targets.get(hovered);
  if (target && hovered) {
    return (
      <g class="move-preview" aria-hidden="true">
        {affectedBy(target, hovered).map(({ square, becomes }) =>
          becomes ? <Ghost key={square} piece={becomes} at={geometry.centres.get(square)} /> : null,
        )}
        {!dragged && <Ghost piece={arriving(mover, target)} at={geometry.centres.get(hovered)} />}
        <AffectedPieces affected={affectedBy(target, hovered).filter(({ becomes }) => !becomes)} geometry={geometry} />
        <MoveWarnings targets={[[hovered, target]]} mover={mover} {...{ view, geometry, confirming, dragged }} />
      </g>
    );
  }
  const all = [...targets];
  const affected = new Map(all.flatMap(([to, one]) => affectedBy(one, to).map((piece) => [piece.square, piece])));
  return (
    <g class="move-preview" aria-hidden="true">
      <AffectedPieces affected={[...affected.values()]} geometry={geometry} />
      <MoveWarnings targets={all} mover={mover} dragged {...{ view, geometry, confirming }} />
    </g>
  );
}

/** The piece of a prepared move, on its target. */
export function Premoved({ view, geometry, move }: { view: View; geometry: BoardGeometry; move: Squares }) {
  const piece = pieceOn(view, move.from);
  if (!piece) return null;
  return (
    <g class="move-preview" data-testid="premove" data-premove={`${move.from}${move.to}`} aria-hidden="true">
      <Ghost piece={piece} at={geometry.centres.get(move.to)} />
    </g>
  );
}

/** A piece as it will be after the move. */
function Ghost({ piece, at }: { piece: Piece; at: Point | undefined }) {
  if (!at) return null;
  return (
    <g class="preview" data-preview={piece.kind} transform={`translate(${at.x - 50} ${at.y - 50})`}>
      <PieceDrawing piece={piece} />
    </g>
  );
}

/** Pieces that are jumped over or struck: a cross, or what they become. */
function AffectedPieces({ affected, geometry }: { affected: readonly AffectedPiece[]; geometry: BoardGeometry }) {
  return (
    <>
      {affected.map(({ square, becomes }) => {
        const centre = geometry.centres.get(square);
        if (!centre) return null;
        return (
          <g class="affected" data-affected={square} transform={`translate(${centre.x} ${centre.y})`}>
            {becomes ? <Becomes piece={becomes} at="31 -31" /> : <Cross />}
          </g>
        );
      })}
    </>
  );
}

/** What a piece becomes, in a corner of its square. */
function Becomes({ piece, at }: { piece: Piece; at: string }) {
  return (
    <g class="becomes" data-becomes={piece.kind} transform={`translate(${at})`}>
      <circle r="21" />
      <g transform="translate(-19 -20) scale(.38)">
        <PieceDrawing piece={piece} />
      </g>
    </g>
  );
}

function Cross() {
  const cross = "M-25 -25L25 25M25 -25L-25 25";
  return (
    <>
      <path class="cross under" d={cross} />
      <path class="cross" d={cross} />
    </>
  );
}

const ENDS = {
  win: "M0 -11L3.200 -3.800L11 -3L5 2.200L6.800 10L0 6L-6.800 10L-5 2.200L-11 -3L-3.200 -3.800Z",
  loss: "M0 -9V2M0 7V8",
  draw: "M-7 -3H7M-7 4H7",
} as const;

interface MoveWarningsProps {
  targets: readonly [string, MoveTarget][];
  mover: Piece;
  view: View;
  geometry: BoardGeometry;
  confirming: string | null;
  /** Whether the piece is not drawn on its target, so that its gauge is. */
  dragged: boolean;
}

/** Signs at the targets: gauges, changes of kind, the end of the game, second clicks. */
function MoveWarnings({ targets, mover, view, geometry, confirming, dragged }: MoveWarningsProps) {
  return (
    <>
      {targets.map(([square, target]) => {
        const centre = geometry.centres.get(square);
        if (!centre) return null;
        const { tank, becomes, end } = warningOf(target, mover.side);
        const occupied = pieceOn(view, square) !== null;
        const wreck = tank === 0;
        return (
          <g
            key={square}
            class="move-warning"
            data-move-warning={square}
            transform={`translate(${centre.x} ${centre.y})`}
          >
            {tank !== null && dragged && (
              <g data-gas={tank} transform={`translate(-31 ${occupied ? -101 : -34}) scale(.62)`}>
                <Gauge gas={tank} />
              </g>
            )}
            {becomes && dragged && <Becomes piece={becomes} at="-30 30" />}
            {wreck && <Corner class="warning" data-warning="wreck" d="M0 -4V3M0 7.500V8.500" triangle />}
            {end && <Corner class={`end ${end}`} data-end={end} d={ENDS[end]} />}
            {target.kind === "own" && (
              <g class="own" transform={`translate(0 ${confirming === square ? -37 : 37})`}>
                <rect x="-32" y="-14" width="64" height="26" rx="13" />
                <text y="5" text-anchor="middle">
                  {confirming === square ? "again?" : "own"}
                </text>
              </g>
            )}
          </g>
        );
      })}
    </>
  );
}

function Corner({
  d,
  triangle,
  ...rest
}: {
  d: string;
  triangle?: boolean;
  class: string;
  [data: `data-${string}`]: string;
}) {
  return (
    <g {...rest} transform="translate(33 -33)">
      {triangle ? <path class="shape" d="M0 -15L16 12H-16Z" /> : <circle class="shape" r="15" />}
      <path class="mark" d={d} />
    </g>
  );
}

/** A marker that needs a sign; walls and wrecks have pictures. */
export type ExtraSign = Extract<Marker, { words: string }>;

export const extraSigns = (view: View): ExtraSign[] => view.markers.filter((sign) => "words" in sign);

/** Signs for restricted pieces and for the side from which a piece can be captured. */
export function Signs({
  signs,
  geometry,
  flipped,
}: {
  signs: readonly ExtraSign[];
  geometry: BoardGeometry;
  flipped: boolean;
}) {
  return (
    <g class="signs" aria-hidden="true">
      {signs.map((sign) => {
        const centre = geometry.centres.get(sign.square);
        if (!centre) return null;
        const down = sign.type === "open" && (sign.toward === "south") !== flipped;
        return (
          <g
            class={`sign ${sign.type}`}
            data-sign={`${sign.square}-${sign.type}`}
            data-down={sign.type === "open" ? down : undefined}
            transform={`translate(${centre.x} ${centre.y})${down ? " rotate(180)" : ""}`}
          >
            <title>{sign.words}</title>
            {sign.type === "bound" ? (
              <>
                <circle cx="35" cy="35" r="12" />
                <path d="M26.500 43.500L43.500 26.500" />
              </>
            ) : (
              <>
                <path class="shield" d="M-24 -40.500A47 47 0 1 0 24 -40.500" />
                <path class="gate" d="M0 -31L-13 -49H13Z" />
              </>
            )}
          </g>
        );
      })}
    </g>
  );
}

/** A stamp on a square. */
export function Stamp({ text, at, geometry }: { text: string; at: string; geometry: BoardGeometry }) {
  const centre = geometry.centres.get(at);
  if (!centre) return null;
  const x = Math.min(Math.max(centre.x, 62), geometry.width - 62);
  return (
    <g transform={`translate(${x} ${centre.y})`} aria-hidden="true">
      <g class="stamp" data-testid="stamp">
        <rect x="-66" y="-18" width="132" height="36" rx="6" />
        <text y="8" text-anchor="middle">
          {text}
        </text>
      </g>
    </g>
  );
}
