import type { SearchNode } from "../messages";
import { groupOf, type ReasonGroup } from "./words";

/** A node of the outline. */
export interface TreeNode {
  readonly data: SearchNode;
  readonly parent: TreeNode | null;
  /** Those that are known; others are loaded when asked for. */
  children: TreeNode[];
}

/** Builds the trees of a list in which the entries below a node follow it. */
export function buildForest(list: readonly SearchNode[], above: TreeNode | null = null): TreeNode[] {
  const roots: TreeNode[] = [];
  const open: { node: TreeNode; end: number }[] = [];
  for (const [index, data] of list.entries()) {
    while (open.length > 0 && open.at(-1)!.end <= index) open.pop();
    const parent = open.at(-1)?.node ?? null;
    const node: TreeNode = { data, parent: parent ?? above, children: [] };
    (parent ? parent.children : roots).push(node);
    open.push({ node, end: index + data.entries });
  }
  return roots;
}

/** Adds what is below a node, from the list of a search within it: its first entry is the node itself. */
export function graft(node: TreeNode, list: readonly SearchNode[]): void {
  const [first, ...rest] = list;
  if (!first) return;
  node.children = buildForest(first.number === node.data.number ? rest : list, node);
}

/** Whether there are nodes below that have to be loaded. */
export const isUnloaded = (node: TreeNode): boolean => node.children.length === 0 && (node.data.missing ?? 0) > 0;

/** Whether a node can be opened. */
export const canOpen = (node: TreeNode): boolean => node.children.length > 0 || (node.data.missing ?? 0) > 0;

/** The nodes from the root to this one. */
export function pathTo(node: TreeNode | null): TreeNode[] {
  const path: TreeNode[] = [];
  for (let at = node; at; at = at.parent) path.unshift(at);
  return path;
}

/** Calls a visitor for every known node, parents first. */
export function walk(nodes: readonly TreeNode[], visit: (node: TreeNode) => void): void {
  const stack = [...nodes].reverse();
  for (let node = stack.pop(); node; node = stack.pop()) {
    visit(node);
    for (let child = node.children.length - 1; child >= 0; child -= 1) stack.push(node.children[child]!);
  }
}

/** The nodes of the principal variation below a root, with the root. Where moves are refused, the second-best counts. */
export function principalVariation(root: TreeNode | null): Set<TreeNode> {
  const found = new Set<TreeNode>();
  for (let node: TreeNode | undefined = root ?? undefined; node;) {
    found.add(node);
    const { best, second } = node.data;
    const move = second ?? best;
    const next: TreeNode | undefined = node.children.findLast(
      ({ data }) => move !== undefined && !data.skipped && data.move === move,
    );
    node = next;
  }
  return found;
}

/** The nodes with a reason that is shown, and their ancestors; `null` if every reason is. */
export function filtered(roots: readonly TreeNode[], hidden: ReadonlySet<ReasonGroup>): ReadonlySet<TreeNode> | null {
  if (hidden.size === 0) return null;
  const shown = new Set<TreeNode>();
  walk(roots, (node) => {
    if (hidden.has(groupOf(node.data.end))) return;
    for (let at: TreeNode | null = node; at && !shown.has(at); at = at.parent) shown.add(at);
  });
  return shown;
}

/** A row of the outline. */
export interface Row {
  node: TreeNode;
  level: number;
  place: number;
  siblings: number;
}

/** The rows that are visible. */
export function rowsOf(
  roots: readonly TreeNode[],
  opened: ReadonlySet<TreeNode>,
  shown: ReadonlySet<TreeNode> | null,
): Row[] {
  const rows: Row[] = [];
  const add = (nodes: readonly TreeNode[], level: number) => {
    const visible = shown ? nodes.filter((node) => shown.has(node)) : nodes;
    visible.forEach((node, index) => {
      rows.push({ node, level, place: index + 1, siblings: visible.length });
      if (opened.has(node)) add(node.children, level + 1);
    });
  };
  add(roots, 1);
  return rows;
}

/** A stop of the film: a node is entered, or left; nodes with nothing below have one stop. */
export interface Stop {
  node: TreeNode;
  leaves: boolean;
}

/** The stops of the film, in the order of the search. */
export function filmOf(roots: readonly TreeNode[]): Stop[] {
  const stops: Stop[] = [];
  const add = (node: TreeNode) => {
    if (node.data.skipped) return;
    if (node.children.length > 0) stops.push({ node, leaves: false });
    node.children.forEach(add);
    stops.push({ node, leaves: true });
  };
  roots.forEach(add);
  return stops;
}

/** The ends of a window; infinite ones are infinite. */
export interface Alphabeta {
  node: TreeNode;
  alpha: number;
  beta: number;
}

/**
 * Alpha and beta of every node on the path at a stop, as seen from the root. A maximizing node raises alpha by the moves searched
 * before, a minimizing one lowers beta; where moves can be refused, by the second-best of them.
 */
export function windowsAt({ node, leaves }: Stop, refusals: boolean): Alphabeta[] {
  const path = pathTo(node);
  return path.map((at, index) => {
    const next = path[index + 1];
    const before = next ? at.children.slice(0, at.children.indexOf(next)) : leaves ? at.children : [];
    const [low, high] = [at.data.low ?? -Infinity, at.data.high ?? Infinity];
    // The last search of a move counts, and none while it is being searched again.
    const values = new Map<string, number>();
    for (const { data } of before) if (!data.skipped && data.move) values.set(data.move, data.value);
    if (next?.data.move) values.delete(next.data.move);
    const sign = at.data.max ? 1 : -1;
    const needed = refusals ? 1 : 0;
    const found = [...values.values()].map((value) => sign * value);
    // In quiescence search a side may stop here, too.
    if (at.data.depth <= 0 && at.data.eval !== undefined && before.length > 0)
      found.push(...Array.from({ length: needed + 1 }, () => sign * at.data.eval!));
    const sorted = found.sort((one, other) => other - one);
    const reached = Math.max(sorted[needed] ?? -Infinity, sign * (at.data.max ? low : high));
    return at.data.max
      ? { node: at, alpha: reached, beta: high }
      : { node: at, alpha: low, beta: -reached === 0 ? 0 : -reached };
  });
}

/** Places values on a scale from 0 to 1 with the interesting ones in the middle; infinity is at its ends. */
export function scaleFor(roots: readonly TreeNode[], centre: number): (value: number) => number {
  const distances: number[] = [];
  walk(roots, ({ data }) => {
    if (!data.skipped && distances.length < 5000) distances.push(Math.abs(data.value - centre));
  });
  distances.sort((one, other) => one - other);
  const usual = Math.max(10, distances[distances.length >> 1] ?? 0);
  return (value) => 0.5 + Math.atan((value - centre) / usual) / Math.PI;
}
