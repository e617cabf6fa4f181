import { useSession } from "../context";
import { KEYS } from "../keys";
import { Dialog } from "./Dialog";

export function HelpDialog() {
  const session = useSession();
  return (
    <Dialog title="Keys and help" name="help" onClose={() => session.closeDialog()}>
      <p>
        Click a piece and then a square, or drag it. An illegal move shows the rule that it breaks. Every move stays in
        the list: go back to any of them and play on to start a variation.
      </p>
      <h3>On the board</h3>
      <dl class="keys">
        <dt>
          <kbd>↑</kbd> <kbd>↓</kbd> <kbd>←</kbd> <kbd>→</kbd>
        </dt>
        <dd>move between squares</dd>
        <dt>
          <kbd>Enter</kbd>
        </dt>
        <dd>pick up a piece, then put it down</dd>
        <dt>
          <kbd>Esc</kbd>
        </dt>
        <dd>put it back</dd>
        <dt>right button</dt>
        <dd>draw arrows and circles, with Shift in another colour; a click clears them</dd>
      </dl>
      <h3>Anywhere</h3>
      <dl class="keys">
        {KEYS.map(({ key, does }) => (
          <>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </>
        ))}
      </dl>
      <p class="soft">
        You can turn off single-key shortcuts in the settings. The address of the page contains the game: save it or
        share it.
      </p>
    </Dialog>
  );
}
