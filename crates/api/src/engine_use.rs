//! What an engine is for.

use skirmish_play::Level;
use skirmish_search::SearchSettings;

/// What an engine is for.
///
/// The page has one of each: what an analysis learns would make a weak level strong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineUse {
    /// To play at this level.
    Player(Level),
    /// To say what is best.
    Analyst,
}

impl EngineUse {
    /// How strong it is.
    pub fn level(self) -> Level {
        match self {
            EngineUse::Player(level) => level,
            EngineUse::Analyst => Level::FULL,
        }
    }

    /// Whether it has all its strength.
    pub fn is_full(self) -> bool {
        self.level() == Level::FULL
    }

    /// Whether an engine for the one can serve as the other: levels that have the same memory share one.
    pub fn fits(self, other: EngineUse) -> bool {
        let same = matches!(
            (self, other),
            (EngineUse::Analyst, EngineUse::Analyst) | (EngineUse::Player(_), EngineUse::Player(_))
        );
        same && self.settings(2, usize::MAX) == other.settings(2, usize::MAX)
    }

    /// Its threads and the megabytes of its table, where an engine of full strength has these.
    pub fn settings(self, threads: usize, hash: usize) -> SearchSettings {
        self.level().settings(&SearchSettings { threads, hash, params: None })
    }
}
