import { useEffect, useState } from "preact/hooks";
import { useSession } from "../context";
import { range } from "../game/text";
import type { Piece, Side } from "../messages";
import { Choice } from "../panels/NewGameDialog";
import { PieceDrawing } from "../pieces/PieceDrawing";

/** The panel for setting up a position. */
export function SetupPanel() {
  const { state, editor } = useSession();
  const { brush, fault } = editor;
  const info = state.game.value;
  const now = editor.draft.value;
  if (!info || !now) return null;
  const gas = brush.value?.gas ?? null;
  // The pieces of the palette have full tanks.
  const fullest = Math.max(...info.palette.map((piece) => piece.gas ?? 0));
  const marks = info.marks;
  return (
    <section class="card-panel setup" aria-label="Set up a position" data-testid="setup">
      <header class="panel-head">
        <h2>Set up a position</h2>
      </header>
      <p class="soft">Pick a piece, then click squares. Click again to remove it.</p>
      {(["south", "north"] as const).map((side) => (
        <div class="palette" role="group" aria-label={`${state.nameOf(side)}'s pieces`} key={side}>
          {info.palette
            .filter((piece) => piece.side === side)
            .map((piece) => (
              <PaletteButton
                key={piece.letter}
                piece={gas !== null && piece.gas !== null ? { ...piece, gas } : piece}
              />
            ))}
          {side === "north" && (
            <button
              type="button"
              class="palette-button erase"
              aria-pressed={brush.value === null}
              onClick={() => (brush.value = null)}
              data-testid="erase"
            >
              Erase
            </button>
          )}
        </div>
      ))}
      {gas !== null && (
        <Choice
          legend="Gas"
          name="gas"
          value={String(gas)}
          options={range(0, fullest).map((tank) => [String(tank), String(tank)])}
          onChange={(value) => (brush.value = brush.value && { ...brush.value, gas: Number(value) })}
        />
      )}
      <Choice
        legend="To move"
        name="setup-side"
        value={now.side}
        options={(["south", "north"] as Side[]).map((side) => [side, state.nameOf(side)])}
        onChange={(side) => editor.edit({ side: side as Side })}
      />
      {marks.length > 1 && (
        <label class="field-label">
          <span>Also</span>
          <select
            value={now.mark ?? marks[0]?.text}
            onChange={(event) => editor.edit({ mark: event.currentTarget.value })}
            data-testid="setup-mark"
          >
            {marks.map((mark) => (
              <option value={mark.text} selected={mark.text === now.mark}>
                {mark.label}
              </option>
            ))}
          </select>
        </label>
      )}
      <PositionText />
      <p class="notice rule" aria-live="polite" data-testid="setup-fault">
        {fault.value}
      </p>
      <div class="row">
        <button type="button" class="button wide small" onClick={() => editor.clear()} data-testid="clear">
          Clear
        </button>
        <button type="button" class="button wide small" onClick={() => editor.readPosition(null)}>
          Start position
        </button>
        <button type="button" class="button wide small" onClick={() => editor.cancel()} data-testid="setup-cancel">
          Cancel
        </button>
      </div>
      <button
        type="button"
        class="button wide primary"
        onClick={() => editor.playFrom()}
        disabled={fault.value !== ""}
        data-testid="setup-play"
      >
        Play from here
      </button>
    </section>
  );
}

function PaletteButton({ piece }: { piece: Piece }) {
  const { state, editor } = useSession();
  const chosen = editor.brush.value?.letter === piece.letter;
  const name = `${state.nameOf(piece.side)} ${piece.kind}`;
  return (
    <button
      type="button"
      class={`palette-button skin-${state.game.value?.id ?? ""}`}
      aria-pressed={chosen}
      aria-label={name}
      title={name}
      data-testid={`brush-${piece.letter}`}
      onClick={() => (editor.brush.value = piece)}
    >
      <svg viewBox="-4 -4 108 108" aria-hidden="true">
        <PieceDrawing piece={piece} />
      </svg>
    </button>
  );
}

/** The position as text, to read, change and copy. */
function PositionText() {
  const { editor } = useSession();
  const { text } = editor;
  const [typed, setTyped] = useState(text.value);
  useEffect(() => setTyped(text.value), [text.value]);
  return (
    <form
      class="position-text"
      onSubmit={(event) => {
        event.preventDefault();
        editor.readPosition(typed);
      }}
    >
      <label class="field-label">
        <span>Position text</span>
        <textarea
          rows={3}
          value={typed}
          spellcheck={false}
          data-testid="position-text"
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
      </label>
      <button type="submit" class="button wide small" disabled={typed === text.value} data-testid="use-text">
        Use this text
      </button>
    </form>
  );
}
