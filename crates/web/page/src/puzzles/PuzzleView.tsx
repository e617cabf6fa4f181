import { useEffect, useMemo, useRef } from "preact/hooks";
import { partsOf } from "../analysis/LineMoves";
import { Board } from "../board/Board";
import type { Arrow, Badge } from "../board/Overlay";
import { useSession } from "../context";
import { announce, hasProposal, WORD_ACTIONS } from "../game/text";
import type { Voice } from "../game/voice";
import { Icon, IconButton } from "../panels/Icon";
import { Solver } from "./solver";
import { sideSentence, taskOf, themeName, whyNot } from "./words";

interface Part {
  solver: Solver;
}

/** Puzzles: the task, the board, what it says about the moves, and the way to the next one. */
export default function PuzzleView() {
  const session = useSession();
  const solver = useMemo(() => new Solver(session), [session]);
  useEffect(() => () => solver.dispose(), [solver]);
  const [game, puzzle, position] = [solver.game.value, solver.puzzle.value, solver.position.value];
  const fault = solver.fault.value;
  return (
    <main
      class="lesson puzzle"
      data-game={game?.id}
      data-testid="puzzle"
      data-puzzle={puzzle?.id}
      data-phase={solver.phase.value}
      data-state={solver.solved.value ? "solved" : solver.shown.value ? "shown" : "open"}
      tabIndex={-1}
    >
      <section class="lesson-words" aria-label="Puzzle">
        <Facts solver={solver} />
        {puzzle && position && <Task solver={solver} />}
        {fault && (
          <div role="alert" data-testid="puzzle-fault">
            <p class="notice error">{fault}</p>
            {!solver.puzzles.value && (
              <button type="button" class="button wide" onClick={() => solver.reload()}>
                Try again
              </button>
            )}
          </div>
        )}
        {!puzzle && !fault && <p class="soft">Loading…</p>}
      </section>
      <section class="lesson-stage" aria-label="Board">
        {puzzle && position && <PuzzleBoard solver={solver} />}
      </section>
      <section class="lesson-foot" aria-label="Answer">
        {puzzle && position && (
          <>
            <Verdict solver={solver} />
            <PlayedLine solver={solver} />
            <WordAnswers solver={solver} />
            <Turns solver={solver} />
          </>
        )}
      </section>
    </main>
  );
}

/** How to speak: the solver is "you". */
function voiceOf(solver: Solver): Voice {
  const sides = solver.game.value?.sides ?? ["South", "North"];
  const nameOf = (side: "south" | "north") => sides[side === "south" ? 0 : 1];
  return { me: solver.side, nameOf, sideOf: nameOf };
}

/** The personal rating, the row, and the choice of a theme. */
function Facts({ solver }: Part) {
  const { puzzles } = useSession();
  const [record, daily, themes] = [solver.record.value, solver.daily.value, solver.themes.value];
  const { rating, deviation } = solver.rating.value;
  const days = puzzles.progress.dailyRow();
  const row = record?.row ?? 0;
  return (
    <div class="puzzle-facts">
      <p class="soft" data-testid="puzzle-rating" data-rating={record?.rating === null ? "" : Math.round(rating)}>
        {record === null || record.rating === null ? (
          "The first try of each puzzle counts."
        ) : (
          <>
            Your rating: <strong>{Math.round(rating)}</strong> ± {Math.round(2 * deviation)}
            {row > 1 && ` · ${row} in a row`}
          </>
        )}
        {daily && days > 1 && ` · ${days} days in a row`}
      </p>
      {!daily && themes.length > 0 && (
        <label class="lines-choice">
          <span>Theme</span>
          <select
            value={solver.theme.value}
            data-testid="puzzle-theme"
            onChange={(event) => solver.choose(event.currentTarget.value)}
          >
            <option value="">All ({solver.puzzles.value?.length})</option>
            {themes.map(([theme, count]) => (
              <option key={theme} value={theme} selected={theme === solver.theme.value}>
                {themeName(theme)} ({count})
              </option>
            ))}
          </select>
        </label>
      )}
    </div>
  );
}

function Task({ solver }: Part) {
  const heading = useRef<HTMLHeadingElement>(null);
  const puzzle = solver.puzzle.value!;
  const base = solver.base.value;
  useEffect(() => heading.current?.focus({ preventScroll: true }), [puzzle.id, base]);
  if (!base) return null;
  const voice = voiceOf(solver);
  const over = !solver.open.value;
  return (
    <>
      <h2 ref={heading} tabIndex={-1} data-testid="puzzle-title">
        {solver.daily.value ? `Puzzle of the day: ${solver.game.value?.title}` : "Puzzle"}{" "}
        <span class="soft">rated {puzzle.rating}</span>
      </h2>
      <p class="lesson-ask" data-testid="puzzle-task">
        {taskOf(puzzle, base, voice)}
      </p>
      <p class="soft">
        {sideSentence(voice)}
        {over && ` ${puzzle.themes.map(themeName).join(", ")}.`}
      </p>
    </>
  );
}

function PuzzleBoard({ solver }: Part) {
  const { settings } = useSession();
  const [position, game] = [solver.position.value!, solver.game.value];
  if (!game) return null;
  const asking = solver.asking.value;
  const proposed = hasProposal(position);
  const { pending } = position.view;
  const last = pending ? null : (position.actions.findLast(({ action }) => action.squares)?.action.squares ?? null);
  const arrows: Arrow[] = pending && proposed ? [{ ...pending, look: "proposal" }] : [];
  const badges: Badge[] = pending && !proposed ? [{ square: pending.to, sign: "refuse" }] : [];
  return (
    <div class="lesson-board" data-testid="puzzle-board" data-position={position.position}>
      <Board
        view={position.view}
        game={game.id}
        voice={voiceOf(solver)}
        flipped={solver.side === "north"}
        animated={settings.animates.value}
        legal={asking ? position.legal : []}
        active={asking}
        last={last}
        arrows={arrows}
        badges={() => badges}
        onMove={(move) => solver.move(move)}
        onAsk={(sentence) => (solver.notice.value = sentence)}
        onWake={solver.wrong.value && solver.open.value ? () => solver.retry() : undefined}
        label={`${game.title} board`}
      />
    </div>
  );
}

/** What the last action was, in the line that screen readers read out. */
function Verdict({ solver }: Part) {
  const [phase, wrong, progress, notice] = [
    solver.phase.value,
    solver.wrong.value,
    solver.progress.value,
    solver.notice.value,
  ];
  const position = solver.position.value!;
  const voice = voiceOf(solver);
  const solved = solver.solved.value;
  const kind = wrong ? "wrong" : solved || progress ? "right" : "";
  const told = announce(position, voice, { resigned: null, late: false, effects: [] });
  return (
    <div class={`verdict ${kind}`} aria-live="polite" data-testid="puzzle-verdict" data-verdict={kind}>
      {notice && <p data-testid="puzzle-notice">{notice}</p>}
      {wrong ? (
        <p>
          <strong>Not this one.</strong> {whyNot(wrong, solver.puzzle.value!, voice)}
        </p>
      ) : solved ? (
        <p>
          <strong>Solved!</strong> {position.outcome !== null && told} <RatedChange solver={solver} />
        </p>
      ) : solver.shown.value ? (
        <p>
          The solution is on the board. <RatedChange solver={solver} />
        </p>
      ) : progress ? (
        <p>
          <strong>Right!</strong> {phase === "asking" && told}
        </p>
      ) : (
        !notice && (
          <p class="soft">
            {position.legal.some(({ kind }) => kind === "move")
              ? "Make your move on the board."
              : "Choose your answer."}
          </p>
        )
      )}
      {wrong && <RatedChange solver={solver} />}
    </div>
  );
}

/** What the first try changed. */
function RatedChange({ solver }: Part) {
  const rated = solver.rated.value;
  // A first try that was wrong is not told again once a later one is right.
  if (!rated || rated.right !== solver.solved.value) return null;
  const change = Math.round(rated.after.rating) - Math.round(rated.before.rating);
  return (
    <span class="soft" data-testid="puzzle-change">
      Your rating: {Math.round(rated.after.rating)} ({change < 0 ? "−" : "+"}
      {Math.abs(change)}).
    </span>
  );
}

/** The answers to a wrong move, or the solution, to step through. */
function PlayedLine({ solver }: Part) {
  const line = solver.playback.value;
  if (!line || line.actions.length === 0) return null;
  const why = line.kind === "refutation" ? `Why not ${solver.wrong.value?.text}?` : "Solution";
  return (
    <div class={`line puzzle-line ${line.kind}`} data-testid="puzzle-line" data-at={line.at} data-kind={line.kind}>
      <span class="soft">{why}</span>
      <div class="line-moves" role="group" aria-label={why}>
        {partsOf(line.actions).map(({ action: { text, kind }, length }, index, parts) => (
          <button
            type="button"
            key={index}
            class={`line-step ${kind}`}
            data-testid="puzzle-step"
            data-length={length}
            aria-current={line.at <= length && line.at > (parts[index - 1]?.length ?? 0) ? "step" : undefined}
            aria-label={kind === "refuse" ? "refused" : undefined}
            onClick={() => solver.step(length)}
          >
            {kind === "refuse" ? "✕" : text}
          </button>
        ))}
      </div>
      <div class="steps">
        <IconButton
          icon="previous"
          label="Step back"
          testid="puzzle-back"
          disabled={line.at === 0}
          onClick={() => solver.step(line.at - 1)}
        />
        <IconButton
          icon="next"
          label="Step forward"
          testid="puzzle-forward"
          disabled={line.at === line.actions.length}
          onClick={() => solver.step(line.at + 1)}
        />
      </div>
    </div>
  );
}

/** Buttons for answers that are not moves. */
function WordAnswers({ solver }: Part) {
  const words = solver.wordActions.value;
  if (words.length === 0) return null;
  return (
    <div class="row">
      {words.map(({ kind, text }) => {
        if (kind === "move") return null;
        const { label, icon, tone } = WORD_ACTIONS[kind];
        return (
          <button
            type="button"
            key={kind}
            class={`button wide answer ${tone}`}
            data-testid={`word-${kind}`}
            onClick={() => solver.answer(text)}
          >
            <Icon name={icon} />
            <span>{label}</span>
          </button>
        );
      })}
    </div>
  );
}

/** Buttons for help and the way on. */
function Turns({ solver }: Part) {
  const row = useRef<HTMLDivElement>(null);
  const [open, wrong] = [solver.open.value, solver.wrong.value];
  const searched = wrong?.searched ?? false;
  // Enter goes on.
  useEffect(() => {
    if (!open || searched) row.current?.querySelector<HTMLElement>(".primary")?.focus({ preventScroll: true });
  }, [open, searched]);
  return (
    <div class="row lesson-turns" ref={row}>
      {wrong && (
        <button type="button" class="button wide primary" data-testid="puzzle-retry" onClick={() => solver.retry()}>
          Try again
        </button>
      )}
      {open ? (
        <button type="button" class="button wide" data-testid="puzzle-show" onClick={() => solver.showSolution()}>
          Show me
        </button>
      ) : (
        <button type="button" class="button wide" data-testid="puzzle-again" onClick={() => solver.again()}>
          Try other moves
        </button>
      )}
      <button
        type="button"
        class={`button wide${open ? "" : " primary"}`}
        data-testid="puzzle-next"
        onClick={() => solver.next()}
      >
        {open ? "Skip" : solver.daily.value ? "More puzzles" : "Next puzzle"}
      </button>
    </div>
  );
}
