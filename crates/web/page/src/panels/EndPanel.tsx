import { useEffect, useRef, useState } from "preact/hooks";
import { useSession } from "../context";
import type { Place } from "../game/address";
import { fromActions, ROOT } from "../game/tree";
import type { Side } from "../messages";
import { Icon, IconButton } from "./Icon";

/** The end of a game: who won and why, and what to do now. */
export function EndPanel() {
  const { table, practice } = useSession();
  const [here, outcome] = [table.place.value, table.outcome.value];
  const [closed, setClosed] = useState("");
  const place = here && `${table.serial.value} ${here.at}`;
  if (!here || outcome === null || !table.current.value || practice.at.value !== null || closed === place) return null;
  const me = personIn(here);
  const result = outcome === "draw" ? "draw" : me === null ? "over" : outcome === me ? "won" : "lost";
  const heading = {
    won: "You won!",
    lost: "You lost.",
    draw: "A draw.",
    over: outcome === "draw" ? "" : `${table.nameOf(outcome)} won.`,
  }[result];
  const resigned = table.resignedHere.value;
  const reason = resigned ? `${table.nameOf(resigned)} resigned.` : (table.shown.value?.ending ?? "");
  return (
    <section class={`card-panel sheet end ${result}`} aria-label="End of the game" data-testid="end">
      <header>
        <h2 data-testid="end-result">{heading}</h2>
        <button
          type="button"
          class="button"
          aria-label="Close"
          data-testid="end-close"
          onClick={() => setClosed(place ?? "")}
        >
          <Icon name="close" />
        </button>
      </header>
      <p data-testid="end-reason">{reason}</p>
      <Offers here={here} me={me} won={result === "won"} />
      <Lesson />
    </section>
  );
}

/** The side of the only person, if there is one. */
export function personIn({ south, north }: Place): Side | null {
  if (south === north) return null;
  return south === "person" ? "south" : "north";
}

/** Another game. */
function Offers({ here, me, won }: { here: Place; me: Side | null; won: boolean }) {
  const { play, records, server, settings } = useSession();
  const begin = (part: Partial<Place>) => {
    const next = { ...here, ...part };
    if (part.level !== undefined) settings.chosenLevel.value = part.level;
    play.open({ ...next, tree: fromActions([]), at: ROOT, resigned: null });
  };
  const most = server.limits.value?.level ?? here.level;
  const other: Partial<Place> = { south: here.north, north: here.south, flipped: me === "south" };
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

/** What the review found, and the way to try it again. */
function Lesson() {
  const { practice, review, searches, table } = useSession();
  const line = review.here.value;
  const here = table.place.value;
  if (!here || (here.south === "engine" && here.north === "engine")) return null;
  if (!line) return null;
  if (!line.done || searches.task.value === "review")
    return (
      <p class="soft" data-testid="end-review">
        The engine looks at the game: {line.points.length} of {line.nodes.length} positions.
      </p>
    );
  const count = practice.mistakes.value.length;
  if (count === 0)
    return (
      <p class="soft" data-testid="end-review">
        The engine found no mistakes of {here.south === here.north ? "anybody" : "yours"}.
      </p>
    );
  return (
    <IconButton
      wide
      icon="target"
      label={`Learn from ${count === 1 ? "1 mistake" : `${count} mistakes`}`}
      testid="practice"
      onClick={() => practice.start()}
    />
  );
}

const WORDS = { inaccuracy: "was not quite the best", mistake: "was a mistake", blunder: "was a blunder" } as const;

/** A mistake that is tried again. */
export function PracticePanel() {
  const { practice, table } = useSession();
  const [task, trial] = [practice.task.value, practice.trial.value];
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), [task?.node]);
  if (!task) return null;
  const count = practice.mistakes.value.length;
  const number = (practice.at.value ?? 0) + 1;
  const right = practice.solved.value;
  const last = number === count;
  return (
    <section class="card-panel sheet practice" aria-label="Learn from your mistakes" data-testid="practice-panel">
      <h2 ref={heading} tabIndex={-1}>
        Mistake {number} of {count}
      </h2>
      <p>
        {table.nameOf(table.shown.value?.side ?? "south")} played <strong>{task.played}</strong>, which{" "}
        {WORDS[task.mark]}. Find something better.
      </p>
      <p
        class={`verdict ${trial?.verdict ?? ""}`}
        aria-live="polite"
        data-testid="practice-verdict"
        data-verdict={trial?.verdict}
      >
        {!trial
          ? ""
          : trial.verdict === "judging"
            ? `${trial.text}: the engine looks at it.`
            : trial.verdict === "right"
              ? `${trial.text} is right.`
              : trial.mark === null
                ? `${trial.text} is what was played. Try something else.`
                : `${trial.text} ${WORDS[trial.mark].replace("was", "is")}, too. Try again.`}
      </p>
      {practice.revealed.value && task.best && (
        <p>
          The engine would play <strong data-testid="practice-best">{task.best.text}</strong>.
        </p>
      )}
      <div class="row">
        {right ? (
          <button
            type="button"
            class="button wide primary"
            data-testid="practice-next"
            onClick={() => (last ? practice.stop() : practice.next())}
          >
            {last ? "Done" : "Next mistake"}
          </button>
        ) : (
          <>
            <button
              type="button"
              class="button wide"
              data-testid="practice-show"
              disabled={!task.best || practice.revealed.value}
              onClick={() => (practice.revealed.value = true)}
            >
              Show me
            </button>
            {!last && (
              <button type="button" class="button wide" data-testid="practice-skip" onClick={() => practice.next()}>
                Skip
              </button>
            )}
          </>
        )}
        <button type="button" class="button wide" data-testid="practice-stop" onClick={() => practice.stop()}>
          Enough
        </button>
      </div>
    </section>
  );
}
