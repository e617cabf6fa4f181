// A file server for the site in a subfolder, as on GitHub Pages, with faults that tests inject.

import { createHash } from "node:crypto";
import { once } from "node:events";
import { createReadStream, existsSync, readdirSync, statSync } from "node:fs";
import { cp, readFile, rename, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

const PATH = "/people/skirmish/";

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
};

/** The version of the site in a folder: the name of its subfolder. */
export const versionOf = (folder) =>
  readdirSync(folder).find((name) => /^[0-9a-z]{12}$/.test(name));

/** Serves a site. `accident`, if set, gets each path and response first and returns whether it has handled it. */
export async function serveSite(folder, port = 0) {
  if (!existsSync(join(folder, "service.js")))
    throw new Error(`there is no site in ${folder}: tools/site builds one`);
  const site = { folder, asked: [], accident: null };
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    const path = normalize(pathname).slice(PATH.length) || "index.html";
    if (!pathname.startsWith(PATH)) return void response.writeHead(404).end();
    site.asked.push(path);
    const file = join(site.folder, path);
    if (await site.accident?.(path, response, file)) return;
    if (!statSync(file, { throwIfNoEntry: false })?.isFile())
      return void response.writeHead(404).end("There is no such file.");
    response.setHeader("content-type", TYPES[extname(path)] ?? "text/plain");
    createReadStream(file).pipe(response);
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const address = `http://127.0.0.1:${server.address().port}${PATH}`;
  return Object.assign(site, {
    address,
    port: server.address().port,
    catalogue: `${address}${versionOf(folder)}/catalogue.json`,
    async stop() {
      if (!server.listening) return;
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  });
}

/** A fault: the connection breaks in the middle of a file. */
export const cutShort = (name) => async (path, response, file) => {
  if (!path.endsWith(name)) return false;
  const bytes = await readFile(file);
  response.writeHead(200, {
    "content-type": TYPES[extname(path)],
    "content-length": bytes.length,
  });
  response.write(bytes.subarray(0, bytes.length / 2));
  await pause(50);
  response.destroy();
  return true;
};

/** Makes another version of a site with the same files. */
export async function makeOther(folder, other) {
  const [before, after] = [versionOf(folder), "0ther0ther00"];
  await cp(folder, other, { recursive: true });
  await rename(join(other, before), join(other, after));
  const rewrite = async (name, change) => {
    const text = await readFile(join(other, name), "utf8");
    await writeFile(join(other, name), change(text.replaceAll(before, after)));
  };
  await rewrite("index.html", (text) => text);
  await rewrite("manifest.webmanifest", (text) => text);
  const page = await readFile(join(other, "index.html"));
  const manifest = await readFile(join(other, "manifest.webmanifest"));
  const digest = (bytes) => createHash("sha256").update(bytes).digest("hex");
  await rewrite("service.js", (text) =>
    text
      .replace(/("index\.html":")\w+/, `$1${digest(page)}`)
      .replace(/("manifest\.webmanifest":")\w+/, `$1${digest(manifest)}`),
  );
  return other;
}

/**
 * Runs the bench in a tab of the site, with the networks or the hand-crafted evaluation. Returns a line `GAME NODES MILLISECONDS`
 * for each game.
 */
export const bench = (tab, depth, terms = false) =>
  tab.evaluate(
    ({ depth, terms }) =>
      new Promise((resolve, reject) => {
        const workerUrl = document.querySelector(
          "meta[name=engine-worker]",
        ).content;
        const script = new URL(workerUrl, document.baseURI);
        // Reuse the worker: its code is optimized while it runs.
        const worker = (window.bench ??= new Worker(script, { name: "bench" }));
        const lines = [];
        worker.onmessage = ({ data }) => {
          if (data === "") resolve(lines);
          else if (typeof data === "string") lines.push(data);
        };
        worker.onerror = () => reject(new Error("the bench broke down"));
        worker.postMessage({ depth, terms });
      }),
    { depth, terms },
  );
