import type { SearchNode } from "../messages";

const percent = (part: number) => `${(part * 100).toFixed(1)}%`;

/** A window on the scale, and the value in it. Texts beside it say the same. */
export function Interval({
  low,
  high,
  value,
  scale,
}: {
  low: number | undefined;
  high: number | undefined;
  value?: number | undefined;
  scale: (value: number) => number;
}) {
  const from = low === undefined ? 0 : scale(low);
  const to = high === undefined ? 1 : scale(high);
  return (
    <span class="scope-interval" aria-hidden="true">
      <span class="scope-window" style={{ left: percent(from), right: percent(1 - to) }} />
      {value !== undefined && <span class="scope-value" style={{ left: percent(scale(value)) }} />}
    </span>
  );
}

/** The window and the value of a node. */
export const nodeInterval = ({ low, high, value }: SearchNode) => ({ low, high, value });
