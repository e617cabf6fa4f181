import { computed, effect, signal, type ReadonlySignal, type Signal } from "@preact/signals";
import { isSpeed, type Speed } from "./analysis/moveDelay";
import { within } from "./game/address";
import type { ServerLimits } from "./messages";
import type { Environment } from "./environment";

const THEMES = ["auto", "light", "dark"] as const;
export type ColourTheme = (typeof THEMES)[number];
const BOARDS = ["own", "wood", "slate"] as const;
export type BoardTheme = (typeof BOARDS)[number];
const PIECES = ["plain", "wood", "vivid"] as const;
export type PieceTheme = (typeof PIECES)[number];

/** The settings, saved in this browser. */
export class PageSettings {
  readonly theme: Signal<ColourTheme>;
  /** The colours of boards: those of each game, or others for all. */
  readonly board: Signal<BoardTheme>;
  readonly pieces: Signal<PieceTheme>;
  /** Whether boards have the names of their squares. */
  readonly coordinates: Signal<boolean>;
  readonly animation: Signal<boolean>;
  readonly sounds: Signal<boolean>;
  readonly shortcuts: Signal<boolean>;
  /** How fast engines play each other. */
  readonly speed: Signal<Speed>;
  /** The chosen number of analysis lines; see {@link lines}. */
  readonly chosenLines: Signal<number>;
  /** Level and milliseconds per move of the last new game (0 if there was none); see {@link level} and {@link time}. */
  readonly chosenLevel: Signal<number>;
  readonly chosenTime: Signal<number>;

  readonly #environment: Environment;
  readonly #limits: ReadonlySignal<ServerLimits | null>;

  constructor(environment: Environment, limits: ReadonlySignal<ServerLimits | null>) {
    this.#environment = environment;
    this.#limits = limits;
    this.theme = savedSetting<ColourTheme>(environment, "theme", "auto", (value) =>
      THEMES.includes(value as ColourTheme),
    );
    this.board = savedSetting<BoardTheme>(environment, "board", "own", (value) => BOARDS.includes(value as BoardTheme));
    this.pieces = savedSetting<PieceTheme>(environment, "pieces", "plain", (value) =>
      PIECES.includes(value as PieceTheme),
    );
    this.coordinates = savedSetting<boolean>(environment, "coordinates", true, isFlag);
    this.animation = savedSetting<boolean>(environment, "animation", true, isFlag);
    this.sounds = savedSetting<boolean>(environment, "sounds", true, isFlag);
    this.shortcuts = savedSetting<boolean>(environment, "shortcuts", true, isFlag);
    this.speed = savedSetting<Speed>(environment, "speed", "normal", isSpeed);
    this.chosenLines = savedSetting<number>(environment, "lines", 2, isCount);
    this.chosenLevel = savedSetting<number>(environment, "level", 0, isCount);
    this.chosenTime = savedSetting<number>(environment, "time", 0, isCount);
  }

  /** The chosen numbers within the limits of the server. */
  readonly lines = computed<number>(() => within(this.chosenLines.value, 1, this.#limits.value?.lines));
  readonly level = computed<number>(() => {
    const limits = this.#limits.value;
    return within(this.chosenLevel.value || (limits?.defaultLevel ?? 1), 1, limits?.level);
  });
  readonly time = computed<number>(() => {
    const limits = this.#limits.value;
    return within(this.chosenTime.value || (limits?.timeMs ?? 1), limits?.minTimeMs, limits?.maxTimeMs);
  });

  /** Whether the page is dark. */
  readonly dark = computed<boolean>(
    () => this.theme.value === "dark" || (this.theme.value === "auto" && this.#environment.prefers.dark.value),
  );

  /** Whether moves are animated: not with reduced motion. */
  readonly animates = computed<boolean>(() => this.animation.value && !this.#environment.prefers.reducedMotion.value);
}

const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 1;
const isFlag = (value: unknown) => typeof value === "boolean";

function savedSetting<T extends string | number | boolean>(
  environment: Environment,
  name: string,
  fallback: T,
  allowed: (value: unknown) => boolean,
): Signal<T> {
  const key = `skirmish.${name}`;
  const stored = parse(environment.readItem(key));
  const choice = signal<T>(allowed(stored) ? (stored as T) : fallback);
  let known = choice.value;
  // Defaults are not stored, because they may change.
  effect(() => {
    if (choice.value !== known) environment.writeItem(key, JSON.stringify(choice.value));
    known = choice.value;
  });
  // All tabs share the settings.
  environment.watchItem(key, (text) => {
    const chosen = parse(text);
    if (!allowed(chosen)) return;
    known = chosen as T;
    choice.value = known;
  });
  return choice;
}

/** Parses stored JSON; `null` if invalid. */
export function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}
