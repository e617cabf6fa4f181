import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { PageSession } from "./session";

export const SessionContext = createContext<PageSession | null>(null);

/** The session of a component. */
export function useSession(): PageSession {
  const session = useContext(SessionContext);
  if (!session) throw new Error("a component outside of a session");
  return session;
}
