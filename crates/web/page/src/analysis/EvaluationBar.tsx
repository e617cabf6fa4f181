import { useSession } from "../context";
import { formatValue } from "../game/text";
import { subject } from "../game/voice";

/** The evaluation as a bar. */
export function EvaluationBar() {
  const { state, review } = useSession();
  const value = review.valueHere.value;
  const south = value?.south ?? 0.5;
  const [plus, voice] = [state.plus.value, state.voice.value];
  const chance = Math.round((plus === "south" ? south : 1 - south) * 100);
  // The end of the bar tells whose win it is.
  const text = value && state.outcome.value === null ? formatValue(value, plus, 1).replace(/^.(?=#)/, "") : "";
  const label = value
    ? `Evaluation ${formatValue(value, plus)}: ${subject({ ...voice, nameOf: voice.sideOf }, plus, "have")} a ${chance} % chance to win`
    : "No evaluation yet";
  return (
    <div
      class={`evaluation${state.gameRef.value?.flipped ? " flipped" : ""}`}
      role="img"
      aria-label={label}
      data-testid="evaluation"
      title={label}
    >
      <div class="evaluation-south" style={{ "--share": `${(south * 100).toFixed(1)}%` }} />
      <span class={`evaluation-text ${south >= 0.5 ? "south" : "north"}`}>{text}</span>
    </div>
  );
}
