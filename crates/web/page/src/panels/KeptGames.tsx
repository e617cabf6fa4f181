import { useSession } from "../context";
import { parseAddress, type Place } from "../game/address";
import type { KeptGame } from "../game/shelf";
import type { GameInfo } from "../messages";
import type { Session } from "../session";
import { personIn } from "./EndPanel";
import { Icon } from "./Icon";

/** The games that were played in this browser: the newest that goes on, and the others behind it. */
export function KeptGames() {
  const session = useSession();
  const games = session.shelf.games.value.flatMap((game) => known(session, game));
  if (games.length === 0) return null;
  const newest = games.find(({ kept }) => kept.outcome === null);
  const others = games.filter((game) => game !== newest);
  return (
    <section class="kept" aria-label="Your games" data-testid="kept">
      {newest && (
        <button
          type="button"
          class="button wide primary continue"
          data-testid="continue"
          onClick={() => session.play.open(newest.place)}
        >
          <Icon name="play" />
          <span>
            Continue {newest.info.title} <small>{players(newest)}</small>
          </span>
        </button>
      )}
      {others.length > 0 && (
        <details>
          <summary data-testid="kept-others">
            {newest ? "Other games of yours" : "Your last games"} ({others.length})
          </summary>
          <ul>
            {others.map((game) => (
              <li key={game.kept.key}>
                <button
                  type="button"
                  class="button wide"
                  data-testid="kept-game"
                  onClick={() => session.play.open(game.place)}
                >
                  <strong>{game.info.title}</strong>
                  <span class="soft">
                    {players(game)}, {ending(game)}, {new Date(game.kept.when).toLocaleDateString()}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

interface Known {
  kept: KeptGame;
  place: Place;
  info: GameInfo;
}

/** A kept game as far as this program knows it: it may come from another version. */
function known({ server }: Session, kept: KeptGame): Known[] {
  const limits = server.limits.value;
  const place = limits && parseAddress(kept.address, limits);
  const info = place && server.gameOf(place.game);
  return place && info ? [{ kept, place, info }] : [];
}

const nameOf = (info: GameInfo, side: "south" | "north") => info.sides[side === "south" ? 0 : 1];

function players({ place, info }: Known): string {
  const me = personIn(place);
  if (me) return `as ${nameOf(info, me)} against level ${place.level}`;
  return place.south === "person" ? "two people" : `the engine at level ${place.level}`;
}

function ending({ kept: { outcome }, place, info }: Known): string {
  if (outcome === null) return "not over";
  if (outcome === "draw") return "a draw";
  const me = personIn(place);
  return me === null ? `${nameOf(info, outcome)} won` : me === outcome ? "won" : "lost";
}
