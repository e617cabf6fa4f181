import type { Side } from "../messages";

/** How the page speaks of the two sides: "you" is the only person at the board. */
export interface Voice {
  /** The side of the only person; `null` if there are two, or none. */
  readonly me: Side | null;
  /** The name of a side: that of its engine if a person plays against it. */
  readonly nameOf: (side: Side) => string;
  /** The name of a side in this game, whoever plays it: South, or White. */
  readonly sideOf: (side: Side) => string;
}

/** The voice where nobody is meant in person. */
export const plainVoice = (sides: readonly [string, string]): Voice => {
  const nameOf = (side: Side) => sides[side === "south" ? 0 : 1];
  return { me: null, nameOf, sideOf: nameOf };
};

/** A sentence's subject and verb: `You play`, `North plays`. */
export function subject({ me, nameOf }: Voice, side: Side, verb: string): string {
  return side === me ? `You ${verb}` : `${nameOf(side)} ${third(verb)}`;
}

function third(verb: string): string {
  if (verb === "have") return "has";
  return /(s|sh|ch|ss)$/.test(verb) ? `${verb}es` : `${verb}s`;
}

/** The name of a side at the start of a sentence: `You`, or `North`. */
export const nameIn = ({ me, nameOf }: Voice, side: Side): string => (side === me ? "You" : nameOf(side));

/** Whose: `your`, `North's`. */
export function whose({ me, nameOf }: Voice, side: Side): string {
  return side === me ? "your" : `${nameOf(side)}'s`;
}

/** How a side ended the game other than by a move: it resigned, or lost by its clock. */
export function earlyEnd(voice: Voice, side: Side, late: boolean): string {
  if (!late) return `${nameIn(voice, side)} resigned.`;
  return side === voice.me ? "Your time is over." : `${whose(voice, side)} time is over.`;
}

/** A sentence of the rules, which names the sides, for the person at the board. */
export function toYou(sentence: string, voice: Voice): string {
  const { me } = voice;
  if (me === null) return sentence;
  const other: Side = me === "south" ? "north" : "south";
  const [mine, theirs] = [voice.sideOf(me), voice.sideOf(other)];
  const named = sentence
    .split(/(?<=[.!?:]) /)
    .map((part) => {
      const words = part
        .replace(new RegExp(`\\bis ${mine}'s\\b(?=[,.]|$)`, "g"), "is yours")
        .replace(new RegExp(`\\b${mine}'s\\b`, "g"), "your")
        .replace(new RegExp(`\\b${mine} has\\b`, "g"), "you have")
        .replace(new RegExp(`\\b${mine}\\b`, "g"), "you");
      return words.replace(new RegExp(`\\b${theirs}\\b`, "g"), voice.nameOf(other));
    })
    .join(" ");
  // "Its" is the side of the sentence.
  const whole = new RegExp(`^${mine}\\b`).test(sentence) ? named.replace(/\bits\b/g, "your") : named;
  return whole.replace(/(^|[.!?] )([a-z])/g, (_, before: string, letter: string) => before + letter.toUpperCase());
}
