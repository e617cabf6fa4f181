import { hasProposal } from "../game/text";
import type { Voice } from "../game/voice";
import type { PositionInfo } from "../messages";
import type { Puzzle } from "./format";
import type { WrongAction } from "./state";

/** A number of moves of the side that wins, from the plies to the win. */
export function movesIn(plies: number): string {
  const moves = Math.max(1, Math.ceil(plies / 2));
  return moves === 1 ? "1 move" : `${moves} moves`;
}

/** What there is to do. */
export function taskOf({ kind, plies }: Puzzle, position: PositionInfo, voice: Voice): string {
  const { pending } = position.view;
  const other = voice.nameOf(position.side === "south" ? "north" : "south");
  if (hasProposal(position))
    return `${other} proposes ${pending?.from}${pending?.to}. Accept or refuse: only one of them wins.`;
  if (kind === "verdict")
    return `${other} has refused ${pending?.from}${pending?.to}. Only one other move wins: find it.`;
  if (kind === "only-move")
    return position.proposes
      ? `Every move but two loses within ${plies} plies, and one may be refused. Propose one of the two.`
      : `Every move but one loses within ${plies} plies. Find the one that does not.`;
  const when = plies <= 1 ? "You win at once" : `You win in ${movesIn(plies)}`;
  return position.proposes
    ? `${when}: one move may be refused, and exactly two win. Propose one of them.`
    : `${when}: find the only move that does.`;
}

/** An action as a subject. */
const doing = (text: string) => (text === "refuse" ? "Refusing" : text === "accept" ? "Accepting" : text);

/** Why a wrong action is wrong. */
export function whyNot(wrong: WrongAction, { kind }: Puzzle, voice: Voice): string {
  const { position, refutation, searched } = wrong;
  const text = doing(wrong.text);
  const me = voice.me ?? "south";
  const other = voice.nameOf(me === "south" ? "north" : "south");
  if (position.outcome === me) return `${text} wins, too: this puzzle is damaged.`;
  if (position.outcome === "draw") return `${text} ends the game in a draw.`;
  if (position.outcome !== null) return `${text} loses at once.`;
  if (!searched) return `${text} is not it. Looking for the answer to it…`;
  const proof = refutation?.proof;
  if (proof && proof.winner !== me) return `${text} loses: ${other} wins in ${movesIn(proof.plies)}.`;
  if (proof) return `${text} wins later than it could, or not against every answer.`;
  const reason = kind === "only-move" ? "loses, which is proven" : "does not win, which is proven";
  return `${text} ${reason}. The engine would answer like this.`;
}

/** A theme for people. */
export function themeName(theme: string): string {
  const words = theme.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Who the solver is. */
export const sideSentence = ({ me, sideOf }: Voice): string => `You play ${sideOf(me ?? "south")}, from the bottom up.`;
