import { analyzing, askHint } from "./analysis/searches";
import { act, change, goToEnd, goToStart, redo, stepBack, stepForward, takeBack } from "./game/session";
import { dialog, dialogGame, personMayAct, place, shown } from "./game/state";
import { shortcuts } from "./settings";

interface Key {
  /** As on the keyboard. */
  key: string;
  does: string;
  run: () => void;
}

/** Moves the focus to an element, if it is there. */
function focus(selector: string): void {
  document.querySelector<HTMLElement | SVGElement>(selector)?.focus();
}

/** Says a word, where the rules offer it. */
function say(word: string): void {
  if (personMayAct.value && shown.value?.legal.some((action) => action.word === word)) act(word);
}

/** All keys that work anywhere on the page. */
export const KEYS: readonly Key[] = [
  { key: "b", does: "to the board", run: () => focus('.board [tabindex="0"]') },
  { key: "m", does: "type a move", run: () => focus("#typed-move") },
  { key: "y", does: "accept the proposal", run: () => say("accept") },
  { key: "x", does: "refuse the proposal", run: () => say("refuse") },
  { key: "p", does: "pass, when there is no move", run: () => say("pass") },
  { key: "u", does: "take back", run: takeBack },
  { key: "r", does: "redo", run: redo },
  { key: "h", does: "hint", run: () => personMayAct.value && askHint() },
  { key: "a", does: "analysis on or off", run: () => (analyzing.value = !analyzing.value) },
  { key: "f", does: "flip the board", run: () => place.value && change({ flipped: !place.value.flipped }) },
  { key: "n", does: "new game", run: () => newGame() },
  { key: ",", does: "one step back; also ← outside the board", run: stepBack },
  { key: ".", does: "one step forward; also → outside the board", run: stepForward },
  { key: "Home", does: "to the start of the game", run: goToStart },
  { key: "End", does: "to the end of the game", run: goToEnd },
  { key: "?", does: "this help", run: () => (dialog.value = "help") },
];

function newGame(): void {
  dialogGame.value = null;
  dialog.value = "new";
}

const ALSO: Readonly<Record<string, string>> = { ArrowLeft: ",", ArrowRight: "." };
/** What the board has its own use for: these move between squares, also at its edge. */
const OF_THE_BOARD = ["ArrowLeft", "ArrowRight", "Home", "End"];

/** Listens for keys that nobody else has use for. */
export function listenForKeys(): void {
  document.addEventListener("keydown", (event) => {
    const target = event.target as Element;
    const busy = dialog.value !== null || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey;
    if (!shortcuts.value || busy || target.closest("input, textarea, select, [role=radiogroup]")) return;
    if (target.closest("[data-square]") && OF_THE_BOARD.includes(event.key)) return;
    const key = ALSO[event.key] ?? event.key;
    const entry = KEYS.find((candidate) => candidate.key === key);
    if (!entry || (!place.value && !["n", "?"].includes(key))) return;
    event.preventDefault();
    entry.run();
  });
}
