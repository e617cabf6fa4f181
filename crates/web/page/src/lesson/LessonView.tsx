import { useEffect, useRef } from "preact/hooks";
import { Board } from "../board/Board";
import type { Arrow, Badge } from "../board/Overlay";
import { useSession } from "../context";
import { WORD_ACTIONS } from "../game/text";
import { plainVoice } from "../game/voice";
import type { LessonStep, LessonBoard } from "../messages";
import { Icon } from "../panels/Icon";
import type { GradedAnswer, Lessons } from "./lessons";

/** A step of a lesson: text, board, question and verdict. */
export function LessonView() {
  const session = useSession();
  const { lessons } = session;
  const [lessonRef, game, step] = [lessons.lessonRef.value, lessons.game.value, lessons.step.value];
  if (!lessonRef || !game) return null;
  return (
    <main
      class="lesson"
      data-game={game.id}
      data-testid="lesson"
      data-step={(lessons.shown.value?.step ?? -1) + 1}
      tabIndex={-1}
    >
      <section class="lesson-words" aria-label="Lesson">
        <Steps />
        {step && <StepText step={step} />}
        {lessons.fault.value && (
          <p class="notice error" role="alert">
            {lessons.fault.value}
          </p>
        )}
      </section>
      <section class="lesson-stage" aria-label="Board">
        {step && <StepBoard />}
      </section>
      <section class="lesson-foot" aria-label="Answer">
        <Verdict />
        {step && <Answers step={step} />}
        <Turns />
      </section>
    </main>
  );
}

/** The steps, with those done. */
function Steps() {
  const { lessons } = useSession();
  const [lessonRef, game] = [lessons.lessonRef.value!, lessons.game.value!];
  return (
    <nav aria-label="Steps">
      <ol class="lesson-steps">
        {game.lesson.map((title, step) => {
          const done = lessons.progress.isDone(game, step);
          return (
            <li key={title}>
              <button
                type="button"
                class={done ? "done" : ""}
                aria-current={step === lessonRef.step ? "step" : undefined}
                aria-label={`Step ${step + 1}: ${title}${done ? ", done" : ""}`}
                title={title}
                data-testid={`step-${step + 1}`}
                onClick={() => lessons.goTo({ ...lessonRef, step })}
              />
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

function StepText({ step }: { step: LessonStep }) {
  const { lessons } = useSession();
  const heading = useRef<HTMLHeadingElement>(null);
  const number = lessons.shown.value?.step ?? 0;
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.closest("section")?.scrollTo({ top: 0 });
  }, [step]);
  return (
    <>
      <h2 ref={heading} tabIndex={-1} data-testid="step-title">
        <span class="soft">
          {number + 1} of {lessons.game.value?.lesson.length}
        </span>{" "}
        {step.title}
      </h2>
      {step.text.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      <p class="lesson-ask" data-testid="ask">
        {step.ask}
      </p>
    </>
  );
}

function StepBoard() {
  const { lessons, settings } = useSession();
  const [board, step, game] = [lessons.board.value, lessons.step.value, lessons.game.value];
  if (!board || !step || !game) return null;
  const { pending } = board.view;
  const badges: Badge[] = pending && !isProposed(board) ? [{ square: pending.to, sign: "refuse" }] : [];
  return (
    <div
      class="lesson-board"
      data-testid="lesson-board"
      data-position={board.position}
      data-state={lessons.solved.value ? "solved" : lessons.asking.value ? "asking" : "looking"}
    >
      <Board
        view={board.view}
        game={game.id}
        voice={plainVoice(game.sides)}
        flipped={false}
        animated={settings.animates.value}
        legal={lessons.expectsMove.value ? board.legal : []}
        active={lessons.expectsMove.value}
        last={board.view.pending ? null : board.last}
        arrows={arrowsOf(lessons, step)}
        badges={() => badges}
        onMove={(move) => lessons.move(move)}
        onAsk={(sentence) => (lessons.asked.value = sentence)}
        onWake={lessons.lookAgain}
        label={`${game.title} board`}
      />
    </div>
  );
}

/** Whether a proposal is pending. */
const isProposed = (board: LessonBoard) => board.legal.some(({ kind }) => kind === "accept");

function arrowsOf(lessons: Lessons, step: LessonStep): Arrow[] {
  const board = lessons.board.value!;
  const arrows: Arrow[] = [];
  if (board.view.pending && isProposed(board)) arrows.push({ ...board.view.pending, look: "proposal" });
  if (!lessons.asking.value) return arrows;
  if (step.legality?.squares) arrows.push({ ...step.legality.squares, look: "second" });
  const squares = step.board.legal.find(({ text }) => text === step.solution)?.squares;
  if (lessons.revealed.value && squares) arrows.push({ ...squares, look: "hint" });
  return arrows;
}

const OPENINGS: Readonly<Record<GradedAnswer["verdict"], string>> = {
  right: "Right!",
  wrong: "Not yet.",
  illegal: "That is not allowed.",
  unreadable: "",
};

/** The first word of a reply. To yes or no, the sentence begins with the right answer. */
const opening = ({ verdict }: GradedAnswer, step: LessonStep | null) =>
  verdict === "wrong" && step?.legality ? "" : OPENINGS[verdict];

/** The solution, without notation: the lessons do not explain it. */
function inWords({ board, solution }: LessonStep): string {
  const squares = board.legal.find(({ text }) => text === solution)?.squares;
  return squares ? `from ${squares.from} to ${squares.to}` : solution;
}

/** The verdict on the answer. */
function Verdict() {
  const { lessons } = useSession();
  const graded = lessons.graded.value;
  const [step, failures] = [lessons.step.value, lessons.failures.value];
  return (
    <div
      class={`verdict ${graded?.verdict ?? ""}`}
      aria-live="polite"
      data-testid="verdict"
      data-verdict={graded?.verdict}
    >
      {graded && (
        <p>
          <strong>{opening(graded, step)}</strong> {graded.sentence} {graded.epilogue}
        </p>
      )}
      {!lessons.solved.value && lessons.asked.value && <p data-testid="lesson-asked">{lessons.asked.value}</p>}
      {!lessons.solved.value && lessons.hinted.value && step?.hint && <p data-testid="hint-text">Hint: {step.hint}</p>}
      {!lessons.solved.value && lessons.revealed.value && step && (
        <p data-testid="solution">
          The answer is <strong data-answer={step.solution}>{inWords(step)}</strong>.
        </p>
      )}
      {!graded &&
        !lessons.asked.value &&
        failures === 0 &&
        !lessons.hinted.value &&
        !lessons.revealed.value &&
        step && <p class="soft">{expected(step)}</p>}
    </div>
  );
}

/** The kind of answer that is expected. */
function expected(step: LessonStep): string {
  if (step.legality) return "Answer yes or no.";
  return step.board.legal.some(({ kind }) => kind === "move") ? "Make your move on the board." : "Choose your answer.";
}

/** Buttons for answers that are not moves. */
function Answers({ step }: { step: LessonStep }) {
  const { lessons } = useSession();
  const words = step.legality
    ? [
        { kind: "yes", text: "yes", label: "Yes", icon: "check", tone: "good" } as const,
        { kind: "no", text: "no", label: "No", icon: "close", tone: "bad" } as const,
      ]
    : lessons.wordActions.value.flatMap(({ kind, text }) =>
        kind === "move" ? [] : [{ kind, text, ...WORD_ACTIONS[kind] }],
      );
  if (words.length === 0 || !lessons.asking.value) return null;
  return (
    <div class="row">
      {words.map(({ kind, text, label, icon, tone }) => (
        <button
          type="button"
          key={kind}
          class={`button wide answer ${tone}`}
          data-testid={`word-${kind}`}
          onClick={() => lessons.answer(text)}
        >
          <Icon name={icon} />
          <span>{label}</span>
        </button>
      ))}
    </div>
  );
}

/** Buttons for help and navigation. */
function Turns() {
  const session = useSession();
  const { lessons } = session;
  const [lessonRef, game, step] = [lessons.lessonRef.value!, lessons.game.value!, lessons.step.value];
  const last = lessonRef.step === game.lesson.length - 1;
  const solved = lessons.solved.value;
  const row = useRef<HTMLDivElement>(null);
  // Enter continues.
  useEffect(() => {
    if (solved) row.current?.querySelector<HTMLElement>(".primary")?.focus({ preventScroll: true });
  }, [solved]);
  return (
    <div class="row lesson-turns" ref={row}>
      <button
        type="button"
        class="button wide"
        data-testid="step-back"
        disabled={lessonRef.step === 0}
        onClick={() => lessons.turn(-1)}
      >
        Back
      </button>
      {solved ? (
        <button type="button" class="button wide" data-testid="step-again" onClick={() => lessons.again()}>
          Try again
        </button>
      ) : lessons.hinted.value || !step?.hint ? (
        <button
          type="button"
          class="button wide"
          data-testid="step-show"
          disabled={lessons.revealed.value || !step}
          onClick={() => (lessons.revealed.value = true)}
        >
          Show me
        </button>
      ) : (
        <button
          type="button"
          class={`button wide${lessons.failures.value >= 2 ? " wanted" : ""}`}
          data-testid="step-hint"
          onClick={() => (lessons.hinted.value = true)}
        >
          Hint
        </button>
      )}
      {last && solved ? (
        <button
          type="button"
          class="button wide primary"
          data-testid="lesson-play"
          onClick={() => session.askForNewGame(game.id)}
        >
          Play a game
        </button>
      ) : (
        <button
          type="button"
          class={`button wide${solved ? " primary" : ""}`}
          data-testid="step-next"
          disabled={last}
          onClick={() => lessons.turn(1)}
        >
          {solved ? "Next" : "Skip"}
        </button>
      )}
    </div>
  );
}
