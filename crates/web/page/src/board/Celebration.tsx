import { useEffect, useRef, useState } from "preact/hooks";
import { useSession } from "../context";

const CELEBRATION_MS = 2400;
const COLOURS = ["#e0a52b", "#c5362b", "#2c7a4f", "#2a62a8", "#b06ad0"];

/** Confetti over the board when the person has just won; none with reduced motion. */
export function Celebration() {
  const { state, settings } = useSession();
  const [shown, setShown] = useState(false);
  /** The game that was seen going on. */
  const playing = useRef<number | null>(null);
  const [outcome, serial, current] = [state.outcome.value, state.gameSerial.value, state.current.value];
  const won = outcome !== null && outcome === state.me.value;
  useEffect(() => {
    if (!current) return;
    if (outcome === null) playing.current = serial;
    if (!won || playing.current !== serial || !settings.animates.value) return setShown(false);
    playing.current = null;
    setShown(true);
    const timer = setTimeout(() => setShown(false), CELEBRATION_MS);
    return () => clearTimeout(timer);
  }, [won, outcome, serial, current, settings.animates]);
  if (!shown) return null;
  return (
    <svg
      class="celebration"
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      aria-hidden="true"
      data-testid="celebration"
    >
      {Array.from({ length: 46 }, (_, index) => (
        <rect
          key={index}
          x={(index * 37) % 100}
          y={-6 - ((index * 13) % 20)}
          width={1.3 + (index % 3) * 0.4}
          height="2.4"
          fill={COLOURS[index % COLOURS.length]}
          class={`paper paper-${index % 4}`}
        />
      ))}
    </svg>
  );
}
