//! Reports of a tournament: an HTML page, JSON Lines, game records and dialogues.

mod embed;
mod html;
mod json;
mod markup;
mod plot;

use std::io;
use std::path::Path;

use skirmish_board::Side;

use crate::game::DialogueHead;
use crate::standings::one_line;
use crate::store::GameDialogues;
use crate::tournament::{Records, Tournament};

pub use html::{PAGE_STYLE, board_colours, bracket, game_viewer, html, page, viewer, viewer_script};
pub use json::json_lines;
pub use markup::{shortened, visible};
pub use plot::plot;

/// Writes each record to its own file in a folder, which is created if needed: `game-0001.txt` and so on.
pub fn save_records(folder: &Path, records: &Records) -> io::Result<()> {
    std::fs::create_dir_all(folder)?;
    for (number, record) in records {
        skirmish_play::save(&folder.join(format!("game-{number:04}.txt")), record)?;
    }
    Ok(())
}

/// Writes the dialogues in each game to a file in a folder, which is created if needed: `game-0001.txt` and so on. Returns the number
/// of files.
pub fn save_dialogues(folder: &Path, tournament: &Tournament, dialogues: &GameDialogues) -> io::Result<usize> {
    let mut saved = 0;
    for finished in tournament.finished() {
        let Some(heads) = dialogues.get(&(finished.game.pair, finished.game.leg)) else { continue };
        let mut text = String::new();
        for head in heads {
            let Some(side) = Side::BOTH.into_iter().find(|&side| finished.engine(side) == head.engine) else {
                continue;
            };
            let (name, side) =
                (one_line(tournament.name_of(head.engine)), tournament.plan().game.info().sides[side.index()]);
            let limit = DialogueHead::MAX_BYTES >> 10;
            text += &format!("{name} ({side}), at most the first {limit} KB:\n{}\n", head.text);
        }
        std::fs::create_dir_all(folder)?;
        let file = folder.join(format!("game-{:04}.txt", finished.number()));
        skirmish_play::replace_file(&file, text.as_bytes())?;
        saved += 1;
    }
    Ok(saved)
}
