import type { BoardGeometry, Point } from "./geometry";
import type { Stroke } from "./sketch";

/** An arrow on the board. */
export interface Arrow {
  from: string;
  to: string;
  /** Its style. */
  look: "first" | "second" | "third" | "hint" | "proposal";
}

/** A small sign in the corner of a square. */
export interface Badge {
  square: string;
  sign: "refuse" | "accept" | "inaccuracy" | "mistake" | "blunder";
}

/** Arrows over the pieces. */
export function Arrows({ arrows, geometry }: { arrows: readonly Arrow[]; geometry: BoardGeometry }) {
  return (
    <g class="arrows" aria-hidden="true">
      {[...arrows].reverse().map((arrow) => {
        const from = geometry.centres.get(arrow.from);
        const to = geometry.centres.get(arrow.to);
        if (!from || !to) return null;
        return (
          <path
            class={`arrow ${arrow.look}`}
            data-testid={`arrow-${arrow.look}`}
            d={arrowPath(from, to, WIDTH[arrow.look])}
          />
        );
      })}
    </g>
  );
}

const WIDTH: Record<Arrow["look"], number> = { first: 15, second: 11, third: 8, hint: 15, proposal: 9 };

/** The outline of an arrow: a shaft that thickens a little towards its head. */
function arrowPath(from: Point, to: Point, width: number): string {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const length = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / length, dy / length];
  const head = Math.min(36, length * 0.45) * (0.55 + width / 33);
  const at = (along: number, aside: number) =>
    `${(from.x + ux * along - uy * aside).toFixed(1)} ${(from.y + uy * along + ux * aside).toFixed(1)}`;
  const start = Math.min(24, length * 0.2);
  const end = length - 6;
  const points = [
    at(start, width * 0.3),
    at(end - head, width * 0.5),
    at(end - head * 1.1, width * 0.5 + head * 0.5),
    at(end, 0),
    at(end - head * 1.1, -width * 0.5 - head * 0.5),
    at(end - head, -width * 0.5),
    at(start, -width * 0.3),
  ];
  return `M${points.join("L")}Z`;
}

/** The arrows and circles that the user drew. */
export function Sketches({ strokes, geometry }: { strokes: readonly Stroke[]; geometry: BoardGeometry }) {
  return (
    <g class="sketches" aria-hidden="true">
      {strokes.map(({ from, to, other }) => {
        const [start, end] = [geometry.centres.get(from), geometry.centres.get(to)];
        if (!start || !end) return null;
        const facts = { class: other ? "sketch other" : "sketch", "data-sketch": `${from}${to}` };
        return from === to ? (
          <circle {...facts} cx={end.x} cy={end.y} r="43" />
        ) : (
          <path {...facts} d={arrowPath(start, end, 12)} />
        );
      })}
    </g>
  );
}

const SIGNS: Record<Badge["sign"], string> = {
  refuse: "M-6 -6L6 6M6 -6L-6 6",
  accept: "M-7 0L-2 6L7 -6",
  inaccuracy: "M-5 -4A4 4 0 1 1 0 1V3M0 8V9M6 -9V3M6 8V9",
  mistake: "M-5 -4A5 5 0 1 1 0 1V3M0 8V9",
  blunder: "M-4 -9V3M-4 8V9M4 -9V3M4 8V9",
};

/** Signs in the upper right corner of squares. */
export function Badges({ badges, geometry }: { badges: readonly Badge[]; geometry: BoardGeometry }) {
  return (
    <g class="badges" aria-hidden="true">
      {badges.map(({ square, sign }) => {
        const centre = geometry.centres.get(square);
        if (!centre) return null;
        return (
          <g
            class={`badge ${sign}`}
            data-badge={`${square}-${sign}`}
            transform={`translate(${centre.x + 34} ${centre.y - 34})`}
          >
            <circle r="14" />
            <path d={SIGNS[sign]} />
          </g>
        );
      })}
    </g>
  );
}

/** An announcement over a square, such as `Hi-YA!`. */
export function Shout({ text, at, geometry }: { text: string; at: string; geometry: BoardGeometry }) {
  const centre = geometry.centres.get(at);
  if (!centre) return null;
  const half = 34 + text.length * 10;
  const x = Math.min(Math.max(centre.x, half - 16), geometry.width - half + 16);
  const y = Math.min(Math.max(centre.y - 48, 52), geometry.height - 52);
  const points = Array.from({ length: 28 }, (_, index) => {
    const angle = (index / 28) * 2 * Math.PI;
    const reach = index % 2 === 0 ? 1 : 0.76 + 0.05 * ((index * 7) % 3);
    return `${(Math.cos(angle) * half * reach).toFixed(1)} ${(Math.sin(angle) * 58 * reach).toFixed(1)}`;
  });
  return (
    <g transform={`translate(${x} ${y})`} aria-hidden="true">
      <g class="shout" data-testid="shout">
        <path d={`M${points.join("L")}Z`} />
        <text y="14" text-anchor="middle">
          {text}
        </text>
      </g>
    </g>
  );
}
