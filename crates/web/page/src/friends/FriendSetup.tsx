import { useSession } from "../context";
import { Choice } from "../panels/NewGameDialog";
import type { Invitation } from "./friends";
import { MAX_NAME } from "./link";

/** The clocks to offer, in minutes. */
const MINUTES: readonly number[] = [3, 5, 10, 20, 30];

interface Props {
  live: Invitation["live"];
  onLive: (live: Invitation["live"]) => void;
}

/** What the new-game dialog asks about a game with a friend. */
export function FriendSetup({ live, onLive }: Props) {
  const { friends, server } = useSession();
  return (
    <>
      {server.hello.value?.rooms && (
        <Choice
          legend="How"
          name="how"
          value={live ? "room" : "links"}
          onChange={(how) => onLive(how === "room" ? { clock: null, listed: true } : null)}
          options={[
            ["room", "Live, on this server"],
            ["links", "By links"],
          ]}
        />
      )}
      <p class="soft">
        {live
          ? "Your friend opens the invitation, or finds it on the home page. The server only passes the moves on."
          : "You play by links: each of you moves, sends a link, and opens the link of the other. No account, no server."}
      </p>
      {live && <RoomSetup live={live} onLive={onLive} />}
      <label class="field-label">
        <span>Your name</span>
        <input
          type="text"
          maxLength={MAX_NAME}
          value={friends.name.value}
          placeholder="optional"
          autocomplete="nickname"
          data-testid="friend-name"
          onInput={(event) => friends.rename(event.currentTarget.value)}
        />
      </label>
    </>
  );
}

function RoomSetup({ live, onLive }: { live: NonNullable<Invitation["live"]>; onLive: Props["onLive"] }) {
  return (
    <>
      <label class="field-label">
        <span>Clock</span>
        <select
          value={String(live.clock ?? 0)}
          data-testid="friend-clock"
          onChange={(event) => onLive({ ...live, clock: Number(event.currentTarget.value) || null })}
        >
          <option value="0">none</option>
          {MINUTES.map((minutes) => (
            <option key={minutes} value={String(minutes * 60_000)}>
              {minutes} minutes each
            </option>
          ))}
        </select>
      </label>
      <label class="switch">
        <input
          type="checkbox"
          checked={live.listed}
          data-testid="friend-listed"
          onChange={(event) => onLive({ ...live, listed: event.currentTarget.checked })}
        />
        <span>Anyone on this server may join or watch</span>
      </label>
    </>
  );
}
