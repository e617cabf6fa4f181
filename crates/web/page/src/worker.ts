import type { SocketLike } from "./connection";

/** What is missing in a browser that cannot run rules and engine. */
function lacking(): string | null {
  if (typeof WebAssembly === "undefined") return "this browser has no WebAssembly";
  return typeof Worker === "undefined" ? "this browser has no workers" : null;
}

/** Ways to a worker with rules and engine, as a socket leads to a server: the same texts in both directions. */
export function openWorker(script: URL): () => SocketLike {
  let again = false;
  return () => {
    const socket: SocketLike = { send: () => {}, close: () => {}, onclose: null, onmessage: null };
    const missing = lacking();
    if (missing !== null) {
      queueMicrotask(() => socket.onclose?.({ reason: missing }));
      return socket;
    }
    // The name tells the worker that what came before was not good.
    const worker = new Worker(script, { name: again ? "again" : "" });
    again = true;
    const end = (reason: string) => {
      worker.terminate();
      socket.onclose?.({ reason });
    };
    socket.send = (text) => worker.postMessage(text);
    socket.close = () => worker.terminate();
    worker.onmessage = ({ data }: MessageEvent<string | { fault: string } | { loaded: number }>) => {
      if (typeof data === "string") socket.onmessage?.({ data });
      else if ("fault" in data) end(data.fault);
      else socket.onmessage?.({ data: "" });
    };
    worker.onerror = (event) => {
      event.preventDefault();
      end("its script did not come, or is damaged");
    };
    return socket;
  };
}
