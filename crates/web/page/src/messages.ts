// Generated from crates/api/src/messages by `SKIRMISH_WRITE=1 cargo test -p skirmish-api typescript`. Do not edit.

/**
 * A request of the page.
 */
export type Request = { "type": "show", 
/**
 * The id of the request.
 */
id: number, 
/**
 * The game so far.
 */
line: GameLine, } | { "type": "play", 
/**
 * The id of the request.
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
 * The id of the request.
 */
id: number, 
/**
 * The game so far.
 */
line: GameLine, 
/**
 * From 1 to [`ServerLimits::level`], full strength.
 */
level: number, 
/**
 * The time limit within the [`ServerLimits`], without the time in the queue.
 */
timeMs: number, 
/**
 * Makes the choices of weak levels repeatable; random if missing.
 */
seed?: number | null, } | { "type": "hint", 
/**
 * The id of the request.
 */
id: number, 
/**
 * The game so far.
 */
line: GameLine, 
/**
 * The time limit within the [`ServerLimits`].
 */
timeMs: number, } | { "type": "analyze", 
/**
 * The id of the request.
 */
id: number, 
/**
 * The game so far.
 */
line: GameLine, 
/**
 * The number of lines, from 1 to [`ServerLimits::lines`].
 */
lines: number, } | { "type": "review", 
/**
 * The id of the request.
 */
id: number, 
/**
 * The game.
 */
line: GameLine, 
/**
 * The first position to evaluate, by the number of actions before it.
 */
from?: number, } | { "type": "coach", 
/**
 * The id of the request.
 */
id: number, 
/**
 * The game.
 */
line: GameLine, 
/**
 * The number of actions before it. If it is that of all actions, the reply is about the position at the end.
 */
ply: number, 
/**
 * The side that the sentences call `you`; by default they name both sides.
 */
you?: Side | null, } | { "type": "values", 
/**
 * The id of the request.
 */
id: number, 
/**
 * The game so far.
 */
line: GameLine, } | { "type": "rules", 
/**
 * The id of the request.
 */
id: number, 
/**
 * The game.
 */
game: string, } | { "type": "microscope", 
/**
 * The id of the request.
 */
id: number, 
/**
 * The game so far.
 */
line: GameLine, 
/**
 * The depth in plies, from 1 to 20.
 */
depth: number, 
/**
 * The names of the ideas to switch off, as in [`SearchSummary::ideas`].
 */
off: Array<string>, 
/**
 * Send only the part below the node with this number, the same search repeated. Missing: the whole tree.
 */
within?: number | null, } | { "type": "ladder", 
/**
 * The id of the request.
 */
id: number, 
/**
 * The game so far.
 */
line: GameLine, 
/**
 * The depth in plies, from 1 to 20.
 */
depth: number, } | { "type": "lesson", 
/**
 * The id of the request.
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
 * The id of the request.
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
 * The answer: an action as typed, or yes or no.
 */
text: string, } | { "type": "stop", 
/**
 * The id of the request.
 */
id: number, } | { "type": "record", 
/**
 * The id of the request.
 */
id: number, 
/**
 * The game.
 */
line: GameLine, 
/**
 * The players: South, North.
 */
players: [string, string], 
/**
 * Further headers, such as `["Date", "2026-07-31"]` or `["Level", "3"]`.
 */
headers: Array<[string, string]>, 
/**
 * The side that resigned, if one did.
 */
resigned: Side | null, } | { "type": "open", 
/**
 * The id of the request.
 */
id: number, 
/**
 * The text of the file.
 */
text: string, } | { "type": "compose", 
/**
 * The id of the request.
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
 * The side to move.
 */
side: Side, 
/**
 * One of [`GameInfo::marks`]; the first if missing.
 */
mark: string | null, } | { "type": "enter", 
/**
 * The id of the request.
 */
id: number, 
/**
 * The id of the room.
 */
room: string, 
/**
 * The seat to take; none to watch. If another player has it, one watches.
 */
seat: Side | null, 
/**
 * Random text of the page, with which it gets its seat back later.
 */
secret: string, 
/**
 * Whether to open the room if it does not exist.
 */
create: boolean, 
/**
 * Lists the room in the lobby.
 */
challenge: Challenge | null, } | { "type": "relay", 
/**
 * The id of the request.
 */
id: number, 
/**
 * The game.
 */
game: RoomGame, } | { "type": "leave", 
/**
 * The id of the request.
 */
id: number, } | { "type": "lobby", 
/**
 * The id of the request.
 */
id: number, } | { "type": "ping", 
/**
 * The id of the request.
 */
id: number, };

/**
 * A game: its start and its actions so far.
 */
export type GameLine = { 
/**
 * The game and its size, such as `refusal` or `oska:6`.
 */
game: string, 
/**
 * The position text of the start; the default start if missing.
 */
start: string | null, 
/**
 * The actions, answers to proposals included.
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
 * The gas in its tank, in games with tanks.
 */
gas: number | null, };

/**
 * A message of the server.
 */
export type Message = { "type": "hello", 
/**
 * The version of the program. If the [`Catalogue`] is of another version, reload it.
 */
version: string, 
/**
 * The limits of requests.
 */
limits: ServerLimits, 
/**
 * Whether there are rooms; `null` if not.
 */
rooms: RoomOffer | null, } | { "type": "position", 
/**
 * The request.
 */
id: number, 
/**
 * The game and its size.
 */
game: string, 
/**
 * The position text of the start; never empty.
 */
start: string, 
/**
 * The actions played.
 */
actions: Array<Played>, 
/**
 * The position text.
 */
position: string, 
/**
 * The side to move.
 */
side: Side, 
/**
 * The result; `null` while the game goes on.
 */
outcome: Outcome | null, 
/**
 * Why the game ended, a sentence, or empty.
 */
ending: string, 
/**
 * The board.
 */
view: View, 
/**
 * The captured pieces, in order.
 */
taken: Array<Piece>, 
/**
 * Whether a move is only proposed now, until the other side has answered.
 */
proposes: boolean, 
/**
 * The legal actions in alphabetical order; empty exactly when the game is over.
 */
legal: Array<LegalAction>, } | { "type": "illegal", 
/**
 * The request.
 */
id: number, 
/**
 * The rule it breaks, or what is wrong with the text.
 */
sentence: string, 
/**
 * Whether the text is not an action in any position.
 */
unreadable: boolean, } | { "type": "error", 
/**
 * The request; `null` if its id could not be read, or for a warning.
 */
id: number | null, 
/**
 * What is wrong, a sentence to show.
 */
sentence: string, 
/**
 * The index of the first illegal action.
 */
at: number | null, } | { "type": "waiting", 
/**
 * The request.
 */
id: number, 
/**
 * The number of searches ahead in the queue.
 */
ahead: number, } | { "type": "thinking", 
/**
 * The request.
 */
id: number, 
/**
 * Its result so far.
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
 * The position after it; `null` without an action, and for a hint.
 */
position: PositionInfo | null, 
/**
 * The result of the search; `null` if the engine decided earlier, as with answers to proposals.
 */
report: SearchReport | null, } | { "type": "analysis", 
/**
 * The request.
 */
id: number, 
/**
 * The value of the position. With proposals this is the value of the second-best line.
 */
value: PositionValue, 
/**
 * The best lines, the best first; empty if the game is over.
 */
lines: Array<SearchReport>, 
/**
 * How each legal move, once proposed, should be answered, in the order of the legal actions; or, if a proposal is
 * pending, the answer to that one. `null` in games without proposals.
 */
advice: Array<ProposalAdvice> | null, 
/**
 * Whether this is final: the result is proven, the time is up, or the analysis was stopped.
 */
done: boolean, } | { "type": "reviewed", 
/**
 * The request.
 */
id: number, 
/**
 * The number of actions before it.
 */
ply: number, 
/**
 * Its value.
 */
value: PositionValue, 
/**
 * The best action; `null` if the game is over.
 */
best: Action | null, 
/**
 * The best line.
 */
line: Array<Action>, 
/**
 * The mark of the action that led to it; `null` if it was good, or at the start.
 */
mark: Mark | null, 
/**
 * The proven result before that action, if the action changed it: the value of the game changed hands.
 */
changed: Outcome | null, 
/**
 * The proven result with best play from here; `null` if it is not proven.
 */
proven: Outcome | null, } | { "type": "reviewEnd", 
/**
 * The request.
 */
id: number, } | { "type": "coach", 
/**
 * The request.
 */
id: number, 
/**
 * The number of actions before it.
 */
ply: number, 
/**
 * The sentences, the most important first; empty if there is nothing to say.
 */
sentences: Array<CoachSentence>, } | { "type": "values", 
/**
 * The request.
 */
id: number, 
/**
 * The side to move; results are for this side.
 */
side: Side, 
/**
 * The result of the position; `null` if it is not proven. With proposals this is that of the second-best action.
 */
proven: ProvenValue | null, 
/**
 * The legal actions in alphabetical order; empty if the game is over.
 */
actions: Array<ActionValue>, 
/**
 * Where the results come from.
 */
source: ProofSource, 
/**
 * The same in a sentence, to show.
 */
note: string, 
/**
 * Whether this is final.
 */
done: boolean, } | { "type": "searchNodes", 
/**
 * The request.
 */
id: number, 
/**
 * The entry of the first of them in the whole list.
 */
first: number, 
/**
 * The nodes.
 */
nodes: Array<SearchNode>, } | { "type": "searchTree", 
/**
 * The request.
 */
id: number, 
/**
 * The summary.
 */
summary: SearchSummary, } | { "type": "rung", 
/**
 * The request.
 */
id: number, 
/**
 * The name of the idea; `null` for plain minimax.
 */
idea: string | null, 
/**
 * Its nodes.
 */
nodes: number, 
/**
 * Whether the search came to its end; if not, it takes more nodes than this.
 */
whole: boolean, 
/**
 * Its value for the side to move, if it came to its end.
 */
value: number, } | { "type": "ladderEnd", 
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
 * The content of the file.
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
 * The players: South, North.
 */
players: [string, string], 
/**
 * Further headers of the record.
 */
headers: Array<[string, string]>, 
/**
 * The result; `null` while the game goes on.
 */
result: Outcome | null, 
/**
 * The side that resigned, if one did.
 */
resigned: Side | null, } | { "type": "composed", 
/**
 * The request.
 */
id: number, 
/**
 * The position text.
 */
position: string, } | { "type": "rules", 
/**
 * The request.
 */
id: number, 
/**
 * The rules, plain text.
 */
text: string, 
/**
 * Examples to draw next to them.
 */
examples: Array<Example>, } | { "type": "lesson", 
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
 * The verdict.
 */
verdict: Verdict, 
/**
 * The reply of the lesson, or the rule that the answer breaks.
 */
sentence: string, 
/**
 * The board after the answer and the moves that follow; `null` if nothing is played.
 */
after: LessonBoard | null, 
/**
 * A comment on the moves after a right answer.
 */
epilogue: string | null, } | { "type": "room", 
/**
 * The request to enter it.
 */
id: number, 
/**
 * The seat of this tab; `null` if it watches.
 */
seat: Side | null, 
/**
 * The seats of South and North.
 */
seats: [SeatState, SeatState], 
/**
 * The number of tabs that watch.
 */
watchers: number, 
/**
 * The time of the server in milliseconds.
 */
at: number, 
/**
 * A number that is another one after each start of the server, because its time begins anew.
 */
witness: number, } | { "type": "relayed", 
/**
 * The request to enter the room.
 */
id: number, 
/**
 * The player.
 */
from: Side, 
/**
 * When the server got it, in milliseconds.
 */
at: number, 
/**
 * The game of that player's page.
 */
game: RoomGame, } | { "type": "roomClosed", 
/**
 * The request to enter it.
 */
id: number, 
/**
 * Why, a sentence to show.
 */
sentence: string, } | { "type": "lobby", 
/**
 * The request.
 */
id: number, 
/**
 * The rooms: those with a free seat first.
 */
rooms: Array<LobbyRoom>, } | { "type": "pong", 
/**
 * The request.
 */
id: number, };

/**
 * The position at the end of a line.
 */
export type PositionInfo = { 
/**
 * The game and its size.
 */
game: string, 
/**
 * The position text of the start; never empty.
 */
start: string, 
/**
 * The actions played.
 */
actions: Array<Played>, 
/**
 * The position text.
 */
position: string, 
/**
 * The side to move.
 */
side: Side, 
/**
 * The result; `null` while the game goes on.
 */
outcome: Outcome | null, 
/**
 * Why the game ended, a sentence, or empty.
 */
ending: string, 
/**
 * The board.
 */
view: View, 
/**
 * The captured pieces, in order.
 */
taken: Array<Piece>, 
/**
 * Whether a move is only proposed now, until the other side has answered.
 */
proposes: boolean, 
/**
 * The legal actions in alphabetical order; empty exactly when the game is over.
 */
legal: Array<LegalAction>, };

/**
 * The limits of requests.
 */
export type ServerLimits = { 
/**
 * The most actions of a game.
 */
actions: number, 
/**
 * The most bytes of a request.
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
 * The level to offer to new players.
 */
defaultLevel: number, 
/**
 * The time per move to offer to new players, in milliseconds.
 */
timeMs: number, 
/**
 * The least time per move, in milliseconds.
 */
minTimeMs: number, 
/**
 * The most time per move, in milliseconds.
 */
maxTimeMs: number, };

/**
 * The games and levels: a file that the page loads while it connects.
 */
export type Catalogue = { 
/**
 * The version of the program.
 */
version: string, 
/**
 * All games, in the order to show them.
 */
games: Array<GameInfo>, 
/**
 * A sentence about each level, from level 1 on.
 */
levels: Array<string>, };

/**
 * A game.
 */
export type GameInfo = { 
/**
 * The name in requests; another size is `id:size`.
 */
id: string, 
/**
 * The name to show.
 */
title: string, 
/**
 * A line for menus.
 */
summary: string, 
/**
 * The goal, the twist and its consequence, a sentence or two each; may be empty.
 */
welcome: Array<string>, 
/**
 * The titles of the steps of its lesson; empty without a lesson.
 */
lesson: Array<string>, 
/**
 * The name of its engine, also in records.
 */
player: string, 
/**
 * The names of South and North.
 */
sides: [string, string], 
/**
 * The side that moves first; `null` if either may.
 */
opener: Side | null, 
/**
 * A start position for each side that may move first, the default one first. They have the default size; other sizes
 * use a `start` of `null`.
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
 * Every piece, for setting up positions. `gas` is that of a new piece.
 */
palette: Array<Piece>, 
/**
 * Further options of a position set up by hand; empty in most games.
 */
marks: Array<PositionMark>, };

/**
 * A start position.
 */
export type StartPosition = { 
/**
 * The side that moves first.
 */
side: Side, 
/**
 * The position text.
 */
position: string, };

/**
 * The range of board sizes.
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
 * An option of a position that its board does not show.
 */
export type PositionMark = { 
/**
 * What to send in [`Request::Compose`].
 */
text: string, 
/**
 * The label to show.
 */
label: string, };

/**
 * An example of a rule.
 */
export type Example = { 
/**
 * Its caption.
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
 * The board after it; `null` if the move is illegal.
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
 * The announcement of a legal move.
 */
remark: string | null, 
/**
 * The game that leads to `before`, for trying it out.
 */
line: GameLine, };

/**
 * Everything that the console or the page needs to draw a board, without the rules.
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
 * What the board does not show, such as a refused move, in one sentence each.
 */
notes: Array<string>, 
/**
 * Markers of single pieces, to be drawn on their squares.
 */
markers: Array<Marker>, };

/**
 * Something about a piece that follows from the rules, with words where the drawing does not show it.
 */
export type Marker = { "type": "bound", 
/**
 * Where it is.
 */
square: string, 
/**
 * What it may not do, as in `may not go sideways now`.
 */
words: string, } | { "type": "open", 
/**
 * Where it is.
 */
square: string, 
/**
 * The side from whose end of the board it can be captured.
 */
toward: Side, 
/**
 * The rule, as in `can only be captured from behind`.
 */
words: string, } | { "type": "wall", 
/**
 * Where it is.
 */
square: string, } | { "type": "wreck", 
/**
 * Where it is.
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
 * The piece on it.
 */
piece: Piece | null, };

/**
 * A piece of a [`View`].
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
 * Its letter on boards where colour tells the sides apart; in most games [`Piece::letter`].
 */
letterWhenColoured: string, 
/**
 * Its Unicode symbol, different for each side and one column wide on every terminal.
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
 * A legal action of one position: its text for people, its kind and squares for programs.
 */
export type Action = { 
/**
 * The action as the game writes it, such as `C4B6` or `accept`.
 */
text: string, 
/**
 * Move, accept, refuse or pass.
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
 * A legal action and its effects.
 */
export type LegalAction = { 
/**
 * Its effects other than moving a piece; those of a proposal happen if it is accepted.
 */
effects: Array<Effect>, 
/**
 * The action as the game writes it, such as `C4B6` or `accept`.
 */
text: string, 
/**
 * Move, accept, refuse or pass.
 */
kind: ActionKind, 
/**
 * The squares left and reached; `null` for an action that names none.
 */
squares: Squares | null, };

/**
 * One thing that an action does, besides moving its piece.
 */
export type Effect = { "type": "captures", 
/**
 * Where it was.
 */
square: string, 
/**
 * What it was.
 */
piece: Piece, } | { "type": "takesOwn", 
/**
 * Where it was.
 */
square: string, 
/**
 * What it was.
 */
piece: Piece, } | { "type": "strikes", 
/**
 * Where it is.
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
 * A played action.
 */
export type Played = { 
/**
 * The action.
 */
action: Action, 
/**
 * Who played it.
 */
side: Side, 
/**
 * The piece that moves; `null` if none does.
 */
piece: Piece | null, 
/**
 * Its announcement, such as `Hi-YA!`.
 */
remark: string | null, };

/**
 * A step of a lesson: a board, an explanation and a question.
 */
export type LessonStep = { 
/**
 * Its heading, a few words.
 */
title: string, 
/**
 * The paragraphs before the question.
 */
text: Array<string>, 
/**
 * The question.
 */
ask: string, 
/**
 * A hint.
 */
hint: string | null, 
/**
 * The move that may be legal or not; `null` if the answer is an action.
 */
legality: LegalityQuestion | null, 
/**
 * The board.
 */
board: LessonBoard, 
/**
 * A right answer.
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
 * The side to move.
 */
side: Side, 
/**
 * The result; `null` while the game goes on.
 */
outcome: Outcome | null, 
/**
 * Why the game ended, a sentence, or empty.
 */
ending: string, 
/**
 * The board.
 */
view: View, 
/**
 * The last move; `null` at the start.
 */
last: Squares | null, 
/**
 * The legal actions.
 */
legal: Array<LegalAction>, };

/**
 * The verdict on an answer.
 */
export type Verdict = "right" | "wrong" | "illegal" | "unreadable";

/**
 * A game in a room, as the page of one player knows it. It is relayed as a whole, so messages may be lost.
 */
export type RoomGame = { 
/**
 * The game so far.
 */
line: GameLine, 
/**
 * How it ended, if not by an action.
 */
ended: RoomEnd | null, 
/**
 * The name of the player who says this.
 */
name: string, 
/**
 * How many times the players agreed to take actions back: a greater number beats a longer line.
 */
takebacks: number, 
/**
 * The player asks to take back all actions from this one on; the length of the line refuses what the other one asks.
 */
ask: number | null, 
/**
 * The player wants a rematch.
 */
rematch: boolean, 
/**
 * The clocks, in games that have them.
 */
clocks: RoomClocks | null, };

/**
 * How a game ended other than by an action.
 */
export type RoomEnd = { 
/**
 * The side that lost.
 */
side: Side, 
/**
 * The reason.
 */
by: RoomEndReason, };

/**
 * Why a game ended early.
 */
export type RoomEndReason = "resignation" | "time";

/**
 * The clocks after the last action.
 */
export type RoomClocks = { 
/**
 * The milliseconds that South and North have left.
 */
left: [number, number], 
/**
 * When the clock of the side to move was started, in the time of the server; missing before the first action.
 */
since: number | null, };

/**
 * What the lobby says about a room.
 */
export type Challenge = { 
/**
 * The game and its size.
 */
game: string, 
/**
 * The position text of the start; the default start if missing.
 */
start: string | null, 
/**
 * The name of the player who opened the room.
 */
name: string, 
/**
 * The time of each side in milliseconds; none without clocks.
 */
clock: number | null, };

/**
 * A seat of a room.
 */
export type SeatState = "free" | "away" | "present";

/**
 * A room in the lobby.
 */
export type LobbyRoom = { 
/**
 * Its id.
 */
room: string, 
/**
 * What is played.
 */
challenge: Challenge, 
/**
 * The seat that is free; `null` if there is none, and one can only watch.
 */
free: Side | null, };

/**
 * What a server with rooms says about itself.
 */
export type RoomOffer = { 
/**
 * Its address for other machines, with the token.
 */
address: string, };

/**
 * The result of a search so far.
 */
export type SearchReport = { 
/**
 * The depth in plies.
 */
depth: number, 
/**
 * The value of the line.
 */
value: PositionValue, 
/**
 * Nodes searched.
 */
nodes: number, 
/**
 * Nodes per second.
 */
nodesPerSecond: number, 
/**
 * Time since the start, in milliseconds.
 */
timeMs: number, 
/**
 * The best action; `null` if the game is over.
 */
best: Action | null, 
/**
 * With proposals: what to play if the best is refused.
 */
alternate: Action | null, 
/**
 * The principal variation.
 */
line: Array<Action>, };

/**
 * A node of a recorded search: one search of a move, or a move that was never searched.
 */
export type SearchNode = { 
/**
 * Its number among the nodes of the search, from 1; that of the last node before it if it was skipped.
 */
number: number, 
/**
 * The nodes below it that were visited, and itself; 0 if it was skipped.
 */
nodes: number, 
/**
 * The entries of its subtree, with itself: those after it in the list. The next entry after them is its sibling.
 */
entries: number, 
/**
 * Nodes below it that are only counted, not looking below its children.
 */
missing?: number, 
/**
 * The distance from the root.
 */
ply: number, 
/**
 * The plies to search; 0 and less in quiescence search.
 */
depth: number, 
/**
 * The action that leads here; missing at the root, and in a search of the same position without its hash move.
 */
move?: string, 
/**
 * The action is a proposal: `accept` follows it.
 */
proposed?: boolean, 
/**
 * The place of the move in the order, from 1; 0 without a move.
 */
place: number, 
/**
 * Whether the side to move is that of the root.
 */
max: boolean, 
/**
 * `root`, `pv`, `cut` or `all`.
 */
kind: string, 
/**
 * What the move was searched for, such as `null` or `wider`.
 */
search: string, 
/**
 * The plies less than at full depth.
 */
reduction?: number, 
/**
 * The lower end of the window; missing if it is infinite.
 */
low?: number, 
/**
 * The upper end of the window; missing if it is infinite.
 */
high?: number, 
/**
 * The value returned.
 */
value: number, 
/**
 * `exact`, `lower` (the value is at least this) or `upper`.
 */
bound: string, 
/**
 * Why it ended, or was skipped.
 */
end: string, 
/**
 * Whether the move was never searched; `end` says why.
 */
skipped?: boolean, 
/**
 * What else happened, such as `second_needed` or `threat`.
 */
marks?: Array<string>, 
/**
 * The static evaluation, if it was needed.
 */
eval?: number, 
/**
 * What the transposition table knew.
 */
table?: TableKnowledge, 
/**
 * The number of legal moves; 0 if they were not needed.
 */
moves: number, 
/**
 * The move that caused the cutoff.
 */
by?: string, 
/**
 * Its place in the order.
 */
byPlace?: number, 
/**
 * The best move, if one is better than alpha.
 */
best?: string, 
/**
 * The second-best, where moves can be refused: the value is this move's.
 */
second?: string, };

/**
 * What the transposition table knew of a position.
 */
export type TableKnowledge = { 
/**
 * The value.
 */
value: number, 
/**
 * The depth to which it was searched.
 */
depth: number, 
/**
 * `exact`, `lower` or `upper`.
 */
bound: string, };

/**
 * A search of the root.
 */
export type RootReport = { 
/**
 * Its entry in the list of nodes.
 */
entry: number, 
/**
 * `iteration`, `aspiration` (again, with a wider window) or `proof` (for a shorter win or loss).
 */
search: string, 
/**
 * Its depth.
 */
depth: number, 
/**
 * Its nodes.
 */
nodes: number, 
/**
 * Its value.
 */
value: number, 
/**
 * Whether the search was stopped in it; then the value means nothing.
 */
stopped: boolean, 
/**
 * All its nodes up to this ply are in the list, and none beyond; `null` if all are.
 */
wholePlies: number | null, };

/**
 * How often something happened.
 */
export type WordCount = { 
/**
 * The word.
 */
word: string, 
/**
 * How often.
 */
count: number, };

/**
 * The summary of a recorded search. Words that did not occur are left out.
 */
export type SearchSummary = { 
/**
 * The result.
 */
report: SearchReport, 
/**
 * The entry of the root whose value is the result; `null` if there is none.
 */
result: number | null, 
/**
 * The searches of the root.
 */
roots: Array<RootReport>, 
/**
 * The nodes visited.
 */
nodes: number, 
/**
 * Nodes by the reason why they ended; their sum is `nodes`.
 */
ends: Array<WordCount>, 
/**
 * Moves that were skipped, by reason.
 */
skips: Array<WordCount>, 
/**
 * Nodes by type; their sum is `nodes`.
 */
kinds: Array<WordCount>, 
/**
 * Searches by what they were for; their sum is `nodes`.
 */
searches: Array<WordCount>, 
/**
 * Nodes by what else happened.
 */
marks: Array<WordCount>, 
/**
 * Nodes by ply.
 */
plies: Array<number>, 
/**
 * Searches that repeated one.
 */
searchedAgain: number, 
/**
 * Positions that were in the table.
 */
tableHits: number, 
/**
 * Cutoffs by the first move that could cause one.
 */
firstMoveCutoffs: number, 
/**
 * Nodes at depth 0 and below.
 */
quiescence: number, 
/**
 * Whether the search ended at its limit of nodes.
 */
stopped: boolean, 
/**
 * The ideas of the search that make sense here, and whether each was on.
 */
ideas: Array<IdeaState>, };

/**
 * An idea of the search.
 */
export type IdeaState = { 
/**
 * Its name, such as `null_window`.
 */
name: string, 
/**
 * Whether it was on.
 */
on: boolean, };

/**
 * The value of a position.
 */
export type PositionValue = { 
/**
 * The side to move.
 */
side: Side, 
/**
 * The score for the side to move: 100 is about a pawn, a 64 % chance to win.
 */
score: number, 
/**
 * Plies to a proven result: positive if the side to move wins, negative or 0 if it loses.
 */
winsIn: number | null, 
/**
 * The chance that South wins, from 0 to 1.
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
 * The mark of a bad move.
 */
export type Mark = "inaccuracy" | "mistake" | "blunder";

/**
 * A sentence of the coach.
 */
export type CoachSentence = { 
/**
 * The sentence.
 */
text: string, 
/**
 * What it claims.
 */
claim: Claim, };

/**
 * What a sentence claims, as data.
 */
export type Claim = { 
/**
 * What is said of `action`.
 */
kind: ClaimKind, 
/**
 * The position that it is about, before `action`. For a threat it is made up: the opponent is to move instead.
 */
position: string, 
/**
 * Who acts.
 */
side: Side, 
/**
 * The action.
 */
action: Action, 
/**
 * What is proven about it.
 */
proven: ProvenValue | null, 
/**
 * The action that it is compared with.
 */
other: Action | null, 
/**
 * What is proven about that one.
 */
otherProven: ProvenValue | null, 
/**
 * Where moves can be refused: another action as good as `other`, or as `action` if there is no `other`.
 */
second: Action | null, 
/**
 * The values of `action` and `other` where nothing is proven.
 */
values: ComparedValues | null, 
/**
 * A number; its kind says of what.
 */
count: number | null, 
/**
 * What the rules say about the piece, such as `may not go sideways next turn`.
 */
rule: string | null, 
/**
 * Actions that show it, from `position` on: the best play after `action`, or after `other` if that is what should be seen.
 */
line: Array<Action>, };

/**
 * What a claim says about its action.
 */
export type ClaimKind = "wins" | "slowerWin" | "missesWin" | "draws" | "loses" | "missesDraw" | "onlyMove" | "bothLose" | "threat" | "prefers" | "agrees" | "runsDry" | "bound" | "strikesSeveral";

/**
 * The values of two actions in one search, at one depth.
 */
export type ComparedValues = { 
/**
 * The value of the action, for the side that acts: 100 is about a pawn.
 */
action: number, 
/**
 * The value of the other action.
 */
other: number, 
/**
 * The depth of the search, in plies.
 */
depth: number, };

/**
 * A legal action with what is proven about it.
 */
export type ActionValue = { 
/**
 * The action. A proposal is valued as if it were accepted.
 */
action: Action, 
/**
 * The result after it, for the side that acts, counted with this action; `null` if nothing is proven.
 */
proven: ProvenValue | null, };

/**
 * A result that is certain, with its distance.
 */
export type ProvenValue = { 
/**
 * The result for the side to move.
 */
result: ProvenResult, 
/**
 * The plies to the end of the game: the winner needs no more. `null` for a draw, and where only the result is known.
 */
plies: number | null, 
/**
 * Whether `plies` is exactly the distance: the winner cannot be faster, the loser cannot hold out longer.
 */
exact: boolean, };

/**
 * A proven result, for the side to move.
 */
export type ProvenResult = "win" | "draw" | "loss";

/**
 * Where proven results come from.
 */
export type ProofSource = "tablebase" | "search";
