import type { ActionKind, Effect, LegalAction, Piece, Played, PositionInfo, Side } from "../messages";
import type { IconName } from "../panels/Icon";
import { earlyEnd, subject, toYou, whose, type Voice } from "./voice";

/** The kinds of actions that are not moves. */
export type WordActionKind = Exclude<ActionKind, "move">;

/** Their labels, verbs and icons. */
export const WORD_ACTIONS: Readonly<
  Record<WordActionKind, { label: string; verb: string; icon: IconName; tone: string }>
> = {
  accept: { label: "Accept", verb: "accept", icon: "check", tone: "good" },
  refuse: { label: "Refuse", verb: "refuse", icon: "close", tone: "bad" },
  pass: { label: "Pass", verb: "pass", icon: "next", tone: "primary" },
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
export function phrases(effects: readonly Effect[], reached: string, voice: Voice): string[] {
  const where = (square: string) => (square === reached ? "" : ` on ${square}`);
  const named = (piece: Piece, square: string) => `${whose(voice, piece.side)} ${piece.kind}${where(square)}`;
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
        return effect.outcome === "draw" ? "ends in a draw" : subject(voice, effect.outcome, "win");
    }
  });
}

/** What a sentence about a position needs besides the position. */
export interface Occasion {
  resigned: Side | null;
  /** Whether this side lost by its clock instead. */
  late: boolean;
  /** The effects of the last action, if known. */
  effects: readonly Effect[];
}

/** The last action and the side to move, in sentences. */
export function announce(position: PositionInfo, voice: Voice, { resigned, late, effects }: Occasion): string {
  const sentences: string[] = [];
  const last = position.actions.at(-1);
  const answering = hasProposal(position);
  if (last) sentences.push(actionSentence(last, voice, answering, effects));
  if (!answering) sentences.push(...position.view.notes.map((note) => toYou(note, voice)));
  if (resigned) {
    const winner = resigned === "south" ? "north" : "south";
    return [...sentences, earlyEnd(voice, resigned, late), `${subject(voice, winner, "win")}.`].join(" ");
  }
  if (position.outcome) {
    const won = position.outcome === "draw" ? "" : `${subject(voice, position.outcome, "win")}.`;
    sentences.push(toYou(position.ending, voice), won);
  } else if (position.side === voice.me) {
    sentences.push(answering ? "Do you accept or refuse?" : "Your move.");
  } else {
    sentences.push(`${voice.nameOf(position.side)} to ${answering ? "answer" : "move"}.`);
  }
  return sentences.filter((sentence) => sentence !== "").join(" ");
}

function actionSentence(
  { action, side, remark }: Played,
  voice: Voice,
  proposed: boolean,
  effects: readonly Effect[],
): string {
  const said = remark ? ` ${remark}` : "";
  if (action.kind !== "move") return `${subject(voice, side, WORD_ACTIONS[action.kind].verb)}.${said}`;
  const consequences = proposed ? [] : effects.flatMap((effect) => consequence(effect, voice, side));
  const joined = consequences.length > 0 ? ` and ${consequences.join(", ")}` : "";
  return `${subject(voice, side, proposed ? "propose" : "play")} ${action.text}${joined}.${said}`;
}

/** What an action did to a piece, such as `take a TIE`. */
function consequence(effect: Effect, voice: Voice, side: Side): string[] {
  const verb = (word: string) => (side === voice.me ? word : `${word}s`);
  switch (effect.type) {
    case "captures":
      return [`${verb("take")} ${pieceOf(effect.piece, voice, side)}`];
    case "takesOwn":
      return [`${verb("take")} ${side === voice.me ? "your" : "its"} own ${effect.piece.kind}`];
    case "strikes":
      return [`${verb("strike")} ${pieceOf(effect.piece, voice, side)}`];
    default:
      return [];
  }
}

/** An enemy's piece: `your TIE`, or `a TIE` if it is clear whose. */
function pieceOf({ side, kind }: Piece, voice: Voice, mover: Side): string {
  if (side === voice.me) return `your ${kind}`;
  if (mover === voice.me) return `${/^[aeiou]|^X-/i.test(kind) ? "an" : "a"} ${kind}`;
  return `${whose(voice, side)} ${kind}`;
}

/** The value of a position for one side. */
export interface Valued {
  side: Side;
  score: number;
  winsIn: number | null;
}

/** A value from the view of a side: `+1.25`, or `+#7` if it is proven to win in seven plies. */
export function formatValue(value: Valued, plus: Side, decimals = 2): string {
  const sign = value.side === plus ? 1 : -1;
  if (value.winsIn !== null) {
    const wins = value.winsIn > 0 === (value.side === plus);
    return `${wins ? "+" : "−"}#${Math.abs(value.winsIn)}`;
  }
  const points = (value.score * sign) / 100;
  const text = Math.abs(points).toFixed(decimals);
  if (Number(text) === 0) return text;
  return `${points < 0 ? "−" : "+"}${text}`;
}

/** Who is better where a value has a plus. */
export function plusMeans(voice: Voice, plus: Side): string {
  return `+ is better for ${plus === voice.me ? "you" : voice.sideOf(plus)}`;
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
