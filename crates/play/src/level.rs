//! Ten strengths of play.

use skirmish_board::{Profile, Score, TextError, quoted};
use skirmish_search::Limits;

/// How strong the engine plays, from 1, an opponent for beginners, to 10, all it has.
///
/// Weak levels err as people do: they look only a little ahead, and the weakest take the second-best of moves that look nearly
/// equal. They never throw a move away at random.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(u8);

/// How much worse than the best a move of levels 1 to 3 may look and still be played.
const SLACK: [Score; 3] = [60, 25, 15];

/// The lowest level that judges by a network.
const FIRST_WITH_NETWORK: u8 = 6;

impl Level {
    /// All it has.
    pub const FULL: Level = Level(10);

    /// The level with this number, from 1 to 10.
    pub fn new(number: u8) -> Option<Level> {
        (1..=10).contains(&number).then_some(Level(number))
    }

    /// Reads a level's number.
    pub fn parse(text: &str) -> Result<Level, TextError> {
        let number = text.parse().ok().and_then(Level::new);
        number.ok_or_else(|| TextError::new(format!("{} is not a level, expected 1 to 10", quoted(text))))
    }

    /// The number, from 1 to 10.
    pub fn number(self) -> u8 {
        self.0
    }

    /// The limits of a search at this level in a game, within the given ones.
    pub fn limit<P: Profile>(self, limits: &Limits) -> Limits {
        let sight = P::SIGHT.get(self.0 as usize - 1).copied();
        Limits { nodes: limits.nodes.into_iter().chain(sight).min(), ..*limits }
    }

    /// Whether it judges by the network of a game that has one. The levels of beginners stay what they are without.
    pub fn uses_network(self) -> bool {
        self.0 >= FIRST_WITH_NETWORK
    }

    /// How many points a move may look worse than the best and still be played; `None` if it may not.
    pub fn slack(self) -> Option<Score> {
        SLACK.get(self.0 as usize - 1).copied()
    }
}
