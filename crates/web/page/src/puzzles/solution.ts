import type { PositionInfo } from "../messages";

/** What a stored line says about an action. */
export interface Judged {
  right: boolean;
  /** The line to follow from now on: after the other of two proposals it is another. */
  line: readonly string[];
}

/** Whether two right proposals may come in either order at this point of the line: `X refuse Y`. */
const isPair = (line: readonly string[], at: number, proposes: boolean) => proposes && line[at + 1] === "refuse";

/** Judges an action at a point of the line. `proposes`: it is a proposal that the other side can refuse. */
export function judge(line: readonly string[], at: number, proposes: boolean, action: string): Judged {
  if (action === line[at]) return { right: true, line };
  const [first, refusal, second] = line.slice(at, at + 3);
  if (isPair(line, at, proposes) && action === second)
    // What follows belongs to the stored order.
    return { right: true, line: [...line.slice(0, at), second, refusal!, first!] };
  return { right: false, line };
}

/** The right actions at a point of the line. */
export function rightActions(line: readonly string[], at: number, proposes: boolean): string[] {
  const right = isPair(line, at, proposes) ? [line[at], line[at + 2]] : [line[at]];
  return right.flatMap((action) => action ?? []);
}

/** Whether the next action of the line is played for the solver: that of the opponent, or a pass, which is no question. */
export function isForced(line: readonly string[], at: number, position: PositionInfo, solver: string): boolean {
  return at < line.length && (position.side !== solver || line[at] === "pass");
}
