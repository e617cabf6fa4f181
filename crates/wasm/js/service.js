// The service worker of the page without a server: it keeps one version of the site, whole, and serves it with or without a
// network. `tools/site` writes the version and the digest of every file into it, so a new version is another script, and the
// browser installs it beside the old one.

"use strict";

const VERSION = "";
const FILES = {};

const SCOPE = registration.scope;
const OURS = `skirmish ${SCOPE} `;
const CACHE = OURS + VERSION;
const addressOf = (path) => new URL(path, SCOPE).href;

/** The page is not, or no longer, to be had in this version. */
class Gone extends Error {}

/** Which file of the site an address means; `undefined` for all that is not of this version. */
function fileAt(address) {
  const { href } = new URL(address);
  const bare = href.replace(/[?#].*$/, "");
  const path = bare.startsWith(SCOPE)
    ? bare.slice(SCOPE.length) || "index.html"
    : "";
  return Object.hasOwn(FILES, path) ? path : undefined;
}

async function isWhole(path, bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return (
    Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join(
      "",
    ) === FILES[path]
  );
}

/** Loads a file and keeps it. The browser's own cache may have that of another version, so it is asked only once. */
async function load(path) {
  for (const cache of ["default", "reload"]) {
    const response = await fetch(addressOf(path), { cache });
    const bytes = await response.arrayBuffer();
    if (!response.ok || !(await isWhole(path, bytes))) continue;
    const type = path.endsWith(".wasm")
      ? "application/wasm"
      : (response.headers.get("content-type") ?? "");
    const whole = new Response(bytes, { headers: { "content-type": type } });
    // A full disk does not keep the file from being used.
    await (
      await caches.open(CACHE)
    )
      .put(addressOf(path), whole.clone())
      .catch(() => {});
    return whole;
  }
  throw new Gone(path);
}

/** A file as it is kept; one that is missing or damaged is loaded again. */
async function file(path) {
  const kept = await (await caches.open(CACHE)).match(addressOf(path));
  const whole = kept && (await isWhole(path, await kept.clone().arrayBuffer()));
  return whole ? kept : load(path);
}

async function answer(path, request) {
  try {
    return await file(path);
  } catch (error) {
    if (!(error instanceof Gone)) throw error;
    // What is kept is damaged, and the network has another version by now: the next visit begins with that one, whole.
    await caches.delete(CACHE);
    await registration.unregister();
    return fetch(request);
  }
}

addEventListener("install", (event) => {
  // All or nothing: if one file does not come, the version before stays in use.
  event.waitUntil(Promise.all(Object.keys(FILES).map(load)));
});

addEventListener("activate", (event) => {
  const tidy = async () => {
    const old = (await caches.keys()).filter(
      (name) => name.startsWith(OURS) && name !== CACHE,
    );
    await Promise.all(old.map((name) => caches.delete(name)));
    await clients.claim();
  };
  event.waitUntil(tidy());
});

addEventListener("message", ({ data }) => {
  // The page asks for the new version, and loads itself anew when it has come.
  if (data === "take over") void skipWaiting();
});

addEventListener("fetch", (event) => {
  const path =
    event.request.method === "GET" ? fileAt(event.request.url) : undefined;
  if (path !== undefined) event.respondWith(answer(path, event.request));
});
