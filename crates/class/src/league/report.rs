//! A student's report: one page with grade, place, decisive moments, faults, slowest moves and all games to step through. Of other
//! students it has the moves and the names that this one may see, and nothing that their programs said.

mod sections;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use maud::{Markup, html};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use skirmish_arena::game::{FaultReport, FinishedGame, Pair};
use skirmish_arena::plan::Plan;
use skirmish_arena::report::{page, viewer, visible};
use skirmish_arena::tournament::{Finished, Records, Tournament};
use skirmish_board::Side;
use skirmish_play::Record;

use super::moments::{Moment, find_moments};
use super::table::LeagueTable;
use crate::grade::GradeReport;
use crate::handins::class_folder::{ClassError, ClassFolder, StudentState, read_json, write_json};
use crate::handins::names::hex;
use crate::live::Names;

/// What a student's report is made from.
pub struct StudentReport<'a> {
    /// The class.
    pub folder: &'a ClassFolder,
    /// The student.
    pub student: &'a StudentState,
    /// The student's grade, if there is one.
    pub grade: Option<&'a GradeReport>,
    /// The league, if it was played.
    pub league: Option<(&'a Tournament, &'a LeagueTable)>,
}

/// A student's own games, as this student may see them.
struct OwnGames {
    tournament: Tournament,
    records: Records,
    /// The student's engine.
    engine: usize,
}

/// The moments of games, by their numbers.
type GameMoments = Vec<(u64, Vec<Moment>)>;

/// The moments of a game, found by its hash.
#[derive(Default, Serialize, Deserialize)]
struct KnownMoments(BTreeMap<String, Vec<Moment>>);

/// The moments that are told of each game.
const MOMENTS: usize = 3;

/// A student's report as one page. `None` if it was stopped: the search for decisive moments takes a while. What was found is kept for
/// the next report.
pub fn student_report(report: &StudentReport<'_>, stop: &AtomicBool) -> Result<Option<String>, ClassError> {
    let StudentReport { folder, student, grade, league } = report;
    let own =
        league.and_then(|(tournament, table)| OwnGames::new(tournament, table, &student.name, folder.settings.names));
    let moments = match &own {
        Some(own) => match decisive(folder, student, own, stop)? {
            Some(moments) => moments,
            None => return Ok(None),
        },
        None => Vec::new(),
    };
    let body = html! {
        header {
            h1 { (visible(&student.name)) }
            p.facts { (folder.settings.game.info().name) " · " (visible(&folder.settings.name)) " · " (visible(&student.file)) }
        }
        main {
            (sections::hand_in(student))
            @if let Some(grade) = grade { (sections::grade(grade)) }
            @if let (Some((_, table)), Some(own)) = (league, &own) { (sections::place(table, own, folder.settings.names)) }
            @if let Some(own) = &own { (games(own, &moments)) }
        }
    };
    Ok(Some(page(&student.name, &body)))
}

fn games(own: &OwnGames, moments: &[(u64, Vec<Moment>)]) -> Markup {
    html! {
        (sections::moments(own, moments))
        (sections::faults(own))
        (sections::slowest(own))
        (viewer(&own.tournament, &own.records))
    }
}

/// The report's file.
pub fn report_file(folder: &ClassFolder, name: &str) -> PathBuf {
    let slug = folder.folder_of(name).file_name().map(|slug| slug.to_string_lossy().into_owned()).unwrap_or_default();
    folder.path.join("reports").join(format!("{slug}.html"))
}

/// The moments that decided games that a student lost, of the last games first.
fn decisive(
    folder: &ClassFolder,
    student: &StudentState,
    own: &OwnGames,
    stop: &AtomicBool,
) -> Result<Option<GameMoments>, ClassError> {
    let path = folder.folder_of(&student.name).join("moments.json");
    let mut known: KnownMoments = read_json(&path)?.unwrap_or_default();
    let mut found = Vec::new();
    let mut used = KnownMoments::default();
    let lost: Vec<Finished<'_>> = own.tournament.finished().filter(|game| own.lost_by_play(game)).collect();
    for game in lost.iter().rev().take(folder.settings.reviews) {
        let Some(record) = own.records.get(&game.number()) else { continue };
        let key = hex(&Sha256::digest(actions_of(record).as_bytes()));
        let moments = match known.0.remove(&key) {
            Some(moments) => moments,
            None => match find_moments(record, own.side(game), MOMENTS, stop) {
                Some(moments) => moments,
                None => return Ok(None),
            },
        };
        used.0.insert(key, moments.clone());
        found.push((game.number(), moments));
    }
    write_json(&path, &used)?;
    Ok(Some(found))
}

/// The start and the actions of a game.
fn actions_of(record: &Record) -> String {
    let actions: Vec<&str> = record.steps().iter().map(|step| &step.action.text[..]).collect();
    format!("{} {}", record.start().position(), actions.join(" "))
}

impl OwnGames {
    /// A student's own games of a tournament; `None` if the student does not play.
    fn new(tournament: &Tournament, table: &LeagueTable, name: &str, names: Names) -> Option<OwnGames> {
        let engine = tournament.plan().engines.iter().position(|engine| engine.name == name)?;
        let shown = table.names_for(engine, names);
        let mut plan: Plan = tournament.plan().clone();
        for (place, other) in plan.engines.iter_mut().enumerate() {
            other.name = shown.get(&place).cloned().unwrap_or_default();
        }
        let pairs: Vec<Pair> =
            tournament.pairs().iter().filter(|pair| pair.engines.contains(&engine)).cloned().collect();
        let is_own = |game: &&FinishedGame| pairs.iter().any(|pair| pair.number == game.pair);
        let games = tournament.games().iter().filter(is_own).map(|game| without_others(game, engine, &plan)).collect();
        let (tournament, records) = Tournament::with_records(plan, pairs, games);
        Some(OwnGames { tournament, records, engine })
    }

    fn side(&self, game: &Finished<'_>) -> Side {
        if game.engine(Side::South) == self.engine { Side::South } else { Side::North }
    }

    fn lost_by_play(&self, game: &Finished<'_>) -> bool {
        game.game.fault.is_none() && game.half_points(self.engine) == 0
    }

    fn opponent(&self, game: &Finished<'_>) -> &str {
        let engine = game.engine(self.side(game).opposite());
        self.tournament.plan().engines.get(engine).map_or("", |engine| &engine.name)
    }
}

/// A game without what an opponent's program said, and without real names.
fn without_others(game: &FinishedGame, own: usize, plan: &Plan) -> FinishedGame {
    let Some(report) = &game.fault else { return game.clone() };
    let name = plan.engines.get(report.engine).map_or("", |engine| &engine.name);
    let is_own = report.engine == own;
    let ending = match is_own {
        true => format!("{name} {}: {}", report.fault, report.detail),
        false => format!("{name} {}.", report.fault),
    };
    let report = match is_own {
        true => report.clone(),
        false => {
            FaultReport { detail: String::new(), stderr: String::new(), transcript: String::new(), ..report.clone() }
        }
    };
    FinishedGame { ending, fault: Some(report), ..game.clone() }
}

#[cfg(test)]
mod tests;
