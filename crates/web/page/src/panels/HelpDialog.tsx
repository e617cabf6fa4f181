import { useSession } from "../context";
import { KEYS } from "../keys";
import { Dialog } from "./Dialog";

export function HelpDialog() {
  const session = useSession();
  return (
    <Dialog title="Keys and help" name="help" onClose={() => session.closeDialog()}>
      <p>
        Click a piece and then a square, or drag it. An attempt that the rules forbid is answered with the rule. Every
        move stays in the list: go back to any of them and play on, and a variation begins.
      </p>
      <h3>On the board</h3>
      <dl class="keys">
        <dt>
          <kbd>↑</kbd> <kbd>↓</kbd> <kbd>←</kbd> <kbd>→</kbd>
        </dt>
        <dd>from square to square</dd>
        <dt>
          <kbd>Enter</kbd>
        </dt>
        <dd>takes up a piece, then puts it down</dd>
        <dt>
          <kbd>Esc</kbd>
        </dt>
        <dd>lets go of it</dd>
        <dt>right button</dt>
        <dd>draws arrows and circles, with Shift in another colour; a click wipes them off</dd>
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
        Single keys can be turned off in the settings. The address of the page always holds the game: keep it or send it
        to somebody.
      </p>
    </Dialog>
  );
}
