import { expect, test } from "vitest";
import type { Mark, Message } from "../src/messages";
import { sessionAt } from "./world";

const VALUE = { side: "south", score: 10, winsIn: null, south: 0.5 } as const;
const BEST = { text: "B1B2", kind: "move", squares: { from: "B1", to: "B2" } } as const;
const reviewed = (ply: number, mark: Mark | null = null): Omit<Extract<Message, { type: "reviewed" }>, "id"> => ({
  type: "reviewed",
  ply,
  value: VALUE,
  best: BEST,
  mark,
});

/** A finished game in which South erred with the first and the third action, and North with the second. */
async function reviewedGame() {
  const found = await sessionAt("#game=toy&moves=A1A2_A1A2_A1A2_A1A2_A1A2_A1A2&at=6");
  const { world, session } = found;
  session.review.start();
  for (let ply = 0; ply <= 6; ply += 1) world.reply("review", reviewed(ply, ply >= 1 && ply <= 3 ? "blunder" : null));
  expect(session.practice.mistakes.value, "not before all is known").toEqual([]);
  world.reply("review", { type: "reviewEnd" });
  return found;
}

test("only mistakes of the person are tried again", async () => {
  const { session } = await reviewedGame();
  expect(session.practice.mistakes.value.map(({ node }) => node)).toEqual([1, 3]);
});

test("a try is judged by the engine until it is right, and leaves no trace", async () => {
  const { world, session } = await reviewedGame();
  const { practice, table } = session;
  const before = table.place.value!.tree;
  practice.start();
  expect(table.place.value?.at).toBe(0);
  session.play.act("a1a2");
  expect(practice.trial.value).toMatchObject({ verdict: "wrong", mark: null });
  await world.pass(1400);
  session.play.act("Z9");
  expect(table.notice.value?.tone).toBe("rule");
  session.play.act("B1B2");
  expect(practice.solved.value, "what the engine thought best").toBe(true);
  practice.next();
  expect(table.place.value?.at).toBe(2);
  expect(table.place.value!.tree).toBe(before);
  practice.next();
  expect([practice.at.value, table.place.value?.at], "after the last one").toEqual([null, 6]);
  session.play.goTo(1);
  session.play.act("B1B2");
  expect(table.place.value!.tree, "and then moves are moves again").not.toBe(before);
});

test("another move than the best is looked at, and may be wrong or right", async () => {
  const { world, session } = await reviewedGame();
  const { practice } = session;
  practice.start();
  // The toy has two ways: the best is taken to be unknown here.
  practice.mistakes.value[0]!.best = null;
  session.play.act("B1B2");
  expect(world.last("review")).toMatchObject({ course: { actions: ["B1B2"] }, from: 0 });
  expect(practice.trial.value?.verdict).toBe("judging");
  world.reply("review", reviewed(0));
  world.reply("review", reviewed(1, "mistake"));
  world.reply("review", { type: "reviewEnd" });
  expect(practice.trial.value).toMatchObject({ verdict: "wrong", mark: "mistake" });
  await world.pass(1400);
  expect(practice.position.value).toBeNull();
  session.play.act("B1B2");
  world.reply("review", reviewed(0));
  world.reply("review", reviewed(1));
  world.reply("review", { type: "reviewEnd" });
  expect(practice.solved.value).toBe(true);
});

test("whoever goes elsewhere in the game has had enough", async () => {
  const { session } = await reviewedGame();
  session.practice.start();
  session.play.goTo(4);
  expect([session.practice.at.value, session.play.catcher]).toEqual([null, null]);
});
