import { useEffect, useState } from "preact/hooks";
import { useSession } from "../context";
import { IconButton } from "../panels/Icon";
import type { Side } from "../messages";
import { formatTime } from "./clocks";
import { isOver, type FriendGame } from "./keptGames";

/** What is particular to a game in a room: who is there, and questions. */
export function RoomPanel({ game }: { game: FriendGame }) {
  const { friends } = useSession();
  const { room } = friends;
  const news = room.news.value;
  return (
    <>
      <p aria-live="polite" data-testid="presence" data-friend={room.friend.value ?? "unknown"}>
        {presence(game, room.friend.value, room.back.value, friends.friendName(game))}
      </p>
      {news && news.watchers > 0 && (
        <p class="soft" data-testid="watchers">
          {news.watchers === 1 ? "One page watches." : `${news.watchers} pages watch.`}
        </p>
      )}
      {room.closed.value && (
        <div class="friend-arrival" role="alert" data-testid="room-closed">
          <p>{room.closed.value}</p>
          {!game.watching && (
            <button type="button" class="button wide" data-testid="enter-again" onClick={() => room.enter()}>
              Enter again
            </button>
          )}
        </div>
      )}
      {!game.watching && <Questions game={game} />}
    </>
  );
}

function presence(game: FriendGame, friend: "free" | "away" | "present" | null, back: boolean, name: string): string {
  if (friend === null) return "Not connected to the room.";
  if (game.watching) return `You watch ${game.names.south || "South"} and ${game.names.north || "North"}.`;
  const named = name.charAt(0).toUpperCase() + name.slice(1);
  if (friend === "present") return back ? `${named} is back.` : `${named} is here.`;
  if (friend === "away") return `${named} is away. The game goes on when they are back.`;
  return "The other seat is free. Send the invitation, or wait for someone from the lobby.";
}

/** Taking back by agreement, and the wish for a rematch. */
function Questions({ game }: { game: FriendGame }) {
  const { friends } = useSession();
  const { room } = friends;
  const name = friends.friendName(game);
  const named = name.charAt(0).toUpperCase() + name.slice(1);
  const asked = room.asked.value;
  if (room.rematch.value)
    return (
      <div class="friend-arrival" role="alert" data-testid="rematch-asked">
        <p>{named} wants a rematch, with the sides changed.</p>
        <button
          type="button"
          class="button wide primary"
          data-testid="rematch-accept"
          onClick={() => friends.rematch()}
        >
          Play it
        </button>
      </div>
    );
  if (asked !== null)
    return (
      <div class="friend-arrival" role="alert" data-testid="takeback-asked">
        <p>
          {named} asks to take back {game.actions.slice(asked).join(", ")}.
        </p>
        <div class="row">
          <button
            type="button"
            class="button wide primary"
            data-testid="takeback-yes"
            onClick={() => room.answer(true)}
          >
            Agree
          </button>
          <button type="button" class="button wide" data-testid="takeback-no" onClick={() => room.answer(false)}>
            No
          </button>
        </div>
      </div>
    );
  const back = friends.ownLast.value;
  if (isOver(game) || back === null || room.friend.value !== "present") return null;
  return game.room?.ask == null ? (
    <div class="row">
      <IconButton
        wide
        icon="back"
        label="Ask to take back"
        testid="takeback-ask"
        onClick={() => room.askTakeBack(back)}
      />
    </div>
  ) : (
    <p class="soft">You asked {name} to take your last move back.</p>
  );
}

/** The clock of a side, in rooms that have clocks. */
export function FriendClock({ side }: { side: Side }) {
  const { friends } = useSession();
  const [, tick] = useState(0);
  const game = friends.here.value;
  const counts = game?.room?.clocks != null;
  useEffect(() => {
    if (!counts) return;
    const timer = setInterval(() => tick((count) => count + 1), 250);
    return () => clearInterval(timer);
  }, [counts]);
  const left = friends.room.left(side);
  if (left === null) return null;
  return (
    <span class={`friend-clock${left < 30_000 ? " low" : ""}`} role="timer" data-testid={`clock-${side}`}>
      {formatTime(left)}
    </span>
  );
}
