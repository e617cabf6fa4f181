import { moveNow, task } from "../analysis/searches";
import { act } from "../game/session";
import {
  announcement,
  atLeaf,
  connected,
  engineTurn,
  actor,
  current,
  notice,
  paused,
  personMayAct,
  place,
  shown,
} from "../game/state";
import { Icon, type IconName } from "./Icon";

const WORDS: Readonly<Record<string, { icon: IconName; label: string; tone: string }>> = {
  accept: { icon: "check", label: "Accept", tone: "good" },
  refuse: { icon: "close", label: "Refuse", tone: "bad" },
  pass: { icon: "next", label: "Pass", tone: "primary" },
};

/** What happened, what is asked for, and the answers that are words. */
export function Prompt() {
  return (
    <div class="prompt">
      <div class="prompt-text">
        <p aria-live="polite" data-testid="status">
          {announcement.value}
        </p>
        <p class={`notice ${notice.value?.tone ?? ""}`} aria-live="polite" data-testid="notice">
          {connected.value ? notice.value?.text : "Reconnecting…"}
        </p>
      </div>
      <div class="answers">
        <Answers />
      </div>
    </div>
  );
}

function Answers() {
  const words = personMayAct.value ? (shown.value?.legal ?? []).flatMap((action) => action.word ?? []) : [];
  if (words.length > 0) {
    return (
      <>
        {words.map((word) => {
          const look = WORDS[word] ?? { icon: "next" as const, label: word, tone: "primary" };
          return (
            <button
              type="button"
              key={word}
              class={`button wide answer ${look.tone}`}
              data-testid={`word-${word}`}
              onClick={() => act(word)}
            >
              <Icon name={look.icon} />
              <span>{look.label}</span>
            </button>
          );
        })}
      </>
    );
  }
  if (task.value === "choose" && (place.value?.time ?? 0) > 1000) {
    return (
      <button type="button" class="button wide" data-testid="move-now" onClick={moveNow}>
        Move now
      </button>
    );
  }
  if (current.value && actor.value === "engine" && atLeaf.value && !engineTurn.value) {
    return (
      <button type="button" class="button wide primary" data-testid="go-on" onClick={() => (paused.value = false)}>
        <Icon name="play" />
        <span>Let the engine move</span>
      </button>
    );
  }
  return null;
}
