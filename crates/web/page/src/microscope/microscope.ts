import { batch, computed, signal } from "@preact/signals";
import type { PendingRequest, RequestBody } from "../connection";
import type { GameLine, Message, PositionInfo, SearchNode, SearchSummary } from "../messages";
import type { PageSession } from "../session";
import { baseOf } from "../server";
import { readHeader, readTrace, TraceFault, type TraceFacts, type TraceSummary } from "./trace";
import { buildForest, filmOf, graft, isUnloaded, pathTo, principalVariation, scaleFor, type TreeNode } from "./tree";
import type { ReasonGroup } from "./words";

/** A finished search with some ideas off. */
export interface Run {
  off: readonly string[];
  nodes: number;
  stopped: boolean;
  value: number;
}

export type Rung = Extract<Message, { type: "rung" }>;

/** What is looked at. */
export interface Tree {
  roots: TreeNode[];
  /** The root whose value is the result. */
  result: TreeNode | null;
  /** Of a recorded search. */
  summary: SearchSummary | null;
  /** Of any. */
  counts: TraceSummary;
  game: string | null;
  /** The program that wrote it; `null` for a search of ours. */
  program: string | null;
}

const DEFAULT_DEPTH = 4;

/** The microscope: a tree, what is selected in it, and the searches that it needs. */
export class Microscope {
  readonly tree = signal<Tree | null>(null);
  /** What is going on, for a line of text; empty if nothing is. */
  readonly busy = signal("");
  /** What went wrong, a sentence. */
  readonly fault = signal("");
  /** What is not shown of a trace, a sentence. */
  readonly note = signal("");
  readonly depth = signal(DEFAULT_DEPTH);
  /** The ideas that are off. */
  readonly off = signal<ReadonlySet<string>>(new Set());
  /** The searches of this position and depth so far. */
  readonly runs = signal<readonly Run[]>([]);
  readonly rungs = signal<readonly Rung[]>([]);
  readonly selected = signal<TreeNode | null>(null);
  readonly opened = signal<ReadonlySet<TreeNode>>(new Set());
  readonly hidden = signal<ReadonlySet<ReasonGroup>>(new Set());
  /** The stop of the film. */
  readonly stop = signal(0);
  /** The position at the selected node; `null` while it loads. */
  readonly position = signal<PositionInfo | null>(null);
  /** Why there is no board, a sentence. */
  readonly boardFault = signal("");

  readonly #session: PageSession;
  /** The game on the board when the microscope was opened. */
  readonly #line: GameLine | null;
  #traceStart: Pick<GameLine, "game" | "start"> | null = null;
  #request: PendingRequest | null = null;
  #show: PendingRequest | null = null;
  #positions = new Map<string, PositionInfo | string>();
  #reading = {};

  /** For the position on the board, or for another. */
  constructor(session: PageSession, line?: GameLine) {
    this.#session = session;
    if (line) {
      this.#line = line;
      return;
    }
    const here = session.state.gameRef.value;
    const over = session.state.outcome.value !== null;
    this.#line = here && !over && !session.state.withFriend.value ? session.state.lineTo(here.at) : null;
  }

  /** Whether the position on the board can be searched. */
  get canSearch(): boolean {
    return this.#line !== null;
  }

  /** The best line. */
  readonly pv = computed<ReadonlySet<TreeNode>>(() => {
    return principalVariation(this.tree.value?.result ?? null);
  });

  readonly film = computed(() => {
    return filmOf(this.tree.value?.roots ?? []);
  });

  readonly scale = computed(() => {
    const tree = this.tree.value;
    return scaleFor(tree?.roots ?? [], tree?.result?.data.value ?? 0);
  });

  /** Whether moves can be refused, so that the second-best counts. */
  readonly refusals = computed<boolean>(() => baseOf(this.tree.value?.game ?? "") === "refusal");

  /** Searches the position on the board. */
  search(): void {
    const line = this.#line;
    if (!line) return;
    const [depth, off] = [this.depth.value, [...this.off.value].sort()];
    const nodes: SearchNode[] = [];
    this.#ask({ type: "microscope", line, depth, off }, "Searching", (message) => {
      if (message.type === "searchNodes") {
        // After a reconnection the search starts over.
        if (message.first === 0) nodes.length = 0;
        nodes.push(...message.nodes);
        this.busy.value = `Searching: ${nodes.length} nodes received`;
      }
      if (message.type !== "searchTree") return false;
      const { summary } = message;
      const roots = buildForest(nodes);
      const result = roots.find(({ data }) => data === nodes[summary.result ?? -1]) ?? roots.at(-1) ?? null;
      this.#traceStart = null;
      this.#setTree({ roots, result, summary, counts: summary, game: line.game, program: null });
      const value = result?.data.value ?? 0;
      const run = { off, nodes: summary.nodes, stopped: summary.stopped, value };
      this.runs.value = [...this.runs.value.filter((one) => one.off.join() !== off.join()), run];
      return true;
    });
  }

  /** Changes the depth, which makes other counts meaningless. */
  setDepth(depth: number): void {
    this.depth.value = depth;
    this.runs.value = [];
    this.rungs.value = [];
    this.search();
  }

  /** Switches an idea off or on again. */
  toggle(idea: string): void {
    const off = new Set(this.off.value);
    if (!off.delete(idea)) off.add(idea);
    this.off.value = off;
    this.search();
  }

  allOn(): void {
    this.off.value = new Set();
    this.search();
  }

  /** Counts the nodes from plain minimax to the full search. */
  climb(): void {
    const line = this.#line;
    if (!line) return;
    this.rungs.value = [];
    this.#ask({ type: "ladder", line, depth: this.depth.value }, "Counting", (message) => {
      if (message.type === "rung") {
        this.rungs.value = message.idea === null ? [message] : [...this.rungs.value, message];
      }
      return message.type === "ladderEnd";
    });
  }

  /** Opens a node; what is below it is loaded if necessary. */
  open(node: TreeNode): void {
    this.opened.value = new Set(this.opened.value).add(node);
    const line = this.#line;
    if (!isUnloaded(node) || !line || this.tree.value?.program !== null) return;
    const [depth, off] = [this.depth.value, [...this.off.value].sort()];
    const nodes: SearchNode[] = [];
    this.#ask({ type: "microscope", line, depth, off, within: node.data.number }, "Loading moves", (message) => {
      if (message.type === "searchNodes") {
        if (message.first === 0) nodes.length = 0;
        nodes.push(...message.nodes);
      }
      if (message.type !== "searchTree") return false;
      graft(node, nodes);
      // The same tree, which has grown.
      const tree = this.tree.value;
      if (tree) this.tree.value = { ...tree, roots: [...tree.roots] };
      return true;
    });
  }

  close(node: TreeNode): void {
    const opened = new Set(this.opened.value);
    opened.delete(node);
    this.opened.value = opened;
  }

  /** Selects a node and shows its board. */
  select(node: TreeNode | null): void {
    this.selected.value = node;
    if (node) this.#showBoard(node);
  }

  /** Goes to a stop of the film. */
  goTo(stop: number): void {
    const film = this.film.value;
    const within = Math.max(0, Math.min(film.length - 1, stop));
    batch(() => {
      this.stop.value = within;
      if (film[within]) this.select(film[within].node);
    });
  }

  /** Goes to the next stop where a cut-off ends a node. */
  toNextCutoff(): void {
    const next = this.film.value.findIndex(
      ({ node, leaves }, index) => index > this.stop.value && leaves && node.data.end === "cutoff",
    );
    if (next >= 0) this.goTo(next);
  }

  /** Opens a trace; if it is none, everything stays and the fault says why. */
  async openTrace(file: File): Promise<void> {
    const reading = (this.#reading = {});
    batch(() => {
      this.fault.value = "";
      this.busy.value = `Reading ${file.name}`;
    });
    this.#cancel();
    try {
      const trace = await readTrace(
        file,
        (part) => (this.busy.value = `Reading ${file.name}: ${Math.round(part * 100)} %`),
        () => this.#reading === reading,
        await this.#factsOf(file),
      );
      const { header, roots, summary } = trace;
      const known = header.game === undefined ? this.#line : null;
      const game = header.game ?? known?.game ?? null;
      this.#traceStart = game === null ? null : { game, start: header.position ?? null };
      const result = roots.findLast(({ data }) => data.end !== "stopped") ?? roots.at(-1) ?? null;
      const program = header.program ?? file.name;
      batch(() => {
        this.note.value = trace.note;
        this.#setTree({ roots, result, summary: null, counts: summary, game, program });
      });
    } catch (error) {
      if (this.#reading !== reading) return;
      const sentence = error instanceof TraceFault ? error.message : `The file could not be read: ${String(error)}.`;
      this.busy.value = "";
      if (!this.tree.value) this.search();
      this.fault.value = `${file.name} was not opened. ${sentence}`;
      return;
    }
    if (this.#reading === reading) this.busy.value = "";
  }

  /** What the rules say of a trace. Only where its values are South's, it matters who is to move at the root. */
  async #factsOf(file: File): Promise<TraceFacts> {
    const { game = this.#line?.game, position = null, values } = await readHeader(file);
    if (game === undefined) return {};
    const refusals = baseOf(game) === "refusal";
    if (values !== "south") return { refusals };
    const line = { game, start: position, actions: [] };
    return new Promise((resolve) =>
      this.#session.server.request({ type: "show", line }, (message) => {
        if (message.type !== "position" && message.type !== "error") return false;
        resolve({ refusals, isNorth: message.type === "position" && message.side === "north" });
        return true;
      }),
    );
  }

  /** Ends its searches. */
  dispose(): void {
    this.#reading = {};
    this.#cancel();
    this.#show?.cancel();
  }

  #setTree(tree: Tree): void {
    batch(() => {
      this.#positions.clear();
      this.tree.value = tree;
      this.stop.value = 0;
      this.opened.value = new Set(tree.result ? [tree.result] : []);
      if (tree.program === null) this.note.value = keptSentence(tree.summary);
      this.select(tree.result);
    });
  }

  #ask(body: RequestBody, doing: string, onReply: (message: Message) => boolean): void {
    this.#cancel();
    this.#reading = {};
    this.busy.value = doing;
    this.fault.value = "";
    this.#request = this.#session.server.request(body, (message) => {
      if (message.type === "waiting") {
        this.busy.value = `Waiting for ${message.ahead} other ${message.ahead === 1 ? "search" : "searches"}`;
        return false;
      }
      if (message.type === "error") this.fault.value = message.sentence;
      const over = message.type === "error" || message.type === "stopped" || onReply(message);
      if (over) {
        this.#request = null;
        this.busy.value = "";
      }
      return over;
    });
  }

  #cancel(): void {
    if (!this.#request) return;
    this.#request.cancel();
    this.#request = null;
    this.#session.server.notify({ type: "stop" });
  }

  /** Shows the board after the moves to a node. In traces only the rules know which moves have to be accepted, and who passes. */
  #showBoard(node: TreeNode): void {
    this.#show?.cancel();
    const line = this.#traceStart ? { ...this.#traceStart, actions: [] } : this.#line;
    if (!line) {
      this.boardFault.value = "The trace does not say which game it is, so there is no board.";
      return;
    }
    const path = pathTo(node).filter(({ data }) => data.move !== undefined);
    if (this.#traceStart) return this.#walkTo(line, path);
    const actions = path.flatMap(({ data }) => (data.proposed ? [data.move!, "accept"] : [data.move!]));
    this.#position({ ...line, actions: [...line.actions, ...actions] }, (found) => this.#arrive(found));
  }

  #walkTo(line: GameLine, path: readonly TreeNode[]): void {
    const step = (actions: readonly string[], left: readonly string[]) => {
      this.#position({ ...line, actions: [...actions] }, (found) => {
        const [next, ...rest] = left;
        if (typeof found === "string") return this.#arrive(found);
        const legal = found.legal.map(({ kind, text }) => ({ kind, text }));
        if (next === undefined) {
          const pending = legal.some(({ kind }) => kind === "accept") && actions.length > 0;
          return pending ? step([...actions, "accept"], []) : this.#arrive(found);
        }
        const answers = legal.some(({ kind }) => kind === "accept") && !["accept", "refuse"].includes(next);
        const passes = legal.length === 1 && legal[0]!.kind === "pass" && next !== legal[0]!.text;
        if (answers || passes) step([...actions, answers ? "accept" : legal[0]!.text], left);
        else step([...actions, next], rest);
      });
    };
    step(
      [],
      path.map(({ data }) => data.move!),
    );
  }

  #arrive(found: PositionInfo | string): void {
    batch(() => {
      if (typeof found !== "string") this.position.value = found;
      this.boardFault.value = typeof found === "string" ? `There is no board here: ${found}` : "";
    });
  }

  #position(line: GameLine, then: (found: PositionInfo | string) => void): void {
    const key = line.actions.join(" ");
    const known = this.#positions.get(key);
    if (known !== undefined) return then(known);
    this.#show = this.#session.server.request({ type: "show", line }, (message) => {
      if (message.type !== "position" && message.type !== "error") return false;
      const found = message.type === "position" ? message : message.sentence;
      if (this.#positions.size > MAX_POSITIONS) this.#positions.clear();
      this.#positions.set(key, found);
      then(found);
      return true;
    });
  }
}

const MAX_POSITIONS = 2000;

/** What of a recorded search was not kept. */
function keptSentence(summary: SearchSummary | null): string {
  if (!summary) return "";
  const cut = summary.roots.filter(({ wholePlies }) => wholePlies !== null);
  const sentences: string[] = [];
  if (summary.stopped) sentences.push("The search ended at its limit of nodes.");
  if (cut.length > 0)
    sentences.push("It has too many nodes to show at once: deeper ones are loaded when you open the node above them.");
  return sentences.join(" ");
}
