import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Picture } from "../board/Picture";
import { useSession } from "../context";
import type { Action, GameLine, View } from "../messages";

/** A part of a line: its action, and the number of actions up to it. */
interface LinePart {
  action: Action;
  length: number;
}

/** Merges a proposal and its acceptance into one part. */
export function partsOf(line: readonly Action[]): LinePart[] {
  return line.flatMap((action, index) => {
    if (action.kind === "accept" && index > 0) return [];
    const accepted = line[index + 1]?.kind === "accept";
    return [{ action, length: index + (accepted ? 2 : 1) }];
  });
}

/** The text of an action; a refusal points at the move played instead. */
const written = ({ kind, text }: Action) => (kind === "refuse" ? "✕ →" : text);

/** Where a line begins, if not at the position on the board. */
export interface LineBase {
  line: GameLine;
  /** The node of the game; `null` if it is none of the game, so that the line can only be previewed. */
  node: number | null;
}

/**
 * The moves of a line. A click plays up to there; in a game against the engine only the first can be played. Hover or focus shows
 * the board after a move, and so does a click on one that cannot be played.
 */
export function LineMoves({ line, base }: { line: readonly Action[]; base?: LineBase }) {
  const { state, play } = useSession();
  const [over, setOver] = useState<number | null>(null);
  const texts = line.map(({ text }) => text);
  const at = state.gameRef.value?.at;
  const elsewhere = base !== undefined && base.node !== at;
  const may = (index: number) =>
    elsewhere
      ? base.node !== null && !state.playing.value
      : state.personMayAct.value && (index === 0 || !state.playing.value);
  const go = (index: number, length: number) => {
    if (!may(index)) return setOver(over === length ? null : length);
    setOver(null);
    if (elsewhere) play.goTo(base.node!);
    if (index === 0 && !elsewhere) play.act(texts[0]!);
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
            // A line that cannot be played can still be previewed.
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
      {over !== null && over <= line.length && <Preview texts={texts.slice(0, over)} from={base?.line} />}
    </>
  );
}

/** The board after some actions of the line. */
function Preview({ texts, from }: { texts: readonly string[]; from: GameLine | undefined }) {
  const { server, state } = useSession();
  const [view, setView] = useState<View | null>(null);
  const line = from ?? state.lineTo(state.gameRef.value!.at);
  // As text, so that the effect compares by value.
  const asked = JSON.stringify({ ...line, actions: [...line.actions, ...texts] } satisfies GameLine);
  useEffect(() => {
    const request = server.request({ type: "show", line: JSON.parse(asked) as GameLine }, (message) => {
      if (message.type === "position") setView(message.view);
      return true;
    });
    return () => request.cancel();
  }, [server, asked]);
  const box = useRef<HTMLSpanElement>(null);
  const [above, setAbove] = useState(false);
  useLayoutEffect(() => {
    const room = box.current?.getBoundingClientRect();
    if (room && room.bottom > window.innerHeight) setAbove(true);
  }, [view]);
  const game = state.game.value;
  if (!view || !game) return null;
  const after = texts.join(" ");
  return (
    <span ref={box} class={`line-board${above ? " above" : ""}`} data-testid="line-board" data-after={after}>
      <Picture view={view} game={game.id} label={`The board after ${after}`} />
    </span>
  );
}
