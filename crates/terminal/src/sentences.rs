//! What a game is told in, on any screen.

use std::time::Duration;

use skirmish_board::{Action, ActionKind, Outcome, Side, Squares, TextError, quoted, texts};
use skirmish_games::GameId;
use skirmish_play::{Decision, Level, Step};
use skirmish_search::SearchInfo;

use crate::command;
use crate::game::Game;
use crate::players::Players;

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
pub fn ended(name: &str) -> String {
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
pub fn strength(level: Level, time: Duration) -> String {
    format!("Level {} of 10, at most {} s a move. {}", level.number(), time.as_secs_f64(), level.sees())
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

/// A score from the view of the side to move: points, or the proven result.
pub fn score(finding: &SearchInfo<Action>) -> String {
    match finding.proven_plies() {
        Some(plies) if plies > 0 => format!("wins in {plies}"),
        Some(plies) => format!("loses in {}", -plies),
        None => format!("{:+}", finding.score),
    }
}

/// The best action.
pub fn hint(decision: &Decision) -> String {
    let best = decision.action.as_ref().map(Action::to_string).unwrap_or_default();
    match decision.info.as_ref().and_then(|finding| finding.alternate.as_ref()) {
        Some(alternate) => format!("Try {best}, and if it is refused, {alternate}."),
        None => format!("Try {best}."),
    }
}

/// Who stands better, by how much, and what is expected.
pub fn eval(players: &Players, side: Side, finding: &SearchInfo<Action>) -> String {
    let better = if finding.score >= 0 { side } else { side.opposite() };
    let standing = match finding.proven_plies() {
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

/// Why a line is no action: a rule it breaks, or a word that nobody knows.
pub fn complaint(game: &Game, text: &str, error: &TextError) -> String {
    if command::looks_like_a_move(text) {
        return error.to_string();
    }
    if let Some(kind) = command::action_word(text) {
        let name = game.id().info().name;
        return if error.is_unreadable() { no_such_rule(kind, name) } else { error.to_string() };
    }
    let legal = game.legal_actions();
    // Moves look too much alike to be meant by a word.
    let words: Vec<Action> = legal.iter().filter(|action| action.kind != ActionKind::Move).cloned().collect();
    let vocabulary = command::vocabulary(&words);
    let first = text.split_whitespace().next().unwrap_or_default();
    match command::nearest(first, vocabulary.iter().map(String::as_str)) {
        Some(word) => format!("I do not know {}. Did you mean {word}?", quoted(text)),
        None => format!(
            "I do not know {}. A move is two squares such as {}; help lists the commands.",
            quoted(text),
            example(&legal)
        ),
    }
}
