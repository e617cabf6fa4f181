//! What the program says.

use std::time::Duration;

use skirmish_board::{Action, ActionKind, Outcome, Piece, Side, Squares, texts};
use skirmish_games::GameId;
use skirmish_play::{Decision, Finding, Level, Step};

use super::command::WORDS;
use super::game::Game;
use super::look::Look;
use super::players::Players;

/// The header of a record for the engine's level.
pub const LEVEL: &str = "Level";

/// The prompt for a person who watches the engine.
pub const PAUSED: &str = "Paused (Enter goes on): ";

/// The first words of a game.
pub fn introduction(game: GameId, players: &Players, level: Level, time: Duration) -> String {
    let info = game.info();
    let sides = Side::BOTH.map(|side| players.side_name(side));
    match (players.person(), players.has_engine()) {
        (Some(_), _) => format!("I am {}, and we play {} {}", info.player, ended(info.name), strength(level, time)),
        (None, true) => format!("{} plays {} against itself. {}", info.player, info.name, strength(level, time)),
        (None, false) => format!("{} for two: {} against {}.", info.name, sides[0], sides[1]),
    }
}

/// A name at the end of a sentence: some have their own mark.
fn ended(name: &str) -> String {
    if name.ends_with(['!', '?']) { name.to_owned() } else { format!("{name}.") }
}

/// Why a word of other games means nothing in this one.
pub fn no_such_rule(kind: ActionKind, game: &str) -> String {
    match kind {
        ActionKind::Pass => format!("Nobody may pass in {game}: a side on turn must move."),
        _ => format!("Moves are not proposed in {game}: there is nothing to accept or refuse."),
    }
}

/// How strong and how fast the engine plays.
fn strength(level: Level, time: Duration) -> String {
    format!("Level {} of 10, at most {} s a move. {}", level.number(), time.as_secs_f64(), level.sees())
}

/// Which side the person has.
pub fn seat(players: &Players, game: &Game, look: Look) -> String {
    // An example is a move of the person who reads it.
    let is_asked = players.person().is_none_or(|person| person == game.side_to_move());
    let legal = if is_asked { game.legal_actions() } else { Vec::new() };
    let what_to_type = match legal.iter().find(|action| action.kind == ActionKind::Move) {
        Some(example) => format!("Type a move such as {example}, or help."),
        None => "Type the two squares of a move, or help.".to_owned(),
    };
    match players.person() {
        None if players.has_engine() => "Ctrl-C stops it for a word from you.".to_owned(),
        None => what_to_type,
        Some(side) => {
            let place = if side == Side::South { "bottom" } else { "top" };
            let name = look.of_side(side, players.side_name(side));
            format!("You are {name}, at the {place}. {what_to_type}")
        }
    }
}

/// The question before a game.
pub fn first_or_second(game: GameId) -> String {
    let info = game.info();
    match info.opener {
        None => "Do you want to move first or second? ".to_owned(),
        Some(side) => {
            let [first, second] = [side, side.opposite()].map(|side| info.sides[side.index()].to_lowercase());
            format!("Do you want to move first ({first}) or second ({second})? ")
        }
    }
}

/// The prompt.
pub fn prompt(game: &Game, players: &Players, legal: &[Action]) -> String {
    let side = game.side_to_move();
    let pending = game.view().pending.map(|squares| squares.to_string()).unwrap_or_default();
    let (who, whose) = match players.person() {
        Some(_) => (String::new(), "Your".to_owned()),
        None => (format!("{}: ", players.side_name(side)), format!("{}'s", players.side_name(side))),
    };
    match legal {
        [] => "The game is over (new, undo, save FILE, quit): ".to_owned(),
        [only] if only.kind == ActionKind::Pass => format!("{who}No piece can move; press Enter to pass: "),
        _ if game.is_waiting_for_answer() => format!("{who}Accept or reject {pending}? "),
        _ if !pending.is_empty() => format!("{whose} other move: "),
        _ => format!("{whose} move: "),
    }
}

/// What the engine did. An announcement such as Hi-YA! belongs to its move.
pub fn engine_action(players: &Players, step: &Step, proposed: Option<&Squares>) -> String {
    let (name, action) = (players.name(step.side), &step.action);
    match (action.kind, proposed) {
        (ActionKind::Accept, Some(proposed)) => format!("{name} accepts {proposed}."),
        (ActionKind::Refuse, Some(proposed)) => format!("{name} refuses {proposed}."),
        (ActionKind::Pass, _) => format!("{name} cannot move and passes."),
        _ => match step.remark {
            Some(remark) => format!("{name} plays {action} {remark}"),
            None => format!("{name} plays {action}"),
        },
    }
}

/// How the game ended, and why.
pub fn result(game: &Game, players: &Players) -> String {
    let win = |side| {
        let mark = if players.person() == Some(side) { '!' } else { '.' };
        players.does(side, "win", "wins") + &mark.to_string()
    };
    match (game.outcome(), game.resigned()) {
        (None, _) => String::new(),
        (Some(Outcome::Win(side)), Some(loser)) => {
            format!("{} {}", players.does(loser, "resign.", "resigns."), win(side))
        }
        (Some(Outcome::Win(side)), None) => format!("{} {}", win(side), game.ending()),
        // Why it is a draw says that it is one.
        (Some(Outcome::Draw), _) => game.ending(),
    }
}

/// The line while the engine thinks: how deep it looks, what it finds, and the time left.
pub fn thinking(name: &str, finding: Option<&Finding>, left: Duration) -> String {
    let left = left.as_secs_f64();
    match finding {
        None => format!("{name} thinks: {left:.1} s left"),
        Some(finding) => {
            let best = finding.best.as_ref().map(Action::to_string).unwrap_or_default();
            format!("{name} thinks: depth {}, {best} {}, {left:.1} s left", finding.depth, score(finding))
        }
    }
}

/// A score from the view of the side to move: points, or the proven result.
fn score(finding: &Finding) -> String {
    match finding.wins_in {
        Some(plies) if plies > 0 => format!("wins in {plies}"),
        Some(plies) => format!("loses in {}", -plies),
        None => format!("{:+}", finding.score),
    }
}

/// The best action.
pub fn hint(decision: &Decision) -> String {
    let best = decision.action.as_ref().map(Action::to_string).unwrap_or_default();
    match decision.finding.as_ref().and_then(|finding| finding.alternate.as_ref()) {
        Some(alternate) => format!("Try {best}, and if it is refused, {alternate}."),
        None => format!("Try {best}."),
    }
}

/// Who stands better, by how much, and what is expected.
pub fn eval(players: &Players, side: Side, finding: &Finding) -> String {
    let better = if finding.score >= 0 { side } else { side.opposite() };
    let standing = match finding.wins_in {
        Some(plies) => {
            let win = players.does(better, "win", "wins");
            format!("{win} in {} plies with best play", plies.abs())
        }
        None if finding.score == 0 => "The sides stand equal".to_owned(),
        None => format!("{} better by {} points", players.does(better, "stand", "stands"), finding.score.abs()),
    };
    let line = &finding.line[..finding.line.len().min(8)];
    format!("{standing} (depth {}). Expected: {}", finding.depth, texts(line).join(" "))
}

/// How strong the engine plays, and what that means.
pub fn level(level: Level) -> String {
    format!("Level {} of 10. {}", level.number(), level.sees())
}

/// A legal move to show what moves look like.
pub fn example(legal: &[Action]) -> &str {
    legal.first().map_or("A1B2", |action| action.text.as_str())
}

/// What can be typed, and what the pieces are.
pub fn help(game: &Game, look: Look) -> String {
    let moves = game.legal_actions().into_iter().find_map(|action| action.squares);
    let example = moves.map_or(String::new(), |Squares { from, to }| {
        let (small_from, small_to) = (from.to_lowercase(), to.to_lowercase());
        format!(": {from}{to}, {small_from} {small_to} or {small_from}-{small_to}")
    });
    let mut text = format!(
        "Type a move as the square left and the square reached{example}.\n\
         Where a move is proposed, answer accept or reject (also yes or no). Or type:\n\n",
    );
    for (_, name, argument, help) in WORDS {
        text += &format!("  {:16}{help}\n", format!("{name} {argument}"));
    }
    text += "\nCtrl-C makes the engine move at once; at the prompt it cancels the line, and twice it leaves.\n\n";
    text + &pieces(game, look)
}

/// What the letters on the board stand for.
fn pieces(game: &Game, look: Look) -> String {
    let view = game.view();
    let mut known: Vec<Piece> = Vec::new();
    for piece in view.rows.iter().flat_map(|row| &row.cells).filter_map(|cell| cell.piece) {
        if known.iter().all(|other| (other.kind, other.side) != (piece.kind, piece.side)) {
            known.push(piece);
        }
    }
    let mut text = String::new();
    for side in [Side::North, Side::South] {
        let name = |piece: &Piece| format!("{} {}", look.of_side(side, &look.letter(piece).to_string()), piece.kind);
        let names: Vec<String> = known.iter().filter(|piece| piece.side == side).map(name).collect();
        text += &format!("{}: {}\n", game.id().info().sides[side.index()], names.join(", "));
    }
    if !look.unicode && known.iter().any(|piece| piece.letter != piece.coloured) {
        text += "With colours, both sides have the same letters; without, each kind has its own, in capitals for ";
        text += &format!("{}.\n", game.id().info().sides[Side::North.index()]);
    }
    text.trim_end().to_owned()
}
