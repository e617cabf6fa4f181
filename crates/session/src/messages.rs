//! The messages of line mode and full screen.

use std::io;
use std::time::Duration;

use skirmish_board::{Action, ActionKind, Effect, Outcome, Piece, Side, Squares, TextError, quoted, texts};
use skirmish_games::GameId;
use skirmish_play::{ActionValue, AnyGame, Decision, Level, PositionValues, Step};
use skirmish_search::SearchInfo;

use crate::coach::{self, CoachSentence};
use crate::command;
use crate::game::SessionGame;
use crate::players::{Players, Role};

/// The greeting at the start of a game.
pub fn introduction(game: GameId, players: &Players, level: Level, time: Duration) -> String {
    let info = game.info();
    let sides = Side::BOTH.map(|side| players.side_name(side));
    match (players.person(), players.has_engine()) {
        (Some(_), _) => {
            format!("I am {}, and we play {} {}", info.player, with_full_stop(info.name), strength(level, time))
        }
        (None, true) => format!("{} plays {} against itself. {}", info.player, info.name, strength(level, time)),
        (None, false) => format!("{} for two: {} against {}.", info.name, sides[0], sides[1]),
    }
}

/// A name as the end of a sentence: adds a full stop unless the name ends in `!` or `?`.
pub fn with_full_stop(name: &str) -> String {
    if name.ends_with(['!', '?']) { name.to_owned() } else { format!("{name}.") }
}

/// Why an action of other games does not exist in this one.
pub fn no_such_rule(kind: ActionKind, game: &str) -> String {
    match kind {
        ActionKind::Pass => format!("Passing is not allowed in {game}: the side to move must move."),
        _ => format!("Moves are not proposed in {game}: there is nothing to accept or refuse."),
    }
}

/// How strong and how fast the engine plays.
pub fn strength(level: Level, time: Duration) -> String {
    format!("Level {} of 10, at most {} s a move. {}", level.number(), time.as_secs_f64(), level.description())
}

/// The question before a game that starts with `to_move`. Sides are named only where the rules fix who opens.
pub fn first_or_second(game: GameId, to_move: Side) -> String {
    let info = game.info();
    if info.opener.is_none() {
        return "Do you want to move first or second? ".to_owned();
    }
    let [first, second] = [to_move, to_move.opposite()].map(|side| info.sides[side.index()].to_lowercase());
    format!("Do you want to move first ({first}) or second ({second})? ")
}

/// The prompt.
pub fn prompt(game: &SessionGame, players: &Players, legal: &[Action]) -> String {
    let side = game.side_to_move();
    let pending = game.view().pending.map(|squares| squares.to_string()).unwrap_or_default();
    let (who, possessive) = match players.person() {
        Some(_) => (String::new(), "Your".to_owned()),
        None => (format!("{}: ", players.side_name(side)), format!("{}'s", players.side_name(side))),
    };
    match legal {
        [] => "The game is over (new, undo, save FILE, quit): ".to_owned(),
        [only] if only.kind == ActionKind::Pass => format!("{who}No piece can move; press Enter to pass: "),
        _ if game.is_waiting_for_answer() => format!("{who}Accept or reject {pending}? "),
        _ if !pending.is_empty() => format!("{possessive} other move: "),
        _ => format!("{possessive} move: "),
    }
}

/// The line-mode announcement of an engine action. An announcement of the game such as Hi-YA! follows the move.
pub fn engine_action(players: &Players, step: &Step, proposed: Option<&Squares>) -> String {
    let (name, action) = (players.name(step.side), &step.action);
    match (action.kind, proposed) {
        (ActionKind::Accept, Some(proposed)) => format!("{name} accepts {proposed}."),
        (ActionKind::Refuse, Some(proposed)) => format!("{name} refuses {proposed}."),
        (ActionKind::Pass, _) => format!("{name} cannot move and passes."),
        _ => {
            let verb = if step.game.accept_refuse().is_some() { "proposes" } else { "plays" };
            let remark = step.announcement.map_or(String::new(), |remark| format!(" {remark}"));
            format!("{name} {verb} {action}{remark}")
        }
    }
}

/// How the game ended, and why.
pub fn result(game: &SessionGame, players: &Players) -> String {
    let ending = second_person(&game.ending(), players);
    let win = |side| {
        let mark = if players.person() == Some(side) { '!' } else { '.' };
        players.sentence(side, "win", "wins") + &mark.to_string()
    };
    match (game.outcome(), game.resigned()) {
        (None, _) => String::new(),
        (Some(Outcome::Win(side)), Some(loser)) => {
            format!("{} {}", players.sentence(loser, "resign.", "resigns."), win(side))
        }
        (Some(Outcome::Win(side)), None) => format!("{} {ending}", win(side)),
        // The ending itself says that it is a draw.
        (Some(Outcome::Draw), _) => ending,
    }
}

/// A score for the side to move: points, or the proven result.
pub fn score(info: &SearchInfo<Action>) -> String {
    match info.proven_plies() {
        Some(plies) if plies > 0 => format!("wins in {plies}"),
        Some(plies) => format!("loses in {}", -plies),
        None => format!("{:+}", info.score),
    }
}

/// The answer to `hint`: the best action.
pub fn hint(decision: &Decision) -> String {
    let best = decision.action.as_ref().map(Action::to_string).unwrap_or_default();
    match decision.info.as_ref().and_then(|info| info.alternate.as_ref()) {
        Some(alternate) => format!("Try {best}, and if it is refused, {alternate}."),
        None => format!("Try {best}."),
    }
}

/// Which side is better, by how much, and the expected line.
pub fn eval(players: &Players, side: Side, info: &SearchInfo<Action>) -> String {
    let better = if info.score >= 0 { side } else { side.opposite() };
    let standing = match info.proven_plies() {
        Some(plies) => {
            let win = players.sentence(better, "win", "wins");
            format!("{win} in {} plies with best play", plies.abs())
        }
        None if info.score == 0 => "The position is equal".to_owned(),
        None => format!("{} better by {} points", players.sentence(better, "are", "is"), info.score.abs()),
    };
    let line = &info.line[..info.line.len().min(8)];
    format!("{standing} (depth {}). Expected: {}", info.depth, texts(line).join(" "))
}

/// What the coach says, a sentence in each line.
pub fn coached(sentences: &[CoachSentence]) -> String {
    if sentences.is_empty() {
        return "There is nothing certain to say about this.".to_owned();
    }
    sentences.iter().map(|sentence| sentence.text.as_str()).collect::<Vec<_>>().join("\n")
}

/// What is proven about the legal actions: the best first, several in a line if they have the same result.
pub fn values(game: GameId, values: &PositionValues) -> String {
    let mut actions: Vec<&ActionValue> = values.actions.iter().collect();
    actions.sort_by_key(|value| value.proven.map_or((1, 0), |proven| (0, -proven.order())));
    let mut lines: Vec<(String, Vec<&str>)> = Vec::new();
    for value in actions {
        let result = coach::action_value(value);
        match lines.last_mut().filter(|(known, _)| *known == result) {
            Some((_, actions)) => actions.push(&value.action.text),
            None => lines.push((result, vec![&value.action.text])),
        }
    }
    let lines = lines.into_iter().map(|(result, actions)| format!("{result}: {}\n", actions.join(" ")));
    lines.collect::<String>() + &coach::values_note(game, values.source)
}

/// The level and its description.
pub fn level(level: Level) -> String {
    format!("Level {} of 10. {}", level.number(), level.description())
}

/// Shown when the user quits an unfinished game.
pub const SAVED: &str = "The game is saved. Resume it with: skirmish play --resume";

/// Why a game is saved as another one from now on.
pub const OPEN_ELSEWHERE: &str =
    "This game is also open in another terminal, or was played on there: what you play here is saved as a second game.";

/// Why autosaving failed.
pub fn cannot_be_saved(error: &io::Error) -> String {
    format!("The game cannot be saved for --resume: {error}.")
}

/// A game was written to a file.
pub fn saved(name: &str) -> String {
    format!("Saved to {name}.")
}

/// A legal move, as an example of the notation.
pub fn example_move(legal: &[Action]) -> &str {
    legal.first().map_or("A1B2", |action| action.text.as_str())
}

/// Why a line is not an action: the rule it breaks, or that the word is unknown. Sides are named; see [`second_person`].
pub fn complaint(game: &SessionGame, text: &str, error: TextError) -> String {
    let proposal = game.view().pending.filter(|_| game.is_waiting_for_answer());
    if command::looks_like_a_move(text) {
        let proposer = game.id().info().sides[game.side_to_move().opposite().index()];
        return match proposal {
            Some(proposal) => format!("{proposer} proposed {proposal}: answer accept or reject first."),
            None => error.to_string(),
        };
    }
    if let Some(kind) = command::action_word(text) {
        let error = kind.word().and_then(|word| game.read(word).err()).unwrap_or(error);
        return if error.is_unreadable() { no_such_rule(kind, game.id().info().name) } else { error.to_string() };
    }
    let legal = game.legal_actions();
    // Moves are too similar to each other to suggest one.
    let words: Vec<Action> = legal.iter().filter(|action| action.kind != ActionKind::Move).cloned().collect();
    let vocabulary = command::vocabulary(&words);
    let first = text.split_whitespace().next().unwrap_or_default();
    match command::nearest(first, vocabulary.iter().map(String::as_str)) {
        Some(word) => format!("I do not know {}. Did you mean {word}?", quoted(text)),
        None => {
            let expected = match proposal {
                Some(proposal) => format!("Accept or reject {proposal}"),
                None => format!("A move is two squares such as {}", example_move(&legal)),
            };
            format!("I do not know {}. {expected}; help lists the commands.", quoted(text))
        }
    }
}

/// Verbs of the games' sentences, in the third and the second person.
const VERBS: [(&str, &str); 8] = [
    ("has", "have"),
    ("is", "are"),
    ("was", "were"),
    ("wins", "win"),
    ("answers", "answer"),
    ("proposes", "propose"),
    ("plays", "play"),
    ("resigns", "resign"),
];

/// Rewrites a sentence about the two sides for a user who plays against the engine: "you", and the engine's name. In other games
/// the sentence is unchanged.
pub fn second_person(sentence: &str, players: &Players) -> String {
    let Some(person) = players.person() else { return sentence.to_owned() };
    let you = players.side_name(person);
    let engine = players.side_name(person.opposite());
    let name = players.name(person.opposite());
    let about_you = sentence.starts_with(you);
    let mut words: Vec<String> = Vec::new();
    let mut after_you = false;
    let mut all = sentence.split(' ').peekable();
    while let Some(word) = all.next() {
        // A possessive is followed by a noun ("your") or by the end of a clause ("yours").
        let (core, mark) =
            word.strip_suffix([',', '.', ':', ';']).map_or((word, ""), |core| (core, &word[core.len()..]));
        let said = if core == you {
            after_you = true;
            words.push(format!("you{mark}"));
            continue;
        } else if core.strip_suffix("'s") == Some(you) {
            if mark.is_empty() && all.peek().is_some() { "your" } else { "yours" }.to_owned()
        } else if core == engine {
            name.to_owned()
        } else if core.strip_suffix("'s") == Some(engine) {
            format!("{name}'s")
        } else if core == "its" && about_you {
            "your".to_owned()
        } else if after_you {
            VERBS.iter().find(|(other, _)| *other == core).map_or(core, |(_, verb)| verb).to_owned()
        } else {
            core.to_owned()
        };
        after_you = false;
        words.push(said + mark);
    }
    capitalised(&words.join(" "))
}

fn capitalised(text: &str) -> String {
    let mut signs = text.chars();
    signs.next().map_or(String::new(), |first| first.to_uppercase().collect::<String>() + signs.as_str())
}

/// The possessive of a side: "your", "VETO's" or "South's".
fn possessive(players: &Players, side: Side) -> String {
    match players.name(side) {
        "You" => "your".to_owned(),
        name => format!("{name}'s"),
    }
}

/// A piece with its owner: "your knight".
fn owned_piece(players: &Players, piece: &Piece) -> String {
    format!("{} {}", possessive(players, piece.side), piece.kind)
}

/// Describes what an action would do.
pub fn preview(game: &dyn AnyGame, players: &Players, action: &Action) -> String {
    let parts: Vec<String> = game.effects(action).iter().filter_map(|effect| effect_text(players, effect)).collect();
    let condition = if game.is_proposal_turn() { ", if it is accepted," } else { "" };
    let listed = match &parts[..] {
        [] if game.is_proposal_turn() => return format!("Enter proposes {action}."),
        [] => return format!("Enter plays {action}."),
        [one] => one.clone(),
        [many @ .., last] => format!("{} and {last}", many.join(", ")),
    };
    format!("{action}{condition} {listed}.")
}

/// Describes the action just performed.
pub fn action_message(players: &Players, step: &Step, proposed: Option<&Squares>) -> String {
    let (action, proposed) = (&step.action, proposed.map(Squares::to_string).unwrap_or_default());
    let said = match action.kind {
        ActionKind::Accept => players.sentence(step.side, "accept", "accepts") + " " + &proposed,
        ActionKind::Refuse => players.sentence(step.side, "refuse", "refuses") + " " + &proposed,
        ActionKind::Pass => players.sentence(step.side, "pass", "passes"),
        ActionKind::Move if step.game.accept_refuse().is_some() => {
            players.sentence(step.side, "propose", "proposes") + " " + &action.text
        }
        ActionKind::Move => players.sentence(step.side, "play", "plays") + " " + &action.text,
    };
    let remark = step.announcement.map_or(".".to_owned(), |remark| format!(" {remark}"));
    said + &remark
}

/// Describes the effects of an action in a second sentence; empty if there are none.
pub fn consequences(before: &dyn AnyGame, players: &Players, action: &Action) -> String {
    if before.is_proposal_turn() || action.kind == ActionKind::Refuse {
        return String::new();
    }
    let worth_telling = |effect: &&Effect| !matches!(effect, Effect::Tank { .. } | Effect::Ends { .. });
    let parts: Vec<String> =
        before.effects(action).iter().filter(worth_telling).filter_map(|effect| effect_text(players, effect)).collect();
    if parts.is_empty() { String::new() } else { format!(" It {}.", parts.join(" and ")) }
}

/// Describes one effect of an action.
fn effect_text(players: &Players, effect: &Effect) -> Option<String> {
    Some(match effect {
        Effect::Captures { square, piece } => format!("takes {} on {square}", owned_piece(players, piece)),
        Effect::TakesOwn { square, piece } => {
            format!("takes {} on {square}, a piece of its own side,", owned_piece(players, piece))
        }
        Effect::Strikes { square, piece, becomes: Some(left) } => {
            format!("strikes {} on {square}, which becomes a {}", owned_piece(players, piece), left.kind)
        }
        Effect::Strikes { square, piece, becomes: None } => {
            format!("strikes down {} on {square}", owned_piece(players, piece))
        }
        Effect::Turns { becomes, .. } => format!("makes the piece a {}", becomes.kind),
        Effect::Tank { left: 0, .. } => "leaves the tank empty: the piece never moves again".to_owned(),
        Effect::Tank { left: 1, .. } => "leaves gas for 1 more move".to_owned(),
        Effect::Tank { left, .. } => format!("leaves gas for {left} more moves"),
        Effect::Ends { outcome: Outcome::Win(side) } => match players.name(*side) {
            "You" => "wins the game".to_owned(),
            name => format!("ends the game: {name} wins"),
        },
        Effect::Ends { outcome: Outcome::Draw } => "ends the game in a draw".to_owned(),
    })
}

/// Describes the piece on a square.
pub fn square_info(game: &dyn AnyGame, players: &Players, square: &str) -> String {
    match game.view().piece(square) {
        None => format!("{square} is empty."),
        Some(piece) => {
            let tank = match piece.gas {
                None => String::new(),
                Some(0) => ", out of gas".to_owned(),
                Some(1) => ", gas for 1 move".to_owned(),
                Some(gas) => format!(", gas for {gas} moves"),
            };
            format!("{square}: {}{tank}.", owned_piece(players, &piece))
        }
    }
}

/// Whose turn it is.
pub fn turn(game: &dyn AnyGame, players: &Players) -> String {
    let side = game.side_to_move();
    let answers = game.accept_refuse().is_some();
    match (players.name(side), players.role(side)) {
        ("You", _) if answers => "Your answer".to_owned(),
        ("You", _) => "Your move".to_owned(),
        (name, Role::Engine) => format!("{name} thinks"),
        (name, Role::Person) if answers => format!("{name} answers"),
        (name, Role::Person) => format!("{name} to move"),
    }
}

#[cfg(test)]
mod tests {
    use skirmish_games::GameId;

    use super::*;

    #[test]
    fn sentences_speak_to_the_person_who_plays() {
        let game = GameId::parse("refusal").unwrap();
        let players = Players::duel(game, Side::South);
        for (said, heard) in [
            ("South's king was captured.", "Your king was captured."),
            ("North's king was captured.", "VETO's king was captured."),
            (
                "South has no legal move: all its pieces are out of gas.",
                "You have no legal move: all your pieces are out of gas.",
            ),
            ("The pawn on C6 is North's, and it is South's turn.", "The pawn on C6 is VETO's, and it is your turn."),
            ("The pawn on C3 is South's, and it is North's turn.", "The pawn on C3 is yours, and it is VETO's turn."),
            (
                "B1 holds South's own king, the one piece that South may not capture.",
                "B1 holds your own king, the one piece that you may not capture.",
            ),
            (
                "C3C4 was refused this turn: South must play a different move.",
                "C3C4 was refused this turn: you must play a different move.",
            ),
            (
                "North proposed C6C5: South answers accept or refuse before anything else is played.",
                "VETO proposed C6C5: you answer accept or refuse before anything else is played.",
            ),
        ] {
            assert_eq!(second_person(said, &players), heard);
            assert_eq!(second_person(said, &Players::both(game, Role::Person)), said);
        }
    }

    #[test]
    fn what_a_move_would_do_is_told_before_it_is_made() {
        let text = |game: &str, position: &str, action: &str| {
            let game = GameId::parse(game).unwrap();
            let mut game = skirmish_play::new_game(game);
            game.set_position(position).unwrap();
            let action = game.read(action).unwrap();
            preview(&*game, &Players::duel(game.id(), Side::South), &action)
        };
        let start = "R--KL/-----/NPPPN/-----/-----/npppn/-----/rk--l s -";
        assert_eq!(text("refusal", start, "C3C4"), "Enter proposes C3C4.");
        let start = "--B3Q3K3B3--/---N3-N3--/--------/--------/--------/---n3-n3--/--b3q3k3b3-- s";
        assert_eq!(text("gastank", start, "D2C4"), "D2C4 leaves gas for 2 more moves.");
        assert_eq!(
            text("gastank", start, "C1D2"),
            "C1D2 takes your knight on D2, a piece of its own side, and leaves gas for 3 more moves."
        );
        let close = "---K---/-J-----/-------/-------/-------/-------/-s-----/---k--- s";
        assert_eq!(text("hiya", close, "B2B6"), "B2B6 strikes SENSEI's ninja on B7, which becomes a mini-ninja.");
    }
}
