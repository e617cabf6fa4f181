//! Ten strengths of play.

use skirmish_board::{BeginnerModel, LevelProfile, TextError, quoted};
use skirmish_search::{Limits, SearchSettings};

/// The playing strength, from 1, a beginner, to 10, full strength.
///
/// Levels 1 to 3 err as people do, see [`BeginnerModel`]; from the fourth on, a level is a number of nodes. None plays random moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(u8);

/// What a level uses, besides the nodes that its game sets.
struct LevelRow {
    /// The most megabytes of its transposition table. Allocating a large table would take longer than a weak level thinks.
    hash: usize,
    /// Whether it uses the network of a game that has one.
    network: bool,
    /// A sentence for users.
    description: &'static str,
}

/// The table of levels, the same on every front end.
const LEVELS: [LevelRow; 10] = [
    row(8, false, "Has just learned the game: looks where the last move was and overlooks much of the rest."),
    row(
        8,
        false,
        "Has played a few times: counts pieces and sees many answers nearby, but misses what comes from far away.",
    ),
    row(8, false, "Careful: sees most answers to its move, but nothing behind them."),
    row(8, false, "In a hurry: sees simple threats, makes no plans."),
    row(8, false, "Looks twice: sees most traps that are two moves deep."),
    row(8, true, "Attentive: punishes what you overlook."),
    row(8, true, "Experienced: plans ahead and gives nothing away."),
    row(16, true, "Sees further than most people: you need a plan of your own."),
    row(16, true, "Strong: looks at millions of positions."),
    row(usize::MAX, true, "All it has: as many positions as the time allows."),
];

const fn row(hash: usize, network: bool, description: &'static str) -> LevelRow {
    LevelRow { hash, network, description }
}

impl Level {
    /// Full strength.
    pub const FULL: Level = Level(10);

    /// The default for new users.
    pub const NEWCOMER: Level = Level(2);

    /// The level with this number, from 1 to 10.
    pub fn new(number: u8) -> Option<Level> {
        (1..=10).contains(&number).then_some(Level(number))
    }

    /// All levels, from the weakest on.
    pub fn all() -> impl Iterator<Item = Level> {
        (1..=10).map(Level)
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

    /// The limits of a search of a position at this level, within the given ones. A level with a network may have fewer nodes than a
    /// level below without; if the game has no network, it has as many as that one.
    pub fn limit<P: LevelProfile>(self, position: &P, has_network: bool, limits: &Limits) -> Limits {
        let budgets = position.node_budgets();
        let budget = (self.0 as usize).checked_sub(1 + P::BEGINNERS.len()).and_then(|index| {
            let least = if has_network { index } else { 0 };
            budgets.get(least..=index)?.iter().copied().max()
        });
        Limits { nodes: limits.nodes.into_iter().chain(budget).min(), ..*limits }
    }

    /// The threads and megabytes of this level, given those of full strength. Weaker levels have one thread, so that they play the
    /// same everywhere.
    pub fn settings(self, full: &SearchSettings) -> SearchSettings {
        let threads = if self == Level::FULL { full.threads } else { 1 };
        SearchSettings { threads, hash: full.hash.min(self.row().hash), ..*full }
    }

    /// Whether it decides in a fraction of a second, whatever its time limit.
    pub fn is_quick(self) -> bool {
        self.0 <= 7
    }

    /// Whether it uses the network of a game that has one.
    pub fn uses_network(self) -> bool {
        self.row().network
    }

    /// Whether it uses tablebases.
    pub fn uses_tablebase(self) -> bool {
        self == Level::FULL
    }

    /// The beginner of this level, if it is one of the lowest.
    pub fn beginner<P: LevelProfile>(self) -> Option<BeginnerModel> {
        P::BEGINNERS.get(self.0 as usize - 1).copied()
    }

    /// What an opponent of this level is like, in a sentence.
    pub fn description(self) -> &'static str {
        self.row().description
    }

    fn row(self) -> &'static LevelRow {
        &LEVELS[self.0 as usize - 1]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_of_levels() {
        let full = SearchSettings { threads: 4, hash: 512, params: None };
        let row = |level: Level| (level.settings(&full).threads, level.settings(&full).hash, level.uses_network());
        let rows: Vec<_> = Level::all().map(row).collect();
        assert_eq!(rows[..5], [(1, 8, false); 5]);
        assert_eq!(rows[5..], [(1, 8, true), (1, 8, true), (1, 16, true), (1, 16, true), (4, 512, true)]);
        assert_eq!(Level::all().filter(|level| level.uses_tablebase()).collect::<Vec<_>>(), [Level::FULL]);
        let little = SearchSettings { threads: 1, hash: 4, params: None };
        assert!(Level::all().all(|level| level.settings(&little) == little), "there is no more than there is");
    }
}
