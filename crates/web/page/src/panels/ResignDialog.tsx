import { useSession } from "../context";
import { Dialog } from "./Dialog";

export function ResignDialog() {
  const session = useSession();
  const close = () => session.closeDialog();
  return (
    <Dialog title="Resign this game?" name="resign" onClose={close}>
      <div class="row">
        <button
          type="button"
          class="button wide danger"
          data-testid="resign-yes"
          onClick={() => {
            close();
            session.play.resign();
          }}
        >
          Resign
        </button>
        <button type="button" class="button wide" onClick={close}>
          Keep playing
        </button>
      </div>
    </Dialog>
  );
}
