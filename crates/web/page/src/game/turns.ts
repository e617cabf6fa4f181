import type { ActionKind } from "../messages";
import { nodeOf, type GameTree } from "./tree";

/** What one side did in its turn, answers of the other included: a proposal and its acceptance, or its refusal and the move instead. */
export interface MoveListTurn {
  nodes: number[];
}

/** A part of a list of moves. */
export type MoveListBlock =
  /** A number, and the turns of both sides; the first or the second is missing where a variation begins or stands between. */
  | { type: "row"; number: number; first: MoveListTurn | null; second: MoveListTurn | null }
  /** Another line, from this node on; its first turn has this number among all turns, from 0. */
  | { type: "variation"; node: number; turn: number };

/** Whether an action belongs to the turn of the one before it. */
function continues(kind: ActionKind, before: ActionKind | null): boolean {
  return kind === "accept" || kind === "refuse" || before === "refuse";
}

/**
 * Puts a line into rows, from a node to its end. `turn` counts the turns before it. Other tries stand behind the turn that they
 * would replace.
 */
export function blocksOf(
  tree: GameTree,
  kindOf: (node: number) => ActionKind,
  node: number,
  turn = 0,
): MoveListBlock[] {
  const turns: (MoveListTurn & { others: number[] })[] = [];
  let before: ActionKind | null = null;
  for (let next: number | undefined = node; next !== undefined; next = nodeOf(tree, next).children[0]) {
    const kind = kindOf(next);
    const last = turns.at(-1);
    if (last && continues(kind, before)) last.nodes.push(next);
    else turns.push({ nodes: [next], others: [] });
    before = kind;
    const siblings: readonly number[] = nodeOf(tree, nodeOf(tree, next).parent).children;
    // Those of the first node stand where this line was begun.
    if (siblings[0] === next) turns.at(-1)!.others.push(...siblings.slice(1));
  }
  const blocks: MoveListBlock[] = [];
  let row: Extract<MoveListBlock, { type: "row" }> | null = null;
  for (const [index, { nodes, others }] of turns.entries()) {
    const at = turn + index;
    if (row && at % 2 === 1) {
      row.second = { nodes };
    } else {
      row = { type: "row", number: Math.floor(at / 2) + 1, first: null, second: null };
      row[at % 2 === 0 ? "first" : "second"] = { nodes };
      blocks.push(row);
    }
    for (const other of others) blocks.push({ type: "variation", node: other, turn: at });
    if (others.length > 0) row = null;
  }
  return blocks;
}
