//! What an engine is used for.

use skirmish_play::Level;
use skirmish_search::SearchSettings;

use crate::limits::MICROSCOPE_HASH_MB;

/// What an engine is used for.
///
/// Each use has an engine of its own: the transposition table of an analysis would make a weak level strong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineUse {
    /// Plays at this level.
    Player(Level),
    /// Analyses at full strength.
    Analyst,
    /// Records searches; the engine itself does not search.
    Microscope,
}

impl EngineUse {
    /// Its level.
    pub fn level(self) -> Level {
        match self {
            EngineUse::Player(level) => level,
            EngineUse::Analyst | EngineUse::Microscope => Level::FULL,
        }
    }

    /// Whether it has full strength.
    pub fn is_full(self) -> bool {
        self.level() == Level::FULL
    }

    /// Whether an engine built for `self` can serve `other`: levels with the same settings share one.
    pub fn fits(self, other: EngineUse) -> bool {
        let same = matches!(
            (self, other),
            (EngineUse::Analyst, EngineUse::Analyst)
                | (EngineUse::Microscope, EngineUse::Microscope)
                | (EngineUse::Player(_), EngineUse::Player(_))
        );
        same && self.settings(2, usize::MAX) == other.settings(2, usize::MAX)
    }

    /// Its threads and hash megabytes, given those of an engine of full strength.
    pub fn settings(self, threads: usize, hash: usize) -> SearchSettings {
        match self {
            EngineUse::Microscope => SearchSettings { threads: 1, hash: hash.min(MICROSCOPE_HASH_MB), params: None },
            _ => self.level().settings(&SearchSettings { threads, hash, params: None }),
        }
    }
}
