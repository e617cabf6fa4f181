import { effect } from "@preact/signals";
import { render } from "preact";
import { App } from "./App";
import { browserWorld } from "./browser";
import { SessionContext } from "./context";
import { listenForKeys } from "./keys";
import { Session } from "./session";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/layout.css";
import "./styles/board.css";
import "./styles/panels.css";
import "./styles/sizes.css";

const session = new Session(browserWorld());
const { settings, table, play } = session;
effect(() => {
  document.documentElement.dataset["theme"] = settings.dark.value ? "dark" : "light";
  document.documentElement.dataset["motion"] = settings.moving.value ? "on" : "off";
});
effect(() => {
  document.title = table.game.value ? `${table.game.value.title} · Skirmish` : "Skirmish";
});
window.addEventListener("hashchange", () => play.readAddress());
listenForKeys(session);
render(
  <SessionContext.Provider value={session}>
    <App />
  </SessionContext.Provider>,
  document.getElementById("app")!,
);
