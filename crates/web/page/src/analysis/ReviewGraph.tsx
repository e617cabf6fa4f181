import { CoachSwitch } from "../coach/StudyArea";
import { useSession } from "../context";
import { formatValue } from "../game/text";
import { ROOT } from "../game/tree";
import { nameIn } from "../game/voice";
import type { Outcome } from "../messages";
import { marksInWords, summaryOf } from "./accuracy";
import { LineMoves } from "./LineMoves";
import type { ReviewedLine } from "./review";

const WIDTH = 400;
const HEIGHT = 76;

/** The chances over the game, with marked mistakes. */
export function ReviewPanel() {
  const { state, searches, review } = useSession();
  const line = review.here.value;
  const length = state.gameRef.value?.tree.nodes.length ?? 0;
  if (length < 2 || state.settingUp.value) return null;
  return (
    <section class="card-panel review-panel" aria-label="Review">
      <header class="panel-head">
        <h2>Review</h2>
        <span class="soft" data-testid="review-state">
          {line ? (line.done ? "done" : `${line.points.length} of ${line.nodes.length}`) : ""}
        </span>
        {line?.done && <CoachSwitch />}
        <button
          type="button"
          class="button wide small"
          data-testid="review"
          onClick={() => review.start()}
          disabled={state.engineTurn.value || searches.task.value === "review"}
        >
          {line ? "Again" : "Review the game"}
        </button>
      </header>
      {line && <Graph line={line} />}
      {line && line.points.length > 1 && <Summaries line={line} />}
      {line && <Turnings line={line} />}
      {line && <Refutation line={line} />}
    </section>
  );
}

/** How well each side played. */
function Summaries({ line: { nodes, points } }: { line: ReviewedLine }) {
  const { state } = useSession();
  const moves = state.playedMoves.value;
  const sideAt = (ply: number) => moves.get(nodes[ply] ?? ROOT)?.side;
  const order = state.plus.value === "south" ? (["south", "north"] as const) : (["north", "south"] as const);
  return (
    <ul class="accuracies" data-testid="accuracies">
      {order.map((side) => {
        const found = summaryOf(points, sideAt, side);
        return (
          found && (
            <li key={side} data-side={side}>
              {nameIn(state.voice.value, side)} <strong>{found.accuracy} %</strong>{" "}
              <span class="soft">{marksInWords(found.marks)}</span>
            </li>
          )
        );
      })}
    </ul>
  );
}

/** Where the proven result of the game changed. */
function Turnings({ line: { nodes, points } }: { line: ReviewedLine }) {
  const { state, play } = useSession();
  const turnings = points.filter(({ changed }) => changed);
  if (turnings.length === 0) return null;
  const result = (outcome: Outcome | null) =>
    outcome === null ? "open" : outcome === "draw" ? "a draw" : `won by ${state.nameOf(outcome)}`;
  return (
    <ul class="turnings" data-testid="turnings">
      {turnings.map(({ ply, changed, proven }) => (
        <li key={ply}>
          <button type="button" class="line-step" data-ply={ply} onClick={() => play.goTo(nodes[ply] ?? ROOT)}>
            <span aria-hidden="true">⇄</span> {state.playedMoves.value.get(nodes[ply] ?? ROOT)?.action.text}
          </button>{" "}
          was proven {result(changed)}, then {result(proven)}
        </li>
      ))}
    </ul>
  );
}

/** At a bad move: how it is punished, as a line to play through. */
function Refutation({ line: { nodes, points } }: { line: ReviewedLine }) {
  const { state, review, drill } = useSession();
  const at = state.gameRef.value?.at ?? ROOT;
  const found = review.marks.value.get(at);
  const punishment = points[nodes.indexOf(at)]?.line ?? [];
  if (!found || punishment.length === 0 || drill.at.value !== null || !state.current.value) return null;
  return (
    <div class="line refutation" data-testid="refutation">
      <span class="soft">{found.mark}:</span>
      <LineMoves line={punishment} />
    </div>
  );
}

function Graph({ line: { nodes, points } }: { line: ReviewedLine }) {
  const { state, play } = useSession();
  const last = Math.max(1, nodes.length - 1);
  const x = (ply: number) => (ply / last) * WIDTH;
  const plus = state.plus.value;
  // Up is what has a plus in the values.
  const y = (south: number) => (plus === "south" ? 1 - south : south) * HEIGHT;
  const curve = points.map((point) => `${x(point.ply).toFixed(1)} ${y(point.value.south).toFixed(1)}`);
  // The part that is not reviewed yet is grey.
  const known = x(Math.max(0, points.length - 1));
  const at = nodes.indexOf(state.gameRef.value?.at ?? -1);
  return (
    <div class="graph-box">
      <svg
        class="graph"
        viewBox={`-7 -7 ${WIDTH + 14} ${HEIGHT + 14}`}
        role="group"
        aria-label={`${plus === state.me.value ? "Your chances" : `Chances of ${state.nameOf(plus)}`} over the game`}
        data-testid="graph"
      >
        <rect class="graph-unknown" x="0" y="0" width={WIDTH} height={HEIGHT} rx="4" />
        {known > 0 && <rect class="graph-ground" x="0" y="0" width={known} height={HEIGHT} data-testid="graph-known" />}
        {curve.length > 1 && (
          <path
            class="graph-area"
            d={`M0 ${HEIGHT}L${curve.join("L")}L${x(points.length - 1).toFixed(1)} ${HEIGHT}Z`}
          />
        )}
        <line class="graph-middle" x1="0" x2={known} y1={HEIGHT / 2} y2={HEIGHT / 2} />
        {curve.length > 1 && <path class="graph-curve" d={`M${curve.join("L")}`} />}
        {at >= 0 && <line class="graph-here" x1={x(at)} x2={x(at)} y1="0" y2={HEIGHT} />}
        {points.map((point) => (
          <g key={point.ply} class="graph-point" onClick={() => play.goTo(nodes[point.ply]!)} data-ply={point.ply}>
            <title>{`${point.ply}: ${formatValue(point.value, plus)}${point.mark ? `, ${point.mark}` : ""}`}</title>
            <rect x={x(point.ply - 0.5)} y="0" width={WIDTH / last} height={HEIGHT} fill="transparent" />
            {point.changed && <path class="changed" d={`M${x(point.ply)} 0V${HEIGHT}`} data-changed={point.ply} />}
            {point.mark && (
              <circle class={point.mark} cx={x(point.ply)} cy={y(point.value.south)} r="5.5" data-mark={point.mark} />
            )}
          </g>
        ))}
      </svg>
    </div>
  );
}
