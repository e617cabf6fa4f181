import type { Side } from "../messages";

/** The clocks of a game in a room. Times are those of the server, so both pages count the same. */
export interface Clocks {
  /** The milliseconds of each side at the start. */
  total: number;
  /** The milliseconds that South and North had left after the last action. */
  left: readonly [number, number];
  /** When the clock of the side to move was started; `null` before the first action, and while there is no witness. */
  since: number | null;
  /** The start of the server that counts. */
  witness: number;
  /** The number of actions that are accounted for, and the side to move after them; `null` at the start. */
  actions: number;
  turn: Side | null;
}

/** How much the messages of two pages may differ. */
const TOLERANCE_MS = 500;

/** Clocks before the first action. */
export function newClocks(ms: number): Clocks {
  return { total: ms, left: [ms, ms], since: null, witness: 0, actions: 0, turn: null };
}

/** The clocks after further actions, in a message that the server got at this time; then it is this side's turn. */
export function afterActions(clocks: Clocks, actions: number, turn: Side | null, at: number): Clocks {
  if (actions <= clocks.actions) return clocks;
  const left = [timeLeft(clocks, "south", at), timeLeft(clocks, "north", at)] as const;
  return { ...clocks, left, since: at, actions, turn };
}

/** The clocks after entering a room: they go on if the server does, and wait for both players if it has begun anew. */
export function afterEntering(clocks: Clocks, witness: number, at: number, bothPresent: boolean): Clocks {
  const since = clocks.witness === witness ? clocks.since : null;
  return { ...clocks, witness, since: since ?? (bothPresent && clocks.actions > 0 ? at : null) };
}

/** The milliseconds that a side has left at a time of the server. */
export function timeLeft({ left, since, turn }: Clocks, side: Side, now: number): number {
  const used = side === turn && since !== null ? Math.max(0, now - since) : 0;
  return Math.max(0, left[side === "south" ? 0 : 1] - used);
}

/** Whether the time of a side was over when the server got a message. */
export function isOverAt(clocks: Clocks, side: Side, at: number): boolean {
  return clocks.turn === side && clocks.since !== null && timeLeft(clocks, side, at) <= TOLERANCE_MS;
}

/** A time as `4:07`, the last ten seconds as `0:09.3`. */
export function formatTime(ms: number): string {
  const seconds = ms / 1000;
  const minutes = Math.floor(seconds / 60);
  const rest = seconds - 60 * minutes;
  const text = ms < 10_000 ? (Math.floor(rest * 10) / 10).toFixed(1) : String(Math.floor(rest));
  return `${minutes}:${text.padStart(ms < 10_000 ? 4 : 2, "0")}`;
}
