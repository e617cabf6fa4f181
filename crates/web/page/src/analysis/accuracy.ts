import type { Mark, Side } from "../messages";
import type { Reviewed } from "./review";

/** How well a side played a reviewed line. */
export interface SideSummary {
  /** From 0 to 100: an action that costs nothing counts 100, one that costs a quarter of the chances 37. */
  accuracy: number;
  marks: Readonly<Record<Mark, number>>;
}

/** How fast accuracy falls with the chances that an action costs. */
const STRICTNESS = 4;

/** A side's actions in the reviewed part of a line; `null` if it has none there. `sideAt` is who acted before a ply. */
export function summaryOf(
  points: readonly Reviewed[],
  sideAt: (ply: number) => Side | undefined,
  side: Side,
): SideSummary | null {
  const marks = { inaccuracy: 0, mistake: 0, blunder: 0 };
  const scores: number[] = [];
  for (const [index, point] of points.entries()) {
    const before = points[index - 1];
    if (!before || sideAt(point.ply) !== side) continue;
    const gained = (point.value.south - before.value.south) * (side === "south" ? 1 : -1);
    scores.push(100 * Math.exp(STRICTNESS * Math.min(0, gained)));
    if (point.mark) marks[point.mark] += 1;
  }
  if (scores.length === 0) return null;
  return { accuracy: Math.round(scores.reduce((sum, score) => sum + score) / scores.length), marks };
}

/** The marks in words. */
export function marksInWords(marks: SideSummary["marks"]): string {
  const words = (Object.entries(PLURALS) as [Mark, string][]).flatMap(([mark, many]) => {
    const count = marks[mark];
    return count === 0 ? [] : [`${count} ${count === 1 ? mark : many}`];
  });
  return words.length > 0 ? words.join(", ") : "no mistakes";
}

const PLURALS: Readonly<Record<Mark, string>> = {
  blunder: "blunders",
  mistake: "mistakes",
  inaccuracy: "inaccuracies",
};
