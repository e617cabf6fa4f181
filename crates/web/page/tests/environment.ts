import { signal } from "@preact/signals";
import type { SocketLike } from "../src/connection";
import type {
  GameLine,
  SearchReport,
  GameInfo,
  LegalAction,
  ServerLimits,
  Message,
  Piece,
  Request,
  View,
} from "../src/messages";
import type { WordActionKind } from "../src/game/text";
import { PageSession } from "../src/session";
import type { Sound } from "../src/sounds";
import type { Environment } from "../src/environment";

type Answer = Message extends infer One ? (One extends { id: number | null } ? Omit<One, "id"> : One) : never;

/** A toy game: two possible actions; South wins with the sixth. */
const TEXTS = ["A1A2", "B1B2"];
const LENGTH = 6;

const move = (text: string): LegalAction => ({
  text,
  kind: "move",
  squares: { from: text.slice(0, 2), to: text.slice(2) },
  effects: text === "B1B2" ? [{ type: "captures", square: "B2", piece: PAWN }] : [],
});
const sideAt = (ply: number) => (ply % 2 === 0 ? "south" : "north");

const PAWN: Piece = { side: "south", kind: "pawn", letter: "p", letterWhenColoured: "p", glyph: "♙", gas: null };
const cell = (square: string, piece: Piece | null = null) => ({ square, piece });
const BOARD: View = {
  rows: [
    { number: 2, cells: [cell("A2"), cell("B2")] },
    { number: 1, cells: [cell("A1", PAWN), cell("B1")] },
  ],
  pending: null,
  notes: [],
  markers: [],
};

export const TOY: GameInfo = {
  id: "toy",
  title: "Toy",
  summary: "Two ways to go.",
  welcome: ["Go six times.", "There are two ways.", "Try both."],
  lesson: ["First", "Second"],
  player: "TOYMAKER",
  sides: ["South", "North"],
  opener: null,
  starts: [{ side: "south", position: "start" }],
  sizes: null,
  board: BOARD,
  palette: [PAWN],
  marks: [],
};

const wordActions = (kind: WordActionKind): LegalAction => ({ text: kind, kind, squares: null, effects: [] });

/** The legal actions of the toy; in the start `proposal`, a proposal is pending. */
function legalIn({ start, actions }: GameLine): LegalAction[] {
  if (start === "proposal" && actions.length === 0) return [wordActions("accept"), wordActions("refuse")];
  return actions.length === LENGTH ? [] : TEXTS.map(move);
}

/** The reply to `show`. Unknown starts are errors. */
function position(line: GameLine): Answer {
  const start = line.start ?? "start";
  if (line.game !== "toy") return { type: "error", sentence: `no game is called "${line.game}"`, at: null };
  if (!["start", "proposal"].includes(start)) return { type: "error", sentence: "that is no position", at: null };
  const wrong = line.actions.findIndex((text) => !TEXTS.includes(text));
  if (wrong >= 0) return { type: "error", sentence: `${line.actions[wrong]} breaks a rule`, at: wrong };
  const ply = line.actions.length;
  return {
    type: "position",
    game: "toy",
    start,
    actions: line.actions.map((text, index) => ({
      action: move(text),
      side: sideAt(index),
      piece: PAWN,
      remark: null,
    })),
    position: ["start", ...line.actions].join(" "),
    side: sideAt(ply),
    outcome: ply === LENGTH ? "south" : null,
    ending: ply === LENGTH ? "The toy is worn out." : "",
    view: BOARD,
    taken: [],
    proposes: false,
    legal: legalIn(line),
  };
}

/** A search report with this best action. */
export function report(text: string): SearchReport {
  const best = { text, kind: "move" as const, squares: { from: text.slice(0, 2), to: text.slice(2) } };
  const value = { side: "south", score: 10, winsIn: null, south: 0.5 } as const;
  return { depth: 3, value, nodes: 9, nodesPerSecond: 9, timeMs: 1, best, alternate: null, line: [best] };
}

/** The immediate replies of the server; tests reply to searches. */
function answer(request: Request): Answer | null {
  switch (request.type) {
    case "show":
      return position(request.line);
    case "play": {
      const text = request.text.trim().toUpperCase();
      if (!TEXTS.includes(text)) return { type: "illegal", sentence: `${text} breaks a rule`, unreadable: false };
      return position({ ...request.line, actions: [...request.line.actions, text] });
    }
    case "record":
      return { type: "recorded", text: request.line.actions.join(" ") };
    case "open": {
      const line = { game: "toy", start: "start", actions: request.text.split(" ") };
      const players: [string, string] = ["Ann", "TOYMAKER"];
      return { type: "opened", line, players, headers: [["Level", "3"]], result: null, resigned: null };
    }
    case "compose":
      return request.rows.flat().some((piece) => piece !== null)
        ? { type: "composed", position: "start" }
        : { type: "error", sentence: "a board without pieces", at: null };
    default:
      return null;
  }
}

/** A fake environment: a server with the toy, a manual clock, and a log of everything. */
export class TestEnvironment implements Environment {
  readonly engine = "server";
  readonly update = signal(null);
  /** All requests without pings. */
  readonly requests: Request[] = [];
  readonly stored = new Map<string, string>();
  readonly sounds: Sound[] = [];
  readonly saved: { name: string; text: string }[] = [];
  readonly prefers = { dark: signal(false), reducedMotion: signal(false) };
  address: string;
  /** The browser history. */
  readonly left: string[] = [];
  picked: string | null = null;
  mayCopy = true;
  /** The content of the clipboard. */
  copied = "";
  /** The version of the server. */
  version = "1";
  rooms: { address: string } | null = null;
  limits: ServerLimits = {
    actions: 5000,
    bytes: 1000,
    lines: 3,
    level: 10,
    defaultLevel: 2,
    timeMs: 5000,
    minTimeMs: 10,
    maxTimeMs: 60_000,
  };
  /** The catalogue, or the error of its download. */
  catalogue: unknown = { version: "1", games: [TOY], levels: ["Sees little.", "Sees more."] };
  /** The number of its downloads. */
  loads = 0;
  /** Requests of these types get no reply until {@link release}. */
  readonly held = new Set<Request["type"]>();
  #heldRequests: Request[] = [];
  /** Whether the server is reachable. */
  up = true;
  #socket: SocketLike | null = null;
  #watched = new Map<string, ((text: string) => void)[]>();
  #waiting: { at: number; action: () => void }[] = [];
  #now = 0;

  constructor(address = "") {
    this.address = address;
  }

  openSocket(): SocketLike {
    const socket: SocketLike = {
      send: (text) => this.#onRequest(JSON.parse(text) as Request),
      close: () => {},
      onclose: null,
      onmessage: null,
    };
    this.#socket = socket;
    queueMicrotask(() => (this.up ? this.#sendHello() : socket.onclose?.({ reason: "" })));
    return socket;
  }

  loadCatalogue(): Promise<unknown> {
    this.loads += 1;
    const { catalogue } = this;
    return catalogue instanceof Error ? Promise.reject(catalogue) : Promise.resolve(catalogue);
  }

  /** The file of puzzles, or the error of its download. */
  puzzles: string | Error = "";

  loadPuzzles(): Promise<string> {
    const { puzzles } = this;
    return puzzles instanceof Error ? Promise.reject(puzzles) : Promise.resolve(puzzles);
  }

  #sendHello(): void {
    this.#send({ type: "hello", version: this.version, limits: this.limits, rooms: this.rooms });
  }

  #send(message: Message): void {
    this.#socket?.onmessage?.({ data: JSON.stringify(message) });
  }

  #onRequest(request: Request): void {
    if (!this.up) return;
    if (request.type === "ping") return this.#send({ type: "pong", id: request.id });
    this.requests.push(request);
    if (this.held.has(request.type)) this.#heldRequests.push(request);
    else this.#reply(request);
  }

  /** Replies to what was held. */
  release(): void {
    this.held.clear();
    for (const request of this.#heldRequests.splice(0)) this.#reply(request);
  }

  #reply(request: Request): void {
    const found = answer(request);
    if (found) this.#send({ ...found, id: request.id } as Message);
  }

  /** Replies to the newest request of a type. */
  reply(type: Request["type"], answer: Answer): void {
    this.#send({ ...answer, id: this.last(type).id } as Message);
  }

  /** Replies to the newest `choose`. */
  choose(text: string): void {
    const { line } = this.last("choose") as Extract<Request, { type: "choose" }>;
    const after = position({ ...line, actions: [...line.actions, text] });
    if (after.type !== "position") throw new Error(`${text} is illegal`);
    this.reply("choose", { type: "chosen", action: report(text).best, position: after, report: report(text) });
  }

  /** Sends a warning. */
  warn(sentence: string): void {
    this.#send({ type: "error", id: null, sentence, at: null });
  }

  /** The newest request of a type. */
  last(type: Request["type"]): Request {
    const found = this.requests.findLast((request) => request.type === type);
    if (!found) throw new Error(`no request of type ${type}`);
    return found;
  }

  /** The number of requests of a type. */
  count(type: Request["type"]): number {
    return this.requests.filter((request) => request.type === type).length;
  }

  /** Closes the connection. */
  lose(): void {
    this.up = false;
    this.#socket?.onclose?.({ reason: "" });
  }

  later(milliseconds: number, action: () => void): void {
    this.#waiting.push({ at: this.#now + milliseconds, action });
  }

  /** Advances the clock. */
  async pass(milliseconds: number): Promise<void> {
    this.#now += milliseconds;
    const due = this.#waiting.filter(({ at }) => at <= this.#now);
    this.#waiting = this.#waiting.filter(({ at }) => at > this.#now);
    for (const { action } of due) action();
    await settled();
  }

  readAddress = () => this.address;
  writeAddress = (hash: string) => void (this.address = hash);
  pushAddress = (hash: string) => {
    this.left.push(this.address);
    this.address = hash;
  };
  readItem = (name: string) => this.stored.get(name) ?? null;
  /** Whether storage has room. */
  room = true;
  writeItem = (name: string, text: string) => this.room && this.stored.set(name, text) === this.stored;
  watchItem = (name: string, listener: (text: string) => void) => {
    this.#watched.set(name, [...(this.#watched.get(name) ?? []), listener]);
  };
  /** Another tab writes an item. */
  writeItemElsewhere(name: string, text: string): void {
    this.stored.set(name, text);
    for (const listener of this.#watched.get(name) ?? []) listener(text);
  }
  now = () => 1_000_000 + this.#now;
  playSound = (sound: Sound) => void this.sounds.push(sound);
  saveFile = (name: string, content: string | Blob) => void this.saved.push({ name, text: content as string });
  savePicture = () => Promise.resolve(true);
  pickFile = () => Promise.resolve(this.picked);
  copyAddress = () => this.copyText(this.address);
  copyText = (text: string) => {
    if (this.mayCopy) this.copied = text;
    return Promise.resolve(this.mayCopy);
  };
  share: Environment["share"] = null;
  baseAddress = "https://games.test/";
  today = () => "2026-07-31";
}

/** Runs all pending microtasks. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
}

/** A connected session at an address. */
export async function sessionAt(
  address = "",
  prepare: (environment: TestEnvironment) => void = () => {},
): Promise<{ environment: TestEnvironment; session: PageSession }> {
  const environment = new TestEnvironment(address);
  // With reduced motion the engine replies at once.
  environment.prefers.reducedMotion.value = true;
  prepare(environment);
  const session = new PageSession(environment);
  await settled();
  return { environment, session };
}
