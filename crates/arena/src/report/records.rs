//! Games as records, which `skirmish replay` and the console read.

use std::io;
use std::path::Path;

use skirmish_board::Side;
use skirmish_play::{Conclusion, Record, open, save};

use crate::finished::{Finished, join};
use crate::game::{Game, Pair};
use crate::plan::Plan;

/// A reason longer than this is cut.
const LONGEST_REASON: usize = 300;

/// The finished games as records, with their numbers in the tournament. A game that cannot be played again, because its
/// opening or an action is not of the plan's game, has none.
pub fn records(plan: &Plan, pairs: &[Pair], games: &[Game]) -> Vec<(u64, Record)> {
    let finished = join(plan, pairs, games);
    finished.iter().filter_map(|finished| Some((finished.number(), record(plan, finished)?))).collect()
}

/// Writes every finished game to a file of its own in a folder, which is made if it is not there: `game-0001.txt` and
/// so on. Returns how many there are.
pub fn save_records(folder: &Path, plan: &Plan, pairs: &[Pair], games: &[Game]) -> io::Result<usize> {
    let records = records(plan, pairs, games);
    std::fs::create_dir_all(folder)?;
    for (number, record) in &records {
        save(&folder.join(format!("game-{number:04}.txt")), record)?;
    }
    Ok(records.len())
}

fn record(plan: &Plan, finished: &Finished) -> Option<Record> {
    let Finished { pair, game } = *finished;
    let mut table = open(plan.game);
    table.set_position(&pair.opening).ok()?;
    let mut record = Record::new(table);
    let name =
        |side| plan.engines.get(finished.engine(side)).map_or(String::new(), |competitor| competitor.name.clone());
    record.players = Side::BOTH.map(name);
    record.set_header("Tournament", &*plan.name);
    record.set_header("Round", pair.round.to_string());
    record.set_header("Number", finished.number().to_string());
    for action in &game.actions {
        record.play(&action.text, Some(action.time())).ok()?;
    }
    // A game that counts for nobody has no result.
    if let (Some(report), None, true) = (&game.fault, &record.result, game.counts()) {
        let side = Side::BOTH.into_iter().find(|&side| finished.engine(side) == report.engine)?;
        let reason = if game.ending.is_empty() { report.fault.to_string() } else { game.ending.clone() };
        let reason: String =
            reason.chars().take(LONGEST_REASON).map(|c| if c.is_control() { ' ' } else { c }).collect();
        record.result = Some(Conclusion::Forfeited(side, reason.trim().trim_end_matches('.').to_owned()));
    }
    Some(record)
}
