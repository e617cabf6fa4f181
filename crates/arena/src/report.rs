//! Reports of a tournament: an HTML page, JSON Lines, and game records.

mod embed;
mod html;
mod json;
mod markup;
mod plot;

use std::io;
use std::path::Path;

use crate::tournament::Records;

pub use html::html;
pub use json::json_lines;

/// Writes each record to its own file in a folder, which is created if needed: `game-0001.txt` and so on.
pub fn save_records(folder: &Path, records: &Records) -> io::Result<()> {
    std::fs::create_dir_all(folder)?;
    for (number, record) in records {
        skirmish_play::save(&folder.join(format!("game-{number:04}.txt")), record)?;
    }
    Ok(())
}
