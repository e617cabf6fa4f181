import { leaveTable } from "../game/session";
import { dialog, dialogGame, hello, place, shown, type DialogName } from "../game/state";
import { beginSetup } from "../setup/setup";
import { Dialog } from "./Dialog";
import { IconButton } from "./Icon";
import { copyLink, openFile, saveFile } from "./records";

const close = () => (dialog.value = null);
const show = (name: DialogName) => () => (dialog.value = name);

/** Everything that is not needed at every move. */
export function MenuDialog() {
  const here = place.value !== null;
  const then = (action: () => unknown) => () => {
    close();
    void action();
  };
  return (
    <Dialog title="Menu" name="menu" onClose={close}>
      <div class="menu">
        <IconButton
          wide
          icon="plus"
          label="New game"
          testid="menu-new"
          onClick={() => {
            dialogGame.value = null;
            dialog.value = "new";
          }}
        />
        <IconButton wide icon="book" label="Rules" testid="menu-rules" onClick={show("rules")} />
        <IconButton
          wide
          icon="edit"
          label="Set up a position"
          testid="menu-setup"
          disabled={!here || !shown.value}
          onClick={then(beginSetup)}
        />
        <IconButton
          wide
          icon="save"
          label="Save the game"
          testid="menu-save"
          disabled={!here}
          onClick={then(saveFile)}
        />
        <IconButton wide icon="open" label="Open a saved game" testid="menu-open" onClick={then(openFile)} />
        <IconButton
          wide
          icon="link"
          label="Copy the link"
          testid="menu-link"
          disabled={!here}
          onClick={then(copyLink)}
        />
        <IconButton wide icon="gear" label="Settings" testid="menu-settings" onClick={show("settings")} />
        <IconButton wide icon="help" label="Keys and help" testid="menu-help" onClick={show("help")} />
        <IconButton wide icon="first" label="All games" testid="menu-home" onClick={then(leaveTable)} />
      </div>
      <p class="soft">Skirmish {hello.value?.version ?? ""}</p>
    </Dialog>
  );
}
