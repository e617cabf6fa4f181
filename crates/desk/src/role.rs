//! What an engine is for.

use skirmish_play::Level;

/// What an engine is for.
///
/// The page has one of each: what an analysis learns would make a weak level strong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// To play at this level.
    Player(Level),
    /// To say what is best.
    Analyst,
}

impl Role {
    /// How strong it is.
    pub fn level(self) -> Level {
        match self {
            Role::Player(level) => level,
            Role::Analyst => Level::FULL,
        }
    }

    /// Whether it has all its strength.
    pub fn is_full(self) -> bool {
        self.level() == Level::FULL
    }

    /// Whether an engine for the one can serve as the other: levels below the highest share one.
    pub fn fits(self, other: Role) -> bool {
        let same = matches!((self, other), (Role::Analyst, Role::Analyst) | (Role::Player(_), Role::Player(_)));
        same && self.is_full() == other.is_full()
    }

    /// Megabytes for its table, of which an engine of full strength has this many. Weak levels visit few positions.
    pub fn megabytes(self, full: usize) -> usize {
        if self.is_full() { full } else { full.min(8) }
    }
}
