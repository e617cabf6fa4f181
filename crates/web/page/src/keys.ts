import type { WordActionKind } from "./game/text";
import type { PageSession } from "./session";

interface Shortcut {
  /** The `key` of the event. */
  key: string;
  does: string;
  run: (session: PageSession) => void;
}

/** Focuses an element, if it exists. */
function focus(selector: string): void {
  document.querySelector<HTMLElement | SVGElement>(selector)?.focus();
}

/** Plays a word action, if it is legal. */
function playWord({ state, play, puzzles }: PageSession, kind: WordActionKind): void {
  if (puzzles.here.value) return puzzles.answerWord?.(kind);
  const action = state.wordActions.value.find((action) => action.kind === kind);
  if (action) play.act(action.text);
}

/** The keys that work anywhere on the page. */
export const KEYS: readonly Shortcut[] = [
  { key: "b", does: "focus the board", run: () => focus('.board [tabindex="0"]') },
  { key: "m", does: "type a move", run: () => focus("#typed-move") },
  { key: "y", does: "accept the proposal", run: (session) => playWord(session, "accept") },
  { key: "x", does: "refuse the proposal", run: (session) => playWord(session, "refuse") },
  { key: "p", does: "pass, if there is no move", run: (session) => playWord(session, "pass") },
  { key: "u", does: "take back", run: (session) => session.takeBack() },
  { key: "r", does: "redo", run: ({ play }) => play.redo() },
  { key: "h", does: "show a hint", run: ({ state, searches }) => state.personMayAct.value && searches.askHint() },
  {
    key: "a",
    does: "turn analysis on or off",
    run: ({ searches: { analyzing } }) => (analyzing.value = !analyzing.value),
  },
  { key: "c", does: "coach on or off", run: ({ study: { coach } }) => (coach.value = !coach.value) },
  {
    key: "t",
    does: "proven results on or off the board",
    run: ({ study: { results } }) => (results.value = !results.value),
  },
  { key: "f", does: "flip the board", run: ({ play }) => play.flip() },
  {
    key: "s",
    does: "sounds on or off",
    run: ({ settings: { sounds } }) => (sounds.value = !sounds.value),
  },
  { key: "n", does: "new game", run: (session) => session.askForNewGame() },
  { key: ",", does: "step back; also ← outside the board", run: ({ play }) => play.stepBack() },
  { key: ".", does: "step forward; also → outside the board", run: ({ play }) => play.stepForward() },
  { key: "Home", does: "go to the start of the game", run: ({ play }) => play.goToStart() },
  { key: "End", does: "go to the end of the game", run: ({ play }) => play.goToEnd() },
  { key: "?", does: "show this help", run: ({ dialog }) => (dialog.value = "help") },
];

const ALIASES: Readonly<Record<string, string>> = { ArrowLeft: ",", ArrowRight: "." };
/** The board uses these to move between squares. */
const BOARD_KEYS = ["ArrowLeft", "ArrowRight", "Home", "End"];
/** Work without a game, too. */
const KEYS_WITHOUT_GAME = ["n", "s", "?"];
/** Work in puzzles, too. */
const KEYS_OF_PUZZLES = ["b", "y", "x", "p"];

/** Installs the shortcuts. */
export function listenForKeys(session: PageSession): void {
  const { dialog, puzzles, settings, state } = session;
  document.addEventListener("keydown", (event) => {
    const target = event.target as Element;
    const busy = dialog.value !== null || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey;
    if (!settings.shortcuts.value || busy || target.closest("input, textarea, select, [role=radiogroup]")) return;
    if (target.closest("[data-square]") && BOARD_KEYS.includes(event.key)) return;
    const key = ALIASES[event.key] ?? event.key;
    const entry = KEYS.find((candidate) => candidate.key === key);
    const solving = puzzles.here.value !== null && KEYS_OF_PUZZLES.includes(key);
    if (!entry || (!state.gameRef.value && !solving && !KEYS_WITHOUT_GAME.includes(key))) return;
    event.preventDefault();
    entry.run(session);
  });
}
