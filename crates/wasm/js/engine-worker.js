// The workers of the page without a server: what rules and engine, compiled to engine-worker.wasm beside this file, need of a browser.
// The name of a worker is its part. The clerk, whom the page starts, answers at once; it starts a player and an analyst, who search
// and hear of nothing else meanwhile. A search is ended by ending its worker.

"use strict";

/** What the clerk says first. `tools/site` writes it here, so that the page need not wait for the engine to hear it. */
const HELLO = "";

/** The games that have a network: its file, and the digest by which it is whole. `tools/site` writes them here. */
const NETWORKS = {};

/** How long a network may take to come, and how long one that did not come is not asked for again, in milliseconds. */
const NETWORK_TIMEOUT_MS = 10_000;
const NETWORK_RETRY_MS = 60_000;

/** A module that makes a vector: the engine uses such instructions (simd128), and older browsers have none. */
const VECTORS = Uint8Array.of(
  ...[0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0],
  ...[10, 8, 1, 6, 0, 65, 0, 253, 15, 11],
);

/** The searchers, by the numbers that the engine has for them. */
const WORKERS = ["player", "analyst"];

/** The functions of the engine, once it is there. */
let engine = null;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Hands a text to the function of the engine that is called next. */
const put = (text) => putBytes(encoder.encode(text));

function putBytes(bytes) {
  const at = engine.alloc(bytes.length) >>> 0;
  new Uint8Array(engine.memory.buffer, at, bytes.length).set(bytes);
}

/** A text of the engine. */
const taken = (at, length) =>
  decoder.decode(new Uint8Array(engine.memory.buffer, at >>> 0, length));

/** Gives the engine the network of a game. */
function sendNetwork(game, network) {
  const name = encoder.encode(game);
  const bytes = new Uint8Array(name.length + network.byteLength);
  bytes.set(name);
  bytes.set(new Uint8Array(network), name.length);
  putBytes(bytes);
  engine.load_network(name.length);
}

/** Starts the engine from what was compiled, with what it asks of this worker. */
async function start(compiled, asked) {
  const nothing = {
    post() {},
    checkpoint() {},
    search_on() {},
    terminate() {},
  };
  const env = { now: () => performance.now(), ...nothing, ...asked };
  engine = (await WebAssembly.instantiate(compiled, { env })).exports;
  engine.begin(crypto.getRandomValues(new Uint32Array(1))[0]);
}

/** Tells the page how a download comes on: one that does not is given up and begun again. */
async function watch({ body }) {
  let loaded = 0;
  try {
    for (const reader = body.getReader(); ;) {
      const { done, value } = await reader.read();
      if (done) return;
      loaded += value.length;
      postMessage({ loaded });
    }
  } catch {
    // Whoever reads the other copy says so.
  }
}

/** Loads the engine. One that came damaged before is not taken from the browser's cache again. */
async function load() {
  const cache = name === "again" ? "reload" : "default";
  const response = await fetch(new URL("engine-worker.wasm", location.href), {
    cache,
  }).catch(() => {
    throw new Error("there is no connection");
  });
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  void watch(response.clone());
  const typed = response.headers
    .get("content-type")
    ?.startsWith("application/wasm");
  const compiling = typed
    ? WebAssembly.compileStreaming(response)
    : response.arrayBuffer().then((bytes) => WebAssembly.compile(bytes));
  return compiling.catch(() => {
    throw new Error("the download was cut short, or is damaged");
  });
}

/** Loads the network of a game. The browser knows its digest; what is kept of another one is not taken from its cache again. */
async function loadNetwork(game) {
  const { file, integrity } = NETWORKS[game];
  const attempt = async (cache) => {
    const signal = AbortSignal.timeout(NETWORK_TIMEOUT_MS);
    const options = { cache, integrity, signal };
    return (await fetch(new URL(file, location.href), options)).arrayBuffer();
  };
  return attempt("default").catch(() => attempt("reload"));
}

/** The worker to whom the page talks. What it hears before the engine is there waits for it. */
async function dispatcher() {
  const early = [];
  onmessage = ({ data }) => early.push(data);
  postMessage(HELLO);
  if (typeof Worker === "undefined")
    throw new Error("workers of this browser cannot start others");
  if (!WebAssembly.validate(VECTORS))
    throw new Error(
      "this browser is too old: its WebAssembly has no vector instructions",
    );
  const compiled = await load();
  const searchers = [];
  const networks = new Map();
  let timer = 0;

  /** The network of a game; `null` if it has none, or it did not come. It is loaded once and kept for all searchers. */
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
  const reportProblem = (sentence) =>
    postMessage(
      JSON.stringify({ type: "error", id: null, sentence, at: null }),
    );

  const searcherOf = (kind) => {
    if (searchers[kind]) return searchers[kind];
    const worker = new Worker(location.href, { name: WORKERS[kind] });
    // What one that was ended meanwhile has said is not heard any more.
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
    worker.postMessage(compiled);
    return (searchers[kind] = worker);
  };
  const search_on = async (kind, at, length, timeLimit, gameAt, gameLength) => {
    clearTimeout(timer);
    if (timeLimit > 0) timer = setTimeout(() => engine.finish_now(), timeLimit);
    const [text, game] = [taken(at, length), taken(gameAt, gameLength)];
    const worker = searcherOf(kind);
    const network = await networkOf(game);
    // It may have been ended meanwhile.
    if (searchers[kind] !== worker) return;
    if (!network && Object.hasOwn(NETWORKS, game))
      reportProblem(
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
  for (const data of early) onmessage({ data });
}

/** A worker that searches: first it gets the compiled engine, then requests. */
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
    // Whoever started this worker hears of what goes wrong.
    ready.catch(reportError);
  };
}

/**
 * A worker that measures: it is told `{ game, depth, terms }`, and says a line for each game and an empty one at the end. `terms` is
 * whether to judge by the terms where there is a network.
 */
function bench() {
  const post = (at, length) => postMessage(taken(at, length));
  const begin = async () => {
    await start(await load(), { post });
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
