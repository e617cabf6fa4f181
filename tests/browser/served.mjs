// One server and one browser for all tests of a file.

import assert from "node:assert/strict";
import { after, before } from "node:test";
import { open, startBrowser, startServer, untilTurn } from "./tools.mjs";
import { TEST_TIMEOUT_MS } from "./which.mjs";

export let server;
export let browser;

const timeout = TEST_TIMEOUT_MS;
before(
  async () => {
    server = await startServer();
    browser = await startBrowser();
  },
  { timeout },
);
after(
  async () => {
    await browser?.stop();
    await server?.stop();
  },
  { timeout },
);

/** A tab at an address, once it is a person's turn. */
export async function at(hash, options) {
  const tab = await browser.tab(options);
  await open(tab, server, hash);
  await untilTurn(tab);
  return tab;
}

/** Closes a tab and checks that it had no errors. */
export async function done(tab) {
  assert.deepEqual(tab.errors, []);
  await tab.close();
}
