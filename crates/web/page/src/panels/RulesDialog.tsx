import { useEffect, useState } from "preact/hooks";
import type { Arrow } from "../board/Overlay";
import { Picture } from "../board/Picture";
import { useSession } from "../context";
import { DEFAULTS } from "../game/address";
import { fromActions, endOf, ROOT } from "../game/tree";
import { LearnButton } from "../lesson/LearnButton";
import type { Example, GameInfo, Message } from "../messages";
import type { PageSession } from "../session";
import { Dialog } from "./Dialog";
import { Choice } from "./NewGameDialog";
import { boardsOf, notesOf, parseRules, type RulesBlock } from "./rulesText";
import { WelcomeLines } from "./Welcome";

type Rules = Extract<Message, { type: "rules" }>;

/** The rules of the games, with examples. */
export function RulesDialog() {
  const session = useSession();
  const games = session.server.games.value;
  const shown = session.state.game.value ?? session.lessons.game.value ?? session.puzzles.game.value;
  const [id, setId] = useState(shown?.id ?? games[0]?.id ?? "");
  const info = games.find((entry) => entry.id === id);
  if (!info) return null;
  return (
    <Dialog title={`Rules of ${info.title}`} name="rules" game={info.id} wide onClose={() => session.closeDialog()}>
      <Choice
        legend="Game"
        name="rules-game"
        value={id}
        options={games.map((entry) => [entry.id, entry.title])}
        onChange={setId}
      />
      <div class="rules-goal" data-testid="rules-goal">
        <WelcomeLines game={info} />
        <LearnButton game={info} />
      </div>
      <RulesOf info={info} />
    </Dialog>
  );
}

/** The rules of a game and its examples, as soon as they have arrived. */
function RulesOf({ info }: { info: GameInfo }) {
  const { server } = useSession();
  const [told, setTold] = useState<(Rules & { game: string }) | null>(null);
  const { id } = info;
  useEffect(() => {
    const request = server.request({ type: "rules", game: id }, (message) => {
      if (message.type === "rules") setTold({ ...message, game: id });
      return true;
    });
    return () => request.cancel();
  }, [server, id]);
  if (told?.game !== id) return <p class="soft">Loading…</p>;
  return (
    <div class="rules" data-game={id}>
      <div class="rules-text" data-testid="rules-text">
        {parseRules(told.text).map((block, index) => (
          <BlockOf key={index} block={block} info={info} />
        ))}
      </div>
      <div class="examples" data-testid="examples">
        {told.examples.map((example, index) => (
          <ExampleFigure key={`${id}${index}`} example={example} info={info} />
        ))}
      </div>
    </div>
  );
}

function BlockOf({ block, info }: { block: RulesBlock; info: GameInfo }) {
  switch (block.type) {
    case "heading":
      return <h3>{block.text}</h3>;
    case "item":
      return <p class="item">{block.text}</p>;
    case "steps":
      return (
        <ol class="rules-steps">
          {block.items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ol>
      );
    case "drawing": {
      const boards = boardsOf(block.text, info);
      if (boards)
        return (
          <div class="rules-boards" data-testid="rules-boards">
            {boards.map(({ view, marks }, index) => (
              <Picture key={index} view={view} game={info.id} label={`A board of ${info.title}`} marks={marks} />
            ))}
            {notesOf(block.text) && <p>{notesOf(block.text)}</p>}
          </div>
        );
      return (
        <pre tabIndex={0} aria-label="Board in text">
          {block.text}
        </pre>
      );
    }
    default:
      return <p>{block.text}</p>;
  }
}

/** An example: the board with the move as an arrow, and the board after it. */
function ExampleFigure({ example, info }: { example: Example; info: GameInfo }) {
  const session = useSession();
  const { action, squares, before, after, caption, legal, rule, remark } = example;
  const arrows: Arrow[] = squares ? [{ ...squares, look: legal ? "first" : "hint" }] : [];
  // An answer to a proposal leaves the board as it is: show the proposal.
  if (!squares && before.pending) arrows.push({ ...before.pending, look: "proposal" });
  const moved = after !== null && JSON.stringify(after.rows) !== JSON.stringify(before.rows);
  return (
    <figure class="example">
      <div class="example-boards">
        <Picture view={before} game={info.id} label={`${caption} Before ${action}.`} arrows={arrows} />
        {moved && <Picture view={after} game={info.id} label={`After ${action}.`} />}
      </div>
      <figcaption>
        <p>
          {caption}
          {remark && <strong> {remark}</strong>}
        </p>
        {rule && <p class="notice rule">{rule}</p>}
        <button type="button" class="button wide small" onClick={() => tryOut(session, example)}>
          Try it
        </button>
      </figcaption>
    </figure>
  );
}

/** Opens the example as a game for two people. */
function tryOut(session: PageSession, { line }: Example): void {
  const tree = fromActions(line.actions);
  const { level, time } = session.state.gameRef.value ?? DEFAULTS;
  const playing = session.state.gameRef.value !== null;
  session.closeDialog();
  session.play.open({
    game: line.game,
    start: line.start,
    tree,
    at: endOf(tree, ROOT),
    south: "person",
    north: "person",
    level,
    time,
    resigned: null,
    flipped: false,
  });
  const back = playing ? " Your game is saved; go back to return to it." : "";
  session.state.notice.value = { text: `This is an example.${back}`, tone: "info" };
}
