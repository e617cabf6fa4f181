// Helpers of the browser tests: the server, the browser, clicks and waits.

import assert from "node:assert/strict";
import { execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { serveSite } from "./site.mjs";
import {
  everything,
  onSite,
  siteFolder,
  TEST_TIMEOUT_MS,
  WAIT_TIMEOUT_MS,
} from "./which.mjs";

export const root = fileURLToPath(new URL("../..", import.meta.url));
const require = createRequire(
  new URL("../../crates/web/page/package.json", import.meta.url),
);
const { chromium } = require("playwright-core");

/** The program under test. */
export const program =
  process.env.SKIRMISH ?? join(root, "target/debug/skirmish");
/** Debian's Chromium, or another Chromium. */
const browserPath = [
  process.env.CHROMIUM,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
].find((path) => path && existsSync(path));
/** The path of axe. */
const axePath = require.resolve("axe-core/axe.min.js");
export const page = join(root, "crates/web/page");

/** A host name of this machine that the browser does not treat as local. */
export const PLAIN_NAME = "plain.test";

/** The output of the program with these arguments. */
export const output = (...words) =>
  execFileSync(program, words, {
    encoding: "utf8",
    stdio: "pipe",
    timeout: TEST_TIMEOUT_MS,
  });

/** All games of the program. */
export const GAMES = JSON.parse(output("games", "--json")).map(({ id }) => id);

/** The games of tests that are similar for all: the first and the last, or all with SKIRMISH_ALL. */
export const SOME_GAMES = everything ? GAMES : [GAMES[0], GAMES.at(-1)];

/**
 * Starts the server on a port, or any: the program, or a file server with the site. With `SKIRMISH_ADDRESS=http://localhost:5173/`
 * it uses `npm run dev` instead; tests that restart the server do not work then.
 */
export async function startServer(port, ...words) {
  const given = process.env.SKIRMISH_ADDRESS;
  if (given) return at(given, async () => {});
  if (onSite) return serveSite(siteFolder, port);
  const free = String(port ?? (await freePort()));
  const child = start(["web", "--no-open", "--port", free, ...words], "ignore");
  const address = new Promise((resolve, reject) => {
    let text = "";
    child.stdout.on("data", (data) => {
      text += data;
      const found = /http:\/\/\S+/.exec(text);
      // The token, if any, is at the end of the address.
      if (found) resolve(found[0].replace(/^([^?]*?)\/?$/, "$1/"));
    });
    child.on("error", reject);
    child.on("exit", (code) =>
      reject(new Error(`the server ended with ${code}: ${text}`)),
    );
  });
  return at(await inTime(address, "the server's address"), async (signal) => {
    if (!isRunning(child)) return;
    const exit = once(child, "exit");
    child.kill(signal ?? "SIGINT");
    await inTime(exit, "the end of the server");
  });
}

/** Awaits a promise with a timeout. */
async function inTime(promise, name) {
  const timer = new AbortController();
  const late = pause(WAIT_TIMEOUT_MS, null, timer).then(() => {
    throw new Error(`${name} was not ready within ${WAIT_TIMEOUT_MS} ms`);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    timer.abort();
  }
}

const isRunning = ({ exitCode, signalCode }) =>
  exitCode === null && signalCode === null;

const children = new Set();

/** Starts the program and kills it with the tests: otherwise the runner would wait for its output. */
export function start(words, stdin = "pipe") {
  const child = spawn(program, words, { stdio: [stdin, "pipe", "inherit"] });
  children.add(child);
  child.on("exit", () => children.delete(child));
  return child;
}

process.on("exit", () => {
  for (const child of children) child.kill("SIGKILL");
});
// The runner stops slow files with a signal; without a listener the line above would not run.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
  process.on(signal, () => process.exit(1));

const at = (address, stop) => ({
  address,
  port: Number(new URL(address).port),
  catalogue: `${address}catalogue.json`,
  stop,
});

/** A free port. */
export async function freePort() {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address();
  probe.close();
  await once(probe, "close");
  return port;
}

/** Starts the browser with an empty profile. */
export async function startBrowser() {
  assert.ok(browserPath, "no chromium: apt-get install chromium");
  const profile = mkdtempSync(join(tmpdir(), "skirmish-browser-"));
  const flags = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    // A host without encryption.
    `--host-resolver-rules=MAP ${PLAIN_NAME} 127.0.0.1`,
  ];
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: browserPath,
    headless: true,
    timeout: WAIT_TIMEOUT_MS,
    // This process closes it at its end.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    args: [...flags, "--disable-component-update", "--disable-sync"],
    viewport: { width: 1280, height: 860 },
    reducedMotion: "reduce",
  });
  context.setDefaultTimeout(WAIT_TIMEOUT_MS);
  const fresh = (options) =>
    context.browser().newContext({ reducedMotion: "reduce", ...options });
  return {
    /** A tab; with options, in its own context. */
    tab: async (options) => tabIn(options ? await fresh(options) : context),
    /** A new browser context. */
    async anew() {
      const own = await fresh();
      return {
        tab: async (options) => tabIn(options ? await fresh(options) : own),
        stop: () => own.close(),
      };
    },
    async stop() {
      await inTime(context.close(), "the end of the browser");
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

/** A new tab, which collects script errors in `errors`. */
async function tabIn(context) {
  context.setDefaultTimeout(WAIT_TIMEOUT_MS);
  const tab = await context.newPage();
  tab.errors = [];
  tab.on("pageerror", (error) => tab.errors.push(String(error)));
  tab.on("console", (message) => {
    // The browser reports an unreachable server as an error; the page handles it.
    if (
      message.type() === "error" &&
      !/WebSocket connection|ERR_CONNECTION_REFUSED/.test(message.text())
    )
      tab.errors.push(message.text());
  });
  return tab;
}

let visitor;
after(() => visitor?.then((browser) => browser.stop()), {
  timeout: TEST_TIMEOUT_MS,
});

/** A site and a new browser for one test. */
export async function visit(body) {
  visitor ??= startBrowser();
  const [site, browser] = [
    await serveSite(siteFolder),
    await (await visitor).anew(),
  ];
  try {
    await body(site, browser);
  } finally {
    await browser.stop();
    await site.stop();
  }
}

/** Opens the page at an address and waits for its board or the home page. */
export async function open(tab, server, hash = "") {
  await tab.goto("about:blank");
  await tab.goto(server.address + hash);
  await tab.waitForSelector(
    hash.includes("game=") ? '[data-testid="board"] svg' : ".card",
  );
}

export const test = (tab, id) => tab.locator(`[data-testid="${id}"]`);

/** The state of the board: position, ply, and who may move. */
export async function state(tab) {
  return test(tab, "board").evaluate(({ dataset }) => ({
    position: dataset.position,
    ply: Number(dataset.ply),
    phase: dataset.phase,
    outcome: dataset.outcome || null,
  }));
}

/**
 * Waits for a state of the board: `phase` (one of several), `ply`, `above` and `least` for the number of actions, `outcome`,
 * `position`, or a position `other` than this.
 */
export async function until(tab, wish) {
  await tab.waitForFunction((wish) => {
    const board = document.querySelector('[data-testid="board"]')?.dataset;
    if (!board) return false;
    const ply = Number(board.ply);
    return (
      (wish.phase === undefined || [wish.phase].flat().includes(board.phase)) &&
      (wish.ply === undefined || ply === wish.ply) &&
      (wish.above === undefined || ply > wish.above) &&
      (wish.least === undefined || ply >= wish.least) &&
      (wish.outcome === undefined || board.outcome === wish.outcome) &&
      (wish.position === undefined || board.position === wish.position) &&
      (wish.other === undefined || board.position !== wish.other)
    );
  }, wish);
}

/**
 * Repeats a check of the page until it holds: after an action the page renders, focuses and changes its address a little later,
 * on a busy machine much later. Fails with the last error of the check.
 */
export async function soon(check) {
  const deadline = Date.now() + WAIT_TIMEOUT_MS;
  for (;;)
    try {
      return await check();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await pause(30);
    }
}

/** Waits for a person's turn or the end of the game. */
export const untilTurn = (tab) => until(tab, { phase: ["person", "over"] });
export const untilPly = (tab, ply) => until(tab, { ply });

/** Waits until the page is connected, or disconnected. */
export const untilConnected = (tab, connected) =>
  tab.waitForSelector(
    `[data-testid="connection"][data-connected="${connected}"]`,
    { state: "attached" },
  );

/** The centre of a square in the window. */
export async function centre(tab, square) {
  const box = await tab
    .locator(`[data-square="${square}"] .field`)
    .boundingBox();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

export async function click(tab, square) {
  const { x, y } = await centre(tab, square);
  await tab.mouse.click(x, y);
}

export async function move(tab, from, to) {
  await click(tab, from);
  await click(tab, to);
}

/** A seeded random number generator. */
export function dice(seed) {
  let state = seed >>> 0 || 1;
  return (sides) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

/** Clicks a random legal action: a button, or a piece and a target. */
export async function clickSomething(tab, roll) {
  const words = await tab.locator('[data-testid^="word-"]').all();
  if (words.length > 0) return words[roll(words.length)].click();
  const pieces = await tab
    .locator("[data-square].movable")
    .evaluateAll((found) => found.map((square) => square.dataset.square));
  assert.ok(pieces.length > 0, "a person's turn, and nothing to move");
  const from = pieces[roll(pieces.length)];
  await click(tab, from);
  await tab.waitForSelector("[data-target]");
  const targets = await tab
    .locator("[data-target]")
    .evaluateAll((found) => found.map((square) => square.dataset.square));
  const to = targets[roll(targets.length)];
  const { ply } = await state(tab);
  await click(tab, to);
  // Capturing an own piece needs a second click.
  const confirming = tab.locator(`[data-square="${to}"].confirming`);
  await soon(async () =>
    assert.ok((await confirming.count()) > 0 || (await state(tab)).ply > ply),
  );
  if ((await confirming.count()) > 0) await click(tab, to);
}

/** The actions of the main line in an address. */
export function actionsOf(url) {
  const moves =
    new URLSearchParams(new URL(url).hash.slice(1)).get("moves") ?? "";
  return moves
    .replace(/\([^)]*\)/g, "")
    .split("_")
    .filter(Boolean);
}

/** The result of a list of actions, according to the console. */
export async function referee(game, actions, start) {
  const position = start ? ["--position", start] : [];
  const { stdout } = await promisify(execFile)(
    program,
    ["play-out", game, "--moves", actions.join(" "), ...position, "--json"],
    { timeout: WAIT_TIMEOUT_MS },
  );
  return JSON.parse(stdout);
}

/** Saves a screenshot with SKIRMISH_SHOTS. */
export async function picture(tab, name) {
  if (!process.env.SKIRMISH_SHOTS) return;
  const shots = join(root, "tests/browser/shots");
  mkdirSync(shots, { recursive: true });
  await tab.screenshot({ path: join(shots, `${name}.png`) });
}

/**
 * The serious axe violations of a part of the page in both themes; only contrast depends on the theme. With a name, saves
 * screenshots.
 */
export async function seriousFaults(tab, name, part = "html") {
  const found = [];
  for (const [colorScheme, rules] of [
    ["light", undefined],
    ["dark", ["color-contrast"]],
  ]) {
    await tab.emulateMedia({ colorScheme });
    await tab.waitForSelector(`html[data-theme="${colorScheme}"]`);
    await picture(tab, `${name}-${colorScheme}`);
    const faults = await faultsByAxe(tab, part, rules);
    found.push(...faults.map((fault) => `${colorScheme}: ${fault}`));
  }
  return found;
}

/** The serious axe violations of a part of the page as it is. */
export async function faultsByAxe(tab, part, runOnly) {
  if (!(await tab.evaluate(() => "axe" in window)))
    await tab.evaluate(readFileSync(axePath, "utf8"));
  const { violations } = await tab.evaluate(
    ({ part, runOnly }) =>
      axe.run(part, { resultTypes: ["violations"], runOnly }),
    { part, runOnly },
  );
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .slice(0, 3)
          .map((node) => node.html.slice(0, 160))
          .join(" | ")}`,
    );
}
