import { expect, test } from "vitest";
import { dailyGame, dailyPuzzle, nextPuzzle } from "../src/puzzles/choice";
import { parsePuzzles, themesOf, type Puzzle } from "../src/puzzles/format";
import { chance, NEWCOMER, rested, updated } from "../src/puzzles/glicko";
import { PuzzleProgress } from "../src/puzzles/progress";
import { formatPuzzle, isPuzzle, parsePuzzle } from "../src/puzzles/puzzles";
import { judge, rightActions } from "../src/puzzles/solution";
import type { WrongAction } from "../src/puzzles/state";
import { movesIn, taskOf, whyNot } from "../src/puzzles/words";
import type { Voice } from "../src/game/voice";
import type { PositionInfo } from "../src/messages";
import { TestEnvironment, TOY } from "./environment";

const LINE = "toy-0123ab; toy; start; win; A1A2 B1B2 A1A2; 3; 700; quiet first-steps";
const [PUZZLE] = parsePuzzles(LINE, "toy") as [Puzzle];
const puzzle = (id: string, rating: number): Puzzle => ({ ...PUZZLE, id, rating });

test("the rating follows Glickman's example", () => {
  const results = [
    { opponent: { rating: 1400, deviation: 30 }, score: 1 },
    { opponent: { rating: 1550, deviation: 100 }, score: 0 },
    { opponent: { rating: 1700, deviation: 300 }, score: 0 },
  ] as const;
  const { rating, deviation } = updated({ rating: 1500, deviation: 200 }, results);
  expect(rating).toBeCloseTo(1464.1, 0);
  expect(deviation).toBeCloseTo(151.4, 1);
});

test("a rating moves by less the surer it is, and grows unsure with time", () => {
  const opponent = { rating: 800, deviation: 60 };
  const gain = (deviation: number) => updated({ rating: 800, deviation }, [{ opponent, score: 1 }]).rating - 800;
  expect(gain(350)).toBeGreaterThan(gain(100));
  expect(gain(100)).toBeGreaterThan(gain(45));
  expect(gain(45)).toBeGreaterThan(3);
  expect(chance({ rating: 800, deviation: 45 }, opponent)).toBe(0.5);
  expect(rested({ rating: 900, deviation: 50 }, 365).deviation).toBeCloseTo(350, 5);
  expect(rested({ rating: 900, deviation: 50 }, 10_000).deviation).toBe(350);
  expect(rested({ rating: 900, deviation: 50 }, -3), "a clock that was set back").toEqual({
    rating: 900,
    deviation: 50,
  });
  let player = NEWCOMER;
  for (let game = 0; game < 200; game += 1) player = updated(player, [{ opponent, score: 1 }]);
  expect(player.deviation).toBeGreaterThanOrEqual(45);
});

test("a file is read line by line", () => {
  expect(PUZZLE).toEqual({
    id: "toy-0123ab",
    game: "toy",
    position: "start",
    kind: "win",
    solution: ["A1A2", "B1B2", "A1A2"],
    plies: 3,
    rating: 700,
    themes: ["quiet", "first-steps"],
  });
  const file = `# a comment\n\n${LINE}\r\n${LINE.replace("0123ab", "0123ac").replace("quiet ", "")}\n`;
  const puzzles = parsePuzzles(file, "toy");
  expect(puzzles.map(({ id }) => id)).toEqual(["toy-0123ab", "toy-0123ac"]);
  expect(themesOf(puzzles)).toEqual([
    ["first-steps", 2],
    ["quiet", 1],
  ]);
  expect(parsePuzzles(LINE.replace("; toy;", "; toy:5;"), "toy")[0]?.game).toBe("toy:5");
});

test("hostile files give no puzzles, and no error", () => {
  const hostile = [
    "",
    "<!doctype html>",
    LINE.replace("; toy;", "; oska;"),
    LINE.replace("; toy;", "; toyshop;"),
    LINE.replace("win", "constructor"),
    LINE.replace("0123ab", "__proto__"),
    LINE.replace("start", "a\u0000b"),
    LINE.replace("start", "x".repeat(301)),
    LINE.replace("A1A2 B1B2", "A1A2  B1B2"),
    LINE.replace("B1B2", '"><script>'),
    LINE.replace("B1B2", "A1".repeat(7)),
    LINE.replace("A1A2 B1B2", "A1A2 ".repeat(101) + "B1B2"),
    LINE.replace("; 3;", "; 0;"),
    LINE.replace("; 3;", "; 1e3;"),
    LINE.replace("700", "NaN"),
    LINE.replace("700", "99999"),
    LINE.replace("quiet ", "QUIET "),
    `${LINE}; more`,
    LINE.slice(0, -20),
  ];
  for (const text of hostile) expect(parsePuzzles(text, "toy"), text).toEqual([]);
  expect(parsePuzzles(hostile.join("\n") + `\n${LINE}\n${LINE}`, "toy"), "the same id counts once").toHaveLength(1);
  const many = Array.from({ length: 5000 }, (_, n) => LINE.replace("0123ab", n.toString(16).padStart(6, "0")));
  expect(parsePuzzles(many.join("\n"), "toy").length).toBeLessThanOrEqual(2000);
  expect(parsePuzzles("x".repeat(10_000_000), "toy")).toEqual([]);
});

test("the puzzle of the day is the same for all, and none comes twice before all have come", () => {
  const puzzles = Array.from({ length: 12 }, (_, n) => puzzle(`toy-00000${n.toString(16)}`, 500 + n));
  const games = ["one", "two", "three"];
  const days = Array.from({ length: 36 }, (_, n) => new Date(Date.UTC(2026, 6, 1 + n)).toISOString().slice(0, 10));
  const seen = days.map((day) => `${dailyGame(games, day)} ${dailyPuzzle(puzzles, day, 3)?.id}`);
  expect(new Set(seen).size).toBe(36);
  expect(dailyGame(games, days[0]!)).not.toBe(dailyGame(games, days[1]!));
  expect(dailyPuzzle(puzzles, days[0]!, 3)).toBe(dailyPuzzle([...puzzles], days[0]!, 3));
  expect(dailyPuzzle([], days[0]!, 3)).toBeUndefined();
  expect(dailyPuzzle(puzzles, "1969-12-30", 3)).toBeDefined();
  for (const count of [1, 2, 3, 199, 200]) {
    const some = Array.from({ length: count }, (_, n) => puzzle(String(n), 500));
    const found = Array.from({ length: count }, (_, n) =>
      dailyPuzzle(some, new Date(n * 86_400_000).toISOString().slice(0, 10), 1),
    );
    expect(new Set(found).size, `${count} puzzles`).toBe(count);
  }
});

test("the next puzzle is the nearest one not tried, then one that was not solved", () => {
  const puzzles = [puzzle("a", 500), puzzle("b", 700), puzzle("c", 900)];
  expect(nextPuzzle(puzzles, {}, 720, null)?.id).toBe("b");
  expect(nextPuzzle(puzzles, { b: true }, 720, "b")?.id).toBe("c");
  expect(nextPuzzle(puzzles, { a: true, b: true, c: false }, 500, "b")?.id).toBe("c");
  expect(nextPuzzle(puzzles, { a: true, b: true, c: true }, 500, "a")?.id).toBe("b");
  expect(nextPuzzle(puzzles.slice(0, 1), { a: true }, 500, "a")?.id, "the only one").toBe("a");
  expect(nextPuzzle([], {}, 500, null)).toBeUndefined();
});

test("of two proposals either may come first, and after a refusal only the other is right", () => {
  const line = ["A1A2", "refuse", "B1B2", "C1C2", "refuse", "D1D2"];
  expect(rightActions(line, 0, true)).toEqual(["A1A2", "B1B2"]);
  expect(rightActions(line, 2, false)).toEqual(["B1B2"]);
  expect(judge(line, 0, true, "A1A2")).toEqual({ right: true, line });
  expect(judge(line, 0, true, "B1B2")).toEqual({ right: true, line: ["B1B2", "refuse", "A1A2"] });
  expect(judge(line, 0, true, "C1C2").right).toBe(false);
  expect(judge(line, 2, false, "A1A2").right).toBe(false);
  expect(judge(["refuse", "A1A2"], 0, false, "accept").right).toBe(false);
});

test("first tries are kept, and nothing else counts", () => {
  const environment = new TestEnvironment();
  const progress = new PuzzleProgress(environment);
  const rate = () => ({ rating: 812.5, deviation: 290 });
  expect(progress.tried("toy", "a", true, rate)).toBe(true);
  expect(progress.tried("toy", "a", false, rate), "a second try").toBe(false);
  progress.tried("toy", "b", true, rate);
  expect(progress.of("toy")).toMatchObject({ rating: 812.5, row: 2, best: 2, tried: { a: true, b: true } });
  progress.tried("toy", "c", false, rate);
  expect(progress.of("toy")).toMatchObject({ row: 0, best: 2 });
  expect(progress.dailySolved()).toBe(false);
  progress.solvedDaily();
  progress.solvedDaily();
  expect([progress.dailySolved(), progress.dailyRow()]).toEqual([true, 1]);
  const again = new PuzzleProgress(environment);
  expect(again.of("toy")).toEqual(progress.of("toy"));
  expect(again.dailySolved()).toBe(true);
});

test("what another tab has stored is not lost", () => {
  const environment = new TestEnvironment();
  const [one, other] = [new PuzzleProgress(environment), new PuzzleProgress(environment)];
  const rate = () => ({ rating: 900, deviation: 200 });
  one.tried("toy", "a", true, rate);
  expect(other.tried("toy", "a", true, rate)).toBe(false);
  other.tried("toy", "b", true, rate);
  expect(Object.keys(other.of("toy").tried)).toEqual(["a", "b"]);
  environment.writeItemElsewhere("skirmish.puzzles", environment.stored.get("skirmish.puzzles")!);
  expect(Object.keys(one.of("toy").tried)).toEqual(["a", "b"]);
});

test("damaged storage counts as nothing", () => {
  const whole = { rating: 900, deviation: 200, day: "2026-07-30", row: 1, best: 3, tried: { a: true } };
  for (const part of [
    { rating: "900" },
    { rating: 1e9 },
    { deviation: -1 },
    { row: 1.5 },
    { best: null },
    { tried: null },
    { tried: { a: "yes" } },
    { day: 7 },
  ]) {
    const environment = new TestEnvironment();
    environment.stored.set("skirmish.puzzles", JSON.stringify({ games: { toy: { ...whole, ...part } }, daily: [1] }));
    expect(new PuzzleProgress(environment).of("toy").rating, JSON.stringify(part)).toBeNull();
  }
  for (const text of ["", "{", "[]", "7", "null", '{"games":7,"daily":"x"}', '{"games":{"toy":null}}']) {
    const environment = new TestEnvironment();
    environment.stored.set("skirmish.puzzles", text);
    const progress = new PuzzleProgress(environment);
    expect(progress.of("toy").tried).toEqual({});
    expect(progress.of("__proto__").rating).toBeNull();
    expect(progress.tried("toy", "a", true, () => ({ rating: 1, deviation: 1 }))).toBe(true);
  }
});

test("the address names a game, a puzzle or the day", () => {
  const gameOf = (id: string) => (id === "toy" ? TOY : null);
  for (const ref of [
    { game: "toy", id: null },
    { game: "toy", id: "toy-0123ab" },
    { game: null, id: null },
  ]) {
    expect(isPuzzle(formatPuzzle(ref))).toBe(true);
    expect(parsePuzzle(formatPuzzle(ref), gameOf)).toEqual(ref);
  }
  expect(parsePuzzle("#puzzle=chess", gameOf)).toMatch(/does not exist/);
  expect(parsePuzzle("#puzzle=toy&id=<b>", gameOf)).toEqual({ game: "toy", id: null });
  expect(isPuzzle("#game=toy")).toBe(false);
});

const VOICE: Voice = {
  me: "south",
  nameOf: (side) => (side === "south" ? "South" : "North"),
  sideOf: (side) => (side === "south" ? "South" : "North"),
};
const POSITION: PositionInfo = {
  game: "toy",
  start: "start",
  actions: [],
  position: "start",
  side: "south",
  outcome: null,
  ending: "",
  view: TOY.board,
  taken: [],
  proposes: false,
  legal: [],
};

test("the task is in words", () => {
  const task = (part: Partial<Puzzle>, position: Partial<PositionInfo> = {}) =>
    taskOf({ ...PUZZLE, ...part }, { ...POSITION, ...position }, VOICE);
  expect(task({})).toBe("You win in 2 moves: find the only move that does.");
  expect(task({ plies: 1 })).toBe("You win at once: find the only move that does.");
  expect(task({}, { proposes: true })).toMatch(/exactly two win/);
  expect(task({ kind: "only-move" })).toMatch(/^Every move but one loses/);
  expect(task({ kind: "only-move" }, { proposes: true })).toMatch(/^Every move but two loses/);
  const view = { ...TOY.board, pending: { from: "A1", to: "A2" } };
  const answers = (["accept", "refuse"] as const).map((kind) => ({ text: kind, kind, squares: null, effects: [] }));
  expect(task({ kind: "verdict" }, { view, legal: answers })).toMatch(/^North proposes A1A2/);
  expect(task({ kind: "verdict" }, { view })).toMatch(/^North has refused A1A2/);
});

test("a wrong move is called what is proven of it, and no more", () => {
  const why = (part: Partial<WrongAction>, position: Partial<PositionInfo> = {}, kind: Puzzle["kind"] = "win") =>
    whyNot(
      { text: "B1B2", position: { ...POSITION, ...position }, refutation: null, searched: true, ...part },
      { ...PUZZLE, kind },
      VOICE,
    );
  const lost = { line: [], proof: { winner: "north", plies: 5 } } as const;
  expect(why({ refutation: lost })).toBe("B1B2 loses: North wins in 3 moves.");
  expect(why({ refutation: { line: [], proof: null } })).toMatch(/^B1B2 does not win, which is proven/);
  expect(why({ refutation: null }, {}, "only-move")).toMatch(/^B1B2 loses, which is proven/);
  expect(why({ refutation: { line: [], proof: { winner: "south", plies: 9 } } })).toMatch(/wins later/);
  expect(why({ searched: false })).toMatch(/Looking/);
  expect(why({}, { outcome: "north" })).toBe("B1B2 loses at once.");
  expect(why({ text: "refuse", refutation: lost })).toBe("Refusing loses: North wins in 3 moves.");
  expect(why({}, { outcome: "draw" })).toBe("B1B2 ends the game in a draw.");
});

test("plies are moves of the winner", () => {
  expect([1, 2, 3, 4, 5].map(movesIn)).toEqual(["1 move", "1 move", "2 moves", "2 moves", "3 moves"]);
});
