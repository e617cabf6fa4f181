import { useSession } from "../context";
import { formatValue } from "../game/text";

/** The evaluation as a bar. */
export function EvaluationBar() {
  const { state, review } = useSession();
  const value = review.valueHere.value;
  const south = value?.south ?? 0.5;
  const text = value && state.outcome.value === null ? formatValue(value, 1) : "";
  const label = value
    ? `Evaluation ${formatValue(value)}: ${state.nameOf("south")} has a ${Math.round(south * 100)} % chance to win`
    : "No evaluation yet";
  return (
    <div
      class={`evaluation${state.gameRef.value?.flipped ? " flipped" : ""}`}
      role="img"
      aria-label={label}
      data-testid="evaluation"
    >
      <div class="evaluation-south" style={{ "--share": `${(south * 100).toFixed(1)}%` }} />
      <span class={`evaluation-text ${south >= 0.5 ? "south" : "north"}`}>{text}</span>
    </div>
  );
}
