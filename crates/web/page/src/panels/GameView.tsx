import { useEffect, useState } from "preact/hooks";
import { AnalysisPanel } from "../analysis/AnalysisPanel";
import { EvaluationBar } from "../analysis/EvaluationBar";
import { ReviewPanel } from "../analysis/ReviewGraph";
import { Board } from "../board/Board";
import { FriendPanel } from "../friends/FriendPanel";
import { Celebration } from "../board/Celebration";
import { StudyArea } from "../coach/StudyArea";
import type { Arrow, Badge } from "../board/Overlay";
import { useSession } from "../context";
import type { GameState } from "../game/state";
import { hasProposal } from "../game/text";
import { ROOT } from "../game/tree";
import type { PositionInfo, Row, Squares, View } from "../messages";
import type { PageSession } from "../session";
import { SetupPanel } from "../setup/SetupPanel";
import { Controls, Steps } from "./Controls";
import { EndPanel, MistakeDrillPanel } from "./EndPanel";
import { MoveList } from "./MoveList";
import { PlayerPlate } from "./Players";
import { Prompt } from "./Prompt";
import { TypedMove } from "./TypedMove";
import { Welcome } from "./Welcome";

/** The board and the panels of a game. */
export function GameView() {
  const { state, searches, review } = useSession();
  const { settingUp } = state;
  const here = state.gameRef.value;
  const ratio = ratioOf(state.shown.value?.view ?? earlyView(state));
  const columns = useColumns(ratio);
  if (!here) return null;
  const [top, bottom] = here.flipped ? (["south", "north"] as const) : (["north", "south"] as const);
  const showsEvaluation = searches.analyzing.value || review.valueHere.value !== null;
  return (
    <main
      class={`game-view${showsEvaluation && !settingUp.value ? " evaluated" : ""}${columns === 2 ? " two-columns" : ""}`}
      style={{ "--ratio": String(ratio) }}
      data-game={state.game.value?.id}
      tabIndex={-1}
    >
      <section class="stage" aria-label="Board">
        <PlayerPlate side={top} place="above" />
        <div class="board-row">
          {showsEvaluation && !settingUp.value && <EvaluationBar />}
          {settingUp.value ? <DraftBoard /> : <GameBoard />}
        </div>
        <PlayerPlate side={bottom} place="below" />
        {!settingUp.value && <Prompt />}
      </section>
      <aside class="side" aria-label="Game panel">
        {settingUp.value ? (
          <div class="side-setup">
            <SetupPanel />
          </div>
        ) : (
          <>
            <Controls />
            <div class="side-study">
              <EndPanel />
              <MistakeDrillPanel />
              <FriendPanel />
              <Welcome />
              <AnalysisPanel />
              <StudyArea />
            </div>
            <div class="side-moves">
              <MoveList />
            </div>
            <div class="row steps-row">
              <Steps />
              <TypedMove />
            </div>
            {!state.withFriend.value && <ReviewPanel />}
          </>
        )}
      </aside>
    </main>
  );
}

/** The aspect ratio of the board, for the layout. */
function ratioOf(view: View | null): number {
  if (!view) return 0.66;
  const { rows } = view;
  const columns = Math.max(1, ...rows.map((row) => row.cells.length));
  const even = rows.every((row) => row.cells.length === columns);
  return (columns * 100 + (even ? 60 : 120)) / (rows.length * 100 + 60);
}

/** The width of two columns of panels, with the space around them. */
const TWO_COLUMNS = 800;

/** How many columns of panels fit beside a board as high as the window. */
function useColumns(ratio: number): 1 | 2 {
  const [size, setSize] = useState([window.innerWidth, window.innerHeight] as const);
  useEffect(() => {
    const measure = () => setSize([window.innerWidth, window.innerHeight]);
    window.addEventListener("resize", measure);
    return () => window.removeEventListener("resize", measure);
  }, []);
  const [width, height] = size;
  return width - (height - 80) * ratio >= TWO_COLUMNS ? 2 : 1;
}

function GameBoard() {
  const session = useSession();
  const { state, play, premoves, drill, settings } = session;
  const trial = drill.position.value;
  const [position, here, info] = [trial ?? state.shown.value, state.gameRef.value, state.game.value];
  const ahead = trial === null ? state.unconfirmed.value : null;
  const side = trial === null ? state.premoveSide.value : null;
  const shout = useShout(position);
  if (!position || !here || !info) return <EarlyBoard />;
  return (
    <div class="board-box" data-testid="board" {...facts(state, position)}>
      <Board
        view={ahead?.view ?? position.view}
        game={info.id}
        voice={state.voice.value}
        flipped={here.flipped}
        animated={settings.animates.value}
        legal={ahead || side ? [] : position.legal}
        active={state.personMayAct.value && trial === null}
        last={ahead ? ahead.action.squares : lastMove(position)}
        proposing={ahead !== null}
        premove={side ? { side, move: state.premove.value, onPrepare: (move) => premoves.prepare(move) } : undefined}
        arrows={arrowsOf(session, position)}
        badges={(selected) => badgesOf(session, position, here.at, selected)}
        results={session.study.marks.value}
        shout={shout}
        onMove={(move) => play.move(move)}
        onAsk={(text) => (state.notice.value = { text, tone: "info" })}
        label={`${info.title} board`}
      />
      {trial === null && <Celebration />}
    </div>
  );
}

/** The board before the first reply: the start position of the catalogue, or empty squares. */
function earlyView(state: GameState): View | null {
  const [here, info] = [state.gameRef.value, state.game.value];
  if (!here || !info || here.game !== info.id) return null;
  if (here.at === ROOT && here.start === null) return info.board;
  const bare = (row: Row) => ({ ...row, cells: row.cells.map((cell) => ({ ...cell, piece: null })) });
  return { ...info.board, rows: info.board.rows.map(bare) };
}

/** The board while the engine loads. */
function EarlyBoard() {
  const { state } = useSession();
  const [view, info] = [earlyView(state), state.game.value];
  if (!view || !info) return <div class="board-box waiting" />;
  return (
    <div class="board-box waiting" data-testid="early-board">
      <StillBoard view={view} label={`${info.title} board`} />
    </div>
  );
}

/** A board without moves. */
function StillBoard(props: { view: View; label: string; onSquare?: (square: string) => void }) {
  const { state } = useSession();
  const [here, info] = [state.gameRef.value, state.game.value];
  if (!here || !info) return null;
  return (
    <Board
      {...props}
      game={info.id}
      voice={state.voice.value}
      flipped={here.flipped}
      animated={false}
      legal={[]}
      active={false}
      last={null}
      onMove={() => {}}
    />
  );
}

/** Data attributes for tests. */
function facts(state: GameState, position: PositionInfo): Record<string, string | number | undefined> {
  const { actor, current, outcome, personMayAct } = state;
  const other = actor.value === "engine" ? "engine" : "friend";
  const phase = !current.value ? "waiting" : outcome.value !== null ? "over" : personMayAct.value ? "person" : other;
  return {
    "data-position": position.position,
    "data-ply": position.actions.length,
    "data-phase": phase,
    "data-outcome": outcome.value ?? undefined,
  };
}

function DraftBoard() {
  const { editor } = useSession();
  const now = editor.draft.value;
  if (!now) return null;
  return (
    <div class="board-box" data-testid="board">
      <StillBoard view={now.view} label="Position to set up" onSquare={(square) => editor.paint(square)} />
    </div>
  );
}

/** The last move; `null` while a proposal is pending. */
function lastMove(position: PositionInfo): Squares | null {
  if (position.view.pending) return null;
  return position.actions.findLast(({ action }) => action.squares)?.action.squares ?? null;
}

const RANKS = ["first", "second", "third"] as const;

function arrowsOf({ state, searches }: PageSession, position: PositionInfo): Arrow[] {
  const arrows: Arrow[] = [];
  const ahead = state.unconfirmed.value;
  if (ahead) return ahead.view.pending ? [{ ...ahead.view.pending, look: "proposal" }] : [];
  const add = (squares: Squares | null | undefined, look: Arrow["look"]) => {
    if (squares) arrows.push({ ...squares, look });
  };
  const hint = searches.hint.value;
  if (hint?.position === position) {
    add(hint.action.squares, "hint");
    add(hint.alternate?.squares, "third");
  }
  for (const [rank, line] of (searches.analysisHere.value?.lines ?? []).entries())
    add(line.best?.squares, RANKS[rank] ?? "third");
  if (hasProposal(position)) add(position.view.pending, "proposal");
  return arrows;
}

/** Badges on squares: the mark of the last move, and how the moves of a piece would be answered. */
function badgesOf(
  { searches, review }: PageSession,
  position: PositionInfo,
  at: number,
  selected: string | null,
): Badge[] {
  const badges: Badge[] = [];
  const mark = review.marks.value.get(at);
  const last = position.actions.at(-1)?.action.squares;
  if (mark && last) badges.push({ square: last.to, sign: mark.mark });
  for (const { action, refuse } of searches.analysisHere.value?.advice ?? []) {
    if (action.squares?.from === selected)
      badges.push({ square: action.squares.to, sign: refuse ? "refuse" : "accept" });
  }
  return badges;
}

const SHOUT_MS = 1100;

/** The announcement of the last action, for a moment. */
function useShout(position: PositionInfo | null): { text: string; at: string } | null {
  const [over, setOver] = useState<PositionInfo | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setOver(position), SHOUT_MS);
    return () => clearTimeout(timer);
  }, [position]);
  const last = position?.actions.at(-1);
  const at = last?.action.squares?.to;
  return last?.remark && at && over !== position ? { text: last.remark, at } : null;
}
