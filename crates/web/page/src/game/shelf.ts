import { effect, signal, untracked } from "@preact/signals";
import type { Outcome } from "../messages";
import { parse } from "../settings";
import type { World } from "../world";
import { formatAddress, type Place } from "./address";
import type { Table } from "./table";
import { endOf, ROOT, type Tree } from "./tree";

/** A game that was played in this browser. */
export interface KeptGame {
  key: number;
  /** What brings it back. */
  address: string;
  /** When something was last done in it, in milliseconds since 1970. */
  when: number;
  /** How its main line ended; `null` if it has not. */
  outcome: Outcome | null;
}

/** How many games are kept. */
const MOST = 20;

const NAME = "skirmish.games";

/**
 * The last games that were played in this browser, the newest first. Those that were only looked at are not among them, nor those in
 * which the engine alone has moved.
 */
export class Shelf {
  readonly games = signal<readonly KeptGame[]>([]);

  readonly #world: World;
  readonly #table: Table;
  /** The game on the table: how it was put there, and how it was kept last. */
  #game: { serial: number; tree: Tree; kept: KeptGame | null } | null = null;

  constructor(world: World, table: Table) {
    this.#world = world;
    this.#table = table;
    this.games.value = read(world.recall(NAME));
    world.watch(NAME, (text) => (this.games.value = read(text)));
  }

  /** Keeps the game on the table whenever something is done in it, from now on. */
  followTheTable(): void {
    const { place, serial, positions } = this.#table;
    effect(() => {
      const here = place.value;
      const end = here && positions.value.get(endOf(here.tree, ROOT));
      const resigned = here?.resigned ? other(here.resigned) : null;
      if (here) untracked(() => this.#keep(here, serial.value, resigned ?? end?.outcome ?? null));
    });
  }

  /** Forgets a game. */
  forget(key: number): void {
    this.#store(read(this.#world.recall(NAME)).filter((game) => game.key !== key));
  }

  #keep(place: Place, serial: number, outcome: Outcome | null): void {
    const address = formatAddress(place);
    const stored = read(this.#world.recall(NAME));
    if (this.#game?.serial !== serial) {
      const kept = stored.find((game) => game.address === address) ?? null;
      this.#game = { serial, tree: place.tree, kept };
    }
    const { tree, kept } = this.#game;
    const done = place.tree !== tree || outcome !== (kept?.outcome ?? outcome);
    if (!kept && (!done || !this.#hasPlayer(place))) return;
    if (kept?.address === address && kept.outcome === outcome) return;
    const known = kept && stored.find((game) => game.key === kept.key);
    // Another tab may have gone on with the same game: then these are two.
    const same = known?.address === kept?.address;
    const key = same && kept ? kept.key : Math.max(0, ...stored.map((game) => game.key)) + 1;
    const next = { key, address, when: done || !kept ? this.#world.now() : kept.when, outcome };
    this.#game = { serial, tree: place.tree, kept: next };
    this.#store([next, ...stored.filter((game) => game.key !== key)]);
  }

  /** Whether somebody plays: a person who has done something, or nobody but engines. */
  #hasPlayer(place: Place): boolean {
    const persons = place.south === "person" || place.north === "person";
    const deeds = [...this.#table.deeds.value.values()];
    return place.tree.nodes.length > 1 && (!persons || deeds.some(({ side }) => place[side] === "person"));
  }

  #store(games: readonly KeptGame[]): void {
    const newest = [...games].sort((one, two) => two.when - one.when).slice(0, MOST);
    this.games.value = newest;
    this.#world.remember(NAME, JSON.stringify(newest));
  }
}

const other = (side: "south" | "north") => (side === "south" ? "north" : "south");

/** The games that stored text tells of; what is none is left out. */
function read(text: string | null): KeptGame[] {
  const stored = parse(text);
  return Array.isArray(stored) ? stored.filter(isGame) : [];
}

function isGame(value: unknown): value is KeptGame {
  const game = value as Partial<KeptGame> | null;
  return (
    typeof game?.address === "string" &&
    Number.isSafeInteger(game.key) &&
    Number.isFinite(game.when) &&
    [null, "south", "north", "draw"].includes(game.outcome ?? null)
  );
}
