import { useSession } from "../context";
import { short } from "../game/text";
import type { Side } from "../messages";
import { Taken } from "../pieces/Taken";

/** A player: name, captured pieces, and state. */
export function PlayerPlate({ side }: { side: Side }) {
  const { state } = useSession();
  const [here, position] = [state.gameRef.value, state.shown.value];
  if (!here) return null;
  const onTurn = position?.side === side && state.actor.value !== null;
  const won = state.outcome.value === side;
  const player =
    here[side] === "engine"
      ? `${state.game.value?.player}, level ${here.level}`
      : here.south === here.north
        ? "Person"
        : "You";
  return (
    <div
      class={`plate ${side}${onTurn ? " on-turn" : ""}${won ? " winner" : ""}`}
      data-testid={`plate-${side}`}
      data-turn={onTurn || undefined}
    >
      <span class="chip" aria-hidden="true" />
      <span class="plate-name">{state.nameOf(side)}</span>
      <span class="plate-player">{player}</span>
      <Taken
        pieces={(position?.taken ?? []).filter((piece) => piece.side !== side)}
        game={state.game.value?.id ?? ""}
      />
      <span class="plate-state">
        {won ? (
          "won"
        ) : state.resignedHere.value === side ? (
          "resigned"
        ) : onTurn && here[side] === "engine" ? (
          <Thinking />
        ) : onTurn ? (
          "to move"
        ) : (
          ""
        )}
      </span>
    </div>
  );
}

function Thinking() {
  const { searches, state } = useSession();
  const { ahead, thinking } = searches;
  if (ahead.value !== null)
    return <>waiting for {ahead.value === 1 ? "another search" : `${ahead.value} other searches`}</>;
  if (!state.engineTurn.value) return <>paused</>;
  const report = thinking.value;
  return (
    <>
      <span class="dots" aria-hidden="true">
        <i />
        <i />
        <i />
      </span>{" "}
      {report ? `depth ${report.depth}, ${short(report.nodes)}` : "thinking"}
    </>
  );
}
