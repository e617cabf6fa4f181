import type { WordActionKind } from "./game/text";
import type { PageSession } from "./session";

interface Shortcut {
  /** As on the keyboard. */
  key: string;
  does: string;
  run: (session: PageSession) => void;
}

/** Moves the focus to an element, if it is there. */
function focus(selector: string): void {
  document.querySelector<HTMLElement | SVGElement>(selector)?.focus();
}

/** Says something, where the rules offer it. */
function say({ state, play }: PageSession, kind: WordActionKind): void {
  const action = state.wordActions.value.find((action) => action.kind === kind);
  if (action) play.act(action.text);
}

/** All keys that work anywhere on the page. */
export const KEYS: readonly Shortcut[] = [
  { key: "b", does: "to the board", run: () => focus('.board [tabindex="0"]') },
  { key: "m", does: "type a move", run: () => focus("#typed-move") },
  { key: "y", does: "accept the proposal", run: (session) => say(session, "accept") },
  { key: "x", does: "refuse the proposal", run: (session) => say(session, "refuse") },
  { key: "p", does: "pass, when there is no move", run: (session) => say(session, "pass") },
  { key: "u", does: "take back", run: ({ play }) => play.takeBack() },
  { key: "r", does: "redo", run: ({ play }) => play.redo() },
  { key: "h", does: "hint", run: ({ state, searches }) => state.personMayAct.value && searches.askHint() },
  {
    key: "a",
    does: "analysis on or off",
    run: ({ searches: { analyzing } }) => (analyzing.value = !analyzing.value),
  },
  { key: "f", does: "flip the board", run: ({ play }) => play.flip() },
  { key: "n", does: "new game", run: (session) => session.askForNewGame() },
  { key: ",", does: "one step back; also ← outside the board", run: ({ play }) => play.stepBack() },
  { key: ".", does: "one step forward; also → outside the board", run: ({ play }) => play.stepForward() },
  { key: "Home", does: "to the start of the game", run: ({ play }) => play.goToStart() },
  { key: "End", does: "to the end of the game", run: ({ play }) => play.goToEnd() },
  { key: "?", does: "this help", run: ({ dialog }) => (dialog.value = "help") },
];

const ALIASES: Readonly<Record<string, string>> = { ArrowLeft: ",", ArrowRight: "." };
/** What the board has its own use for: these move between squares, also at its edge. */
const BOARD_KEYS = ["ArrowLeft", "ArrowRight", "Home", "End"];
/** What works without a game, too. */
const KEYS_WITHOUT_GAME = ["n", "?"];

/** Listens for keys that nothing else uses. */
export function listenForKeys(session: PageSession): void {
  const { dialog, settings, state } = session;
  document.addEventListener("keydown", (event) => {
    const target = event.target as Element;
    const busy = dialog.value !== null || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey;
    if (!settings.shortcuts.value || busy || target.closest("input, textarea, select, [role=radiogroup]")) return;
    if (target.closest("[data-square]") && BOARD_KEYS.includes(event.key)) return;
    const key = ALIASES[event.key] ?? event.key;
    const entry = KEYS.find((candidate) => candidate.key === key);
    if (!entry || (!state.gameRef.value && !KEYS_WITHOUT_GAME.includes(key))) return;
    event.preventDefault();
    entry.run(session);
  });
}
