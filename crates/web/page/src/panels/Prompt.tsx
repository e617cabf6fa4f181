import { useSession } from "../context";
import type { Speed } from "../analysis/moveDelay";
import { SendButton } from "../friends/Sending";
import { WORD_ACTIONS } from "../game/text";
import { Icon } from "./Icon";

/** The status line, the notice, and buttons for word actions. */
export function Prompt() {
  const { connectionStatus, friends, savedGames, server, state } = useSession();
  const { full } = friends.here.value ? friends.kept : savedGames;
  const unsaved = full.value ? "This browser's storage is full, so this game is not saved." : "";
  const warning = server.warning.value || unsaved;
  const notice = state.notice.value ?? (warning ? { text: warning, tone: "error" } : null);
  return (
    <div class="prompt">
      <div class="prompt-text">
        <p class="status" aria-live="polite" data-testid="status">
          {state.announcement.value}
        </p>
        <p class={`notice ${notice?.tone ?? ""}`} aria-live="polite" data-testid="notice">
          {connectionStatus.value || notice?.text}
        </p>
      </div>
      <div class="answers">
        <Answers />
        {state.outcome.value === null && <SendButton />}
        <SpeedChoice />
      </div>
    </div>
  );
}

/** The speed of a game between engines. */
function SpeedChoice() {
  const { state, settings } = useSession();
  const here = state.gameRef.value;
  if (here?.south !== "engine" || here.north !== "engine" || state.outcome.value !== null) return null;
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
  const { state, play, searches } = useSession();
  const wordActions = state.wordActions.value;
  if (wordActions.length > 0) {
    return (
      <>
        {wordActions.map(({ kind, text }) => {
          if (kind === "move") return null;
          const { icon, label, tone } = WORD_ACTIONS[kind];
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
  if (searches.task.value === "choose" && (state.gameRef.value?.time ?? 0) > 1000) {
    return (
      <button type="button" class="button wide" data-testid="move-now" onClick={() => searches.moveNow()}>
        Move now
      </button>
    );
  }
  if (state.current.value && state.actor.value === "engine" && state.atLeaf.value && !state.engineTurn.value) {
    return (
      <button
        type="button"
        class="button wide primary"
        data-testid="go-on"
        onClick={() => (state.paused.value = false)}
      >
        <Icon name="play" />
        <span>Let the engine move</span>
      </button>
    );
  }
  return null;
}
