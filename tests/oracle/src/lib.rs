//! The oracle: the rules of all games, written as simply as possible.
//!
//! The fast rules are tested against this crate, so it shares no code with them: text in, text out, and every rule is a loop over
//! squares that can be compared with its wording. It is slow and does not check its input.
//!
//! ```
//! use skirmish_oracle::{State, perft};
//!
//! let start = State::start("oska");
//! assert_eq!(start.text(), "wwww/---/--/---/bbbb w");
//! assert_eq!(start.legal(), ["A5A4", "B5A4", "B5B4", "C5B4", "C5C4", "D5C4"]);
//! assert_eq!(start.play("C5B4").text(), "ww-w/-w-/--/---/bbbb b");
//! assert_eq!(perft(&start, 4), 784);
//! ```

use std::fmt;
use std::sync::Arc;

mod board;
pub mod puzzles;
mod random;
#[cfg(test)]
mod tests;

pub use random::Random;

use board::{Board, Side};

/// Defines all games: a module, named after the game, and its position type. The module has a `start` that writes the start position;
/// the type has a `parse` that reads one.
macro_rules! games {
    ($($module:ident::$game:ident,)*) => {
        $(mod $module;)*

        /// The names of all games.
        pub const GAMES: &[&str] = &[$(stringify!($module)),*];

        /// The start position of a game; the size is the part after the colon in names such as `oska:6`.
        fn start(game: &str, size: Option<usize>) -> String {
            match game {
                $(stringify!($module) => $module::start(size),)*
                _ => panic!("the oracle knows no game called {game:?}: see CONTRIBUTING.md, Adding a game"),
            }
        }

        fn parse(game: &str, position: &str) -> Arc<dyn Position> {
            match game {
                $(stringify!($module) => Arc::new($module::$game::parse(position)),)*
                _ => panic!("the oracle knows no game called {game:?}: see CONTRIBUTING.md, Adding a game"),
            }
        }
    };
}

games! {
    refusal::Refusal,
    gastank::GasTank,
    trench::Trench,
    hiya::HiYa,
    oska::Oska,
}

/// A position of a game. It is immutable: playing returns a new one.
trait Position: Send + Sync {
    fn text(&self) -> String;

    fn board(&self) -> &Board;

    fn to_move(&self) -> Side;

    /// North's king and South's.
    fn kings(&self) -> [char; 2] {
        ['K', 'k']
    }

    /// `north`, `south` or `draw` if the game is over. By default a side loses without a king, or without a move on its turn.
    fn outcome(&self) -> Option<&'static str> {
        let without_king = Side::without_king(self.board(), self.kings());
        let cannot_move = || self.actions().is_empty().then(|| self.to_move());
        without_king.or_else(cannot_move).map(|loser| loser.other().name())
    }

    /// The legal actions; called only if the game is not over.
    fn actions(&self) -> Vec<String>;

    fn play(&self, action: &str) -> Arc<dyn Position>;

    /// Whether actions are proposals that wait for an answer, as in Refusal.
    fn is_proposal_turn(&self) -> bool {
        false
    }

    /// Plays a move; a proposal as if it were accepted.
    fn play_accepted(&self, mv: &str) -> Arc<dyn Position> {
        self.play(mv)
    }
}

/// A position of any game.
#[derive(Clone)]
pub struct State {
    position: Arc<dyn Position>,
}

impl State {
    /// The start of one of the [`GAMES`]; `oska:6` is Oska with six pieces per side.
    ///
    /// # Panics
    ///
    /// On any other name.
    pub fn start(name: &str) -> State {
        let (game, size) = name.split_once(':').map_or((name, None), |(game, size)| (game, Some(size)));
        let size = size.map(|size| size.parse().expect("a size is a number"));
        State::parse(name, &start(game, size))
    }

    /// Reads a position text, which has to be a valid one. Its size is that of the board, whatever the name says.
    ///
    /// # Panics
    ///
    /// On an unknown game, and on some bad texts.
    pub fn parse(name: &str, position: &str) -> State {
        State { position: parse(name.split(':').next().unwrap_or_default(), position) }
    }

    /// The position text.
    pub fn text(&self) -> String {
        self.position.text()
    }

    /// The side that acts next, `north` or `south`. In Oska white is north and black is south.
    pub fn to_move(&self) -> &'static str {
        self.position.to_move().name()
    }

    /// The winner, `north` or `south`, or `draw`; `None` while the game goes on.
    pub fn outcome(&self) -> Option<&'static str> {
        self.position.outcome()
    }

    /// The legal actions in alphabetical order. Empty exactly when the game is over.
    pub fn legal(&self) -> Vec<String> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        let mut actions = self.position.actions();
        actions.sort();
        actions
    }

    /// The position after a legal action.
    pub fn play(&self, action: &str) -> State {
        State { position: self.position.play(action) }
    }

    /// Whether a move is to be proposed here, which the other side may refuse (Refusal with `-` as its third field).
    pub fn is_proposal_turn(&self) -> bool {
        self.position.is_proposal_turn()
    }

    /// The position after a legal move that stands: where a move is to be proposed, as if the other side accepted it.
    pub fn play_accepted(&self, mv: &str) -> State {
        State { position: self.position.play_accepted(mv) }
    }
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "State({})", self.text())
    }
}

/// How many lines of exactly `depth` plies start here. A finished position has no continuation.
///
/// Where a move is to be proposed, a ply is a move accepted. Elsewhere a ply is an action, so `accept`, `refuse` and
/// `pass` count as one.
pub fn perft(state: &State, depth: u32) -> u64 {
    let actions = state.legal();
    match depth {
        0 => 1,
        1 => actions.len() as u64,
        _ => actions.iter().map(|action| perft(&state.play_accepted(action), depth - 1)).sum(),
    }
}

/// One game from the start to its end with random actions: each position with the action chosen there.
///
/// The same game and seed give the same playout. The finished position is the last action played on the last
/// position. Refusal goes through its phases: a proposal, an answer, perhaps a replacement.
pub fn random_playout(game: &str, seed: u64) -> Vec<(State, String)> {
    let mut random = Random::new(seed);
    let mut playout = Vec::new();
    let mut state = State::start(game);
    while state.outcome().is_none() {
        let mut actions = state.legal();
        let action = actions.swap_remove(random.below(actions.len()));
        let next = state.play(&action);
        playout.push((state, action));
        state = next;
    }
    playout
}
