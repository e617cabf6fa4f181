import type { BoardGeometry } from "../board/geometry";
import type { ActionValue, ProvenValue } from "../messages";
import type { Values } from "./study";
import type { ResultMarks } from "./switches";

/** The order from the best to the worst for the side to move: soon wins, then draws, what is not proven, late losses. */
export function compareResults(one: ProvenValue | null, other: ProvenValue | null): number {
  return rank(one) - rank(other);
}

function rank(value: ProvenValue | null): number {
  if (value === null) return 2e6;
  const { result, plies } = value;
  if (result === "draw") return 1e6;
  return result === "win" ? (plies ?? 9e5) : 3e6 - (plies ?? 0);
}

/** A result as a short text: `W 27`, `L ≤4`, `D`, or `?`. */
export function shortResult(value: ProvenValue | null): string {
  if (value === null) return "?";
  const letter = { win: "W", loss: "L", draw: "D" }[value.result];
  if (value.plies === null || value.result === "draw") return letter;
  return `${letter} ${value.exact ? "" : "≤"}${value.plies}`;
}

/** A result in words: `wins in 27 plies`. */
export function resultInWords(value: ProvenValue | null): string {
  if (value === null) return "not proven";
  const verb = { win: "wins", loss: "loses", draw: "draws" }[value.result];
  if (value.plies === null || value.result === "draw") return verb;
  return `${verb} in ${value.exact ? "" : "at most "}${value.plies} ${value.plies === 1 ? "ply" : "plies"}`;
}

/** The marks of a position: the results of a piece's moves if one is selected, and the best of each piece if not. */
export function marksOf({ actions }: Values): ResultMarks {
  const moves = actions.filter(({ action }) => action.squares);
  /** The result at each square. */
  const at = (selected: string | null): Map<string, ProvenValue | null> => {
    const found = new Map<string, ProvenValue | null>();
    for (const { action, proven } of moves) {
      const { from, to } = action.squares!;
      if (selected !== null && selected !== from) continue;
      const square = selected === null ? from : to;
      const known = found.get(square);
      if (known === undefined || compareResults(proven, known) < 0) found.set(square, proven);
    }
    return found;
  };
  return {
    words: (square, selected) => {
      const found = at(selected);
      if (!found.has(square)) return "";
      return `${selected === null ? "at best " : ""}${resultInWords(found.get(square)!)}`;
    },
    draw: (selected, geometry) => <Marks results={at(selected)} geometry={geometry} />,
  };
}

/** Plates on squares: round ends for a win, corners for a loss, and a circle for a draw. */
function Marks({ results, geometry }: { results: ReadonlyMap<string, ProvenValue | null>; geometry: BoardGeometry }) {
  return (
    <g class="results" aria-hidden="true">
      {[...results].map(([square, value]) => {
        const centre = geometry.centres.get(square);
        if (!centre) return null;
        const [text, result] = [shortResult(value), value?.result ?? "unknown"];
        const width = 20 + 14 * text.length;
        return (
          <g
            key={square}
            class={`result ${result}`}
            data-result={`${square}-${text}`}
            transform={`translate(${centre.x} ${centre.y + 34})`}
          >
            <rect x={-width / 2} y="-14" width={width} height="28" rx={result === "loss" ? 0 : 14} />
            <text y="7" text-anchor="middle">
              {text}
            </text>
          </g>
        );
      })}
    </g>
  );
}

/** The results of all actions, the best first. */
export const sortedResults = (actions: readonly ActionValue[]): ActionValue[] =>
  [...actions].sort((one, other) => compareResults(one.proven, other.proven));
