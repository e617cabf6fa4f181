import { useEffect, useMemo } from "preact/hooks";
import { LineMoves } from "../analysis/LineMoves";
import { useSession } from "../context";
import { fromActions, ROOT } from "../game/tree";
import { nameIn } from "../game/voice";
import type { CoachSentence, Side } from "../messages";
import { IconButton } from "../panels/Icon";
import { marksOf, resultInWords, shortResult, sortedResults } from "./results";
import { Study, type Advice, type Values } from "./study";

interface Part {
  study: Study;
}

/** What the coach says, and the proven results of the position. */
export default function StudyPanel() {
  const session = useSession();
  const study = useMemo(() => new Study(session), [session]);
  useEffect(() => () => study.dispose(), [study]);
  const { coach, results, marks } = session.study;
  const values = study.values.value;
  useEffect(() => {
    marks.value = results.value && values ? marksOf(values) : null;
    return () => void (marks.value = null);
  }, [marks, results.value, values]);
  return (
    <>
      {coach.value && <CoachPart study={study} />}
      {results.value && <ResultsPart study={study} />}
    </>
  );
}

/** The sentences about the last move, and about the next one if they are asked for. */
function CoachPart({ study }: Part) {
  const { state, study: switches } = useSession();
  const advice = study.advice.value;
  const position = study.position.value;
  const last = position?.actions.at(-1);
  const over = state.outcome.value !== null;
  return (
    <section class="card-panel coach" aria-label="Coach" data-testid="coach">
      <PanelHead title="Coach" onClose={() => (switches.coach.value = false)} />
      <div aria-live="polite">
        {last && (
          <Sentences
            study={study}
            about="move"
            name={`${last.action.text}:`}
            sentences={advice?.move ?? null}
            none="Nothing is proven about it, and the engine sees nothing better."
          />
        )}
        {!over &&
          (study.asked.value ? (
            <Sentences
              study={study}
              about="now"
              name="Now:"
              sentences={advice?.now ?? null}
              none="Nothing is proven here."
            />
          ) : (
            position &&
            !state.engineTurn.value && (
              <button type="button" class="button wide small" data-testid="coach-now" onClick={() => study.ask()}>
                What now?
              </button>
            )
          ))}
      </div>
    </section>
  );
}

function PanelHead({ title, onClose }: { title: string; onClose: () => void }) {
  return (
    <header class="panel-head">
      <h2>{title}</h2>
      <span class="soft" />
      <IconButton icon="close" label={`Close: ${title}`} onClick={onClose} />
    </header>
  );
}

interface SentencesProps extends Part {
  about: keyof Advice;
  name: string;
  /** `null` while they are on their way. */
  sentences: readonly CoachSentence[] | null;
  none: string;
}

function Sentences({ study, about, name, sentences, none }: SentencesProps) {
  return (
    <div class="coach-part" data-testid="coach-part" data-ready={sentences !== null}>
      {sentences === null ? (
        <p class="soft">
          {name} <span>thinking…</span>
        </p>
      ) : sentences.length === 0 ? (
        <p class="soft">
          {name} {none}
        </p>
      ) : (
        <ul>
          {sentences.map((sentence) => (
            <SentenceOf key={sentence.text} study={study} about={about} sentence={sentence} />
          ))}
        </ul>
      )}
    </div>
  );
}

function SentenceOf({
  study,
  about,
  sentence: { text, claim },
}: Part & { about: keyof Advice; sentence: CoachSentence }) {
  const { state } = useSession();
  const here = state.gameRef.value;
  const node = study.nodeOf(claim, about);
  if (!here) return null;
  const base = { line: { game: here.game, start: claim.position, actions: [] }, node };
  return (
    <li data-claim={claim.kind} data-testid="coach-sentence">
      <p>{text}</p>
      {claim.line.length > 0 && (
        <div class="line coach-line">
          <LineMoves line={claim.line} base={base} />
        </div>
      )}
    </li>
  );
}

/** The proven result of the position and of every action. */
function ResultsPart({ study }: Part) {
  const { state, study: switches } = useSession();
  const values = study.values.value;
  const over = state.outcome.value !== null;
  const side = values && nameIn(state.voice.value, values.side);
  return (
    <section class="card-panel coach" aria-label="Proven results" data-testid="results" data-done={values?.done}>
      <PanelHead title="Proven results" onClose={() => (switches.results.value = false)} />
      {over ? (
        <p class="soft">The game is over.</p>
      ) : !values ? (
        <p class="soft">{state.engineTurn.value ? "The engine is to move." : "Searching…"}</p>
      ) : (
        <>
          <p data-testid="results-here">
            {values.proven
              ? `${side} to move: ${resultInWords(values.proven)}.`
              : `${side} to move: ${values.done ? "nothing is proven." : "searching…"}`}
          </p>
          <Results values={values} />
          <p class="soft">{values.note} W wins, L loses, D draws, with the plies to the end; ? is not proven.</p>
          {values.source === "tablebase" && <PerfectPlay side={values.side} />}
        </>
      )}
    </section>
  );
}

function Results({ values }: { values: Values }) {
  const { play, state } = useSession();
  const may = state.personMayAct.value;
  return (
    <ul class="results-list">
      {sortedResults(values.actions).map(({ action, proven }) => (
        <li key={action.text}>
          <button
            type="button"
            class={`result-chip ${proven?.result ?? "unknown"}`}
            data-testid="result"
            data-result={`${action.text}-${shortResult(proven)}`}
            disabled={!may}
            onClick={() => play.act(action.text)}
          >
            {action.text} <strong aria-hidden="true">{shortResult(proven)}</strong>
            <span class="visually-hidden">{resultInWords(proven)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Where every result is known the full engine never errs. */
function PerfectPlay({ side }: { side: Side }) {
  const { play, state, server } = useSession();
  const here = state.gameRef.value;
  const level = server.limits.value?.level;
  if (!here || level === undefined) return null;
  const begin = (south: "person" | "engine", north: "person" | "engine") => {
    const start = state.shown.value?.position ?? null;
    const fresh = { ...here, start: here.at === ROOT ? here.start : start, south, north, level, northLevel: undefined };
    play.open({
      ...fresh,
      tree: fromActions([]),
      at: ROOT,
      resigned: null,
      flipped: south !== north && north === "person",
    });
  };
  const mine = (mover: Side): "person" | "engine" => (mover === side ? "person" : "engine");
  return (
    <div class="row">
      <button
        type="button"
        class="button wide small"
        data-testid="perfect-me"
        onClick={() => begin(mine("south"), mine("north"))}
      >
        Play on against perfect play
      </button>
      <button
        type="button"
        class="button wide small"
        data-testid="perfect-both"
        onClick={() => begin("engine", "engine")}
      >
        Watch perfect play
      </button>
    </div>
  );
}
