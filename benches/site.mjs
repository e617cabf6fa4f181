#!/usr/bin/env node
// The page without a server, in Debian's chromium: its size, the time until its board can be played on, the speed of its engine
// compared with the program with one thread in the same run, with networks and with the hand-written evaluation, the time to load
// a network, and the time to stop a search.
//
// Usage: SKIRMISH=target/release/skirmish benches/site.mjs DIR [DEPTH]   (a site of tools/site; after npm ci in crates/web/page)

import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { bench, serveSite } from "../tests/browser/site.mjs";
import { program, startBrowser, untilTurn } from "../tests/browser/tools.mjs";

const [folder, depth = "12"] = process.argv.slice(2);
if (!folder) {
  console.error("expected the folder of a site: benches/site.mjs DIR");
  process.exit(2);
}
const ROUNDS = 3;
const median = (numbers) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
const milliseconds = (numbers) =>
  numbers.map((number) => number.toFixed(0)).join(", ");

/** Compressed sizes, by what they are. */
function sizes() {
  const kinds = {
    ".wasm": "engine",
    ".json": "catalogue",
    ".png": "icons",
    ".js": "scripts",
    ".css": "style",
    ".net": "networks",
  };
  const sums = { engine: 0 };
  for (const entry of readdirSync(folder, {
    recursive: true,
    withFileTypes: true,
  })) {
    if (!entry.isFile()) continue;
    const bytes = readFileSync(
      join(entry.parentPath ?? entry.path, entry.name),
    );
    const kind = kinds[extname(entry.name)] ?? "rest";
    sums[kind] = (sums[kind] ?? 0) + gzipSync(bytes, { level: 9 }).length;
  }
  // Networks are loaded with their games.
  const { networks = 0, ...first } = sums;
  const all = Object.values(first).reduce((sum, size) => sum + size, 0);
  const parts = Object.entries(first).map(
    ([kind, size]) => `${kind} ${(size / 1000).toFixed(1)}`,
  );
  console.log(
    `size     ${(all / 1000).toFixed(1)} KB compressed (at most 450): ${parts.join(", ")}; and all networks ${(networks / 1000).toFixed(1)}`,
  );
}

/** From the address to the board, and to the first turn, with an empty cache. */
async function loading(site) {
  const [boards, turns] = [[], []];
  for (let round = 0; round < 5; round += 1) {
    const browser = await startBrowser();
    const tab = await browser.tab();
    const began = performance.now();
    await tab.goto(`${site.address}#game=gastank&south=person&north=person`);
    await tab.waitForSelector(".board-box svg");
    boards.push(performance.now() - began);
    await untilTurn(tab);
    turns.push(performance.now() - began);
    await browser.stop();
  }
  console.log(
    `loading  the board stands after ${milliseconds(boards)} ms, and can be played on after ${milliseconds(turns)} ms`,
  );
}

/** From the first question that needs a network to its first answer, and from the next one, in each game that has one. */
async function networks(site) {
  const browser = await startBrowser();
  const tab = await browser.tab();
  await tab.goto(site.address);
  await tab.waitForSelector(".card");
  const workerUrl = await tab.evaluate(
    () => document.querySelector("meta[name=engine-worker]").content,
  );
  const script = readFileSync(join(folder, workerUrl), "utf8");
  const known = JSON.parse(/^const NETWORKS = (.*);$/m.exec(script)[1]);
  for (const [game, { file }] of Object.entries(known)) {
    const [loading, first, second] = await tab.evaluate(
      async ({ game, file, workerUrl }) => {
        const address = new URL(workerUrl, document.baseURI);
        let at = performance.now();
        const options = { cache: "reload" };
        await (await fetch(new URL(file, address), options)).arrayBuffer();
        const times = [performance.now() - at];
        const worker = new Worker(address);
        const asking = (id) =>
          new Promise((resolve) => {
            worker.onmessage = ({ data }) =>
              typeof data === "string" &&
              JSON.parse(data).type === "chosen" &&
              resolve(performance.now());
            const line = { game, actions: [] };
            const request = { type: "choose", id, line, timeMs: 1000 };
            worker.postMessage(JSON.stringify({ ...request, level: id }));
          });
        // Start with a level without a network, so that engine and worker are loaded.
        await asking(5);
        for (const level of [6, 6]) {
          at = performance.now();
          times.push((await asking(level)) - at);
        }
        worker.terminate();
        return times;
      },
      { game, file, workerUrl },
    );
    console.log(
      `network  ${game.padEnd(8)} loaded in ${loading.toFixed(0)} ms; the first move of level 6 after ${first.toFixed(0)} ms, the same again after ${second.toFixed(0)}`,
    );
  }
  await browser.stop();
}

/** The nodes of the program in each game, and its speed in million nodes per second. */
function nativeBench(net) {
  const text = execFileSync(
    program,
    ["bench", "--net", net, "--depth", depth],
    { encoding: "utf8" },
  );
  const rows = text
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/));
  return new Map(
    rows.map(([game, nodes, , speed]) => [
      game,
      { nodes: Number(nodes), speed: Number(speed) },
    ]),
  );
}

/** Speeds in turns, so that both meet the same machine. */
async function speed(site, browser) {
  const tab = await browser.tab();
  await tab.goto(site.address);
  await tab.waitForSelector(".card");
  // Warm up: the browser optimises code only after it has run for a while.
  for (const terms of [true, false]) await bench(tab, Number(depth), terms);
  const ratios = new Map();
  const note = (game, here, there) => {
    const known = ratios.get(game) ?? [];
    ratios.set(game, [...known, { here, there }]);
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const net of ["terms", "usual"]) {
      const native = nativeBench(net);
      let [sum, time] = [0, 0];
      for (const line of await bench(tab, Number(depth), net === "terms")) {
        const [game, nodes, ms] = line.split(" ");
        if (Number(nodes) !== native.get(game)?.nodes)
          throw new Error(
            `${game}: ${nodes} nodes in the browser, ${native.get(game)?.nodes} in the program`,
          );
        note(
          `${game} ${net}`,
          Number(nodes) / ms / 1000,
          native.get(game).speed,
        );
        sum += Number(nodes);
        time += Number(ms);
      }
      note(`all ${net}`, sum / time / 1000, native.get("all").speed);
    }
  }
  for (const [game, found] of ratios) {
    const ratio = median(found.map(({ here, there }) => here / there));
    const [here, there] = [
      median(found.map(({ here }) => here)),
      median(found.map(({ there }) => there)),
    ];
    console.log(
      `speed    ${game.padEnd(13)} ${here.toFixed(3)} of ${there.toFixed(3)} million nodes/s: ${(100 * ratio).toFixed(0)} %`,
    );
  }
  await tab.close();
}

/** From `stop` to the last word of an analysis, and from a new search to its first, ten times each. */
async function stopping(site, browser) {
  const tab = await browser.tab();
  await tab.goto(site.address);
  await tab.waitForSelector(".card");
  const [stopped, begun] = await tab.evaluate(async () => {
    const workerUrl = document.querySelector("meta[name=engine-worker]").content;
    const worker = new Worker(new URL(workerUrl, document.baseURI));
    let wanted = () => {};
    worker.onmessage = ({ data }) =>
      typeof data === "string" && wanted(JSON.parse(data));
    const until = (wish) =>
      new Promise(
        (resolve) =>
          (wanted = (message) => wish(message) && resolve(performance.now())),
      );
    const send = (request) => worker.postMessage(JSON.stringify(request));
    const line = { game: "gastank", actions: [] };
    const [stopped, begun] = [[], []];
    await until(({ type }) => type === "hello");
    for (let id = 1; id <= 20; id += 2) {
      let at = performance.now();
      send({ type: "analyze", id, line, lines: 1 });
      begun.push((await until(({ type }) => type === "analysis")) - at);
      await new Promise((resolve) => setTimeout(resolve, 500));
      at = performance.now();
      send({ type: "stop", id: id + 1 });
      stopped.push(
        (await until(({ type, done }) => type === "analysis" && done)) - at,
      );
    }
    return [stopped, begun];
  });
  console.log(
    `stop     after ${milliseconds(stopped)} ms (at most 200); a new search reports after ${milliseconds(begun)} ms`,
  );
  await tab.close();
}

sizes();
const site = await serveSite(folder);
await loading(site);
await networks(site);
const browser = await startBrowser();
await stopping(site, browser);
await speed(site, browser);
await browser.stop();
await site.stop();
