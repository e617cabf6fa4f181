import { useSession } from "../context";
import { FriendClock } from "../friends/RoomPanel";
import { short } from "../game/text";
import { levelOf } from "../game/address";
import type { Side } from "../messages";
import { Taken } from "../pieces/Taken";

/** A player: name, captured pieces, and state. */
export function PlayerPlate({ side, place }: { side: Side; place: "above" | "below" }) {
  const { friends, state } = useSession();
  const [here, position] = [state.gameRef.value, state.shown.value];
  if (!here) return null;
  const onTurn = position?.side === side && state.actor.value !== null;
  const won = state.outcome.value === side;
  const { me, nameOf } = state.voice.value;
  const sideName = state.nameOf(side);
  const level = `level ${levelOf(here, side)}`;
  const friend = friends.playerName(side);
  // A side that has a player's name needs no other.
  const [name, player] = friend
    ? [friend, sideName]
    : me === null
      ? [sideName, here[side] === "engine" ? `${state.game.value?.player}, ${level}` : "Person"]
      : side === me
        ? ["You", sideName]
        : [nameOf(side), `${level}, ${sideName}`];
  return (
    <div
      class={`plate ${side} ${place}${onTurn ? " on-turn" : ""}${won ? " winner" : ""}`}
      data-testid={`plate-${side}`}
      data-turn={onTurn || undefined}
    >
      <span class="chip" aria-hidden="true" />
      <span class="plate-name">{name}</span>
      <span class="plate-player">{player}</span>
      <Taken
        pieces={(position?.taken ?? []).filter((piece) => piece.side !== side)}
        game={state.game.value?.id ?? ""}
      />
      <FriendClock side={side} />
      <span class="plate-state">
        {won ? (
          side === me ? (
            "You win"
          ) : (
            "won"
          )
        ) : state.resignedHere.value === side ? (
          here.late ? (
            "out of time"
          ) : (
            "resigned"
          )
        ) : onTurn && here[side] === "engine" ? (
          <Thinking />
        ) : onTurn ? (
          side === me ? (
            "your move"
          ) : (
            "to move"
          )
        ) : (
          ""
        )}
      </span>
    </div>
  );
}

function Thinking() {
  const { connectionStatus, searches, state } = useSession();
  const { ahead, thinking } = searches;
  if (connectionStatus.value) return <>waiting</>;
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
