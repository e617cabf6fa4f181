import { useSession } from "../context";
import type { DialogName } from "../session";
import { Dialog } from "./Dialog";
import { IconButton } from "./Icon";

/** The menu. */
export function MenuDialog() {
  const session = useSession();
  const { server, state, lessons, puzzles, records, editor, dialog, searches } = session;
  const here = state.gameRef.value !== null;
  const game = state.game.value ?? lessons.game.value ?? puzzles.game.value;
  const close = () => session.closeDialog();
  const show = (name: DialogName) => () => (dialog.value = name);
  const then = (action: () => unknown) => () => {
    close();
    void action();
  };
  return (
    <Dialog title="Menu" name="menu" onClose={close}>
      <div class="menu">
        <IconButton wide icon="plus" label="New game" testid="menu-new" onClick={() => session.askForNewGame()} />
        <IconButton wide icon="book" label="Rules" testid="menu-rules" onClick={show("rules")} />
        {game && game.lesson.length > 0 && (
          <IconButton
            wide
            icon="hat"
            label={`Learn ${game.title}`}
            testid="menu-learn"
            onClick={() => session.learn(game.id)}
          />
        )}
        {game && (
          <IconButton
            wide
            icon="target"
            label={`Puzzles of ${game.title}`}
            testid="menu-puzzles"
            onClick={() => session.solve(game.id)}
          />
        )}
        <IconButton
          wide
          icon="edit"
          label="Set up a position"
          testid="menu-setup"
          disabled={!here || !state.shown.value}
          onClick={then(() => editor.begin())}
        />
        <IconButton
          wide
          icon="chart"
          label="How did it decide?"
          testid="menu-microscope"
          // Its search would end the review.
          disabled={searches.task.value === "review"}
          onClick={() => session.openMicroscope()}
        />
        <IconButton
          wide
          icon="save"
          label="Save game"
          testid="menu-save"
          disabled={!here}
          onClick={then(() => records.save())}
        />
        <IconButton
          wide
          icon="open"
          label="Open a saved game"
          testid="menu-open"
          onClick={then(() => records.pick())}
        />
        <IconButton
          wide
          icon="link"
          label="Copy link"
          testid="menu-link"
          disabled={!here}
          onClick={then(() => records.copyLink())}
        />
        {(["png", "svg"] as const).map((type) => (
          <IconButton
            key={type}
            wide
            icon="save"
            label={`Picture (${type.toUpperCase()})`}
            testid={`menu-${type}`}
            disabled={!here}
            onClick={then(() => records.savePicture(type))}
          />
        ))}
        <IconButton wide icon="gear" label="Settings" testid="menu-settings" onClick={show("settings")} />
        <IconButton wide icon="help" label="Keys and help" testid="menu-help" onClick={show("help")} />
        <IconButton wide icon="first" label="All games" testid="menu-home" onClick={then(() => session.goHome())} />
      </div>
      <p class="soft">Skirmish {server.hello.value?.version ?? ""}</p>
    </Dialog>
  );
}
