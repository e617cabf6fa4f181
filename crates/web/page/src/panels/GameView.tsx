import { useEffect, useState } from "preact/hooks";
import { AnalysisPanel } from "../analysis/AnalysisPanel";
import { EvaluationBar } from "../analysis/EvaluationBar";
import { ReviewPanel } from "../analysis/ReviewGraph";
import { Board } from "../board/Board";
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
  if (!here) return null;
  const [top, bottom] = here.flipped ? (["south", "north"] as const) : (["north", "south"] as const);
  const showsEvaluation = searches.analyzing.value || review.valueHere.value !== null;
  return (
    <main
      class={`game-view${showsEvaluation && !settingUp.value ? " evaluated" : ""}`}
      data-game={state.game.value?.id}
      tabIndex={-1}
    >
      <section class="stage" aria-label="Board" style={ratio(state.shown.value?.view ?? earlyView(state))}>
        <PlayerPlate side={top} />
        <div class="board-row">
          {showsEvaluation && !settingUp.value && <EvaluationBar />}
          {settingUp.value ? <DraftBoard /> : <GameBoard />}
        </div>
        <PlayerPlate side={bottom} />
        {!settingUp.value && <Prompt />}
      </section>
      <aside class="side" aria-label="Game panel">
        {settingUp.value ? (
          <SetupPanel />
        ) : (
          <>
            <EndPanel />
            <MistakeDrillPanel />
            <Controls />
            <Welcome />
            <AnalysisPanel />
            <MoveList />
            <div class="row steps-row">
              <Steps />
              <TypedMove />
            </div>
            <ReviewPanel />
          </>
        )}
      </aside>
    </main>
  );
}

/** The aspect ratio of the board, for the layout. */
function ratio(view: View | null): Record<string, string> {
  if (!view) return {};
  const { rows } = view;
  const columns = Math.max(1, ...rows.map((row) => row.cells.length));
  const even = rows.every((row) => row.cells.length === columns);
  return { "--ratio": String((columns * 100 + (even ? 60 : 120)) / (rows.length * 100 + 60)) };
}

function GameBoard() {
  const session = useSession();
  const { state, play, drill, settings } = session;
  const trial = drill.position.value;
  const [position, here, info] = [trial ?? state.shown.value, state.gameRef.value, state.game.value];
  const shout = useShout(position);
  if (!position || !here || !info) return <EarlyBoard />;
  return (
    <div class="board-box" data-testid="board" {...facts(state, position)}>
      <Board
        view={position.view}
        game={info.id}
        sides={info.sides}
        flipped={here.flipped}
        animated={settings.animates.value}
        legal={position.legal}
        active={state.personMayAct.value && trial === null}
        last={lastMove(position)}
        arrows={arrowsOf(session, position)}
        badges={(selected) => badgesOf(session, position, here.at, selected)}
        shout={shout}
        onMove={(move) => play.move(move)}
        onAsk={(text) => (state.notice.value = { text, tone: "info" })}
        label={`${info.title} board`}
      />
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
      sides={info.sides}
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
  const { current, outcome, personMayAct } = state;
  const phase = !current.value ? "waiting" : outcome.value !== null ? "over" : personMayAct.value ? "person" : "engine";
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

function arrowsOf({ searches }: PageSession, position: PositionInfo): Arrow[] {
  const arrows: Arrow[] = [];
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
