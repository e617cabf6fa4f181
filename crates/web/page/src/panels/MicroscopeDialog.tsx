import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useSession } from "../context";
import { Dialog } from "./Dialog";

type View = ComponentType<{ file: File | null }>;

/** The microscope, whose script is loaded when it is first opened. */
export function MicroscopeDialog() {
  const session = useSession();
  const [loaded, setLoaded] = useState<{ view: View } | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let current = true;
    import("../microscope/MicroscopeView").then(
      ({ default: view }) => current && setLoaded({ view }),
      () => current && setFailed(true),
    );
    return () => {
      current = false;
    };
  }, [attempt]);
  const again = () => {
    setFailed(false);
    setAttempt(attempt + 1);
  };
  return (
    <Dialog title="How did it decide?" name="microscope" whole onClose={() => session.closeDialog()}>
      {loaded ? (
        <loaded.view file={session.trace.value} />
      ) : failed ? (
        <div role="alert">
          <p>This part of the page could not be loaded.</p>
          <button type="button" class="button wide" onClick={again}>
            Try again
          </button>
        </div>
      ) : (
        <p>Loading…</p>
      )}
    </Dialog>
  );
}
