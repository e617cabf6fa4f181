import { useLayoutEffect, useRef } from "preact/hooks";
import { useSession } from "../context";
import { Icon } from "../panels/Icon";
import { isOver, type FriendGame } from "./keptGames";

/** The big button that sends the link when the friend has to act. */
export function SendButton() {
  const { friends } = useSession();
  const game = friends.here.value;
  if (!game || !friends.unsent.value) return null;
  return (
    <button
      type="button"
      class="button wide answer primary"
      data-testid="send-move"
      onClick={() => void friends.send()}
    >
      <Icon name="share" />
      <span>{sendLabel(game)}</span>
    </button>
  );
}

function sendLabel({ room, actions, ended, side }: FriendGame): string {
  if (ended?.side === side) return "Send that you resign";
  return room || actions.length === 0 ? "Send the invitation" : "Send your move";
}

/** What happened to the link. */
export function SentNotice() {
  const { engine, friends } = useSession();
  const words = useRef<HTMLDivElement>(null);
  const [game, sent] = [friends.here.value, friends.sent.value];
  // On a phone it is below the button that was pressed, out of sight.
  useLayoutEffect(() => {
    if (sent) words.current?.scrollIntoView({ block: "nearest" });
  }, [sent]);
  if (!game) return null;
  const friend = friends.friendName(game);
  const answer = game.room || isOver(game) ? "" : ` When you get ${friend}’s link, open it in this browser.`;
  const text = {
    shared: `Sent.${answer}`,
    copied: `The link is copied: paste it into a message to ${friend}.${answer}`,
    refused: "The browser did not allow copying. Copy the link below.",
    onlyHere:
      engine === "server"
        ? "This link works only on this machine, because Skirmish serves no other. For other devices, start it with “skirmish web --listen 0.0.0.0”."
        : "This link works only on this machine. For other devices, put the site on a web server.",
  };
  return (
    <div ref={words} class="friend-sending" aria-live="polite" data-testid="sent" data-sent={sent ?? undefined}>
      {sent && <p class="friend-sent">{text[sent]}</p>}
      {sent === "onlyHere" && (
        <button type="button" class="button wide" data-testid="copy-here" onClick={() => void friends.send("copy")}>
          Copy it for this machine
        </button>
      )}
    </div>
  );
}
