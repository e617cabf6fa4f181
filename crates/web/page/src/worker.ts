import type { SocketLike } from "./connection";

/** What the browser lacks to run the engine. */
function lacking(): string | null {
  if (typeof WebAssembly === "undefined") return "this browser does not support WebAssembly";
  return typeof Worker === "undefined" ? "this browser does not support Web Workers" : null;
}

/** Opens a worker with rules and engine as a transport with the same messages as a WebSocket. */
export function openWorker(script: URL): () => SocketLike {
  let again = false;
  return () => {
    const socket: SocketLike = { send: () => {}, close: () => {}, onclose: null, onmessage: null };
    const missing = lacking();
    if (missing !== null) {
      queueMicrotask(() => socket.onclose?.({ reason: missing }));
      return socket;
    }
    // The name tells the worker to bypass the cache.
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
      end("its script could not be loaded");
    };
    return socket;
  };
}
