/** A family of reasons why a node ended, with one colour. */
export type ReasonGroup = "cut" | "all" | "leaf" | "table" | "pruned" | "skipped" | "over" | "stopped";

/** The groups in the order of the legend. */
export const GROUPS: readonly { group: ReasonGroup; label: string }[] = [
  { group: "cut", label: "Cut-off" },
  { group: "all", label: "All moves searched" },
  { group: "leaf", label: "Evaluated" },
  { group: "table", label: "Known from the table" },
  { group: "pruned", label: "Pruned whole" },
  { group: "skipped", label: "Move skipped" },
  { group: "over", label: "Game over" },
  { group: "stopped", label: "Search stopped" },
];

/** Why a node ended, or why a move was skipped: its group and what to say of it. */
const REASONS: Readonly<Record<string, readonly [ReasonGroup, string]>> = {
  cutoff: ["cut", "cut-off"],
  complete: ["all", "all moves searched"],
  quiet: ["all", "no capture left to search"],
  stand_pat: ["leaf", "stand-pat: good enough"],
  evaluated: ["leaf", "evaluated"],
  table: ["table", "the table decides"],
  proof: ["table", "the table has a proof"],
  mate_distance: ["pruned", "a quicker win is known"],
  reverse_futility: ["pruned", "reverse futility: far too good"],
  terminal: ["over", "game over"],
  refused: ["over", "its only move is refused"],
  known: ["over", "the result is known"],
  excluded: ["skipped", "left out"],
  stopped: ["stopped", "search stopped"],
  late_move: ["skipped", "late move pruning"],
  futility: ["skipped", "futility pruning"],
  exchange: ["skipped", "loses the exchange"],
  delta: ["skipped", "delta pruning: gains too little"],
};

/** The group of a reason; programs may write words of their own. */
export const groupOf = (end: string): ReasonGroup => REASONS[end]?.[0] ?? "all";

/** A reason in words. */
export const reasonText = (end: string): string => REASONS[end]?.[1] ?? plain(end);

/** What a search of a move is for, where it is not the usual one. */
const PURPOSES: Readonly<Record<string, string>> = {
  aspiration: "again with a wider window",
  proof: "for a shorter proof",
  null: "null window",
  reduced: "reduced",
  deeper: "again at full depth",
  wider: "again with the full window",
  match: "is it as good as the first?",
  match_again: "again: how much worse?",
  best_again: "best move again",
  singular: "without its hash move",
};

/** What a search is for; empty if there is nothing to say. */
export const purposeText = (search: string): string => PURPOSES[search] ?? "";

const MARKS: Readonly<Record<string, string>> = {
  threat: "extended: a threat",
  singular: "extended: the only good move",
  internal_reduction: "reduced: no hash move",
  second_needed: "a second move is still needed",
  searched_again: "searched again later",
};

/** Something that happened at a node besides its end. */
export const markText = (mark: string): string => MARKS[mark] ?? plain(mark);

const IDEAS: Readonly<Record<string, readonly [string, string]>> = {
  alpha_beta: ["Cut-offs", "leave what cannot change the result"],
  table: ["Transposition table", "remember positions"],
  deepening: ["Iterative deepening", "depth 1, 2, 3 and so on"],
  hash_move: ["Hash move first", "the best move of the last visit"],
  gains: ["Captures by gain", "the best captures early"],
  history: ["Killers and history", "moves that caused cut-offs elsewhere"],
  null_window: ["Null windows", "later moves need only be refuted"],
  matching: ["Matching", "the second move need only match the first"],
  aspiration: ["Aspiration windows", "expect the last value again"],
  quiescence: ["Quiescence search", "no leaf in the middle of captures"],
  delta: ["Delta pruning", "no captures that gain too little"],
  threat_extension: ["Threat extension", "a ply more under a threat"],
  singular: ["Singular extension", "a ply more for the only good move"],
  reductions: ["Late move reductions", "late moves less deep"],
  internal_reduction: ["Internal reduction", "a ply less without a hash move"],
  reverse_futility: ["Reverse futility", "leave what is far too good"],
  futility: ["Futility pruning", "no quiet moves far below alpha"],
  late_moves: ["Late move pruning", "no late quiet moves near the leaves"],
  exchange: ["Exchange pruning", "no captures that lose material"],
  known_results: ["Known results", "no search where the end can be counted"],
  mate_distance: ["Mate distance", "no search for slower wins"],
  shorter_proof: ["Shorter proof", "search a win again for a quicker one"],
};

/** The names of all ideas. */
export const IDEA_NAMES: readonly string[] = Object.keys(IDEAS);

/** An idea: its name and what it does. */
export const ideaText = (idea: string): readonly [string, string] => IDEAS[idea] ?? [plain(idea), ""];

const plain = (word: string) => word.replaceAll("_", " ");

/** The value of a win at the root. A win in so many plies is less by their number. */
const WIN = 30_000;
const FASTEST = 1_000;

/** A value, as seen by the side to move at the root. */
export function valueText(value: number): string {
  const size = Math.abs(value);
  if (size > WIN - FASTEST && size <= WIN) return value > 0 ? `win in ${WIN - size}` : `loss in ${WIN - size}`;
  return value > 0 ? `+${value}` : value < 0 ? `−${size}` : "0";
}

/** The end of a window; missing ends are infinite. */
export const endText = (end: number | undefined, infinite: "−∞" | "+∞"): string =>
  end === undefined ? infinite : valueText(end);

const BOUNDS: Readonly<Record<string, string>> = { lower: "≥ ", upper: "≤ " };

/** A value with its bound: `≥ +12`. */
export const boundText = (value: number, bound: string): string => (BOUNDS[bound] ?? "") + valueText(value);

/** A count with separators. */
export const count = (number: number): string => number.toLocaleString("en-US");
