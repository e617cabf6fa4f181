import { expect, test } from "vitest";
import { sessionAt, settled } from "./world";

/** A session in which pieces travel. */
const moving = (address: string) => sessionAt(address, (world) => (world.prefers.stillness.value = false));

test("the engine answers after a breath, however fast it decides", async () => {
  const { world, session } = await moving("#game=toy");
  const ply = () => session.table.shown.value?.actions.length;
  session.play.act("A1A2");
  world.choose("B1B2");
  await settled();
  expect(ply()).toBe(1);
  expect(session.table.engineTurn.value, "it is still its turn").toBe(true);
  await world.pass(399);
  expect(ply()).toBe(1);
  await world.pass(1);
  expect(ply()).toBe(2);
});

test("an engine that thinks longer than a breath answers at once", async () => {
  const { world, session } = await moving("#game=toy");
  session.play.act("A1A2");
  await world.pass(400);
  world.choose("B1B2");
  await settled();
  expect(session.table.shown.value?.actions).toHaveLength(2);
});

test("what is taken back during the breath is not answered", async () => {
  const { world, session } = await moving("#game=toy");
  session.play.act("A1A2");
  world.choose("B1B2");
  await settled();
  session.play.takeBack();
  await world.pass(400);
  expect(session.table.shown.value?.actions).toHaveLength(0);
});

test("the move of an engine whose opponent gave up during the breath is not played", async () => {
  const { world, session } = await moving("#game=toy");
  session.play.act("A1A2");
  world.choose("B1B2");
  session.play.resign();
  await world.pass(400);
  expect(session.table.shown.value?.actions).toHaveLength(1);
  expect(session.table.outcome.value).toBe("north");
});

test("without motion there is no breath", async () => {
  const { world, session } = await sessionAt("#game=toy");
  session.play.act("A1A2");
  world.choose("B1B2");
  await settled();
  expect(session.table.shown.value?.actions).toHaveLength(2);
});

test("engines play each other at the speed that was chosen, and it is remembered", async () => {
  const { world, session } = await sessionAt("#game=toy&south=engine&north=engine");
  const ply = () => session.table.shown.value?.actions.length;
  world.choose("A1A2");
  await world.pass(799);
  expect(ply()).toBe(0);
  session.settings.speed.value = "fast";
  await world.pass(1);
  expect(ply()).toBe(1);
  world.choose("A1A2");
  await settled();
  expect(ply()).toBe(2);
  expect(world.stored.get("skirmish.speed")).toBe('"fast"');
});

test("engines that were halted while they rested do not move", async () => {
  const { world, session } = await sessionAt("#game=toy&south=engine&north=engine");
  world.choose("A1A2");
  session.table.paused.value = true;
  await world.pass(800);
  expect(session.table.shown.value?.actions).toHaveLength(0);
});
