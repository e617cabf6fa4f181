import { useState } from "preact/hooks";
import { Picture } from "../board/Picture";
import { useSession } from "../context";
import type { Position } from "../game/table";
import { formatValue } from "../game/words";
import type { Action, Finding, Value } from "../messages";
import type { Analysis } from "./searches";

/** One move of a line. */
interface Step {
  text: string;
  /** The actions that lead to it from the board, its acceptance included. */
  path: readonly string[];
  /** Whether it is refused, and another is played instead. */
  refused: boolean;
}

/** The moves of a line. That they are accepted goes without saying. */
function stepsOf(line: readonly Action[]): Step[] {
  const steps: Step[] = [];
  for (const [index, { kind, text }] of line.entries()) {
    const last = steps.at(-1);
    // An answer that begins a line is a move of its own.
    if (kind === "accept" && last) continue;
    if (kind === "refuse" && last) last.refused = true;
    else {
      const end = line[index + 1]?.kind === "accept" ? index + 2 : index + 1;
      steps.push({ text, path: line.slice(0, end).map((action) => action.text), refused: false });
    }
  }
  return steps;
}

/** A best move that will be refused. */
interface Refused {
  best: Action;
  /** What the turn is worth: what is played instead. */
  counts: Value;
  /** What it would be worth if it were accepted; `null` if that was not looked at. */
  accepted: Value | null;
}

/** The best move, where it will be refused. */
export function refusedBest({ advice, lines, value }: Analysis): Refused | null {
  const first = lines[0];
  const best = first?.best;
  if (!best || best.kind !== "move" || !advice?.some(({ action, refuse }) => refuse && action.text === best.text))
    return null;
  return { best, counts: value, accepted: lines.length > 1 ? first.value : null };
}

/** A line as it is read: its value and its moves. */
interface Shown {
  value: Value;
  steps: Step[];
}

/** The lines in the order to show them. Where the best move is refused, its line goes on with the move played instead. */
function shownLines(here: Analysis): Shown[] {
  const refused = refusedBest(here);
  return here.lines.map((line, rank) => {
    if (rank > 0 || !refused) return { value: line.value, steps: stepsOf(line.line) };
    const proposed: Step = { text: refused.best.text, path: [refused.best.text], refused: true };
    return { value: refused.counts, steps: [proposed, ...instead(line, here.lines[1])] };
  });
}

/** What is played when the best move of a line is refused, as far as another line tells. */
function instead({ alternate }: Finding, second: Finding | undefined): Step[] {
  if (!alternate) return [];
  if (second?.best?.text === alternate.text) return stepsOf(second.line);
  return [{ text: alternate.text, path: [alternate.text], refused: false }];
}

const RANKS = ["first", "second", "third"] as const;

/** The best lines. Every move shows its board when it is pointed at, and can be played. */
export function Lines({ here }: { here: Analysis }) {
  const { table, play, server } = useSession();
  const [peek, setPeek] = useState<{ step: Step; position: Position | null } | null>(null);
  const { playing, personMayAct } = table;
  const at = table.place.value?.at ?? 0;

  const lookAt = (step: Step) => {
    setPeek({ step, position: null });
    const course = table.courseTo(at);
    server.ask({ type: "show", course: { ...course, actions: [...course.actions, ...step.path] } }, (message) => {
      if (message.type === "position") setPeek((now) => (now?.step === step ? { step, position: message } : now));
      return true;
    });
  };
  const shown = peek?.position;
  return (
    <>
      <ol class="lines" onPointerLeave={() => setPeek(null)}>
        {shownLines(here).map(({ value, steps }, rank) => (
          <li key={rank} class={`line ${RANKS[rank] ?? "third"}`} data-testid="line">
            <span class="score">{formatValue(value)}</span>
            <span class="line-moves">
              {steps.map((step, index) => (
                <span key={index} onPointerEnter={() => lookAt(step)}>
                  <button
                    type="button"
                    class={index === 0 ? "line-move" : "line-move later"}
                    // In a game against the engine only the next move is one's own to play.
                    disabled={!personMayAct.value || (index > 0 && playing.value)}
                    onFocus={() => lookAt(step)}
                    onBlur={() => setPeek(null)}
                    onClick={() => {
                      setPeek(null);
                      if (index === 0) play.act(step.text);
                      else play.playLine(step.path);
                    }}
                  >
                    {step.text}
                  </button>
                  {step.refused && (
                    <span class="refused-move">
                      <span aria-hidden="true"> ✕ → </span>
                      <span class="visually-hidden"> is refused, then </span>
                    </span>
                  )}
                </span>
              ))}
            </span>
          </li>
        ))}
      </ol>
      {shown && (
        <div class="peek" data-testid="peek" data-position={shown.position}>
          <Picture
            view={{ ...shown.view, pending: null }}
            game={table.game.value?.id ?? ""}
            flipped={table.place.value?.flipped ?? false}
            label={`The board after ${peek.step.text}`}
          />
        </div>
      )}
    </>
  );
}
