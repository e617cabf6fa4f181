//! Games and engines with the type of the game erased, game records, saved games and levels.
//!
//! [`new_game`] starts an [`AnyGame`], which has texts, sides, outcomes and views but no types of a certain game.
//!
//! ```
//! use skirmish_board::ActionKind;
//! use skirmish_games::GameId;
//!
//! let mut game = skirmish_play::new_game(GameId::parse("refusal")?);
//! let played = game.play("a3-b5")?;
//! assert_eq!(played.action.text, "A3B5");
//! assert_eq!(game.legal_actions().len(), 2);
//! assert_eq!(game.play("refuse")?.action.kind, ActionKind::Refuse);
//! # Ok::<(), skirmish_board::TextError>(())
//! ```

mod action_values;
mod any_game;
mod beginner;
mod bench;
mod candidates;
mod deadline;
mod duration;
mod engine;
mod engine_thread;
pub mod files;
mod forced;
mod level;
mod networks;
pub mod oska;
mod player;
mod prover;
mod record;
mod record_file;
mod recorded_search;
mod saved_games;
pub mod statistics;
mod system;
mod tablebase_file;
mod verdicts;

pub use action_values::{
    ActionValue, Candidate, CandidateSearch, PositionValues, ProofSource, ProvenResult, ProvenValue,
};
pub use any_game::{AnyGame, Played, downcast, from_position, new_game};
pub use bench::Bench;
pub use deadline::{thinking_time, until};
pub use duration::parse_duration;
pub use engine::{AnyEngine, Decision, EngineOptions};
pub use engine_thread::EngineThread;
pub use forced::{losing_moves, winning_moves, wins_within};
pub use level::Level;
pub use networks::{Evaluator, load_network, own_network, read_network};
pub use prover::{Proof, Prover};
pub use record::{Conclusion, Record, Step};
pub use record_file::{LoadError, load, replace_file, save, save_text, saved_text};
pub use recorded_search::{RecordedQuery, RecordedSearch, ideas_in_use, search_params};
pub use saved_games::{SaveOutcome, SaveSlot, SavedGame, SavedGames};
pub use tablebase_file::{known_result, load_solution, save_solution, solution_path, solvable, tablebase_result};
