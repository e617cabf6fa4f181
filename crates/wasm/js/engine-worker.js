// The Web Workers of the page without a server. Rules and engine are in engine-worker.wasm next to this file. The name of a worker
// is its role: the dispatcher, which the page starts, replies at once; it starts searchers, "player", "analyst" and "microscope",
// which run one blocking search at a time. To stop a search, its worker is terminated. The microscope, which records searches, has
// a module of its own, loaded when it is first used.

"use strict";

/** The first message to the page. `tools/site` writes it here, so that the page need not wait for the engine. */
const HELLO = "";

/** The networks by game: file and digest. `tools/site` writes them here. */
const NETWORKS = {};

/** The timeout of a network download, and the time until a failed one is tried again. */
const NETWORK_TIMEOUT_MS = 10_000;
const NETWORK_RETRY_MS = 60_000;

/** A module with a SIMD instruction, to test the browser: the engine needs simd128. */
const VECTORS = Uint8Array.of(
  ...[0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0],
  ...[10, 8, 1, 6, 0, 65, 0, 253, 15, 11],
);

/** The searchers by their numbers in the engine. */
const WORKERS = ["player", "analyst", "microscope"];

/** The searcher with a module of its own. */
const MICROSCOPE = WORKERS.indexOf("microscope");

/** The module of the engine. */
const ENGINE = "engine-worker.wasm";

/** How to load the engine: a second attempt of the page bypasses the browser's cache. */
const ENGINE_CACHE = name === "again" ? "reload" : "default";

/** The exports of the engine, once it is loaded. */
let engine = null;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Writes a text for the next call of the engine. */
const put = (text) => putBytes(encoder.encode(text));

function putBytes(bytes) {
  const at = engine.alloc(bytes.length) >>> 0;
  new Uint8Array(engine.memory.buffer, at, bytes.length).set(bytes);
}

/** Reads a text of the engine. */
const taken = (at, length) =>
  decoder.decode(new Uint8Array(engine.memory.buffer, at >>> 0, length));

/** Loads the network of a game into the engine. */
function sendNetwork(game, network) {
  const name = encoder.encode(game);
  const bytes = new Uint8Array(name.length + network.byteLength);
  bytes.set(name);
  bytes.set(new Uint8Array(network), name.length);
  putBytes(bytes);
  engine.load_network(name.length);
}

/** Starts the compiled engine with these imports. */
async function start(compiled, imports) {
  const unused = {
    post() {},
    checkpoint() {},
    search_on() {},
    terminate() {},
  };
  const env = { now: () => performance.now(), ...unused, ...imports };
  engine = (await WebAssembly.instantiate(compiled, { env })).exports;
  engine.begin(crypto.getRandomValues(new Uint32Array(1))[0]);
}

/** Reports the progress of a download to the page, which gives up and retries one that has stalled. */
async function reportProgress({ body }) {
  let loaded = 0;
  try {
    for (const reader = body.getReader(); ;) {
      const { done, value } = await reader.read();
      if (done) return;
      loaded += value.length;
      postMessage({ loaded });
    }
  } catch {
    // The reader of the other copy reports the error.
  }
}

/** Loads a module; bypasses the browser's cache after a failed attempt. */
async function load(file, cache) {
  const response = await fetch(new URL(file, location.href), {
    cache,
  }).catch(() => {
    throw new Error("there is no connection");
  });
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  if (file === ENGINE) void reportProgress(response.clone());
  const typed = response.headers
    .get("content-type")
    ?.startsWith("application/wasm");
  const compiling = typed
    ? WebAssembly.compileStreaming(response)
    : response.arrayBuffer().then((bytes) => WebAssembly.compile(bytes));
  return compiling.catch(() => {
    throw new Error("the download is incomplete or damaged");
  });
}

/** Loads the network of a game. The browser checks its digest; a cached file that does not match is loaded again. */
async function loadNetwork(game) {
  const { file, integrity } = NETWORKS[game];
  const attempt = async (cache) => {
    const signal = AbortSignal.timeout(NETWORK_TIMEOUT_MS);
    const options = { cache, integrity, signal };
    return (await fetch(new URL(file, location.href), options)).arrayBuffer();
  };
  return attempt("default").catch(() => attempt("reload"));
}

/** The dispatcher. Requests that arrive before the engine is loaded wait. */
async function dispatcher() {
  const queued = [];
  onmessage = ({ data }) => queued.push(data);
  postMessage(HELLO);
  if (typeof Worker === "undefined")
    throw new Error("this browser does not support nested workers");
  if (!WebAssembly.validate(VECTORS))
    throw new Error(
      "this browser is too old: its WebAssembly has no vector instructions",
    );
  const compiled = await load(ENGINE, ENGINE_CACHE);
  let microscope = null;
  const searchers = [];
  const networks = new Map();
  let timer = 0;

  /** The network of a game; `null` if it has none or the download failed. It is loaded once for all searchers. */
  const networkOf = (game) => {
    if (!Object.hasOwn(NETWORKS, game)) return null;
    if (!networks.has(game)) {
      const loading = loadNetwork(game).catch(() => {
        setTimeout(() => networks.delete(game), NETWORK_RETRY_MS);
        return null;
      });
      networks.set(game, loading);
    }
    return networks.get(game);
  };
  const sendWarning = (sentence) =>
    postMessage(
      JSON.stringify({ type: "error", id: null, sentence, at: null }),
    );

  /** The module of a searcher; `null` if the download failed, and the next time it is tried again. */
  const moduleOf = async (kind) => {
    if (kind !== MICROSCOPE) return compiled;
    microscope ??= load("microscope.wasm", "default")
      .catch(() => load("microscope.wasm", "reload"))
      .catch(() => (microscope = null));
    return microscope;
  };

  const searcherOf = (kind) => {
    if (searchers[kind]) return searchers[kind];
    const worker = new Worker(location.href, { name: WORKERS[kind] });
    // Ignore messages of a terminated worker.
    worker.onmessage = ({ data }) => {
      if (searchers[kind] !== worker) return;
      put(data.text);
      if (data.checkpoint) engine.on_checkpoint(kind);
      else engine.on_searcher_message(kind, data.over);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      if (searchers[kind] === worker) engine.on_searcher_error(kind);
    };
    void moduleOf(kind).then((module) => module && worker.postMessage(module));
    return (searchers[kind] = worker);
  };
  const search_on = async (kind, at, length, timeLimit, gameAt, gameLength) => {
    clearTimeout(timer);
    if (timeLimit > 0) timer = setTimeout(() => engine.finish_now(), timeLimit);
    const [text, game] = [taken(at, length), taken(gameAt, gameLength)];
    const worker = searcherOf(kind);
    const [network, module] = await Promise.all([
      networkOf(game),
      moduleOf(kind),
    ]);
    // It may have been terminated meanwhile.
    if (searchers[kind] !== worker) return;
    if (!module) {
      sendWarning("the microscope could not be downloaded");
      engine.on_searcher_error(kind);
      return;
    }
    if (!network && Object.hasOwn(NETWORKS, game))
      sendWarning(
        "the engine's network could not be downloaded; it plays without it and is weaker",
      );
    worker.postMessage({ text, game, network });
  };
  const terminate = (kind) => {
    clearTimeout(timer);
    searchers[kind]?.terminate();
    searchers[kind] = undefined;
  };

  const post = (at, length) => postMessage(taken(at, length));
  await start(compiled, { post, search_on, terminate });
  onmessage = ({ data }) => {
    put(data);
    engine.on_request();
  };
  for (const data of queued) onmessage({ data });
}

/** A searcher. The first message is the compiled engine, then come requests. */
function searcher() {
  const post = (at, length, over) =>
    postMessage({ text: taken(at, length), over });
  const checkpoint = (at, length) =>
    postMessage({ text: taken(at, length), checkpoint: true });
  const search = ({ text, game, network }) => {
    if (network) sendNetwork(game, network);
    put(text);
    engine.search();
  };
  let ready;
  onmessage = ({ data }) => {
    if (data instanceof WebAssembly.Module)
      ready = start(data, { post, checkpoint });
    else ready = ready.then(() => search(data));
    // The dispatcher receives the error.
    ready.catch(reportError);
  };
}

/**
 * A worker that runs the bench: it receives `{ game, depth, terms }` and posts a line for each game and an empty one at the end.
 * `terms`: use the hand-crafted evaluation even if there is a network.
 */
function bench() {
  const post = (at, length) => postMessage(taken(at, length));
  const begin = async () => {
    await start(await load(ENGINE, ENGINE_CACHE), { post });
    for (const game of Object.keys(NETWORKS))
      sendNetwork(game, await loadNetwork(game));
  };
  const started = begin();
  onmessage = async ({ data: { game = "", depth = 9, terms = false } }) => {
    await started;
    put(game);
    engine.bench(depth, terms);
    postMessage("");
  };
}

if (WORKERS.includes(name)) searcher();
else if (name === "bench") bench();
else dispatcher().catch((error) => postMessage({ fault: error.message }));
