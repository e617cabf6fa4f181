import { expect, test } from "vitest";
import type { KeptGame } from "../src/game/shelf";
import type { Session } from "../src/session";
import { sessionAt, type TestWorld } from "./world";

const PEOPLE = "#game=toy&north=person";
const kept = (world: TestWorld) => JSON.parse(world.stored.get("skirmish.games") ?? "[]") as KeptGame[];
const begin = ({ play }: Session) =>
  play.newGame({ game: "toy", start: null, south: "person", north: "person", level: 4, time: 2000, flipped: false });

test("a game is kept from its first action on, and a link that is only looked at is not", async () => {
  const { world, session } = await sessionAt(`${PEOPLE}&moves=A1A2_B1B2&at=2`);
  session.play.stepBack();
  expect(kept(world)).toEqual([]);
  session.play.act("A1A2");
  expect(kept(world)).toMatchObject([{ outcome: null, address: world.address }]);
  session.play.resign();
  expect(kept(world)).toMatchObject([{ outcome: "north", address: world.address }]);
});

test("what is begun instead takes nothing away: 20 games, the newest first", async () => {
  const { world, session } = await sessionAt();
  for (let game = 0; game < 25; game += 1) {
    await world.pass(10);
    begin(session);
    session.play.act(game % 2 === 0 ? "A1A2" : "B1B2");
  }
  expect(kept(world)).toHaveLength(20);
  expect(new Set(kept(world).map(({ key }) => key)).size).toBe(20);
  const times = kept(world).map(({ when }) => when);
  expect(times).toEqual([...times].sort((one, two) => two - one));
  expect(session.shelf.games.value).toEqual(kept(world));
});

test("a game that is gone on with stays one game, unless another tab went on with it, too", async () => {
  const { world, session } = await sessionAt(PEOPLE);
  session.play.act("A1A2");
  const [first] = kept(world);
  world.address = first!.address;
  session.readAddress();
  session.play.act("B1B2");
  expect(kept(world)).toHaveLength(1);
  const elsewhere = { ...kept(world)[0]!, address: `${PEOPLE}&moves=A1A2_A1A2_A1A2&at=3` };
  world.rememberElsewhere("skirmish.games", JSON.stringify([elsewhere]));
  session.play.act("A1A2");
  expect(kept(world)).toHaveLength(2);
});

test("stored text that is spoilt is left out", async () => {
  for (const text of ["{", "7", '[null, 1, {"key": 1}]']) {
    const { session } = await sessionAt("", (world) => world.stored.set("skirmish.games", text));
    expect(session.shelf.games.value).toEqual([]);
  }
});

test("games that begin and are left can be gone back to", async () => {
  const { world, session } = await sessionAt();
  begin(session);
  session.play.act("A1A2");
  const game = world.address;
  session.goHome();
  expect([world.address, world.left.at(-1)]).toEqual(["", game]);
  session.goHome();
  expect(world.left, "home is not left twice").toHaveLength(2);
  begin(session);
  begin(session);
  expect(world.left.slice(2)).toEqual(["", PEOPLE]);
});
