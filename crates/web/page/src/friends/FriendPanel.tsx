import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { useSession } from "../context";
import { IconButton } from "../panels/Icon";
import type { FriendGames } from "./friends";
import { isOver, type FriendGame } from "./keptGames";
import { MAX_NAME, MAX_NOTE } from "./link";
import { QrCode } from "./QrCode";
import { RoomPanel } from "./RoomPanel";
import { SentNotice } from "./Sending";

/** The panel of a game with a friend: notes, links, and what is wrong with them. */
export function FriendPanel() {
  const { friends } = useSession();
  const game = friends.here.value;
  if (!game) return null;
  return (
    <section class="card-panel friend-panel" aria-label="Game with a friend" data-testid="friend-panel">
      <h2>{game.watching ? "Watching" : `With ${friends.friendName(game)}`}</h2>
      {game.note && (
        <p class="friend-note" data-testid="friend-note">
          “{game.note}”
        </p>
      )}
      <ArrivalNotice />
      {game.room && <RoomPanel game={game} />}
      {!game.watching && <Sending game={game} />}
      {game.room && !isOver(game) && <WatchLink />}
    </section>
  );
}

/** What is to be said about the link that was opened. */
function ArrivalNotice() {
  const { friends, play } = useSession();
  const arrival = friends.arrival.value;
  if (arrival?.kind === "older") {
    const newest = () => {
      friends.arrival.value = null;
      play.goToEnd();
    };
    return (
      <div class="friend-arrival" role="alert" data-testid="arrival-older">
        <p>
          This link is older than your game: {arrival.behind === 1 ? "a move was" : `${arrival.behind} moves were`} made
          since.
        </p>
        <button type="button" class="button wide primary" data-testid="newest" onClick={newest}>
          Show the newest position
        </button>
      </div>
    );
  }
  const game = friends.here.value;
  if (!arrival || !game) return null;
  const { kind, ply } = arrival;
  const [mine, theirs] = [game.actions[ply], arrival.link.actions[ply]];
  const talk = `Talk to ${friends.friendName(game)}, and then choose. The other one is forgotten.`;
  if (kind === "foreign")
    return (
      <Contradiction kind={kind}>
        This link says{" "}
        {theirs ? (
          <>
            that you played <strong>{theirs}</strong>
          </>
        ) : (
          "that the game has ended"
        )}
        , which did not happen in this browser. If it was you, in another browser or on another device, take the link’s
        game. Otherwise keep yours, and talk to {friends.friendName(game)}.
      </Contradiction>
    );
  return (
    <Contradiction kind={kind}>
      This link contradicts the game kept here: action {ply + 1} is {mine ? <strong>{mine}</strong> : "the end"} here,{" "}
      {theirs ? <strong>{theirs}</strong> : "the end"} in the link. {talk}
    </Contradiction>
  );
}

/** The choice between the kept game and a link that tells another one. */
function Contradiction({ kind, children }: { kind: string; children: ComponentChildren }) {
  const { friends } = useSession();
  return (
    <div class="friend-arrival" role="alert" data-testid={`arrival-${kind}`}>
      <p>{children}</p>
      <div class="row">
        <button
          type="button"
          class="button wide primary"
          data-testid="keep-mine"
          onClick={() => friends.settle("kept")}
        >
          Keep mine
        </button>
        <button type="button" class="button wide" data-testid="take-link" onClick={() => friends.settle("link")}>
          Take the link’s
        </button>
      </div>
    </div>
  );
}

/** What is sent with the link, and how it was sent. */
function Sending({ game }: { game: FriendGame }) {
  const { friends } = useSession();
  const friend = friends.friendName(game);
  if (!friends.unsent.value && friends.sent.value === null) return <Waiting game={game} friend={friend} />;
  return (
    <>
      {friends.unsent.value && <Fields friends={friends} game={game} friend={friend} />}
      {!isOver(game) && <SentNotice />}
      <LinkDetails friends={friends} friend={friend} />
    </>
  );
}

/** The name of the person here; in a room the friend sees it at once. */
function OwnName({ friends, game }: { friends: FriendGames; game: FriendGame }) {
  return (
    <label class="field-label">
      <span>Your name</span>
      <input
        type="text"
        maxLength={MAX_NAME}
        value={game.names[game.side]}
        placeholder="optional"
        autocomplete="nickname"
        data-testid="friend-my-name"
        onChange={(event) => friends.rename(event.currentTarget.value)}
      />
    </label>
  );
}

function Fields({ friends, game, friend }: { friends: FriendGames; game: FriendGame; friend: string }) {
  return (
    <>
      <OwnName friends={friends} game={game} />
      <label class="field-label">
        <span>A note to {friend}</span>
        <input
          type="text"
          maxLength={MAX_NOTE}
          value={friends.note.value}
          placeholder="optional"
          data-testid="friend-write-note"
          onInput={(event) => (friends.note.value = event.currentTarget.value)}
        />
      </label>
    </>
  );
}

/** The link as text and as a QR code. */
function LinkDetails({ friends, friend }: { friends: FriendGames; friend: string }) {
  const [open, setOpen] = useState(false);
  const url = friends.url.value;
  const shown = open || friends.sent.value === "copied";
  return (
    <details
      class="friend-link"
      open={shown}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      data-testid="link-details"
    >
      <summary>The link and its QR code</summary>
      <div class="friend-link-forms">
        {shown && <QrCode text={url} label={`QR code of the link for ${friend}`} />}
        <label class="field-label">
          <span>Link for {friend}</span>
          <input
            type="text"
            readOnly
            value={url}
            data-testid="friend-url"
            onCopy={() => friends.copiedByHand()}
            onFocus={(event) => event.currentTarget.select()}
          />
        </label>
      </div>
    </details>
  );
}

/** The link for those who want to watch. */
function WatchLink() {
  const { friends } = useSession();
  return (
    <details class="friend-link" data-testid="watch-details">
      <summary>For those who want to watch</summary>
      <label class="field-label">
        <span>Link to watch</span>
        <input
          type="text"
          readOnly
          value={friends.watchUrl.value}
          data-testid="watch-url"
          onFocus={(event) => event.currentTarget.select()}
        />
      </label>
    </details>
  );
}

/** While there is nothing to send. */
function Waiting({ game, friend }: { game: FriendGame; friend: string }) {
  const { friends } = useSession();
  // Who came from the lobby was not asked for a name.
  if (game.room) return game.names[game.side] === "" ? <OwnName friends={friends} game={game} /> : null;
  if (isOver(game) || game.turn === null) return null;
  if (game.turn === game.side)
    return (
      <p class="soft" data-testid="how-to-answer">
        Make your move on the board. Then you get a link to send to {friend}.
      </p>
    );
  return (
    <>
      <p class="soft">When you get {friend}’s link, open it in this browser.</p>
      <div class="row">
        <IconButton wide icon="share" label="Send it again" testid="send-again" onClick={() => void friends.send()} />
      </div>
    </>
  );
}
