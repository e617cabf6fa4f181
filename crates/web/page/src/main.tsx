import { effect } from "@preact/signals";
import { render } from "preact";
import { followTheBoard } from "./analysis/searches";
import { reviewWhenOver } from "./analysis/review";
import { App } from "./App";
import { readAddress } from "./game/session";
import { game } from "./game/state";
import { listenForKeys } from "./keys";
import { applySettings } from "./settings";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/layout.css";
import "./styles/board.css";
import "./styles/panels.css";

applySettings();
effect(() => {
  document.title = game.value ? `${game.value.title} · Skirmish` : "Skirmish";
});
followTheBoard();
reviewWhenOver();
listenForKeys();
readAddress();
window.addEventListener("hashchange", readAddress);
render(<App />, document.getElementById("app")!);
