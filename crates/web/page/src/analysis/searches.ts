import { batch, computed, effect, signal, untracked } from "@preact/signals";
import type { Inquiry, Listener, Question } from "../connection";
import type { Action, Finding, Message } from "../messages";
import { act } from "../game/session";
import {
  courseTo,
  current,
  engineTurn,
  notice,
  outcome,
  place,
  settingUp,
  shown,
  table,
  type Position,
} from "../game/state";
import { link } from "../game/link";
import { lineCount } from "../settings";

export type Analysis = Extract<Message, { type: "analysis" }>;

/** What the engine is doing for this tab: one thing at a time. */
export type Task = "choose" | "hint" | "analyze" | "review";
export const task = signal<Task | null>(null);
/** How many searches of others come first; `null` if it is this tab's turn. */
export const ahead = signal<number | null>(null);
/** What the engine sees while it decides. */
export const thinking = signal<Finding | null>(null);

/** Whether the person wants analysis. */
export const analyzing = signal(false);
/** The latest of it, and which position it is about. */
export const analysis = signal<{ position: Position; answer: Analysis } | null>(null);
/** The move a hint proposes, and in which position. */
export const hint = signal<{ position: Position; action: Action; alternate: Action | null } | null>(null);

let inquiry: Inquiry | null = null;

/** Begins a search; the one before it is over. */
export function search(name: Task, question: Question, listener: Listener, onEnd?: () => void): void {
  end();
  setTask(name);
  inquiry = link.ask(question, (message) => {
    ahead.value = message.type === "waiting" ? message.ahead : null;
    if (message.type === "waiting") return false;
    if (message.type === "error") notice.value = { text: message.sentence, tone: "error" };
    const over = message.type === "stopped" || message.type === "error" || listener(message);
    if (over) {
      inquiry = null;
      setTask(null);
      onEnd?.();
    }
    return over;
  });
}

/** Ends the search under way, whatever it is, and hears no more of it. */
export function end(): void {
  if (!inquiry) return;
  inquiry.drop();
  inquiry = null;
  link.tell({ type: "stop" });
  setTask(null);
}

function setTask(name: Task | null): void {
  batch(() => {
    task.value = name;
    ahead.value = null;
    thinking.value = null;
  });
}

/** The engine decides at once with what it has seen. */
export function moveNow(): void {
  if (task.value === "choose" || task.value === "hint") link.tell({ type: "stop" });
}

/** The engine decides for the side to act. */
function chooseAction(): void {
  const here = place.value!;
  search("choose", { type: "choose", course: courseTo(here.at), level: here.level, timeMs: here.time }, (message) => {
    if (message.type === "thinking") thinking.value = message.finding;
    if (message.type !== "chosen") return false;
    const action = message.action;
    // The search counts as over before its action is played, so that what follows may search.
    if (action) queueMicrotask(() => place.value?.at === here.at && act(action.text));
    return true;
  });
}

const HINT_TIME = 1500;

/** Asks what is best here. */
export function askHint(): void {
  const [here, position] = [place.value, shown.value];
  if (!here || !position || outcome.value !== null) return;
  search(
    "hint",
    { type: "hint", course: courseTo(here.at), timeMs: HINT_TIME },
    (message) => {
      if (message.type === "thinking") thinking.value = message.finding;
      if (message.type !== "chosen") return false;
      const action = message.action;
      if (action) {
        hint.value = { position, action, alternate: message.finding?.alternate ?? null };
        notice.value = { text: hintSentence(action, message.finding?.alternate ?? null), tone: "info" };
      }
      return true;
    },
    resume,
  );
}

function hintSentence(action: Action, alternate: Action | null): string {
  const spare = alternate && !action.word ? `, and ${alternate.text} if that is refused` : "";
  return `Hint: ${action.text}${spare}.`;
}

/** Looks at the current position for as long as it is shown. */
function analyze(): void {
  const position = shown.value!;
  search("analyze", { type: "analyze", course: courseTo(place.value!.at), lines: lineCount.value }, (message) => {
    if (message.type !== "analysis") return false;
    analysis.value = { position, answer: message };
    return message.done;
  });
}

/** What should be searched now, as a key that changes whenever a new search must begin. */
const wanted = computed<string | null>(() => {
  const here = place.value;
  if (!here || !current.value || settingUp.value || outcome.value !== null) return null;
  if (engineTurn.value) return `choose ${table.value} ${here.at} ${here.level} ${here.time}`;
  return analyzing.value ? `analyze ${table.value} ${here.at} ${lineCount.value}` : null;
});

/** Lets the engine take its turns, and the analysis follow the board. */
export function followTheBoard(): void {
  effect(() => {
    const want = wanted.value;
    untracked(() => begin(want));
  });
  let asked: Position | null = null;
  effect(() => {
    const position = shown.value;
    untracked(() => {
      if (task.value === "hint" && position !== asked) end();
      asked = position;
    });
  });
}

function begin(want: string | null): void {
  if (want?.startsWith("choose")) chooseAction();
  else if (task.value === "review") return;
  else if (want !== null) analyze();
  else if (task.value !== "hint") end();
}

/** Goes on with what a hint or a review interrupted. */
export function resume(): void {
  const want = wanted.value;
  if (want !== null) begin(want);
}
