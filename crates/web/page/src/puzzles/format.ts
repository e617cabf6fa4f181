/** What a puzzle asks for. */
export type PuzzleKind = "win" | "only-move" | "verdict";

/** A puzzle of a file. */
export interface Puzzle {
  id: string;
  /** The game and its size. */
  game: string;
  /** The position text; its side to move solves. */
  position: string;
  kind: PuzzleKind;
  /** The actions of the solver and the answers, from the first to the last of the solver. */
  solution: readonly string[];
  plies: number;
  rating: number;
  themes: readonly string[];
}

/** What a file of puzzles may be at most; the rest is not read. */
const MAX_CHARACTERS = 200_000;
const MAX_PUZZLES = 2000;
const MAX_ACTIONS = 100;

const KINDS: readonly string[] = ["win", "only-move", "verdict"] satisfies PuzzleKind[];

/** Reads a file of puzzles of a game. Lines that are none, are of another game or repeat an id are skipped. */
export function parsePuzzles(text: string, game: string): Puzzle[] {
  const found = new Map<string, Puzzle>();
  for (const line of text.slice(0, MAX_CHARACTERS).split("\n")) {
    const puzzle = parsePuzzle(line.trim(), game);
    if (puzzle && !found.has(puzzle.id)) found.set(puzzle.id, puzzle);
    if (found.size >= MAX_PUZZLES) break;
  }
  return [...found.values()];
}

/** Reads a line; `null` if it is no puzzle of this game. */
function parsePuzzle(line: string, base: string): Puzzle | null {
  const fields = line.split("; ");
  if (line.startsWith("#") || fields.length !== 8) return null;
  const [id, game, position, kind, actions, plies, rating, words] = fields as Fields;
  const [solution, themes] = [actions.split(" "), words.split(" ")];
  const valid =
    /^[a-z][a-z0-9-]{0,30}-[0-9a-f]{6}$/.test(id) &&
    new RegExp(`^${base}(:\\d{1,3})?$`).test(game) &&
    /^[^\p{Cc}]{1,300}$/u.test(position) &&
    KINDS.includes(kind) &&
    solution.length <= MAX_ACTIONS &&
    solution.every((action) => /^[A-Za-z0-9]{1,12}$/.test(action)) &&
    isWhole(plies, 1, 999) &&
    isWhole(rating, 1, 9999) &&
    themes.every((theme) => /^[a-z][a-z0-9-]{0,30}$/.test(theme));
  if (!valid) return null;
  return {
    id,
    game,
    position,
    kind: kind as PuzzleKind,
    solution,
    plies: Number(plies),
    rating: Number(rating),
    themes,
  };
}

type Fields = [string, string, string, string, string, string, string, string];

const isWhole = (text: string, least: number, most: number) =>
  /^\d{1,4}$/.test(text) && Number(text) >= least && Number(text) <= most;

/** The themes of some puzzles with the number of puzzles, the most frequent first. */
export function themesOf(puzzles: readonly Puzzle[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const theme of puzzles.flatMap(({ themes }) => [...new Set(themes)]))
    counts.set(theme, (counts.get(theme) ?? 0) + 1);
  return [...counts].sort(([one, first], [other, second]) => second - first || one.localeCompare(other));
}
