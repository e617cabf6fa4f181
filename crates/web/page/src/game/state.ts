import { computed, signal } from "@preact/signals";
import type { Course, Game, Message, Outcome, Played, Side } from "../messages";
import type { Place } from "./address";
import { actionsTo, endOf, nodeOf, ROOT } from "./tree";

export type Hello = Extract<Message, { type: "hello" }>;
export type Position = Extract<Message, { type: "position" }>;

/** What the server said when the tab connected; kept while it is away. */
export const hello = signal<Hello | null>(null);
export const connected = signal(false);

/** The game on the table; `null` while one is being picked. */
export const place = signal<Place | null>(null);

/** Counts the games put on the table, so that places of different ones are not taken for each other. */
export const table = signal(0);

/** The positions of the tree as far as the server has shown them, by node. */
export const positions = signal<ReadonlyMap<number, Position>>(new Map());

/** What was done at each node, as far as the server has told. */
export const deeds = signal<ReadonlyMap<number, Played>>(new Map());

/** What is on the board: the position of the current node, or the last one shown while that is on its way. */
export const shown = signal<Position | null>(null);

/** A sentence about what somebody tried; it goes away with the next action. */
export interface Notice {
  text: string;
  tone: "rule" | "error" | "info";
}
export const notice = signal<Notice | null>(null);

/** What a screen reader says after every action; also the status line. */
export const announcement = signal("");

/** Engine against engine, or an engine's turn, stands still. */
export const paused = signal(false);

/** Whether a position is being set up. */
export const settingUp = signal(false);

/** The dialog that is open. */
export type DialogName = "new" | "rules" | "help" | "settings" | "menu" | "resign" | null;
export const dialog = signal<DialogName>(null);
/** The game that the dialog for a new game begins with. */
export const dialogGame = signal<string | null>(null);

/** The game's name without its size. */
export const baseOf = (game: string): string => game.split(":")[0] ?? game;

/** What is known of a game. */
export function catalogue(game: string | undefined): Game | null {
  if (game === undefined) return null;
  return hello.value?.games.find((entry) => entry.id === baseOf(game)) ?? null;
}

export const game = computed<Game | null>(() => catalogue(place.value?.game));

/** The name of a side in the game on the table. */
export function nameOf(side: Side): string {
  return game.value?.sides[side === "south" ? 0 : 1] ?? (side === "south" ? "South" : "North");
}

/** The course that leads to a node of the game on the table. */
export function courseTo(at: number): Course {
  const { game: id, start, tree } = place.value!;
  return { game: id, start, actions: actionsTo(tree, at) };
}

/** Whether what is on the board is the current node, and not one that was left. */
export const current = computed<boolean>(() => {
  const here = place.value;
  return here !== null && shown.value !== null && positions.value.get(here.at) === shown.value;
});

/** The side that gave up, if the current node is where it did. */
export const resignedHere = computed<Side | null>(() => {
  const here = place.value;
  return here?.resigned && here.at === endOf(here.tree, ROOT) ? here.resigned : null;
});

/** How the game ended, if it is over at the current node. */
export const outcome = computed<Outcome | null>(() => {
  if (resignedHere.value) return resignedHere.value === "south" ? "north" : "south";
  return shown.value?.outcome ?? null;
});

/** Whether the current node is the end of its line. */
export const atLeaf = computed<boolean>(() => {
  const here = place.value;
  return here !== null && nodeOf(here.tree, here.at).children.length === 0;
});

/** Who acts for the side on turn; `null` when nobody can. */
export const actor = computed<"person" | "engine" | null>(() => {
  const [here, position] = [place.value, shown.value];
  if (!here || !position || outcome.value !== null) return null;
  return here[position.side];
});

/** Whether the engine should act now: on its turn, at the end of a line, unless it was told to wait. */
export const engineTurn = computed<boolean>(
  () => current.value && actor.value === "engine" && atLeaf.value && !paused.value && !settingUp.value,
);

/** Whether a person may act on the board: for a person's side, or as a variation where the game went on. */
export const personMayAct = computed<boolean>(
  () => current.value && actor.value !== null && !engineTurn.value && !settingUp.value,
);
