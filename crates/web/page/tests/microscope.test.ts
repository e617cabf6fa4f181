import { expect, test } from "vitest";
import type { SearchNode } from "../src/messages";
import { questionOf } from "../src/microscope/lessonQuestions";
import { LESSONS } from "../src/microscope/lessonSteps";
import type { Tree } from "../src/microscope/microscope";
import { readTrace, TraceFault, TraceReader } from "../src/microscope/trace";
import {
  buildForest,
  filmOf,
  filtered,
  graft,
  isUnloaded,
  pathTo,
  principalVariation,
  rowsOf,
  scaleFor,
  walk,
  windowsAt,
  type TreeNode,
} from "../src/microscope/tree";
import { boundText, valueText } from "../src/microscope/words";

/** A node with so many entries, the rest as usual. */
const node = (entries: number, more: Partial<SearchNode> = {}): SearchNode => ({
  ...{ number: 1, nodes: 1, entries, ply: 0, depth: 1, place: 1, max: true, kind: "pv", search: "full" },
  ...{ value: 0, bound: "exact", end: "complete", moves: 2 },
  ...more,
});

/** A root with two moves; the second has a reply. */
const small = () =>
  buildForest([
    node(4, { value: 7, best: "b" }),
    node(1, { number: 2, move: "a", max: false, value: 5, end: "evaluated" }),
    node(2, { number: 3, move: "b", max: false, value: 7, best: "c", low: 5 }),
    node(1, { number: 4, move: "c", value: 7, end: "cutoff" }),
    node(1, { number: 5, value: 9 }),
  ]);

test("a list becomes trees, with paths, rows and the best line", () => {
  const roots = small();
  expect(roots.map(({ children }) => children.length)).toEqual([2, 0]);
  const [first, second] = [roots[0]!.children[0]!, roots[0]!.children[1]!];
  expect(pathTo(second.children[0]!).map(({ data }) => data.number)).toEqual([1, 3, 4]);
  expect([...principalVariation(roots[0]!)].map(({ data }) => data.number)).toEqual([1, 3, 4]);
  const rows = rowsOf(roots, new Set([roots[0]!]), null);
  expect(rows.map(({ node: { data }, level, place, siblings }) => [data.number, level, place, siblings])).toEqual([
    [1, 1, 1, 2],
    [2, 2, 1, 2],
    [3, 2, 2, 2],
    [5, 1, 2, 2],
  ]);
  // A filter leaves the way to what it shows.
  const shown = filtered(roots, new Set(["all", "leaf"]))!;
  expect([...shown].map(({ data }) => data.number).sort()).toEqual([1, 3, 4]);
  expect(shown.has(first)).toBe(false);
  expect(filtered(roots, new Set())).toBe(null);
});

test("what is below a counted node is put below it", () => {
  const [root] = buildForest([node(1, { missing: 2 })]);
  expect(isUnloaded(root!)).toBe(true);
  graft(root!, [node(3), node(1, { number: 2, move: "a" }), node(1, { number: 3, move: "b" })]);
  expect(root!.children.map(({ data, parent }) => [data.move, parent === root])).toEqual([
    ["a", true],
    ["b", true],
  ]);
  expect(isUnloaded(root!)).toBe(false);
});

test("the film enters and leaves nodes, and shows how alpha and beta move", () => {
  const roots = small();
  const film = filmOf(roots);
  expect(film.map(({ node: { data }, leaves }) => `${leaves ? "-" : "+"}${data.number}`).join(" ")).toBe(
    "+1 -2 +3 -4 -3 -1 -5",
  );
  const windows = (at: number, refusals = false) =>
    windowsAt(film[at]!, refusals).map(({ alpha, beta }) => [alpha, beta]);
  expect(windows(0)).toEqual([[-Infinity, Infinity]]);
  // The first move raised alpha.
  expect(windows(2)).toEqual([
    [5, Infinity],
    [5, Infinity],
  ]);
  // The reply lowered beta.
  expect(windows(4)[1]).toEqual([5, 7]);
  // Where moves can be refused, it takes two.
  expect(windows(2, true)[0]).toEqual([-Infinity, Infinity]);
  expect(windows(5, true)[0]).toEqual([5, Infinity]);
});

test("a scale is monotone, and infinity is at its ends", () => {
  const scale = scaleFor(small(), 7);
  expect([-Infinity, 7, Infinity].map(scale)).toEqual([0, 0.5, 1]);
  expect(scale(20)).toBeGreaterThan(scale(8));
  expect([valueText(-3), valueText(29_996), boundText(2, "lower"), boundText(0, "exact")]).toEqual([
    "−3",
    "win in 4",
    "≥ +2",
    "0",
  ]);
});

const read = (lines: string[], most?: number) => {
  const reader = new TraceReader(most);
  lines.forEach((line) => reader.read(line));
  return reader.end();
};

const TRACE = [
  '{"trace":1,"game":"hiya","program":"mine"}',
  '{"enter":"","depth":2}',
  '{"enter":"A3B4","alpha":-50,"beta":20}',
  '{"leave":10}',
  '{"enter":"C3B4"}',
  '{"enter":"G6F5"}',
  '{"leave":-4}',
  '{"skip":"G6E5","reason":"futility"}',
  '{"leave":4,"bound":"lower","by":"G6F5"}',
  '{"leave":-4,"best":"C3B4"}',
];

test("a trace of any program becomes a tree, with the values of the side to move at the root", () => {
  const { header, roots, summary, note } = read(TRACE);
  expect([header.game, header.program, note]).toEqual(["hiya", "mine", ""]);
  const root = roots[0]!;
  const [first, second] = [root.children[0]!.data, root.children[1]!.data];
  expect([root.data.value, root.data.nodes, root.data.end]).toEqual([-4, 4, "complete"]);
  expect([first.value, first.low, first.high, first.max, first.end]).toEqual([-10, -20, 50, false, "evaluated"]);
  expect([second.value, second.bound, second.by]).toEqual([-4, "upper", "G6F5"]);
  expect(root.children[1]!.children.map(({ data }) => [data.move, data.skipped ?? false])).toEqual([
    ["G6F5", false],
    ["G6E5", true],
  ]);
  expect(summary.plies).toEqual([1, 2, 1]);
  expect(summary.ends.reduce((sum, { count }) => sum + count, 0)).toBe(summary.nodes);
  // Values may be those of the root's side.
  const seen = read([TRACE[0]!.replace("}", ',"values":"root"}'), ...TRACE.slice(1)]);
  expect(seen.roots[0]!.children[0]!.data.value).toBe(10);
});

test("where a trace has no windows, they are those of alpha-beta, and say what values are", () => {
  // The example of docs/TRACES.md, whose second move is cut off by its first reply.
  const lines = [
    '{"trace":1}',
    '{"enter":""}',
    '{"enter":"A2A3"}',
    '{"enter":"B2B1"}',
    '{"leave":141}',
    '{"leave":-141}',
  ];
  lines.push('{"enter":"C2B4"}', '{"enter":"A4A3"}', '{"leave":-199}', '{"leave":199}', '{"leave":141}');
  const { roots } = read(lines.map((line) => line.replace('"leave":-199', '"leave":-199,"end":"evaluated"')));
  const [first, second] = roots[0]!.children.map(({ data }) => data);
  expect([first!.value, first!.bound, first!.end]).toEqual([141, "exact", "complete"]);
  expect([second!.low, second!.high, second!.value, second!.bound, second!.end]).toEqual([
    141,
    undefined,
    -199,
    "upper",
    "cutoff",
  ]);
  // Where moves can be refused, one good move raises nothing.
  const reader = new TraceReader(1000, { refusals: true });
  lines.forEach((line) => reader.read(line));
  const refused = reader.end().roots[0]!.children[1]!.data;
  expect([refused.low, refused.bound, refused.end]).toEqual([undefined, "exact", "complete"]);
});

test("values are turned to the side to move at the root", () => {
  const lines = [
    '{"trace":1,"values":"south"}',
    '{"enter":""}',
    '{"enter":"a","alpha":5}',
    '{"leave":7,"bound":"lower"}',
  ];
  const reader = new TraceReader(1000, { isNorth: true });
  lines.forEach((line) => reader.read(line));
  const { data } = reader.end().roots[0]!.children[0]!;
  expect([data.value, data.bound, data.low, data.high]).toEqual([-7, "upper", undefined, -5]);
  // Who accepts a proposal is to move next.
  const accepted = read(['{"enter":""}', '{"enter":"accept"}', '{"leave":7}', '{"enter":"refuse"}', '{"leave":7}']);
  expect(accepted.roots[0]!.children.map(({ data: { value, max } }) => [value, max])).toEqual([
    [7, true],
    [-7, false],
  ]);
  expect(read(['{"trace":1,"passes":"skipped"}', ...lines.slice(1)]).note).toContain("wrong sign");
});

test("any number of roots, repetitions and words is kept within the bound", () => {
  const roots: string[] = [];
  const moves = ['{"enter":""}'];
  for (let index = 0; index < 1000; index += 1) {
    roots.push('{"enter":""}', '{"enter":"a"}', '{"leave":0}', '{"leave":0}');
    moves.push('{"enter":"a"}', '{"enter":"b"}', '{"leave":0}', `{"leave":0,"end":"my ${index}"}`);
  }
  moves.push('{"leave":0}');
  for (const [lines, nodes] of [
    [roots, 2000],
    [moves, 2001],
  ] as const) {
    const { roots, summary, note } = read([...lines], 100);
    let kept = 0;
    walk(roots, () => (kept += 1));
    expect(kept).toBeLessThanOrEqual(100);
    expect([summary.nodes, summary.ends.length <= 101]).toEqual([nodes, true]);
    expect(note).toContain("are counted");
  }
  const [root] = read(moves, 100).roots;
  const below = root!.children.reduce((sum, { data }) => sum + data.nodes, 0);
  expect(1 + below + root!.data.missing!).toBe(root!.data.nodes);
});

test("a trace without its root, and one that ends too early", () => {
  const { roots } = read(['{"enter":"A3B4"}', '{"leave":1}', '{"enter":"C3B4"}', '{"leave":2}']);
  expect(roots.map(({ children }) => children.map(({ data }) => data.move))).toEqual([["A3B4", "C3B4"]]);
  const cut = read(TRACE.slice(0, 6));
  expect(cut.note).toContain("3 open nodes");
  expect(cut.roots[0]!.children[1]!.data.end).toBe("stopped");
});

test("a broken trace gets a sentence", () => {
  for (const [lines, sentence] of [
    [["hello"], 'Line 1: "hello" is not a JSON object.'],
    [["", "[1]"], "Line 2: "],
    [['{"enter":"a","leave":1}'], "is no line of a trace"],
    [['{"leave":1}'], "none is open"],
    [['{"enter":""}', '{"leave":"1"}'], '"leave" is not a whole number'],
    [['{"enter":""}', '{"leave":1.5}'], "whole number"],
    [['{"enter":7}'], '"enter" is not a text'],
    [['{"trace":2}'], "version 2"],
    [['{"enter":""}', '{"trace":1}'], "comes first"],
    [['{"skip":"a"}'], "no node is open"],
    [[`{"enter":"${"x".repeat(70_000)}"}`], "64 KiB"],
    [['{"trace":1}'], "no node"],
    [Array.from({ length: 2000 }, () => '{"enter":"a"}'), "deeper than"],
  ] as [string[], string][]) {
    expect(() => read(lines), sentence).toThrow(TraceFault);
    expect(() => read(lines)).toThrow(sentence);
  }
});

test("of a large trace the levels near the root stay, and the rest is counted", () => {
  const lines = ['{"enter":""}'];
  let nodes = 1;
  const grow = (level: number) => {
    for (let child = 0; child < 4; child += 1, nodes += 1) {
      lines.push('{"enter":"a"}');
      if (level < 4) grow(level + 1);
      lines.push('{"leave":0}');
    }
  };
  grow(1);
  lines.push('{"leave":0}');
  const { roots, summary, note } = read(lines, 100);
  expect(summary.nodes).toBe(nodes);
  expect(note).toContain("deeper ones are counted");
  let kept = 0;
  let missing = 0;
  walk(roots, ({ data }: TreeNode) => {
    kept += 1;
    missing += data.missing ?? 0;
  });
  expect(kept).toBeLessThanOrEqual(100);
  expect(kept + missing).toBe(nodes);
});

test("files are read in parts, and refused if they are no text", async () => {
  const long = [TRACE[0]!, '{"enter":""}'];
  for (let index = 0; index < 20_000; index += 1) long.push('{"enter":"é"}', '{"leave":1}');
  const parts: number[] = [];
  const trace = await readTrace(
    new Blob([long.join("\n")]),
    (part) => parts.push(part),
    () => true,
  );
  expect(trace.summary.nodes).toBe(20_001);
  expect(parts.length).toBeGreaterThan(1);
  await expect(
    readTrace(
      new Blob([new Uint8Array([255, 0, 1])]),
      () => {},
      () => true,
    ),
  ).rejects.toThrow("UTF-8");
  await expect(
    readTrace(
      new Blob(['{"enter":""}\n{"lea']),
      () => {},
      () => true,
    ),
  ).rejects.toThrow("in the middle");
  await expect(
    readTrace(
      new Blob(["x".repeat(1 << 20)]),
      () => {},
      () => true,
    ),
  ).rejects.toThrow("64 KiB");
});

/** A search with these values of replies for each move; the second move is cut off. */
function lessonTree(): Tree {
  const lines = ['{"trace":1,"values":"root"}', '{"enter":""}'];
  const add = (move: string, alpha: number | null, replies: number[], end: string) => {
    lines.push(JSON.stringify({ enter: move, ...(alpha !== null && { alpha }) }));
    replies.forEach((value, index) => lines.push(`{"enter":"r${index}"}`, `{"leave":${value}}`));
    lines.push(`{"leave":${Math.min(...replies)},"end":"${end}"}`);
  };
  add("m0", null, [40, 10, 30, 20], "complete");
  add("m1", 10, [15, 12, 5], "cutoff");
  add("m2", 10, [60, 50, 12, 30], "complete");
  lines.push('{"leave":12}');
  const { roots, summary } = read(lines);
  return { roots, result: roots[0]!, summary: null, counts: summary, game: "hiya", program: null };
}

test("the questions of the lesson are about the real tree", () => {
  const tree = lessonTree();
  // In this trace alpha and beta are those of the root, too.
  const ask = (question: Parameters<typeof questionOf>[0], needed = 1) => {
    const asked = questionOf(question, tree, [], needed)!;
    return [asked.node?.data.move, asked.options[asked.answer]];
  };
  expect(ask({ kind: "reply" })).toEqual(["m0", "r1"]);
  expect(ask({ kind: "value" })).toEqual(["m0", "+10"]);
  expect(ask({ kind: "value" }, 2)).toEqual(["m0", "+20"]);
  expect(ask({ kind: "cutoff", happens: true, nth: 0 })).toEqual(["m1", "Yes"]);
  expect(ask({ kind: "cutoff", happens: false, nth: 0 })).toEqual(["m1", "No"]);
  expect(ask({ kind: "which" })).toEqual(["m2", "r2"]);
  expect(ask({ kind: "which" }, 2)).toEqual(["m0", "r3"]);
  const runs = [100, 30].map((nodes) => ({ off: [], nodes, stopped: false, value: 7 }));
  const compare = { kind: "compare", depth: 3, before: [], after: [] } as const;
  expect(questionOf({ ...compare, of: "nodes" }, tree, runs, 1)!.answer).toBe(0);
  expect(questionOf({ ...compare, of: "value" }, tree, runs, 1)!.answer).toBe(0);
  expect(questionOf({ ...compare, of: "value" }, tree, [], 1)).toBe(null);
  for (const steps of Object.values(LESSONS)) expect(steps.length).toBe(8);
});
