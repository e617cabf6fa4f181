// The workers of the page without a server: what rules and engine, compiled to desk.wasm beside this file, need of a browser.
// The name of a worker is its part. The clerk, whom the page starts, answers at once; it starts a player and an analyst, who search
// and hear of nothing else meanwhile. A search is ended by ending its worker.

"use strict";

/** What the clerk says first. `tools/site` writes it here, so that the page need not wait for the engine to hear it. */
const HELLO = "";

/** The searchers, by the numbers that the engine has for them. */
const SEATS = ["player", "analyst"];

/** The functions of the engine, once it is there. */
let engine = null;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Hands a text to the function of the engine that is called next. */
function put(text) {
  const bytes = encoder.encode(text);
  const at = engine.room(bytes.length) >>> 0;
  new Uint8Array(engine.memory.buffer, at, bytes.length).set(bytes);
}

/** A text of the engine. */
const taken = (at, length) =>
  decoder.decode(new Uint8Array(engine.memory.buffer, at >>> 0, length));

/** Starts the engine from what was compiled, with what it asks of this worker. */
async function start(compiled, asked) {
  const nothing = { say() {}, note() {}, order() {}, end() {} };
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
  const response = await fetch(new URL("desk.wasm", location.href), {
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

/** The worker to whom the page talks. What it hears before the engine is there waits for it. */
async function clerk() {
  const early = [];
  onmessage = ({ data }) => early.push(data);
  if (HELLO) postMessage(HELLO);
  if (typeof Worker === "undefined")
    throw new Error("workers of this browser cannot start others");
  const compiled = await load();
  const searchers = [];
  let timer = 0;

  const searcherOn = (seat) => {
    if (searchers[seat]) return searchers[seat];
    const worker = new Worker(location.href, { name: SEATS[seat] });
    // What one that was ended meanwhile has said is not heard any more.
    worker.onmessage = ({ data }) => {
      if (searchers[seat] !== worker) return;
      put(data.text);
      if (data.note) engine.noted(seat);
      else engine.news(seat, data.over);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      if (searchers[seat] === worker) engine.failed(seat);
    };
    worker.postMessage(compiled);
    return (searchers[seat] = worker);
  };
  const order = (seat, at, length, patience) => {
    clearTimeout(timer);
    if (patience > 0) timer = setTimeout(() => engine.enough(), patience);
    searcherOn(seat).postMessage(taken(at, length));
  };
  const end = (seat) => {
    clearTimeout(timer);
    searchers[seat]?.terminate();
    searchers[seat] = undefined;
  };

  const say = (at, length) => postMessage(taken(at, length));
  await start(compiled, { say, order, end });
  if (!HELLO) engine.greet();
  onmessage = ({ data }) => {
    put(data);
    engine.hear();
  };
  for (const data of early) onmessage({ data });
}

/** A worker that searches: first it gets the compiled engine, then requests. */
function searcher() {
  const say = (at, length, over) =>
    postMessage({ text: taken(at, length), over });
  const note = (at, length) =>
    postMessage({ text: taken(at, length), note: true });
  let ready;
  onmessage = ({ data }) => {
    if (data instanceof WebAssembly.Module) ready = start(data, { say, note });
    else ready = ready.then(() => (put(data), engine.search()));
    // Whoever started this worker hears of what goes wrong.
    ready.catch(reportError);
  };
}

/** A worker that measures: it is told `{ game, depth }`, and says a line for each game and an empty one at the end. */
function bench() {
  const say = (at, length) => postMessage(taken(at, length));
  const started = load().then((compiled) => start(compiled, { say }));
  onmessage = async ({ data: { game = "", depth = 9 } }) => {
    await started;
    put(game);
    engine.bench(depth);
    postMessage("");
  };
}

if (SEATS.includes(name)) searcher();
else if (name === "bench") bench();
else clerk().catch((error) => postMessage({ fault: error.message }));
