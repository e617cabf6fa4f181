import { effect, untracked } from "@preact/signals";
import type { Squares } from "../messages";
import type { GameController } from "./controller";
import type { GameState } from "./state";
import { moveBetween } from "./text";

/** Moves prepared while the engine thinks: played if they are legal then. Leaving the position forgets them (the controller does). */
export class Premoves {
  readonly #state: GameState;
  readonly #play: GameController;

  constructor(state: GameState, play: GameController) {
    this.#state = state;
    this.#play = play;
  }

  /** Prepares a move, or none. */
  prepare(move: Squares | null): void {
    const { premove, premoveSide, notice } = this.#state;
    if (move !== null && premoveSide.value === null) return;
    const before = premove.value;
    premove.value = move;
    if (move)
      notice.value = { text: `Premove from ${move.from} to ${move.to}. Click the board to cancel it.`, tone: "info" };
    else if (before) notice.value = null;
  }

  /** Plays the prepared move when it is the person's turn, from now on. */
  followGame(): void {
    const { personMayAct, premove, premoveSide } = this.#state;
    effect(() => {
      const [may, waiting] = [personMayAct.value, premoveSide.value];
      if (may && waiting === null && premove.value) untracked(() => this.#perform());
    });
  }

  #perform(): void {
    const { premove, shown, me, notice } = this.#state;
    const [move, position] = [premove.value, shown.value];
    premove.value = null;
    if (!move || !position) return;
    if (position.side === me.value && moveBetween(position, move.from, move.to)) return this.#play.move(move);
    const text = `Your premove from ${move.from} to ${move.to} is not possible now, so it was dropped.`;
    notice.value = { text, tone: "rule" };
  }
}
