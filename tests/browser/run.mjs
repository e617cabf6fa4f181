#!/usr/bin/env node
// Runs the tests of the page in a browser: `server` with the program, `site` with the page without a server, which it builds
// first. `site short` runs a selection. Further arguments go to Node, such as --test-name-pattern.

import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const [which = "server", ...words] = process.argv.slice(2);
if (!["server", "site"].includes(which)) {
  console.error(`unknown argument ${which}, expected server or site`);
  process.exit(2);
}
const short = which === "site" && words[0] === "short";

/** Files at the same time: one more than cores, because each waits for engines and timers a third of its time. */
const CONCURRENCY = availableParallelism() + 1;

/** The timeout of a file; each test has its own. */
const FILE_TIMEOUT_MS = 900_000;

/** The selection of `site short`: what is specific to the site. */
const CHOICE = {
  files: [
    "board.test.mjs",
    "api.test.mjs",
    "lessons.test.mjs",
    "microscope.test.mjs",
    "networks.test.mjs",
    "site.test.mjs",
  ],
  names: [
    "page and engine are small",
    "the engine visits the positions that the program visits",
    "a second visit plays without a network",
    "a network comes once, with its game, and the engine plays as the program does",
    "networks of every shape say in a browser what they say in the program",
    "networks are kept for visits without a connection",
    "an engine whose network is missing or damaged says so and plays on",
    "a browser without vector instructions is told so",
    "hiya: the tree opens step by step, with the board beside it",
    "a lesson asks for verdicts and for answers to proposals, too",
    "damaged files are loaded again",
    "a message that is no request gets a one-line error",
    "a finger drags a piece to its target, and the page stays where it is",
    "a search is stopped, answers with what it found, and others are answered meanwhile",
  ],
};

function run(program, words, environment = {}) {
  const { status } = spawnSync(program, words, {
    stdio: "inherit",
    env: { ...process.env, ...environment },
  });
  if (status !== 0) process.exit(status ?? 1);
}

if (which === "site" && !process.env.SKIRMISH_SITE)
  run(join(here, "../../tools/site"), [join(here, "../../target/site/built")]);
const files = readdirSync(here)
  .filter((name) => name.endsWith(".test.mjs"))
  .filter((name) => !short || CHOICE.files.includes(name));
run(
  process.execPath,
  [
    "--test",
    `--test-concurrency=${CONCURRENCY}`,
    `--test-timeout=${FILE_TIMEOUT_MS}`,
  ]
    .concat(
      short ? CHOICE.names.map((name) => `--test-name-pattern=^${name}$`) : [],
    )
    .concat(words.slice(short ? 1 : 0))
    .concat(files.map((name) => join(here, name))),
  { SKIRMISH_TRANSPORT: which },
);
