//! Puzzles: positions in which exactly one answer is right, which is proven.
//!
//! A file of puzzles is text, a line each ([`parse_puzzles`]; `docs/PUZZLES.md` explains the format). The program contains a file for
//! each game ([`stored`]). [`Solver`] decides by proof what is a puzzle, [`Rater`] measures how hard it is, and [`Maker`] looks for new
//! ones in games of the engine against itself. The crate has no files, threads or clocks.
//!
//! ```
//! use skirmish_games::GameId;
//! use skirmish_puzzles::{parse_puzzles, stored};
//!
//! let puzzles = parse_puzzles(stored(GameId::parse("hiya")?))?;
//! assert!(puzzles.iter().all(|puzzle| puzzle.replay().is_ok()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod alike;
mod file;
mod kind;
mod make;
mod puzzle;
mod rate;
mod refute;
mod replay;
mod solve;
mod theme;

pub use alike::{motif, signature};
pub use file::{MAX_FILE_BYTES, MakerProgress, format_puzzles, parse_puzzles, stored};
pub use kind::PuzzleKind;
pub use make::Maker;
pub use puzzle::{MAX_RATING, MIN_RATING, Puzzle, format_board, puzzle_id};
pub use rate::{Difficulty, Rater};
pub use refute::refutation;
pub use replay::{ReplayedAction, SolutionReplay};
pub use solve::{PuzzleAnswer, Solver};
pub use theme::PuzzleTheme;
