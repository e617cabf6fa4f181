import { useEffect, useState } from "preact/hooks";
import { Picture } from "../board/Picture";
import { useSession } from "../context";
import type { Action, GameLine, View } from "../messages";

/** A part of a line: what is shown, and how many actions lead behind it. */
interface LinePart {
  action: Action;
  length: number;
}

/** An accepted proposal is simply a move: its answer goes without saying. */
function partsOf(line: readonly Action[]): LinePart[] {
  return line.flatMap((action, index) => {
    if (action.kind === "accept" && index > 0) return [];
    const accepted = line[index + 1]?.kind === "accept";
    return [{ action, length: index + (accepted ? 2 : 1) }];
  });
}

/** How an action of a line is written: a refused proposal points at what is played instead. */
const written = ({ kind, text }: Action) => (kind === "refuse" ? "✕ →" : text);

/**
 * The moves of an engine's line. A click goes there; in a game against the engine only the first can be played. The board of each
 * is shown while the pointer or the focus is on it.
 */
export function LineMoves({ line }: { line: readonly Action[] }) {
  const { state, play } = useSession();
  const [over, setOver] = useState<number | null>(null);
  const texts = line.map(({ text }) => text);
  const may = (index: number) => state.personMayAct.value && (index === 0 || !state.playing.value);
  const go = (index: number, length: number) => {
    if (!may(index)) return;
    setOver(null);
    if (index === 0) play.act(texts[0]!);
    else play.follow(texts.slice(0, length));
  };
  return (
    <>
      <span class="line-moves" onPointerLeave={() => setOver(null)}>
        {partsOf(line).map(({ action, length }, index) => (
          <button
            type="button"
            key={index}
            class={index === 0 ? "line-move" : `line-step ${action.kind}`}
            data-testid="line-step"
            // A line that nobody may follow now can still be looked at.
            aria-disabled={!may(index) || undefined}
            aria-label={action.kind === "refuse" ? "refused" : undefined}
            onClick={() => go(index, length)}
            onPointerEnter={(event) => event.pointerType === "mouse" && setOver(length)}
            onFocus={(event) => event.currentTarget.matches(":focus-visible") && setOver(length)}
            onBlur={() => setOver(null)}
          >
            {written(action)}
          </button>
        ))}
      </span>
      {over !== null && over <= line.length && <Preview texts={texts.slice(0, over)} />}
    </>
  );
}

/** The board after some more actions. */
function Preview({ texts }: { texts: readonly string[] }) {
  const { server, state } = useSession();
  const [view, setView] = useState<View | null>(null);
  const line = state.lineTo(state.gameRef.value!.at);
  // As text, which is equal when the course is.
  const asked = JSON.stringify({ ...line, actions: [...line.actions, ...texts] } satisfies GameLine);
  useEffect(() => {
    const request = server.request({ type: "show", line: JSON.parse(asked) as GameLine }, (message) => {
      if (message.type === "position") setView(message.view);
      return true;
    });
    return () => request.cancel();
  }, [server, asked]);
  const game = state.game.value;
  if (!view || !game) return null;
  const after = texts.join(" ");
  return (
    <span class="line-board" data-testid="line-board" data-after={after}>
      <Picture view={view} game={game.id} label={`The board after ${after}`} />
    </span>
  );
}
