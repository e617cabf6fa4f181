const FULL_TANK = 3;

/** The fuel gauge under a piece: a segment for every move left in its tank. */
export function Gauge({ gas }: { gas: number }) {
  const segments = Array.from({ length: Math.max(FULL_TANK, gas) }, (_, index) => index < gas);
  const width = 78 / segments.length;
  return (
    <g class={`gauge gas-${Math.min(gas, FULL_TANK)}`}>
      <rect class="gauge-case" x="8" y="79" width="84" height="17" rx="5" />
      {segments.map((full, index) => (
        <rect
          class={full ? "gauge-full" : "gauge-empty"}
          x={11 + index * width + 1.5}
          y="82.5"
          width={width - 3}
          height="10"
          rx="2.5"
        />
      ))}
    </g>
  );
}
