//! Parses what the user types: moves and commands.

use skirmish_board::{Action, ActionKind};
use strsim::osa_distance;

/// A parsed line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SessionCommand {
    /// Nothing was typed.
    Nothing,
    /// A command of [`WORDS`] and its argument.
    Word(Word, Option<String>),
    /// A legal action named by a word, such as `accept`.
    Action(Action),
    /// Anything else; may be a move.
    Text(String),
}

macro_rules! words {
    ($($variant:ident $name:literal $argument:literal $help:literal;)*) => {
        /// The commands.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Word {
            $(#[doc = $help] $variant,)*
        }

        /// Every command with its name, argument and help text.
        pub const WORDS: &[(Word, &str, &str, &str)] = &[$((Word::$variant, $name, $argument, $help),)*];
    };
}

words! {
    Help "help" "" "show this list and what the pieces are";
    Moves "moves" "[SQUARE]" "list the legal moves, all or those from a square";
    Hint "hint" "" "ask for the best move";
    Undo "undo" "" "take back your last action";
    Redo "redo" "" "play the undone actions again";
    Rules "rules" "" "show the rules of the game";
    Eval "eval" "" "evaluate the position";
    Coach "coach" "[N|now]" "say what is certain about your last move, about action N, or about the position now";
    Values "values" "" "show what is proven about each legal move";
    Level "level" "[1-10]" "show or set how strong your opponent plays";
    Board "board" "" "show the board and its position text";
    Save "save" "FILE" "save the game to a file";
    Load "load" "FILE" "load a game from a file";
    New "new" "[GAME]" "start a new game";
    Resign "resign" "" "resign the game";
    Quit "quit" "" "quit the program";
}

/// Other names of commands.
const ALIASES: &[(&str, Word)] = &[
    ("?", Word::Help),
    ("h", Word::Help),
    ("q", Word::Quit),
    ("exit", Word::Quit),
    ("bye", Word::Quit),
    ("show", Word::Board),
    ("takeback", Word::Undo),
    ("take back", Word::Undo),
    ("give up", Word::Resign),
    ("surrender", Word::Resign),
];

/// Parses a line. `legal` are the legal actions.
pub fn parse(line: &str, legal: &[Action]) -> SessionCommand {
    let line = line.trim();
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = Some(rest.trim().to_owned()).filter(|rest| !rest.is_empty());
    let first = first.to_lowercase();
    if first.is_empty() {
        return SessionCommand::Nothing;
    }
    let answer = legal.iter().find(|action| rest.is_none() && is_called(action.kind, &first));
    if let Some(answer) = answer {
        return SessionCommand::Action(answer.clone());
    }
    match (word(&first), word(&line.to_lowercase())) {
        (Some(word), _) => SessionCommand::Word(word, rest),
        (None, Some(word)) => SessionCommand::Word(word, None),
        (None, None) => SessionCommand::Text(line.to_owned()),
    }
}

/// Other names of actions that are not moves.
const ACTION_WORDS: &[(ActionKind, &[&str])] =
    &[(ActionKind::Accept, &["a", "y", "yes", "ok"]), (ActionKind::Refuse, &["reject", "r", "n", "no"])];

/// Whether a word names this kind of action.
fn is_called(kind: ActionKind, word: &str) -> bool {
    let others = ACTION_WORDS.iter().filter(|(known, _)| *known == kind).flat_map(|(_, words)| *words);
    kind.word().is_some_and(|known| known == word) || others.into_iter().any(|known| *known == word)
}

/// The action other than a move that a word names, whether or not it is legal now. Single letters name none: they may begin
/// another word.
pub fn action_word(line: &str) -> Option<ActionKind> {
    let word = Some(line.to_lowercase()).filter(|word| word.len() > 1)?;
    [ActionKind::Accept, ActionKind::Refuse, ActionKind::Pass].into_iter().find(|kind| is_called(*kind, &word))
}

/// Whether a line is probably meant as a move: squares have digits, commands have none.
pub fn looks_like_a_move(line: &str) -> bool {
    line.contains(|c: char| c.is_ascii_digit())
}

fn word(name: &str) -> Option<Word> {
    let word = WORDS.iter().find(|(_, known, ..)| *known == name).map(|(word, ..)| *word);
    word.or_else(|| ALIASES.iter().find(|(known, _)| *known == name).map(|(_, word)| *word))
}

/// All commands and legal actions, for completion.
pub fn vocabulary(legal: &[Action]) -> Vec<String> {
    WORDS.iter().map(|(_, name, ..)| name.to_string()).chain(legal.iter().map(Action::to_string)).collect()
}

/// The known word nearest to what was typed, if one is near enough.
pub fn nearest<'a>(typed: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let typed: String = typed.to_lowercase().chars().take(20).collect();
    // A prefix counts as one typing error.
    let distance = |word: &str| if word.starts_with(&typed) { 1 } else { osa_distance(&typed, word) };
    let near = |word: &&str| distance(word) <= 1 + typed.chars().count() / 3;
    known.into_iter().filter(near).min_by_key(|word| distance(word))
}

#[cfg(test)]
mod tests {
    use skirmish_games::GameId;

    use super::*;

    fn names() -> impl Iterator<Item = &'static str> {
        WORDS.iter().map(|(_, name, ..)| *name)
    }

    #[test]
    fn words_are_understood_in_any_case_and_with_what_follows() {
        assert_eq!(parse(" HELP ", &[]), SessionCommand::Word(Word::Help, None));
        assert_eq!(parse("save  my game.txt ", &[]), SessionCommand::Word(Word::Save, Some("my game.txt".to_owned())));
        assert_eq!(parse("   ", &[]), SessionCommand::Nothing);
        assert_eq!(parse("c4 - b6", &[]), SessionCommand::Text("c4 - b6".to_owned()));
        for (word, name, ..) in WORDS {
            assert_eq!(parse(name, &[]), SessionCommand::Word(*word, None));
        }
        for (typed, meant) in [("Give up", Word::Resign), ("take back", Word::Undo), ("?", Word::Help)] {
            assert_eq!(parse(typed, &[]), SessionCommand::Word(meant, None));
        }
    }

    #[test]
    fn answers_are_understood_only_where_one_is_due() {
        let mut game = skirmish_play::new_game(GameId::parse("refusal").unwrap());
        game.play("C3C4").unwrap();
        let legal = game.legal_actions();
        let [accept, refuse] = game.accept_refuse().unwrap();
        for (typed, action) in [("y", &accept), ("Accept", &accept), ("no", &refuse), ("REJECT", &refuse)] {
            assert_eq!(parse(typed, &legal), SessionCommand::Action(action.clone()));
        }
        assert_eq!(parse("y", &[]), SessionCommand::Text("y".to_owned()));
    }

    #[test]
    fn slips_and_beginnings_find_their_word() {
        for (typed, meant) in [
            ("hlep", "help"),
            ("udno", "undo"),
            ("quitt", "quit"),
            ("res", "resign"),
            ("movs", "moves"),
            ("leave", "level"),
        ] {
            assert_eq!(nearest(typed, names()), Some(meant), "{typed}");
        }
        for typed in ["xyzzy", "", "12345", "abracadabra", &"x".repeat(100_000)] {
            assert_eq!(nearest(typed, names()).filter(|_| !typed.is_empty()), None, "{typed}");
        }
    }
}
