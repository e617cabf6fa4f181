import { computed, effect, signal, type ReadonlySignal, type Signal } from "@preact/signals";
import { isSpeed, type Speed } from "./analysis/pace";
import { within } from "./game/address";
import type { ServerLimits } from "./messages";
import type { World } from "./world";

const THEMES = ["auto", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/** The choices of the person that this browser remembers. */
export class Settings {
  readonly theme: Signal<Theme>;
  readonly animation: Signal<boolean>;
  readonly sounds: Signal<boolean>;
  readonly shortcuts: Signal<boolean>;
  /** How fast engines play each other. */
  readonly speed: Signal<Speed>;
  /** How many lines an analysis shows, as chosen; see {@link lines}. */
  readonly chosenLines: Signal<number>;
  /**
   * What the last new game was played with, its level and the milliseconds for a move (0 if there was none); see {@link level} and
   * {@link time}.
   */
  readonly chosenLevel: Signal<number>;
  readonly chosenTime: Signal<number>;

  readonly #world: World;
  readonly #limits: ReadonlySignal<ServerLimits | null>;

  constructor(world: World, limits: ReadonlySignal<ServerLimits | null>) {
    this.#world = world;
    this.#limits = limits;
    this.theme = remembered<Theme>(world, "theme", "auto", (value) => THEMES.includes(value as Theme));
    this.animation = remembered<boolean>(world, "animation", true, isFlag);
    this.sounds = remembered<boolean>(world, "sounds", false, isFlag);
    this.shortcuts = remembered<boolean>(world, "shortcuts", true, isFlag);
    this.speed = remembered<Speed>(world, "speed", "normal", isSpeed);
    this.chosenLines = remembered<number>(world, "lines", 2, isCount);
    this.chosenLevel = remembered<number>(world, "level", 0, isCount);
    this.chosenTime = remembered<number>(world, "time", 0, isCount);
  }

  /** The chosen numbers as far as the server allows them: it may be another than the one they were chosen at. */
  readonly lines = computed<number>(() => within(this.chosenLines.value, 1, this.#limits.value?.lines));
  readonly level = computed<number>(() => {
    const limits = this.#limits.value;
    return within(this.chosenLevel.value || (limits?.newcomer ?? 1), 1, limits?.level);
  });
  readonly time = computed<number>(() => {
    const limits = this.#limits.value;
    return within(this.chosenTime.value || (limits?.timeMs ?? 1), limits?.leastTimeMs, limits?.mostTimeMs);
  });

  /** Whether the page is dark now. */
  readonly dark = computed<boolean>(
    () => this.theme.value === "dark" || (this.theme.value === "auto" && this.#world.prefers.dark.value),
  );

  /** Whether pieces move visibly: unless the settings of the page or of the system ask for reduced motion. */
  readonly moving = computed<boolean>(() => this.animation.value && !this.#world.prefers.stillness.value);
}

const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 1;
const isFlag = (value: unknown) => typeof value === "boolean";

function remembered<T extends string | number | boolean>(
  world: World,
  name: string,
  otherwise: T,
  allowed: (value: unknown) => boolean,
): Signal<T> {
  const key = `skirmish.${name}`;
  const stored = parse(world.recall(key));
  const choice = signal<T>(allowed(stored) ? (stored as T) : otherwise);
  let known = choice.value;
  // What nobody has chosen is not stored: it may be another some day.
  effect(() => {
    if (choice.value !== known) world.remember(key, JSON.stringify(choice.value));
    known = choice.value;
  });
  // All tabs of a browser have the same settings.
  world.watch(key, (text) => {
    const chosen = parse(text);
    if (!allowed(chosen)) return;
    known = chosen as T;
    choice.value = known;
  });
  return choice;
}

/** What stored text says; `null` if it is spoilt. */
export function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}
