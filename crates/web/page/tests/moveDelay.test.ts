import { expect, test } from "vitest";
import { sessionAt, settled } from "./environment";

/** A session with animation. */
const moving = (address: string) =>
  sessionAt(address, (environment) => (environment.prefers.reducedMotion.value = false));

test("the engine answers after a breath, however fast it decides", async () => {
  const { environment, session } = await moving("#game=toy");
  const ply = () => session.state.shown.value?.actions.length;
  session.play.act("A1A2");
  environment.choose("B1B2");
  await settled();
  expect(ply()).toBe(1);
  expect(session.state.engineTurn.value, "it is still its turn").toBe(true);
  await environment.pass(399);
  expect(ply()).toBe(1);
  await environment.pass(1);
  expect(ply()).toBe(2);
});

test("an engine that thinks longer than a breath answers at once", async () => {
  const { environment, session } = await moving("#game=toy");
  session.play.act("A1A2");
  await environment.pass(400);
  environment.choose("B1B2");
  await settled();
  expect(session.state.shown.value?.actions).toHaveLength(2);
});

test("what is taken back during the breath is not answered", async () => {
  const { environment, session } = await moving("#game=toy");
  session.play.act("A1A2");
  environment.choose("B1B2");
  await settled();
  session.play.takeBack();
  await environment.pass(400);
  expect(session.state.shown.value?.actions).toHaveLength(0);
});

test("the move of an engine whose opponent gave up during the breath is not played", async () => {
  const { environment, session } = await moving("#game=toy");
  session.play.act("A1A2");
  environment.choose("B1B2");
  session.play.resign();
  await environment.pass(400);
  expect(session.state.shown.value?.actions).toHaveLength(1);
  expect(session.state.outcome.value).toBe("north");
});

test("without motion there is no breath", async () => {
  const { environment, session } = await sessionAt("#game=toy");
  session.play.act("A1A2");
  environment.choose("B1B2");
  await settled();
  expect(session.state.shown.value?.actions).toHaveLength(2);
});

test("engines play each other at the speed that was chosen, and it is remembered", async () => {
  const { environment, session } = await sessionAt("#game=toy&south=engine&north=engine");
  const ply = () => session.state.shown.value?.actions.length;
  environment.choose("A1A2");
  await environment.pass(799);
  expect(ply()).toBe(0);
  session.settings.speed.value = "fast";
  await environment.pass(1);
  expect(ply()).toBe(1);
  environment.choose("A1A2");
  await settled();
  expect(ply()).toBe(2);
  expect(environment.stored.get("skirmish.speed")).toBe('"fast"');
});

test("engines that were halted while they rested do not move", async () => {
  const { environment, session } = await sessionAt("#game=toy&south=engine&north=engine");
  environment.choose("A1A2");
  session.state.paused.value = true;
  await environment.pass(800);
  expect(session.state.shown.value?.actions).toHaveLength(0);
});
