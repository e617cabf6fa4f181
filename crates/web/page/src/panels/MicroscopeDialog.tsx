import { useSession } from "../context";
import { Dialog } from "./Dialog";
import { Later } from "./Later";

const load = () => import("../microscope/MicroscopeView");

/** The microscope, whose script is loaded when it is first opened. */
export function MicroscopeDialog() {
  const session = useSession();
  return (
    <Dialog title="How did it decide?" name="microscope" whole onClose={() => session.closeDialog()}>
      <Later load={load} props={{ file: session.trace.value }} />
    </Dialog>
  );
}
