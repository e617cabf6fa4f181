import { signal } from "@preact/signals";
import type { Environment } from "../environment";
import type { Outcome, Side } from "../messages";
import { parse } from "../settings";
import type { Clocks } from "./clocks";
import type { EarlyEnd } from "./link";

/** The seat in a room of the server. */
export interface RoomSeat {
  /** Random text with which the server gives it back. */
  secret: string;
  /** Whether this page opens the room if it does not exist. */
  opens: boolean;
  /** Whether the lobby lists the room. */
  listed: boolean;
  /** The clocks; `null` if there are none. */
  clocks: Clocks | null;
  /** How many times actions were taken back. */
  takebacks: number;
  /** Asks to take back all actions from this one on; the friend has not answered yet. */
  ask: number | null;
}

/** A game with a friend, as this browser keeps it. */
export interface FriendGame {
  id: string;
  game: string;
  start: string | null;
  actions: readonly string[];
  ended: EarlyEnd | null;
  /** The side that is played in this browser. */
  side: Side;
  names: Readonly<Record<Side, string>>;
  /** The last note of the friend; may be empty. */
  note: string;
  /** The number of actions that the friend has seen, as far as we know; an early end counts as one. */
  shared: number;
  /** The side to move; `null` if it is unknown, or the game is over. */
  turn: Side | null;
  outcome: Outcome | null;
  /** The time of the last change, in milliseconds since 1970. */
  when: number;
  /** The seat in a room; `null` for a game by links. */
  room: RoomSeat | null;
  /** Whether both players are elsewhere, and one only watches. Such games are not kept. */
  watching?: boolean;
}

const STORAGE_KEY = "skirmish.friends";
const MAX_GAMES = 50;

/** The games with friends that this browser keeps, the newest first. */
export class KeptGames {
  readonly games = signal<readonly FriendGame[]>([]);
  /** Whether the browser refused to save the last change. */
  readonly full = signal(false);
  /** The game of others that is watched. */
  readonly watched = signal<FriendGame | null>(null);
  readonly #environment: Environment;

  constructor(environment: Environment) {
    this.#environment = environment;
    this.games.value = read(environment.readItem(STORAGE_KEY));
    environment.watchItem(STORAGE_KEY, (text) => (this.games.value = read(text)));
  }

  find(id: string | undefined): FriendGame | null {
    const { value: watched } = this.watched;
    return watched?.id === id ? watched : (this.games.value.find((game) => game.id === id) ?? null);
  }

  /** Keeps a game. When there are too many, those that are over go first. */
  put(game: FriendGame): void {
    if (game.watching) {
      this.watched.value = game;
      return;
    }
    const others = this.#stored().filter(({ id }) => id !== game.id);
    const byAge = [game, ...others].sort((one, two) => two.when - one.when);
    const [running, over] = [byAge.filter((one) => !isOver(one)), byAge.filter(isOver)];
    this.#store([...running, ...over].slice(0, MAX_GAMES).sort((one, two) => two.when - one.when));
  }

  /** Deletes a game. */
  forget(id: string): void {
    this.#store(this.#stored().filter((game) => game.id !== id));
  }

  /** What all tabs have stored; what this tab knows, if storage is disabled. */
  #stored(): readonly FriendGame[] {
    const text = this.#environment.readItem(STORAGE_KEY);
    return text === null ? this.games.value : read(text);
  }

  #store(games: readonly FriendGame[]): void {
    this.games.value = games;
    this.full.value = !this.#environment.writeItem(STORAGE_KEY, JSON.stringify(games));
  }
}

/** Whether a game is over. */
export const isOver = ({ outcome, ended }: FriendGame): boolean => outcome !== null || ended !== null;

export const otherSide = (side: Side): Side => (side === "south" ? "north" : "south");

/** Parses stored games; skips invalid ones. */
function read(text: string | null): FriendGame[] {
  const stored = parse(text);
  return Array.isArray(stored) ? stored.filter(isGame) : [];
}

function isGame(value: unknown): value is FriendGame {
  const game = value as Partial<FriendGame> | null;
  return (
    typeof game?.id === "string" &&
    typeof game.game === "string" &&
    (game.side === "south" || game.side === "north") &&
    Array.isArray(game.actions) &&
    typeof game.names?.south === "string" &&
    typeof game.names.north === "string" &&
    Number.isFinite(game.when) &&
    Number.isFinite(game.shared)
  );
}
