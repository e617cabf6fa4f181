import { useState } from "preact/hooks";
import { useSession } from "../context";

/** A text field for moves. */
export function TypedMove() {
  const { state, play } = useSession();
  const { personMayAct, shown } = state;
  const [text, setText] = useState("");
  const example = shown.value?.legal[0]?.text ?? "C4B6";
  return (
    <form
      class="typed"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() === "" || !personMayAct.value) return;
        play.act(text);
        setText("");
      }}
    >
      <label>
        <span class="visually-hidden">Type a move</span>
        <input
          id="typed-move"
          data-testid="typed-move"
          value={text}
          onKeyDown={(event) => event.key === "Escape" && event.currentTarget.blur()}
          onInput={(event) => setText(event.currentTarget.value)}
          placeholder={`e.g. ${example}`}
          autocomplete="off"
          autocapitalize="characters"
          spellcheck={false}
          maxLength={24}
        />
      </label>
      <button type="submit" class="button wide" disabled={!personMayAct.value}>
        Play
      </button>
    </form>
  );
}
