// The engine of the site without a browser.

/** Starts an engine. Returns its exports and the list of its messages. */
export async function startEngine(wasm) {
  const messages = [];
  const env = {
    now: () => performance.now(),
    post: (at, length) =>
      messages.push(Buffer.from(engine.memory.buffer, at, length).toString()),
    checkpoint() {},
    search_on() {},
    terminate() {},
  };
  const { instance } = await WebAssembly.instantiate(wasm, { env });
  const engine = instance.exports;
  engine.begin(1);
  return { engine, messages };
}
