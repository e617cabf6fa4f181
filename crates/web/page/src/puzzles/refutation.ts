import { shownLines } from "../analysis/refusedBest";
import type { Analysis } from "../analysis/searches";
import type { PendingRequest } from "../connection";
import type { Environment } from "../environment";
import { hasProposal } from "../game/text";
import type { Action, PositionInfo, Side } from "../messages";
import type { ServerClient } from "../server";

/** How an action is answered. */
export interface Refutation {
  /** The answers, the first by the opponent; with a proof to the end of the game. */
  line: readonly Action[];
  /** What is proven of the position after the action: this side wins in so many plies; `null` if nothing is. */
  proof: { winner: Side; plies: number } | null;
}

/** How long the engine looks for a proof. */
const SEARCH_MS = 8_000;
/** A line is followed for at most so many actions: the engine may know its end only in parts. */
const MAX_ACTIONS = 40;

/** Asks the engine for the shortest refutation of the last action; `then` gets it, or `null` if there is none. */
export function findRefutation(
  environment: Environment,
  server: ServerClient,
  position: PositionInfo,
  then: (found: Refutation | null) => void,
): { cancel(): void } {
  const before = position.actions.map(({ action }) => action.text);
  // Where moves can be refused, the second line says what is played instead.
  const lines = position.proposes || hasProposal(position) ? 2 : 1;
  let request: PendingRequest | null = null;
  let over = false;
  const end = (found: Refutation | null) => {
    over = true;
    then(found);
  };
  const search = (line: readonly Action[], proof: Refutation["proof"]) => {
    const actions = [...before, ...line.map(({ text }) => text)];
    const body = { type: "analyze", line: { game: position.game, start: position.start, actions }, lines } as const;
    request = server.request(body, (message) => {
      if (message.type === "waiting" || message.type === "thinking") return false;
      if (message.type !== "analysis") {
        end(line.length > 0 ? { line, proof } : null);
        return true;
      }
      if (!message.done) return false;
      const more = shownLines(message)[0]?.line ?? [];
      const [next, first] = [[...line, ...more], line.length === 0];
      const proven = first ? proofOf(message) : proof;
      if (proven && more.length > 0 && next.length < MAX_ACTIONS) search(next, proven);
      else end({ line: next, proof: proven });
      return true;
    });
  };
  search([], null);
  environment.later(SEARCH_MS, () => {
    if (!over) server.notify({ type: "stop" });
  });
  return {
    cancel() {
      if (!over) server.notify({ type: "stop" });
      over = true;
      request?.cancel();
    },
  };
}

function proofOf({ value: { side, winsIn } }: Analysis): Refutation["proof"] {
  if (winsIn === null) return null;
  const other: Side = side === "south" ? "north" : "south";
  return { winner: winsIn > 0 ? side : other, plies: Math.abs(winsIn) };
}
