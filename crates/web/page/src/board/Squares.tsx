import { phrases } from "../game/words";
import type { Cell, Effect, Side, View } from "../messages";
import { CELL, type Layout } from "./geometry";
import { letterOf } from "./Ground";

/** What a square looks like at the moment, besides its piece. */
export interface SquareLook {
  selected?: boolean;
  /** It can be reached, and this is what that does. */
  target?: readonly Effect[];
  last?: boolean;
  /** It can be picked up, so a finger that drags it must not scroll the page. */
  movable?: boolean;
}

interface Props {
  view: View;
  layout: Layout;
  sides: readonly [string, string];
  looks: ReadonlyMap<string, SquareLook>;
  /** The one square that the Tab key reaches; `null` for a picture that nobody can use. */
  focus: string | null;
}

/** The squares: a grid for screen readers and arrow keys. */
export function Squares({ view, layout, sides, looks, focus }: Props) {
  const cells = new Map(view.rows.flatMap((row) => row.cells).map((cell) => [cell.square, cell]));
  const interactive = focus !== null;
  return (
    <g class="squares">
      {layout.rows.map((row, rowIndex) => (
        <g role={interactive ? "row" : undefined} key={row[0]}>
          {row.map((square, index) => (
            <Square
              key={square}
              cell={cells.get(square)!}
              layout={layout}
              sides={sides}
              look={looks.get(square) ?? {}}
              tabIndex={interactive ? (square === focus ? 0 : -1) : undefined}
              dark={(rowIndex + index + layout.rows.length) % 2 === 1}
            />
          ))}
        </g>
      ))}
    </g>
  );
}

interface SquareProps {
  cell: Cell;
  layout: Layout;
  sides: readonly [string, string];
  look: SquareLook;
  tabIndex: number | undefined;
  dark: boolean;
}

function Square({ cell, layout, sides, look, tabIndex, dark }: SquareProps) {
  const { x, y } = layout.centres.get(cell.square)!;
  const interactive = tabIndex !== undefined;
  const classes = ["square", dark ? "dark" : "light"];
  for (const name of ["selected", "last", "movable"] as const) if (look[name]) classes.push(name);
  return (
    <g
      class={classes.join(" ")}
      data-square={interactive ? cell.square : undefined}
      data-target={look.target && true}
      role={interactive ? "gridcell" : undefined}
      tabindex={tabIndex}
      aria-label={interactive ? describe(cell, sides, look) : undefined}
      aria-selected={interactive ? Boolean(look.selected) : undefined}
    >
      {layout.even ? (
        <rect class="field" x={x - CELL / 2} y={y - CELL / 2} width={CELL} height={CELL} />
      ) : (
        <circle class="field" cx={x} cy={y} r="43" />
      )}
      {layout.even ? (
        <Weave x={x} y={y} dark={dark} />
      ) : (
        <RimLetter x={x} y={y} upper={y <= layout.height / 2} letter={letterOf(cell.square)} />
      )}
      {look.target && <Target x={x} y={y} occupied={cell.piece !== null} />}
      {layout.even ? (
        <rect class="focus-ring" x={x - 46} y={y - 46} width="92" height="92" rx="8" />
      ) : (
        <circle class="focus-ring" cx={x} cy={y} r="40" />
      )}
    </g>
  );
}

/** The grain of a square; the style sheet shows it only on boards made of mats or plates. */
function Weave({ x, y, dark }: { x: number; y: number; dark: boolean }) {
  const lines = [-36, -24, -12, 0, 12, 24, 36];
  const data = lines.map((d) => (dark ? `M${x + d} ${y - 44}v88` : `M${x - 44} ${y + d}h88`));
  return <path class="weave" d={data.join("")} />;
}

/** The letter of a square, between it and its neighbours, where no piece covers it and the hourglass is wide. */
function RimLetter({ x, y, upper, letter }: { x: number; y: number; upper: boolean; letter: string }) {
  return (
    <text class="rim-letter" x={x - 44} y={upper ? y - 33 : y + 43} text-anchor="middle">
      {letter}
    </text>
  );
}

function Target({ x, y, occupied }: { x: number; y: number; occupied: boolean }) {
  if (!occupied) return <circle class="target" cx={x} cy={y} r="15" />;
  const corner = (sx: number, sy: number) => `M${x + 46 * sx} ${y + 22 * sy}V${y + 46 * sy}H${x + 22 * sx}Z`;
  return <path class="target" d={corner(1, 1) + corner(-1, 1) + corner(1, -1) + corner(-1, -1)} />;
}

/** The words for what stands on a square. */
function occupant({ piece }: Cell, nameOf: (side: Side) => string): string[] {
  if (!piece) return ["empty"];
  const name = `${nameOf(piece.side)} ${piece.kind}`;
  if (piece.gas === null) return [name];
  return [name, piece.gas === 0 ? "out of gas" : `gas ${piece.gas}`];
}

/** The words for a square: `C4, South knight, gas 3`, and where it can be reached what that does: `B6, captures North's knight`. */
export function describe(cell: Cell, sides: readonly [string, string], look: SquareLook): string {
  const nameOf = (side: Side) => sides[side === "south" ? 0 : 1];
  const effects = look.target ?? [];
  const taken = effects.some(
    (effect) => (effect.type === "captures" || effect.type === "takesOwn") && effect.square === cell.square,
  );
  const words = [cell.square];
  // What is taken is named by what happens to it.
  if (!taken) words.push(...occupant(cell, nameOf));
  if (look.target && !taken) words.push("can be reached");
  words.push(...phrases(effects, cell.square, nameOf));
  return words.join(", ");
}
