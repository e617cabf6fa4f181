import type { Puzzle } from "./format";

const DAY_MS = 86_400_000;

/** The number of a day such as `2026-07-31`. */
export const dayNumber = (day: string): number => Math.floor(Date.parse(day) / DAY_MS);

/** The game of the daily puzzle: the games take turns. */
export function dailyGame<G>(games: readonly G[], day: string): G | undefined {
  return games[modulo(dayNumber(day), games.length)];
}

/**
 * The puzzle of a day, the same in every browser with the same file. With `turn` games taking turns, all puzzles of a game come
 * before one comes again.
 */
export function dailyPuzzle(puzzles: readonly Puzzle[], day: string, turn: number): Puzzle | undefined {
  const count = puzzles.length;
  if (count === 0) return undefined;
  // Neighbours in the file are alike.
  let stride = Math.max(1, Math.round(count * 0.618));
  while (divisor(stride, count) !== 1) stride += 1;
  return puzzles[modulo(Math.floor(dayNumber(day) / Math.max(1, turn)) * stride, count)];
}

/** The next puzzle: one not tried yet whose rating is nearest; else one that was not solved, and else any other than `last`. */
export function nextPuzzle(
  puzzles: readonly Puzzle[],
  tried: Readonly<Record<string, boolean>>,
  rating: number,
  last: string | null,
): Puzzle | undefined {
  const untried = puzzles.filter(({ id }) => !Object.hasOwn(tried, id));
  const failed = puzzles.filter(({ id }) => id !== last && Object.hasOwn(tried, id) && !tried[id]);
  const others = puzzles.filter(({ id }) => id !== last);
  const choice = [untried, failed, others, puzzles].find(({ length }) => length > 0) ?? [];
  const distance = (puzzle: Puzzle) => Math.abs(puzzle.rating - rating);
  return choice.reduce<Puzzle | undefined>(
    (best, puzzle) => (best === undefined || distance(puzzle) < distance(best) ? puzzle : best),
    undefined,
  );
}

const modulo = (number: number, by: number) => ((number % by) + by) % by;

function divisor(one: number, other: number): number {
  return other === 0 ? one : divisor(other, one % other);
}
