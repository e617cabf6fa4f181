// The page without a server: its files, loading, and offline use.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { gzipSync } from "node:zlib";
import { bench, cutShort, makeOther, versionOf } from "./site.mjs";
import {
  actionsOf,
  clickSomething,
  dice,
  open,
  output,
  soon,
  state,
  test,
  until,
  untilPly,
  untilTurn,
  visit,
} from "./tools.mjs";
import { pageOf } from "../../tools/site-parts/page.mjs";
import { onlyOnSite as it, onSite, siteFolder } from "./which.mjs";

const scratch = mkdtempSync(join(tmpdir(), "skirmish-site-"));
after(() => rmSync(scratch, { recursive: true, force: true }));

const START = "#game=trench&level=1&time=100";

/** The version that a tab shows. */
const versionIn = (tab) =>
  tab.evaluate(
    () =>
      document
        .querySelector("meta[name=engine-worker]")
        .content.match(/[0-9a-z]{12}/)[0],
  );

/** The versions of all files that a tab has loaded. */
const versionsLoaded = (tab) =>
  tab.evaluate(() => [
    ...new Set(
      performance
        .getEntriesByType("resource")
        .flatMap(({ name }) => /\/([0-9a-z]{12})\//.exec(name)?.[1] ?? []),
    ),
  ]);

/** Waits until all files are cached. */
const cached = (tab) =>
  tab.waitForFunction(() => navigator.serviceWorker.controller !== null);

/** Plays a move and waits for the engine's. */
async function playOn(tab, seed) {
  await untilTurn(tab);
  const { ply } = await state(tab);
  await clickSomething(tab, dice(seed));
  await until(tab, { phase: ["person", "over"], least: ply + 2 });
}

it("page and engine are small", async () => {
  const names = await readdir(siteFolder, {
    recursive: true,
    withFileTypes: true,
  });
  // Networks load with their game, and many web servers do not compress them.
  let [size, networks, microscope, puzzles] = [0, 0, 0, 0];
  for (const entry of names.filter((entry) => entry.isFile())) {
    const path = join(entry.parentPath ?? entry.path, entry.name);
    const bytes = await readFile(path);
    if (path.endsWith(".net")) networks += bytes.length;
    // Puzzles load when they are asked for.
    else if (/\/puzzles\/\w+\.txt$/.test(path)) puzzles += bytes.length;
    // The microscope loads when it is opened.
    else if (/microscope/i.test(entry.name))
      microscope += gzipSync(bytes, { level: 9 }).length;
    else size += gzipSync(bytes, { level: 9 }).length;
  }
  // 470,000 until the engine had a coach and proofs of all actions.
  assert.ok(size > 100_000 && size <= 565_000, `${size} bytes compressed`);
  assert.ok(
    microscope > 100_000 && microscope <= 505_000,
    `${microscope} bytes of the microscope`,
  );
  assert.ok(networks > 0 && networks <= 3 << 20, `${networks} bytes`);
  assert.ok(puzzles > 0 && puzzles <= 5 * 60 * 1024, `${puzzles} bytes`);
});

it("a link to the site has a title, a description and a picture for previews", () => {
  const page = readFileSync(join(siteFolder, "index.html"), "utf8");
  const of = (name) =>
    new RegExp(`property="og:${name}" content="([^"]+)"`).exec(page)?.[1];
  assert.match(of("title"), /^Skirmish: /);
  assert.ok(of("description").length > 40);
  assert.ok(readFileSync(join(siteFolder, of("image"))).length > 1000);
});

it("previews name the picture by its whole address, where that is known", () => {
  const page = pageOf("abc", "https://games.example/a&b/");
  for (const [name, content] of [
    ["image", "https://games.example/a&amp;b/abc/icon-512.png"],
    ["url", "https://games.example/a&amp;b/"],
  ])
    assert.ok(page.includes(`property="og:${name}" content="${content}"`));
});

it("the web server of another user can read the site", () => {
  const { mode } = statSync(siteFolder);
  assert.equal(mode & 0o055, 0o055, `mode ${(mode & 0o777).toString(8)}`);
});

it("nothing but our own files and WebAssembly is allowed", async () => {
  const page = readFileSync(join(siteFolder, "index.html"), "utf8");
  const policy = /Content-Security-Policy" content="([^"]*)"/.exec(page)[1];
  assert.match(policy, /^default-src 'none'; /);
  const sources = policy.split(/;? /).filter((word) => word.startsWith("'"));
  assert.deepEqual([...new Set(sources)].sort(), [
    "'none'",
    "'self'",
    "'wasm-unsafe-eval'",
  ]);
  assert.ok(page.indexOf("Content-Security-Policy") < page.indexOf("<script"));
  await visit(async (site, browser) => {
    const tab = await browser.tab();
    await open(tab, site, START);
    await playOn(tab, 1);
    assert.deepEqual(tab.errors, []);
    // Try what the policy forbids: an inline script, eval, another host.
    const refused = await tab.evaluate(async () => {
      const found = new Set();
      document.addEventListener("securitypolicyviolation", (event) =>
        found.add(`${event.effectiveDirective} ${event.blockedURI}`),
      );
      const inline = document.createElement("script");
      inline.textContent = "window.intruder = 1";
      document.head.append(inline);
      setTimeout("window.intruder = 2");
      await fetch("http://127.0.0.2:9/").catch(() => {});
      while (found.size < 3)
        await new Promise((resolve) => setTimeout(resolve, 10));
      return [...found, String(window.intruder)].sort();
    });
    assert.deepEqual(refused, [
      "connect-src http://127.0.0.2:9/",
      "script-src eval",
      "script-src-elem inline",
      "undefined",
    ]);
    await tab.close();
  });
});

it("the engine visits the positions that the program visits", async () => {
  const depth = 5;
  const expected = (net) =>
    output("bench", "--net", net, "--depth", String(depth))
      .trim()
      .split("\n")
      .map((line) => line.trim().split(/\s+/).slice(0, 2).join(" "))
      .slice(0, -1);
  await visit(async (site, browser) => {
    const tab = await browser.tab();
    await open(tab, site);
    for (const net of ["usual", "terms"]) {
      const lines = await bench(tab, depth, net === "terms");
      assert.deepEqual(
        lines.map((line) => line.split(" ").slice(0, 2).join(" ")),
        expected(net),
      );
    }
    assert.notDeepEqual(expected("usual"), expected("terms"));
    assert.deepEqual(tab.errors, []);
    await tab.close();
  });
});

it("the board stands before the engine is there", async () => {
  await visit(async (site, browser) => {
    let release;
    const released = new Promise((resolve) => (release = resolve));
    site.accident = async (path) => {
      if (path.endsWith("engine-worker.wasm")) await released;
      return false;
    };
    const tab = await browser.tab();
    await tab.goto(`${site.address}#game=gastank&north=person`);
    await test(tab, "early-board").locator("svg").waitFor();
    await soon(async () =>
      assert.ok(
        (await test(tab, "early-board").locator(".piece").count()) >= 12,
      ),
    );
    await soon(async () =>
      assert.match(
        await test(tab, "connection").innerText(),
        /loading the engine/,
      ),
    );
    await soon(async () => assert.equal(await test(tab, "board").count(), 0));
    // A started game shows its squares first, then the pieces.
    const other = await browser.tab();
    await other.goto(
      `${site.address}#game=trench&north=person&moves=A3B4&at=1`,
    );
    await test(other, "early-board").locator("svg").waitFor();
    await soon(async () =>
      assert.equal(
        await test(other, "early-board").locator(".piece").count(),
        0,
      ),
    );
    release();
    await untilTurn(tab);
    await untilPly(other, 1);
    await soon(async () =>
      assert.equal(await test(tab, "connection").innerText(), ""),
    );
    assert.deepEqual([...tab.errors, ...other.errors], []);
  });
});

it("a download of the engine that breaks off is told, and tried again", async () => {
  await visit(async (site, browser) => {
    site.accident = cutShort("engine-worker.wasm");
    const tab = await browser.tab();
    await tab.goto(`${site.address}${START}`);
    const fault = test(tab, "engine-fault");
    await fault.filter({ hasText: "The engine could not be loaded" }).waitFor();
    await fault.filter({ hasText: "incomplete or damaged" }).waitFor();
    await test(tab, "early-board").locator("svg").waitFor();
    site.accident = async (path, response) =>
      path.endsWith("engine-worker.wasm") && !!response.writeHead(503).end();
    await fault.filter({ hasText: "the server answered 503" }).waitFor();
    site.accident = null;
    await test(tab, "load-again").click();
    await playOn(tab, 2);
    await soon(async () => assert.equal(await fault.count(), 0));
    await tab.close();
  });
});

it("a browser without WebAssembly is told so", async () => {
  await visit(async (site, browser) => {
    const tab = await browser.tab();
    await tab.addInitScript(() => delete globalThis.WebAssembly);
    await tab.goto(site.address);
    await test(tab, "engine-fault")
      .filter({ hasText: "does not support WebAssembly" })
      .waitFor();
    const other = await browser.tab();
    await other.addInitScript(() => delete globalThis.Worker);
    await other.goto(site.address);
    await test(other, "engine-fault")
      .filter({ hasText: "does not support Web Workers" })
      .waitFor();
  });
});

it("a searcher that breaks down is heard of by whoever started it", async () => {
  await visit(async (site, browser) => {
    const tab = await browser.tab();
    await open(tab, site);
    const heard = await tab.evaluate(
      () =>
        new Promise((resolve) => {
          const workerUrl = document.querySelector(
            "meta[name=engine-worker]",
          ).content;
          const script = new URL(workerUrl, document.baseURI);
          const worker = new Worker(script, { name: "player" });
          worker.onerror = (event) => {
            event.preventDefault();
            resolve(event.message);
          };
          // A module without exports.
          const bytes = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0);
          worker.postMessage(new WebAssembly.Module(bytes));
        }),
    );
    assert.match(heard, /not a function/);
    await tab.close();
  });
});

it("a second visit plays without a network", async () => {
  await visit(async (site, browser) => {
    const tab = await browser.tab();
    await open(tab, site, START);
    await playOn(tab, 3);
    await cached(tab);
    await site.stop();
    const before = await state(tab);
    await tab.reload();
    await untilPly(tab, before.ply);
    await soon(async () =>
      assert.equal((await state(tab)).position, before.position),
    );
    await playOn(tab, 4);
    await soon(() => assert.ok(actionsOf(tab.url()).length >= 4));
    const other = await browser.tab();
    await open(other, site);
    await soon(async () =>
      assert.equal(await other.locator(".card").count(), 5),
    );
    assert.deepEqual([...tab.errors, ...other.errors], []);
  });
});

it("a new version takes the place of the old one, whole, when it is asked for", async () => {
  const other = await makeOther(siteFolder, join(scratch, "newer"));
  await visit(async (site, browser) => {
    const tab = await browser.tab();
    await open(tab, site, START);
    await playOn(tab, 5);
    await cached(tab);
    const [old, { ply }] = [versionOf(siteFolder), await state(tab)];
    site.folder = other;
    // The old version is active while the new one is downloaded.
    await tab.reload();
    await untilPly(tab, ply);
    await soon(async () => assert.equal(await versionIn(tab), old));
    await soon(async () => assert.deepEqual(await versionsLoaded(tab), [old]));
    await test(tab, "newer").waitFor();
    await playOn(tab, 6);
    const second = await browser.tab();
    await open(second, site);
    await soon(async () => assert.equal(await versionIn(second), old));
    await test(tab, "newer").click();
    for (const each of [tab, second]) {
      await each.waitForFunction(
        (version) =>
          document
            .querySelector("meta[name=engine-worker]")
            ?.content.includes(version),
        versionOf(other),
      );
    }
    await playOn(tab, 7);
    await soon(async () =>
      assert.deepEqual(await versionsLoaded(tab), [versionOf(other)]),
    );
    await soon(async () => assert.equal(await test(tab, "newer").count(), 0));
    const caches = await tab.evaluate(() => caches.keys());
    assert.equal(caches.length, 1);
    assert.ok(caches[0].includes(versionOf(other)));
  });
});

it("a new version that does not come whole changes nothing", async () => {
  const other = await makeOther(siteFolder, join(scratch, "cut"));
  await visit(async (site, browser) => {
    const tab = await browser.tab();
    await open(tab, site, START);
    await cached(tab);
    site.folder = other;
    site.accident = cutShort("engine-worker.wasm");
    const failed = await tab.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      const found = new Promise((resolve) =>
        registration.addEventListener("updatefound", () =>
          resolve(registration.installing),
        ),
      );
      void registration.update().catch(() => {});
      const installing = await found;
      while (installing.state === "installing")
        await new Promise((resolve) =>
          installing.addEventListener("statechange", resolve, { once: true }),
        );
      return installing.state;
    });
    assert.equal(failed, "redundant");
    await tab.reload();
    await playOn(tab, 8);
    await soon(async () =>
      assert.equal(await versionIn(tab), versionOf(siteFolder)),
    );
  });
});

/** Damages one cached file and removes another. */
const damage = (tab) =>
  tab.evaluate(async () => {
    const [name] = await caches.keys();
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      if (request.url.endsWith("engine-worker.wasm"))
        await cache.put(request, new Response("damaged"));
      if (request.url.endsWith(".css")) await cache.delete(request);
    }
  });

it("damaged files are loaded again", async () => {
  await visit(async (site, browser) => {
    const tab = await browser.tab();
    await open(tab, site, START);
    await cached(tab);
    await damage(tab);
    await tab.reload();
    await playOn(tab, 9);
    const reloaded = await tab.evaluate(async () => {
      const cache = await caches.open((await caches.keys())[0]);
      const sizes = {};
      for (const request of await cache.keys()) {
        const bytes = await (await cache.match(request)).arrayBuffer();
        sizes[request.url.replace(/.*\.(\w+)$/, "$1")] = bytes.byteLength;
      }
      return sizes;
    });
    assert.ok(
      reloaded.wasm > 100_000 && reloaded.css > 1000,
      JSON.stringify(reloaded),
    );
    await site.stop();
    await tab.reload();
    await playOn(tab, 10);
    assert.deepEqual(tab.errors, []);
  });
});

it("damaged files of a version that is gone give way to the new one", async () => {
  const other = await makeOther(siteFolder, join(scratch, "gone"));
  await visit(async (site, browser) => {
    const tab = await browser.tab();
    await open(tab, site, START);
    await cached(tab);
    await damage(tab);
    site.folder = other;
    await tab.reload();
    await tab.waitForLoadState();
    await tab.reload();
    await playOn(tab, 11);
    await soon(async () =>
      assert.equal(await versionIn(tab), versionOf(other)),
    );
    await soon(async () =>
      assert.deepEqual(await versionsLoaded(tab), [versionOf(other)]),
    );
  });
});

it("it can be installed", async () => {
  await visit(async (site, browser) => {
    const tab = await browser.tab();
    await open(tab, site);
    await cached(tab);
    const devtools = await tab.context().newCDPSession(tab);
    const { errors, data } = await devtools.send("Page.getAppManifest");
    assert.deepEqual(errors, []);
    const { icons, start_url, scope } = JSON.parse(data);
    assert.deepEqual([start_url, scope], ["./", "./"]);
    for (const { src, sizes } of icons) {
      const icon = await fetch(new URL(src, site.address));
      const view = new DataView(await icon.arrayBuffer());
      assert.equal(`${view.getUint32(16)}x${view.getUint32(20)}`, sizes);
    }
    const { installabilityErrors } = await devtools.send(
      "Page.getInstallabilityErrors",
    );
    const faults = installabilityErrors.filter(
      ({ errorId }) => errorId !== "in-incognito",
    );
    assert.deepEqual(faults, []);
  });
});

if (onSite) assert.ok(versionOf(siteFolder), "the site has a version");
