import type { Message, Request } from "./messages";

/** A request without its id. */
export type RequestBody = Request extends infer One ? (One extends { id: number } ? Omit<One, "id"> : never) : never;

/** The transport: a WebSocket, a Web Worker, or a fake in tests. */
export interface SocketLike {
  send(text: string): void;
  close(): void;
  /** Called when it closes; the reason is a sentence without its full stop, or empty. */
  onclose: ((event: { reason: string }) => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
}

/** Handles the replies to a request. Returns true after the last one. */
export type ReplyHandler = (message: Message) => boolean;

/** A request whose last reply has not arrived. */
export interface PendingRequest {
  readonly id: number;
  /** Ignores further replies. */
  cancel(): void;
}

export interface ConnectionHooks {
  open(): SocketLike;
  /** The connection opened, or closed for this reason. */
  onState(connected: boolean, reason: string): void;
  /** A reply arrived: the engine is loaded. */
  onAnswer(): void;
  onHello(hello: Extract<Message, { type: "hello" }>): void;
  /** A warning that ends no request: a sentence to show. */
  onWarning(sentence: string): void;
  /** Runs an action after a delay. */
  later(milliseconds: number, action: () => void): void;
}

const FIRST_RETRY_MS = 250;
const MAX_RETRY_MS = 5000;
/** The time between two pings; a silent connection is closed after at most twice that. */
const HEARTBEAT_MS = 15_000;

/**
 * The connection of this tab. It reconnects with increasing delays and then repeats all unanswered requests, which is safe because
 * the server is stateless. Replies to cancelled requests are dropped.
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

  /** Sends a request; `onReply` receives every reply until it returns true. */
  request(body: RequestBody, onReply: ReplyHandler): PendingRequest {
    const id = ++this.#lastId;
    this.#unanswered.set(id, { body, onReply });
    if (this.#helloReceived) this.#send(id, body);
    return { id, cancel: () => void this.#unanswered.delete(id) };
  }

  /** Reconnects now instead of after the delay. */
  reconnectNow(): void {
    if (this.#socket === null) this.#connect();
  }

  /** Sends a request without a reply; lost while disconnected. */
  notify(body: RequestBody): void {
    if (this.#helloReceived) this.#send(++this.#lastId, body);
  }

  #send(id: number, body: RequestBody): void {
    const text = JSON.stringify({ ...body, id });
    const bytes = new TextEncoder().encode(text).length;
    // The server would close the connection, again and again.
    if (bytes > this.#maxBytes) this.#answerLocally(id, `This is too long: ${bytes} bytes, at most ${this.#maxBytes}.`);
    else this.#socket?.send(text);
  }

  /** Replies in place of the server, asynchronously like the server. */
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
    // Any message counts: a loading engine sends empty ones.
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

  /** Pings periodically. */
  #heartbeat(socket: SocketLike): void {
    this.#heardSince = false;
    this.notify({ type: "ping" });
    this.#hooks.later(HEARTBEAT_MS, () => {
      if (this.#socket !== socket) return;
      if (this.#heardSince) return this.#heartbeat(socket);
      this.#onClosed("the connection timed out");
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

/** Parses a message; `null` if it is not one. The types are generated from the server's, so nothing else is checked. */
function parse(text: string): Message | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && "type" in value ? (value as Message) : null;
  } catch {
    return null;
  }
}
