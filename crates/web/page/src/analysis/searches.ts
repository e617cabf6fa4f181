import { batch, computed, effect, signal, untracked } from "@preact/signals";
import type { Inquiry, Listener, Question } from "../connection";
import { within } from "../game/address";
import type { Play } from "../game/play";
import type { Table } from "../game/table";
import type { Action, Finding, Message, PositionInfo } from "../messages";
import type { Server } from "../server";
import type { Settings } from "../settings";
import type { Pace } from "./pace";

export type Analysis = Extract<Message, { type: "analysis" }>;

/** What the engine is doing for this tab: one thing at a time. */
export type Task = "choose" | "hint" | "analyze" | "review";

/** What the board asks of the engine: a search that is not the same as the one before must begin anew. */
type Want =
  | { task: "choose"; serial: number; at: number; level: number; time: number }
  | { task: "analyze"; serial: number; at: number; lines: number };

const HINT_TIME = 1500;

/** The searches of this tab, of which there is one at a time: the engine's moves, hints, analysis; a review begins one, too. */
export class Searches {
  readonly task = signal<Task | null>(null);
  /** How many searches of others come first; `null` if it is this tab's turn. */
  readonly ahead = signal<number | null>(null);
  /** What the engine sees while it decides. */
  readonly thinking = signal<Finding | null>(null);

  /** Whether the person wants analysis. */
  readonly analyzing = signal(false);
  /** The latest of it, and which position it is about. */
  readonly analysis = signal<{ position: PositionInfo; answer: Analysis } | null>(null);
  /** The move a hint proposes, and in which position. */
  readonly hint = signal<{ position: PositionInfo; action: Action; alternate: Action | null } | null>(null);

  readonly #server: Server;
  readonly #settings: Settings;
  readonly #table: Table;
  readonly #play: Play;
  readonly #pace: Pace;
  /** The turn that the engine is deciding, or resting in. */
  #turn: object | null = null;
  #inquiry: Inquiry | null = null;

  constructor(server: Server, settings: Settings, table: Table, play: Play, pace: Pace) {
    this.#server = server;
    this.#settings = settings;
    this.#table = table;
    this.#play = play;
    this.#pace = pace;
  }

  /** The analysis of what is on the board, if it is wanted and there is any yet. */
  readonly analysisHere = computed<Analysis | null>(() => {
    const found = this.analysis.value;
    return this.analyzing.value && found && found.position === this.#table.shown.value ? found.answer : null;
  });

  /** What should be searched now. */
  readonly #wanted = computed<Want | null>(() => {
    const { place, serial, current, settingUp, outcome, engineTurn } = this.#table;
    const here = place.value;
    if (!here || !current.value || settingUp.value || outcome.value !== null) return null;
    const where = { serial: serial.value, at: here.at };
    if (engineTurn.value) return { task: "choose", ...where, level: here.level, time: here.time };
    return this.analyzing.value ? { task: "analyze", ...where, lines: this.#settings.lines.value } : null;
  });

  /** Lets the engine take its turns, and the analysis follow the board, from now on. */
  followTheBoard(): void {
    let before: Want | null = null;
    effect(() => {
      const want = this.#wanted.value;
      if (isSame(want, before)) return;
      before = want;
      untracked(() => this.#begin(want));
    });
    let asked: PositionInfo | null = null;
    effect(() => {
      const position = this.#table.shown.value;
      untracked(() => {
        if (this.task.value === "hint" && position !== asked) this.end();
        asked = position;
      });
    });
  }

  /** Begins a search; the one before it is over. */
  search(name: Task, question: Question, listener: Listener, onEnd?: () => void): void {
    this.end();
    this.#setTask(name);
    this.#server.complaint.value = "";
    this.#inquiry = this.#server.ask(question, (message) => {
      this.ahead.value = message.type === "waiting" ? message.ahead : null;
      if (message.type === "waiting") return false;
      if (message.type === "error") this.#table.notice.value = { text: message.sentence, tone: "error" };
      const over = message.type === "stopped" || message.type === "error" || listener(message);
      if (over) {
        this.#inquiry = null;
        this.#setTask(null);
        onEnd?.();
      }
      return over;
    });
  }

  /** Ends the search under way, whatever it is, and hears no more of it. */
  end(): void {
    if (!this.#inquiry) return;
    this.#inquiry.drop();
    this.#inquiry = null;
    this.#server.tell({ type: "stop" });
    this.#setTask(null);
  }

  /** The engine decides at once with what it has seen. */
  moveNow(): void {
    if (this.task.value === "choose" || this.task.value === "hint") this.#server.tell({ type: "stop" });
  }

  /** Goes on with what a hint or a review interrupted. */
  resume(): void {
    const want = this.#wanted.value;
    if (want !== null) this.#begin(want);
  }

  /** Asks what is best here. */
  askHint(): void {
    const { place, shown, outcome, notice } = this.#table;
    const [here, position] = [place.value, shown.value];
    if (!here || !position || outcome.value !== null) return;
    const limits = this.#server.limits.value;
    const timeMs = within(HINT_TIME, limits?.leastTimeMs, limits?.mostTimeMs);
    this.search(
      "hint",
      { type: "hint", course: this.#table.courseTo(here.at), timeMs },
      (message) => {
        if (message.type === "thinking") this.thinking.value = message.finding;
        if (message.type !== "chosen") return false;
        const action = message.action;
        if (action) {
          const alternate = message.finding?.alternate ?? null;
          this.hint.value = { position, action, alternate };
          notice.value = { text: hintSentence(action, alternate), tone: "info" };
        }
        return true;
      },
      () => this.resume(),
    );
  }

  #begin(want: Want | null): void {
    if (want?.task === "choose") this.#choose(want);
    else if (this.task.value === "review") return;
    else if (want !== null) this.#analyze(want);
    else if (this.task.value !== "hint") this.end();
  }

  /** The engine decides for the side to act, and acts when people have seen what came before. */
  #choose({ at, level, time }: Extract<Want, { task: "choose" }>): void {
    const { place, engineTurn } = this.#table;
    const turn = (this.#turn = {});
    let rested = false;
    let chosen: PositionInfo | null = null;
    const act = () => {
      const due = rested && this.#turn === turn && place.value?.at === at && engineTurn.value;
      if (due && chosen) this.#play.actedTo(chosen);
    };
    this.#pace.rest(() => {
      rested = true;
      act();
    });
    const course = this.#table.courseTo(at);
    this.search("choose", { type: "choose", course, level, timeMs: time }, (message) => {
      if (message.type === "thinking") this.thinking.value = message.finding;
      if (message.type !== "chosen") return false;
      chosen = message.position;
      // The search counts as over before its action is played, so that what follows may search.
      queueMicrotask(act);
      return true;
    });
  }

  /** Looks at the current position for as long as it is shown. */
  #analyze({ at, lines }: Extract<Want, { task: "analyze" }>): void {
    const position = this.#table.shown.value!;
    const course = this.#table.courseTo(at);
    this.search("analyze", { type: "analyze", course, lines }, (message) => {
      if (message.type !== "analysis") return false;
      this.analysis.value = { position, answer: message };
      return message.done;
    });
  }

  #setTask(name: Task | null): void {
    batch(() => {
      this.task.value = name;
      this.ahead.value = null;
      this.thinking.value = null;
    });
  }
}

/** Whether two searches are for the same: what is under way for the one serves the other. */
function isSame(one: Want | null, other: Want | null): boolean {
  if (one === null || other === null) return one === other;
  if (one.serial !== other.serial || one.at !== other.at) return false;
  if (one.task === "choose") return other.task === "choose" && one.level === other.level && one.time === other.time;
  return other.task === "analyze" && one.lines === other.lines;
}

function hintSentence(action: Action, alternate: Action | null): string {
  const spare = alternate && action.kind === "move" ? `, and ${alternate.text} if that is refused` : "";
  return `Hint: ${action.text}${spare}.`;
}
