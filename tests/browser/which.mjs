// What the tests of this run are about: the program that serves the page, or the site, which needs no server. `run.mjs` says
// which. All tests are for both, but for those that are about one of them; these are named here.

import { test } from "node:test";
import { fileURLToPath } from "node:url";

/** Whether the page comes from a site. */
export const onSite = process.env.SKIRMISH_TRANSPORT === "site";

/** Whether nothing is left to samples. */
export const everything = (process.env.SKIRMISH_ALL ?? "0") !== "0";

/** How long a test waits for one thing that happens at once: a bound, not a measurement. */
export const WAIT_TIMEOUT_MS = 30_000;

/** How long a test may take, on a machine that is busy. One that takes longer has failed, and the others go on. */
export const TEST_TIMEOUT_MS = 240_000;

/** Where the site is. */
export const siteFolder =
  process.env.SKIRMISH_SITE ??
  fileURLToPath(new URL("../../target/site/built", import.meta.url));

/** What only a server can be asked: its socket, its end, and its beginning again. */
const OF_THE_SERVER = [
  "a server that goes away and comes back loses nothing",
  "the catalogue is loaded once, beside a short greeting",
  "an engine that thinks when the server dies thinks again when it is back",
  "the token of a classroom goes from the address once it has done its work",
];

/** A test of the page, wherever it comes from. */
export const it = (name, body) =>
  bounded(name, onSite && OF_THE_SERVER.includes(name), body);

/** A test of the site. */
export const onlyOnSite = (name, body) => bounded(name, !onSite, body);

const bounded = (name, skip, body) =>
  test(name, { skip, timeout: TEST_TIMEOUT_MS }, body);
