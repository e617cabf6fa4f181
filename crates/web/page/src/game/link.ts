import { Connection, type SocketLike } from "../connection";
import { connected, hello } from "./state";

/** The address of the server's socket: where the page came from. */
function socketUrl(): string {
  const url = new URL("socket", document.baseURI);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  url.hash = "";
  return url.href;
}

/** The connection of this tab. */
export const link = new Connection(socketUrl(), {
  open: (url) => new WebSocket(url) as unknown as SocketLike,
  onState: (state) => (connected.value = state),
  onHello: (message) => (hello.value = message),
  later: (milliseconds, action) => void setTimeout(action, milliseconds),
});
