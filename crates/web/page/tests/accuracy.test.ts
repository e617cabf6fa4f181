import { expect, test } from "vitest";
import { marksInWords, summaryOf } from "../src/analysis/accuracy";
import type { Reviewed } from "../src/analysis/review";
import type { Mark, Side } from "../src/messages";

/** South's chances after each action, and marks. */
const line = (...points: [number, Mark | null][]): Reviewed[] =>
  points.map(([south, mark], ply) => ({
    type: "reviewed",
    id: 1,
    ply,
    value: { side: "south", score: 0, winsIn: null, south },
    best: null,
    line: [],
    mark,
    proven: null,
    changed: null,
  }));

/** South acts first. */
const sideAt = (ply: number): Side => (ply % 2 === 1 ? "south" : "north");

test("what one side loses is not counted against the other", () => {
  const points = line([0.5, null], [0.5, null], [0.9, "blunder"], [0.6, "mistake"], [0.6, null]);
  const [south, north] = [summaryOf(points, sideAt, "south")!, summaryOf(points, sideAt, "north")!];
  expect(south.accuracy).toBe(Math.round((100 + 100 * Math.exp(-1.2)) / 2));
  expect(north.accuracy).toBe(Math.round((100 * Math.exp(-1.6) + 100) / 2));
  expect(marksInWords(south.marks)).toBe("1 mistake");
  expect(marksInWords(north.marks)).toBe("1 blunder");
});

test("who loses nothing is fully accurate, and who did nothing has no accuracy", () => {
  const points = line([0.5, null], [0.7, null]);
  expect(summaryOf(points, sideAt, "south")).toEqual({
    accuracy: 100,
    marks: { inaccuracy: 0, mistake: 0, blunder: 0 },
  });
  expect(summaryOf(points, sideAt, "north")).toBeNull();
  expect(marksInWords({ inaccuracy: 2, mistake: 0, blunder: 3 })).toBe("3 blunders, 2 inaccuracies");
});
