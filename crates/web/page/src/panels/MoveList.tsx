import { useEffect, useRef } from "preact/hooks";
import { useSession } from "../context";
import { endOf, nodeOf, pathTo, ROOT } from "../game/tree";
import { blocksOf, type Turn } from "../game/turns";
import { SPOKEN } from "../game/words";
import type { Piece } from "../messages";
import { PieceDrawing } from "../pieces/PieceDrawing";
import { Icon } from "./Icon";

/** The game as a list to click through, turn by turn, with its variations. */
export function MoveList() {
  const { table, play } = useSession();
  const list = useRef<HTMLDivElement>(null);
  const here = table.place.value;
  const resigned = table.resignedHere.value;
  useEffect(() => {
    // Only the list scrolls: scrolling the page away from the board would be rude.
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
        {resigned && <p class="soft">{table.nameOf(resigned)} resigned.</p>}
      </div>
      {!onTrunk && (
        <div class="row">
          <button type="button" class="button wide small" onClick={() => play.makeMain(here.at)} data-testid="promote">
            Make this the main line
          </button>
          <button type="button" class="button wide small" onClick={() => play.forget(here.at)} data-testid="forget">
            Delete from here
          </button>
        </div>
      )}
    </section>
  );
}

/** A line from a node on, in rows of two turns. */
function Line({ node, turn }: { node: number; turn: number }) {
  const { table } = useSession();
  const { tree } = table.place.value!;
  const kindOf = (node: number) => table.deeds.value.get(node)?.action.kind ?? "move";
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

function TurnOf({ turn: { nodes } }: { turn: Turn }) {
  const { deeds } = useSession().table;
  return (
    <span class="turn" data-testid="turn">
      {nodes.map((node, index) => {
        const next = nodes[index + 1];
        const refused = next !== undefined && deeds.value.get(next)?.action.kind === "refuse";
        return <Step key={node} node={node} refused={refused} />;
      })}
    </span>
  );
}

const SIGNS = { inaccuracy: "?!", mistake: "?", blunder: "??" } as const;

/** One action of a turn. */
function Step({ node, refused }: { node: number; refused: boolean }) {
  const { table, play, review } = useSession();
  const { tree, at } = table.place.value!;
  const { action } = nodeOf(tree, node);
  const deed = table.deeds.value.get(node);
  const mark = review.marks.value.get(node);
  const kind = deed?.action.kind ?? "move";
  const answer = kind === "accept" || kind === "refuse";
  const opinion = mark && `${mark.mark}${mark.best ? `, best was ${mark.best.text}` : ""}`;
  return (
    <button
      type="button"
      class={`step ${deed?.side ?? ""} ${kind}${refused ? " refused" : ""}${mark ? ` ${mark.mark}` : ""}`}
      aria-current={node === at ? "true" : undefined}
      title={opinion ?? deed?.remark ?? (answer ? SPOKEN[kind].deed : undefined)}
      data-node={node}
      data-ply={pathTo(tree, node).length}
      onClick={() => play.goTo(node)}
    >
      <span class="visually-hidden"> {deed ? table.nameOf(deed.side) : ""} </span>
      {deed?.piece ? <PieceMark piece={deed.piece} /> : !answer && <span class="chip" />}
      {answer ? (
        <>
          <Icon name={SPOKEN[kind].icon} />
          <span class="visually-hidden">{SPOKEN[kind].deed}</span>
        </>
      ) : (
        <span class="text">{action}</span>
      )}
      {deed?.remark && <span class="remark">!</span>}
      {mark && <span class="sign">{SIGNS[mark.mark]}</span>}
      <span class="visually-hidden">
        {deed?.remark} {opinion}
      </span>
    </button>
  );
}

/** The piece that moved, small; how much gas it had is not told. */
function PieceMark({ piece }: { piece: Piece }) {
  return (
    <>
      <svg class="turn-piece" viewBox="0 0 100 100" aria-hidden="true">
        <PieceDrawing piece={{ ...piece, gas: null }} />
      </svg>
      <span class="visually-hidden">{piece.kind} </span>
    </>
  );
}
