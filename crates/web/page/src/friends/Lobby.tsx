import { useEffect, useState } from "preact/hooks";
import { useSession } from "../context";
import type { LobbyRoom } from "../messages";
import { formatTime } from "./clocks";

/** How often the lobby is read. */
const REFRESH_MS = 2000;

/** The rooms of this server that are open to all; nothing without a server that has rooms. */
export function Lobby() {
  const { friends, server } = useSession();
  const [rooms, setRooms] = useState<readonly LobbyRoom[]>([]);
  const offered = server.hello.value?.rooms != null;
  useEffect(() => {
    if (!offered) return;
    const read = () =>
      server.request({ type: "lobby" }, (message) => {
        if (message.type === "lobby") setRooms(message.rooms);
        return true;
      });
    let request = read();
    const timer = setInterval(() => {
      request.cancel();
      request = read();
    }, REFRESH_MS);
    return () => {
      request.cancel();
      clearInterval(timer);
    };
  }, [offered, server]);
  const known = rooms.filter(({ challenge }) => server.gameOf(challenge.game));
  if (!offered || known.length === 0) return null;
  return (
    <section class="friends-list" aria-labelledby="lobby-title" data-testid="lobby">
      <h2 id="lobby-title">On this server</h2>
      <ul>
        {known.map(({ room, challenge, free }) => {
          const title = server.gameOf(challenge.game)?.title ?? "";
          const name = challenge.name || "Someone";
          const time = challenge.clock ? `, ${formatTime(challenge.clock)} each` : "";
          return (
            <li class="friend-row" key={room}>
              <button
                type="button"
                class={`button wide${free ? " primary" : ""}`}
                data-testid={free ? "lobby-join" : "lobby-watch"}
                onClick={() => friends.join(room, challenge, free)}
              >
                <strong>{free ? `Play ${title} with ${name}` : `Watch ${title} of ${name}`}</strong>
                <span>{free ? `open${time}` : `being played${time}`}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
