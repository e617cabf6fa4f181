//! The goals of a lesson, checked with the rules of the game.

use skirmish_board::{Action, Effect, Outcome, TextError, quoted};
use skirmish_play::AnyGame;

use crate::lookahead::{loses_next, wins_next};

/// A condition on an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Condition {
    /// Always true.
    Anything,
    /// It is one of these.
    OneOf(Vec<String>),
    /// It leaves one of these squares.
    From(Vec<String>),
    /// It reaches one of these squares.
    To(Vec<String>),
    /// It captures an enemy, of this kind if given.
    Captures(Option<String>),
    /// It captures a piece of its own side.
    TakesOwn,
    /// It strikes an enemy, of this kind if given.
    Strikes(Option<String>),
    /// The moving piece turns into another kind.
    Turns,
    /// The moving piece runs out of gas.
    RunsDry,
    /// It ends the game with a win of its side.
    Wins,
    /// It ends the game without a win of its side.
    Loses,
    /// Its side wins next turn against any reply.
    WinsNext,
    /// It lets the other side win next turn.
    LosesNext,
}

/// The keywords, for error messages.
const WORDS: &str = "win, win next, lose, lose next, capture, own, strike, turn, dry, from, to, or moves";

impl Condition {
    /// Parses a condition. Squares, moves and pieces must exist in the position.
    pub(crate) fn parse(text: &str, board: &dyn AnyGame) -> Result<Condition, TextError> {
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let rest = rest.trim();
        let squares = || rest.split_whitespace().map(|name| square(name, board)).collect::<Result<Vec<_>, _>>();
        let alone = |condition| match rest {
            "" => Ok(condition),
            more => Err(TextError::new(format!("unexpected {} after {word}", quoted(more)))),
        };
        Ok(match (word, rest) {
            ("", _) => Condition::Anything,
            ("win", "next") => Condition::WinsNext,
            ("lose", "next") => Condition::LosesNext,
            ("win", _) => alone(Condition::Wins)?,
            ("lose", _) => alone(Condition::Loses)?,
            ("own", _) => alone(Condition::TakesOwn)?,
            ("turn", _) => alone(Condition::Turns)?,
            ("dry", _) => alone(Condition::RunsDry)?,
            ("capture", _) => Condition::Captures(kind(rest, board)?),
            ("strike", _) => Condition::Strikes(kind(rest, board)?),
            ("from" | "to", "") => return Err(TextError::new(format!("{word} needs squares, such as {word} C4"))),
            ("from", _) => Condition::From(squares()?),
            ("to", _) => Condition::To(squares()?),
            _ => Condition::OneOf(moves(text, board)?),
        })
    }

    /// Whether it is about the end of the game or names moves, which may end it.
    pub(crate) fn is_about_the_end(&self) -> bool {
        matches!(self, Condition::Wins | Condition::Loses | Condition::OneOf(_))
    }

    /// Whether it holds for an action in this position.
    pub(crate) fn holds(&self, board: &dyn AnyGame, action: &Action) -> bool {
        let effects = || board.effects(action);
        let ends = || {
            effects()
                .into_iter()
                .find_map(|effect| if let Effect::Ends { outcome } = effect { Some(outcome) } else { None })
        };
        let won = Outcome::Win(board.side_to_move());
        let named = |kind: &Option<String>, found: &str| kind.as_ref().is_none_or(|kind| kind == found);
        match self {
            Condition::Anything => true,
            Condition::OneOf(actions) => actions.contains(&action.text),
            Condition::From(squares) => action.squares.as_ref().is_some_and(|moved| squares.contains(&moved.from)),
            Condition::To(squares) => action.squares.as_ref().is_some_and(|moved| squares.contains(&moved.to)),
            Condition::Captures(kind) => effects()
                .iter()
                .any(|effect| matches!(effect, Effect::Captures { piece, .. } if named(kind, piece.kind))),
            Condition::TakesOwn => effects().iter().any(|effect| matches!(effect, Effect::TakesOwn { .. })),
            Condition::Strikes(kind) => effects().iter().any(|effect| match effect {
                Effect::Strikes { piece, .. } => named(kind, piece.kind),
                _ => false,
            }),
            Condition::Turns => effects().iter().any(|effect| matches!(effect, Effect::Turns { .. })),
            Condition::RunsDry => effects().iter().any(|effect| matches!(effect, Effect::Tank { left: 0, .. })),
            Condition::Wins => ends() == Some(won),
            Condition::Loses => ends().is_some_and(|outcome| outcome != won),
            Condition::WinsNext => wins_next(board, action),
            Condition::LosesNext => loses_next(board, action),
        }
    }
}

/// Parses legal actions.
fn moves(text: &str, board: &dyn AnyGame) -> Result<Vec<String>, TextError> {
    let legal = |word: &str| match board.read(word) {
        Ok(action) => Ok(action.text),
        Err(error) if error.is_unreadable() => {
            Err(TextError::new(format!("{} is neither a goal nor a move, expected {WORDS}", quoted(word))))
        }
        Err(rule) => Err(TextError::new(format!("{} is not legal here: {rule}", quoted(word)))),
    };
    text.split_whitespace().map(legal).collect()
}

fn square(name: &str, board: &dyn AnyGame) -> Result<String, TextError> {
    let wanted = name.to_uppercase();
    let known = board.view().rows.iter().flat_map(|row| &row.cells).any(|cell| cell.square == wanted);
    if known { Ok(wanted) } else { Err(TextError::new(format!("{} is not a square of this board", quoted(name)))) }
}

/// Parses the kind of a piece; `None` if empty.
fn kind(name: &str, board: &dyn AnyGame) -> Result<Option<String>, TextError> {
    let palette = (board.id().info().setup.palette)();
    match palette.iter().find(|piece| piece.kind == name) {
        _ if name.is_empty() => Ok(None),
        Some(piece) => Ok(Some(piece.kind.to_owned())),
        None => {
            let mut kinds: Vec<&str> = palette.iter().map(|piece| piece.kind).collect();
            kinds.sort_unstable();
            kinds.dedup();
            Err(TextError::new(format!("{} is not a piece, expected one of {}", quoted(name), kinds.join(", "))))
        }
    }
}
