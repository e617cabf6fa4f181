import { batch, computed, signal } from "@preact/signals";
import { ServerConnection, type PendingRequest, type ReplyHandler, type RequestBody } from "./connection";
import type { Catalogue, GameInfo, ServerLimits, Message } from "./messages";
import type { Environment } from "./environment";

export type Hello = Extract<Message, { type: "hello" }>;

const FIRST_RETRY_MS = 500;
const MAX_RETRY_MS = 8000;

/**
 * The server as this tab knows it: whether it is there, what it said of itself and the games, and a way to ask it. Where the page
 * has none, rules and engine in the browser answer as a server would, and here nobody can tell the difference.
 */
export class ServerClient {
  readonly connected = signal(false);
  /** Whether it has answered anything since the tab connected: an engine that is still being loaded has not. */
  readonly ready = signal(false);
  /** Why the last connection ended, as far as that is known; empty once there is an answer again. */
  readonly fault = signal("");
  /** What it cannot do as well as it should, as far as the last search is concerned; empty if all is well. */
  readonly warning = signal("");
  /** What the server said when the tab connected; kept while it is away. */
  readonly hello = signal<Hello | null>(null);
  /** What is known of the games. */
  readonly catalogue = signal<Catalogue | null>(null);
  /** Why that could not be loaded; empty if it was, or is on its way for the first time. */
  readonly catalogueFault = signal("");

  readonly #environment: Environment;
  readonly #connection: ServerConnection;
  #helloActions: (() => void)[] = [];
  #loading = false;
  #attempts = 0;
  #retryMs = FIRST_RETRY_MS;

  constructor(environment: Environment) {
    this.#environment = environment;
    void this.loadCatalogue();
    this.#connection = new ServerConnection({
      open: () => environment.openSocket(),
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
      onHello: (hello) => this.#onHello(hello),
      onWarning: (sentence) => (this.warning.value = sentence),
      later: (milliseconds, action) => environment.later(milliseconds, action),
    });
  }

  /** What requests must keep to; `null` before the server was heard of. */
  readonly limits = computed<ServerLimits | null>(() => this.hello.value?.limits ?? null);

  /** All games, in the order to show them. */
  readonly games = computed<readonly GameInfo[]>(() => this.catalogue.value?.games ?? []);

  /** Whether the server is known well enough to play: it may have gone away since. */
  readonly known = computed<boolean>(() => this.hello.value !== null && this.catalogue.value !== null);

  /** Asks something; see {@link ServerConnection.request}. */
  request(body: RequestBody, onReply: ReplyHandler): PendingRequest {
    return this.#connection.request(body, onReply);
  }

  /** Says something that has no answer. */
  notify(body: RequestBody): void {
    this.#connection.notify(body);
  }

  /** Connects now instead of after a while. */
  reconnectNow(): void {
    this.#connection.reconnectNow();
  }

  /** Does something once the server has been heard of for the first time. */
  afterHello(action: () => void): void {
    if (this.hello.value) action();
    else this.#helloActions.push(action);
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
      this.catalogue.value = checked(await this.#environment.loadCatalogue());
      this.catalogueFault.value = "";
      this.#retryMs = FIRST_RETRY_MS;
    } catch (error) {
      this.catalogueFault.value = error instanceof Error ? error.message : String(error);
      this.#environment.later(this.#retryMs, () => attempt === this.#attempts && void this.loadCatalogue());
      this.#retryMs = Math.min(this.#retryMs * 2, MAX_RETRY_MS);
    } finally {
      this.#loading = false;
    }
  }

  #onHello(hello: Hello): void {
    this.hello.value = hello;
    for (const action of this.#helloActions.splice(0)) action();
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
