//! UGI, the text protocol between an engine and a GUI, for any game.
//!
//! [`UgiCommand`] is a line to the engine, [`UgiReply`] a line from it. [`serve`] is the engine's side: it reads commands, searches
//! with an [`AnyEngine`](skirmish_play::AnyEngine) and writes replies. docs/PROTOCOL.md describes every line.
//!
//! ```
//! use skirmish_protocol::{UgiCommand, UgiReply};
//!
//! let line = "position startpos moves A3B5 accept";
//! assert_eq!(UgiCommand::parse(line)?.unwrap().to_string(), line);
//! assert_eq!(UgiReply::parse("bestmove A3B5"), Some(UgiReply::BestMove { action: "A3B5".into(), ponder: None }));
//! # Ok::<(), skirmish_board::TextError>(())
//! ```

mod command;
mod lines;
mod options;
mod reply;
mod search;
mod server;

pub use command::{ClockState, Go, UgiCommand, UgiQuery};
pub use lines::{InputLine, LineReader};
pub use reply::{GameResult, UgiReply, format_info};
pub use server::{Host, serve};

use skirmish_board::Side;
use skirmish_games::GameId;

/// Player one of the protocol: the side to move in the start position of the game, whatever position is set up. That is South,
/// and in Oska North.
pub fn player_one(game: GameId) -> Side {
    skirmish_play::new_game(game).side_to_move()
}
