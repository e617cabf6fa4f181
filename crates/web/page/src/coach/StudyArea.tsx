import { useSession } from "../context";
import { Later } from "../panels/Later";

const load = () => import("./StudyPanel");

/** The coach and the proven results, while one of them is on. */
export function StudyArea() {
  const { state, study } = useSession();
  if ((!study.coach.value && !study.results.value) || state.withFriend.value) return null;
  return <Later load={load} props={{}} />;
}

/** Turns the coach on or off. */
export function CoachSwitch() {
  const { coach } = useSession().study;
  return (
    <button
      type="button"
      class="button wide small"
      aria-pressed={coach.value}
      data-testid="coach-switch"
      onClick={() => (coach.value = !coach.value)}
    >
      Coach
    </button>
  );
}

/** Puts proven results on the board, or takes them off. */
export function ResultsSwitch() {
  const { results } = useSession().study;
  return (
    <button
      type="button"
      class="button wide small"
      aria-pressed={results.value}
      data-testid="results-switch"
      onClick={() => (results.value = !results.value)}
    >
      Proven results
    </button>
  );
}
