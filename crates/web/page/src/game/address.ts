import type { ServerLimits } from "../messages";
import { EMPTY, nodeOf, play, ROOT, type GameTree } from "./tree";

/** Who plays a side; a friend does so in another browser. */
export type Actor = "person" | "engine" | "friend";

/** Everything about a game that a link contains. */
export interface GameRef {
  /** The game and its size, such as `oska:6`. */
  game: string;
  /** The start position; `null` for the default. */
  start: string | null;
  tree: GameTree;
  /** The current node. */
  at: number;
  south: Actor;
  north: Actor;
  level: number;
  /** The level of North, if engines of different levels play each other. */
  northLevel?: number | undefined;
  /** The time limit of the engine's moves, in milliseconds. */
  time: number;
  /** The side that resigned at the end of the main line. */
  resigned: "south" | "north" | null;
  /** Whether it lost by its clock instead, in a game with a friend. */
  late?: boolean | undefined;
  flipped: boolean;
  /** The id of a game with a friend. */
  friend?: string | undefined;
}

/** The level of a side's engine. */
export function levelOf({ level, northLevel }: Pick<GameRef, "level" | "northLevel">, side: "south" | "north"): number {
  return side === "north" ? (northLevel ?? level) : level;
}

/** The side of the only person, if there is one. */
export function personIn({ south, north }: Pick<GameRef, "south" | "north">): "south" | "north" | null {
  if (south === north) return null;
  return south === "person" ? "south" : north === "person" ? "north" : null;
}

/** Whether an address leads to this machine from this machine only. */
export function isLocal(address: string): boolean {
  const { hostname } = new URL(address);
  return hostname === "localhost" || hostname === "[::1]" || hostname.startsWith("127.");
}

/** The defaults of a link. */
export const DEFAULTS = { south: "person", north: "engine", level: 4, time: 2000 } as const;

/** Whether the board is flipped by default: a single person who plays North sits at the bottom. */
export function flippedByDefault({ south, north }: Pick<GameRef, "south" | "north">): boolean {
  return south !== "person" && north === "person";
}

/** The tree as text: actions separated by `_`, variations in brackets after the action that they replace. */
export function formatTree(tree: GameTree): string {
  return line(tree, ROOT);
}

function line(tree: GameTree, at: number): string {
  const parts: string[] = [];
  for (
    let children = nodeOf(tree, at).children;
    children[0] !== undefined;
    children = nodeOf(tree, children[0]).children
  ) {
    const [main, ...others] = children;
    parts.push([nodeOf(tree, main).action, ...others.map((other) => `(${branch(tree, other)})`)].join(""));
  }
  return parts.join("_");
}

function branch(tree: GameTree, at: number): string {
  const rest = line(tree, at);
  return nodeOf(tree, at).action + (rest && `_${rest}`);
}

/** Parses the text of {@link formatTree}; `null` if invalid. Nodes are numbered in the order of the text. */
export function parseTree(text: string): GameTree | null {
  const { tree, whole } = readTree(text);
  return whole ? tree : null;
}

/** Parses as much as possible, as of a link that was cut off, and whether that was all. */
function readTree(text: string): { tree: GameTree; whole: boolean } {
  let tree = EMPTY;
  let at = ROOT;
  const stack: number[] = [];
  let open = true;
  const cut = () => ({ tree, whole: false });
  for (const token of text.match(/[A-Za-z0-9]+|[()_]|[^]/g) ?? []) {
    if (token === "(") {
      if (open || at === ROOT) return cut();
      stack.push(at);
      at = nodeOf(tree, at).parent;
      open = true;
    } else if (token === ")") {
      const back = stack.pop();
      if (open || back === undefined) return cut();
      at = back;
    } else if (token === "_") {
      if (open) return cut();
      open = true;
    } else if (open && /^[A-Za-z0-9]+$/.test(token)) {
      ({ tree, at } = play(tree, at, token));
      open = false;
    } else {
      return cut();
    }
  }
  return { tree, whole: stack.length === 0 && (!open || text === "") };
}

/** The nodes in the order of the text. */
export function orderOf(tree: GameTree): number[] {
  const order: number[] = [ROOT];
  const walk = (at: number) => {
    for (
      let children = nodeOf(tree, at).children;
      children[0] !== undefined;
      children = nodeOf(tree, children[0]).children
    ) {
      order.push(children[0]);
      for (const other of children.slice(1)) {
        order.push(other);
        walk(other);
      }
    }
  };
  walk(ROOT);
  return order;
}

/** The hash of the address. */
export function formatAddress(gameRef: GameRef): string {
  const fields: [string, string][] = [["game", gameRef.game]];
  if (gameRef.start !== null) fields.push(["start", gameRef.start]);
  const moves = formatTree(gameRef.tree);
  if (moves) fields.push(["moves", moves], ["at", String(orderOf(gameRef.tree).indexOf(gameRef.at))]);
  for (const side of ["south", "north"] as const)
    if (gameRef[side] !== DEFAULTS[side]) fields.push([side, gameRef[side]]);
  if (gameRef.level !== DEFAULTS.level) fields.push(["level", String(gameRef.level)]);
  if (gameRef.northLevel !== undefined && gameRef.northLevel !== gameRef.level)
    fields.push(["northlevel", String(gameRef.northLevel)]);
  if (gameRef.time !== DEFAULTS.time) fields.push(["time", String(gameRef.time)]);
  if (gameRef.resigned) fields.push(["resigned", gameRef.resigned]);
  if (gameRef.flipped !== flippedByDefault(gameRef)) fields.push(["flipped", gameRef.flipped ? "1" : "0"]);
  return `#${fields.map(([name, value]) => `${name}=${escapeField(value)}`).join("&")}`;
}

/** Escapes only what a URL needs escaped. */
export function escapeField(value: string): string {
  return encodeURIComponent(value).replace(/%2F/g, "/").replace(/%3A/g, ":").replace(/%20/g, "+").replace(/%40/g, "@");
}

/** The id of a game, with a size. */
export const GAME_ID = /^[a-z][a-z0-9-]*(:\d{1,3})?$/;

/** Parses the hash of {@link formatAddress}; `null` if it names no game. Invalid fields get their defaults. */
export function parseAddress(hash: string, limits: ServerLimits): GameRef | null {
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  const game = fields.get("game");
  if (!game || !GAME_ID.test(game)) return null;
  const { tree } = readTree(fields.get("moves") ?? "");
  const players = {
    south: actor(fields.get("south"), DEFAULTS.south),
    north: actor(fields.get("north"), DEFAULTS.north),
  };
  const flipped = fields.get("flipped");
  return {
    game,
    start: fields.get("start"),
    tree,
    at: whole(fields.get("at"), 0, tree.nodes.length - 1, ROOT),
    ...players,
    level: levelWithin(limits, fields.get("level")),
    ...(isWhole(fields.get("northlevel"), 1, limits.level) ? { northLevel: Number(fields.get("northlevel")) } : {}),
    time: timeWithin(limits, fields.get("time")),
    resigned: fields.get("resigned") === "south" ? "south" : fields.get("resigned") === "north" ? "north" : null,
    flipped: flipped === null ? flippedByDefault(players) : flipped === "1",
  };
}

/** An error message about the parts that {@link parseAddress} ignores; empty if there are none. */
export function addressFault(hash: string, limits: ServerLimits): string {
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  if (hash.length <= 1) return "";
  if (!GAME_ID.test(fields.get("game") ?? "")) return "This link names no game. Choose one below.";
  const { tree, whole } = readTree(fields.get("moves") ?? "");
  const known: Readonly<Record<string, (text: string) => boolean>> = {
    game: () => true,
    start: () => true,
    moves: () => whole,
    at: (text) => isWhole(text, 0, tree.nodes.length - 1),
    south: isActor,
    north: isActor,
    level: (text) => isWhole(text, 1, limits.level),
    northlevel: (text) => isWhole(text, 1, limits.level),
    time: (text) => isWhole(text, limits.minTimeMs, limits.maxTimeMs),
    resigned: (text) => text === "south" || text === "north",
    flipped: (text) => text === "0" || text === "1",
  };
  const invalid = [...fields].filter(([name, text]) => !(Object.hasOwn(known, name) && known[name]?.(text)));
  const quoted = invalid.map(([name, text]) => `${name}=${text}`.slice(0, 40));
  return quoted.length > 0 ? `Parts of this link are invalid: ${quoted.slice(0, 3).join(", ")}.` : "";
}

/** The level in a text; the default, within the limits, if invalid. */
export function levelWithin({ level }: ServerLimits, text: string | null): number {
  return whole(text, 1, level, within(DEFAULTS.level, 1, level));
}

/** The same for the time per move. */
function timeWithin({ minTimeMs, maxTimeMs }: ServerLimits, text: string | null): number {
  return whole(text, minTimeMs, maxTimeMs, within(DEFAULTS.time, minTimeMs, maxTimeMs));
}

/** Clamps a number. */
export function within(number: number, least = 0, most = Infinity): number {
  return Math.min(Math.max(number, least), most);
}

function isWhole(text: string | null, least: number, most: number): boolean {
  const number = Number(text ?? Number.NaN);
  return Number.isInteger(number) && number >= least && number <= most;
}

function whole(text: string | null, least: number, most: number, fallback: number): number {
  return isWhole(text, least, most) ? Number(text) : fallback;
}

const isActor = (text: string | null): text is "person" | "engine" => text === "person" || text === "engine";

function actor(text: string | null, fallback: Actor): Actor {
  return isActor(text) ? text : fallback;
}
