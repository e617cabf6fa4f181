import type { Message, Request } from "./messages";

/** A request before it has its number. */
export type Question = Request extends infer One ? (One extends { id: number } ? Omit<One, "id"> : never) : never;

/** What the page needs of its way to the desk: a socket to a server, or a worker in the browser; tests bring their own. */
export interface SocketLike {
  send(text: string): void;
  close(): void;
  /** It is gone; the reason is a sentence without its full stop, or empty. */
  onclose: ((event: { reason: string }) => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
}

/** Hears the answers to one request. Returns true when the last one has come. */
export type Listener = (message: Message) => boolean;

/** Something asked of the server that is not over yet. */
export interface Inquiry {
  readonly id: number;
  /** Hears no more of it. */
  drop(): void;
}

export interface Hooks {
  open(): SocketLike;
  /** Connected and greeted, or not, for this reason. */
  onState(connected: boolean, reason: string): void;
  /** There was an answer: whoever greeted can also do its work. */
  onAnswer(): void;
  onHello(hello: Extract<Message, { type: "hello" }>): void;
  /** Something is wrong that ends no request: a sentence to show. */
  onComplaint(sentence: string): void;
  /** Calls back later; for reconnecting and for signs of life. */
  later(milliseconds: number, action: () => void): void;
}

const FIRST_WAIT = 250;
const LONGEST_WAIT = 5000;
/** How often the server must be heard of; a connection that has died without a word is given up after twice that. */
const SILENCE = 15_000;

/**
 * The one socket of this tab. It connects again by itself, waiting longer each time, and then asks everything again that has not
 * been answered to the end: a request carries its whole game, so the server need not remember anything. Answers that
 * nobody waits for any more are dropped by their numbers.
 */
export class Connection {
  #hooks: Hooks;
  #socket: SocketLike | null = null;
  #greeted = false;
  #wait = FIRST_WAIT;
  #heard = false;
  #mostBytes = Infinity;
  #lastId = 0;
  #open = new Map<number, { question: Question; listener: Listener }>();

  constructor(hooks: Hooks) {
    this.#hooks = hooks;
    this.#connect();
  }

  /** Asks something; the listener hears every answer until it says that the last one has come. */
  ask(question: Question, listener: Listener): Inquiry {
    const id = ++this.#lastId;
    this.#open.set(id, { question, listener });
    if (this.#greeted) this.#send(id, question);
    return { id, drop: () => void this.#open.delete(id) };
  }

  /** Connects now instead of after a while. */
  hurry(): void {
    if (this.#socket === null) this.#connect();
  }

  /** Says something that has no answer; lost if nobody listens. */
  tell(question: Question): void {
    if (this.#greeted) this.#send(++this.#lastId, question);
  }

  #send(id: number, question: Question): void {
    const text = JSON.stringify({ ...question, id });
    const bytes = new TextEncoder().encode(text).length;
    // The server would hang up, and hang up again when asked again.
    if (bytes > this.#mostBytes) this.#excuse(id, `This is too long: ${bytes} bytes, at most ${this.#mostBytes}.`);
    else this.#socket?.send(text);
  }

  /** Answers in place of the server, as late as a server would. */
  #excuse(id: number, sentence: string): void {
    queueMicrotask(() => this.#answer(id, { type: "error", id, sentence, at: null }));
  }

  #answer(id: number, message: Message): void {
    if (this.#open.get(id)?.listener(message)) this.#open.delete(id);
  }

  #connect(): void {
    const socket = this.#hooks.open();
    this.#socket = socket;
    socket.onmessage = ({ data }) => {
      if (this.#socket === socket && typeof data === "string") this.#hear(data);
    };
    socket.onclose = ({ reason }) => {
      if (this.#socket === socket) this.#lost(reason);
    };
  }

  #hear(text: string): void {
    // Whatever it is, it is a sign of life: an engine that is being loaded says nothing yet.
    this.#heard = true;
    const message = parse(text);
    if (message === null) return;
    if (message.type === "hello") return this.#welcome(message);
    this.#wait = FIRST_WAIT;
    this.#hooks.onAnswer();
    if (message.id !== null) this.#answer(message.id, message);
    else if (message.type === "error") this.#hooks.onComplaint(message.sentence);
  }

  #welcome(hello: Extract<Message, { type: "hello" }>): void {
    const unanswered = [...this.#open];
    this.#greeted = true;
    this.#mostBytes = hello.limits.bytes;
    this.#hooks.onState(true, "");
    this.#hooks.onHello(hello);
    for (const [id, { question }] of unanswered) this.#send(id, question);
    if (this.#socket) this.#watch(this.#socket);
  }

  /** Asks for a sign of life now and then. */
  #watch(socket: SocketLike): void {
    this.#heard = false;
    this.tell({ type: "ping" });
    this.#hooks.later(SILENCE, () => {
      if (this.#socket !== socket) return;
      if (this.#heard) return this.#watch(socket);
      this.#lost("there was no sign of life");
      socket.close();
    });
  }

  #lost(reason: string): void {
    this.#socket = null;
    this.#greeted = false;
    this.#hooks.onState(false, reason);
    this.#hooks.later(this.#wait, () => this.hurry());
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
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
