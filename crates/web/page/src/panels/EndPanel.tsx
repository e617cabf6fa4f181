import { useEffect, useRef, useState } from "preact/hooks";
import { useSession } from "../context";
import { FriendOffers } from "../friends/FriendOffers";
import { SendButton, SentNotice } from "../friends/Sending";
import { personIn, type GameRef } from "../game/address";
import { fromActions, ROOT } from "../game/tree";
import { earlyEnd, nameIn } from "../game/voice";
import type { Side } from "../messages";
import { Icon, IconButton } from "./Icon";

/** The end of a game: the result, the reason, and what to do next. */
export function EndPanel() {
  const { friends, state, drill } = useSession();
  const [here, outcome] = [state.gameRef.value, state.outcome.value];
  const [closed, setClosed] = useState("");
  const closeKey = here && `${state.gameSerial.value} ${here.at}`;
  if (!here || outcome === null || !state.current.value || drill.at.value !== null || closed === closeKey) return null;
  const me = personIn(here);
  const result = outcome === "draw" ? "draw" : me === null ? "over" : outcome === me ? "won" : "lost";
  const heading = {
    won: "You win!",
    lost: `${outcome === "draw" ? "" : state.voice.value.nameOf(outcome)} wins.`,
    draw: "A draw.",
    over: outcome === "draw" ? "" : `${state.nameOf(outcome)} wins.`,
  }[result];
  const resigned = state.resignedHere.value;
  const reason = resigned
    ? earlyEnd(state.voice.value, resigned, here.late === true)
    : state.toYou(state.shown.value?.ending ?? "");
  return (
    <section class={`card-panel sheet end ${result}`} aria-label="End of the game" data-testid="end">
      <header>
        <h2 data-testid="end-result">{heading}</h2>
        {!friends.unsent.value && (
          <button
            type="button"
            class="button"
            aria-label="Close"
            data-testid="end-close"
            onClick={() => setClosed(closeKey ?? "")}
          >
            <Icon name="close" />
          </button>
        )}
      </header>
      <p data-testid="end-reason">{reason}</p>
      <SendButton />
      {friends.here.value && <SentNotice />}
      <Offers here={here} me={me} won={result === "won"} />
      <Lesson />
    </section>
  );
}

/** Buttons for the next game. */
function Offers({ here, me, won }: { here: GameRef; me: Side | null; won: boolean }) {
  const { play, records, server, settings } = useSession();
  const begin = (part: Partial<GameRef>) => {
    const next = { ...here, ...part };
    if (part.level !== undefined) settings.chosenLevel.value = part.level;
    play.open({ ...next, tree: fromActions([]), at: ROOT, resigned: null });
  };
  if (here.friend !== undefined) return <FriendOffers />;
  const most = server.limits.value?.level ?? here.level;
  const other: Partial<GameRef> = { south: here.north, north: here.south, flipped: me === "south" };
  return (
    <div class="offers">
      <IconButton wide tone="primary" icon="again" label="Rematch" testid="rematch" onClick={() => begin({})} />
      {me && <IconButton wide icon="flip" label="Other side" testid="other-side" onClick={() => begin(other)} />}
      {me && won && here.level < most && (
        <IconButton
          wide
          icon="next"
          label={`Level ${here.level + 1}`}
          testid="next-level"
          onClick={() => begin({ level: here.level + 1 })}
        />
      )}
      {me && !won && here.level > 1 && (
        <IconButton
          wide
          icon="previous"
          label={`Level ${here.level - 1}`}
          testid="easier"
          onClick={() => begin({ level: here.level - 1 })}
        />
      )}
      <IconButton wide icon="share" label="Share" testid="share" onClick={() => void records.copyLink()} />
    </div>
  );
}

/** The result of the review, and the way to the mistake drill. */
function Lesson() {
  const { drill, review, searches, state } = useSession();
  const line = review.here.value;
  const here = state.gameRef.value;
  if (!here || (here.south === "engine" && here.north === "engine")) return null;
  if (!line) return null;
  if (!line.done || searches.task.value === "review")
    return (
      <p class="soft" data-testid="end-review">
        Reviewing the game: {line.points.length} of {line.nodes.length} positions.
      </p>
    );
  const count = drill.mistakes.value.length;
  if (count === 0)
    return (
      <p class="soft" data-testid="end-review">
        The engine found no mistakes{here.south === here.north ? "" : " of yours"}.
      </p>
    );
  return (
    <IconButton
      wide
      icon="target"
      label={`Learn from ${count === 1 ? "1 mistake" : `${count} mistakes`}`}
      testid="practice"
      onClick={() => drill.start()}
    />
  );
}

const WORDS = { inaccuracy: "was an inaccuracy", mistake: "was a mistake", blunder: "was a blunder" } as const;

/** The panel of the mistake drill. */
export function MistakeDrillPanel() {
  const { drill, state } = useSession();
  const [mistake, attempt] = [drill.mistake.value, drill.attempt.value];
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), [mistake?.node]);
  if (!mistake) return null;
  const count = drill.mistakes.value.length;
  const number = (drill.at.value ?? 0) + 1;
  const right = drill.solved.value;
  const last = number === count;
  return (
    <section class="card-panel sheet practice" aria-label="Learn from your mistakes" data-testid="practice-panel">
      <h2 ref={heading} tabIndex={-1}>
        Mistake {number} of {count}
      </h2>
      <p>
        {nameIn(state.voice.value, state.shown.value?.side ?? "south")} played <strong>{mistake.played}</strong>, which{" "}
        {WORDS[mistake.mark]}. Find a better move.
      </p>
      <p
        class={`verdict ${attempt?.verdict ?? ""}`}
        aria-live="polite"
        data-testid="practice-verdict"
        data-verdict={attempt?.verdict}
      >
        {!attempt
          ? ""
          : attempt.verdict === "checking"
            ? `${attempt.text}: checking…`
            : attempt.verdict === "right"
              ? `${attempt.text} is right.`
              : attempt.mark === null
                ? `${attempt.text} was played in the game. Try something else.`
                : `${attempt.text} ${WORDS[attempt.mark].replace("was", "is")}, too. Try again.`}
      </p>
      {drill.revealed.value && mistake.best && (
        <p>
          The engine would play <strong data-testid="practice-best">{mistake.best.text}</strong>.
        </p>
      )}
      <div class="row">
        {right ? (
          <button
            type="button"
            class="button wide primary"
            data-testid="practice-next"
            onClick={() => (last ? drill.stop() : drill.next())}
          >
            {last ? "Done" : "Next mistake"}
          </button>
        ) : (
          <>
            <button
              type="button"
              class="button wide"
              data-testid="practice-show"
              disabled={!mistake.best || drill.revealed.value}
              onClick={() => (drill.revealed.value = true)}
            >
              Show me
            </button>
            {!last && (
              <button type="button" class="button wide" data-testid="practice-skip" onClick={() => drill.next()}>
                Skip
              </button>
            )}
          </>
        )}
        <button type="button" class="button wide" data-testid="practice-stop" onClick={() => drill.stop()}>
          Stop
        </button>
      </div>
    </section>
  );
}
