import { expect, test } from "vitest";
import type { Mark, Message } from "../src/messages";
import { sessionAt } from "./environment";

const VALUE = { side: "south", score: 10, winsIn: null, south: 0.5 } as const;
const BEST = { text: "B1B2", kind: "move", squares: { from: "B1", to: "B2" } } as const;
const reviewed = (ply: number, mark: Mark | null = null): Omit<Extract<Message, { type: "reviewed" }>, "id"> => ({
  type: "reviewed",
  ply,
  value: VALUE,
  best: BEST,
  line: [],
  mark,
  proven: null,
  changed: null,
});

/** A finished game: actions 1 and 3 (South) and 2 (North) are mistakes. */
async function reviewedGame() {
  const found = await sessionAt("#game=toy&moves=A1A2_A1A2_A1A2_A1A2_A1A2_A1A2&at=6");
  const { environment, session } = found;
  session.review.start();
  for (let ply = 0; ply <= 6; ply += 1)
    environment.reply("review", reviewed(ply, ply >= 1 && ply <= 3 ? "blunder" : null));
  expect(session.drill.mistakes.value, "not before all is known").toEqual([]);
  environment.reply("review", { type: "reviewEnd" });
  return found;
}

test("only mistakes of the person are tried again", async () => {
  const { session } = await reviewedGame();
  expect(session.drill.mistakes.value.map(({ node }) => node)).toEqual([1, 3]);
});

test("a try is judged by the engine until it is right, and leaves no trace", async () => {
  const { environment, session } = await reviewedGame();
  const { drill, state } = session;
  const before = state.gameRef.value!.tree;
  drill.start();
  expect(state.gameRef.value?.at).toBe(0);
  session.play.act("a1a2");
  expect(drill.attempt.value).toMatchObject({ verdict: "wrong", mark: null });
  await environment.pass(1400);
  session.play.act("Z9");
  expect(state.notice.value?.tone).toBe("rule");
  session.play.act("B1B2");
  expect(drill.solved.value, "what the engine thought best").toBe(true);
  drill.next();
  expect(state.gameRef.value?.at).toBe(2);
  expect(state.gameRef.value!.tree).toBe(before);
  drill.next();
  expect([drill.at.value, state.gameRef.value?.at], "after the last one").toEqual([null, 6]);
  session.play.goTo(1);
  session.play.act("B1B2");
  expect(state.gameRef.value!.tree, "and then moves are moves again").not.toBe(before);
});

test("another move than the best is looked at, and may be wrong or right", async () => {
  const { environment, session } = await reviewedGame();
  const { drill } = session;
  drill.start();
  // Forget the best move, so that the other one is reviewed.
  drill.mistakes.value[0]!.best = null;
  session.play.act("B1B2");
  expect(environment.last("review")).toMatchObject({ line: { actions: ["B1B2"] }, from: 0 });
  expect(drill.attempt.value?.verdict).toBe("checking");
  environment.reply("review", reviewed(0));
  environment.reply("review", reviewed(1, "mistake"));
  environment.reply("review", { type: "reviewEnd" });
  expect(drill.attempt.value).toMatchObject({ verdict: "wrong", mark: "mistake" });
  await environment.pass(1400);
  expect(drill.position.value).toBeNull();
  session.play.act("B1B2");
  environment.reply("review", reviewed(0));
  environment.reply("review", reviewed(1));
  environment.reply("review", { type: "reviewEnd" });
  expect(drill.solved.value).toBe(true);
});

test("whoever goes elsewhere in the game has had enough", async () => {
  const { session } = await reviewedGame();
  session.drill.start();
  session.play.goTo(4);
  expect([session.drill.at.value, session.play.interceptor]).toEqual([null, null]);
});
