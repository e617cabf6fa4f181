import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { useSession } from "../context";
import type { GameInfo } from "../messages";
import { LESSONS, type ThinkingStep } from "./lessonSteps";
import { questionOf, type AskedQuestion } from "./lessonQuestions";
import { Microscope } from "./microscope";
import { PathBoard } from "./PathBoard";
import { IDEA_NAMES, valueText } from "./words";

/** The ideas to switch off so that only these are left. */
const allBut = (ideas: readonly string[]) => new Set(IDEA_NAMES.filter((name) => !ideas.includes(name)));

/** How the computer thinks: eight steps, each with a prediction about a real search. */
export function ThinkingLesson({ game, onEnd }: { game: GameInfo; onEnd: () => void }) {
  const steps = LESSONS[game.id]!;
  const [at, setAt] = useState(0);
  const step = steps[at]!;
  return (
    <div class="scope scope-lesson" data-testid="thinking" data-step={at + 1}>
      <StepView key={at} game={game} step={step} title={`${at + 1} of ${steps.length}: ${step.title}`} />
      <div class="row">
        <button type="button" class="button wide" disabled={at === 0} onClick={() => setAt(at - 1)}>
          Back
        </button>
        {at < steps.length - 1 ? (
          <button type="button" class="button wide" data-testid="thinking-next" onClick={() => setAt(at + 1)}>
            Next step
          </button>
        ) : null}
        <button type="button" class="button wide" data-testid="thinking-end" onClick={onEnd}>
          To the microscope
        </button>
      </div>
    </div>
  );
}

/** The searches that a step needs, as sets of ideas. */
const searchesOf = ({ question }: ThinkingStep) =>
  question.kind === "compare" ? [question.before, question.after] : [["alpha_beta"]];

function StepView({ game, step, title }: { game: GameInfo; step: ThinkingStep; title: string }) {
  const session = useSession();
  const [scope] = useState(() => new Microscope(session, { game: game.id, start: null, actions: [] }));
  const heading = useRef<HTMLHeadingElement>(null);
  const runs = scope.runs.value;
  const searches = searchesOf(step);
  useEffect(() => heading.current?.focus(), []);
  useEffect(() => () => scope.dispose(), [scope]);
  useEffect(() => {
    const next = searchesOf(step)[runs.length];
    if (!next) return;
    scope.depth.value = step.question.kind === "compare" ? step.question.depth : 2;
    scope.off.value = allBut(next);
    scope.search();
  }, [scope, step, runs]);
  const tree = scope.tree.value;
  const isReady = runs.length === searches.length;
  const asked = useMemo(
    () => (tree && isReady ? questionOf(step.question, tree, runs, game.id === "refusal" ? 2 : 1) : null),
    [tree, isReady, runs, step, game],
  );
  useEffect(() => {
    if (asked?.node) scope.select(asked.node);
  }, [scope, asked]);
  return (
    <div class="scope-columns">
      <section class="scope-stage" aria-label="Board">
        <PathBoard scope={scope} plain />
      </section>
      <section class="scope-study" aria-label="Lesson">
        <h3 ref={heading} tabIndex={-1} data-testid="thinking-title">
          {title}
        </h3>
        {step.text.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        {scope.fault.value && (
          <p class="notice error" role="alert">
            {scope.fault.value}
          </p>
        )}
        {asked ? <Question asked={asked} /> : <p role="status">{isReady ? "" : scope.busy.value || "Searching"}</p>}
      </section>
    </div>
  );
}

/** The question; the answer is shown after the prediction. */
function Question({ asked }: { asked: AskedQuestion }) {
  const [chosen, setChosen] = useState<number | null>(null);
  const right = chosen === asked.answer;
  return (
    <>
      <p>{asked.given}</p>
      {asked.known.length > 0 && (
        <ol class="scope-known">
          {asked.known.map(({ move, value }, index) => (
            <li key={index}>
              <span>{move}</span> <strong>{valueText(value)}</strong>
            </li>
          ))}
        </ol>
      )}
      <div role="group" aria-label={asked.ask} class="scope-ask">
        <p>
          <strong>{asked.ask}</strong>
        </p>
        <div class="row">
          {asked.options.map((option, index) => (
            <button
              type="button"
              key={option}
              class={`button wide${chosen !== null && index === asked.answer ? " primary" : ""}`}
              aria-pressed={chosen === index}
              data-testid="thinking-option"
              data-right={index === asked.answer}
              onClick={() => setChosen(index)}
            >
              {option}
            </button>
          ))}
        </div>
      </div>
      <p role="status" class="scope-verdict" data-testid="thinking-verdict">
        {chosen !== null && (
          <>
            <strong>{right ? "Right." : `No: ${asked.options[asked.answer]}.`}</strong> {asked.because}
          </>
        )}
      </p>
    </>
  );
}
