import { expect, test } from "vitest";
import { sessionAt, TOY } from "./environment";

/** All actions of a game but the last, which South plays. */
const NEARLY_OVER = "moves=A1A2_A1A2_A1A2_A1A2_A1A2&at=5";

test("a level that is beaten is remembered, the highest of each game", async () => {
  // The sixth action wins for South, and North plays it.
  const { environment, session } = await sessionAt(`#game=toy&south=person&north=engine&level=3&${NEARLY_OVER}`);
  expect(session.progress.beaten(TOY)).toBe(0);
  environment.choose("A1A2");
  await environment.pass(1000);
  expect(session.state.outcome.value).toBe("south");
  expect(session.progress.beaten(TOY)).toBe(3);
  const again = await sessionAt(`#game=toy&level=2&${NEARLY_OVER}`, (fresh) =>
    fresh.stored.set("skirmish.progress", environment.stored.get("skirmish.progress")!),
  );
  again.environment.choose("A1A2");
  await again.environment.pass(1000);
  expect(again.session.progress.beaten(TOY)).toBe(3);
});

test("a game that was over when it was opened is no win, nor is one of two people", async () => {
  for (const address of [
    `#game=toy&${NEARLY_OVER.replace("&at=5", "_A1A2&at=6")}`,
    `#game=toy&north=person&${NEARLY_OVER}`,
  ]) {
    const { session } = await sessionAt(address);
    session.play.act("A1A2");
    expect(session.state.outcome.value).toBe("south");
    expect(session.progress.beaten(TOY)).toBe(0);
  }
});

test("days in a row end today or yesterday", async () => {
  const streak = async (days: string[]) => {
    const { session } = await sessionAt("", (environment) =>
      environment.stored.set("skirmish.progress", JSON.stringify({ levels: { toy: "x" }, days })),
    );
    return session.progress.streak.value;
  };
  expect(await streak([])).toBe(0);
  expect(await streak(["2026-07-29", "2026-07-30"])).toBe(2);
  expect(await streak(["2026-07-30", "2026-07-31"])).toBe(2);
  expect(await streak(["2026-07-28", "2026-07-29"])).toBe(0);
  const { environment, session } = await sessionAt("#game=toy&north=person");
  session.play.act("A1A2");
  expect(session.progress.streak.value).toBe(1);
  expect(environment.stored.get("skirmish.progress")).toContain("2026-07-31");
});
