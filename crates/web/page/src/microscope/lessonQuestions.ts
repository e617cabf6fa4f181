import type { LessonQuestion } from "./lessonSteps";
import type { Run, Tree } from "./microscope";
import type { TreeNode } from "./tree";
import { count, valueText } from "./words";

/** A question about a real tree, with its answer. */
export interface AskedQuestion {
  /** The node whose board is shown; `null` for the root. */
  node: TreeNode | null;
  /** What is known: moves and their values. */
  known: readonly { move: string; value: number }[];
  given: string;
  ask: string;
  options: readonly string[];
  answer: number;
  /** Why, after the answer. */
  because: string;
}

type About<K extends LessonQuestion["kind"]> = Extract<LessonQuestion, { kind: K }>;

const known = (nodes: readonly TreeNode[]) =>
  nodes.flatMap(({ data: { move, value } }) => (move === undefined ? [] : [{ move, value }]));

/** The value of a move after some of its replies: the lowest; where moves are refused, the second-lowest. */
function worst(replies: readonly { value: number }[], needed: number): number {
  const sorted = replies.map(({ value }) => value).sort((one, other) => one - other);
  return sorted[needed - 1] ?? Infinity;
}

/** The question of a step about a tree of two plies; `null` if the tree has no such place. */
export function questionOf(
  question: LessonQuestion,
  tree: Tree,
  runs: readonly Run[],
  needed: number,
): AskedQuestion | null {
  const moves = tree.result?.children ?? [];
  switch (question.kind) {
    case "reply":
      return replyQuestion(moves);
    case "value":
      return valueQuestion(moves, needed);
    case "cutoff":
      return cutoffQuestion(question, moves, needed);
    case "which":
      return whichQuestion(moves, needed);
    case "compare":
      return compareQuestion(question, runs);
  }
}

function replyQuestion([first]: readonly TreeNode[]): AskedQuestion | null {
  if (!first) return null;
  const replies = known(first.children).slice(0, 4);
  const best = worst(replies, 1);
  return {
    node: first,
    known: replies,
    given: `South plays ${first.data.move}. North can reply:`,
    ask: "Which of these replies does North like best?",
    options: replies.map(({ move }) => move),
    answer: replies.findIndex(({ value }) => value === best),
    because: `It leaves South the least: ${valueText(best)}.`,
  };
}

function valueQuestion([first]: readonly TreeNode[], needed: number): AskedQuestion | null {
  if (!first) return null;
  const replies = known(first.children);
  const values = replies.map(({ value }) => value).sort((one, other) => one - other);
  const choices = [...new Set([values[0]!, values[1]!, values[values.length >> 1]!, values.at(-1)!])];
  const value = worst(replies, needed);
  const refused = replies.find((reply) => reply.value === values[0])?.move;
  return {
    node: first,
    known: replies,
    given: `South plays ${first.data.move}. These are all replies of North:`,
    ask: `What is ${first.data.move} worth?`,
    options: choices.map(valueText),
    answer: choices.indexOf(value),
    because:
      needed === 1
        ? `North chooses the reply that leaves South the least, ${valueText(value)}.`
        : `North proposes ${refused} first, South refuses it, and the second-best remains: ${valueText(value)}.`,
  };
}

function cutoffQuestion(
  { happens, nth, close }: About<"cutoff">,
  moves: readonly TreeNode[],
  needed: number,
): AskedQuestion | null {
  const places: { node: TreeNode; alpha: number; replies: ReturnType<typeof known> }[] = [];
  for (const node of moves) {
    const alpha = node.data.low;
    if (alpha === undefined) continue;
    node.children.forEach((_, index) => {
      const replies = known(node.children.slice(0, index + 1));
      const isLast = index === node.children.length - 1;
      const cuts = node.data.end === "cutoff" && isLast;
      const low = replies.filter(({ value }) => value <= alpha).length;
      // What comes after the last reply of all is no prediction.
      if (cuts !== happens || (!cuts && isLast)) return;
      if (close && !(low === needed - 1 && replies.at(-1)!.value <= alpha)) return;
      places.push({ node, alpha, replies });
    });
  }
  const place = places[Math.min(nth, places.length - 1)];
  if (!place) return null;
  const { node, alpha, replies } = place;
  const last = replies.at(-1)!;
  const reached = worst(replies, needed);
  const limit = `alpha, ${valueText(alpha)}`;
  return {
    node,
    known: replies,
    given: `South is already sure of ${valueText(alpha)} with another move. Now it tries ${node.data.move}; North's replies so far:`,
    ask: `After ${last.move}: does the search leave ${node.data.move} without the other replies?`,
    options: ["Yes", "No"],
    answer: happens ? 0 : 1,
    because: happens
      ? `${node.data.move} is worth ${valueText(reached)} at most, not more than ${limit}: a cut-off.`
      : close
        ? `${last.move} is not above ${limit}, but South would refuse it. A second such reply is needed.`
        : `So far ${node.data.move} may be worth more than ${limit}.`,
  };
}

function whichQuestion(moves: readonly TreeNode[], needed: number): AskedQuestion | null {
  // A later reply is the better question.
  const places = [2, 1].flatMap((least) =>
    moves.flatMap((node) => {
      const replies = known(node.children);
      const reached = replies.map((_, index) => worst(replies.slice(0, index + 1), needed));
      const isFirst = (value: number, index: number) => index >= least && index < 8 && value < reached[index - 1]!;
      const at = node.data.end === "complete" ? reached.findLastIndex(isFirst) : -1;
      return at < 0 ? [] : [{ node, replies, reached, at }];
    }),
  );
  for (const { node, replies, reached, at } of places) {
    const alpha = reached[at]!;
    const shown = replies.slice(0, Math.min(replies.length, at + 3));
    return {
      node,
      known: shown,
      given: `Suppose South is already sure of ${valueText(alpha)}. Replies to ${node.data.move}, in this order:`,
      ask: "After which reply does the search leave the move?",
      options: shown.map(({ move }) => move),
      answer: at,
      because:
        needed === 1
          ? `It is the first that is not above ${valueText(alpha)}.`
          : `It is the second that is not above ${valueText(alpha)}; the first alone could be refused.`,
    };
  }
  return null;
}

function compareQuestion({ of, depth }: About<"compare">, runs: readonly Run[]): AskedQuestion | null {
  const [before, after] = runs;
  if (!before || !after) return null;
  const given = before.stopped
    ? `The first search was stopped after ${count(before.nodes)} nodes.`
    : `The first search visits ${count(before.nodes)} nodes${of === "value" ? ` and finds the value ${valueText(before.value)}` : ""}.`;
  if (of === "nodes")
    return {
      node: null,
      known: [],
      given,
      ask: "How many nodes does the second search visit?",
      options: ["Less than half as many", "Fewer, but more than half", "As many, or more"],
      answer: after.nodes * 2 < before.nodes ? 0 : after.nodes < before.nodes ? 1 : 2,
      because: `It visits ${count(after.nodes)} nodes at depth ${depth}.`,
    };
  return {
    node: null,
    known: [],
    given,
    ask: "Does the search with cut-offs find the same value?",
    options: ["Yes, always", "No, sometimes another"],
    answer: after.value === before.value ? 0 : 1,
    because: `Its value is ${valueText(after.value)}, with ${count(after.nodes)} nodes instead of ${count(before.nodes)}.`,
  };
}
