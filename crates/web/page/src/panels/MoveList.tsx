import { useEffect, useRef } from "preact/hooks";
import { useSession } from "../context";
import { endOf, nodeOf, pathTo, ROOT } from "../game/tree";
import { blocksOf, type MoveListTurn } from "../game/turns";
import { WORD_ACTIONS } from "../game/text";
import { earlyEnd, nameIn } from "../game/voice";
import type { Piece } from "../messages";
import { PieceDrawing } from "../pieces/PieceDrawing";
import { Icon } from "./Icon";

/** The move list with its variations. */
export function MoveList() {
  const { state, play } = useSession();
  const list = useRef<HTMLDivElement>(null);
  const here = state.gameRef.value;
  const resigned = state.resignedHere.value;
  useEffect(() => {
    // Scroll only the list, not the page.
    const [box, mark] = [list.current, list.current?.querySelector<HTMLElement>('[aria-current="true"]')];
    if (!box || !mark) return;
    const top = mark.offsetTop - box.offsetTop;
    if (top < box.scrollTop || top + mark.offsetHeight > box.scrollTop + box.clientHeight)
      box.scrollTop = top - box.clientHeight / 2;
  }, [here?.at]);
  const first = here ? nodeOf(here.tree, ROOT).children[0] : undefined;
  if (!here || first === undefined) return null;
  const onTrunk = pathTo(here.tree, endOf(here.tree, ROOT)).includes(here.at) || here.at === ROOT;
  return (
    <section class="card-panel moves-panel" aria-label="Moves">
      <div class="moves" data-testid="moves" ref={list} tabIndex={0} role="group" aria-label="Moves of the game">
        <Line node={first} turn={0} />
        {resigned && <p class="soft">{earlyEnd(state.voice.value, resigned, here.late === true)}</p>}
      </div>
      {!onTrunk && (
        <div class="row">
          {here.friend === undefined && (
            <button
              type="button"
              class="button wide small"
              onClick={() => play.makeMain(here.at)}
              data-testid="promote"
            >
              Make this the main line
            </button>
          )}
          <button type="button" class="button wide small" onClick={() => play.forget(here.at)} data-testid="forget">
            Delete from here
          </button>
        </div>
      )}
    </section>
  );
}

/** A line in rows of two turns. */
function Line({ node, turn }: { node: number; turn: number }) {
  const { state } = useSession();
  const { tree } = state.gameRef.value!;
  const kindOf = (node: number) => state.playedMoves.value.get(node)?.action.kind ?? "move";
  return (
    <>
      {blocksOf(tree, kindOf, node, turn).map((block) =>
        block.type === "row" ? (
          <div class="turns" key={`${block.number}${block.first ? "" : "…"}`}>
            <span class="turn-number">{block.number}</span>
            {block.first ? <TurnOf turn={block.first} /> : <span class="turn soft">…</span>}
            {block.second && <TurnOf turn={block.second} />}
          </div>
        ) : (
          <div class="variation" key={`v${block.node}`} role="group" aria-label="Variation">
            <Line node={block.node} turn={block.turn} />
          </div>
        ),
      )}
    </>
  );
}

function TurnOf({ turn: { nodes } }: { turn: MoveListTurn }) {
  const { playedMoves } = useSession().state;
  return (
    <span class="turn" data-testid="turn">
      {nodes.map((node, index) => {
        const next = nodes[index + 1];
        const refused = next !== undefined && playedMoves.value.get(next)?.action.kind === "refuse";
        return <Step key={node} node={node} refused={refused} />;
      })}
    </span>
  );
}

const SIGNS = { inaccuracy: "?!", mistake: "?", blunder: "??" } as const;

/** One action of a turn. */
function Step({ node, refused }: { node: number; refused: boolean }) {
  const { state, play, review } = useSession();
  const { tree, at } = state.gameRef.value!;
  const { action } = nodeOf(tree, node);
  const played = state.playedMoves.value.get(node);
  const mark = review.marks.value.get(node);
  const kind = played?.action.kind ?? "move";
  const answer = kind === "accept" || kind === "refuse";
  const verdict = mark && `${mark.mark}${mark.best ? `, best was ${mark.best.text}` : ""}`;
  return (
    <button
      type="button"
      class={`step ${played?.side ?? ""} ${kind}${refused ? " refused" : ""}${mark ? ` ${mark.mark}` : ""}`}
      aria-current={node === at ? "true" : undefined}
      title={verdict ?? played?.remark ?? (answer ? WORD_ACTIONS[kind].label : undefined)}
      data-node={node}
      data-ply={pathTo(tree, node).length}
      onClick={() => play.goTo(node)}
    >
      <span class="visually-hidden"> {played ? nameIn(state.voice.value, played.side) : ""} </span>
      {played?.piece ? <PieceMark piece={played.piece} /> : !answer && <span class="chip" />}
      {answer ? (
        <>
          <Icon name={WORD_ACTIONS[kind].icon} />
          <span class="visually-hidden">{WORD_ACTIONS[kind].label}</span>
        </>
      ) : (
        <span class="text">{action}</span>
      )}
      {played?.remark && <span class="remark">!</span>}
      {mark && <span class="sign">{SIGNS[mark.mark]}</span>}
      <span class="visually-hidden">
        {played?.remark} {verdict}
      </span>
    </button>
  );
}

/** A small picture of the piece that moved, without its gas. */
function PieceMark({ piece }: { piece: Piece }) {
  const { game } = useSession().state;
  return (
    <>
      <svg class={`turn-piece skin-${game.value?.id}`} viewBox="0 0 100 100" aria-hidden="true">
        <PieceDrawing piece={{ ...piece, gas: null }} />
      </svg>
      <span class="visually-hidden">{piece.kind} </span>
    </>
  );
}
