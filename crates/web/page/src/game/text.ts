import type { ActionKind, Effect, LegalAction, Piece, Played, PositionInfo, Side } from "../messages";
import type { IconName } from "../panels/Icon";

/** The kinds of actions that are not moves. */
export type WordActionKind = Exclude<ActionKind, "move">;

/** Their labels, verbs and icons. */
export const WORD_ACTIONS: Readonly<
  Record<WordActionKind, { label: string; verb: string; icon: IconName; tone: string }>
> = {
  accept: { label: "Accept", verb: "accepts", icon: "check", tone: "good" },
  refuse: { label: "Refuse", verb: "refuses", icon: "close", tone: "bad" },
  pass: { label: "Pass", verb: "passes", icon: "next", tone: "primary" },
};

/** Whether an action accepts a proposal. */
export const isAccept = ({ kind }: LegalAction): boolean => kind === "accept";

/** Whether a proposal is pending. */
export function hasProposal(position: PositionInfo): boolean {
  return position.legal.some(isAccept);
}

/** The legal action between two squares, if there is one. */
export function moveBetween(position: PositionInfo, from: string, to: string): LegalAction | undefined {
  return moveIn(position.legal, from, to);
}

/** The action between two squares in a list, if there is one. */
export function moveIn(legal: readonly LegalAction[], from: string, to: string): LegalAction | undefined {
  return legal.find(({ squares }) => squares?.from === from && squares.to === to);
}

/** Whether an action takes a piece off the board. */
export function takesAPiece(effects: readonly Effect[]): boolean {
  return effects.some(
    (effect) =>
      effect.type === "captures" ||
      effect.type === "takesOwn" ||
      (effect.type === "strikes" && effect.becomes === null),
  );
}

/** The effects of an action in phrases, such as `captures North's knight`. Squares other than the target are named. */
export function phrases(effects: readonly Effect[], reached: string, nameOf: (side: Side) => string): string[] {
  const where = (square: string) => (square === reached ? "" : ` on ${square}`);
  const named = (piece: Piece, square: string) => `${nameOf(piece.side)}'s ${piece.kind}${where(square)}`;
  return effects.map((effect) => {
    switch (effect.type) {
      case "captures":
        return `captures ${named(effect.piece, effect.square)}`;
      case "takesOwn":
        return `takes its own ${effect.piece.kind}${where(effect.square)}`;
      case "strikes":
        return `strikes ${named(effect.piece, effect.square)}${effect.becomes ? `, which becomes a ${effect.becomes.kind}` : ""}`;
      case "turns":
        return `becomes a ${effect.becomes.kind}`;
      case "tank":
        return effect.left === 0 ? "then out of gas" : `then gas ${effect.left}`;
      case "ends":
        return effect.outcome === "draw" ? "ends in a draw" : `${nameOf(effect.outcome)} wins`;
    }
  });
}

/** The last action and the side to move, in sentences. */
export function announce(position: PositionInfo, nameOf: (side: Side) => string, resigned: Side | null): string {
  const sentences: string[] = [];
  const last = position.actions.at(-1);
  const answering = hasProposal(position);
  if (last) sentences.push(actionSentence(last, nameOf, answering));
  if (!answering) sentences.push(...position.view.notes);
  if (resigned) {
    const winner = resigned === "south" ? "north" : "south";
    return [...sentences, `${nameOf(resigned)} resigned.`, `${nameOf(winner)} wins.`].join(" ");
  }
  if (position.outcome) {
    sentences.push(position.ending, position.outcome === "draw" ? "" : `${nameOf(position.outcome)} wins.`);
  } else {
    sentences.push(`${nameOf(position.side)} to ${answering ? "answer" : "move"}.`);
  }
  return sentences.filter((sentence) => sentence !== "").join(" ");
}

function actionSentence({ action, side, remark }: Played, nameOf: (side: Side) => string, proposed: boolean): string {
  const verb =
    action.kind === "move" ? `${proposed ? "proposes" : "plays"} ${action.text}` : WORD_ACTIONS[action.kind].verb;
  return `${nameOf(side)} ${verb}.${remark ? ` ${remark}` : ""}`;
}

/** A value from South's view: `+1.25`, or `+#7` for a proven win of South in seven plies. */
export function formatValue(value: { side: Side; score: number; winsIn: number | null }, decimals = 2): string {
  const sign = value.side === "south" ? 1 : -1;
  if (value.winsIn !== null) {
    const southWins = value.winsIn > 0 === (value.side === "south");
    return `${southWins ? "+" : "−"}#${Math.abs(value.winsIn)}`;
  }
  const points = (value.score * sign) / 100;
  const text = Math.abs(points).toFixed(decimals);
  if (Number(text) === 0) return text;
  return `${points < 0 ? "−" : "+"}${text}`;
}

/** All whole numbers from one to another. */
export function range(least: number, most: number): number[] {
  return Array.from({ length: Math.max(0, most - least + 1) }, (_, index) => least + index);
}

/** A large number, abbreviated: `1.2M`. */
export function short(number: number): string {
  if (number >= 1e9) return `${(number / 1e9).toFixed(1)}G`;
  if (number >= 1e6) return `${(number / 1e6).toFixed(1)}M`;
  if (number >= 1e3) return `${(number / 1e3).toFixed(0)}k`;
  return String(number);
}
