import { batch, computed, effect, signal, untracked } from "@preact/signals";
import type { PendingRequest, ReplyHandler, RequestBody } from "../connection";
import { within } from "../game/address";
import type { GameController } from "../game/controller";
import type { GameState } from "../game/state";
import type { Action, SearchReport, Message, PositionInfo } from "../messages";
import type { ServerClient } from "../server";
import type { PageSettings } from "../settings";
import type { MoveDelay } from "./moveDelay";

export type Analysis = Extract<Message, { type: "analysis" }>;

/** What the engine is doing for this tab: one thing at a time. */
export type SearchTask = "choose" | "hint" | "analyze" | "review";

/** What the board asks of the engine: a search that is not the same as the one before must begin anew. */
type WantedSearch =
  | { task: "choose"; gameSerial: number; at: number; level: number; time: number }
  | { task: "analyze"; gameSerial: number; at: number; lines: number };

const HINT_MS = 1500;

/** The searches of this tab, of which there is one at a time: the engine's moves, hints, analysis; a review begins one, too. */
export class Searches {
  readonly task = signal<SearchTask | null>(null);
  /** How many searches of others come first; `null` if it is this tab's turn. */
  readonly ahead = signal<number | null>(null);
  /** What the engine sees while it decides. */
  readonly thinking = signal<SearchReport | null>(null);

  /** Whether the person wants analysis. */
  readonly analyzing = signal(false);
  /** The latest of it, and which position it is about. */
  readonly analysis = signal<{ position: PositionInfo; answer: Analysis } | null>(null);
  /** The move a hint proposes, and in which position. */
  readonly hint = signal<{ position: PositionInfo; action: Action; alternate: Action | null } | null>(null);

  readonly #server: ServerClient;
  readonly #settings: PageSettings;
  readonly #state: GameState;
  readonly #play: GameController;
  readonly #moveDelay: MoveDelay;
  /** The turn that the engine is deciding, or resting in. */
  #turn: object | null = null;
  #request: PendingRequest | null = null;

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

  /** The analysis of what is on the board, if it is wanted and there is any yet. */
  readonly analysisHere = computed<Analysis | null>(() => {
    const found = this.analysis.value;
    return this.analyzing.value && found && found.position === this.#state.shown.value ? found.answer : null;
  });

  /** What should be searched now. */
  readonly #wanted = computed<WantedSearch | null>(() => {
    const { gameRef, gameSerial, current, settingUp, outcome, engineTurn } = this.#state;
    const here = gameRef.value;
    if (!here || !current.value || settingUp.value || outcome.value !== null) return null;
    const where = { gameSerial: gameSerial.value, at: here.at };
    if (engineTurn.value) return { task: "choose", ...where, level: here.level, time: here.time };
    return this.analyzing.value ? { task: "analyze", ...where, lines: this.#settings.lines.value } : null;
  });

  /** Lets the engine take its turns, and the analysis follow the board, from now on. */
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

  /** Begins a search; the one before it is over. */
  search(name: SearchTask, body: RequestBody, onReply: ReplyHandler, onEnd?: () => void): void {
    this.end();
    this.#setTask(name);
    this.#server.warning.value = "";
    this.#request = this.#server.request(body, (message) => {
      this.ahead.value = message.type === "waiting" ? message.ahead : null;
      if (message.type === "waiting") return false;
      if (message.type === "error") this.#state.notice.value = { text: message.sentence, tone: "error" };
      const over = message.type === "stopped" || message.type === "error" || onReply(message);
      if (over) {
        this.#request = null;
        this.#setTask(null);
        onEnd?.();
      }
      return over;
    });
  }

  /** Ends the search under way, whatever it is, and hears no more of it. */
  end(): void {
    if (!this.#request) return;
    this.#request.cancel();
    this.#request = null;
    this.#server.notify({ type: "stop" });
    this.#setTask(null);
  }

  /** The engine decides at once with what it has seen. */
  moveNow(): void {
    if (this.task.value === "choose" || this.task.value === "hint") this.#server.notify({ type: "stop" });
  }

  /** Goes on with what a hint or a review interrupted. */
  resume(): void {
    const want = this.#wanted.value;
    if (want !== null) this.#begin(want);
  }

  /** Asks what is best here. */
  askHint(): void {
    const { gameRef, shown, outcome, notice } = this.#state;
    const [here, position] = [gameRef.value, shown.value];
    if (!here || !position || outcome.value !== null) return;
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

  /** The engine decides for the side to act, and acts when people have seen what came before. */
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
      // The search counts as over before its action is played, so that what follows may search.
      queueMicrotask(act);
      return true;
    });
  }

  /** Looks at the current position for as long as it is shown. */
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

/** Whether two searches are for the same: what is under way for the one serves the other. */
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
