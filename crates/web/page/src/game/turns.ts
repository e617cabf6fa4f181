import type { ActionKind } from "../messages";
import { nodeOf, type GameTree } from "./tree";

/** A turn of a side, with the answers of the other: a proposal and its acceptance, or its refusal and the move instead. */
export interface MoveListTurn {
  nodes: number[];
}

/** A block of the move list. */
export type MoveListBlock =
  /** A number and the turns of both sides; one is missing next to a variation. */
  | { type: "row"; number: number; first: MoveListTurn | null; second: MoveListTurn | null }
  /** A variation from this node; `turn` is the index of its first turn. */
  | { type: "variation"; node: number; turn: number };

/** Whether an action belongs to the turn of the one before it. */
function continues(kind: ActionKind, before: ActionKind | null): boolean {
  return kind === "accept" || kind === "refuse" || before === "refuse";
}

/** The rows of a line from a node to its end, after `turn` turns. Variations follow the turn that they replace. */
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
    // The siblings of the first node belong to the parent line.
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
