import { expect, test } from "vitest";
import { sessionAt } from "./environment";

const CHOICE = { game: "toy", start: null, level: 4, time: 2000, flipped: false } as const;

test("whoever plays North alone sits at the bottom, unless the link says otherwise", async () => {
  const flipped = async (address: string) => (await sessionAt(address)).session.state.gameRef.value?.flipped;
  expect(await flipped("#game=toy")).toBe(false);
  expect(await flipped("#game=toy&south=engine&north=person")).toBe(true);
  expect(await flipped("#game=toy&south=engine&north=person&flipped=0")).toBe(false);
  expect(await flipped("#game=toy&flipped=1")).toBe(true);
});

test("a link says which way round the board lies only where it lies otherwise than usual", async () => {
  const { environment, session } = await sessionAt("#game=toy&south=engine&north=person");
  session.play.flip();
  expect(environment.address).toBe("#game=toy&south=engine&north=person&flipped=0");
  session.play.flip();
  expect(environment.address).toBe("#game=toy&south=engine&north=person");
});

test("a new game turns the board to who plays it; two people find it as they left it", async () => {
  const { session } = await sessionAt();
  const begin = (south: "person" | "engine", north: "person" | "engine", flipped: boolean) => {
    session.play.newGame({ ...CHOICE, south, north, flipped });
    return session.state.gameRef.value?.flipped;
  };
  expect(begin("engine", "person", false)).toBe(true);
  expect(begin("person", "engine", true)).toBe(false);
  expect(begin("person", "person", true)).toBe(true);
});
