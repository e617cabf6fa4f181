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
