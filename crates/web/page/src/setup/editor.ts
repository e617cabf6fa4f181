import { batch, signal } from "@preact/signals";
import type { PendingRequest } from "../connection";
import type { GameController } from "../game/controller";
import type { GameState } from "../game/state";
import type { Piece, Side, View } from "../messages";
import type { ServerClient } from "../server";

/** A position being set up by hand. */
export interface PositionDraft {
  view: View;
  side: Side;
  /** Its mark, in games that have marks. */
  mark: string | null;
}

/** The piece that a click puts on a square; `null` erases. */
export type Brush = Piece | null;

/** The editor for positions. */
export class PositionEditor {
  readonly draft = signal<PositionDraft | null>(null);
  readonly brush = signal<Brush>(null);
  /** The position text of the draft, if valid. */
  readonly text = signal("");
  /** The error message if the draft is invalid. */
  readonly fault = signal("");

  readonly #server: ServerClient;
  readonly #state: GameState;
  readonly #play: GameController;
  #request: PendingRequest | null = null;

  constructor(server: ServerClient, state: GameState, play: GameController) {
    this.#server = server;
    this.#state = state;
    this.#play = play;
  }

  /** Starts with the position on the board. */
  begin(): void {
    const { shown, settingUp, notice, game } = this.#state;
    const position = shown.value;
    if (!position) return;
    batch(() => {
      settingUp.value = true;
      notice.value = null;
      this.draft.value = { view: position.view, side: position.side, mark: null };
      this.brush.value = game.value?.palette[0] ?? null;
      this.#accept(position.position);
    });
  }

  cancel(): void {
    this.#request?.cancel();
    this.#state.settingUp.value = false;
  }

  /** Puts the piece of the brush on a square, or removes it if it is there. */
  paint(square: string): void {
    const brush = this.brush.value;
    this.#fill((cell) => (cell.square !== square ? cell.piece : alike(cell.piece, brush) ? null : brush));
  }

  /** Removes all pieces. */
  clear(): void {
    this.#fill(() => null);
  }

  /** Sets the piece of every square. */
  #fill(pieceOn: (cell: View["rows"][number]["cells"][number]) => Piece | null): void {
    const now = this.draft.value;
    if (!now) return;
    const rows = now.view.rows.map((row) => ({
      ...row,
      cells: row.cells.map((cell) => ({ ...cell, piece: pieceOn(cell) })),
    }));
    this.edit({ view: { ...now.view, rows } });
  }

  /** Changes the draft and requests its position text. */
  edit(part: Partial<PositionDraft>): void {
    const [now, here] = [this.draft.value, this.#state.gameRef.value];
    if (!now || !here) return;
    const changed = { ...now, ...part };
    // A pending proposal belongs to the old position.
    const next = { ...changed, view: { ...changed.view, pending: null, notes: [], markers: [] } };
    this.draft.value = next;
    this.#request?.cancel();
    const rows = next.view.rows.map((row) =>
      row.cells.map(({ piece }) => piece && { letter: piece.letter, gas: piece.gas }),
    );
    const body = { type: "compose", game: here.game, rows, side: next.side, mark: next.mark } as const;
    this.#request = this.#server.request(body, (message) => {
      if (message.type === "composed") this.#accept(message.position);
      else if (message.type === "error") this.fault.value = message.sentence;
      return true;
    });
  }

  /** Loads position text; `null` is the default start. */
  readPosition(position: string | null): void {
    const here = this.#state.gameRef.value;
    if (!here) return;
    this.#request?.cancel();
    const line = { game: here.game, start: position, actions: [] };
    this.#request = this.#server.request({ type: "show", line }, (message) => {
      if (message.type === "position") {
        batch(() => {
          this.draft.value = { view: message.view, side: message.side, mark: this.draft.value?.mark ?? null };
          this.#accept(message.position);
        });
      } else if (message.type === "error") {
        this.fault.value = message.sentence;
      }
      return true;
    });
  }

  /** Starts a game from the draft with the same players. */
  playFrom(): void {
    const here = this.#state.gameRef.value;
    if (!here || this.fault.value !== "") return;
    const { game, south, north, level, time, flipped } = here;
    this.#play.newGame({ game, start: this.text.value, south, north, level, time, flipped });
  }

  #accept(position: string): void {
    batch(() => {
      this.text.value = position;
      this.fault.value = "";
    });
  }
}

function alike(one: Piece | null, other: Piece | null): boolean {
  return one !== null && other !== null && one.letter === other.letter && one.gas === other.gas;
}
