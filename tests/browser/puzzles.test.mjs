// Puzzles: solving by mouse and by keyboard, refutations, the puzzle of the day, window sizes.

import assert from "node:assert/strict";
import { browser, server } from "./served.mjs";
import { it, onlyOnSite } from "./which.mjs";
import {
  centre,
  click,
  move,
  open,
  picture,
  seriousFaults,
  test,
  untilTurn,
  visit,
} from "./tools.mjs";

/** Files of puzzles for tests, which do not change when better puzzles are found. */
const FILES = {
  hiya: [
    "# for tests",
    "hiya-918d66; hiya; ---K---/NJJ----/sM--S--/--s-NN-/nn-nM--/---jn--/-s---S-/---k--- n; win; F2D2; 1; 800; king-strike",
    "hiya-a5a559; hiya; ---K---/J-J-SSS/M-J--NN/-jMj-N-/-------/nnn-m-m/sss--j-/---k--- s; win; D5E6 C7B6 E6D7; 3; 1000; quiet",
    "hiya-daf70e; hiya; ---K---/----SSS/-N-JN-N/MjjJ---/-n--m-m/-nn--m-/sss---j/---k--- n; only-move; D5C6; 2; 1200; quiet",
  ],
  refusal: [
    "refusal-aa6ce5; refusal; -K---/-----/-nP--/--p--/-----/-p--P/--P--/--k-- s -; win; B3B4 refuse B6D7; 1; 700; double-threat",
  ],
};

/** A tab in its own context, whose puzzles are those of the tests. */
async function tabWithFiles(options) {
  const tab = await browser.tab({ serviceWorkers: "block", ...options });
  await tab.route("**/puzzles/*.txt", (route) => {
    const game = /(\w+)\.txt$/.exec(route.request().url())[1];
    return route.fulfill({
      contentType: "text/plain",
      body: (FILES[game] ?? []).join("\n"),
    });
  });
  return tab;
}

/** Waits until a puzzle asks. */
const untilAsking = (tab, id) =>
  tab.waitForSelector(
    `[data-testid="puzzle"][data-phase="asking"]${id ? `[data-puzzle="${id}"]` : ""}`,
  );

const untilState = (tab, state) =>
  tab.waitForSelector(`[data-testid="puzzle"][data-state="${state}"]`);

/** A tab at a puzzle. */
async function atPuzzle(hash, options) {
  const tab = await tabWithFiles(options);
  await tab.goto(`${server.address}#puzzle=${hash}`);
  await untilAsking(tab);
  return tab;
}

/** The number of actions in the line that is played out. */
const lengthOf = async (tab) =>
  Number(await test(tab, "puzzle-step").last().getAttribute("data-length"));

const end = async (tab) => {
  // On the site, a blocked service worker registers as `undefined`, which no browser does.
  const errors = tab.errors.filter((text) => !/property 'waiting'/.test(text));
  assert.deepEqual(errors, []);
  await tab.context().close();
};

it("a puzzle is solved by mouse, counts once, and leads to the next one", async () => {
  const tab = await tabWithFiles();
  await open(tab, server);
  await test(tab, "puzzles-hiya").click();
  await untilAsking(tab, "hiya-918d66");
  assert.match(tab.url(), /#puzzle=hiya&id=hiya-918d66$/);
  assert.match(await test(tab, "puzzle-task").textContent(), /win at once/);
  await move(tab, "F2", "D2");
  await untilState(tab, "solved");
  assert.match(await test(tab, "puzzle-verdict").textContent(), /Solved!.*\+/);
  const rating = Number(
    await test(tab, "puzzle-rating").getAttribute("data-rating"),
  );
  assert.ok(rating > 800, `${rating}`);
  // Enter goes on.
  await tab.waitForFunction(
    () => document.activeElement?.dataset.testid === "puzzle-next",
  );
  await tab.keyboard.press("Enter");
  await untilAsking(tab, "hiya-a5a559");
  assert.match(await test(tab, "puzzle-task").textContent(), /in 2 moves/);
  await move(tab, "D5", "E6");
  // The stored answer, and then the next question.
  await tab.waitForSelector('[data-testid="puzzle-verdict"]:has-text("C7B6")');
  await untilAsking(tab);
  await move(tab, "E6", "D7");
  await untilState(tab, "solved");
  await tab.reload();
  await untilAsking(tab, "hiya-a5a559");
  await move(tab, "D5", "E6");
  await tab.waitForSelector('[data-testid="puzzle-verdict"]:has-text("C7B6")');
  await untilAsking(tab);
  const before = await test(tab, "puzzle-rating").textContent();
  await move(tab, "E6", "D7");
  await untilState(tab, "solved");
  assert.equal(await test(tab, "puzzle-rating").textContent(), before);
  await tab.locator(".brand").click();
  await tab.waitForSelector('[data-testid="puzzles-hiya"] small');
  await end(tab);
});

/** Moves the focus over the board with the arrow keys. */
async function walk(tab, to) {
  const place = async () => {
    const from = await tab.evaluate(
      () => document.activeElement?.dataset.square ?? null,
    );
    assert.ok(from, "the focus is on the board");
    const [one, other] = [await centre(tab, from), await centre(tab, to)];
    return [from, Math.round(other.x - one.x), Math.round(other.y - one.y)];
  };
  for (let steps = 0; steps < 30; steps += 1) {
    const [from, right, down] = await place();
    if (from === to) return;
    const key =
      Math.abs(right) > 4
        ? right > 0
          ? "ArrowRight"
          : "ArrowLeft"
        : down > 0
          ? "ArrowDown"
          : "ArrowUp";
    await tab.keyboard.press(key);
    await tab.waitForFunction(
      (from) => document.activeElement?.dataset.square !== from,
      from,
    );
  }
  assert.fail(`${to} was not reached`);
}

it("a puzzle is solved by keyboard, and what happens is read out", async () => {
  const tab = await atPuzzle("hiya&id=hiya-a5a559");
  await tab.waitForFunction(
    () => document.activeElement?.dataset.testid === "puzzle-title",
  );
  // From the heading to the board.
  for (let tabs = 0; tabs < 20; tabs += 1) {
    await tab.keyboard.press("Tab");
    if (await tab.evaluate(() => document.activeElement?.dataset.square)) break;
  }
  await walk(tab, "D5");
  await tab.keyboard.press("Enter");
  await walk(tab, "E6");
  await tab.keyboard.press("Enter");
  const live = tab.locator('[aria-live="polite"]', { hasText: "C7B6" });
  await live.waitFor();
  assert.match(await live.textContent(), /Right!.*North plays C7B6/);
  await untilAsking(tab);
  await walk(tab, "E6");
  await tab.keyboard.press("Enter");
  await walk(tab, "D7");
  assert.match(
    await tab.locator('[data-square="D7"]').getAttribute("aria-label"),
    /you win/i,
  );
  await tab.keyboard.press("Enter");
  await untilState(tab, "solved");
  await end(tab);
});

it("a wrong move is answered with its refutation on the board, and the puzzle goes on", async () => {
  const tab = await atPuzzle("hiya&id=hiya-daf70e");
  const before = await test(tab, "puzzle-board").getAttribute("data-position");
  await move(tab, "A5", "A4");
  const line = test(tab, "puzzle-line");
  await line.waitFor();
  assert.match(
    await test(tab, "puzzle-verdict").textContent(),
    /A5A4 loses: South wins in 1 move/,
  );
  assert.match(await line.textContent(), /Why not A5A4\?/);
  // It is played to its end.
  const length = await lengthOf(tab);
  assert.ok(length >= 1);
  await tab.waitForSelector(`[data-testid="puzzle-line"][data-at="${length}"]`);
  await test(tab, "puzzle-back").click();
  await tab.waitForSelector(
    `[data-testid="puzzle-line"][data-at="${length - 1}"]`,
  );
  // A click on the board takes the wrong move back.
  await click(tab, "D5");
  await untilAsking(tab);
  assert.equal(
    await test(tab, "puzzle-board").getAttribute("data-position"),
    before,
  );
  // An illegal move gets its rule.
  await click(tab, "D4");
  await test(tab, "puzzle-notice").waitFor();
  await move(tab, "D5", "C6");
  await untilState(tab, "solved");
  assert.equal(
    await test(tab, "puzzle-change").count(),
    0,
    "only the first try counts",
  );
  await end(tab);
});

it("in Refusal either proposal is right first, and after the refusal the other", async () => {
  for (const [first, second] of [
    ["B3B4", "B6D7"],
    ["B6D7", "B3B4"],
  ]) {
    const tab = await atPuzzle("refusal");
    assert.match(
      await test(tab, "puzzle-task").textContent(),
      /exactly two win/,
    );
    await move(tab, first.slice(0, 2), first.slice(2));
    await tab.waitForSelector(
      '[data-testid="puzzle-verdict"]:has-text("refuses")',
    );
    await untilAsking(tab);
    await move(tab, second.slice(0, 2), second.slice(2));
    await untilState(tab, "solved");
    await end(tab);
  }
});

it("the solution is shown, can be stepped through, and other moves can be tried after it", async () => {
  const tab = await atPuzzle("hiya&id=hiya-a5a559");
  await test(tab, "puzzle-show").click();
  await untilState(tab, "shown");
  await tab.waitForSelector('[data-testid="puzzle-line"][data-at="3"]');
  await test(tab, "puzzle-step").first().click();
  await tab.waitForSelector('[data-testid="puzzle-line"][data-at="1"]');
  assert.equal(
    await test(tab, "puzzle-step").first().getAttribute("aria-current"),
    "step",
  );
  await test(tab, "puzzle-again").click();
  await untilAsking(tab);
  await test(tab, "puzzle-theme").selectOption("king-strike");
  await untilAsking(tab, "hiya-918d66");
  await end(tab);
});

it("the puzzle of the day is found from the home page and is solved once a day", async () => {
  const tab = await tabWithFiles();
  // A day of Hi-YA!
  await tab.clock.setFixedTime(new Date("2026-08-03T12:00:00Z"));
  await open(tab, server);
  await test(tab, "daily").click();
  await untilAsking(tab);
  assert.match(tab.url(), /#puzzle=daily$/);
  assert.match(
    await test(tab, "puzzle-title").textContent(),
    /Puzzle of the day: Hi-YA!/,
  );
  const id = await test(tab, "puzzle").getAttribute("data-puzzle");
  const line = FILES.hiya.find((line) => line.startsWith(id));
  const solution = line.split("; ")[4].split(" ");
  for (const [index, action] of solution.entries()) {
    if (index % 2 === 1) continue;
    await untilAsking(tab);
    const position = await test(tab, "puzzle-board").getAttribute(
      "data-position",
    );
    await move(tab, action.slice(0, 2), action.slice(2));
    await tab.waitForFunction(
      (position) =>
        document.querySelector('[data-testid="puzzle-board"]').dataset
          .position !== position,
      position,
    );
  }
  await untilState(tab, "solved");
  await tab.locator(".brand").click();
  await test(tab, "daily").filter({ hasText: "solved" }).waitFor();
  await end(tab);
});

it("puzzles are reached from a game, and lead back to it", async () => {
  const tab = await tabWithFiles();
  await open(tab, server, "#game=hiya&north=person");
  await untilTurn(tab);
  await test(tab, "menu").click();
  await test(tab, "menu-puzzles").click();
  await untilAsking(tab);
  assert.equal(await tab.locator("dialog").count(), 0);
  await tab.goBack();
  await untilTurn(tab);
  await tab.goto(`${server.address}#puzzle=chess`);
  await tab.locator(".home .notice.error").waitFor();
  await end(tab);
});

it("files that are missing, empty or hostile are said", async () => {
  const tab = await browser.tab({ serviceWorkers: "block" });
  let [status, body] = [404, "gone"];
  await tab.route("**/puzzles/*.txt", (route) =>
    route.fulfill({ status, body, contentType: "text/plain" }),
  );
  await tab.goto(`${server.address}#puzzle=hiya`);
  const fault = test(tab, "puzzle-fault");
  await fault.waitFor();
  assert.match(await fault.textContent(), /could not be loaded.*404/);
  [status, body] = [200, "<script>window.intruder = 1</script>\n"];
  await fault.locator("button").click();
  await fault.filter({ hasText: "There are no puzzles" }).waitFor();
  body = FILES.hiya[1].replace("---K---", "---Q---");
  await tab.reload();
  await fault.filter({ hasText: "damaged" }).waitFor();
  assert.equal(await tab.evaluate(() => "intruder" in window), false);
  await tab.context().close();
});

onlyOnSite("the real puzzles are solved offline", async () => {
  await visit(async (site, browser) => {
    const tab = await browser.tab();
    await open(tab, site);
    await tab.waitForFunction(
      () => navigator.serviceWorker.controller !== null,
    );
    await site.stop();
    await tab.goto(`${site.address}#puzzle=hiya`);
    await tab.reload();
    await untilAsking(tab);
    await test(tab, "puzzle-show").click();
    await untilState(tab, "shown");
    const length = await lengthOf(tab);
    await tab.waitForSelector(
      `[data-testid="puzzle-line"][data-at="${length}"]`,
    );
    await test(tab, "puzzle-next").click();
    await untilAsking(tab);
  });
});

it("puzzles: axe finds nothing serious", async () => {
  const tab = await atPuzzle("hiya&id=hiya-daf70e", {
    viewport: { width: 1280, height: 800 },
  });
  assert.deepEqual(await seriousFaults(tab, "puzzle"), [], "asking");
  await move(tab, "A5", "A4");
  await test(tab, "puzzle-line").waitFor();
  assert.deepEqual(await seriousFaults(tab, "puzzle-wrong"), [], "wrong");
  await test(tab, "puzzle-retry").click();
  await untilAsking(tab);
  await move(tab, "D5", "C6");
  await untilState(tab, "solved");
  assert.deepEqual(await seriousFaults(tab, "puzzle-solved"), [], "solved");
  await tab.context().close();
});

for (const [width, height] of [
  [320, 568],
  [390, 844],
  [844, 390],
  [1280, 800],
])
  it(`board, task and buttons of a puzzle are in sight at ${width} by ${height}`, async () => {
    const tab = await atPuzzle("hiya&id=hiya-daf70e", {
      viewport: { width, height },
    });
    const inSight = async (...names) => {
      for (const what of names) {
        const box = await test(tab, what).boundingBox();
        const inside =
          box.x >= 0 &&
          box.y >= 0 &&
          box.x + box.width <= width + 1 &&
          box.y + box.height <= height + 1;
        assert.ok(inside, `${what}: ${JSON.stringify(box)}`);
      }
    };
    await inSight("puzzle-board", "puzzle-task", "puzzle-show", "puzzle-next");
    await picture(tab, `puzzle-${width}x${height}`);
    await move(tab, "A5", "A4");
    await test(tab, "puzzle-line").waitFor();
    await inSight("puzzle-board", "puzzle-retry", "puzzle-next");
    const square = await tab
      .locator("[data-square] .field")
      .first()
      .boundingBox();
    assert.ok(square.width >= 24, `a square is ${square.width} wide`);
    await picture(tab, `puzzle-wrong-${width}x${height}`);
    await end(tab);
  });
