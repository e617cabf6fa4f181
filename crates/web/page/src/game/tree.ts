/** A game with its variations: an immutable tree of action texts. */
export interface GameTree {
  /** Node 0 is the start. */
  readonly nodes: readonly TreeNode[];
}

/** A node: the action that led here, and the nodes after it. */
export interface TreeNode {
  /** Empty at the start. */
  readonly action: string;
  /** The previous node; the start is its own parent. */
  readonly parent: number;
  /** The next nodes, the main line first. */
  readonly children: readonly number[];
}

/** The start of every tree. */
export const ROOT = 0;

export const EMPTY: GameTree = { nodes: [{ action: "", parent: ROOT, children: [] }] };

export function nodeOf(tree: GameTree, index: number): TreeNode {
  return tree.nodes[index] ?? tree.nodes[ROOT]!;
}

/** Plays an action at a node; returns the existing node if it was played there before. */
export function play(tree: GameTree, at: number, action: string): { tree: GameTree; at: number } {
  const known = nodeOf(tree, at).children.find((child) => nodeOf(tree, child).action === action);
  if (known !== undefined) return { tree, at: known };
  const next = tree.nodes.length;
  const nodes = tree.nodes.map((node, index) =>
    index === at ? { ...node, children: [...node.children, next] } : node,
  );
  nodes.push({ action, parent: at, children: [] });
  return { tree: { nodes }, at: next };
}

/** The actions that lead to a node. */
export function actionsTo(tree: GameTree, at: number): string[] {
  return pathTo(tree, at).map((index) => nodeOf(tree, index).action);
}

/** The nodes that lead to a node, with itself, without the start. */
export function pathTo(tree: GameTree, at: number): number[] {
  const path: number[] = [];
  for (let index = at; index !== ROOT; index = nodeOf(tree, index).parent) path.push(index);
  return path.reverse();
}

/** The end of the main line from a node. */
export function endOf(tree: GameTree, at: number): number {
  let index = at;
  for (let next = nodeOf(tree, index).children[0]; next !== undefined; next = nodeOf(tree, index).children[0])
    index = next;
  return index;
}

/** The tree with the line to a node as its main line. */
export function promote(tree: GameTree, at: number): GameTree {
  const nodes = [...tree.nodes];
  for (const index of pathTo(tree, at)) {
    const parent = nodes[nodeOf(tree, index).parent]!;
    const others = parent.children.filter((child) => child !== index);
    nodes[nodeOf(tree, index).parent] = { ...parent, children: [index, ...others] };
  }
  return { nodes };
}

/** Removes a node and its descendants; renumbers the others. Returns the new number of its parent. */
export function remove(tree: GameTree, at: number): { tree: GameTree; at: number } {
  const parent = nodeOf(tree, at).parent;
  const nodes: TreeNode[] = [];
  let parentAt = ROOT;
  const copy = (index: number, newParent: number): number => {
    const number = nodes.length;
    if (index === parent) parentAt = number;
    const { action, children } = nodeOf(tree, index);
    nodes.push({ action, parent: newParent, children: [] });
    const remaining = children.filter((child) => child !== at).map((child) => copy(child, number));
    nodes[number] = { action, parent: newParent, children: remaining };
    return number;
  };
  copy(ROOT, ROOT);
  return { tree: { nodes }, at: parentAt };
}

/** A tree of one line. */
export function fromActions(actions: readonly string[]): GameTree {
  let [tree, at] = [EMPTY, ROOT];
  for (const action of actions) ({ tree, at } = play(tree, at, action));
  return tree;
}
