import { computed, effect, signal, untracked } from "@preact/signals";
import type { Table } from "../game/table";
import { endOf, pathTo, ROOT } from "../game/tree";
import type { Action, Mark, Message, PositionValue } from "../messages";
import type { Searches } from "./searches";

export type Reviewed = Extract<Message, { type: "reviewed" }>;

/** What was found about one line of a game. */
export interface ReviewedLine {
  /** The game on the table that it belongs to. */
  serial: number;
  /** The nodes of the line, the start first; the review's plies count along them. */
  nodes: readonly number[];
  points: readonly Reviewed[];
  done: boolean;
}

/** What the engine thinks of a game, position by position. */
export class Review {
  readonly #line = signal<ReviewedLine | null>(null);
  readonly #table: Table;
  readonly #searches: Searches;

  constructor(table: Table, searches: Searches) {
    this.#table = table;
    this.#searches = searches;
  }

  /** The review of the game on the table, if there is one. */
  readonly here = computed<ReviewedLine | null>(() => {
    const line = this.#line.value;
    return line?.serial === this.#table.serial.value ? line : null;
  });

  /** What it thinks of the action that led to a node. */
  readonly marks = computed<ReadonlyMap<number, { mark: Mark; best: Action | null }>>(() => {
    const found = new Map<number, { mark: Mark; best: Action | null }>();
    const line = this.here.value;
    for (const point of line?.points ?? []) {
      const node = line!.nodes[point.ply];
      if (node !== undefined && point.mark)
        found.set(node, { mark: point.mark, best: line!.points[point.ply - 1]?.best ?? null });
    }
    return found;
  });

  /** The value of the position on the board, as far as it was searched. */
  readonly valueHere = computed<PositionValue | null>(() => {
    if (!this.#table.shown.value) return null;
    const { analysisHere, analyzing, thinking } = this.#searches;
    if (analysisHere.value) return analysisHere.value.value;
    const line = this.here.value;
    const ply = line?.nodes.indexOf(this.#table.place.value?.at ?? -1) ?? -1;
    const point = ply >= 0 ? line?.points[ply] : undefined;
    if (point) return point.value;
    return analyzing.value ? (thinking.value?.value ?? null) : null;
  });

  /** Judges the line through the current node, to its end. */
  start(): void {
    const { place, serial } = this.#table;
    const here = place.value;
    if (!here) return;
    const end = endOf(here.tree, here.at);
    const nodes = [ROOT, ...pathTo(here.tree, end)];
    this.#line.value = { serial: serial.value, nodes, points: [], done: false };
    const update = (change: (line: ReviewedLine) => Partial<ReviewedLine>) => {
      const line = this.#line.value;
      if (line?.nodes === nodes) this.#line.value = { ...line, ...change(line) };
    };
    this.#searches.search(
      "review",
      { type: "review", course: this.#table.courseTo(end) },
      (message) => {
        // After a reconnection the review begins anew.
        if (message.type === "reviewed")
          update(({ points }) => ({ points: [...points.slice(0, message.ply), message] }));
        return message.type === "reviewEnd";
      },
      () => {
        update(() => ({ done: true }));
        this.#searches.resume();
      },
    );
  }

  /** Reviews games when they end on the board, from now on. */
  startWhenOver(): void {
    const { outcome, current, shown, positions, serial } = this.#table;
    let playing: number | null = null;
    effect(() => {
      const over = outcome.value !== null;
      const [here, length] = [current.value, shown.value?.actions.length ?? 0];
      if (!here) return;
      untracked(() => {
        const known = positions.value.size;
        if (!over) playing = serial.value;
        else if (playing === serial.value && length > 1 && known > 1 && this.here.value === null) this.start();
      });
    });
  }
}
