import type { Message, Request } from "./messages";

/** A request before it has its number. */
export type RequestBody = Request extends infer One ? (One extends { id: number } ? Omit<One, "id"> : never) : never;

/** What the page needs of its way to the desk: a socket to a server, or a worker in the browser; tests bring their own. */
export interface SocketLike {
  send(text: string): void;
  close(): void;
  /** It is gone; the reason is a sentence without its full stop, or empty. */
  onclose: ((event: { reason: string }) => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
}

/** Hears the answers to one request. Returns true when the last one has come. */
export type ReplyHandler = (message: Message) => boolean;

/** Something asked of the server that is not over yet. */
export interface PendingRequest {
  readonly id: number;
  /** Hears no more of it. */
  cancel(): void;
}

export interface ConnectionHooks {
  open(): SocketLike;
  /** Connected and greeted, or not, for this reason. */
  onState(connected: boolean, reason: string): void;
  /** There was an answer: whoever greeted can also do its work. */
  onAnswer(): void;
  onHello(hello: Extract<Message, { type: "hello" }>): void;
  /** Something is wrong that ends no request: a sentence to show. */
  onWarning(sentence: string): void;
  /** Calls back later; for reconnecting and for signs of life. */
  later(milliseconds: number, action: () => void): void;
}

const FIRST_RETRY_MS = 250;
const MAX_RETRY_MS = 5000;
/** How often the server must be heard of; a connection that has died without a word is given up after twice that. */
const HEARTBEAT_MS = 15_000;

/**
 * The one socket of this tab. It connects again by itself, waiting longer each time, and then asks everything again that has not
 * been answered to the end: a request carries its whole game, so the server need not remember anything. Answers that
 * nobody waits for any more are dropped by their numbers.
 */
export class ServerConnection {
  #hooks: ConnectionHooks;
  #socket: SocketLike | null = null;
  #helloReceived = false;
  #retryMs = FIRST_RETRY_MS;
  #heardSince = false;
  #maxBytes = Infinity;
  #lastId = 0;
  #unanswered = new Map<number, { body: RequestBody; onReply: ReplyHandler }>();

  constructor(hooks: ConnectionHooks) {
    this.#hooks = hooks;
    this.#connect();
  }

  /** Asks something; the listener hears every answer until it says that the last one has come. */
  request(body: RequestBody, onReply: ReplyHandler): PendingRequest {
    const id = ++this.#lastId;
    this.#unanswered.set(id, { body, onReply });
    if (this.#helloReceived) this.#send(id, body);
    return { id, cancel: () => void this.#unanswered.delete(id) };
  }

  /** Connects now instead of after a while. */
  reconnectNow(): void {
    if (this.#socket === null) this.#connect();
  }

  /** Says something that has no answer; lost if nobody listens. */
  notify(body: RequestBody): void {
    if (this.#helloReceived) this.#send(++this.#lastId, body);
  }

  #send(id: number, body: RequestBody): void {
    const text = JSON.stringify({ ...body, id });
    const bytes = new TextEncoder().encode(text).length;
    // The server would hang up, and hang up again when asked again.
    if (bytes > this.#maxBytes) this.#answerLocally(id, `This is too long: ${bytes} bytes, at most ${this.#maxBytes}.`);
    else this.#socket?.send(text);
  }

  /** Answers in place of the server, as late as a server would. */
  #answerLocally(id: number, sentence: string): void {
    queueMicrotask(() => this.#answer(id, { type: "error", id, sentence, at: null }));
  }

  #answer(id: number, message: Message): void {
    if (this.#unanswered.get(id)?.onReply(message)) this.#unanswered.delete(id);
  }

  #connect(): void {
    const socket = this.#hooks.open();
    this.#socket = socket;
    socket.onmessage = ({ data }) => {
      if (this.#socket === socket && typeof data === "string") this.#onMessage(data);
    };
    socket.onclose = ({ reason }) => {
      if (this.#socket === socket) this.#onClosed(reason);
    };
  }

  #onMessage(text: string): void {
    // Whatever it is, it is a sign of life: an engine that is being loaded says nothing yet.
    this.#heardSince = true;
    const message = parse(text);
    if (message === null) return;
    if (message.type === "hello") return this.#onHello(message);
    this.#retryMs = FIRST_RETRY_MS;
    this.#hooks.onAnswer();
    if (message.id !== null) this.#answer(message.id, message);
    else if (message.type === "error") this.#hooks.onWarning(message.sentence);
  }

  #onHello(hello: Extract<Message, { type: "hello" }>): void {
    const unanswered = [...this.#unanswered];
    this.#helloReceived = true;
    this.#maxBytes = hello.limits.bytes;
    this.#hooks.onState(true, "");
    this.#hooks.onHello(hello);
    for (const [id, { body }] of unanswered) this.#send(id, body);
    if (this.#socket) this.#heartbeat(this.#socket);
  }

  /** Asks for a sign of life now and then. */
  #heartbeat(socket: SocketLike): void {
    this.#heardSince = false;
    this.notify({ type: "ping" });
    this.#hooks.later(HEARTBEAT_MS, () => {
      if (this.#socket !== socket) return;
      if (this.#heardSince) return this.#heartbeat(socket);
      this.#onClosed("there was no sign of life");
      socket.close();
    });
  }

  #onClosed(reason: string): void {
    this.#socket = null;
    this.#helloReceived = false;
    this.#hooks.onState(false, reason);
    this.#hooks.later(this.#retryMs, () => this.reconnectNow());
    this.#retryMs = Math.min(this.#retryMs * 2, MAX_RETRY_MS);
  }
}

/** A message of the server; what is none is `null`. The types are the server's own, so nothing more is checked. */
function parse(text: string): Message | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && "type" in value ? (value as Message) : null;
  } catch {
    return null;
  }
}
