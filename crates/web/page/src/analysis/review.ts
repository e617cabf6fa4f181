import { computed, effect, signal, untracked } from "@preact/signals";
import type { GameState } from "../game/state";
import { endOf, pathTo, ROOT } from "../game/tree";
import type { Action, Mark, Message, PositionValue } from "../messages";
import type { Searches } from "./searches";

export type Reviewed = Extract<Message, { type: "reviewed" }>;

/** The review of a line. */
export interface ReviewedLine {
  /** The game it belongs to. */
  gameSerial: number;
  /** The nodes of the line by ply, from the start. */
  nodes: readonly number[];
  points: readonly Reviewed[];
  done: boolean;
}

/** The review of a game: the engine evaluates every position. */
export class GameReview {
  readonly #line = signal<ReviewedLine | null>(null);
  readonly #state: GameState;
  readonly #searches: Searches;

  constructor(state: GameState, searches: Searches) {
    this.#state = state;
    this.#searches = searches;
  }

  /** The review of the current game, if there is one. */
  readonly here = computed<ReviewedLine | null>(() => {
    const line = this.#line.value;
    return line?.gameSerial === this.#state.gameSerial.value ? line : null;
  });

  /** The marks of bad moves by node, with the best move instead. */
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

  /** The value of the position on the board, if known. */
  readonly valueHere = computed<PositionValue | null>(() => {
    if (!this.#state.shown.value) return null;
    const { analysisHere, analyzing, thinking } = this.#searches;
    if (analysisHere.value) return analysisHere.value.value;
    const line = this.here.value;
    const ply = line?.nodes.indexOf(this.#state.gameRef.value?.at ?? -1) ?? -1;
    const point = ply >= 0 ? line?.points[ply] : undefined;
    if (point) return point.value;
    return analyzing.value ? (thinking.value?.value ?? null) : null;
  });

  /** Reviews the line through the current node to its end. */
  start(): void {
    const { gameRef, gameSerial } = this.#state;
    const here = gameRef.value;
    if (!here) return;
    const end = endOf(here.tree, here.at);
    const nodes = [ROOT, ...pathTo(here.tree, end)];
    this.#line.value = { gameSerial: gameSerial.value, nodes, points: [], done: false };
    const update = (change: (line: ReviewedLine) => Partial<ReviewedLine>) => {
      const line = this.#line.value;
      if (line?.nodes === nodes) this.#line.value = { ...line, ...change(line) };
    };
    this.#searches.search(
      "review",
      { type: "review", line: this.#state.lineTo(end) },
      (message) => {
        // After a reconnection the review starts over.
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
    const { outcome, current, shown, positions, gameSerial } = this.#state;
    let playing: number | null = null;
    effect(() => {
      const over = outcome.value !== null;
      const [here, length] = [current.value, shown.value?.actions.length ?? 0];
      if (!here) return;
      untracked(() => {
        const known = positions.value.size;
        if (!over) playing = gameSerial.value;
        else if (playing === gameSerial.value && length > 1 && known > 1 && this.here.value === null) this.start();
      });
    });
  }
}
