import { useSession } from "../context";
import { ROOT } from "../game/tree";
import { IconButton } from "./Icon";

/** The buttons of a game. */
export function Controls() {
  const session = useSession();
  const { state, play, searches, dialog } = session;
  const { outcome, atLeaf, paused } = state;
  const { analyzing, task } = searches;
  const here = state.gameRef.value;
  if (!here) return null;
  const fair = state.withFriend.value;
  const watching = here.south === "engine" && here.north === "engine";
  return (
    <div class="controls" role="toolbar" aria-label="Game">
      {watching && outcome.value === null && atLeaf.value ? (
        <IconButton
          icon={paused.value ? "play" : "pause"}
          label={paused.value ? "Resume" : "Pause"}
          testid="pause"
          onClick={() => {
            paused.value = !paused.value;
            if (paused.value && task.value === "choose") searches.end();
          }}
        />
      ) : (
        <IconButton
          icon="hint"
          label="Hint"
          testid="hint"
          onClick={() => searches.askHint()}
          disabled={!state.personMayAct.value || fair || task.value === "hint"}
        />
      )}
      <IconButton
        icon="back"
        label="Take back"
        testid="take-back"
        onClick={() => session.takeBack()}
        disabled={!session.mayTakeBack.value}
      />
      <IconButton icon="redo" label="Redo" testid="redo" onClick={() => play.redo()} disabled={atLeaf.value} />
      <IconButton
        icon="chart"
        label="Analysis"
        testid="analysis"
        onClick={() => (analyzing.value = !analyzing.value)}
        pressed={analyzing.value && !fair}
        disabled={fair}
      />
      <IconButton icon="flip" label="Flip" testid="flip" onClick={() => play.flip()} pressed={here.flipped} />
      <IconButton
        icon="flag"
        label="Resign"
        testid="resign"
        onClick={() => (dialog.value = "resign")}
        disabled={
          outcome.value !== null || !atLeaf.value || watching || (here.south === "friend" && here.north === "friend")
        }
      />
    </div>
  );
}

/** Buttons to step through the game. */
export function Steps() {
  const { state, play } = useSession();
  const { atLeaf } = state;
  const here = state.gameRef.value;
  if (!here) return null;
  const start = here.at === ROOT;
  return (
    <div class="steps" role="toolbar" aria-label="Steps">
      <IconButton icon="first" label="Go to start" testid="first" onClick={() => play.goToStart()} disabled={start} />
      <IconButton
        icon="previous"
        label="Step back"
        testid="previous"
        onClick={() => play.stepBack()}
        disabled={start}
      />
      <IconButton
        icon="next"
        label="Step forward"
        testid="next"
        onClick={() => play.stepForward()}
        disabled={atLeaf.value}
      />
      <IconButton
        icon="last"
        label="Go to end"
        testid="last"
        onClick={() => play.goToEnd()}
        disabled={atLeaf.value || state.engineTurn.value}
      />
    </div>
  );
}
