import type { Played, Side } from "../messages";
import type { Position } from "./state";

const DEEDS: Readonly<Record<string, string>> = { accept: "accepts", refuse: "refuses", pass: "passes" };

/** What has just happened and who is to act, in sentences for a screen reader and the status line. */
export function announce(position: Position, nameOf: (side: Side) => string, resigned: Side | null): string {
  const sentences: string[] = [];
  const last = position.actions.at(-1);
  const answering = position.legal.some((action) => action.word === "accept");
  if (last) sentences.push(deed(last, nameOf, answering));
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

function deed({ action, side, remark }: Played, nameOf: (side: Side) => string, proposed: boolean): string {
  const verb = action.word ? (DEEDS[action.word] ?? action.word) : `${proposed ? "proposes" : "plays"} ${action.text}`;
  return `${nameOf(side)} ${verb}.${remark ? ` ${remark}` : ""}`;
}

/** A value for people, from South's view: `+1.25`, or `+#7` where South is proven to win in seven plies. */
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

/** A large number in few characters: `1.2M`. */
export function short(number: number): string {
  if (number >= 1e9) return `${(number / 1e9).toFixed(1)}G`;
  if (number >= 1e6) return `${(number / 1e6).toFixed(1)}M`;
  if (number >= 1e3) return `${(number / 1e3).toFixed(0)}k`;
  return String(number);
}
