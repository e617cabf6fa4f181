import { expect, test } from "vitest";
import { marksOf, resultInWords, shortResult, sortedResults } from "../src/coach/results";
import { Study, type Values } from "../src/coach/study";
import type { ActionValue, CoachSentence, ProvenValue } from "../src/messages";
import { report, sessionAt } from "./environment";

const PEOPLE = "#game=toy&north=person";

const win = (plies: number | null, exact = true): ProvenValue => ({ result: "win", plies, exact });
const loss = (plies: number): ProvenValue => ({ result: "loss", plies, exact: true });
const DRAW: ProvenValue = { result: "draw", plies: null, exact: true };

const value = (text: string, proven: ProvenValue | null): ActionValue => ({ action: report(text).best!, proven });

const VALUES: Omit<Values, "id"> = {
  type: "values",
  side: "south",
  proven: win(3),
  actions: [value("A1A2", win(3)), value("B1B2", loss(4))],
  source: "search",
  note: "Proven by a search.",
  done: true,
};

const sentence = (text: string): CoachSentence => ({
  text,
  claim: {
    kind: "wins",
    position: "start",
    side: "south",
    action: report("A1A2").best!,
    proven: win(3),
    other: null,
    otherProven: null,
    second: null,
    values: null,
    count: null,
    rule: null,
    line: [],
  },
});

async function studying(address: string) {
  const { environment, session } = await sessionAt(address);
  return { environment, session, study: new Study(session) };
}

test("results come from the best to the worst, and say what is not exact", () => {
  const actions = [
    value("A", null),
    value("B", loss(2)),
    value("C", win(9)),
    value("D", DRAW),
    value("E", loss(6)),
    value("F", win(3)),
    value("G", win(null)),
  ];
  expect(sortedResults(actions).map(({ action }) => action.text)).toEqual(["F", "C", "G", "D", "A", "E", "B"]);
  expect([win(27), win(27, false), win(null), loss(4), DRAW, null].map(shortResult)).toEqual([
    "W 27",
    "W ≤27",
    "W",
    "L 4",
    "D",
    "?",
  ]);
  expect([win(1), win(3, false), loss(4), DRAW, null].map(resultInWords)).toEqual([
    "wins in 1 ply",
    "wins in at most 3 plies",
    "loses in 4 plies",
    "draws",
    "not proven",
  ]);
});

test("a piece wears its best result, and the targets of a selected one their own", () => {
  const marks = marksOf({ ...VALUES, id: 1, actions: [value("A1A2", loss(4)), value("A1B2", win(3))] });
  expect(marks.words("A1", null)).toBe("at best wins in 3 plies");
  expect(marks.words("A2", null)).toBe("");
  expect(marks.words("A2", "A1")).toBe("loses in 4 plies");
  expect(marks.words("B2", "A1")).toBe("wins in 3 plies");
  expect(marks.words("B2", "B1")).toBe("");
});

test("results are asked for once for each position, and the coach after them", async () => {
  const { environment, session, study } = await studying(`${PEOPLE}&moves=A1A2&at=1`);
  expect(environment.count("values") + environment.count("coach"), "nothing is on").toBe(0);
  session.study.results.value = true;
  session.study.coach.value = true;
  expect(environment.last("values")).toMatchObject({ line: { game: "toy", actions: ["A1A2"] } });
  expect(environment.count("coach"), "one search at a time").toBe(0);
  environment.reply("values", { ...VALUES, done: false });
  expect(study.values.value?.done).toBe(false);
  environment.reply("values", VALUES);
  expect(environment.last("coach")).toMatchObject({ ply: 0, line: { actions: ["A1A2"] }, you: null });
  environment.reply("coach", { type: "coach", ply: 0, sentences: [sentence("A1A2 wins.")] });
  expect(study.advice.value?.move?.[0]?.text).toBe("A1A2 wins.");
  expect(study.advice.value?.now, "only when asked").toBeNull();
  study.ask();
  expect(environment.last("coach")).toMatchObject({ ply: 1 });
  environment.reply("coach", { type: "coach", ply: 1, sentences: [] });
  expect(study.advice.value?.now).toEqual([]);
  const counts = () => [environment.count("values"), environment.count("coach")];
  expect(counts()).toEqual([1, 2]);
  session.play.stepBack();
  expect(counts(), "another position").toEqual([2, 2]);
  environment.reply("values", VALUES);
  session.play.stepForward();
  expect(counts(), "a known one").toEqual([2, 2]);
});

test("a search for a position that is left is ended", async () => {
  const { environment, session, study } = await studying(`${PEOPLE}&moves=A1A2&at=1`);
  session.study.results.value = true;
  session.play.stepBack();
  expect(environment.count("stop")).toBe(1);
  expect(environment.last("values")).toMatchObject({ line: { actions: [] } });
  environment.reply("values", VALUES);
  expect(study.values.value?.done).toBe(true);
  session.study.coach.value = true;
  expect(environment.count("coach"), "no move led to the start").toBe(0);
});

test("an analysis goes on after the results, and a refused request is not repeated", async () => {
  const { environment, session, study } = await studying(PEOPLE);
  session.searches.analyzing.value = true;
  session.study.results.value = true;
  environment.reply("values", VALUES);
  expect(environment.count("analyze")).toBe(2);
  expect(session.searches.task.value).toBe("analyze");
  session.play.act("A1A2");
  environment.reply("values", { type: "error", sentence: "no", at: null });
  expect(environment.count("values")).toBe(2);
  expect(study.values.value?.actions).toEqual([]);
});

test("the engine's moves come first, and games with friends and finished ones have none", async () => {
  const { environment, session } = await studying("#game=toy");
  session.study.results.value = true;
  session.study.coach.value = true;
  environment.reply("values", VALUES);
  session.play.act("A1A2");
  expect(session.searches.task.value).toBe("choose");
  expect([environment.count("values"), environment.count("coach")]).toEqual([1, 0]);
  environment.choose("B1B2");
  await environment.pass(1000);
  expect(environment.last("values")).toMatchObject({ line: { actions: ["A1A2", "B1B2"] } });
  const over = await studying(`${PEOPLE}&moves=A1A2_A1A2_A1A2_A1A2_A1A2_A1A2&at=6`);
  over.session.study.results.value = true;
  over.session.study.coach.value = true;
  expect(over.environment.count("values")).toBe(0);
  expect(over.environment.last("coach")).toMatchObject({ ply: 5 });
});

test("a sentence's line begins where the board is or was, or nowhere in the game", async () => {
  const { study } = await studying(`${PEOPLE}&moves=A1A2_B1B2&at=2`);
  const { claim } = sentence("");
  expect(study.nodeOf(claim, "move")).toBe(1);
  expect(study.nodeOf(claim, "now")).toBe(2);
  expect(study.nodeOf({ ...claim, kind: "threat" }, "now")).toBeNull();
});
