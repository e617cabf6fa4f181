import { computed, signal } from "@preact/signals";
import type { Environment } from "../environment";
import type { WordActionKind } from "../game/text";
import type { GameInfo } from "../messages";
import { baseOf, type ServerClient } from "../server";
import { PuzzleProgress } from "./progress";

/** Which puzzle is open. */
export interface PuzzleRef {
  /** The game without a size; `null` for the daily puzzle. */
  game: string | null;
  /** The puzzle; `null` for the next one. */
  id: string | null;
}

const DAILY = "daily";

/** The open puzzle; the rest is loaded with the view. */
export class Puzzles {
  /** `null` if none is open. */
  readonly here = signal<PuzzleRef | null>(null);
  /** The game of the puzzle on the board. */
  readonly shownGame = signal<string | null>(null);
  readonly progress: PuzzleProgress;

  /** Gives an answer that is no move to the solver, if there is one. */
  answerWord: ((kind: WordActionKind) => void) | null = null;

  /** For the solver, which is loaded with the view. */
  readonly environment: Environment;
  readonly #server: ServerClient;

  constructor(environment: Environment, server: ServerClient) {
    this.environment = environment;
    this.#server = server;
    this.progress = new PuzzleProgress(environment);
  }

  /** The game of the open puzzle, once known. */
  readonly game = computed<GameInfo | null>(() => {
    const here = this.here.value;
    return here && this.#server.gameOf(here.game ?? this.shownGame.value ?? undefined);
  });

  /** Opens the next puzzle of a game, or today's. Back returns to the previous view. */
  open(game: string | null): void {
    this.environment.pushAddress(formatPuzzle({ game, id: null }));
    this.goTo({ game, id: null });
  }

  goTo(ref: PuzzleRef): void {
    this.here.value = ref;
    this.environment.writeAddress(formatPuzzle(ref));
  }

  /** Closes the puzzle; does not change the address. */
  clear(): void {
    this.here.value = null;
    this.shownGame.value = null;
  }
}

/** The address of a puzzle. */
export function formatPuzzle({ game, id }: PuzzleRef): string {
  return `#puzzle=${game ?? DAILY}${id === null ? "" : `&id=${id}`}`;
}

const fieldsOf = (hash: string) => new URLSearchParams(hash.replace(/^#/, ""));

/** Whether an address is that of a puzzle. */
export const isPuzzle = (hash: string) => fieldsOf(hash).has("puzzle");

/** Parses the hash of {@link formatPuzzle}; an error message if it names no game. */
export function parsePuzzle(hash: string, gameOf: (id: string) => GameInfo | null): PuzzleRef | string {
  const fields = fieldsOf(hash);
  const name = fields.get("puzzle") ?? "";
  if (name === DAILY) return { game: null, id: null };
  const game = gameOf(baseOf(name));
  if (!game) return "This link names puzzles of a game that does not exist.";
  const id = fields.get("id");
  return { game: game.id, id: id !== null && /^[\w-]{1,40}$/.test(id) ? id : null };
}
