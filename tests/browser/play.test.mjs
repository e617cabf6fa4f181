// Moves by click, key and text, and the other actions on a game.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { at, browser, done, server } from "./served.mjs";
import { it } from "./which.mjs";
import {
  actionsOf,
  centre,
  click,
  clickSomething,
  dice,
  GAMES,
  move,
  open,
  soon,
  state,
  test,
  until,
  untilPly,
  untilTurn,
} from "./tools.mjs";

it("a new game is a few clicks away", async () => {
  const tab = await browser.tab();
  await open(tab, server);
  await test(tab, "card-oska").click();
  await test(tab, "size-6").check({ force: true });
  await test(tab, "mode-people").check({ force: true });
  await test(tab, "start").click();
  await until(tab, { phase: "person" });
  await soon(async () =>
    assert.match((await state(tab)).position, /^wwwwww\/.* w$/),
  );
  await soon(() => assert.match(tab.url(), /game=oska:6/));
  await done(tab);
});

it("second means that the engine begins", async () => {
  const tab = await browser.tab();
  await open(tab, server);
  await test(tab, "card-hiya").click();
  await test(tab, "first-other").check({ force: true });
  await test(tab, "level").fill("1");
  await test(tab, "start").click();
  await until(tab, { phase: "person", ply: 1 });
  await soon(async () => assert.match((await state(tab)).position, / s$/));
  await done(tab);
});

it("a proposal can be accepted: the ghost becomes the piece", async () => {
  const tab = await at("#game=refusal&north=person");
  await move(tab, "A3", "B5");
  await untilPly(tab, 1);
  await test(tab, "ghost").waitFor();
  await soon(async () =>
    assert.match(
      await test(tab, "status").textContent(),
      /South proposes A3B5\. North to answer\./,
    ),
  );
  await test(tab, "word-accept").click();
  await untilPly(tab, 2);
  await soon(async () => assert.equal(await test(tab, "ghost").count(), 0));
  await soon(async () =>
    assert.match(
      (await state(tab)).position,
      /^R--KL\/-----\/NPPPN\/-n---\/-----\/-pppn\/-----\/rk--l n -$/,
    ),
  );
  await done(tab);
});

it("a proposal can be refused: another move must follow", async () => {
  const tab = await at("#game=refusal&north=person");
  await move(tab, "A3", "B5");
  await untilPly(tab, 1);
  await test(tab, "word-refuse").click();
  await untilPly(tab, 2);
  await move(tab, "A3", "B5");
  await tab.waitForFunction(() =>
    document
      .querySelector('[data-testid="notice"]')
      .textContent.includes("refused this turn"),
  );
  await move(tab, "C3", "C4");
  await untilPly(tab, 3);
  await soon(async () =>
    assert.match(
      (await state(tab)).position,
      /--p--\/np-pn\/-----\/rk--l n -$/,
    ),
  );
  await soon(() =>
    assert.deepEqual(actionsOf(tab.url()), ["A3B5", "refuse", "C3C4"]),
  );
  await done(tab);
});

it("the engine answers proposals, and its own can be refused", async () => {
  const tab = await at("#game=refusal&level=2&time=200");
  for (let refused = false; !refused;) {
    await untilTurn(tab);
    const before = await state(tab);
    assert.equal(before.phase, "person", "the game ended too soon");
    if ((await test(tab, "word-refuse").count()) > 0) {
      await test(tab, "word-refuse").click();
      refused = true;
    } else {
      const from = await tab
        .locator("[data-square].movable")
        .first()
        .getAttribute("data-square");
      await click(tab, from);
      const to = await tab
        .locator("[data-target]")
        .first()
        .getAttribute("data-square");
      await click(tab, to);
    }
    await until(tab, { above: before.ply });
  }
  await untilTurn(tab);
  const actions = actionsOf(tab.url());
  const refusal = actions.lastIndexOf("refuse");
  assert.notEqual(actions[refusal + 1], actions[refusal - 1]);
  await done(tab);
});

it("pieces can be dragged, and a drag to nowhere is nothing", async () => {
  const tab = await at("#game=trench&north=person");
  const [from, to] = [await centre(tab, "A3"), await centre(tab, "C5")];
  await tab.mouse.move(from.x, from.y);
  await tab.mouse.down();
  await tab.mouse.move(from.x + 30, from.y - 30, { steps: 4 });
  await tab.mouse.move(3, 3, { steps: 4 });
  await tab.mouse.up();
  await soon(async () => assert.equal((await state(tab)).ply, 0));
  await tab.mouse.move(from.x, from.y);
  await tab.mouse.down();
  await tab.mouse.move(to.x, to.y, { steps: 6 });
  await tab.mouse.up();
  await untilPly(tab, 1);
  await soon(() => assert.deepEqual(actionsOf(tab.url()), ["A3C5"]));
  await done(tab);
});

it("illegal attempts say the rule", async () => {
  const tab = await at("#game=hiya&north=person");
  await move(tab, "A2", "B2");
  await test(tab, "notice")
    .filter({ hasText: "B2 holds South's own samurai" })
    .waitFor();
  await move(tab, "D1", "D2");
  await test(tab, "notice")
    .filter({ hasText: "The king on D1 never moves." })
    .waitFor();
  await move(tab, "A7", "B6");
  await test(tab, "notice").filter({ hasText: "South" }).waitFor();
  await soon(async () => assert.equal((await state(tab)).ply, 0));
  await done(tab);
});

it("an attack is shouted", async () => {
  const tab = await at(
    "#game=hiya&north=person&start=---K---/JJJ-SSS/M-M-NNN/-------/--n-mm-/n-n---m/sss-jjj/---k---+s",
  );
  await move(tab, "B2", "B6");
  await test(tab, "shout").waitFor();
  await soon(async () =>
    assert.match(
      await test(tab, "status").textContent(),
      /South plays B2B6 and strikes North's ninja\. Hi-YA! North to move\./,
    ),
  );
  await done(tab);
});

it("Oska's pass is offered when there is no move, and then played", async () => {
  const tab = await at("#game=oska&north=person&start=----/-w-/w-/b--/b---+b");
  await test(tab, "word-pass").click();
  await untilPly(tab, 1);
  await soon(async () => assert.match((await state(tab)).position, / w$/));
  await done(tab);
});

it("moves are taken back as far as one likes, and come again", async () => {
  // Weak levels vary, but no game ends this early.
  const tab = await at(
    "#game=oska:6&south=engine&north=person&level=1&time=100",
  );
  const roll = dice(7);
  for (const ply of [2, 4, 6]) {
    await clickSomething(tab, roll);
    await until(tab, { phase: "person", ply });
  }
  const { position } = await state(tab);
  for (const ply of [4, 2, 0]) {
    await test(tab, "take-back").click();
    await untilPly(tab, ply);
  }
  await soon(async () => assert.ok(await test(tab, "take-back").isDisabled()));
  for (const ply of [2, 4, 6]) {
    await test(tab, "redo").click();
    await untilPly(tab, ply);
  }
  await soon(async () => assert.equal((await state(tab)).position, position));
  await done(tab);
});

it("another move after a take-back is the game from then on, and the old one stays in the list", async () => {
  const tab = await at("#game=trench&level=1&time=100");
  await move(tab, "A3", "B4");
  await until(tab, { phase: "person", ply: 2 });
  await test(tab, "take-back").click();
  await until(tab, { phase: "person", ply: 0 });
  await move(tab, "G3", "F4");
  await until(tab, { phase: "person", ply: 2 });
  await soon(() =>
    assert.match(
      tab.url(),
      /moves=G3F4\(A3B4_[A-G][1-7][A-G][1-7]\)_[A-G][1-7][A-G][1-7]&at=4/,
    ),
  );
  await soon(async () =>
    assert.equal(await tab.locator(".variation .step").count(), 2),
  );
  await done(tab);
});

it("playing on from an earlier move begins a variation", async () => {
  const tab = await at("#game=trench&south=person&north=person");
  for (const [index, [from, to]] of [
    ["A3", "B4"],
    ["A5", "B4"],
    ["G3", "F4"],
  ].entries()) {
    await move(tab, from, to);
    await untilPly(tab, index + 1);
  }
  await tab.locator('[data-ply="1"]').click();
  await untilPly(tab, 1);
  await move(tab, "G5", "F4");
  await untilPly(tab, 2);
  await soon(() => assert.match(tab.url(), /moves=A3B4_A5B4\(G5F4\)_G3F4/));
  await soon(async () =>
    assert.equal(await tab.locator(".variation .step").count(), 1),
  );
  await test(tab, "promote").click();
  await soon(() => assert.match(tab.url(), /moves=A3B4_G5F4\(A5B4_G3F4\)/));
  await done(tab);
});

it("a hint shows a move that can be played", async () => {
  const tab = await at("#game=oska&south=person&north=person");
  await test(tab, "hint").click();
  await test(tab, "arrow-hint").waitFor();
  await soon(async () =>
    assert.match(
      await test(tab, "notice").textContent(),
      /^Hint: (A5A4|B5B4|C5B4|D5C4)\.$/,
      "only four first moves keep the win",
    ),
  );
  await done(tab);
});

it("giving up ends the game, and the link knows", async () => {
  const tab = await at("#game=hiya&level=1&time=100");
  await move(tab, "A3", "B4");
  await until(tab, { phase: "person", ply: 2 });
  await test(tab, "resign").click();
  await test(tab, "resign-yes").click();
  await until(tab, { phase: "over", outcome: "north" });
  await tab.reload();
  await until(tab, { phase: "over", outcome: "north" });
  await soon(async () =>
    assert.match(
      await test(tab, "status").textContent(),
      /You resigned\. SENSEI wins\./,
    ),
  );
  await done(tab);
});

it("the engine plays itself, and can be halted", async () => {
  const tab = await browser.tab();
  await open(
    tab,
    server,
    // Full strength takes longer, so that the game is not over before the pause.
    "#game=gastank&south=engine&north=engine&level=10&time=200",
  );
  await until(tab, { least: 2 });
  await test(tab, "pause").click();
  await until(tab, { phase: "person" });
  const { ply } = await state(tab);
  await test(tab, "pause").click();
  await until(tab, { least: ply + 2 });
  await done(tab);
});

it("the board can be flipped, and its axes with it", async () => {
  const tab = await at("#game=refusal&north=person");
  const before = await centre(tab, "A1");
  await test(tab, "flip").click();
  const after = await centre(tab, "A1");
  assert.ok(after.x > before.x && after.y < before.y);
  await move(tab, "A3", "B5");
  await untilPly(tab, 1);
  await done(tab);
});

it("a position is set up by hand or as text, and the server says what is wrong", async () => {
  const tab = await at("#game=gastank&north=person");
  await test(tab, "menu").click();
  await test(tab, "menu-setup").click();
  await test(tab, "clear").click();
  await test(tab, "setup-fault").filter({ hasText: "king" }).waitFor();
  await soon(async () => assert.ok(await test(tab, "setup-play").isDisabled()));
  const put = async (brush, square) => {
    await test(tab, `brush-${brush}`).click();
    await click(tab, square);
  };
  await put("K", "E7");
  await put("k", "E1");
  await put("n", "D4");
  await test(tab, "gas-0").check({ force: true });
  await click(tab, "A1");
  await tab.waitForFunction(() =>
    document
      .querySelector('[data-testid="position-text"]')
      .value.includes("n0---k3--- s"),
  );
  await test(tab, "position-text").fill(
    "----K3---/--------/--------/---n9----/--------/--------/----k3--- n",
  );
  await test(tab, "use-text").click();
  await test(tab, "setup-fault").filter({ hasText: "D4" }).waitFor();
  await test(tab, "position-text").fill(
    "----K3---/--------/--------/---n1----/--------/--------/----k3--- n",
  );
  await test(tab, "use-text").click();
  await tab.waitForFunction(
    () =>
      document.querySelector('[data-testid="setup-fault"]').textContent === "",
  );
  await test(tab, "setup-play").click();
  await until(tab, {
    position:
      "----K3---/--------/--------/---n1----/--------/--------/----k3--- n",
  });
  await done(tab);
});

it("games are saved as records and opened again", async () => {
  const tab = await at(
    "#game=refusal&north=person&moves=A3B5_refuse_C3C4_B6B5&at=4",
  );
  const saving = tab.waitForEvent("download");
  await test(tab, "menu").click();
  await test(tab, "menu-save").click();
  const file = await (await saving).path();
  await open(tab, server);
  const choosing = tab.waitForEvent("filechooser");
  await test(tab, "menu").click();
  await test(tab, "menu-open").click();
  await (await choosing).setFiles(file);
  await untilPly(tab, 4);
  await soon(() =>
    assert.deepEqual(actionsOf(tab.url()), ["A3B5", "refuse", "C3C4", "B6B5"]),
  );
  await done(tab);
});

it("a record of the console goes on against its engine, and the page saves it so", async () => {
  const record = [
    "Game: hiya",
    "South: Ann",
    "North: SENSEI",
    "Level: 3",
    "Start: ---K---/JJJ-SSS/MMM-NNN/-------/-------/nnn-mmm/sss-jjj/---k--- s",
    "Result: unfinished",
  ];
  const tab = await browser.tab();
  await open(tab, server);
  const choosing = tab.waitForEvent("filechooser");
  await test(tab, "menu").click();
  await test(tab, "menu-open").click();
  await (
    await choosing
  ).setFiles({
    name: "game.txt",
    mimeType: "text/plain",
    buffer: Buffer.from(record.join("\n")),
  });
  await tab.getByText("level 3, North").waitFor();
  await soon(async () =>
    assert.match(await test(tab, "plate-south").innerText(), /You/),
  );
  const saving = tab.waitForEvent("download");
  await test(tab, "menu").click();
  await test(tab, "menu-save").click();
  const saved = await readFile(await (await saving).path(), "utf8");
  assert.match(saved, /^North: SENSEI$/m);
  await done(tab);
});

it("the rules are there with drawn examples to try", async () => {
  const tab = await at("#game=oska&north=person");
  await test(tab, "rules").click();
  const { games } = await (await fetch(server.catalogue)).json();
  assert.deepEqual(
    games.map(({ id }) => id),
    GAMES,
  );
  for (const { id, title } of games) {
    await test(tab, `rules-game-${id}`).check({ force: true });
    await tab.getByText(`Rules of ${title}`).waitFor();
    await tab.locator(`.rules[data-game="${id}"]`).waitFor();
    const figures = await test(tab, "examples").locator("figure").count();
    assert.ok(figures > 3, `${id}: ${figures}`);
  }
  await test(tab, "rules-game-oska").check({ force: true });
  await test(tab, "examples")
    .getByRole("button", { name: "Try it" })
    .first()
    .click();
  await until(tab, { other: "wwww/---/--/---/bbbb w" });
  await done(tab);
});
