//! A game in progress for everything that does not know which game it is: text in, text out.
//!
//! [`open`] sets up a [`Table`] for the game that somebody named. Behind it stands code compiled for that one game;
//! in front of it there are only texts, sides, outcomes and views.
//!
//! ```
//! use skirmish_games::GameId;
//!
//! let mut table = skirmish_play::open(GameId::parse("refusal")?);
//! let played = table.play("a3-b5")?;
//! assert_eq!(played.text, "A3B5");
//! assert_eq!(table.legal_actions(), ["accept", "refuse"]);
//! # Ok::<(), skirmish_board::TextError>(())
//! ```

mod duration;
mod level;
mod mind;
pub mod oska;
mod record;
mod seat;
mod solutions;
mod store;
mod table;
mod thinker;

pub use duration::parse_duration;
pub use level::Level;
pub use mind::{Decision, Finding, Mind, mind};
pub use record::{Action, Conclusion, Record, RecordError};
pub use seat::open;
pub use solutions::{consult_solution, save_solution, solution_path, solvable};
pub use store::{LoadError, autosave, autosave_path, load, save};
pub use table::{Played, Table};
pub use thinker::{Choice, Thinker};
