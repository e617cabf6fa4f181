import { expect, test } from "vitest";
import {
  addressFault,
  formatAddress,
  formatTree,
  orderOf,
  parseAddress,
  parseTree,
  type GameRef,
} from "../src/game/address";
import { actionsTo, EMPTY, endOf, fromActions, play, ROOT, type GameTree } from "../src/game/tree";

const LIMITS = {
  actions: 5000,
  bytes: 1000,
  lines: 3,
  level: 10,
  defaultLevel: 2,
  timeMs: 5000,
  minTimeMs: 10,
  maxTimeMs: 60_000,
};

const PLACE: GameRef = {
  game: "refusal",
  start: null,
  tree: EMPTY,
  at: ROOT,
  south: "person",
  north: "engine",
  level: 4,
  time: 2000,
  resigned: null,
  flipped: false,
};

const read = (hash: string) => parseAddress(hash, LIMITS);

/** A tree with a nested variation and two variations of one move. */
function bushy(): GameTree {
  let tree = fromActions(["A3B5", "refuse", "C3C4", "B6B5"]);
  const first = play(tree, 1, "accept");
  const deep = play(first.tree, first.at, "D6D5");
  const twig = play(deep.tree, first.at, "B6B5");
  tree = play(twig.tree, ROOT, "B3B4").tree;
  return play(tree, ROOT, "C3C4").tree;
}

test("a line of play is readable in the address", () => {
  const tree = fromActions(["A3B5", "refuse", "C3C4"]);
  expect(formatAddress({ ...PLACE, tree, at: 3 })).toBe("#game=refusal&moves=A3B5_refuse_C3C4&at=3");
});

test("every tree comes back with the same lines in the same order", () => {
  for (const tree of [EMPTY, fromActions(["pass"]), fromActions(["C12B11", "pass"]), bushy()]) {
    const back = parseTree(formatTree(tree));
    expect(back).not.toBeNull();
    const lines = (one: GameTree) => orderOf(one).map((node) => actionsTo(one, node));
    expect(lines(back!)).toEqual(lines(tree));
  }
});

test("the current node comes back wherever it is", () => {
  const tree = bushy();
  for (let at = 0; at < tree.nodes.length; at += 1) {
    const back = read(formatAddress({ ...PLACE, tree, at }))!;
    expect(actionsTo(back.tree, back.at)).toEqual(actionsTo(tree, at));
  }
});

test("positions with every character they use come back", () => {
  const starts = [
    "R--KL/-----/NPPPN/-----/-----/npppn/-----/rk--l s ?C3C4",
    "-TT-TT-/--~*~--/XX---XX/-------/xx---xx/--+@+--/-tt-tt- s ns",
    "--B3Q3K3B3--/---N3-N3--/--------/--------/--------/---n3-n3--/--b3q3k3b3-- n",
  ];
  for (const start of starts) expect(read(formatAddress({ ...PLACE, start }))?.start).toBe(start);
});

test("players, level, time, result and the way round come back", () => {
  const gameRef: GameRef = {
    ...PLACE,
    game: "oska:6",
    south: "engine",
    north: "person",
    level: 10,
    time: 500,
    resigned: "north",
    flipped: true,
    tree: fromActions(["A9A8"]),
    at: 1,
  };
  expect(read(formatAddress(gameRef))).toEqual(gameRef);
});

test("an address that names no game brings nothing back", () => {
  for (const hash of [
    "",
    "#",
    "#moves=A1A2",
    "#game=",
    "#game=../x",
    "#game=oska:99999",
    "#game=<b>",
    "#game=-",
    "#game=4x4",
  ])
    expect(read(hash)).toBeNull();
});

test("what cannot be read is taken as left out", () => {
  const gameRef = read("#game=hiya&moves=A1((&at=77&level=99&time=x&south=cat&resigned=me")!;
  expect(gameRef).toEqual({ ...PLACE, game: "hiya", tree: fromActions(["A1"]) });
});

test("what is beyond the server's limits is taken as left out", () => {
  const hash = "#game=hiya&level=7&time=30000";
  expect(parseAddress(hash, LIMITS)).toMatchObject({ level: 7, time: 30_000 });
  const strict = { ...LIMITS, level: 5, minTimeMs: 100, maxTimeMs: 5000 };
  expect(parseAddress(hash, strict)).toMatchObject({ level: PLACE.level, time: PLACE.time });
});

test("broken trees are refused whole", () => {
  for (const text of [
    "(",
    ")",
    "_",
    "A1_",
    "_A1",
    "A1(",
    "A1()",
    "A1(B1",
    "A1)B1",
    "(A1)",
    "A1 B1",
    "A1__B1",
    "A1(B1))",
  ]) {
    expect(parseTree(text), text).toBeNull();
  }
});

test("the end of a line is the end after reading it back", () => {
  const tree = bushy();
  const back = parseTree(formatTree(tree))!;
  expect(actionsTo(back, endOf(back, ROOT))).toEqual(actionsTo(tree, endOf(tree, ROOT)));
});

test("what a link does not tell, or tells wrongly, is said", () => {
  const fault = (hash: string) => addressFault(hash, LIMITS);
  for (const fine of [
    "",
    "#",
    "#game=hiya",
    formatAddress({ ...PLACE, tree: bushy(), at: 2, level: 9, flipped: true }),
  ])
    expect(fault(fine), fine).toBe("");
  for (const none of ["#top", "#game=", "#moves=A1A2", "#game=../x"])
    expect(fault(none), none).toContain("names no game");
  expect(fault("#game=hiya&level=99&time=x")).toBe("Parts of this link are invalid: level=99, time=x.");
  expect(fault("#game=hiya&moves=A1A2_&at=1")).toContain("moves=A1A2_");
  expect(fault("#game=hiya&mov")).toContain("mov=");
  expect(fault(`#game=hiya&level=${"9".repeat(500)}`).length).toBeLessThan(100);
  expect(read("#game=hiya&moves=A1A2_B1B2(&at=2")?.tree, "what can be read stays").toEqual(
    fromActions(["A1A2", "B1B2"]),
  );
});
