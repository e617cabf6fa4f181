import type { Table } from "../game/table";
import type { Settings } from "../settings";
import type { World } from "../world";

/** How long an engine that plays a person waits at least: the person's own move is seen first. */
const BREATH = 400;

/** How long each move of a game between engines takes at least. */
const SPEEDS = { slow: 2000, normal: 800, fast: 0 } as const;

/** How fast engines play each other. */
export type Speed = keyof typeof SPEEDS;

export const isSpeed = (value: unknown): value is Speed => typeof value === "string" && Object.hasOwn(SPEEDS, value);

/** When the engine's moves are played: not before people have seen what came before them. */
export class Pace {
  readonly #world: World;
  readonly #settings: Settings;
  readonly #table: Table;

  constructor(world: World, settings: Settings, table: Table) {
    this.#world = world;
    this.#settings = settings;
    this.#table = table;
  }

  /** Calls back as soon as the engine may move, which may be at once. */
  rest(then: () => void): void {
    const here = this.#table.place.value;
    const watching = here?.south === "engine" && here.north === "engine";
    const time = watching ? SPEEDS[this.#settings.speed.value] : this.#settings.moving.value ? BREATH : 0;
    if (time === 0) then();
    else this.#world.later(time, then);
  }
}
