#!/usr/bin/env node
// How long the page takes to load until its first board can be played on, in Debian's chromium on loopback, with an empty cache:
// served by the program, or as a site in target/site/built (benches/site.mjs measures more of that).
//
// Usage: SKIRMISH=target/release/skirmish benches/page.mjs [server|site]   (after npm ci in crates/web/page)

process.env.SKIRMISH_TRANSPORT = process.argv[2] ?? "server";
const { open, startBrowser, startServer } = await import("../tests/browser/tools.mjs");

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
