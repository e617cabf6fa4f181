//! A position in JSON.

use std::io::{self, Write};

use serde::Serialize;
use skirmish_board::Outcome;
use skirmish_play::AnyGame;

/// A position and its legal actions. The order of the fields is part of the format.
#[derive(Serialize)]
pub struct Snapshot {
    position: String,
    to_move: &'static str,
    outcome: Option<&'static str>,
    legal: Vec<String>,
    /// The result with best play, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    known: Option<&'static str>,
    /// What the game's handout wants to be said about the last action.
    #[serde(skip_serializing_if = "Option::is_none")]
    announcement: Option<&'static str>,
}

impl Snapshot {
    /// The current position of a game.
    pub fn of(game: &dyn AnyGame) -> Snapshot {
        Snapshot {
            position: game.position(),
            to_move: game.side_to_move().id(),
            outcome: game.outcome().map(|outcome| outcome.id()),
            legal: game.legal_actions().into_iter().map(|action| action.text).collect(),
            known: None,
            announcement: None,
        }
    }

    /// Adds the announcement of the last action.
    pub fn with_announcement(self, announcement: Option<&'static str>) -> Snapshot {
        Snapshot { announcement, ..self }
    }

    /// Adds the result with best play.
    pub fn with_known(self, result: Outcome) -> Snapshot {
        Snapshot { known: Some(result.id()), ..self }
    }
}

/// Writes a line of JSON.
pub fn write_json(out: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    out.write_all(b"\n")
}
