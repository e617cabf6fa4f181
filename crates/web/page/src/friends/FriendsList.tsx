import { useState } from "preact/hooks";
import { useSession } from "../context";
import { Icon, IconButton } from "../panels/Icon";
import { Lobby } from "./Lobby";
import { isOver, type FriendGame } from "./keptGames";

/** The games with friends, on the home page, and the way to a new one. */
export function FriendsList() {
  const session = useSession();
  const { friends, server } = session;
  const games = friends.kept.games.value.filter(({ game }) => server.gameOf(game));
  return (
    <>
      <Lobby />
      {games.length > 0 && <Kept games={games} />}
      <p class="friends-start">
        <IconButton
          wide
          icon="share"
          label="Play a friend"
          testid="play-a-friend"
          onClick={() => session.askForNewGame(null, "friend")}
        />
      </p>
    </>
  );
}

function Kept({ games }: { games: readonly FriendGame[] }) {
  return (
    <section class="friends-list" aria-labelledby="friends-title" data-testid="friends-list">
      <h2 id="friends-title">With friends</h2>
      <ul>
        {games.map((game) => (
          <FriendRow key={game.id} game={game} />
        ))}
      </ul>
    </section>
  );
}

function FriendRow({ game }: { game: FriendGame }) {
  const { friends, server } = useSession();
  const title = server.gameOf(game.game)?.title ?? "";
  const friend = friends.friendName(game);
  // Deleting needs a second click.
  const [sure, setSure] = useState(false);
  const mine = !isOver(game) && game.turn === game.side;
  return (
    <li class="friend-row">
      <button
        type="button"
        class={`button wide${mine ? " primary" : ""}`}
        data-testid="friend-game"
        onClick={() => friends.open(game)}
      >
        <strong>
          {title} with {friend}
        </strong>
        <span>{stateOf(game, friend)}</span>
      </button>
      <button
        type="button"
        class={`button${sure ? " wide danger" : ""}`}
        aria-label={`${sure ? "Really delete" : "Delete"} ${title} with ${friend}`}
        data-testid="friend-forget"
        onClick={() => (sure ? friends.kept.forget(game.id) : setSure(true))}
        onBlur={() => setSure(false)}
      >
        {sure ? "Delete?" : <Icon name="close" />}
      </button>
    </li>
  );
}

function stateOf(game: FriendGame, friend: string): string {
  if (game.outcome === "draw") return "a draw";
  const winner = game.ended ? (game.ended.side === "south" ? "north" : "south") : game.outcome;
  if (winner) return winner === game.side ? "won" : "lost";
  if (game.turn === game.side) return "your move";
  if (game.room) return "in a room";
  return game.shared < game.actions.length ? "not sent yet" : `waiting for ${friend}`;
}
