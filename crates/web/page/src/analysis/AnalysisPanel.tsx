import { act } from "../game/session";
import { formatValue, short } from "../game/words";
import { outcome, personMayAct, shown } from "../game/state";
import type { Finding, Verdict } from "../messages";
import { lineCount } from "../settings";
import { ahead, analysis, analyzing, task } from "./searches";

/** The best lines as they come in. */
export function AnalysisPanel() {
  if (!analyzing.value) return null;
  const here = analysis.value?.position === shown.value ? analysis.value?.answer : undefined;
  const best = here?.lines[0];
  return (
    <section class="card-panel" aria-label="Analysis" data-testid="analysis-panel">
      <header class="panel-head">
        <h2>Analysis</h2>
        <span class="soft" data-testid="depth">
          {outcome.value !== null
            ? "the game is over"
            : ahead.value !== null
              ? `waits for ${ahead.value} other ${ahead.value === 1 ? "search" : "searches"}`
              : best
                ? `depth ${best.depth} · ${short(best.nodes)} · ${short(best.nodesPerSecond)}/s${here?.done ? " · done" : ""}`
                : task.value === "analyze"
                  ? "thinking"
                  : ""}
        </span>
        <label class="lines-choice">
          <span>Lines</span>
          <select
            value={String(lineCount.value)}
            data-testid="lines"
            onChange={(event) => (lineCount.value = Number(event.currentTarget.value))}
          >
            {[1, 2, 3].map((number) => (
              <option value={String(number)} selected={number === lineCount.value}>
                {number}
              </option>
            ))}
          </select>
        </label>
      </header>
      <ol class="lines">
        {(here?.lines ?? []).map((line, index) => (
          <LineOf key={index} line={line} rank={index} />
        ))}
      </ol>
      {here?.verdicts && here.verdicts.length > 0 && <Verdicts verdicts={here.verdicts} />}
    </section>
  );
}

const RANKS = ["first", "second", "third"] as const;

function LineOf({ line, rank }: { line: Finding; rank: number }) {
  const [best, ...rest] = line.line;
  return (
    <li class={`line ${RANKS[rank] ?? "third"}`} data-testid="line">
      <span class="score">{formatValue(line.value)}</span>
      {best && (
        <button
          type="button"
          class="line-move"
          disabled={!personMayAct.value}
          onClick={() => act(best.text)}
          title="Play this"
        >
          {best.text}
        </button>
      )}
      <span class="line-rest">{rest.map((action) => action.text).join(" ")}</span>
    </li>
  );
}

/** Where moves can be refused: what becomes of each. */
function Verdicts({ verdicts }: { verdicts: readonly Verdict[] }) {
  const pending = shown.value?.legal.some((action) => action.word === "accept");
  if (pending) {
    return (
      <p class="verdict-line" data-testid="verdict">
        The proposal should be <strong>{verdicts[0]?.answer === "refuse" ? "refused" : "accepted"}</strong>.
      </p>
    );
  }
  return (
    <div>
      <h3 class="small-head">If proposed</h3>
      <ul class="verdicts" data-testid="verdicts">
        {verdicts.map(({ action, answer }) => (
          <li key={action.text} class={answer} data-verdict={`${action.text}-${answer}`}>
            <span aria-hidden="true">{answer === "refuse" ? "✕" : "✓"}</span> {action.text}
            <span class="visually-hidden">{answer === "refuse" ? " would be refused" : " would be accepted"}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
