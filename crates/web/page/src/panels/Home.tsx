import { Picture } from "../board/Picture";
import { useSession } from "../context";
import { FriendsList } from "../friends/FriendsList";
import { LearnButton } from "../lesson/LearnButton";
import { DailyButton, PuzzleButton } from "../puzzles/PuzzleButtons";
import { IconButton } from "./Icon";
import { SavedGamesList } from "./SavedGamesList";

/** The home page: all games. */
export function Home() {
  const session = useSession();
  const { server, state, records, progress } = session;
  const games = server.games.value;
  const notice = state.notice.value;
  return (
    <main class="home">
      <h1>Small board games, each with a twist</h1>
      <p class="lead" data-testid="lead">
        Free and without an account: play a friend or an engine with ten levels. Each game is learned in five minutes,
        and all of them work offline.
      </p>
      <FirstGame />
      <ProgressLine />
      {notice && (
        <p class={`notice ${notice.tone}`} role="alert">
          {notice.text}
        </p>
      )}
      <FriendsList />
      <SavedGamesList />
      <p class="home-daily">
        <DailyButton />
      </p>
      <ul class="cards">
        {games.map((game) => (
          <li key={game.id} data-game={game.id}>
            <button
              type="button"
              class="card"
              data-testid={`card-${game.id}`}
              onClick={() => session.askForNewGame(game.id)}
            >
              <span class="card-board">
                <Picture view={game.board} game={game.id} label={`The board of ${game.title}`} />
              </span>
              <span class="card-title">{game.title}</span>
              <span class="card-text">{game.summary}</span>
              {progress.beaten(game) > 0 && (
                <span class="card-level" data-testid={`beaten-${game.id}`}>
                  Level {progress.beaten(game)} beaten
                </span>
              )}
            </button>
            <LearnButton game={game} small />
            <PuzzleButton game={game} small />
          </li>
        ))}
      </ul>
      <p class="soft home-foot">
        <button type="button" class="button wide" onClick={() => void records.pick()}>
          Open a saved game
        </button>
      </p>
    </main>
  );
}

/** For newcomers: a game to begin with. */
function FirstGame() {
  const session = useSession();
  const { progress, savedGames, lessons, server } = session;
  const taught = server.games.value.filter(({ lesson }) => lesson.length > 0);
  // The shortest lesson is that of the simplest game.
  const [first] = [...taught].sort((one, two) => one.lesson.length - two.lesson.length);
  const learned = taught.some((game) => lessons.progress.count(game) > 0);
  if (!first || progress.begun.value || learned || savedGames.games.value.length > 0) return null;
  return (
    <section class="first-game card-panel" data-game={first.id} data-testid="first-game" aria-label="Your first game">
      <p>
        <strong>New here?</strong> Start with {first.title}: a lesson of five minutes, then a game against level
        {"\u00a0"}1.
      </p>
      <div class="row">
        <LearnButton game={first} />
        <IconButton
          wide
          icon="play"
          label="Play level 1"
          testid="first-play"
          onClick={() => session.playFirst(first)}
        />
      </div>
    </section>
  );
}

/** Days in a row, levels and lessons. */
function ProgressLine() {
  const { progress, lessons, server } = useSession();
  const games = server.games.value;
  const levels = games.filter((game) => progress.beaten(game) > 0).length;
  const done = games.reduce((sum, game) => sum + lessons.progress.count(game), 0);
  const all = games.reduce((sum, game) => sum + game.lesson.length, 0);
  const streak = progress.streak.value;
  const parts = [
    streak > 1 ? `${streak} days in a row` : "",
    levels > 0 ? `won ${levels} of ${games.length} games` : "",
    done > 0 ? `${done} of ${all} lesson steps` : "",
  ].filter((part) => part !== "");
  if (parts.length === 0) return null;
  return (
    <p class="soft progress-line" data-testid="progress">
      {parts.join(" · ")}
    </p>
  );
}
