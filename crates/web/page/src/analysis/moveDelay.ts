import type { GameState } from "../game/state";
import type { PageSettings } from "../settings";
import type { Environment } from "../environment";

/** How long an engine that plays a person waits at least: the person's own move is seen first. */
const REPLY_DELAY_MS = 400;

/** How long each move of a game between engines takes at least. */
const MOVE_DELAYS_MS = { slow: 2000, normal: 800, fast: 0 } as const;

/** How fast engines play each other. */
export type Speed = keyof typeof MOVE_DELAYS_MS;

export const isSpeed = (value: unknown): value is Speed =>
  typeof value === "string" && Object.hasOwn(MOVE_DELAYS_MS, value);

/** When the engine's moves are played: not before people have seen what came before them. */
export class MoveDelay {
  readonly #environment: Environment;
  readonly #settings: PageSettings;
  readonly #state: GameState;

  constructor(environment: Environment, settings: PageSettings, state: GameState) {
    this.#environment = environment;
    this.#settings = settings;
    this.#state = state;
  }

  /** Calls back as soon as the engine may move, which may be at once. */
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
