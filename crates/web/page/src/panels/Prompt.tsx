import { useSession } from "../context";
import type { Speed } from "../analysis/pace";
import { SPOKEN } from "../game/words";
import { Icon } from "./Icon";

/** What happened, what is asked for, and the answers that are words. */
export function Prompt() {
  const { absence, server, table } = useSession();
  const complaint = server.complaint.value;
  const notice = table.notice.value ?? (complaint ? { text: complaint, tone: "error" } : null);
  return (
    <div class="prompt">
      <div class="prompt-text">
        <p class="status" aria-live="polite" data-testid="status">
          {table.announcement.value}
        </p>
        <p class={`notice ${notice?.tone ?? ""}`} aria-live="polite" data-testid="notice">
          {absence.value || notice?.text}
        </p>
      </div>
      <div class="answers">
        <Answers />
        <SpeedChoice />
      </div>
    </div>
  );
}

/** How fast the engines play, while somebody watches them. */
function SpeedChoice() {
  const { table, settings } = useSession();
  const here = table.place.value;
  if (here?.south !== "engine" || here.north !== "engine" || table.outcome.value !== null) return null;
  return (
    <label class="lines-choice">
      <span>Speed</span>
      <select
        value={settings.speed.value}
        data-testid="speed"
        onChange={(event) => (settings.speed.value = event.currentTarget.value as Speed)}
      >
        {(["slow", "normal", "fast"] as const).map((speed) => (
          <option key={speed} value={speed}>
            {speed}
          </option>
        ))}
      </select>
    </label>
  );
}

function Answers() {
  const { table, play, searches } = useSession();
  const spoken = table.spoken.value;
  if (spoken.length > 0) {
    return (
      <>
        {spoken.map(({ kind, text }) => {
          if (kind === "move") return null;
          const { icon, label, tone } = SPOKEN[kind];
          return (
            <button
              type="button"
              key={kind}
              class={`button wide answer ${tone}`}
              data-testid={`word-${kind}`}
              onClick={() => play.act(text)}
            >
              <Icon name={icon} />
              <span>{label}</span>
            </button>
          );
        })}
      </>
    );
  }
  if (searches.task.value === "choose" && (table.place.value?.time ?? 0) > 1000) {
    return (
      <button type="button" class="button wide" data-testid="move-now" onClick={() => searches.moveNow()}>
        Move now
      </button>
    );
  }
  if (table.current.value && table.actor.value === "engine" && table.atLeaf.value && !table.engineTurn.value) {
    return (
      <button
        type="button"
        class="button wide primary"
        data-testid="go-on"
        onClick={() => (table.paused.value = false)}
      >
        <Icon name="play" />
        <span>Let the engine move</span>
      </button>
    );
  }
  return null;
}
