// The service worker of the page without a server: it caches one complete version of the site and serves it, also offline.
// `tools/site` writes the version and the digest of every file into it, so each version is a new script, which the browser installs
// next to the old one.

"use strict";

const VERSION = "";
const FILES = {};

const SCOPE = registration.scope;
const CACHE_PREFIX = `skirmish ${SCOPE} `;
const CACHE = CACHE_PREFIX + VERSION;
const addressOf = (path) => new URL(path, SCOPE).href;

/** A file of this version can no longer be downloaded. */
class VersionGone extends Error {}

/** The file of the site at an address; `undefined` if this version has none. */
function fileAt(address) {
  const { href } = new URL(address);
  const bare = href.replace(/[?#].*$/, "");
  const path = bare.startsWith(SCOPE)
    ? bare.slice(SCOPE.length) || "index.html"
    : "";
  return Object.hasOwn(FILES, path) ? path : undefined;
}

async function isIntact(path, bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return (
    Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join(
      "",
    ) === FILES[path]
  );
}

/** Downloads and caches a file. The HTTP cache may have another version, so the second attempt bypasses it. */
async function load(path) {
  for (const cache of ["default", "reload"]) {
    const response = await fetch(addressOf(path), { cache });
    const bytes = await response.arrayBuffer();
    if (!response.ok || !(await isIntact(path, bytes))) continue;
    const type = path.endsWith(".wasm")
      ? "application/wasm"
      : (response.headers.get("content-type") ?? "");
    const whole = new Response(bytes, { headers: { "content-type": type } });
    // The file is used even if the disk is full.
    await (
      await caches.open(CACHE)
    )
      .put(addressOf(path), whole.clone())
      .catch(() => {});
    return whole;
  }
  throw new VersionGone(path);
}

/** A file from the cache; a missing or damaged one is downloaded again. */
async function file(path) {
  const cached = await (await caches.open(CACHE)).match(addressOf(path));
  const whole =
    cached && (await isIntact(path, await cached.clone().arrayBuffer()));
  return whole ? cached : load(path);
}

async function answer(path, request) {
  try {
    return await file(path);
  } catch (error) {
    if (!(error instanceof VersionGone)) throw error;
    // The cache is damaged and the server has another version: the next visit starts with that one.
    await caches.delete(CACHE);
    await registration.unregister();
    return fetch(request);
  }
}

addEventListener("install", (event) => {
  // All or nothing: if one download fails, the old version stays in use.
  event.waitUntil(Promise.all(Object.keys(FILES).map(load)));
});

addEventListener("activate", (event) => {
  const deleteOldCaches = async () => {
    const old = (await caches.keys()).filter(
      (name) => name.startsWith(CACHE_PREFIX) && name !== CACHE,
    );
    await Promise.all(old.map((name) => caches.delete(name)));
    await clients.claim();
  };
  event.waitUntil(deleteOldCaches());
});

addEventListener("message", ({ data }) => {
  // The page asks for the new version and reloads when it is active.
  if (data === "take over") void skipWaiting();
});

addEventListener("fetch", (event) => {
  const path =
    event.request.method === "GET" ? fileAt(event.request.url) : undefined;
  if (path !== undefined) event.respondWith(answer(path, event.request));
});
