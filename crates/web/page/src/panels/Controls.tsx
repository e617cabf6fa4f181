import { analyzing, askHint, end, task } from "../analysis/searches";
import { change, goToEnd, goToStart, redo, stepBack, stepForward, takeBack, takeBackTarget } from "../game/session";
import { atLeaf, dialog, engineTurn, outcome, paused, personMayAct, place } from "../game/state";
import { ROOT } from "../game/tree";
import { IconButton } from "./Icon";

/** What can be done about a game besides moving. On a phone it stays within reach of the thumb. */
export function Controls() {
  const here = place.value;
  if (!here) return null;
  const watching = here.south === "engine" && here.north === "engine";
  return (
    <div class="controls" role="toolbar" aria-label="Game">
      {watching && outcome.value === null && atLeaf.value ? (
        <IconButton
          icon={paused.value ? "play" : "pause"}
          label={paused.value ? "Go on" : "Pause"}
          testid="pause"
          onClick={() => {
            paused.value = !paused.value;
            if (paused.value && task.value === "choose") end();
          }}
        />
      ) : (
        <IconButton
          icon="hint"
          label="Hint"
          testid="hint"
          onClick={askHint}
          disabled={!personMayAct.value || task.value === "hint"}
        />
      )}
      <IconButton
        icon="back"
        label="Take back"
        testid="take-back"
        onClick={takeBack}
        disabled={takeBackTarget() === null}
      />
      <IconButton icon="redo" label="Redo" testid="redo" onClick={redo} disabled={atLeaf.value} />
      <IconButton
        icon="chart"
        label="Analysis"
        testid="analysis"
        onClick={() => (analyzing.value = !analyzing.value)}
        pressed={analyzing.value}
      />
      <IconButton
        icon="flip"
        label="Flip"
        testid="flip"
        onClick={() => change({ flipped: !here.flipped })}
        pressed={here.flipped}
      />
      <IconButton
        icon="flag"
        label="Resign"
        testid="resign"
        onClick={() => (dialog.value = "resign")}
        disabled={outcome.value !== null || !atLeaf.value || watching}
      />
    </div>
  );
}

/** Steps through the game. */
export function Steps() {
  const here = place.value;
  if (!here) return null;
  const start = here.at === ROOT;
  return (
    <div class="steps" role="toolbar" aria-label="Steps">
      <IconButton icon="first" label="To the start" testid="first" onClick={goToStart} disabled={start} />
      <IconButton icon="previous" label="One back" testid="previous" onClick={stepBack} disabled={start} />
      <IconButton icon="next" label="One forward" testid="next" onClick={stepForward} disabled={atLeaf.value} />
      <IconButton
        icon="last"
        label="To the end"
        testid="last"
        onClick={goToEnd}
        disabled={atLeaf.value || engineTurn.value}
      />
    </div>
  );
}
