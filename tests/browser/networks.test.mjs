// Networks on the page without a server: separate files, loaded with their game and cached.

import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { startEngine } from "../../tools/site-parts/engine.mjs";
import { versionOf } from "./site.mjs";
import {
  clickSomething,
  dice,
  GAMES,
  open,
  output,
  start,
  state,
  test,
  until,
  untilPly,
  untilTurn,
  visit,
} from "./tools.mjs";
import { onlyOnSite as it, onSite, siteFolder } from "./which.mjs";

const folder = onSite
  ? join(siteFolder, versionOf(siteFolder), "networks")
  : "";

/** The games that have a network, with its file name. */
const NETWORKS = new Map(
  (onSite ? readdirSync(folder) : []).map((name) => {
    const header = readFileSync(join(folder, name)).toString("latin1", 0, 200);
    return [/^game (.+)$/m.exec(header)[1], name];
  }),
);

/** The networks that were requested. */
const asked = (site) =>
  site.asked
    .filter((path) => path.endsWith(".net"))
    .map((path) => path.replace(/.*\//, ""));

/** The move of the program at the start of a game, and its nodes. */
async function expected(game, level) {
  const child = start(["ugi"]);
  const lines = [
    `setoption name UGI_Variant value ${game}`,
    "setoption name Hash value 8",
    `setoption name Level value ${level}`,
    "position startpos",
    "go movetime 60000",
  ];
  child.stdin.write(lines.map((line) => `${line}\n`).join(""));
  let nodes = 0;
  // It would stop at the end of its input.
  for await (const line of createInterface(child.stdout)) {
    nodes = Number(/ nodes (\d+)/.exec(line)?.[1] ?? nodes);
    const action = /^bestmove (\S+)/.exec(line)?.[1];
    if (!action) continue;
    child.stdin.end("quit\n");
    return { action, nodes };
  }
  throw new Error("the program has ended");
}

/** The same for the engine of the site, after another search was stopped, so that a worker is replaced. */
const chosen = (tab, game, level) =>
  tab.evaluate(
    async ({ game, level }) => {
      const workerUrl = document.querySelector(
        "meta[name=engine-worker]",
      ).content;
      window.way ??= new Worker(new URL(workerUrl, document.baseURI));
      const line = { game, actions: [] };
      const asking = (request, wish) =>
        new Promise((resolve) => {
          window.way.onmessage = ({ data }) => {
            const message = typeof data === "string" ? JSON.parse(data) : {};
            if (wish(message)) resolve(message);
          };
          window.way.postMessage(JSON.stringify(request));
        });
      await asking(
        { type: "analyze", id: 1, line, lines: 1 },
        ({ type }) => type === "analysis",
      );
      await asking(
        { type: "stop", id: 2 },
        ({ type, done }) => type === "analysis" && done,
      );
      const choose = { type: "choose", id: 3, line, level, timeMs: 60_000 };
      const { action, report } = await asking(
        choose,
        ({ type }) => type === "chosen",
      );
      return { action: action.text, nodes: report.nodes };
    },
    { game, level },
  );

/** Plays a move and waits for the engine's. */
async function playOn(tab, seed) {
  await untilTurn(tab);
  const { ply } = await state(tab);
  await clickSomething(tab, dice(seed));
  await until(tab, { phase: ["person", "over"], least: ply + 2 });
}

const cached = (tab) =>
  tab.waitForFunction(() => navigator.serviceWorker.controller !== null);

it("a network comes once, with its game, and the engine plays as the program does", async () => {
  assert.ok(NETWORKS.size > 0);
  await visit(async (site, browser) => {
    // A service worker would load them, too.
    const tab = await browser.tab({ serviceWorkers: "block" });
    const [game, file] = [...NETWORKS][0];
    await open(tab, site, `#game=${game}&level=5&time=100`);
    await playOn(tab, 1);
    assert.deepEqual(asked(site), [], "the levels of beginners need none");
    await open(tab, site, `#game=${game}&level=6&time=100`);
    await playOn(tab, 2);
    await playOn(tab, 3);
    assert.deepEqual(asked(site), [file]);
    assert.equal(await test(tab, "notice").innerText(), "");
    await open(tab, site);
    site.asked.length = 0;
    for (const game of new Set([...GAMES, ...NETWORKS.keys()])) {
      for (const level of [6, 7])
        assert.deepEqual(
          await chosen(tab, game, level),
          await expected(game, level),
          `${game}, level ${level}`,
        );
    }
    assert.deepEqual(asked(site).sort(), [...NETWORKS.values()].sort());
    await tab.close();
  });
});

/** The bench nodes of the site's engine with a network, without a browser. */
async function benchWith(game, network, depth) {
  const wasm = join(siteFolder, versionOf(siteFolder), "engine-worker.wasm");
  const { engine, messages } = await startEngine(readFileSync(wasm));
  const put = (bytes) => {
    const at = engine.alloc(bytes.length) >>> 0;
    new Uint8Array(engine.memory.buffer, at, bytes.length).set(bytes);
  };
  put(Buffer.concat([Buffer.from(game), network]));
  engine.load_network(game.length);
  put(Buffer.from(game));
  engine.bench(depth, false);
  return messages.map((line) => line.split(" ").slice(0, 2).join(" "));
}

it("networks of every shape say in a browser what they say in the program", async () => {
  const scratch = mkdtempSync(join(tmpdir(), "skirmish-shapes-"));
  try {
    // One to four SIMD vectors; terms as skip connection, as inputs, and both.
    const shapes = { 16: "both", 32: "inputs", 48: "beside", 64: "inputs" };
    for (const [hidden, terms] of Object.entries(shapes)) {
      for (const game of ["gastank", "oska:5"]) {
        const place = join(scratch, `${game.replace(":", "-")}-${hidden}`);
        const words = ["train", game, "--folder", place, "--net", "terms"]
          .concat("--games", "6", "--nodes", "30", "--epochs", "1")
          .concat("--pairs", "1", "--hidden", hidden, "--terms", terms);
        output(...words);
        const made = join(place, "generation-1");
        const name = readdirSync(made).find((name) => name.endsWith(".net"));
        const file = join(made, name);
        const bench = output("bench", game, "--net", file, "--depth", "6");
        const [line] = bench.split("\n");
        assert.deepEqual(
          await benchWith(game, readFileSync(file), 6),
          [line.trim().split(/\s+/).slice(0, 2).join(" ")],
          `${game}, ${hidden} hidden, terms ${terms}`,
        );
      }
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
});

it("networks are kept for visits without a connection", async () => {
  await visit(async (site, browser) => {
    const tab = await browser.tab();
    const [game] = NETWORKS.keys();
    await open(tab, site, `#game=${game}&level=6&time=100`);
    await playOn(tab, 4);
    await cached(tab);
    await site.stop();
    const { ply } = await state(tab);
    await tab.reload();
    await untilPly(tab, ply);
    await playOn(tab, 5);
    assert.equal(await test(tab, "notice").innerText(), "");
    // Also those of games that were not played.
    for (const game of NETWORKS.keys())
      assert.deepEqual(
        await chosen(tab, game, 6),
        await expected(game, 6),
        game,
      );
    assert.deepEqual(tab.errors, []);
  });
});

it("an engine whose network is missing or damaged says so and plays on", async () => {
  await visit(async (site, browser) => {
    const [game] = NETWORKS.keys();
    const missing = async (path, response) =>
      path.endsWith(".net") && !!response.writeHead(404).end("nothing");
    const damaged = async (path, response, file) => {
      if (!path.endsWith(".net")) return false;
      const bytes = await readFile(file);
      bytes[bytes.length - 1] ^= 1;
      return !!response.end(bytes);
    };
    for (const accident of [missing, damaged, null]) {
      site.accident = accident;
      const tab = await browser.tab({ serviceWorkers: "block" });
      await open(tab, site, `#game=${game}&level=6&time=100`);
      await playOn(tab, 6);
      const said = await test(tab, "notice").innerText();
      if (accident)
        assert.match(said, /network could not be downloaded.*plays without/);
      else assert.equal(said, "");
      await tab.close();
    }
  });
});

it("a browser without vector instructions is told so", async () => {
  await visit(async (site, browser) => {
    site.accident = async (path, response, file) => {
      if (!path.endsWith("engine-worker.js")) return false;
      const script = await readFile(file, "utf8");
      response.setHeader("content-type", "text/javascript");
      return !!response.end(`WebAssembly.validate = () => false;\n${script}`);
    };
    const tab = await browser.tab({ serviceWorkers: "block" });
    await tab.goto(site.address);
    await test(tab, "engine-fault")
      .filter({ hasText: "its WebAssembly has no vector instructions" })
      .waitFor();
  });
});
