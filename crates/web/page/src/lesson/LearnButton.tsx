import { useSession } from "../context";
import type { GameInfo } from "../messages";
import { Icon } from "../panels/Icon";

/** Opens the lesson of a game, if it has one, and shows the progress. */
export function LearnButton({ game, small }: { game: GameInfo; small?: boolean }) {
  const session = useSession();
  const steps = game.lesson.length;
  if (steps === 0) return null;
  const done = session.lessons.progress.count(game);
  const state = done === 0 ? `${steps} steps` : done === steps ? "done" : `${done} of ${steps} done`;
  return (
    <button
      type="button"
      class={`button wide learn${small ? " small" : " primary"}`}
      data-testid={`learn-${game.id}`}
      onClick={() => session.learn(game.id)}
    >
      <Icon name={done === steps ? "check" : "hat"} />
      <span>
        {done > 0 && done < steps ? "Continue learning" : "Learn it"} <small>{state}</small>
      </span>
      <span class="visually-hidden">: {game.title}</span>
    </button>
  );
}
