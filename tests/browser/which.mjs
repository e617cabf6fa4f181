// Whether this run tests the page with a server or without (`run.mjs` decides). Most tests run for both; the exceptions are
// listed here.

import { test } from "node:test";
import { fileURLToPath } from "node:url";

/** Whether the page has no server. */
export const onSite = process.env.SKIRMISH_TRANSPORT === "site";

/** Whether to test everything instead of samples. */
export const everything = (process.env.SKIRMISH_ALL ?? "0") !== "0";

/** The timeout of a single wait, for busy machines. */
export const WAIT_TIMEOUT_MS = 60_000;

/** The timeout of a test, for busy machines. */
export const TEST_TIMEOUT_MS = 300_000;

/** The folder of the site. */
export const siteFolder =
  process.env.SKIRMISH_SITE ??
  fileURLToPath(new URL("../../target/site/built", import.meta.url));

/** The tests that need a server. */
const SERVER_TESTS = [
  "a server that goes away and comes back loses nothing",
  "the catalogue is loaded once, beside a short greeting",
  "an engine that thinks when the server dies thinks again when it is back",
  "a live game survives a reload, a lost connection and a killed server",
  "hostile messages into a room change no board",
  "a game of the lobby has clocks, is taken back by agreement and watched",
  "a turn of Refusal is proposed, refused and replaced in a room",
  "your move is on the board before the server has heard of it",
  "the first visit is small",
  "a tournament is watched while it runs, its worker is killed and its store goes and comes back",
  "the live page is read by axe, on a phone and on a projector",
  "pages of programs and pairings show running and finished games",
  "the token of a classroom goes from the address once it has done its work",
];

/** A test of the page, with or without a server. */
export const it = (name, body) =>
  bounded(name, onSite && SERVER_TESTS.includes(name), body);

/** A test of the page without a server. */
export const onlyOnSite = (name, body) => bounded(name, !onSite, body);

const bounded = (name, skip, body) =>
  test(name, { skip, timeout: TEST_TIMEOUT_MS }, body);
