import { phrases } from "../game/text";
import type { Voice } from "../game/voice";
import type { Cell, View } from "../messages";
import { SQUARE_SIZE, type BoardGeometry } from "./geometry";
import { letterOf } from "./BoardBackground";
import type { MoveTarget, TargetKind } from "./targets";

/** The state of a square, without its piece. */
export interface SquareLook {
  selected?: boolean;
  /** The move that reaches it. */
  target?: MoveTarget;
  /** It needs a second click. */
  confirming?: boolean;
  last?: boolean;
  /** Its piece can move. */
  movable?: boolean;
  /** A piece is being dragged over it. */
  over?: boolean;
  /** A prepared move leaves or reaches it. */
  premove?: boolean;
  /** A description of its marker. */
  words?: string;
}

interface Props {
  view: View;
  geometry: BoardGeometry;
  voice: Voice;
  looks: ReadonlyMap<string, SquareLook>;
  /** The square in the tab order; `null` without interaction. */
  focus: string | null;
}

/** The squares: a grid for screen readers and arrow keys. */
export function Squares({ view, geometry, voice, looks, focus }: Props) {
  const cells = new Map(view.rows.flatMap((row) => row.cells).map((cell) => [cell.square, cell]));
  const interactive = focus !== null;
  return (
    <g class="squares">
      {geometry.rows.map((row, rowIndex) => (
        <g role={interactive ? "row" : undefined} key={row[0]}>
          {row.map((square, index) => (
            <Square
              key={square}
              cell={cells.get(square)!}
              geometry={geometry}
              voice={voice}
              look={looks.get(square) ?? {}}
              tabIndex={interactive ? (square === focus ? 0 : -1) : undefined}
              dark={(rowIndex + index + geometry.rows.length) % 2 === 1}
            />
          ))}
        </g>
      ))}
    </g>
  );
}

interface SquareProps {
  cell: Cell;
  geometry: BoardGeometry;
  voice: Voice;
  look: SquareLook;
  tabIndex: number | undefined;
  dark: boolean;
}

function Square({ cell, geometry, voice, look, tabIndex, dark }: SquareProps) {
  const { x, y } = geometry.centres.get(cell.square)!;
  const interactive = tabIndex !== undefined;
  const classes = ["square", dark ? "dark" : "light"];
  for (const name of ["selected", "confirming", "last", "movable", "premove", "over"] as const)
    if (look[name]) classes.push(name);
  return (
    <g
      class={classes.join(" ")}
      data-square={interactive ? cell.square : undefined}
      data-target={look.target?.kind}
      role={interactive ? "gridcell" : undefined}
      tabindex={tabIndex}
      aria-label={interactive ? describe(cell, voice, look) : undefined}
      aria-selected={interactive ? Boolean(look.selected) : undefined}
    >
      {geometry.even ? (
        <rect class="field" x={x - SQUARE_SIZE / 2} y={y - SQUARE_SIZE / 2} width={SQUARE_SIZE} height={SQUARE_SIZE} />
      ) : (
        <circle class="field" cx={x} cy={y} r="43" />
      )}
      {geometry.even ? (
        <Weave x={x} y={y} dark={dark} />
      ) : (
        <RimLetter x={x} y={y} upper={y <= geometry.height / 2} letter={letterOf(cell.square)} />
      )}
      {look.target && <Mark x={x} y={y} kind={look.target.kind} occupied={cell.piece !== null} />}
      {geometry.even ? (
        <rect class="ring" x={x - 46} y={y - 46} width="92" height="92" rx="8" />
      ) : (
        <circle class="ring" cx={x} cy={y} r="46" />
      )}
    </g>
  );
}

/** The texture of a square, shown by some skins. */
function Weave({ x, y, dark }: { x: number; y: number; dark: boolean }) {
  const lines = [-36, -24, -12, 0, 12, 24, 36];
  const data = lines.map((d) => (dark ? `M${x + d} ${y - 44}v88` : `M${x - 44} ${y + d}h88`));
  return <path class="weave" d={data.join("")} />;
}

/** The letter of a square, next to it. */
function RimLetter({ x, y, upper, letter }: { x: number; y: number; upper: boolean; letter: string }) {
  return (
    <text class="rim-letter" x={x - 44} y={upper ? y - 33 : y + 43} text-anchor="middle">
      {letter}
    </text>
  );
}

/** The mark of a target: a dot, a star for a strike, a ring for a jump, corners for a capture. */
function Mark({ x, y, kind, occupied }: { x: number; y: number; kind: TargetKind; occupied: boolean }) {
  if (occupied) {
    const corner = (sx: number, sy: number) => `M${x + 47 * sx} ${y + 20 * sy}V${y + 47 * sy}H${x + 20 * sx}Z`;
    return <path class="target" d={corner(1, 1) + corner(-1, 1) + corner(1, -1) + corner(-1, -1)} />;
  }
  if (kind === "strike") {
    const points = Array.from({ length: 16 }, (_, index) => {
      const [angle, reach] = [(index * Math.PI) / 8, index % 2 === 0 ? 25 : 13];
      return `${(x + Math.cos(angle) * reach).toFixed(1)} ${(y + Math.sin(angle) * reach).toFixed(1)}`;
    });
    return <path class="target" d={`M${points.join("L")}Z`} />;
  }
  return <circle class={kind === "jump" ? "target hollow" : "target"} cx={x} cy={y} r={kind === "jump" ? 17 : 15} />;
}

/** The description of the piece on a square. */
function occupant({ piece }: Cell, { me, nameOf }: Voice): string[] {
  if (!piece) return ["empty"];
  const owner = me === null ? nameOf(piece.side) : piece.side === me ? "your" : "enemy";
  const name = `${owner} ${piece.kind}`;
  if (piece.gas === null) return [name];
  return [name, piece.gas === 0 ? "out of gas" : `gas ${piece.gas}`];
}

/** The description of a square, such as `C4, South knight, gas 3`, or of a target: `B6, captures North's knight`. */
export function describe(cell: Cell, voice: Voice, look: SquareLook): string {
  const effects = look.target?.effects ?? [];
  const taken = effects.some(
    (effect) => (effect.type === "captures" || effect.type === "takesOwn") && effect.square === cell.square,
  );
  const words = [cell.square];
  // The effect names a captured piece.
  if (!taken) words.push(...occupant(cell, voice));
  if (look.words) words.push(look.words);
  if (look.target && !taken) words.push("can be reached");
  words.push(...phrases(effects, cell.square, voice));
  if (look.premove) words.push("premove");
  return words.join(", ");
}
