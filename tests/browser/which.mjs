// Whether this run tests the page with a server or without (`run.mjs` decides). Most tests run for both; the exceptions are
// listed here.

import { test } from "node:test";
import { fileURLToPath } from "node:url";

/** Whether the page has no server. */
export const onSite = process.env.SKIRMISH_TRANSPORT === "site";

/** Whether to test everything instead of samples. */
export const everything = (process.env.SKIRMISH_ALL ?? "0") !== "0";

/** The timeout of a single wait. */
export const WAIT_TIMEOUT_MS = 30_000;

/** The timeout of a test, for busy machines. */
export const TEST_TIMEOUT_MS = 240_000;

/** The folder of the site. */
export const siteFolder =
  process.env.SKIRMISH_SITE ??
  fileURLToPath(new URL("../../target/site/built", import.meta.url));

/** The tests that need a server. */
const SERVER_TESTS = [
  "a server that goes away and comes back loses nothing",
  "the catalogue is loaded once, beside a short greeting",
  "an engine that thinks when the server dies thinks again when it is back",
  "the token of a classroom goes from the address once it has done its work",
];

/** A test of the page, with or without a server. */
export const it = (name, body) =>
  bounded(name, onSite && SERVER_TESTS.includes(name), body);

/** A test of the page without a server. */
export const onlyOnSite = (name, body) => bounded(name, !onSite, body);

const bounded = (name, skip, body) =>
  test(name, { skip, timeout: TEST_TIMEOUT_MS }, body);
