import { useSession } from "../context";
import type { GameInfo } from "../messages";
import { LearnButton } from "../lesson/LearnButton";
import { PuzzleButton } from "../puzzles/PuzzleButtons";

/** A short introduction before the first move (with a friend, the first move of one's own), with a link to the lesson. */
export function Welcome() {
  const { friends, state, dialog } = useSession();
  const [here, game] = [state.gameRef.value, state.game.value];
  if (!here || !game || state.outcome.value !== null) return null;
  const withFriend = friends.here.value;
  // Who was invited may find a move on the board.
  const begun = withFriend && !withFriend.watching ? friends.begun.value : here.tree.nodes.length > 1;
  if (begun) return null;
  return (
    <section class="card-panel welcome" aria-label={`What ${game.title} is about`} data-testid="welcome">
      <WelcomeLines game={game} />
      <div class="row">
        <LearnButton game={game} />
        <PuzzleButton game={game} />
        <button type="button" class="button wide" onClick={() => (dialog.value = "rules")}>
          All rules
        </button>
      </div>
      <p class="soft">
        Or just start: click a piece, then one of the marked squares.{" "}
        {!withFriend
          ? "You can take back every move."
          : withFriend.room
            ? "You can take back a move if your friend agrees."
            : "You can take back a move until you send it."}
      </p>
    </section>
  );
}

const HEADS = ["Goal", "Twist", "So"] as const;

/** The goal, the twist, and its consequence. */
export function WelcomeLines({ game }: { game: GameInfo }) {
  const lines = game.welcome.length > 0 ? game.welcome : [game.summary];
  return (
    <dl class="welcome-lines">
      {lines.map((line, index) => (
        <div key={line}>
          <dt>{game.welcome.length > 0 ? HEADS[index] : "What it is"}</dt>
          <dd>{line}</dd>
        </div>
      ))}
    </dl>
  );
}
