import { effect, signal, untracked } from "@preact/signals";
import type { Outcome } from "../messages";
import { parse } from "../settings";
import type { Environment } from "../environment";
import { formatAddress, type GameRef } from "./address";
import type { GameState } from "./state";
import { endOf, ROOT, type GameTree } from "./tree";

/** A game that was played in this browser. */
export interface SavedGame {
  key: number;
  /** Its link. */
  address: string;
  /** The time of the last action, in milliseconds since 1970. */
  when: number;
  /** The result of its main line; `null` while it goes on. */
  outcome: Outcome | null;
}

/** How many games are kept in which a person played, and how many that were only watched. */
const MAX_PLAYED_GAMES = 20;
const MAX_WATCHED_GAMES = 5;

const STORAGE_KEY = "skirmish.games";

/** The last games played in this browser, the newest first. Games without an action of a person are not saved. */
export class SavedGames {
  readonly games = signal<readonly SavedGame[]>([]);
  /** Whether the browser refused to save the last change. */
  readonly full = signal(false);

  readonly #environment: Environment;
  readonly #state: GameState;
  /** The current game: its tree when it was opened, and its last saved state. */
  #game: { gameSerial: number; tree: GameTree; saved: SavedGame | null } | null = null;

  constructor(environment: Environment, state: GameState) {
    this.#environment = environment;
    this.#state = state;
    this.games.value = read(environment.readItem(STORAGE_KEY));
    environment.watchItem(STORAGE_KEY, (text) => (this.games.value = read(text)));
  }

  /** Saves the current game after every change, from now on. */
  followGame(): void {
    const { gameRef, gameSerial, positions } = this.#state;
    effect(() => {
      const here = gameRef.value;
      const end = here && positions.value.get(endOf(here.tree, ROOT));
      const resigned = here?.resigned ? other(here.resigned) : null;
      if (here && here.friend === undefined)
        untracked(() => this.#save(here, gameSerial.value, resigned ?? end?.outcome ?? null));
    });
  }

  /** Deletes a game. */
  forget(key: number): void {
    this.#store(read(this.#environment.readItem(STORAGE_KEY)).filter((game) => game.key !== key));
  }

  #save(gameRef: GameRef, gameSerial: number, outcome: Outcome | null): void {
    const address = formatAddress(gameRef);
    const stored = read(this.#environment.readItem(STORAGE_KEY));
    if (this.#game?.gameSerial !== gameSerial) {
      const saved = stored.find((game) => game.address === address) ?? null;
      this.#game = { gameSerial, tree: gameRef.tree, saved };
    }
    const { tree, saved } = this.#game;
    const done = gameRef.tree !== tree || outcome !== (saved?.outcome ?? outcome);
    if (!saved && (!done || !this.#hasPlayer(gameRef))) return;
    if (saved?.address === address && saved.outcome === outcome) return;
    const known = saved && stored.find((game) => game.key === saved.key);
    // If another tab continued the same game, these are two games.
    const same = known?.address === saved?.address;
    const key = same && saved ? saved.key : Math.max(0, ...stored.map((game) => game.key)) + 1;
    const next = { key, address, when: done || !saved ? this.#environment.now() : saved.when, outcome };
    this.#game = { gameSerial, tree: gameRef.tree, saved: next };
    this.#store([next, ...stored.filter((game) => game.key !== key)]);
  }

  /** Whether a person has played an action, or only engines play. */
  #hasPlayer(gameRef: GameRef): boolean {
    const persons = gameRef.south === "person" || gameRef.north === "person";
    const playedMoves = [...this.#state.playedMoves.value.values()];
    return gameRef.tree.nodes.length > 1 && (!persons || playedMoves.some(({ side }) => gameRef[side] === "person"));
  }

  #store(games: readonly SavedGame[]): void {
    const newest = [...games].sort((one, two) => two.when - one.when);
    const watched = newest.filter(isWatched).slice(MAX_WATCHED_GAMES);
    const played = newest.filter((game) => !isWatched(game)).slice(MAX_PLAYED_GAMES);
    const saved = newest.filter((game) => !watched.includes(game) && !played.includes(game));
    this.games.value = saved;
    this.full.value = !this.#environment.writeItem(STORAGE_KEY, JSON.stringify(saved));
  }
}

/** Whether only engines play, by the link: South is a person unless it says otherwise, North an engine. */
function isWatched({ address }: SavedGame): boolean {
  const fields = new URLSearchParams(address.replace(/^#/, ""));
  return fields.get("south") === "engine" && (fields.get("north") ?? "engine") === "engine";
}

const other = (side: "south" | "north") => (side === "south" ? "north" : "south");

/** Parses stored games; skips invalid ones. */
function read(text: string | null): SavedGame[] {
  const stored = parse(text);
  return Array.isArray(stored) ? stored.filter(isGame) : [];
}

function isGame(value: unknown): value is SavedGame {
  const game = value as Partial<SavedGame> | null;
  return (
    typeof game?.address === "string" &&
    Number.isSafeInteger(game.key) &&
    Number.isFinite(game.when) &&
    [null, "south", "north", "draw"].includes(game.outcome ?? null)
  );
}
