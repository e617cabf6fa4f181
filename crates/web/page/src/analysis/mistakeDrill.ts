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

/** Something that a person did, and that the review did not like. */
export interface Mistake {
  /** Where it led. */
  node: number;
  /** Where it was done. */
  before: number;
  mark: Mark;
  played: string;
  best: Action | null;
}

/** Another try. */
export interface DrillAttempt {
  text: string;
  /** The board after it. */
  position: PositionInfo;
  verdict: "judging" | "right" | "wrong";
  /** What the engine thinks of a wrong one; `null` if it was the same mistake again. */
  mark: Mark | null;
}

/** How long the board shows a wrong try, in milliseconds. */
const WRONG_MOVE_MS = 1400;

/**
 * Learning from one's mistakes: the board goes to each bad move of the person, who tries again until the engine agrees. What is
 * tried leaves no trace in the game.
 */
export class MistakeDrill {
  /** The mistake that is being tried again, by its place in {@link mistakes}. */
  readonly at = signal<number | null>(null);
  readonly attempt = signal<DrillAttempt | null>(null);
  /** Whether somebody wants the answer. */
  readonly revealed = signal(false);
  /** Whether the board shows the try. */
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
    // Whoever goes elsewhere in the game has had enough of it.
    effect(() => {
      const [mistake, here] = [this.mistake.value, state.gameRef.value];
      if (this.at.value !== null && mistake?.before !== here?.at) untracked(() => this.#finish());
    });
  }

  /** The mistakes of persons in the game that was reviewed, once all of it was. */
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

  /** The one that is being tried again. */
  readonly mistake = computed<Mistake | null>(() => {
    const at = this.at.value;
    return at === null ? null : (this.mistakes.value[at] ?? null);
  });

  readonly solved = computed<boolean>(() => this.attempt.value?.verdict === "right");

  /** The board to show instead of the game's. */
  readonly position = computed<PositionInfo | null>(() =>
    this.#showsAttempt.value ? (this.attempt.value?.position ?? null) : null,
  );

  /** Goes to a mistake, the first one if none is named. */
  start(at = 0): void {
    const mistake = this.mistakes.value[at];
    if (!mistake) return this.stop();
    // The answer must not stand beside the question.
    this.#searches.analyzing.value = false;
    this.#request?.cancel();
    batch(() => {
      this.#clearAttempt();
      this.#play.interceptor = (text) => this.#tryMove(text);
      this.#play.goTo(mistake.before);
      this.at.value = at;
    });
  }

  /** Goes on to the next mistake, or back to the end of the game. */
  next(): void {
    this.start((this.at.value ?? -1) + 1);
  }

  /** Leaves it, at the end of the game. */
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
      conclude("judging", null);
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

  /** The board of a wrong try is shown for a moment. */
  #takeBack(): void {
    const shown = this.attempt.value;
    this.#environment.later(WRONG_MOVE_MS, () => {
      if (this.attempt.value === shown) this.#showsAttempt.value = false;
    });
  }
}
