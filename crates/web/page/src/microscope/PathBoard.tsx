import type { Arrow } from "../board/Overlay";
import { Picture } from "../board/Picture";
import { useSession } from "../context";
import { baseOf } from "../server";
import type { Microscope } from "./microscope";
import { pathTo } from "./tree";

/** The board after the moves to the selected node, with its last move and, if it is not plain, the best reply. */
export function PathBoard({ scope, plain = false }: { scope: Microscope; plain?: boolean }) {
  const { server, state } = useSession();
  const [position, node, tree] = [scope.position.value, scope.selected.value, scope.tree.value];
  const game = server.gameOf(tree?.game ?? undefined);
  const moves = pathTo(node).flatMap(({ data }) => data.move ?? []);
  const fault = scope.boardFault.value;
  if (fault) return <p data-testid="scope-no-board">{fault}</p>;
  if (!position || !game || baseOf(position.game) !== game.id) return <div class="scope-board waiting" />;
  const arrows: Arrow[] = [];
  const last = moves.length > 0 && position.actions.findLast(({ action }) => action.squares)?.action.squares;
  if (last) arrows.push({ ...last, look: "first" });
  const reply = node?.data.by ?? node?.data.second ?? node?.data.best;
  const squares = position.legal.find(({ text }) => text === reply)?.squares;
  if (squares && !plain) arrows.push({ ...squares, look: "hint" });
  const where = moves.length > 0 ? `after ${moves.join(" ")}` : "before the search";
  return (
    <div class="scope-board" data-testid="scope-board" data-after={moves.join(" ")}>
      <Picture
        view={position.view}
        game={game.id}
        arrows={arrows}
        flipped={state.gameRef.value?.flipped ?? false}
        label={`The board ${where}`}
      />
    </div>
  );
}
