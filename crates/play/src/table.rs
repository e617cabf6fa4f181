use skirmish_board::{Outcome, Side, TextError, View};
use skirmish_games::GameId;

/// A game in progress, whatever game it is.
///
/// Actions and positions are the texts of the game's notation. Nothing illegal gets past [`Table::play`] and
/// [`Table::set_position`], so everything else answers without fail.
pub trait Table: Send {
    /// The game and its size.
    fn id(&self) -> GameId;

    /// The position text, which [`Table::set_position`] reads back.
    fn position(&self) -> String;

    /// Sets up a position of the same game and size. On an error, nothing changes.
    fn set_position(&mut self, text: &str) -> Result<(), TextError>;

    /// Who acts next, or would if the game were not over.
    fn side_to_move(&self) -> Side;

    /// The result if the game is over.
    fn outcome(&self) -> Option<Outcome>;

    /// Why the game ended, in a sentence; empty while it goes on.
    fn ending(&self) -> String;

    /// The legal actions in alphabetical order; empty exactly when the game is over.
    fn legal_actions(&self) -> Vec<String>;

    /// Whether the side to act proposes a move, which the other side may refuse.
    fn proposes(&self) -> bool;

    /// Where the side to act answers a proposal: the actions that accept and refuse it.
    fn answers(&self) -> Option<[String; 2]>;

    /// Plays the action that the text names. If that is illegal, the error is the rule it breaks, and nothing changes.
    fn play(&mut self, text: &str) -> Result<Played, TextError>;

    /// The board for people.
    fn view(&self) -> View;

    /// The number of lines of play of exactly `depth` plies; see [`skirmish_board::perft`].
    fn perft(&self, depth: u32) -> u64;

    /// [`Table::perft`] split by the first move, in alphabetical order. Depth 0 has no first move.
    fn divide(&self, depth: u32) -> Vec<(String, u64)>;
}

/// An action just played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The action as the game writes it, however it was typed.
    pub text: String,
    /// What is announced with it, such as `Hi-YA!`.
    pub remark: Option<&'static str>,
}
