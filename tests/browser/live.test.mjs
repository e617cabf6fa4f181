// The live page of a tournament: a tournament runs, its worker is killed, its store goes away and comes back.

import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before } from "node:test";
import {
  faultsByAxe,
  freePort,
  output,
  picture,
  program,
  root,
  soon,
  start,
  startBrowser,
} from "./tools.mjs";
import { it, onSite, TEST_TIMEOUT_MS } from "./which.mjs";

const timeout = TEST_TIMEOUT_MS;
process.env.SKIRMISH = program;
const engine = (name) => join(root, "tests/engines", name);

/** Names that mean something in HTML, in addresses and to those who read from right to left. */
const NAMES = [
  '<b>Ada</b> & "Co"',
  "Bob/../<script>alert(1)</script>",
  "Cleo \u202egnp.exe",
  "Dan",
];

let browser;
let folder;
const running = [];

before(
  async () => {
    if (onSite) return;
    folder = mkdtempSync(join(tmpdir(), "skirmish-live-"));
    browser = await startBrowser();
  },
  { timeout },
);
after(
  async () => {
    await browser?.stop();
    for (const child of running) child.kill("SIGKILL");
    if (folder) rmSync(folder, { recursive: true, force: true });
  },
  { timeout },
);

/** Waits for something that a process prints. */
function printed(child, pattern) {
  return new Promise((resolve, reject) => {
    let text = "";
    child.stdout.on("data", (chunk) => {
      text += chunk;
      const found = pattern.exec(text);
      if (found) resolve(found[0]);
    });
    child.on("exit", () =>
      reject(new Error(`it ended without ${pattern}: ${text}`)),
    );
  });
}

/** Plays a tournament whose programs think for so many seconds; the last one crashes. */
function play(store, seconds, ...words) {
  const sleepy = `python3 ${engine("sleepy.py")} ${seconds}`;
  const commands = [
    sleepy,
    sleepy,
    sleepy,
    `python3 ${engine("faulty.py")} crash`,
  ];
  const engines = NAMES.flatMap((name, place) => [
    "--engine",
    `cmd=${commands[place]}`,
    `name=${name}`,
    "nodes=20",
    "st=20",
  ]);
  const child = start(
    ["arena", "run", "--game", "trench", "--name", "cup", "--store", store]
      .concat(engines)
      .concat(words.length ? words : ["--rounds", "1"])
      .concat(["--concurrency", "2"]),
    "ignore",
  );
  running.push(child);
  child.stdout.resume();
  return child;
}

/** The live page of a store: its address, and the process. */
async function serve(store, ...words) {
  const port = String(await freePort());
  const child = start(
    ["arena", "serve", store, "--no-open", "--port", port, ...words],
    "ignore",
  );
  running.push(child);
  const address = await printed(child, /http:\/\/\S+/);
  return { address, child };
}

async function stop(child, signal = "SIGINT") {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, "exit");
  child.kill(signal);
  await exit;
}

/** A tab that notes every request to somewhere else. */
async function watcher(address, options) {
  const tab = await browser.tab(options);
  tab.others = [];
  tab.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(address) && !url.startsWith("data:"))
      tab.others.push(url);
  });
  await tab.goto(address);
  return tab;
}

/** Waits for a board with pieces. */
const untilDrawn = (tab, board) =>
  tab.waitForSelector(`${board} [data-place] > *`, { state: "attached" });

const lasts = (tab) =>
  tab
    .locator("article[data-game]")
    .evaluateAll((found) =>
      found.map((article) => [
        article.dataset.game,
        article.querySelector(".last").textContent,
      ]),
    );

it("a tournament is watched while it runs, its worker is killed and its store goes and comes back", async () => {
  const store = join(folder, "killed.arena");
  const worker = play(store, 0.7);
  await printed(worker, /Started game/);
  const { address, child } = await serve(store);
  const tab = await watcher(address, {
    viewport: { width: 1280, height: 720 },
  });
  // Boards are drawn, with clocks, and moves appear as they happen.
  await untilDrawn(tab, "article .board-place svg");
  await tab.waitForFunction(() =>
    [...document.querySelectorAll(".clock")].some((clock) =>
      /^0:0\d of 0:20$/.test(clock.textContent),
    ),
  );
  const first = Object.fromEntries(await lasts(tab));
  await tab.waitForFunction(
    (first) =>
      [...document.querySelectorAll("article[data-game]")].some(
        ({ dataset, lastElementChild: { textContent } }) =>
          dataset.game in first &&
          textContent !== first[dataset.game] &&
          /[A-G]\d[A-G]\d.* · \d+ plies/.test(textContent),
      ),
    first,
  );
  await picture(tab, "live-running");
  // A fault is there as it happens, without what the program said.
  await tab.waitForSelector("#faults li");
  await soon(async () =>
    assert.match(
      await tab.textContent("#faults li"),
      /Game \d+: Dan (crashed|played an illegal move)\./,
    ),
  );
  // Names are text.
  const names = await tab.textContent("#standings");
  for (const name of [NAMES[0], NAMES[1]])
    assert.ok(names.includes(name), names);
  assert.ok(names.includes("Cleo \ufffdgnp.exe"), names);
  await soon(async () =>
    assert.equal(await tab.locator("main b, main script").count(), 0),
  );

  // The worker is killed: its games are not shown any more.
  await stop(worker, "SIGKILL");
  await tab.waitForFunction(
    () => document.querySelectorAll("article[data-game]").length === 0,
  );
  await soon(async () =>
    assert.match(await tab.textContent("#running"), /None\./),
  );
  await soon(async () => assert.equal(await tab.textContent("#status"), ""));

  // The store goes away: the page says so and shows what was known.
  const files = ["", "-wal", "-shm"];
  const away = (suffix) => join(folder, `away${suffix}`);
  const games = await tab.locator("#latest tbody tr").count();
  for (const suffix of files)
    try {
      renameSync(store + suffix, away(suffix));
    } catch (error) {
      assert.equal(error.code, "ENOENT");
    }
  await tab.waitForFunction(() =>
    document.getElementById("status").textContent.includes("cannot be read"),
  );
  await picture(tab, "live-gone");
  await soon(async () =>
    assert.equal(await tab.locator("#latest tbody tr").count(), games),
  );
  for (const suffix of files)
    try {
      renameSync(away(suffix), store + suffix);
    } catch (error) {
      assert.equal(error.code, "ENOENT");
    }
  await tab.waitForFunction(
    () => document.getElementById("status").textContent === "",
  );

  // It is resumed, and the page continues without being reloaded.
  const again = start(
    ["arena", "resume", store, "--concurrency", "2"],
    "ignore",
  );
  running.push(again);
  again.stdout.resume();
  await untilDrawn(tab, "article .board-place svg");
  await stop(again);

  // The server goes: the page says that, too.
  await stop(child);
  await tab.waitForFunction(() =>
    document
      .getElementById("status")
      .textContent.includes("connection to the server is lost"),
  );
  assert.deepEqual(tab.others, []);
  assert.deepEqual(
    tab.errors.filter((error) => !/ERR_|Failed to load/.test(error)),
    [],
  );
  await tab.context().close();
});

it("the live page is read by axe, on a phone and on a projector", async () => {
  const store = join(folder, "looks.arena");
  const worker = play(store, 0.4, "--rounds", "2");
  await printed(worker, /Started game/);
  const { address, child } = await serve(store, "--evaluate");
  for (const [name, viewport] of [
    ["desktop", { width: 1280, height: 720 }],
    ["projector", { width: 1920, height: 1080 }],
    ["phone", { width: 390, height: 844 }],
  ]) {
    const tab = await watcher(address, { viewport });
    await untilDrawn(tab, "article .board-place svg");
    await tab.waitForSelector("#latest tbody tr");
    await tab.waitForFunction(() =>
      [...document.querySelectorAll(".last")].some((last) =>
        /even|\+\d+|wins in/.test(last.textContent),
      ),
    );
    const [width, inner] = await tab.evaluate(() => [
      document.documentElement.scrollWidth,
      innerWidth,
    ]);
    assert.ok(width <= inner, `${name}: ${width} > ${inner}`);
    for (const colorScheme of ["light", "dark"]) {
      await tab.emulateMedia({ colorScheme });
      await picture(tab, `live-${name}-${colorScheme}`);
      assert.deepEqual(await faultsByAxe(tab, "html"), [], name);
    }
    assert.deepEqual([tab.errors, tab.others], [[], []]);
    await tab.context().close();
  }
  await stop(worker);
  await stop(child);
});

it("pages of programs and pairings show running and finished games", async () => {
  const store = join(folder, "pages.arena");
  const worker = play(store, 0.15);
  await once(worker, "exit");
  assert.match(output("arena", "status", store), /12 of 12 games finished/);
  const { address, child } = await serve(store, "--names", "first=1");
  const tab = await watcher(address, {
    viewport: { width: 1280, height: 900 },
  });
  await tab.waitForSelector("#crosstable td a");
  await soon(async () =>
    assert.match(await tab.textContent("#next"), /all games are finished/),
  );
  const shown = await tab.locator("#standings td.name").allTextContents();
  const known = (name) =>
    NAMES.some((real) => name.startsWith(real.slice(0, 4)));
  assert.deepEqual(shown.map(known), [true, false, false, false], shown.join());
  // From the crosstable to the boards of two programs.
  await tab.locator("#crosstable td:not(.name) a").first().click();
  await untilDrawn(tab, "#board svg");
  await soon(async () =>
    assert.match(await tab.textContent("#place"), /^0 \/ \d+$/),
  );
  await tab.keyboard.press("End");
  const place = await tab.textContent("#place");
  assert.equal(place.split(" / ")[0], place.split(" / ")[1]);
  await tab.locator("#back").click();
  await picture(tab, "live-pairing");
  assert.deepEqual(await faultsByAxe(tab, "html"), []);
  // And to the page of one of them.
  await tab.locator("header a").last().click();
  await tab.waitForSelector("#opponents tbody tr");
  await soon(async () =>
    assert.equal(await tab.locator("#opponents tbody tr").count(), 3),
  );
  await picture(tab, "live-program");
  assert.deepEqual(await faultsByAxe(tab, "html"), []);
  // A link in the list of games leads to the board with this game.
  await tab.locator("#latest td a[href*='#game-']").first().click();
  await untilDrawn(tab, "#board svg");
  const number = /#game-(\d+)/.exec(tab.url())[1];
  await soon(async () =>
    assert.match(
      await tab.textContent("#title"),
      new RegExp(`^Game ${number},`),
    ),
  );
  // Nothing says who is behind a pseudonym.
  const pages = await tab.evaluate(async () => {
    const texts = [];
    for (const name of [
      "index",
      "program-0",
      "program-1",
      "program-2",
      "program-3",
      "pair-0-1",
      "pair-2-3",
    ])
      texts.push(await (await fetch(`${name}.html`)).text());
    return texts;
  });
  const hidden = ["Ada", "Bob", "Cleo", "Dan"].filter((name) =>
    pages.some((page) => page.includes(name)),
  );
  assert.equal(hidden.length, 1, hidden.join());
  assert.deepEqual([tab.errors, tab.others], [[], []]);
  await tab.context().close();
  await stop(child);
});
