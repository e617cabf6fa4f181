import type { Action, SearchReport, PositionValue } from "../messages";
import type { Analysis } from "./searches";

/** A best move that will be refused. */
export interface RefusedBest {
  best: Action;
  /** What the turn is worth: what is played instead. */
  counts: PositionValue;
  /** What it would be worth if it were accepted; `null` if that was not looked at. */
  accepted: PositionValue | null;
}

/** The best move, where it will be refused. */
export function refusedBest({ advice, lines, value }: Analysis): RefusedBest | null {
  const first = lines[0];
  const best = first?.best;
  if (!best || best.kind !== "move" || !advice?.some(({ action, refuse }) => refuse && action.text === best.text))
    return null;
  return { best, counts: value, accepted: lines.length > 1 ? first.value : null };
}

/** The lines in the order to show them. Where the best move is refused, its line goes on with the move played instead. */
export function shownLines(here: Analysis): { value: PositionValue; line: Action[] }[] {
  const refused = refusedBest(here);
  return here.lines.map((found, rank) =>
    rank > 0 || !refused
      ? { value: found.value, line: found.line }
      : { value: refused.counts, line: [refused.best, REFUSE, ...instead(found, here.lines[1])] },
  );
}

/** The other side's answer, which no search names. */
const REFUSE: Action = { text: "refuse", kind: "refuse", squares: null };

/** What is played when the best move of a line is refused, as far as another line tells. That move needs no answer. */
function instead({ alternate }: SearchReport, second: SearchReport | undefined): Action[] {
  if (!alternate) return [];
  if (second?.best?.text !== alternate.text) return [alternate];
  return second.line.filter(({ kind }, index) => index !== 1 || kind !== "accept");
}
