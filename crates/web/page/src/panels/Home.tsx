import { Picture } from "../board/Picture";
import { dialog, dialogGame, hello, notice } from "../game/state";
import { openFile } from "./records";

/** The choice of games: a board of each. */
export function Home() {
  const games = hello.value?.games ?? [];
  return (
    <main class="home">
      <h1>Five small board games, each with a twist</h1>
      {notice.value && (
        <p class={`notice ${notice.value.tone}`} role="alert">
          {notice.value.text}
        </p>
      )}
      <ul class="cards">
        {games.map((game) => (
          <li key={game.id} data-game={game.id}>
            <button
              type="button"
              class="card"
              data-testid={`card-${game.id}`}
              onClick={() => {
                dialogGame.value = game.id;
                dialog.value = "new";
              }}
            >
              <span class="card-board">
                <Picture view={game.board} game={game.id} label={`The board of ${game.title}`} />
              </span>
              <span class="card-title">{game.title}</span>
              <span class="card-text">{game.summary}</span>
            </button>
          </li>
        ))}
      </ul>
      <p class="soft home-foot">
        <button type="button" class="button wide" onClick={() => void openFile()}>
          Open a saved game
        </button>
      </p>
    </main>
  );
}
