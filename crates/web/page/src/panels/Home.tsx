import { Picture } from "../board/Picture";
import { useSession } from "../context";
import { LearnButton } from "../lesson/LearnButton";
import { SavedGamesList } from "./SavedGamesList";

/** The home page: all games. */
export function Home() {
  const session = useSession();
  const { server, state, records } = session;
  const games = server.games.value;
  const notice = state.notice.value;
  return (
    <main class="home">
      <h1>Small board games, each with a twist</h1>
      {notice && (
        <p class={`notice ${notice.tone}`} role="alert">
          {notice.text}
        </p>
      )}
      <SavedGamesList />
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
            </button>
            <LearnButton game={game} small />
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
