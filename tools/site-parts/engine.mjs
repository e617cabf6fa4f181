// The engine of the site without a browser.

/** Starts an engine. Returns its exports and the list of its messages. */
export async function startEngine(wasm) {
  const said = [];
  const env = {
    now: () => performance.now(),
    say: (at, length) =>
      said.push(Buffer.from(engine.memory.buffer, at, length).toString()),
    note() {},
    order() {},
    end() {},
  };
  const { instance } = await WebAssembly.instantiate(wasm, { env });
  const engine = instance.exports;
  engine.begin(1);
  return { engine, said };
}
