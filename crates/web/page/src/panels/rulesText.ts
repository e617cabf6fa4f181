import type { Cell, GameInfo, Piece, Row, View } from "../messages";

/** A block of the rules. */
export type RulesBlock =
  | { type: "heading"; text: string }
  | { type: "paragraph"; text: string }
  | { type: "item"; text: string }
  | { type: "steps"; items: string[] }
  | { type: "drawing"; text: string };

/** Splits the rules, a plain text, into blocks. Skips the first line, the name of the game. */
export function parseRules(rules: string): RulesBlock[] {
  const blocks: RulesBlock[] = [];
  const chunks = rules.replace(/\r/g, "").split(/\n\s*\n/);
  for (const chunk of chunks.slice(1)) {
    const lines = chunk.split("\n").filter((line) => line.trim() !== "");
    const first = lines[0];
    if (first === undefined) continue;
    if (lines.every((line) => line.startsWith("   "))) {
      blocks.push({ type: "drawing", text: undent(lines) });
    } else if (lines.length === 1 && first === first.toUpperCase() && /[A-Z]/.test(first)) {
      blocks.push({ type: "heading", text: sentenceCase(first.trim()) });
    } else if (/^1\. /.test(first)) {
      const items = chunk.split(/^\d+\. /m).filter((item) => item.trim());
      blocks.push({ type: "steps", items: items.map((item) => joined(item.split("\n"))) });
    } else if (first.startsWith("- ")) {
      for (const item of chunk.split(/^- /m))
        if (item.trim()) blocks.push({ type: "item", text: joined(item.split("\n")) });
    } else {
      blocks.push({ type: "paragraph", text: joined(lines) });
    }
  }
  return blocks;
}

const joined = (lines: readonly string[]) =>
  lines
    .map((line) => line.trim())
    .join(" ")
    .trim();

function undent(lines: readonly string[]): string {
  const indent = Math.min(...lines.map((line) => line.length - line.trimStart().length));
  return lines.map((line) => line.slice(indent).trimEnd()).join("\n");
}

function sentenceCase(text: string): string {
  return text.charAt(0) + text.slice(1).toLowerCase();
}

/** A board of a drawing, with marked squares. */
export interface DrawnBoard {
  view: View;
  /** Squares that a piece may go to, and those from which it strikes. */
  marks: ReadonlyMap<string, "quiet" | "strike">;
}

const MARKS: Readonly<Record<string, "quiet" | "strike">> = { "*": "quiet", "!": "strike" };

/** The sentences beside a drawn board; empty if there are none, or only names of sides and tables. */
export function notesOf(drawing: string): string {
  const notes = drawing.split("\n").map((line) => {
    const beside = /^\d+ +(?:\S{1,2} )+\S{1,2} {2,}(?:(?:COMPUTER|HUMAN)\b)?(.*)$/.exec(line)?.[1] ?? "";
    return beside.trim();
  });
  if (notes.some((note) => note.includes("  "))) return "";
  const text = notes.filter((note) => note !== "").join(" ");
  return /[.:]$/.test(text) ? text : "";
}

/** The boards of a drawing, side by side; `null` if it shows something else. */
export function boardsOf(drawing: string, { palette }: GameInfo): DrawnBoard[] | null {
  const lines = drawing
    .split("\n")
    .map((line) => [...line.matchAll(/(?:^|\s)(\d+) +((?:\S{1,2} )*\S{1,2})(?= {2}|$)/g)]);
  const rows = lines.filter((found) => found.length > 0);
  const count = rows[0]?.length ?? 0;
  if (rows.length < 3 || rows.some((found) => found.length !== count)) return null;
  const boards: DrawnBoard[] = [];
  for (let board = 0; board < count; board += 1) {
    const marks = new Map<string, "quiet" | "strike">();
    const drawn: Row[] = [];
    for (const row of rows) {
      const number = Number(row[board]![1]);
      const cells = row[board]![2]!.split(" ").map((token, index): Cell | null => {
        const square = `${String.fromCharCode(65 + index)}${number}`;
        const piece = pieceOf(token, palette);
        if (piece !== undefined) return { square, piece };
        const mark = /^(.)\1?$/.test(token) ? MARKS[token[0]!] : undefined;
        if (!mark) return null;
        marks.set(square, mark);
        return { square, piece: null };
      });
      if (cells.includes(null)) return null;
      drawn.push({ number, cells: cells as Cell[] });
    }
    if (drawn.some((row, index) => row.number !== drawn[0]!.number - index)) return null;
    boards.push({ view: { rows: drawn, pending: null, notes: [], markers: [] }, marks });
  }
  return boards;
}

/** The piece of a token such as `n` or `N2`, `null` for an empty square. */
function pieceOf(token: string, palette: readonly Piece[]): Piece | null | undefined {
  if (/^-{1,2}$/.test(token)) return null;
  const piece = palette.find(({ letter }) => letter === token[0]);
  if (!piece || (token.length > 1 && !/^.\d$/.test(token))) return undefined;
  return { ...piece, gas: token.length > 1 ? Number(token[1]) : null };
}
