import { formatValue } from "../game/words";
import { nameOf, outcome, place, shown } from "../game/state";
import type { Value } from "../messages";
import { reviewHere } from "./review";
import { analysis, analyzing, thinking } from "./searches";

/** The value of the position on the board, as far as anybody has looked. */
export function valueHere(): Value | null {
  const position = shown.value;
  if (!position) return null;
  if (analyzing.value && analysis.value?.position === position) return analysis.value.answer.value;
  const here = reviewHere.value;
  const ply = here?.nodes.indexOf(place.value?.at ?? -1) ?? -1;
  const point = ply >= 0 ? here?.points[ply] : undefined;
  if (point) return point.value;
  return analyzing.value ? (thinking.value?.value ?? null) : null;
}

/** Who stands better, at a glance. */
export function EvaluationBar() {
  const value = valueHere();
  const south = value?.south ?? 0.5;
  const text = value && outcome.value === null ? formatValue(value, 1) : "";
  const label = value
    ? `Evaluation ${formatValue(value)}: ${nameOf("south")} wins with ${Math.round(south * 100)} in 100`
    : "No evaluation yet";
  return (
    <div
      class={`evaluation${place.value?.flipped ? " flipped" : ""}`}
      role="img"
      aria-label={label}
      data-testid="evaluation"
    >
      <div class="evaluation-south" style={{ "--share": `${(south * 100).toFixed(1)}%` }} />
      <span class={`evaluation-text ${south >= 0.5 ? "south" : "north"}`}>{text}</span>
    </div>
  );
}
