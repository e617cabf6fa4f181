// Generated from crates/api/src/messages by `SKIRMISH_WRITE=1 cargo test -p skirmish-api typescript`. Do not edit.

/**
 * What a tab asks.
 */
export type Request = { "type": "show", 
/**
 * The request.
 */
id: number, 
/**
 * The game so far.
 */
line: GameLine, } | { "type": "play", 
/**
 * The request.
 */
id: number, 
/**
 * The game so far.
 */
line: GameLine, 
/**
 * The action, such as `C4B6`, `c4 b6` or `accept`.
 */
text: string, } | { "type": "choose", 
/**
 * The request.
 */
id: number, 
/**
 * The game so far.
 */
line: GameLine, 
/**
 * From 1, for beginners, to [`ServerLimits::level`], all the engine has.
 */
level: number, 
/**
 * The most time to take, within the [`ServerLimits`]; waiting for a searcher is not counted.
 */
timeMs: number, 
/**
 * Equal seeds make weak levels choose equally. Without one they vary.
 */
seed?: number | null, } | { "type": "hint", 
/**
 * The request.
 */
id: number, 
/**
 * The game so far.
 */
line: GameLine, 
/**
 * The most time to take, within the [`ServerLimits`].
 */
timeMs: number, } | { "type": "analyze", 
/**
 * The request.
 */
id: number, 
/**
 * The game so far.
 */
line: GameLine, 
/**
 * How many of the best lines, from 1 to [`ServerLimits::lines`].
 */
lines: number, } | { "type": "review", 
/**
 * The request.
 */
id: number, 
/**
 * The game.
 */
line: GameLine, 
/**
 * The first position to judge, by the actions before it: the last but one tells what to think of the last action.
 */
from?: number, } | { "type": "lesson", 
/**
 * The request.
 */
id: number, 
/**
 * The game.
 */
game: string, 
/**
 * The step, counted from 0.
 */
step: number, } | { "type": "answer", 
/**
 * The request.
 */
id: number, 
/**
 * The game.
 */
game: string, 
/**
 * The step, counted from 0.
 */
step: number, 
/**
 * The answer: an action, however it was typed, or yes or no.
 */
text: string, } | { "type": "stop", 
/**
 * The request.
 */
id: number, } | { "type": "record", 
/**
 * The request.
 */
id: number, 
/**
 * The game.
 */
line: GameLine, 
/**
 * Who plays: South, North.
 */
players: [string, string], 
/**
 * Whatever else is known, such as `["Date", "2026-07-31"]` or `["Level", "3"]`.
 */
headers: Array<[string, string]>, 
/**
 * The side that gave up, if one did.
 */
resigned: Side | null, } | { "type": "open", 
/**
 * The request.
 */
id: number, 
/**
 * The text of the file.
 */
text: string, } | { "type": "compose", 
/**
 * The request.
 */
id: number, 
/**
 * The game, such as `oska:6`.
 */
game: string, 
/**
 * The rows from the top, as in [`View::rows`].
 */
rows: Array<Array<Placed | null>>, 
/**
 * Who acts.
 */
side: Side, 
/**
 * One of the game's [`GameInfo::marks`], if it has any; without it the first.
 */
mark: string | null, } | { "type": "ping", 
/**
 * The request.
 */
id: number, };

/**
 * A game from its beginning to where it stands.
 */
export type GameLine = { 
/**
 * The game and its size, such as `refusal` or `oska:6`.
 */
game: string, 
/**
 * The position text it began with; the usual start if there is none.
 */
start: string | null, 
/**
 * What was done since, answers to proposals included.
 */
actions: Array<string>, };

/**
 * A piece put on a board by hand.
 */
export type Placed = { 
/**
 * Its [`Piece::letter`].
 */
letter: string, 
/**
 * What is in its tank, in the game that has tanks.
 */
gas: number | null, };

/**
 * What a tab is told.
 */
export type Message = { "type": "hello", 
/**
 * Of the program. A page that has the [`Catalogue`] of another version loads it again.
 */
version: string, 
/**
 * What requests must keep to.
 */
limits: ServerLimits, } | { "type": "position", 
/**
 * The request.
 */
id: number, 
/**
 * The game and its size as the server writes it.
 */
game: string, 
/**
 * The position text of the start, also where the request named none.
 */
start: string, 
/**
 * What was done, each as the game writes it.
 */
actions: Array<Played>, 
/**
 * The position text.
 */
position: string, 
/**
 * Who acts next, or would if the game were not over.
 */
side: Side, 
/**
 * The result if the game is over.
 */
outcome: Outcome | null, 
/**
 * Why the game ended, a sentence; empty while it goes on.
 */
ending: string, 
/**
 * The board.
 */
view: View, 
/**
 * The pieces that have left the board since the start, in this order.
 */
taken: Array<Piece>, 
/**
 * What may be done, in alphabetical order; empty exactly when the game is over.
 */
legal: Array<LegalAction>, } | { "type": "illegal", 
/**
 * The request.
 */
id: number, 
/**
 * The rule it breaks, with squares and pieces; or what is wrong with the text, if it is no action at all.
 */
sentence: string, 
/**
 * Whether the text is no action of the game in any position.
 */
unreadable: boolean, } | { "type": "error", 
/**
 * The request; `null` if not even that could be read.
 */
id: number | null, 
/**
 * What is wrong, one sentence to show.
 */
sentence: string, 
/**
 * The first action of the course that is not legal, from 0.
 */
at: number | null, } | { "type": "waiting", 
/**
 * The request.
 */
id: number, 
/**
 * How many searches come first.
 */
ahead: number, } | { "type": "thinking", 
/**
 * The request.
 */
id: number, 
/**
 * What it sees.
 */
report: SearchReport, } | { "type": "chosen", 
/**
 * The request.
 */
id: number, 
/**
 * The action; `null` if the game is over.
 */
action: Action | null, 
/**
 * Where it leads, as [`Request::Play`] would show it; `null` without an action, and for a hint, which is not played.
 */
position: PositionInfo | null, 
/**
 * What it saw; `null` where it had decided before, as with answers to proposals.
 */
report: SearchReport | null, } | { "type": "analysis", 
/**
 * The request.
 */
id: number, 
/**
 * The value of the position with best play. (The best line's may differ: where moves can be refused, a turn is worth the
 * second-best.)
 */
value: PositionValue, 
/**
 * The best lines, the best first; empty if the game is over.
 */
lines: Array<SearchReport>, 
/**
 * Where moves can be refused: how each legal move, once proposed, should be answered, in the order of the legal actions;
 * or, where a proposal waits for its answer, that answer alone. `null` in games without refusals.
 */
advice: Array<ProposalAdvice> | null, 
/**
 * Whether this is the last word: the result is proven, the time is up, or the analysis was stopped.
 */
done: boolean, } | { "type": "reviewed", 
/**
 * The request.
 */
id: number, 
/**
 * How many actions came before it.
 */
ply: number, 
/**
 * Its value.
 */
value: PositionValue, 
/**
 * What was best in it; `null` if the game is over.
 */
best: Action | null, 
/**
 * What to think of the action that led to it; `null` if it was good, or at the start.
 */
mark: Mark | null, } | { "type": "reviewEnd", 
/**
 * The request.
 */
id: number, } | { "type": "stopped", 
/**
 * The request.
 */
id: number, } | { "type": "recorded", 
/**
 * The request.
 */
id: number, 
/**
 * What to put into a file.
 */
text: string, } | { "type": "opened", 
/**
 * The request.
 */
id: number, 
/**
 * The game; its start is never `null`.
 */
line: GameLine, 
/**
 * Who played: South, North.
 */
players: [string, string], 
/**
 * Whatever else the record tells.
 */
headers: Array<[string, string]>, 
/**
 * The result; `null` while the game goes on.
 */
result: Outcome | null, 
/**
 * The side that gave up, if one did.
 */
resigned: Side | null, } | { "type": "composed", 
/**
 * The request.
 */
id: number, 
/**
 * The position text.
 */
position: string, } | { "type": "lesson", 
/**
 * The request.
 */
id: number, 
/**
 * The step.
 */
step: LessonStep, } | { "type": "graded", 
/**
 * The request.
 */
id: number, 
/**
 * What came of it.
 */
verdict: Verdict, 
/**
 * What to tell: the lesson's sentence, or the rule that the answer breaks.
 */
sentence: string, 
/**
 * The rule behind a right or wrong verdict on a move that is not legal.
 */
rule: string | null, 
/**
 * The board after the answer and everything that follows it; `null` where nothing is played.
 */
after: LessonBoard | null, 
/**
 * What is told about what followed the right answer.
 */
epilogue: string | null, } | { "type": "pong", 
/**
 * The request.
 */
id: number, };

/**
 * Where a course has led.
 */
export type PositionInfo = { 
/**
 * The game and its size as the server writes it.
 */
game: string, 
/**
 * The position text of the start, also where the request named none.
 */
start: string, 
/**
 * What was done, each as the game writes it.
 */
actions: Array<Played>, 
/**
 * The position text.
 */
position: string, 
/**
 * Who acts next, or would if the game were not over.
 */
side: Side, 
/**
 * The result if the game is over.
 */
outcome: Outcome | null, 
/**
 * Why the game ended, a sentence; empty while it goes on.
 */
ending: string, 
/**
 * The board.
 */
view: View, 
/**
 * The pieces that have left the board since the start, in this order.
 */
taken: Array<Piece>, 
/**
 * What may be done, in alphabetical order; empty exactly when the game is over.
 */
legal: Array<LegalAction>, };

/**
 * What requests must keep to.
 */
export type ServerLimits = { 
/**
 * The most actions of a course.
 */
actions: number, 
/**
 * The most bytes of a message to the server.
 */
bytes: number, 
/**
 * The most lines of an analysis.
 */
lines: number, 
/**
 * The highest level.
 */
level: number, 
/**
 * The level to offer to somebody who has never played here.
 */
defaultLevel: number, 
/**
 * The time for a move to offer to somebody who has never played here.
 */
timeMs: number, 
/**
 * The least time for a move.
 */
minTimeMs: number, 
/**
 * The most time for a move.
 */
maxTimeMs: number, };

/**
 * All that is known of the games without playing them: a file that the page loads while it connects.
 */
export type Catalogue = { 
/**
 * Of the program that made it.
 */
version: string, 
/**
 * All games, in the order to show them.
 */
games: Array<GameInfo>, 
/**
 * What an opponent of each level sees, in a sentence, from level 1 on.
 */
levels: Array<string>, };

/**
 * What is known of a game without playing it.
 */
export type GameInfo = { 
/**
 * The name in requests; another size is `id:size`.
 */
id: string, 
/**
 * The name for people.
 */
title: string, 
/**
 * A line for menus.
 */
summary: string, 
/**
 * The goal, the twist and what follows from it, a sentence or two each; empty where the summary must do.
 */
welcome: Array<string>, 
/**
 * The titles of the steps of its lesson; empty if it has none.
 */
lesson: Array<string>, 
/**
 * The name that the engine plays it under, also in records.
 */
player: string, 
/**
 * What the sides are called: South's name, North's name.
 */
sides: [string, string], 
/**
 * The side that begins, where the rules say so; elsewhere either may.
 */
opener: Side | null, 
/**
 * The start positions to choose from: one for each side that may begin, the usual one first. They are of the default size;
 * other sizes begin with a `start` of `null`.
 */
starts: Array<StartPosition>, 
/**
 * The sizes to offer; `null` if there is only one.
 */
sizes: Sizes | null, 
/**
 * The board at the start.
 */
board: View, 
/**
 * Every piece that can stand on the board, for setting up positions. `gas` is what a new piece has.
 */
palette: Array<Piece>, 
/**
 * What else belongs to a position set up by hand, a choice for a menu; empty in most games.
 */
marks: Array<PositionMark>, 
/**
 * The rules, plain text in lines.
 */
rules: string, 
/**
 * Situations to draw beside the rules.
 */
examples: Array<Example>, };

/**
 * A way to begin.
 */
export type StartPosition = { 
/**
 * Who begins.
 */
side: Side, 
/**
 * The position text.
 */
position: string, };

/**
 * Sizes of a board, every number between.
 */
export type Sizes = { 
/**
 * The smallest, which is the default.
 */
least: number, 
/**
 * The largest.
 */
most: number, };

/**
 * Something that a board alone does not show.
 */
export type PositionMark = { 
/**
 * What to send in [`Request::Compose`].
 */
text: string, 
/**
 * What it means, for people.
 */
label: string, };

/**
 * A situation that explains a rule.
 */
export type Example = { 
/**
 * What there is to see.
 */
caption: string, 
/**
 * The board.
 */
before: View, 
/**
 * The move that the example is about.
 */
action: string, 
/**
 * The squares that it names; `null` if it names none.
 */
squares: Squares | null, 
/**
 * The board after it; `null` if the move is illegal, or there is none.
 */
after: View | null, 
/**
 * Whether the move is legal.
 */
legal: boolean, 
/**
 * The rule that an illegal move breaks.
 */
rule: string | null, 
/**
 * What is announced with a legal move.
 */
remark: string | null, 
/**
 * The game that the situation belongs to, for trying it out. Its actions lead to `before`.
 */
line: GameLine, };

/**
 * A board as people see it: everything the console or the page needs to draw it, and no rules.
 */
export type View = { 
/**
 * The rows, the top one first. Rows of different length are centred on each other.
 */
rows: Array<Row>, 
/**
 * The squares of a proposed or refused move, if there is one.
 */
pending: Squares | null, 
/**
 * What the board alone does not show, one sentence for each: a refused move, a flag.
 */
notes: Array<string>, 
/**
 * What the rules say of single pieces, to be drawn on their squares.
 */
markers: Array<Marker>, };

/**
 * Something about a piece that follows from the rules. What its picture does not show comes with words.
 */
export type Marker = { "type": "bound", 
/**
 * Where it stands.
 */
square: string, 
/**
 * What it may not do, as in `may not go sideways now`.
 */
words: string, } | { "type": "open", 
/**
 * Where it stands.
 */
square: string, 
/**
 * The end of the board that this direction is.
 */
toward: Side, 
/**
 * The rule, as in `can only be captured from behind`.
 */
words: string, } | { "type": "wall", 
/**
 * Where it stands.
 */
square: string, } | { "type": "wreck", 
/**
 * Where it stands.
 */
square: string, };

/**
 * One row of a [`View`].
 */
export type Row = { 
/**
 * The number at the left.
 */
number: number, 
/**
 * The squares from left to right.
 */
cells: Array<Cell>, };

/**
 * One square of a [`View`].
 */
export type Cell = { 
/**
 * The square's name, such as `C4`.
 */
square: string, 
/**
 * What stands there.
 */
piece: Piece | null, };

/**
 * A piece as people see it.
 */
export type Piece = { 
/**
 * Whose it is.
 */
side: Side, 
/**
 * What it is called, such as `knight`.
 */
kind: string, 
/**
 * Its character in position text.
 */
letter: string, 
/**
 * Its letter on boards where colour tells the sides apart; most games keep [`Piece::letter`].
 */
letterWhenColoured: string, 
/**
 * A Unicode picture of it that differs from side to side, one column wide on every terminal.
 */
glyph: string, 
/**
 * Moves left in its tank, in the game that has tanks.
 */
gas: number | null, };

/**
 * The two squares of a move, by name.
 */
export type Squares = { 
/**
 * The square left.
 */
from: string, 
/**
 * The square reached.
 */
to: string, };

/**
 * A legal action as a value: what people read and what screens draw, without a look at its text.
 *
 * It belongs to the position it was made for.
 */
export type Action = { 
/**
 * The action as the game writes it, such as `C4B6` or `accept`.
 */
text: string, 
/**
 * What sort of action it is.
 */
kind: ActionKind, 
/**
 * The squares left and reached; `null` for an action that names none.
 */
squares: Squares | null, };

/**
 * The sorts of actions.
 */
export type ActionKind = "move" | "accept" | "refuse" | "pass";

/**
 * Something that can be done, and what it does.
 */
export type LegalAction = { 
/**
 * What it does besides bringing a piece to another square. A proposal does it if it is accepted.
 */
effects: Array<Effect>, 
/**
 * The action as the game writes it, such as `C4B6` or `accept`.
 */
text: string, 
/**
 * What sort of action it is.
 */
kind: ActionKind, 
/**
 * The squares left and reached; `null` for an action that names none.
 */
squares: Squares | null, };

/**
 * One thing that an action does, besides bringing a piece to another square.
 */
export type Effect = { "type": "captures", 
/**
 * Where it stood.
 */
square: string, 
/**
 * What it was.
 */
piece: Piece, } | { "type": "takesOwn", 
/**
 * Where it stood.
 */
square: string, 
/**
 * What it was.
 */
piece: Piece, } | { "type": "strikes", 
/**
 * Where it stands.
 */
square: string, 
/**
 * What it was.
 */
piece: Piece, 
/**
 * What is left of it; `null` if it leaves the board.
 */
becomes: Piece | null, } | { "type": "turns", 
/**
 * Where it arrives.
 */
square: string, 
/**
 * What it was.
 */
piece: Piece, 
/**
 * What it is from now on.
 */
becomes: Piece, } | { "type": "tank", 
/**
 * Where the piece arrives.
 */
square: string, 
/**
 * Moves left.
 */
left: number, } | { "type": "ends", 
/**
 * Its result.
 */
outcome: Outcome, };

/**
 * Something that was done.
 */
export type Played = { 
/**
 * What was done.
 */
action: Action, 
/**
 * Who did it.
 */
side: Side, 
/**
 * The piece that moves, or would; `null` for an action that moves none.
 */
piece: Piece | null, 
/**
 * What is announced with it, such as `Hi-YA!`.
 */
remark: string | null, };

/**
 * A step of a lesson: a board, what is told about it, and a question.
 */
export type LessonStep = { 
/**
 * Its heading, a few words.
 */
title: string, 
/**
 * What is told before the question, one paragraph each.
 */
text: Array<string>, 
/**
 * What is asked for, a sentence.
 */
ask: string, 
/**
 * A sentence for those who do not find the answer.
 */
hint: string | null, 
/**
 * The move whose legality is asked for; `null` where the answer is an action.
 */
legality: LegalityQuestion | null, 
/**
 * The board.
 */
board: LessonBoard, 
/**
 * An answer that is right.
 */
solution: string, };

/**
 * A question whether a move is legal. The answer is yes or no.
 */
export type LegalityQuestion = { 
/**
 * The move.
 */
text: string, 
/**
 * The squares that it names; `null` if it names none.
 */
squares: Squares | null, };

/**
 * A board in a lesson.
 */
export type LessonBoard = { 
/**
 * The position text.
 */
position: string, 
/**
 * Who acts next, or would if the game were not over.
 */
side: Side, 
/**
 * The result if the game is over.
 */
outcome: Outcome | null, 
/**
 * Why the game ended, a sentence; empty while it goes on.
 */
ending: string, 
/**
 * The board.
 */
view: View, 
/**
 * The move that led here; `null` at the beginning.
 */
last: Squares | null, 
/**
 * What may be done.
 */
legal: Array<LegalAction>, };

/**
 * What came of an answer.
 */
export type Verdict = "right" | "wrong" | "illegal" | "unreadable";

/**
 * What a search found.
 */
export type SearchReport = { 
/**
 * How many plies were searched.
 */
depth: number, 
/**
 * What it is worth.
 */
value: PositionValue, 
/**
 * Positions visited.
 */
nodes: number, 
/**
 * Positions visited per second.
 */
nodesPerSecond: number, 
/**
 * Time since the search began.
 */
timeMs: number, 
/**
 * The best action; `null` if the game is over.
 */
best: Action | null, 
/**
 * Where moves are proposed: what to play when the best is refused.
 */
alternate: Action | null, 
/**
 * The expected actions, the best first.
 */
line: Array<Action>, };

/**
 * What a position is worth.
 */
export type PositionValue = { 
/**
 * Who acts.
 */
side: Side, 
/**
 * Points for the side to act: 100 are a pawn or so, and a 64 % chance to win.
 */
score: number, 
/**
 * The length in plies of a proven result: positive if the side to act wins, negative (or 0) if it loses.
 */
winsIn: number | null, 
/**
 * The chance that South wins, from 0 to 1: for bars and graphs.
 */
south: number, };

/**
 * How a proposal should be answered.
 */
export type ProposalAdvice = { 
/**
 * The move proposed.
 */
action: Action, 
/**
 * Whether it should be refused; if not, accepted.
 */
refuse: boolean, };

/**
 * One of the two players.
 *
 * South starts at the bottom of the board and moves up, North starts at the top and moves down. In Oska, North is
 * white and South is black.
 */
export type Side = "south" | "north";

/**
 * How a finished game ended.
 */
export type Outcome = "south" | "north" | "draw";

/**
 * What to think of an action that was not the best.
 */
export type Mark = "inaccuracy" | "mistake" | "blunder";
