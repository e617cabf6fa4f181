import { computed, effect, signal, untracked } from "@preact/signals";
import type { Environment } from "../environment";
import type { GameInfo } from "../messages";
import { baseOf } from "../server";
import { parse } from "../settings";
import type { GameState } from "./state";

/** What is stored: the highest level beaten by game, and the days on which something was played. */
interface Stored {
  levels: Readonly<Record<string, number>>;
  days: readonly string[];
}

const STORAGE_KEY = "skirmish.progress";
const MAX_DAYS = 400;
const DAY_MS = 86_400_000;

/** What the person has achieved in this browser: levels beaten, and days in a row. */
export class Progress {
  readonly #stored = signal<Stored>({ levels: {}, days: [] });
  readonly #environment: Environment;

  constructor(environment: Environment) {
    this.#environment = environment;
    this.#stored.value = read(environment.readItem(STORAGE_KEY));
    environment.watchItem(STORAGE_KEY, (text) => (this.#stored.value = read(text)));
  }

  /** The highest level beaten in a game; 0 if none. */
  beaten({ id }: GameInfo): number {
    return this.#stored.value.levels[id] ?? 0;
  }

  /** Whether anything was ever played here. */
  readonly begun = computed<boolean>(() => this.#stored.value.days.length > 0);

  /** The number of days in a row on which something was played, up to today or yesterday. */
  readonly streak = computed<number>(() => daysInARow(this.#stored.value.days, this.#environment.today()));

  /** Notes the day of something played. */
  played(): void {
    const { levels, days } = this.#now();
    const today = this.#environment.today();
    if (!days.includes(today)) this.#store({ levels, days: [...days, today].slice(-MAX_DAYS) });
  }

  /** Notes days and wins of games played here, from now on. */
  followGame(state: GameState): void {
    effect(() => {
      if (state.unconfirmed.value) untracked(() => this.played());
    });
    let playing: number | null = null;
    effect(() => {
      const [won, known] = [state.outcome.value, state.current.value];
      if (!known) return;
      untracked(() => {
        const here = state.gameRef.value!;
        const serial = state.gameSerial.value;
        if (won === null) playing = serial;
        // Games from other starts, and those that were over when they were opened, do not count.
        else if (playing === serial && won === state.me.value && here.start === null && here.friend === undefined)
          this.#won(baseOf(here.game), here.level);
      });
    });
  }

  #won(game: string, level: number): void {
    const { levels, days } = this.#now();
    if ((levels[game] ?? 0) < level) this.#store({ levels: { ...levels, [game]: level }, days });
  }

  /** What is stored now: another tab may have added something. */
  #now = (): Stored => read(this.#environment.readItem(STORAGE_KEY));

  #store(stored: Stored): void {
    this.#stored.value = stored;
    this.#environment.writeItem(STORAGE_KEY, JSON.stringify(stored));
  }
}

/** How many of these days follow each other up to today, or to yesterday. */
export function daysInARow(days: readonly string[], today: string): number {
  const known = new Set(days);
  const at = (back: number) => new Date(Date.parse(today) - back * DAY_MS).toISOString().slice(0, 10);
  let length = 0;
  for (let back = known.has(at(0)) ? 0 : 1; known.has(at(back)); back += 1) length += 1;
  return length;
}

/** Parses stored text; invalid parts count as nothing. */
function read(text: string | null): Stored {
  const { levels, days } = (parse(text) ?? {}) as Partial<Record<keyof Stored, unknown>>;
  const entries = typeof levels === "object" && levels !== null ? Object.entries(levels) : [];
  return {
    levels: Object.fromEntries(entries.filter((entry) => Number.isSafeInteger(entry[1]))),
    days: Array.isArray(days) ? days.filter((day) => typeof day === "string" && /^\d{4}-\d\d-\d\d$/.test(day)) : [],
  };
}
