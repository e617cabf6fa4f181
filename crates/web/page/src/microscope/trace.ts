import type { SearchNode, SearchSummary, WordCount } from "../messages";
import type { TreeNode } from "./tree";

/** The first line of a trace. */
export interface TraceHeader {
  game?: string;
  position?: string;
  program?: string;
  values?: string;
  passes?: string;
}

/** A trace that was read. */
export interface Trace {
  header: TraceHeader;
  roots: TreeNode[];
  summary: TraceSummary;
  /** What is not shown, in a sentence; empty if everything is. */
  note: string;
}

/** What can be counted in any trace. */
export type TraceSummary = Pick<SearchSummary, "nodes" | "ends" | "skips" | "plies">;

/** What is wrong with a trace, in a sentence. */
export class TraceFault extends Error {}

/** The most nodes that are kept; beyond that, the plies nearest to the root. */
const MAX_NODES = 200_000;
/** The longest part of a file that is read. */
const MAX_BYTES = 128 << 20;
/** The longest line. */
const MAX_LINE = 64 << 10;
/** The version of the format. */
const VERSION = 1;
/** The longest path. */
const MAX_PLY = 1000;
/** No position has more moves. */
const MAX_MOVES = 1000;
/** The most reasons that are counted by their names. */
const MAX_WORDS = 100;
/** Larger ends of windows stand for infinity. */
const INFINITE = 1_000_000_000;

const EXPECTED = 'Expected an object with "trace", "enter", "leave" or "skip", such as {"enter":"A3B4"}.';

type Line = Record<string, unknown>;

/** A node while it is read. */
interface OpenNode {
  node: TreeNode;
  /** 1 if its values are those of the root's side, otherwise -1. */
  sign: number;
  children: number;
  /** The last value of each move searched, as the root's side sees it. */
  values: Map<string, number>;
  /** Whether it is in the tree. */
  isKept: boolean;
}

/** What a trace does not say of itself. */
export interface TraceFacts {
  /** Whether its moves can be refused, so that the second-best counts. */
  refusals?: boolean;
  /** Whether north is to move at the root. */
  isNorth?: boolean;
}

/** Reads a trace line by line and keeps as much as fits. */
export class TraceReader {
  #header: TraceHeader | null = null;
  #roots: TreeNode[] = [];
  /** The nodes that are kept, by their distance from the top of the tree. */
  #levels: TreeNode[][] = [];
  #kept = 0;
  #open: OpenNode[] = [];
  #ends = new Map<string, number>();
  #skips = new Map<string, number>();
  #plies: number[] = [];
  #nodes = 0;
  #line = 0;
  /** Deeper nodes are only counted. */
  #deepest = Infinity;
  /** Even near the root there are too many. */
  #isFull = false;
  readonly #maxNodes: number;
  readonly #facts: TraceFacts;

  constructor(maxNodes = MAX_NODES, facts: TraceFacts = {}) {
    this.#maxNodes = maxNodes;
    this.#facts = facts;
  }

  /** Reads a line; throws a {@link TraceFault}. */
  read(text: string, isCut = false): void {
    this.#line += 1;
    const trimmed = text.replace(/^\uFEFF/, "").trim();
    if (trimmed === "") return;
    if (text.length > MAX_LINE) this.#fail(`longer than ${MAX_LINE >> 10} KiB, which no line of a trace is`);
    const line = this.#parse(trimmed, isCut);
    const kinds = ["trace", "enter", "leave", "skip"].filter((key) => key in line);
    if (kinds.length !== 1) this.#fail(`${quoted(trimmed)} is no line of a trace. ${EXPECTED}`);
    if (kinds[0] === "trace") this.#readHeader(line);
    else {
      this.#header ??= {};
      if (kinds[0] === "enter") this.#enter(line);
      else if (kinds[0] === "leave") this.#leave(line);
      else this.#skip(line);
    }
  }

  /** The trace, at the end of the file. */
  end(isWhole = true): Trace {
    if (this.#nodes === 0) throw new TraceFault("The file has no node: it is not a trace, or it is empty.");
    const notes: string[] = [];
    if (!isWhole) notes.push(`Only the first ${MAX_BYTES >> 20} MB of the file were read.`);
    else if (this.#open.some(({ node }) => node.data.number > 0))
      notes.push(`The trace ends inside of ${this.#open.length} open nodes, which are marked as stopped.`);
    while (this.#open.length > 0) this.#close({ leave: 0, end: "stopped" });
    if (this.#isFull)
      notes.push(`The trace is large: of the first two levels ${this.#kept} nodes are shown, the others are counted.`);
    else if (this.#deepest < Infinity)
      notes.push(`The trace is large: the first ${this.#deepest + 1} levels are shown, deeper ones are counted.`);
    if (this.#header?.passes === "skipped" && (this.#header.values ?? "mover") === "mover")
      notes.push(
        "Its program skips a side that can only pass. Below such a pass, values may have the wrong sign here; skirmish microscope --trace shows them rightly.",
      );
    const words = (counts: Map<string, number>): WordCount[] =>
      [...counts].map(([word, count]) => ({ word, count })).sort((one, other) => other.count - one.count);
    const summary = { nodes: this.#nodes, ends: words(this.#ends), skips: words(this.#skips), plies: this.#plies };
    return { header: this.#header ?? {}, roots: this.#roots, summary, note: notes.join(" ") };
  }

  #fail(sentence: string): never {
    throw new TraceFault(`Line ${this.#line}: ${sentence}${sentence.endsWith(".") ? "" : "."}`);
  }

  #parse(text: string, isCut: boolean): Line {
    try {
      const value: unknown = JSON.parse(text);
      if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Line;
    } catch {
      if (isCut && text.startsWith("{")) this.#fail("the file ends in the middle of this line");
    }
    return this.#fail(`${quoted(text)} is not a JSON object. ${EXPECTED}`);
  }

  #readHeader(line: Line): void {
    if (this.#header) this.#fail('a header, the line with "trace", comes first');
    if (line["trace"] !== VERSION) this.#fail(`version ${String(line["trace"])} of the format, expected ${VERSION}`);
    const header: TraceHeader = {};
    for (const key of ["game", "position", "program", "values", "passes"] as const) {
      const value = this.#text(line, key);
      if (value !== undefined) header[key] = value;
    }
    this.#header = header;
  }

  #enter(line: Line): void {
    const move = this.#text(line, "enter") ?? "";
    // A trace may leave out the root.
    if (this.#open.length === 0 && move !== "") this.#begin({ enter: "" }, "", false);
    this.#begin(line, move, true);
  }

  #begin(line: Line, move: string, counts: boolean): void {
    const open = this.#open.at(-1);
    const above = open?.node.data;
    if (this.#open.length > MAX_PLY) this.#fail(`deeper than ${MAX_PLY} plies`);
    const ply = (above?.ply ?? 0) + (above && move !== "" ? 1 : 0);
    const sign = this.#signBelow(open, move);
    const [alpha, beta] = [this.#number(line, "alpha"), this.#number(line, "beta")];
    const hasWindow = alpha !== undefined || beta !== undefined;
    const asked: Range = sign > 0 ? [alpha, beta] : [negated(beta), negated(alpha)];
    const [low, high] = hasWindow || !open ? asked : this.#reached(open, move);
    if (counts) this.#nodes += 1;
    const data: SearchNode = {
      number: counts ? this.#nodes : 0,
      nodes: counts ? 1 : 0,
      entries: 1,
      ply,
      depth: this.#number(line, "depth") ?? (above ? above.depth - 1 : 0),
      place: open && move !== "" ? open.children + 1 : 0,
      max: above ? keepsSide(move) === above.max : true,
      kind: this.#text(line, "kind") ?? "",
      search: this.#text(line, "search") ?? "",
      value: 0,
      bound: "exact",
      end: "stopped",
      moves: 0,
    };
    if (move !== "") data.move = move;
    if (low !== undefined && Math.abs(low) < INFINITE) data.low = low;
    if (high !== undefined && Math.abs(high) < INFINITE) data.high = high;
    const reduction = this.#number(line, "reduction");
    if (reduction) data.reduction = reduction;
    const marks = this.#texts(line, "extension");
    if (marks.length > 0) data.marks = marks;
    if (counts) this.#plies[ply] = (this.#plies[ply] ?? 0) + 1;
    const node: TreeNode = { data, parent: open?.node ?? null, children: [] };
    if (open) open.children += 1;
    const level = this.#open.length;
    const opened: OpenNode = { node, sign, children: 0, values: new Map(), isKept: false };
    this.#open.push(opened);
    opened.isKept = this.#keep(node, level);
  }

  /** The window that plain alpha-beta has reached at a node, for a move that may have been searched before. */
  #reached({ node: { data }, values }: OpenNode, move: string): Range {
    const sign = data.max ? 1 : -1;
    const others = [...values].filter(([other]) => other !== move).map(([, value]) => sign * value);
    const best = others.sort((one, other) => other - one)[this.#facts.refusals ? 1 : 0];
    if (move === "" || best === undefined) return [data.low, data.high];
    return data.max
      ? [Math.max(data.low ?? best, best), data.high]
      : [data.low, Math.min(data.high ?? Infinity, sign * best)];
  }

  /** Whether values below are those of the root's side; usually they are those of the side to move, which changes with each move. */
  #signBelow(above: OpenNode | undefined, move: string): number {
    const values = this.#header?.values ?? "mover";
    if (!above) return values === "south" && this.#facts.isNorth ? -1 : 1;
    return values !== "mover" || keepsSide(move) ? above.sign : -above.sign;
  }

  #leave(line: Line): void {
    if (this.#open.length === 0) this.#fail("a node is left, but none is open");
    if (this.#number(line, "leave") === undefined) this.#fail('"leave" is not a number');
    this.#close(line);
  }

  #close(line: Line): void {
    const { node, sign, children, isKept } = this.#open.pop()!;
    const { data } = node;
    const turned = (value: number) => (value === 0 ? 0 : sign * value);
    data.value = turned(this.#number(line, "leave") ?? 0);
    data.end = this.#text(line, "end") ?? this.#guess(data, children);
    const bound = this.#text(line, "bound");
    data.bound = bound === undefined ? boundOf(data) : sign > 0 ? bound : (TURNED[bound] ?? bound);
    data.moves = this.#number(line, "moves") ?? 0;
    const [by, best, second] = (["by", "best", "second"] as const).map((key) => this.#text(line, key));
    if (by !== undefined) data.by = by;
    if (best !== undefined) data.best = best;
    if (second !== undefined) data.second = second;
    const place = this.#number(line, "place");
    if (place !== undefined) data.byPlace = place;
    const evaluation = this.#number(line, "eval");
    if (evaluation !== undefined) data.eval = turned(evaluation);
    const marks = [...(data.marks ?? []), ...this.#texts(line, "marks")];
    if (marks.length > 0) data.marks = marks;
    if (data.number > 0) add(this.#ends, data.end);
    const open = this.#open.at(-1);
    if (!open) return;
    const above = open.node;
    if (data.move !== undefined && data.end !== "stopped" && open.values.size < MAX_MOVES)
      open.values.set(data.move, data.value);
    above.data.nodes += data.nodes;
    if (!isKept) above.data.missing = (above.data.missing ?? 0) + data.nodes;
  }

  /** Why a node ended, if the trace does not say. */
  #guess(data: SearchNode, children: number): string {
    if (children === 0) return "evaluated";
    const cut = data.max ? data.value >= (data.high ?? Infinity) : data.value <= (data.low ?? -Infinity);
    return cut ? "cutoff" : "complete";
  }

  #skip(line: Line): void {
    const open = this.#open.at(-1);
    if (!open) this.#fail("a move is skipped, but no node is open");
    const reason = this.#text(line, "reason") ?? "late_move";
    add(this.#skips, reason);
    open.children += 1;
    const above = open.node.data;
    const data: SearchNode = {
      number: this.#nodes,
      nodes: 0,
      entries: 1,
      ply: above.ply + 1,
      depth: above.depth - 1,
      move: this.#text(line, "skip") ?? "",
      place: open.children,
      max: !above.max,
      kind: above.kind,
      search: "",
      value: 0,
      bound: "exact",
      end: reason,
      skipped: true,
      moves: 0,
    };
    this.#keep({ data, parent: open.node, children: [] }, this.#open.length);
  }

  /** Keeps a node of a level if there is room; if there are too many, the deepest levels are only counted. */
  #keep(node: TreeNode, level: number): boolean {
    if (level > this.#deepest) return false;
    if (this.#kept >= this.#maxNodes && this.#levels.length <= 2) {
      this.#isFull = true;
      this.#deepest = Math.min(this.#deepest, 1);
      return false;
    }
    (node.parent?.children ?? this.#roots).push(node);
    (this.#levels[level] ??= []).push(node);
    this.#kept += 1;
    while (this.#kept > this.#maxNodes && this.#levels.length > 2) this.#dropLevel();
    return level <= this.#deepest;
  }

  #dropLevel(): void {
    this.#kept -= this.#levels.pop()!.length;
    this.#deepest = this.#levels.length - 1;
    const open = new Set(this.#open.map(({ node }) => node));
    // What is open and dropped is counted when it is left.
    this.#open.slice(this.#levels.length).forEach((one) => (one.isKept = false));
    for (const node of this.#levels.at(-1)!) {
      const nodes = node.children.reduce((sum, child) => sum + (open.has(child) ? 0 : child.data.nodes), 0);
      if (nodes > 0) node.data.missing = nodes;
      node.children = [];
    }
  }

  #text(line: Line, key: string): string | undefined {
    const value = line[key];
    if (value === undefined || value === null) return undefined;
    if (typeof value !== "string") this.#fail(`"${key}" is not a text`);
    return value;
  }

  #texts(line: Line, key: string): string[] {
    const value = line[key];
    if (value === undefined || value === null) return [];
    if (!Array.isArray(value)) this.#fail(`"${key}" is not a list`);
    return value.filter((one) => typeof one === "string");
  }

  #number(line: Line, key: string): number | undefined {
    const value = line[key];
    if (value === undefined || value === null) return undefined;
    if (typeof value !== "number" || !Number.isInteger(value)) this.#fail(`"${key}" is not a whole number`);
    return Math.max(-INFINITE, Math.min(INFINITE, value));
  }
}

/** The ends of a window, as the root's side sees them. */
type Range = readonly [low: number | undefined, high: number | undefined];

/** A bound as the other side sees it. */
const TURNED: Readonly<Record<string, string>> = { lower: "upper", upper: "lower" };

/** Who accepts a proposal is to move next; without a move it is the same position. */
const keepsSide = (move: string) => move === "" || move === "accept";

/** What the window says of a value that was searched for. */
function boundOf({ value, low, high, end }: SearchNode): string {
  if (["evaluated", "terminal", "refused"].includes(end)) return "exact";
  return value >= (high ?? Infinity) ? "lower" : value <= (low ?? -Infinity) ? "upper" : "exact";
}

const negated = (value: number | undefined) => (value === undefined ? undefined : value === 0 ? 0 : -value);

function add(counts: Map<string, number>, word: string): void {
  const known = counts.size < MAX_WORDS || counts.has(word) ? word : "other";
  counts.set(known, (counts.get(known) ?? 0) + 1);
}

/** The beginning of a text in quotes. */
const quoted = (text: string) => JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);

/**
 * Reads a trace from a file, a part at a time so that the page stays alive. Throws a {@link TraceFault} if it is none. `isWanted` ends
 * it early.
 */
export async function readTrace(
  file: Blob,
  onProgress: (part: number) => void,
  isWanted: () => boolean,
  facts: TraceFacts = {},
): Promise<Trace> {
  const reader = new TraceReader(MAX_NODES, facts);
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let rest = "";
  let read = 0;
  const take = (text: string) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop()!;
    lines.forEach((line) => reader.read(line));
    // A file without line ends would fill the memory.
    if (rest.length > MAX_LINE) reader.read(rest);
  };
  const decode = (bytes?: Uint8Array) => {
    try {
      return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
    } catch {
      throw new TraceFault("The file is not UTF-8 text: it is not a trace.");
    }
  };
  for (let at = 0; at < Math.min(file.size, MAX_BYTES); at += CHUNK) {
    const chunk = file.slice(at, Math.min(at + CHUNK, MAX_BYTES));
    const bytes = new Uint8Array(await chunk.arrayBuffer());
    take(decode(bytes));
    read += bytes.length;
    onProgress(read / file.size);
    // A pause for the page.
    await new Promise((resolve) => setTimeout(resolve));
    if (!isWanted()) throw new TraceFault("");
  }
  if (file.size > MAX_BYTES) return reader.end(false);
  take(decode());
  if (rest !== "") reader.read(rest, true);
  return reader.end();
}

/** The header of a trace; nothing if it has none that can be read. */
export async function readHeader(file: Blob): Promise<TraceHeader> {
  const begin = await file.slice(0, MAX_LINE).text();
  const first = begin.split("\n").find((line) => line.replace(/^\uFEFF/, "").trim() !== "") ?? "";
  try {
    const { game, position, values } = JSON.parse(first.replace(/^\uFEFF/, "")) as Record<string, unknown>;
    const texts = Object.entries({ game, position, values }).filter(([, value]) => typeof value === "string");
    return Object.fromEntries(texts);
  } catch {
    return {};
  }
}

/** The bytes to read at a time. */
const CHUNK = 256 << 10;
