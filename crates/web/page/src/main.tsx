import { effect } from "@preact/signals";
import { render } from "preact";
import { App } from "./App";
import { browserEnvironment } from "./browser";
import { SessionContext } from "./context";
import { listenForDrops } from "./drops";
import { listenForKeys } from "./keys";
import { PageSession } from "./session";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/layout.css";
import "./styles/board.css";
import "./styles/panels.css";
import "./styles/lesson.css";
import "./styles/game.css";
import "./friends/friends.css";
import "./microscope/microscope.css";
import "./styles/sizes.css";

const session = new PageSession(browserEnvironment());
const { settings, state, lessons, puzzles } = session;
effect(() => {
  document.documentElement.dataset["theme"] = settings.dark.value ? "dark" : "light";
  document.documentElement.dataset["board"] = settings.board.value;
  document.documentElement.dataset["pieces"] = settings.pieces.value;
  document.documentElement.dataset["coordinates"] = settings.coordinates.value ? "on" : "off";
  document.documentElement.dataset["motion"] = settings.animates.value ? "on" : "off";
});
effect(() => {
  const game = state.game.value ?? lessons.game.value ?? puzzles.game.value;
  // A friend may have moved while another tab was looked at.
  const turn = state.withFriend.value && state.personMayAct.value ? "Your move · " : "";
  document.title = game ? `${turn}${game.title} · Skirmish` : "Skirmish";
});
window.addEventListener("hashchange", () => session.readAddress());
listenForKeys(session);
listenForDrops(session);
render(
  <SessionContext.Provider value={session}>
    <App />
  </SessionContext.Provider>,
  document.getElementById("app")!,
);
