import { useSession } from "../context";
import type { GameInfo } from "../messages";
import { IconButton } from "../panels/Icon";

/** Opens the puzzles of a game. */
export function PuzzleButton({ game, small }: { game: GameInfo; small?: boolean }) {
  const session = useSession();
  const { rating } = session.puzzles.progress.of(game.id);
  return (
    <button
      type="button"
      class={`button wide learn${small ? " small" : ""}`}
      data-testid={`puzzles-${game.id}`}
      onClick={() => session.solve(game.id)}
    >
      <span>Puzzles {rating !== null && <small>{Math.round(rating)}</small>}</span>
      <span class="visually-hidden">: {game.title}</span>
    </button>
  );
}

/** Opens today's puzzle. */
export function DailyButton() {
  const session = useSession();
  const { progress } = session.puzzles;
  const solved = progress.dailySolved();
  return (
    <IconButton
      wide
      icon={solved ? "check" : "target"}
      label={`Puzzle of the day${solved ? ": solved" : ""}`}
      testid="daily"
      onClick={() => session.solve(null)}
    />
  );
}
