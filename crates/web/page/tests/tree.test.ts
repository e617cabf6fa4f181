import { expect, test } from "vitest";
import { actionsTo, EMPTY, endOf, fromActions, nodeOf, pathTo, play, promote, remove, ROOT } from "../src/game/tree";

test("actions lead from node to node", () => {
  const tree = fromActions(["A3B5", "refuse", "C3C4"]);
  const end = endOf(tree, ROOT);
  expect(actionsTo(tree, end)).toEqual(["A3B5", "refuse", "C3C4"]);
  expect(pathTo(tree, end)).toEqual([1, 2, 3]);
});

test("the same action again leads to the same node and adds nothing", () => {
  const tree = fromActions(["A3B5", "refuse"]);
  const again = play(tree, ROOT, "A3B5");
  expect(again).toEqual({ tree, at: 1 });
});

test("another action begins a variation and leaves the main line first", () => {
  const tree = fromActions(["A3B5", "refuse"]);
  const varied = play(tree, 1, "accept");
  expect(nodeOf(varied.tree, 1).children).toEqual([2, varied.at]);
  expect(endOf(varied.tree, ROOT)).toBe(2);
  expect(actionsTo(varied.tree, varied.at)).toEqual(["A3B5", "accept"]);
});

test("a tree never changes in place", () => {
  const before = JSON.stringify(EMPTY);
  play(EMPTY, ROOT, "A1A2");
  expect(JSON.stringify(EMPTY)).toBe(before);
});

test("promoting a variation makes it the main line at every fork on its way", () => {
  let tree = fromActions(["a", "b", "c"]);
  const first = play(tree, ROOT, "x");
  tree = first.tree;
  const second = play(tree, first.at, "y");
  const other = play(second.tree, first.at, "z");
  const promoted = promote(other.tree, other.at);
  expect(actionsTo(promoted, endOf(promoted, ROOT))).toEqual(["x", "z"]);
  expect(nodeOf(promoted, ROOT).children).toHaveLength(2);
});

test("removing a node takes everything behind it along and nothing else", () => {
  const main = fromActions(["a", "b", "c"]);
  const varied = play(main, 1, "x");
  const { tree, at } = remove(varied.tree, 2);
  expect(tree.nodes).toHaveLength(3);
  expect(actionsTo(tree, at)).toEqual(["a"]);
  expect(actionsTo(tree, endOf(tree, ROOT))).toEqual(["a", "x"]);
});
