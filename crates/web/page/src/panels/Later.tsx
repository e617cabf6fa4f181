import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";

/** A part of the page whose script is loaded when it is first shown. `load` is the same function each time. */
export function Later<P extends object>({
  load,
  props,
}: {
  load: () => Promise<{ default: ComponentType<P> }>;
  props: P;
}) {
  const [loaded, setLoaded] = useState<{ view: ComponentType<P> } | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let current = true;
    load().then(
      ({ default: view }) => current && setLoaded({ view }),
      () => current && setFailed(true),
    );
    return () => {
      current = false;
    };
  }, [load, attempt]);
  const again = () => {
    setFailed(false);
    setAttempt(attempt + 1);
  };
  if (loaded) return <loaded.view {...props} />;
  if (!failed) return <p>Loading…</p>;
  return (
    <div role="alert">
      <p>This part of the page could not be loaded.</p>
      <button type="button" class="button wide" onClick={again}>
        Try again
      </button>
    </div>
  );
}
