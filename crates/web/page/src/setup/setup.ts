import { batch, signal } from "@preact/signals";
import type { Inquiry } from "../connection";
import { link } from "../game/link";
import { newGame } from "../game/session";
import { game, notice, place, settingUp, shown } from "../game/state";
import type { Piece, Side, View } from "../messages";

/** A position being set up by hand. */
export interface Draft {
  view: View;
  side: Side;
  /** What else belongs to it, in games that have such marks. */
  mark: string | null;
}

/** What a click on a square does: puts this piece there, or clears it. */
export type Brush = Piece | null;

export const draft = signal<Draft | null>(null);
export const brush = signal<Brush>(null);
/** The position text of the draft, once the server found it to make sense. */
export const text = signal("");
/** What is wrong with it otherwise. */
export const fault = signal("");

let inquiry: Inquiry | null = null;

/** Begins with what is on the board. */
export function beginSetup(): void {
  const position = shown.value;
  if (!position) return;
  batch(() => {
    settingUp.value = true;
    notice.value = null;
    draft.value = { view: position.view, side: position.side, mark: null };
    brush.value = game.value?.palette[0] ?? null;
    text.value = position.position;
    fault.value = "";
  });
}

export function cancelSetup(): void {
  inquiry?.drop();
  settingUp.value = false;
}

/** Puts the piece of the brush on a square; the same piece once more takes it away. */
export function paint(square: string): void {
  const now = draft.value;
  if (!now) return;
  const rows = now.view.rows.map((row) => ({
    ...row,
    cells: row.cells.map((cell) =>
      cell.square === square ? { ...cell, piece: alike(cell.piece, brush.value) ? null : brush.value } : cell,
    ),
  }));
  edit({ view: { ...now.view, rows } });
}

function alike(one: Piece | null, other: Piece | null): boolean {
  return one !== null && other !== null && one.letter === other.letter && one.gas === other.gas;
}

/** A board without pieces. */
export function clearBoard(): void {
  const now = draft.value;
  if (!now) return;
  const rows = now.view.rows.map((row) => ({ ...row, cells: row.cells.map((cell) => ({ ...cell, piece: null })) }));
  edit({ view: { ...now.view, rows } });
}

/** Changes the draft and asks the server what it is as text. */
export function edit(part: Partial<Draft>): void {
  const [now, here] = [draft.value, place.value];
  if (!now || !here) return;
  const changed = { ...now, ...part };
  // A proposal that was pending belongs to the position it was made in.
  const next = { ...changed, view: { ...changed.view, pending: null, notes: [] } };
  draft.value = next;
  inquiry?.drop();
  const rows = next.view.rows.map((row) =>
    row.cells.map(({ piece }) => piece && { letter: piece.letter, gas: piece.gas }),
  );
  inquiry = link.ask({ type: "compose", game: here.game, rows, side: next.side, mark: next.mark }, (message) => {
    if (message.type === "composed") accept(message.position);
    else if (message.type === "error") fault.value = message.sentence;
    return true;
  });
}

function accept(position: string): void {
  batch(() => {
    text.value = position;
    fault.value = "";
  });
}

/** Takes position text as the draft; `null` is the usual start. */
export function readText(position: string | null): void {
  const here = place.value;
  if (!here) return;
  inquiry?.drop();
  inquiry = link.ask({ type: "show", course: { game: here.game, start: position, actions: [] } }, (message) => {
    if (message.type === "position") {
      batch(() => {
        draft.value = { view: message.view, side: message.side, mark: draft.value?.mark ?? null };
        accept(message.position);
      });
    } else if (message.type === "error") {
      fault.value = message.sentence;
    }
    return true;
  });
}

/** Begins a game at the draft, with the same players. */
export function playFrom(): void {
  const here = place.value;
  if (!here || fault.value !== "") return;
  const { game: id, south, north, level, time, flipped } = here;
  newGame({ game: id, start: text.value, south, north, level, time, flipped });
}
