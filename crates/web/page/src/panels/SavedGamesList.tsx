import { useSession } from "../context";
import { parseAddress, personIn, type GameRef } from "../game/address";
import type { SavedGame } from "../game/savedGames";
import type { GameInfo } from "../messages";
import type { PageSession } from "../session";
import { Icon } from "./Icon";

/** The saved games: the newest unfinished one, and a list of the others. */
export function SavedGamesList() {
  const session = useSession();
  const games = session.savedGames.games.value.flatMap((game) => known(session, game));
  if (games.length === 0) return null;
  const newest = games.find(({ saved }) => saved.outcome === null);
  const others = games.filter((game) => game !== newest);
  return (
    <section class="saved-games" aria-label="Your games" data-testid="saved-games">
      {newest && (
        <button
          type="button"
          class="button wide primary continue"
          data-testid="continue"
          onClick={() => session.play.open(newest.gameRef)}
        >
          <Icon name="play" />
          <span>
            Continue {newest.info.title} <small>{players(newest)}</small>
          </span>
        </button>
      )}
      {others.length > 0 && (
        <details>
          <summary data-testid="saved-others">
            {newest ? "Your other games" : "Your recent games"} ({others.length})
          </summary>
          <ul>
            {others.map((game) => (
              <li key={game.saved.key} class="saved-game">
                <button
                  type="button"
                  class="button wide"
                  data-testid="saved-game"
                  onClick={() => session.play.open(game.gameRef)}
                >
                  <strong>{game.info.title}</strong>
                  <span class="soft">
                    {players(game)}, {ending(game)}, {new Date(game.saved.when).toLocaleDateString()}
                  </span>
                </button>
                <button
                  type="button"
                  class="button"
                  title="Delete"
                  aria-label={`Delete ${game.info.title}, ${players(game)}`}
                  data-testid="saved-delete"
                  onClick={() => session.savedGames.forget(game.saved.key)}
                >
                  <Icon name="bin" />
                </button>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

interface SavedGameEntry {
  saved: SavedGame;
  gameRef: GameRef;
  info: GameInfo;
}

/** A saved game, if this version can read it. */
function known({ server }: PageSession, saved: SavedGame): SavedGameEntry[] {
  const limits = server.limits.value;
  const gameRef = limits && parseAddress(saved.address, limits);
  const info = gameRef && server.gameOf(gameRef.game);
  return gameRef && info ? [{ saved, gameRef, info }] : [];
}

const nameOf = (info: GameInfo, side: "south" | "north") => info.sides[side === "south" ? 0 : 1];

function players({ gameRef, info }: SavedGameEntry): string {
  const me = personIn(gameRef);
  if (me) return `as ${nameOf(info, me)} against level ${gameRef.level}`;
  return gameRef.south === "person" ? "two people" : `the engine at level ${gameRef.level}`;
}

function ending({ saved: { outcome }, gameRef, info }: SavedGameEntry): string {
  if (outcome === null) return "unfinished";
  if (outcome === "draw") return "a draw";
  const me = personIn(gameRef);
  return me === null ? `${nameOf(info, outcome)} won` : me === outcome ? "won" : "lost";
}
