import { signal } from "@preact/signals";
import type { Environment } from "../environment";
import { daysInARow } from "../game/progress";
import { parse } from "../settings";

/** What is stored of a game. */
export interface GameRecord {
  /** The personal rating and its deviation; `null` before the first puzzle. */
  rating: number | null;
  deviation: number;
  /** The day of the last rated attempt. */
  day: string;
  /** Puzzles solved in a row at the first try, and the longest such row. */
  row: number;
  best: number;
  /** The puzzles tried, and whether the first try was right. */
  tried: Readonly<Record<string, boolean>>;
}

interface Stored {
  games: Readonly<Record<string, GameRecord>>;
  /** The days whose daily puzzle was solved. */
  daily: readonly string[];
}

const STORAGE_KEY = "skirmish.puzzles";
const MAX_DAYS = 400;
const MAX_TRIED = 2000;

const UNTRIED: GameRecord = { rating: null, deviation: 0, day: "", row: 0, best: 0, tried: {} };

/** What was solved in this browser. */
export class PuzzleProgress {
  readonly #stored = signal<Stored>({ games: {}, daily: [] });
  readonly #environment: Environment;

  constructor(environment: Environment) {
    this.#environment = environment;
    this.#stored.value = read(environment.readItem(STORAGE_KEY));
    environment.watchItem(STORAGE_KEY, (text) => (this.#stored.value = read(text)));
  }

  /** What is known of a game. */
  of(game: string): GameRecord {
    const { games } = this.#stored.value;
    return Object.hasOwn(games, game) ? games[game]! : UNTRIED;
  }

  /** Whether today's puzzle is solved. */
  dailySolved(): boolean {
    return this.#stored.value.daily.includes(this.#environment.today());
  }

  /** The days in a row whose daily puzzle was solved, up to today or yesterday. */
  dailyRow(): number {
    return daysInARow(this.#stored.value.daily, this.#environment.today());
  }

  /** Notes today's puzzle as solved. */
  solvedDaily(): void {
    const { games, daily } = this.#now();
    const today = this.#environment.today();
    if (!daily.includes(today)) this.#store({ games, daily: [...daily, today].slice(-MAX_DAYS) });
  }

  /**
   * Notes the first try of a puzzle; `rate` gets what is stored and returns the new rating. Returns false, and changes nothing, if
   * the puzzle was tried before.
   */
  tried(
    game: string,
    id: string,
    right: boolean,
    rate: (before: GameRecord) => { rating: number; deviation: number },
  ): boolean {
    const { games, daily } = this.#now();
    const before = Object.hasOwn(games, game) ? games[game]! : UNTRIED;
    if (Object.hasOwn(before.tried, id)) return false;
    const row = right ? before.row + 1 : 0;
    const after: GameRecord = {
      ...rate(before),
      day: this.#environment.today(),
      row,
      best: Math.max(before.best, row),
      tried: { ...before.tried, [id]: right },
    };
    this.#store({ games: { ...games, [game]: after }, daily });
    return true;
  }

  /** What is stored now: another tab may have added something. */
  #now = (): Stored => read(this.#environment.readItem(STORAGE_KEY)) ?? this.#stored.value;

  #store(stored: Stored): void {
    this.#stored.value = stored;
    this.#environment.writeItem(STORAGE_KEY, JSON.stringify(stored));
  }
}

/** Parses stored text; invalid parts count as nothing. */
function read(text: string | null): Stored {
  const { games, daily } = (parse(text) ?? {}) as Partial<Record<keyof Stored, unknown>>;
  return {
    games: Object.fromEntries(entriesOf(games).flatMap(([game, value]) => (isRecord(value) ? [[game, value]] : []))),
    daily: Array.isArray(daily) ? daily.filter((day): day is string => typeof day === "string" && isDay(day)) : [],
  };
}

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text);
const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0;

const entriesOf = (value: unknown): [string, unknown][] =>
  typeof value === "object" && value !== null ? Object.entries(value) : [];

function isRecord(value: unknown): value is GameRecord {
  const one = value as Partial<GameRecord> | null;
  if (typeof one !== "object" || one === null) return false;
  const tried = entriesOf(one.tried);
  return (
    (one.rating === null || (Number.isFinite(one.rating) && Math.abs(one.rating ?? 0) < 10_000)) &&
    Number.isFinite(one.deviation) &&
    (one.deviation ?? -1) >= 0 &&
    typeof one.day === "string" &&
    isCount(one.row) &&
    isCount(one.best) &&
    typeof one.tried === "object" &&
    one.tried !== null &&
    tried.length <= MAX_TRIED &&
    tried.every(([, right]) => typeof right === "boolean")
  );
}
