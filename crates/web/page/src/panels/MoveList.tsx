import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useSession } from "../context";
import { endOf, nodeOf, pathTo, ROOT, type Tree } from "../game/tree";
import { SPOKEN } from "../game/words";
import { Icon } from "./Icon";

/** The game as a list to click through, with its variations. */
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
  if (!here) return null;
  const onTrunk = pathTo(here.tree, endOf(here.tree, ROOT)).includes(here.at) || here.at === ROOT;
  return (
    <section class="card-panel moves-panel" aria-label="Moves">
      <div class="moves" data-testid="moves" ref={list} tabIndex={0} role="group" aria-label="Moves of the game">
        {here.tree.nodes.length === 1 ? (
          <p class="soft">No moves yet.</p>
        ) : (
          <Line tree={here.tree} from={ROOT} ply={0} at={here.at} />
        )}
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

interface LineProps {
  tree: Tree;
  from: number;
  ply: number;
  at: number;
}

/** A line from a node on: every action, and behind it what else was tried. */
function Line({ tree, from, ply, at }: LineProps) {
  const parts: ComponentChildren[] = [];
  let number = ply;
  for (
    let children = nodeOf(tree, from).children;
    children[0] !== undefined;
    children = nodeOf(tree, children[0]).children
  ) {
    const [main, ...others] = children;
    number += 1;
    parts.push(<Step key={main} tree={tree} node={main} ply={number} at={at} />);
    for (const other of others) {
      parts.push(
        <span class="variation" key={`v${other}`} role="group" aria-label="Variation">
          <Step tree={tree} node={other} ply={number} at={at} />
          <Line tree={tree} from={other} ply={number} at={at} />
        </span>,
      );
    }
  }
  return <>{parts}</>;
}

const SIGNS = { inaccuracy: "?!", mistake: "?", blunder: "??" } as const;

function Step({ tree, node, ply, at }: { tree: Tree; node: number; ply: number; at: number }) {
  const { table, play, review } = useSession();
  const { action } = nodeOf(tree, node);
  const deed = table.deeds.value.get(node);
  const mark = review.marks.value.get(node);
  const kind = deed?.action.kind ?? "move";
  const opinion = mark && `${mark.mark}${mark.best ? `, best was ${mark.best.text}` : ""}`;
  return (
    <button
      type="button"
      class={`step ${deed?.side ?? ""}${kind === "move" ? "" : " word"}${mark ? ` ${mark.mark}` : ""}`}
      aria-current={node === at ? "true" : undefined}
      title={opinion ?? deed?.remark ?? undefined}
      data-node={node}
      data-ply={ply}
      onClick={() => play.goTo(node)}
    >
      <span class="ply">{ply}</span>
      <span class="chip" />
      <span class="visually-hidden"> {deed ? table.nameOf(deed.side) : ""} </span>
      {(kind === "accept" || kind === "refuse") && <Icon name={SPOKEN[kind].icon} />}
      <span class="text">{action}</span>
      {deed?.remark && <span class="remark">!</span>}
      {mark && <span class="sign">{SIGNS[mark.mark]}</span>}
      <span class="visually-hidden">
        {deed?.remark} {opinion}
      </span>
    </button>
  );
}
