import type { Action, SearchReport, PositionValue } from "../messages";
import type { Analysis } from "./searches";

/** A best move that the other side will refuse. */
export interface RefusedBest {
  best: Action;
  /** The value of the turn: that of the move played instead. */
  counts: PositionValue;
  /** The value if it were accepted; `null` if unknown. */
  accepted: PositionValue | null;
}

/** The best move, if it will be refused. */
export function refusedBest({ advice, lines, value }: Analysis): RefusedBest | null {
  const first = lines[0];
  const best = first?.best;
  if (!best || best.kind !== "move" || !advice?.some(({ action, refuse }) => refuse && action.text === best.text))
    return null;
  return { best, counts: value, accepted: lines.length > 1 ? first.value : null };
}

/** The lines to show. If the best move is refused, its line continues with the move played instead. */
export function shownLines(here: Analysis): { value: PositionValue; line: Action[] }[] {
  const refused = refusedBest(here);
  return here.lines.map((found, rank) =>
    rank > 0 || !refused
      ? { value: found.value, line: found.line }
      : { value: refused.counts, line: [refused.best, REFUSE, ...instead(found, here.lines[1])] },
  );
}

/** The answer of the other side, which is not in the line of the search. */
const REFUSE: Action = { text: "refuse", kind: "refuse", squares: null };

/** The continuation after the best move is refused, as far as the second line has it. That move needs no answer. */
function instead({ alternate }: SearchReport, second: SearchReport | undefined): Action[] {
  if (!alternate) return [];
  if (second?.best?.text !== alternate.text) return [alternate];
  return second.line.filter(({ kind }, index) => index !== 1 || kind !== "accept");
}
