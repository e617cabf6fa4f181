import { expect, test } from "vitest";
import type { SavedGame } from "../src/game/savedGames";
import type { PageSession } from "../src/session";
import { sessionAt, type TestEnvironment } from "./environment";

const PEOPLE = "#game=toy&north=person";
const saved = (environment: TestEnvironment) =>
  JSON.parse(environment.stored.get("skirmish.games") ?? "[]") as SavedGame[];
const begin = ({ play }: PageSession) =>
  play.newGame({ game: "toy", start: null, south: "person", north: "person", level: 4, time: 2000, flipped: false });

test("a game is kept from its first action on, and a link that is only looked at is not", async () => {
  const { environment, session } = await sessionAt(`${PEOPLE}&moves=A1A2_B1B2&at=2`);
  session.play.stepBack();
  expect(saved(environment)).toEqual([]);
  session.play.act("A1A2");
  expect(saved(environment)).toMatchObject([{ outcome: null, address: environment.address }]);
  session.play.resign();
  expect(saved(environment)).toMatchObject([{ outcome: "north", address: environment.address }]);
});

test("what is begun instead takes nothing away: 20 games, the newest first", async () => {
  const { environment, session } = await sessionAt();
  for (let game = 0; game < 25; game += 1) {
    await environment.pass(10);
    begin(session);
    session.play.act(game % 2 === 0 ? "A1A2" : "B1B2");
  }
  expect(saved(environment)).toHaveLength(20);
  expect(new Set(saved(environment).map(({ key }) => key)).size).toBe(20);
  const times = saved(environment).map(({ when }) => when);
  expect(times).toEqual([...times].sort((one, two) => two - one));
  expect(session.savedGames.games.value).toEqual(saved(environment));
});

test("a game that is gone on with stays one game, unless another tab went on with it, too", async () => {
  const { environment, session } = await sessionAt(PEOPLE);
  session.play.act("A1A2");
  const [first] = saved(environment);
  environment.address = first!.address;
  session.readAddress();
  session.play.act("B1B2");
  expect(saved(environment)).toHaveLength(1);
  const elsewhere = { ...saved(environment)[0]!, address: `${PEOPLE}&moves=A1A2_A1A2_A1A2&at=3` };
  environment.writeItemElsewhere("skirmish.games", JSON.stringify([elsewhere]));
  session.play.act("A1A2");
  expect(saved(environment)).toHaveLength(2);
});

test("stored text that is spoilt is left out", async () => {
  for (const text of ["{", "7", '[null, 1, {"key": 1}]']) {
    const { session } = await sessionAt("", (environment) => environment.stored.set("skirmish.games", text));
    expect(session.savedGames.games.value).toEqual([]);
  }
});

test("games that begin and are left can be gone back to", async () => {
  const { environment, session } = await sessionAt();
  begin(session);
  session.play.act("A1A2");
  const game = environment.address;
  session.goHome();
  expect([environment.address, environment.left.at(-1)]).toEqual(["", game]);
  session.goHome();
  expect(environment.left, "home is not left twice").toHaveLength(2);
  begin(session);
  begin(session);
  expect(environment.left.slice(2)).toEqual(["", PEOPLE]);
});

test("watched games have their own places, and take none from yours", async () => {
  const { environment, session } = await sessionAt();
  begin(session);
  session.play.act("A1A2");
  const mine = session.savedGames.games.value[0]!;
  for (let game = 0; game < 30; game += 1) {
    await environment.pass(10);
    session.play.newGame({
      game: "toy",
      start: null,
      south: "engine",
      north: "engine",
      level: 1,
      time: 10,
      flipped: false,
    });
    environment.choose("A1A2");
    await environment.pass(5000);
  }
  expect(saved(environment)).toHaveLength(6);
  expect(saved(environment)).toContainEqual(mine);
});

test("a game can be deleted, and a full storage is told", async () => {
  const { environment, session } = await sessionAt();
  begin(session);
  session.play.act("A1A2");
  expect(session.savedGames.full.value).toBe(false);
  session.savedGames.forget(session.savedGames.games.value[0]!.key);
  expect(saved(environment)).toEqual([]);
  environment.room = false;
  session.play.act("B1B2");
  expect(session.savedGames.full.value).toBe(true);
});
