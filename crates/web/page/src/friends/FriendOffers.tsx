import { useSession } from "../context";
import { IconButton } from "../panels/Icon";

/** What to do after a game with a friend. */
export function FriendOffers() {
  const { friends } = useSession();
  return (
    <div class="offers">
      <IconButton
        wide
        tone={friends.unsent.value ? undefined : "primary"}
        icon="again"
        label="Rematch, sides changed"
        testid="friend-rematch"
        onClick={() => friends.rematch()}
      />
    </div>
  );
}
