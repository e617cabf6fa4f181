import { useEffect, useState } from "preact/hooks";
import { AnalysisPanel } from "../analysis/AnalysisPanel";
import { EvaluationBar, valueHere } from "../analysis/EvaluationBar";
import { marks } from "../analysis/review";
import { ReviewPanel } from "../analysis/ReviewGraph";
import { analysis, analyzing, hint } from "../analysis/searches";
import { Board } from "../board/Board";
import type { Arrow, Badge } from "../board/Overlay";
import { act } from "../game/session";
import { current, game, outcome, personMayAct, place, settingUp, shown, type Position } from "../game/state";
import type { Squares } from "../messages";
import { moving } from "../settings";
import { SetupPanel } from "../setup/SetupPanel";
import { draft, paint } from "../setup/setup";
import { Controls, Steps } from "./Controls";
import { MoveList } from "./MoveList";
import { PlayerPlate } from "./Players";
import { Prompt } from "./Prompt";
import { TypedMove } from "./TypedMove";

/** The board and all around it. */
export function Table() {
  const here = place.value;
  if (!here) return null;
  const [top, bottom] = here.flipped ? (["south", "north"] as const) : (["north", "south"] as const);
  const judged = analyzing.value || valueHere() !== null;
  return (
    <main class={`table${judged && !settingUp.value ? " judged" : ""}`} data-game={game.value?.id} tabIndex={-1}>
      <section class="stage" aria-label="Board" style={ratio(shown.value)}>
        <PlayerPlate side={top} />
        <div class="board-row">
          {judged && !settingUp.value && <EvaluationBar />}
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
            <Controls />
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

/** The shape of the board's drawing, so that the page can reserve room for it. */
function ratio(position: Position | null): Record<string, string> {
  if (!position) return {};
  const { rows } = position.view;
  const columns = Math.max(1, ...rows.map((row) => row.cells.length));
  const even = rows.every((row) => row.cells.length === columns);
  return { "--ratio": String((columns * 100 + (even ? 60 : 120)) / (rows.length * 100 + 60)) };
}

function GameBoard() {
  const [position, here, info] = [shown.value, place.value, game.value];
  const shout = useShout(position);
  if (!position || !here || !info) return <div class="board-box waiting" />;
  return (
    <div class="board-box" data-testid="board" {...facts(position)}>
      <Board
        view={position.view}
        game={info.id}
        sides={info.sides}
        flipped={here.flipped}
        animated={moving()}
        legal={position.legal}
        active={personMayAct.value}
        last={lastMove(position)}
        arrows={arrowsOf(position)}
        badges={(selected) => badgesOf(position, here.at, selected)}
        shout={shout}
        onMove={({ from, to }) => act(from + to)}
        label={`${info.title} board`}
      />
    </div>
  );
}

/** What is on the board, for tests. */
function facts(position: Position): Record<string, string | number | undefined> {
  const phase = !current.value ? "waiting" : outcome.value !== null ? "over" : personMayAct.value ? "person" : "engine";
  return {
    "data-position": position.position,
    "data-ply": position.actions.length,
    "data-phase": phase,
    "data-outcome": outcome.value ?? undefined,
  };
}

function DraftBoard() {
  const [now, position, here, info] = [draft.value, shown.value, place.value, game.value];
  if (!now || !position || !here || !info) return null;
  return (
    <div class="board-box" data-testid="board">
      <Board
        view={now.view}
        game={info.id}
        sides={info.sides}
        flipped={here.flipped}
        animated={false}
        legal={[]}
        active={false}
        last={null}
        onMove={() => {}}
        onSquare={paint}
        label="Position to set up"
      />
    </div>
  );
}

/** The squares of the last move that stands on the board. */
function lastMove(position: Position): Squares | null {
  if (position.view.pending) return null;
  const squares = position.actions.findLast(({ action }) => action.from !== null)?.action;
  return squares?.from && squares.to ? { from: squares.from, to: squares.to } : null;
}

const RANKS = ["first", "second", "third"] as const;

function arrowsOf(position: Position): Arrow[] {
  const arrows: Arrow[] = [];
  const add = (action: { from: string | null; to: string | null } | null | undefined, look: Arrow["look"]) => {
    if (action?.from && action.to) arrows.push({ from: action.from, to: action.to, look });
  };
  if (hint.value?.position === position) {
    add(hint.value.action, "hint");
    add(hint.value.alternate, "third");
  }
  if (analyzing.value && analysis.value?.position === position) {
    for (const [rank, line] of analysis.value.answer.lines.entries()) add(line.best, RANKS[rank] ?? "third");
  }
  if (position.view.pending && position.legal.some((action) => action.word === "accept"))
    add(position.view.pending, "proposal");
  return arrows;
}

/** Signs on squares: a refused proposal, what the review thinks, and what would become of the moves of a piece. */
function badgesOf(position: Position, at: number, selected: string | null): Badge[] {
  const badges: Badge[] = [];
  const { pending } = position.view;
  if (pending && !position.legal.some((action) => action.word === "accept"))
    badges.push({ square: pending.to, sign: "refuse" });
  const mark = marks.value.get(at);
  const last = position.actions.at(-1)?.action.to;
  if (mark && last) badges.push({ square: last, sign: mark.mark });
  const verdicts = analyzing.value && analysis.value?.position === position ? analysis.value.answer.verdicts : null;
  for (const { action, answer } of verdicts ?? []) {
    if (action.to && action.from === selected) badges.push({ square: action.to, sign: answer });
  }
  return badges;
}

const SHOUT_TIME = 1100;

/** What is shouted with the last action, for a moment. */
function useShout(position: Position | null): { text: string; at: string } | null {
  const [over, setOver] = useState<Position | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setOver(position), SHOUT_TIME);
    return () => clearTimeout(timer);
  }, [position]);
  const last = position?.actions.at(-1);
  return last?.remark && last.action.to && over !== position ? { text: last.remark, at: last.action.to } : null;
}
