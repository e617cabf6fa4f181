//! Rubrics: which checks there are and what each is worth, as TOML.
//!
//! `docs/GRADING.md` describes the format. Each game has a default that follows its handout.

mod parse;

use std::fmt;
use std::time::Duration;

use skirmish_arena::competitor::EngineKind;
use skirmish_games::GameId;

/// A check of a rubric.
#[derive(Clone, Debug, PartialEq)]
pub struct Check {
    /// Its key, such as `legal`, `win-in-3` or `minimum=2`.
    pub id: String,
    /// What it asks, in a few words.
    pub title: String,
    /// The part of the rubric: `dialogue`, `rules`, `tactics`, `call` or `ladder.NAME`.
    pub section: String,
    /// What it is worth.
    pub points: f64,
}

impl Check {
    /// Whether it is a rung of a ladder.
    pub fn is_rung(&self) -> bool {
        self.section.starts_with(LADDER)
    }
}

/// What a program is graded by.
#[derive(Clone, Debug, PartialEq)]
pub struct Rubric {
    /// Its checks, in order.
    pub checks: Vec<Check>,
    /// The time that the handout allows for a move.
    pub time_limit: Duration,
    /// The time to answer a proposal, or to play another move when one is refused.
    pub reply_time: Duration,
    /// How many positions each line of `[tactics]` and `[call]` draws.
    pub positions: usize,
    /// The players of the first games, a pair of games each.
    pub opponents: Vec<String>,
    /// The most pairs of games of a rung; a sequential test ends it early.
    pub pairs: u32,
    /// How many random plies the drawn openings of games have, for programs that can be given a position.
    pub opening_plies: u32,
    /// The nodes of each search that looks for positions in the games of console programs.
    pub nodes: u64,
}

/// What is wrong with a rubric, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RubricError(pub(super) String);

impl fmt::Display for RubricError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for RubricError {}

/// Sections of ladders begin with this.
const LADDER: &str = "ladder.";

/// A check that rubrics can name, with its section and title.
struct KnownCheck {
    section: &'static str,
    id: &'static str,
    title: &'static str,
}

const fn known(section: &'static str, id: &'static str, title: &'static str) -> KnownCheck {
    KnownCheck { section, id, title }
}

/// All checks but the rungs of ladders.
const KNOWN: &[KnownCheck] = &[
    known("dialogue", "asks-first", "Asks who moves first"),
    known("dialogue", "axes", "Labels the axes of its board"),
    known("dialogue", "cases", "Takes moves in capital and small letters"),
    known("dialogue", "illegal-entry", "Asks again after an illegal entry"),
    known("dialogue", "ending", "Announces the end and the right winner"),
    known("dialogue", "hi-ya", "Prints Hi-YA! when it attacks, and only then"),
    known("dialogue", "proposals", "Answers proposals at once and has another move ready"),
    known("rules", "legal", "Plays only legal moves"),
    known("rules", "time", "Keeps the time limit"),
    known("rules", "crash", "Does not crash"),
    known("rules", "hang", "Does not hang"),
    known("rules", "flood", "Does not flood its output"),
    known("tactics", "win-in-1", "Sees a win in 1 ply"),
    known("tactics", "win-in-3", "Sees a win in 3 plies"),
    known("tactics", "win-in-5", "Sees a win in 5 plies"),
    known("tactics", "save-in-2", "Sees a loss in 2 plies, and avoids it"),
    known("tactics", "save-in-4", "Sees a loss in 4 plies, and avoids it"),
    known("call", "minimax", "Returns what plain minimax returns where the result is forced"),
    known("call", "no-move", "Returns the same board if there is no legal move"),
    known("call", "look-ahead", "Looks no further than it is told"),
];

impl Rubric {
    /// The default rubric of a game, which follows its handout.
    pub fn of_game(game: GameId) -> Rubric {
        Rubric::parse(&Rubric::text_of_game(game)).unwrap_or_default()
    }

    /// The text of that rubric, to be saved and changed.
    pub fn text_of_game(game: GameId) -> String {
        let text = match game.info().id {
            "refusal" => include_str!("../../rubrics/refusal.toml"),
            "gastank" => include_str!("../../rubrics/gastank.toml"),
            "trench" => include_str!("../../rubrics/trench.toml"),
            "hiya" => include_str!("../../rubrics/hiya.toml"),
            "oska" => include_str!("../../rubrics/oska.toml"),
            _ => include_str!("../../rubrics/other.toml"),
        };
        text.to_owned()
    }

    /// Reads a rubric. An error names the line.
    pub fn parse(text: &str) -> Result<Rubric, RubricError> {
        parse::parse(text)
    }

    /// The checks that fit a program of this kind and this game: those of the dialogue are for console programs, those of the call
    /// for Oska's call.
    pub fn for_program(&self, kind: &EngineKind, game: GameId) -> Vec<Check> {
        let fits = |check: &&Check| {
            let of_kind = match &check.section[..] {
                "dialogue" => matches!(kind, EngineKind::Console(..)),
                "call" => matches!(kind, EngineKind::OskaCall(..)),
                _ => true,
            };
            let of_game = match &check.id[..] {
                "axes" => has_columns(game),
                "hi-ya" => game.info().id == "hiya",
                "proposals" => skirmish_play::new_game(game).is_proposal_turn(),
                _ => true,
            };
            of_kind && of_game
        };
        self.checks.iter().filter(fits).cloned().collect()
    }
}

/// Whether the columns of a board have one letter each: rows of different length have letters of their own.
fn has_columns(game: GameId) -> bool {
    let rows = skirmish_play::new_game(game).view().rows;
    rows.windows(2).all(|pair| pair[0].cells.len() == pair[1].cells.len())
}

/// No checks, and the settings of the handouts.
impl Default for Rubric {
    fn default() -> Rubric {
        Rubric {
            checks: Vec::new(),
            time_limit: Duration::from_secs(5),
            reply_time: Duration::from_millis(500),
            positions: 8,
            opponents: vec!["random".to_owned(), "level=5".to_owned()],
            pairs: 6,
            opening_plies: 4,
            nodes: 20_000,
        }
    }
}

#[cfg(test)]
mod tests;
