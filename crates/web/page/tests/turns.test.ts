import { expect, test } from "vitest";
import { blocksOf } from "../src/game/turns";
import { fromActions, nodeOf, play, ROOT, type GameTree } from "../src/game/tree";
import type { ActionKind } from "../src/messages";

const kinds = (tree: GameTree) => (node: number) => {
  const { action } = nodeOf(tree, node);
  return (["accept", "refuse", "pass"].includes(action) ? action : "move") as ActionKind;
};

/** The blocks of a tree, with the actions instead of nodes. */
function rowsOf(tree: GameTree, node = nodeOf(tree, ROOT).children[0]!, turn = 0): string[] {
  const texts = (nodes: readonly number[] | undefined) =>
    nodes?.map((node) => nodeOf(tree, node).action).join(" ") ?? "-";
  return blocksOf(tree, kinds(tree), node, turn).map((block) =>
    block.type === "row"
      ? `${block.number}: ${texts(block.first?.nodes)} | ${texts(block.second?.nodes)}`
      : `(${nodeOf(tree, block.node).action} at ${block.turn})`,
  );
}

test("two turns are a row", () => {
  expect(rowsOf(fromActions(["A1A2", "B1B2", "A2A3"]))).toEqual(["1: A1A2 | B1B2", "2: A2A3 | -"]);
});

test("a refused proposal and what was played instead are one turn, and so is an accepted one", () => {
  const tree = fromActions(["A3B5", "refuse", "C3C4", "B6B5", "accept", "D3D4"]);
  expect(rowsOf(tree)).toEqual(["1: A3B5 refuse C3C4 | B6B5 accept", "2: D3D4 | -"]);
});

test("passes are turns", () => {
  expect(rowsOf(fromActions(["A5A4", "pass", "A4A3"]))).toEqual(["1: A5A4 | pass", "2: A4A3 | -"]);
});

test("a variation stands behind the turn that it would replace, and the row goes on after it", () => {
  let tree = fromActions(["A1A2", "B1B2", "A2A3"]);
  tree = play(tree, ROOT, "C1C2").tree;
  expect(rowsOf(tree)).toEqual(["1: A1A2 | -", "(C1C2 at 0)", "1: - | B1B2", "2: A2A3 | -"]);
  const other = play(tree, 1, "D1D2");
  expect(rowsOf(other.tree, other.at, 1)).toEqual(["1: - | D1D2"]);
});

test("another answer to a proposal is a variation of its turn", () => {
  const tree = play(fromActions(["A3B5", "refuse", "C3C4", "B6B5"]), 1, "accept").tree;
  expect(rowsOf(tree)).toEqual(["1: A3B5 refuse C3C4 | -", "(accept at 0)", "1: - | B6B5"]);
});
