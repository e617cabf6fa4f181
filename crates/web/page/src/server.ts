import { batch, computed, signal } from "@preact/signals";
import { Connection, type Inquiry, type Listener, type Question } from "./connection";
import type { Catalogue, GameInfo, ServerLimits, Message } from "./messages";
import type { World } from "./world";

export type Hello = Extract<Message, { type: "hello" }>;

const FIRST_WAIT = 500;
const LONGEST_WAIT = 8000;

/**
 * The server as this tab knows it: whether it is there, what it said of itself and the games, and a way to ask it. Where the page
 * has none, rules and engine in the browser answer as a server would, and here nobody can tell the difference.
 */
export class Server {
  readonly connected = signal(false);
  /** Whether it has answered anything since the tab connected: an engine that is still being loaded has not. */
  readonly ready = signal(false);
  /** Why the last connection ended, as far as that is known; empty once there is an answer again. */
  readonly fault = signal("");
  /** What it cannot do as well as it should, as far as the last search is concerned; empty if all is well. */
  readonly complaint = signal("");
  /** What the server said when the tab connected; kept while it is away. */
  readonly hello = signal<Hello | null>(null);
  /** What is known of the games. */
  readonly catalogue = signal<Catalogue | null>(null);
  /** Why that could not be loaded; empty if it was, or is on its way for the first time. */
  readonly catalogueFault = signal("");

  readonly #world: World;
  readonly #connection: Connection;
  #greeted: (() => void)[] = [];
  #loading = false;
  #attempts = 0;
  #wait = FIRST_WAIT;

  constructor(world: World) {
    this.#world = world;
    void this.loadCatalogue();
    this.#connection = new Connection({
      open: () => world.openSocket(),
      onState: (connected, reason) =>
        batch(() => {
          this.connected.value = connected;
          this.ready.value = false;
          if (!connected) this.fault.value = reason;
        }),
      onAnswer: () =>
        batch(() => {
          this.ready.value = true;
          this.fault.value = "";
        }),
      onHello: (hello) => this.#welcome(hello),
      onComplaint: (sentence) => (this.complaint.value = sentence),
      later: (milliseconds, action) => world.later(milliseconds, action),
    });
  }

  /** What requests must keep to; `null` before the server was heard of. */
  readonly limits = computed<ServerLimits | null>(() => this.hello.value?.limits ?? null);

  /** All games, in the order to show them. */
  readonly games = computed<readonly GameInfo[]>(() => this.catalogue.value?.games ?? []);

  /** Whether the server is known well enough to play: it may have gone away since. */
  readonly known = computed<boolean>(() => this.hello.value !== null && this.catalogue.value !== null);

  /** Asks something; see {@link Connection.ask}. */
  ask(question: Question, listener: Listener): Inquiry {
    return this.#connection.ask(question, listener);
  }

  /** Says something that has no answer. */
  tell(question: Question): void {
    this.#connection.tell(question);
  }

  /** Connects now instead of after a while. */
  hurry(): void {
    this.#connection.hurry();
  }

  /** Does something once the server has been heard of for the first time. */
  whenGreeted(action: () => void): void {
    if (this.hello.value) action();
    else this.#greeted.push(action);
  }

  /** What is known of a game, whatever its size. */
  gameOf(id: string | undefined): GameInfo | null {
    if (id === undefined) return null;
    return this.games.value.find((entry) => entry.id === baseOf(id)) ?? null;
  }

  /** Loads the catalogue; if it does not come, again after a while. One that is there stays until then. */
  async loadCatalogue(): Promise<void> {
    if (this.#loading) return;
    this.#loading = true;
    const attempt = ++this.#attempts;
    try {
      this.catalogue.value = checked(await this.#world.loadCatalogue());
      this.catalogueFault.value = "";
      this.#wait = FIRST_WAIT;
    } catch (error) {
      this.catalogueFault.value = error instanceof Error ? error.message : String(error);
      this.#world.later(this.#wait, () => attempt === this.#attempts && void this.loadCatalogue());
      this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
    } finally {
      this.#loading = false;
    }
  }

  #welcome(hello: Hello): void {
    this.hello.value = hello;
    for (const action of this.#greeted.splice(0)) action();
    // A newer program may have come in place of the old one, or the first attempt may have met none.
    const stale = this.catalogue.value && this.catalogue.value.version !== hello.version;
    if (stale || this.catalogueFault.value) void this.loadCatalogue();
  }
}

/** A catalogue, if that is one. Its types are the server's own, so nothing more is checked. */
function checked(value: unknown): Catalogue {
  const isOne = typeof value === "object" && value !== null && "games" in value && Array.isArray(value.games);
  if (!isOne) throw new Error("what came is no list of games");
  return value as Catalogue;
}

/** The game's name without its size. */
export const baseOf = (game: string): string => game.split(":")[0] ?? game;
