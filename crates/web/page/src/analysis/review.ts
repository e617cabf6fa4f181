import { computed, effect, signal, untracked } from "@preact/signals";
import type { Action, Mark, Message } from "../messages";
import { courseTo, current, outcome, place, positions, shown, table } from "../game/state";
import { endOf, pathTo, ROOT } from "../game/tree";
import { resume, search } from "./searches";

export type Reviewed = Extract<Message, { type: "reviewed" }>;

/** What was found about one line of the game on the table. */
export interface Review {
  table: number;
  /** The nodes of the line, the start first; the review's plies count along them. */
  nodes: readonly number[];
  points: readonly Reviewed[];
  done: boolean;
}

export const review = signal<Review | null>(null);

/** The review of the game on the table, if there is one. */
export const reviewHere = computed<Review | null>(() => (review.value?.table === table.value ? review.value : null));

/** What the review thinks of the action that led to a node. */
export const marks = computed<ReadonlyMap<number, { mark: Mark; best: Action | null }>>(() => {
  const found = new Map<number, { mark: Mark; best: Action | null }>();
  const here = reviewHere.value;
  for (const point of here?.points ?? []) {
    const node = here!.nodes[point.ply];
    if (node !== undefined && point.mark)
      found.set(node, { mark: point.mark, best: here!.points[point.ply - 1]?.best ?? null });
  }
  return found;
});

/** Judges the line through the current node, to its end. */
export function startReview(): void {
  const here = place.value;
  if (!here) return;
  const end = endOf(here.tree, here.at);
  const begun: Review = { table: table.value, nodes: [ROOT, ...pathTo(here.tree, end)], points: [], done: false };
  review.value = begun;
  const finish = () => {
    if (review.value?.nodes === begun.nodes) review.value = { ...review.value, done: true };
    resume();
  };
  search(
    "review",
    { type: "review", course: courseTo(end) },
    (message) => {
      if (message.type === "reviewed" && review.value?.nodes === begun.nodes) {
        // After a reconnection the review begins anew.
        const points = [...review.value.points.slice(0, message.ply), message];
        review.value = { ...review.value, points };
      }
      return message.type === "reviewEnd";
    },
    finish,
  );
}

/** Reviews a game when it ends on the board. */
export function reviewWhenOver(): void {
  let playing: number | null = null;
  effect(() => {
    const over = outcome.value !== null;
    const [here, length] = [current.value, shown.value?.actions.length ?? 0];
    if (!here) return;
    untracked(() => {
      const known = positions.value.size;
      if (!over) playing = table.value;
      else if (playing === table.value && length > 1 && known > 1 && reviewHere.value === null) startReview();
    });
  });
}
