#!/usr/bin/env node
// How long the page takes from its address to its first board, in Debian's chromium on loopback, each time with an empty cache.
//
// Usage: SKIRMISH=target/release/skirmish benches/page.mjs   (after npm ci in crates/web/page)

import { open, startBrowser, startServer } from "../tests/browser/tools.mjs";

const server = await startServer();
const times = [];
for (let round = 0; round < 5; round += 1) {
  const browser = await startBrowser();
  const tab = await browser.tab();
  const began = performance.now();
  await open(tab, server, "#game=gastank&south=person&north=person");
  times.push(Math.round(performance.now() - began));
  await browser.stop();
}
await server.stop();
console.log(`first board after ${times.join(", ")} ms`);
