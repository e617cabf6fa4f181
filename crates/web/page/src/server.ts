import { batch, computed, signal } from "@preact/signals";
import { ServerConnection, type PendingRequest, type ReplyHandler, type RequestBody } from "./connection";
import type { Catalogue, GameInfo, ServerLimits, Message } from "./messages";
import type { Environment } from "./environment";

export type Hello = Extract<Message, { type: "hello" }>;

const FIRST_RETRY_MS = 500;
const MAX_RETRY_MS = 8000;

/** The connection state, the limits and the catalogue of the server, which may be a worker in this browser. */
export class ServerClient {
  readonly connected = signal(false);
  /** Whether it has replied since the tab connected: an engine that is still loading has not. */
  readonly ready = signal(false);
  /** Why the last connection ended, if known; empty after the next reply. */
  readonly fault = signal("");
  /** A warning about the current search; empty if there is none. */
  readonly warning = signal("");
  /** The last greeting of the server. */
  readonly hello = signal<Hello | null>(null);
  /** The games. */
  readonly catalogue = signal<Catalogue | null>(null);
  /** Why the catalogue could not be loaded; empty if it was, or is loading for the first time. */
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

  /** The limits of requests; `null` before the first greeting. */
  readonly limits = computed<ServerLimits | null>(() => this.hello.value?.limits ?? null);

  /** All games, in the order to show them. */
  readonly games = computed<readonly GameInfo[]>(() => this.catalogue.value?.games ?? []);

  /** Whether greeting and catalogue have arrived. */
  readonly known = computed<boolean>(() => this.hello.value !== null && this.catalogue.value !== null);

  /** Sends a request; see {@link ServerConnection.request}. */
  request(body: RequestBody, onReply: ReplyHandler): PendingRequest {
    return this.#connection.request(body, onReply);
  }

  /** Sends a request without a reply. */
  notify(body: RequestBody): void {
    this.#connection.notify(body);
  }

  /** Reconnects now instead of after the delay. */
  reconnectNow(): void {
    this.#connection.reconnectNow();
  }

  /** Runs an action after the first greeting. */
  afterHello(action: () => void): void {
    if (this.hello.value) action();
    else this.#helloActions.push(action);
  }

  /** A game of the catalogue, by its id with or without a size. */
  gameOf(id: string | undefined): GameInfo | null {
    if (id === undefined) return null;
    return this.games.value.find((entry) => entry.id === baseOf(id)) ?? null;
  }

  /** Loads the catalogue, and retries after a delay. The old one stays until then. */
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
    // The program may have been updated, or the first attempt may have failed.
    const stale = this.catalogue.value && this.catalogue.value.version !== hello.version;
    if (stale || this.catalogueFault.value) void this.loadCatalogue();
  }
}

/** Checks that this is a catalogue. Its types are generated from the server's, so nothing else is checked. */
function checked(value: unknown): Catalogue {
  const isOne = typeof value === "object" && value !== null && "games" in value && Array.isArray(value.games);
  if (!isOne) throw new Error("the response is not a list of games");
  return value as Catalogue;
}

/** The id of a game without its size. */
export const baseOf = (game: string): string => game.split(":")[0] ?? game;
