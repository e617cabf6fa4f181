import { batch, computed, effect, signal, untracked } from "@preact/signals";
import type { PendingRequest, ReplyHandler, RequestBody } from "../connection";
import { levelOf, within } from "../game/address";
import type { GameController } from "../game/controller";
import type { GameState } from "../game/state";
import type { Action, SearchReport, Message, PositionInfo } from "../messages";
import type { ServerClient } from "../server";
import type { PageSettings } from "../settings";
import type { MoveDelay } from "./moveDelay";

export type Analysis = Extract<Message, { type: "analysis" }>;

/** The kinds of searches. */
export type SearchTask = "choose" | "hint" | "analyze" | "review" | "coach" | "values";

/** The search that the board needs; a different one restarts the engine. */
type WantedSearch =
  | { task: "choose"; gameSerial: number; at: number; level: number; time: number }
  | { task: "analyze"; gameSerial: number; at: number; lines: number };

const HINT_MS = 1500;

/** Runs the searches of this tab, one at a time: the engine's moves, hints, analysis, reviews. */
export class Searches {
  readonly task = signal<SearchTask | null>(null);
  /** The number of searches ahead in the queue; `null` if it is running. */
  readonly ahead = signal<number | null>(null);
  /** The result so far of the engine's move. */
  readonly thinking = signal<SearchReport | null>(null);

  /** Whether no search may run: the microscope is open. */
  readonly suspended = signal(false);
  /** Whether analysis is on. */
  readonly analyzing = signal(false);
  /** The latest analysis and its position. */
  readonly analysis = signal<{ position: PositionInfo; answer: Analysis } | null>(null);
  /** The latest hint and its position. */
  readonly hint = signal<{ position: PositionInfo; action: Action; alternate: Action | null } | null>(null);

  readonly #server: ServerClient;
  readonly #settings: PageSettings;
  readonly #state: GameState;
  readonly #play: GameController;
  readonly #moveDelay: MoveDelay;
  /** The current turn of the engine, including the delay. */
  #turn: object | null = null;
  #request: PendingRequest | null = null;
  /** Whether the search is to end as soon as it has begun. */
  #hurried = false;

  constructor(
    server: ServerClient,
    settings: PageSettings,
    state: GameState,
    play: GameController,
    moveDelay: MoveDelay,
  ) {
    this.#server = server;
    this.#settings = settings;
    this.#state = state;
    this.#play = play;
    this.#moveDelay = moveDelay;
  }

  /** The analysis of the position on the board, if there is one. */
  readonly analysisHere = computed<Analysis | null>(() => {
    const found = this.analysis.value;
    return this.analyzing.value && found && found.position === this.#state.shown.value ? found.answer : null;
  });

  /** The search that should run now. */
  readonly #wanted = computed<WantedSearch | null>(() => {
    const { gameRef, gameSerial, current, settingUp, outcome, engineTurn, withFriend } = this.#state;
    const here = gameRef.value;
    if (!here || !current.value || settingUp.value || outcome.value !== null || withFriend.value) return null;
    if (this.suspended.value) return null;
    const where = { gameSerial: gameSerial.value, at: here.at };
    if (engineTurn.value) {
      const level = levelOf(here, this.#state.shown.value!.side);
      return { task: "choose", ...where, level, time: here.time };
    }
    return this.analyzing.value ? { task: "analyze", ...where, lines: this.#settings.lines.value } : null;
  });

  /** Lets the engine move and the analysis follow the board, from now on. */
  followBoard(): void {
    let before: WantedSearch | null = null;
    effect(() => {
      const want = this.#wanted.value;
      if (isSame(want, before)) return;
      before = want;
      untracked(() => this.#begin(want));
    });
    let asked: PositionInfo | null = null;
    effect(() => {
      const position = this.#state.shown.value;
      untracked(() => {
        if (this.task.value === "hint" && position !== asked) this.end();
        asked = position;
      });
    });
  }

  /** Starts a search, which cancels the previous one. */
  search(name: SearchTask, body: RequestBody, onReply: ReplyHandler, onEnd?: () => void): void {
    this.end();
    this.#hurried = false;
    this.#setTask(name);
    this.#server.warning.value = "";
    this.#request = this.#server.request(body, (message) => {
      this.ahead.value = message.type === "waiting" ? message.ahead : null;
      if (message.type === "waiting") return false;
      if (message.type === "thinking" && this.#hurried) {
        this.#hurried = false;
        this.#server.notify({ type: "stop" });
      }
      if (message.type === "error") this.#state.notice.value = { text: message.sentence, tone: "error" };
      const over = message.type === "stopped" || message.type === "error" || onReply(message);
      if (over)
        batch(() => {
          this.#request = null;
          this.#setTask(null);
          onEnd?.();
        });
      return over;
    });
  }

  /** Cancels the current search. */
  end(): void {
    if (!this.#request) return;
    this.#request.cancel();
    this.#request = null;
    this.#server.notify({ type: "stop" });
    this.#setTask(null);
  }

  /** Makes the engine move now. A search that is stopped before it has begun would have no move: it is stopped once it has. */
  moveNow(): void {
    if (this.task.value !== "choose" && this.task.value !== "hint") return;
    if (this.thinking.value) this.#server.notify({ type: "stop" });
    else this.#hurried = true;
  }

  /** Resumes the search that a hint or review interrupted. */
  resume(): void {
    const want = this.#wanted.value;
    if (want !== null) this.#begin(want);
  }

  /** Requests a hint. */
  askHint(): void {
    const { gameRef, shown, outcome, notice, withFriend } = this.#state;
    const [here, position] = [gameRef.value, shown.value];
    if (!here || !position || outcome.value !== null || withFriend.value) return;
    const limits = this.#server.limits.value;
    const timeMs = within(HINT_MS, limits?.minTimeMs, limits?.maxTimeMs);
    this.search(
      "hint",
      { type: "hint", line: this.#state.lineTo(here.at), timeMs },
      (message) => {
        if (message.type === "thinking") this.thinking.value = message.report;
        if (message.type !== "chosen") return false;
        const action = message.action;
        if (action) {
          const alternate = message.report?.alternate ?? null;
          this.hint.value = { position, action, alternate };
          notice.value = { text: hintSentence(action, alternate), tone: "info" };
        }
        return true;
      },
      () => this.resume(),
    );
  }

  #begin(want: WantedSearch | null): void {
    if (want?.task === "choose") this.#choose(want);
    else if (this.task.value === "review") return;
    else if (want !== null) this.#analyze(want);
    else if (this.task.value !== "hint") this.end();
  }

  /** Searches the engine's move and plays it after the delay. */
  #choose({ at, level, time }: Extract<WantedSearch, { task: "choose" }>): void {
    const { gameRef, engineTurn } = this.#state;
    const turn = (this.#turn = {});
    let waited = false;
    let chosen: PositionInfo | null = null;
    const act = () => {
      const due = waited && this.#turn === turn && gameRef.value?.at === at && engineTurn.value;
      if (due && chosen) this.#play.actedTo(chosen);
    };
    this.#moveDelay.wait(() => {
      waited = true;
      act();
    });
    const line = this.#state.lineTo(at);
    this.search("choose", { type: "choose", line, level, timeMs: time }, (message) => {
      if (message.type === "thinking") this.thinking.value = message.report;
      if (message.type !== "chosen") return false;
      chosen = message.position;
      // End this search before playing its action, which may start another.
      queueMicrotask(act);
      return true;
    });
  }

  /** Analyses the current position while it is shown. */
  #analyze({ at, lines }: Extract<WantedSearch, { task: "analyze" }>): void {
    const position = this.#state.shown.value!;
    const line = this.#state.lineTo(at);
    this.search("analyze", { type: "analyze", line, lines }, (message) => {
      if (message.type !== "analysis") return false;
      this.analysis.value = { position, answer: message };
      return message.done;
    });
  }

  #setTask(name: SearchTask | null): void {
    batch(() => {
      this.task.value = name;
      this.ahead.value = null;
      this.thinking.value = null;
    });
  }
}

/** Whether two searches are the same. */
function isSame(one: WantedSearch | null, other: WantedSearch | null): boolean {
  if (one === null || other === null) return one === other;
  if (one.gameSerial !== other.gameSerial || one.at !== other.at) return false;
  if (one.task === "choose") return other.task === "choose" && one.level === other.level && one.time === other.time;
  return other.task === "analyze" && one.lines === other.lines;
}

function hintSentence(action: Action, alternate: Action | null): string {
  const spare = alternate && action.kind === "move" ? `, and ${alternate.text} if that is refused` : "";
  return `Hint: ${action.text}${spare}.`;
}
