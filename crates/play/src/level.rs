//! Ten strengths of play.

use skirmish_board::{Beginner, Profile, TextError, quoted};
use skirmish_search::Limits;

/// How strong the engine plays, from 1, somebody who has just learned the game, to 10, all it has.
///
/// Weak levels err as people do, see [`Beginner`]; from the fourth on, a level is how many positions it looks at. None throws a move
/// away at random.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(u8);

/// What each level sees, in a sentence.
const SEES: [&str; 10] = [
    "Has just learned the game: looks where the last move was and overlooks much of the rest.",
    "Has played a few times: counts pieces and sees many answers nearby, but misses what comes from far away.",
    "Careful: sees most answers to its move, but nothing behind them.",
    "In a hurry: sees simple threats, makes no plans.",
    "Looks twice: sees most traps that are two moves deep.",
    "Attentive: punishes what you overlook.",
    "Experienced: plans ahead and gives nothing away.",
    "Sees further than most people: you need a plan of your own.",
    "Strong: looks at millions of positions.",
    "All it has: as many positions as the time allows.",
];

/// The highest level that looks at no more positions than an engine visits in a fraction of a second.
const LAST_QUICK: u8 = 7;

/// The lowest level that judges by a network.
const FIRST_WITH_NETWORK: u8 = 6;

impl Level {
    /// All it has.
    pub const FULL: Level = Level(10);

    /// What somebody is offered who has not chosen yet.
    pub const NEWCOMER: Level = Level(2);

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

    /// The limits of a search of a position at this level, within the given ones. A level that judges by a network may look at
    /// fewer positions than one below that has none; where there is no network, it looks at as many as that.
    pub fn limit<P: Profile>(self, position: &P, has_network: bool, limits: &Limits) -> Limits {
        let sights = position.sight();
        let sight = (self.0 as usize).checked_sub(1 + P::BEGINNERS.len()).and_then(|index| {
            let least = if has_network { index } else { 0 };
            sights.get(least..=index)?.iter().copied().max()
        });
        Limits { nodes: limits.nodes.into_iter().chain(sight).min(), ..*limits }
    }

    /// Megabytes for the table of a search at this level, where one of full strength has this many. To touch a large table
    /// takes longer than a weak level thinks.
    pub fn megabytes(self, full: usize) -> usize {
        match self {
            Level::FULL => full,
            _ if self.is_quick() => full.min(8),
            _ => full.min(64),
        }
    }

    /// Whether it decides in the blink of an eye, whatever time it has.
    pub fn is_quick(self) -> bool {
        self.0 <= LAST_QUICK
    }

    /// Whether it judges by the network of a game that has one. The levels of beginners stay what they are without.
    pub fn uses_network(self) -> bool {
        self.0 >= FIRST_WITH_NETWORK
    }

    /// Who plays at this level, if it is a beginner.
    pub fn beginner<P: Profile>(self) -> Option<Beginner> {
        P::BEGINNERS.get(self.0 as usize - 1).copied()
    }

    /// What an opponent of this level sees, in a sentence.
    pub fn sees(self) -> &'static str {
        SEES[self.0 as usize - 1]
    }
}
