//! Messages of line mode.

use std::time::Duration;

use skirmish_board::{Action, ActionKind, Piece, Side, Squares};
use skirmish_search::SearchInfo;
pub use skirmish_session::messages::{
    OPEN_ELSEWHERE, SAVED, cannot_be_saved, engine_action, first_or_second, introduction, level, prompt, result, saved,
    score, second_person, values,
};

use super::style::ConsoleStyle;
use skirmish_session::command::WORDS;
use skirmish_session::game::SessionGame;
use skirmish_session::players::Players;

/// The prompt while the engine's game against itself is paused.
pub const PAUSED: &str = "Paused (press Enter to continue): ";

/// Which side the user plays, and how to enter moves.
pub fn your_side(players: &Players, game: &SessionGame, style: ConsoleStyle) -> String {
    // The example must be a move of the user.
    let is_asked = players.person().is_none_or(|person| person == game.side_to_move());
    let legal = if is_asked { game.legal_actions() } else { Vec::new() };
    let what_to_type = match legal.iter().find(|action| action.kind == ActionKind::Move) {
        Some(example) => format!("Type a move such as {example}, or help."),
        None => "Type the two squares of a move, or help.".to_owned(),
    };
    match players.person() {
        None if players.has_engine() => "Press Ctrl-C to interrupt.".to_owned(),
        None => what_to_type,
        Some(side) => {
            let edge = if side == Side::South { "bottom" } else { "top" };
            let name = style.of_side(side, players.side_name(side));
            format!("You are {name}, at the {edge}. {what_to_type}")
        }
    }
}

/// Explains the letters that replace the handout's where there are no colours.
pub fn legend(game: &SessionGame, style: ConsoleStyle) -> Option<String> {
    if style.colour || style.unicode {
        return None;
    }
    let mut kinds: Vec<String> = Vec::new();
    for piece in game.view().rows.iter().flat_map(|row| &row.cells).filter_map(|cell| cell.piece) {
        let (plain, coloured) = (piece.letter.to_ascii_lowercase(), piece.letter_when_coloured.to_ascii_lowercase());
        let kind = format!("{plain} is a {}", piece.kind);
        if plain != coloured && !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    let north = game.id().info().sides[Side::North.index()];
    (!kinds.is_empty()).then(|| format!("On the board, {}, in capitals for {north}.", kinds.join(" and ")))
}

/// The live line while the engine thinks: depth, best move, score and time left.
pub fn thinking(name: &str, info: Option<&SearchInfo<Action>>, left: Duration) -> String {
    let left = left.as_secs_f64();
    match info {
        None => format!("{name} thinks: {left:.1} s left"),
        Some(info) => {
            let best = info.best.as_ref().map(Action::to_string).unwrap_or_default();
            format!("{name} thinks: depth {}, {best} {}, {left:.1} s left", info.depth, score(info))
        }
    }
}

/// The help text: notation, commands and pieces.
pub fn help(game: &SessionGame, style: ConsoleStyle) -> String {
    let moves = game.legal_actions().into_iter().find_map(|action| action.squares);
    let example = moves.map_or(String::new(), |Squares { from, to }| {
        let (small_from, small_to) = (from.to_lowercase(), to.to_lowercase());
        format!(": {from}{to}, {small_from} {small_to} or {small_from}-{small_to}")
    });
    let mut text = format!("Type a move as its two squares, from and to{example}.\n");
    if skirmish_play::new_game(game.id()).is_proposal_turn() {
        text += "When a move is proposed, answer accept or reject (also yes or no).\n";
    }
    text += "Commands:\n\n";
    for (_, name, argument, help) in WORDS {
        text += &format!("  {:16}{help}\n", format!("{name} {argument}"));
    }
    text += "\nCtrl-C makes the engine move at once; at the prompt it cancels the line, and twice it quits.\n\n";
    text + &pieces(game, style)
}

/// The letters of the pieces.
fn pieces(game: &SessionGame, style: ConsoleStyle) -> String {
    let view = game.view();
    let mut known: Vec<Piece> = Vec::new();
    for piece in view.rows.iter().flat_map(|row| &row.cells).filter_map(|cell| cell.piece) {
        if known.iter().all(|other| (other.kind, other.side) != (piece.kind, piece.side)) {
            known.push(piece);
        }
    }
    let mut text = String::new();
    for side in [Side::North, Side::South] {
        let name = |piece: &Piece| format!("{} {}", style.of_side(side, &style.letter(piece).to_string()), piece.kind);
        let names: Vec<String> = known.iter().filter(|piece| piece.side == side).map(name).collect();
        text += &format!("{}: {}\n", game.id().info().sides[side.index()], names.join(", "));
    }
    if !style.unicode && known.iter().any(|piece| piece.letter != piece.letter_when_coloured) {
        text += "With colours, both sides have the same letters; without, each kind has its own, in capitals for ";
        text += &format!("{}.\n", game.id().info().sides[Side::North.index()]);
    }
    text.trim_end().to_owned()
}
