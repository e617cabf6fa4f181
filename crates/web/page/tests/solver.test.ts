import { expect, test } from "vitest";
import { Solver } from "../src/puzzles/solver";
import { report, sessionAt, settled, type TestEnvironment } from "./environment";

const FILE = [
  "toy-00000a; toy; start; win; A1A2 B1B2 A1A2; 3; 800; quiet",
  "toy-00000b; toy; start; only-move; B1B2; 2; 1300; capture quiet",
].join("\n");

async function solving(address: string, prepare: (environment: TestEnvironment) => void = () => {}) {
  const { environment, session } = await sessionAt(address, (environment) => {
    environment.puzzles = FILE;
    prepare(environment);
  });
  const solver = new Solver(session);
  await settled();
  return { environment, session, solver };
}

/** The engine's answer to a wrong action: proven, by this line. */
function refute(environment: TestEnvironment, texts: readonly string[], winsIn: number | null) {
  const line = texts.map((text) => report(text).best!);
  const value = { side: "north", score: 20_000, winsIn, south: 0 } as const;
  const lines = line.length > 0 ? [{ ...report("A1A2"), value, line }] : [];
  environment.reply("analyze", { type: "analysis", value, lines, advice: null, done: true });
}

test("a puzzle is solved move by move, with the stored replies, and counts", async () => {
  const { environment, session, solver } = await solving("#puzzle=toy");
  expect(solver.puzzle.value?.id, "the nearest to a newcomer").toBe("toy-00000a");
  expect(environment.address).toBe("#puzzle=toy&id=toy-00000a");
  expect(solver.asking.value).toBe(true);
  solver.move({ from: "A1", to: "A2" });
  expect(solver.phase.value).toBe("replying");
  solver.answer("A1A2");
  expect(environment.count("play"), "not now").toBe(1);
  await environment.pass(500);
  expect(solver.progress.value).toEqual({ played: "A1A2", reply: "B1B2" });
  expect(solver.position.value?.actions).toHaveLength(2);
  solver.answer("A1A2");
  expect(solver.solved.value).toBe(true);
  expect(solver.rated.value).toMatchObject({ right: true, before: { rating: 800 } });
  expect(solver.rating.value.rating).toBeGreaterThan(900);
  expect(session.progress.streak.value, "a day on which something was played").toBe(1);
  solver.next();
  expect(solver.puzzle.value?.id).toBe("toy-00000b");
  expect(environment.address).toBe("#puzzle=toy&id=toy-00000b");
});

test("an illegal move gets its rule, and is no try", async () => {
  const { solver } = await solving("#puzzle=toy");
  solver.move({ from: "A2", to: "A1" });
  expect(solver.notice.value).toMatch(/breaks a rule/);
  expect(solver.asking.value).toBe(true);
  expect(solver.record.value?.rating).toBeNull();
});

test("a wrong move is answered with its refutation, played to the end of the game, and only the first try counts", async () => {
  const { environment, solver } = await solving("#puzzle=toy");
  solver.answer("B1B2");
  expect(solver.phase.value).toBe("refuting");
  expect(environment.last("analyze")).toMatchObject({ line: { start: "start", actions: ["B1B2"] }, lines: 1 });
  refute(environment, ["A1A2"], 3);
  expect(environment.last("analyze"), "the rest of it").toMatchObject({ line: { actions: ["B1B2", "A1A2"] } });
  refute(environment, ["B1B2", "A1A2"], -2);
  refute(environment, [], 0);
  expect(solver.wrong.value?.refutation?.proof).toEqual({ winner: "north", plies: 3 });
  expect(solver.playback.value).toMatchObject({ kind: "refutation", before: ["B1B2"], at: 0 });
  expect(solver.rated.value?.right).toBe(false);
  for (const at of [1, 2, 3]) {
    await environment.pass(1100);
    expect(solver.playback.value?.at).toBe(at);
    expect(solver.position.value?.actions).toHaveLength(1 + at);
  }
  solver.step(1);
  expect(solver.position.value?.actions).toHaveLength(2);
  await environment.pass(5000);
  expect(solver.playback.value?.at, "a step ends the film").toBe(1);
  const rating = solver.rating.value.rating;
  solver.retry();
  expect(solver.position.value?.actions).toHaveLength(0);
  solver.answer("A1A2");
  await environment.pass(500);
  solver.answer("A1A2");
  expect(solver.solved.value).toBe(true);
  expect(solver.rating.value.rating).toBe(rating);
});

test("a search that is no longer wanted is stopped", async () => {
  const { environment, solver } = await solving("#puzzle=toy");
  solver.answer("B1B2");
  const stops = environment.count("stop");
  solver.retry();
  expect(environment.count("stop")).toBe(stops + 1);
  expect(solver.asking.value).toBe(true);
  await environment.pass(60_000);
  expect(environment.count("stop"), "and once only").toBe(stops + 1);
  solver.answer("B1B2");
  await environment.pass(60_000);
  expect(environment.count("stop"), "one that takes too long, too").toBe(stops + 2);
});

test("the solution is shown and no longer counts as solved", async () => {
  const { environment, solver } = await solving("#puzzle=toy");
  solver.showSolution();
  expect(solver.open.value).toBe(false);
  expect(solver.rated.value?.right).toBe(false);
  for (let move = 0; move < 3; move += 1) await environment.pass(1100);
  expect(solver.playback.value).toMatchObject({ kind: "solution", at: 3 });
  expect(solver.position.value?.actions).toHaveLength(3);
  solver.again();
  solver.answer("A1A2");
  await environment.pass(500);
  solver.answer("A1A2");
  expect(solver.solved.value).toBe(true);
  expect(solver.record.value?.row).toBe(0);
});

test("the puzzle of the day counts its days", async () => {
  const { environment, session, solver } = await solving("#puzzle=daily");
  expect(session.puzzles.game.value?.id).toBe("toy");
  expect(environment.address).toBe("#puzzle=daily");
  solver.showSolution();
  solver.again();
  for (const action of solver.puzzle.value!.solution.filter((_, index) => index % 2 === 0)) {
    solver.answer(action);
    await environment.pass(500);
  }
  expect(solver.solved.value).toBe(true);
  expect(session.puzzles.progress.dailyRow()).toBe(1);
  solver.next();
  await settled();
  expect(environment.address).toMatch(/^#puzzle=toy&id=/);
  expect(environment.left).toContain("#puzzle=daily");
});

test("themes choose among the puzzles", async () => {
  const { solver } = await solving("#puzzle=toy");
  expect(solver.themes.value).toEqual([
    ["quiet", 2],
    ["capture", 1],
  ]);
  solver.choose("capture");
  expect(solver.puzzle.value?.id).toBe("toy-00000b");
  solver.choose("");
  expect(solver.puzzle.value?.id, "it stays").toBe("toy-00000b");
});

test("missing files, empty files and damaged puzzles are said", async () => {
  const missing = await solving("#puzzle=toy", (environment) => (environment.puzzles = new Error("gone")));
  expect(missing.solver.fault.value).toBe("The puzzles of Toy could not be loaded: gone.");
  missing.environment.puzzles = FILE;
  missing.solver.reload();
  await settled();
  expect(missing.solver.asking.value).toBe(true);
  const empty = await solving("#puzzle=toy", (environment) => (environment.puzzles = "<html>"));
  expect(empty.solver.fault.value).toBe("There are no puzzles of Toy.");
  const damaged = await solving(
    "#puzzle=toy",
    (environment) => (environment.puzzles = FILE.replaceAll("; start;", "; stop;")),
  );
  expect(damaged.solver.fault.value).toMatch(/This puzzle is damaged: that is no position/);
  const unknown = await solving("#puzzle=toy&id=toy-999999");
  expect(unknown.solver.notice.value).toMatch(/no puzzle with this address/);
  expect(unknown.solver.asking.value).toBe(true);
});

test("a link opens its puzzle, and leaving it leads home or into a game", async () => {
  const { environment, session, solver } = await solving("#puzzle=toy&id=toy-00000b");
  expect(solver.puzzle.value?.id).toBe("toy-00000b");
  environment.address = "#puzzle=toy&id=toy-00000a";
  session.readAddress();
  expect(solver.puzzle.value?.id).toBe("toy-00000a");
  session.goHome();
  expect([session.puzzles.here.value, environment.address]).toEqual([null, ""]);
  session.solve("toy");
  expect(session.puzzles.here.value?.game).toBe("toy");
  environment.address = "#game=toy&north=person";
  session.readAddress();
  expect(session.puzzles.here.value).toBeNull();
  expect(session.state.gameRef.value?.game).toBe("toy");
});
