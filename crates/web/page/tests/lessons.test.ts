import { expect, test } from "vitest";
import type { LessonStep } from "../src/messages";
import { sessionAt, settled, TOY } from "./environment";

const BOARD = {
  position: "start",
  side: "south",
  outcome: null,
  ending: "",
  view: TOY.board,
  last: null,
  legal: [],
} as const;
const board = { ...BOARD, legal: [] };
const STEP: LessonStep = {
  title: "First",
  text: ["Go."],
  ask: "Where?",
  hint: "There.",
  legality: null,
  board,
  solution: "A1A2",
};
const graded = { type: "graded", epilogue: null } as const;
const RIGHT = { ...graded, verdict: "right", sentence: "Yes.", after: board } as const;
const WRONG = { ...graded, verdict: "wrong", sentence: "No.", after: board } as const;

test("a lesson opens beside the game, which Back leads to", async () => {
  const { environment, session } = await sessionAt("#game=toy&north=person&moves=A1A2&at=1");
  session.learn("toy");
  expect(session.state.gameRef.value).toBeNull();
  expect(environment.address).toBe("#learn=toy&step=1");
  expect(environment.left).toEqual(["#game=toy&moves=A1A2&at=1&north=person"]);
  expect(environment.last("lesson")).toMatchObject({ game: "toy", step: 0 });
  environment.address = environment.left.pop()!;
  session.readAddress();
  expect(session.lessons.lessonRef.value).toBeNull();
  expect(session.state.gameRef.value?.game).toBe("toy");
});

test("wrong answers are shown for a moment, and right ones are remembered", async () => {
  const { environment, session } = await sessionAt("#learn=toy");
  const { lessons } = session;
  environment.reply("lesson", { type: "lesson", step: STEP });
  expect(lessons.asking.value).toBe(true);
  lessons.move({ from: "B1", to: "B2" });
  expect(environment.last("answer")).toMatchObject({ game: "toy", step: 0, text: "B1 B2" });
  environment.reply("answer", WRONG);
  expect([lessons.failures.value, lessons.asking.value]).toEqual([1, false]);
  await environment.pass(1400);
  expect(lessons.asking.value).toBe(true);
  expect(lessons.graded.value?.sentence, "the sentence stays").toBe("No.");
  lessons.answer("A1A2");
  environment.reply("answer", RIGHT);
  expect(lessons.solved.value).toBe(true);
  expect(environment.stored.get("skirmish.lessons")).toBe("toy 1\n");
  expect(lessons.progress.count(TOY)).toBe(1);
  lessons.turn(1);
  expect(environment.last("lesson")).toMatchObject({ step: 1 });
  expect(environment.address).toBe("#learn=toy&step=2");
});

test("nobody has to wait until a wrong answer is off the board", async () => {
  const { environment, session } = await sessionAt("#learn=toy");
  const { lessons } = session;
  environment.reply("lesson", { type: "lesson", step: STEP });
  expect(lessons.lookAgain).toBeUndefined();
  lessons.answer("B1B2");
  environment.reply("answer", WRONG);
  expect(lessons.asking.value).toBe(false);
  lessons.lookAgain?.();
  expect(lessons.asking.value).toBe(true);
  lessons.answer("A1A2");
  environment.reply("answer", RIGHT);
  expect(lessons.lookAgain, "a right answer stays").toBeUndefined();
  expect(lessons.solved.value).toBe(true);
});

test("a lesson goes on at the first step that is not done, here or in another tab", async () => {
  const { environment, session } = await sessionAt("", (environment) =>
    environment.stored.set("skirmish.lessons", "toy 1\nother x 2\n"),
  );
  session.learn("toy");
  expect(session.lessons.lessonRef.value?.step).toBe(1);
  environment.writeItemElsewhere("skirmish.lessons", "toy 1 2\n");
  expect(session.lessons.progress.count(TOY)).toBe(2);
  session.learn("toy");
  expect(session.lessons.lessonRef.value?.step, "all are done").toBe(0);
});

test("a link to a lesson that there is not shows the games, and says so", async () => {
  for (const hash of ["#learn=chess", "#learn=toy&step=9", "#learn=toy&step=x"]) {
    const { session } = await sessionAt(hash);
    await settled();
    expect(session.lessons.lessonRef.value).toBeNull();
    expect(session.state.notice.value?.tone).toBe("error");
  }
});
