import { batch, computed, effect, signal, untracked } from "@preact/signals";
import type { PendingRequest } from "../connection";
import type { GameController } from "../game/controller";
import type { GameState } from "../game/state";
import { nodeOf } from "../game/tree";
import type { Action, Mark, PositionInfo } from "../messages";
import type { ServerClient } from "../server";
import type { Environment } from "../environment";
import type { GameReview } from "./review";
import type { Searches } from "./searches";

/** A bad move of a person, as found by the review. */
export interface Mistake {
  /** The node after it. */
  node: number;
  /** The node before it. */
  before: number;
  mark: Mark;
  played: string;
  best: Action | null;
}

/** An attempt at a better move. */
export interface DrillAttempt {
  text: string;
  /** The board after it. */
  position: PositionInfo;
  verdict: "checking" | "right" | "wrong";
  /** The mark of a wrong one; `null` if it was the same mistake again. */
  mark: Mark | null;
}

/** How long the board shows a wrong attempt. */
const WRONG_MOVE_MS = 1400;

/** Practice with the mistakes of a reviewed game: the user retries each one until the engine agrees. The game does not change. */
export class MistakeDrill {
  /** The index of the current mistake in {@link mistakes}. */
  readonly at = signal<number | null>(null);
  readonly attempt = signal<DrillAttempt | null>(null);
  /** Whether the answer is shown. */
  readonly revealed = signal(false);
  /** Whether the board shows the attempt. */
  readonly #showsAttempt = signal(false);

  readonly #environment: Environment;
  readonly #server: ServerClient;
  readonly #state: GameState;
  readonly #play: GameController;
  readonly #searches: Searches;
  readonly #review: GameReview;
  #request: PendingRequest | null = null;

  constructor(
    environment: Environment,
    server: ServerClient,
    state: GameState,
    play: GameController,
    searches: Searches,
    review: GameReview,
  ) {
    this.#environment = environment;
    this.#server = server;
    this.#state = state;
    this.#play = play;
    this.#searches = searches;
    this.#review = review;
    // Navigating elsewhere ends the drill.
    effect(() => {
      const [mistake, here] = [this.mistake.value, state.gameRef.value];
      if (this.at.value !== null && mistake?.before !== here?.at) untracked(() => this.#finish());
    });
  }

  /** The mistakes of persons, once the review is complete. */
  readonly mistakes = computed<readonly Mistake[]>(() => {
    const [here, playedMoves, line] = [
      this.#state.gameRef.value,
      this.#state.playedMoves.value,
      this.#review.here.value,
    ];
    if (!here || !line?.done) return [];
    return [...this.#review.marks.value].flatMap(([node, { mark, best }]) => {
      const played = playedMoves.get(node);
      if (!played || here[played.side] !== "person") return [];
      return [{ node, before: nodeOf(here.tree, node).parent, mark, played: played.action.text, best }];
    });
  });

  /** The current mistake. */
  readonly mistake = computed<Mistake | null>(() => {
    const at = this.at.value;
    return at === null ? null : (this.mistakes.value[at] ?? null);
  });

  readonly solved = computed<boolean>(() => this.attempt.value?.verdict === "right");

  /** The position to show instead of the game's. */
  readonly position = computed<PositionInfo | null>(() =>
    this.#showsAttempt.value ? (this.attempt.value?.position ?? null) : null,
  );

  /** Goes to a mistake, by default the first. */
  start(at = 0): void {
    const mistake = this.mistakes.value[at];
    if (!mistake) return this.stop();
    // Analysis would show the answer.
    this.#searches.analyzing.value = false;
    this.#request?.cancel();
    batch(() => {
      this.#clearAttempt();
      this.#play.interceptor = (text) => this.#tryMove(text);
      this.#play.goTo(mistake.before);
      this.at.value = at;
    });
  }

  /** Goes to the next mistake, or to the end of the game. */
  next(): void {
    this.start((this.at.value ?? -1) + 1);
  }

  /** Ends the drill and goes to the end of the game. */
  stop(): void {
    this.#finish();
    this.#play.goToEnd();
  }

  #finish(): void {
    this.#request?.cancel();
    batch(() => {
      this.at.value = null;
      this.#play.interceptor = null;
      this.#clearAttempt();
    });
  }

  #clearAttempt(): void {
    this.attempt.value = null;
    this.revealed.value = false;
    this.#showsAttempt.value = false;
  }

  #tryMove(text: string): boolean {
    const [mistake, here] = [this.mistake.value, this.#state.gameRef.value];
    if (!mistake || !here) return false;
    if (this.#showsAttempt.value) return true;
    this.#request?.cancel();
    this.#request = this.#server.request(
      { type: "play", line: this.#state.lineTo(mistake.before), text },
      (message) => {
        if (message.type === "position") this.#grade(mistake, message);
        else if (message.type === "illegal" || message.type === "error")
          this.#state.notice.value = { text: message.sentence, tone: "rule" };
        else return false;
        return true;
      },
    );
    return true;
  }

  #grade(mistake: Mistake, position: PositionInfo): void {
    const text = position.actions.at(-1)?.action.text ?? "";
    const conclude = (verdict: DrillAttempt["verdict"], mark: Mark | null) => {
      if (this.mistake.value !== mistake) return;
      this.attempt.value = { text, position, verdict, mark };
      if (verdict === "wrong") this.#takeBack();
    };
    batch(() => {
      this.#state.notice.value = null;
      this.#showsAttempt.value = true;
      conclude("checking", null);
    });
    if (text === mistake.played) return conclude("wrong", null);
    if (text === mistake.best?.text) return conclude("right", null);
    const line = this.#state.lineTo(mistake.before);
    const from = line.actions.length;
    let mark: Mark | null = null;
    this.#searches.search(
      "review",
      { type: "review", line: { ...line, actions: [...line.actions, text] }, from },
      (message) => {
        if (message.type === "reviewed") mark = message.mark;
        return message.type === "reviewEnd";
      },
      () => conclude(mark === null ? "right" : "wrong", mark),
    );
  }

  /** Shows a wrong attempt for a moment. */
  #takeBack(): void {
    const shown = this.attempt.value;
    this.#environment.later(WRONG_MOVE_MS, () => {
      if (this.attempt.value === shown) this.#showsAttempt.value = false;
    });
  }
}
