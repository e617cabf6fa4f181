import { resign } from "../game/session";
import { dialog } from "../game/state";
import { Dialog } from "./Dialog";

export function ResignDialog() {
  const close = () => (dialog.value = null);
  return (
    <Dialog title="Give up this game?" name="resign" onClose={close}>
      <div class="row">
        <button
          type="button"
          class="button wide danger"
          data-testid="resign-yes"
          onClick={() => {
            close();
            resign();
          }}
        >
          Resign
        </button>
        <button type="button" class="button wide" onClick={close}>
          Play on
        </button>
      </div>
    </Dialog>
  );
}
