import type { GameState } from "../game/state";
import type { PageSettings } from "../settings";
import type { Environment } from "../environment";

/** The least delay of the engine against a person, so that the person's move is seen first. */
const REPLY_DELAY_MS = 400;

/** The least time per move of a game between engines. */
const MOVE_DELAYS_MS = { slow: 2000, normal: 800, fast: 0 } as const;

/** How fast engines play each other. */
export type Speed = keyof typeof MOVE_DELAYS_MS;

export const isSpeed = (value: unknown): value is Speed =>
  typeof value === "string" && Object.hasOwn(MOVE_DELAYS_MS, value);

/** Delays the engine's moves, so that the previous one is seen. */
export class MoveDelay {
  readonly #environment: Environment;
  readonly #settings: PageSettings;
  readonly #state: GameState;

  constructor(environment: Environment, settings: PageSettings, state: GameState) {
    this.#environment = environment;
    this.#settings = settings;
    this.#state = state;
  }

  /** Runs an action when the engine may move. */
  wait(then: () => void): void {
    const here = this.#state.gameRef.value;
    const watching = here?.south === "engine" && here.north === "engine";
    const time = watching
      ? MOVE_DELAYS_MS[this.#settings.speed.value]
      : this.#settings.animates.value
        ? REPLY_DELAY_MS
        : 0;
    if (time === 0) then();
    else this.#environment.later(time, then);
  }
}
