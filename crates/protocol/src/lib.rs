//! UGI, the text protocol between an engine and the program that asks it for moves, for any game.
//!
//! [`UgiCommand`] is what an engine is told and [`UgiReply`] what it says, each read from a line and written to one. [`serve`] is the
//! engine's side: it reads commands, thinks with a [`AnyEngine`](skirmish_play::AnyEngine) and writes replies. What every line means
//! is told in docs/PROTOCOL.md.
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

/// Player one of the protocol: the side that begins at the start position of the game, whatever position is set up. That is South,
/// and in Oska North.
pub fn player_one(game: GameId) -> Side {
    skirmish_play::new_game(game).side_to_move()
}
