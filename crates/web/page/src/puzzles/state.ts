import type { Action, PositionInfo } from "../messages";
import { NEWCOMER, rested, type Rating } from "./glicko";
import type { GameRecord } from "./progress";
import type { Refutation } from "./refutation";

/** What is going on: `asking` waits for the solver, `looking` shows a line after it ended. */
export type PuzzlePhase = "loading" | "asking" | "replying" | "refuting" | "looking";

/** A line that is played out on the board. */
export interface Playback {
  kind: "refutation" | "solution";
  /** The actions before it, from the position to solve. */
  before: readonly string[];
  actions: readonly Action[];
  /** How many of them are on the board. */
  at: number;
}

/** The wrong action and what is known of it. */
export interface WrongAction {
  text: string;
  /** The position after it. */
  position: PositionInfo;
  /** `null` while the engine looks. */
  refutation: Refutation | null;
  searched: boolean;
}

/** How a first try changed the rating. */
export interface RatedTry {
  right: boolean;
  before: Rating;
  after: Rating;
}

const DAY_MS = 86_400_000;

/** The rating of a record today. */
export function ratingOf(record: GameRecord | null, today: string): Rating {
  if (!record || record.rating === null) return NEWCOMER;
  const days = (Date.parse(today) - Date.parse(record.day)) / DAY_MS;
  const { rating, deviation } = record;
  return rested({ rating, deviation }, Number.isFinite(days) ? days : 0);
}
