import { signal } from "@preact/signals";
import type { GameInfo } from "../messages";
import type { Environment } from "../environment";

const STORAGE_KEY = "skirmish.lessons";

/** The completed steps, saved in this browser in the format of the program: a line per game, `refusal 1 2 5`. */
export class CompletedSteps {
  readonly #done = signal<ReadonlyMap<string, ReadonlySet<number>>>(new Map());
  readonly #environment: Environment;

  constructor(environment: Environment) {
    this.#environment = environment;
    this.#done.value = read(environment.readItem(STORAGE_KEY));
    environment.watchItem(STORAGE_KEY, (text) => (this.#done.value = read(text)));
  }

  /** Whether a step, counted from 0, is done. */
  isDone({ id }: GameInfo, step: number): boolean {
    return this.#done.value.get(id)?.has(step + 1) ?? false;
  }

  /** How many steps of a game's lesson are done. */
  count(game: GameInfo): number {
    return game.lesson.filter((_, step) => this.isDone(game, step)).length;
  }

  /** The first step that is not done, or step 0 if all are. */
  next(game: GameInfo): number {
    return Math.max(
      0,
      game.lesson.findIndex((_, step) => !this.isDone(game, step)),
    );
  }

  /** Marks a step, counted from 0, as done. */
  add({ id }: GameInfo, step: number): void {
    // Another tab may have added something.
    const all = new Map([...this.#done.value, ...read(this.#environment.readItem(STORAGE_KEY))]);
    all.set(id, new Set([...(all.get(id) ?? []), step + 1]));
    this.#done.value = all;
    const lines = [...all].map(([game, steps]) => `${game} ${[...steps].sort((a, b) => a - b).join(" ")}\n`);
    this.#environment.writeItem(STORAGE_KEY, lines.join(""));
  }
}

/** Parses stored text; invalid parts count as not done. */
function read(text: string | null): Map<string, Set<number>> {
  const done = new Map<string, Set<number>>();
  for (const line of (text ?? "").split("\n")) {
    const [game, ...words] = line.split(" ");
    const steps = words.map(Number).filter((step) => Number.isSafeInteger(step) && step >= 1);
    if (game) done.set(game, new Set(steps));
  }
  return done;
}
