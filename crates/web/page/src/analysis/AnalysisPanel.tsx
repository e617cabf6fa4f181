import { CoachSwitch, ResultsSwitch } from "../coach/StudyArea";
import { useSession } from "../context";
import { formatValue, hasProposal, plusMeans, range, short } from "../game/text";
import type { ProposalAdvice } from "../messages";
import { LineMoves } from "./LineMoves";
import { refusedBest, shownLines } from "./refusedBest";

const RANKS = ["first", "second", "third"] as const;

/** The best lines of the current analysis. */
export function AnalysisPanel() {
  const session = useSession();
  const { server, state, searches, settings } = session;
  const { ahead, task } = searches;
  const lines = settings.lines.value;
  const plus = state.plus.value;
  if (!searches.analyzing.value) return null;
  const here = searches.analysisHere.value;
  const best = here?.lines[0];
  const refused = here && refusedBest(here);
  return (
    <section class="card-panel analysis-panel" aria-label="Analysis" data-testid="analysis-panel">
      <header class="panel-head">
        <h2>Analysis</h2>
        <span class="soft" data-testid="depth">
          {state.outcome.value !== null
            ? "game over"
            : ahead.value !== null
              ? `waiting for ${ahead.value} other ${ahead.value === 1 ? "search" : "searches"}`
              : best
                ? `depth ${best.depth} · ${short(best.nodes)} · ${short(best.nodesPerSecond)}/s${here?.done ? " · done" : ""}`
                : task.value === "analyze"
                  ? "thinking"
                  : ""}
        </span>
        <label class="lines-choice">
          <span>Lines</span>
          <select
            value={String(lines)}
            data-testid="lines"
            onChange={(event) => (settings.chosenLines.value = Number(event.currentTarget.value))}
          >
            {range(1, server.limits.value?.lines ?? lines).map((number) => (
              <option value={String(number)} selected={number === lines}>
                {number}
              </option>
            ))}
          </select>
        </label>
      </header>
      <ol class="lines">
        {(here ? shownLines(here) : []).map(({ value, line }, rank) => (
          <li key={rank} class={`line ${RANKS[rank] ?? "third"}`} data-testid="line">
            <span class="score">{formatValue(value, plus)}</span>
            <LineMoves line={line} />
          </li>
        ))}
      </ol>
      <p class="soft plus-means" data-testid="plus-means">
        {plusMeans(state.voice.value, plus)}
      </p>
      {refused && (
        <p class="advice-line" data-testid="second-best">
          {refused.best.text} will be refused, so the <strong>second-best</strong> counts:{" "}
          {formatValue(refused.counts, plus)}.
          {refused.accepted && ` If it were accepted: ${formatValue(refused.accepted, plus)}.`}
        </p>
      )}
      {state.outcome.value === null && (
        <div class="row">
          <button
            type="button"
            class="button wide small"
            data-testid="how"
            disabled={task.value === "review"}
            onClick={() => session.openMicroscope()}
          >
            How did it decide?
          </button>
          <CoachSwitch />
          <ResultsSwitch />
        </div>
      )}
      {here?.advice && here.advice.length > 0 && <AdviceList advice={here.advice} />}
    </section>
  );
}

/** In games with proposals: how each move should be answered. */
function AdviceList({ advice }: { advice: readonly ProposalAdvice[] }) {
  const position = useSession().state.shown.value;
  if (position && hasProposal(position)) {
    return (
      <p class="advice-line" data-testid="advice-line">
        The proposal should be <strong>{advice[0]?.refuse ? "refused" : "accepted"}</strong>.
      </p>
    );
  }
  return (
    <div>
      <h3 class="small-head">If proposed</h3>
      <ul class="advice" data-testid="advice">
        {advice.map(({ action, refuse }) => {
          const answer = refuse ? "refuse" : "accept";
          return (
            <li key={action.text} class={answer} data-advice={`${action.text}-${answer}`}>
              <span aria-hidden="true">{refuse ? "✕" : "✓"}</span> {action.text}
              <span class="visually-hidden">{refuse ? " would be refused" : " would be accepted"}</span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
