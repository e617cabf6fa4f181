//! The tournament of the current versions. It is one stored tournament, made anew when programs have changed: games between
//! versions that are still current are carried over, so only new versions play.

use std::fs;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use skirmish_arena::BuiltIn;
use skirmish_arena::competitor::{Clock, Competitor, EngineKind};
use skirmish_arena::plan::{Format, Plan};
use skirmish_arena::store::{self, Store, StoreError};
use skirmish_arena::tournament::Tournament;

use super::catch_up::{Before, carried_round_robin, catch_up};
use crate::handins::class_folder::{ClassError, ClassFolder, StudentState, read_json, write_json};
use crate::handins::engine_of;
use crate::handins::names::hex;
use crate::live::pseudonyms;

/// All tournaments of a class.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct LeagueRecord {
    /// The last one is that of the current versions.
    pub nights: Vec<NightRecord>,
}

/// A stored tournament of a class.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct NightRecord {
    /// The address of its store; a file's is relative to the folder of the class.
    pub store: String,
    /// Its name there.
    pub name: String,
    /// What it was made from.
    key: String,
}

/// A tournament that can be played or continued.
pub struct Night {
    /// The address of its store.
    pub address: String,
    /// The open store.
    pub store: Box<dyn Store>,
    /// Its plan.
    pub plan: Plan,
    /// How many finished games were carried over when it was made; `None` if it is not new.
    pub carried: Option<usize>,
}

/// Who plays in the league, and who does not.
#[derive(Clone, Debug, Default)]
pub struct Competing {
    /// The programs, in the order of their pseudonyms, then the levels. The order of the students' names would show through: pages
    /// are called after the place in the plan.
    pub engines: Vec<Competitor>,
    /// Everybody else, with the reason in a sentence.
    pub others: Vec<(String, String)>,
}

/// The file of all tournaments.
fn record_file(folder: &ClassFolder) -> PathBuf {
    folder.path.join("league").join("league.json")
}

/// The tournaments of a class so far.
pub fn league_record(folder: &ClassFolder) -> Result<LeagueRecord, ClassError> {
    Ok(read_json(&record_file(folder))?.unwrap_or_default())
}

impl NightRecord {
    /// The address of its store.
    pub fn address(&self, folder: &ClassFolder) -> String {
        match self.store.contains("://") {
            true => self.store.clone(),
            false => folder.path.join(&self.store).to_string_lossy().into_owned(),
        }
    }
}

/// The address and name of the tournament of the current versions, if there is one.
pub fn current(folder: &ClassFolder) -> Result<Option<(String, String)>, ClassError> {
    let record = league_record(folder)?;
    Ok(record.nights.last().map(|night| (night.address(folder), night.name.clone())))
}

/// Who plays.
pub fn competitors(folder: &ClassFolder) -> Result<Competing, ClassError> {
    let mut found = Competing::default();
    for student in folder.students()? {
        match competitor(folder, &student)? {
            Ok(engine) => found.engines.push(engine),
            Err(why) => found.others.push((student.name, why)),
        }
    }
    let names: Vec<&str> = found.engines.iter().map(|engine| &*engine.name).collect();
    let hidden = pseudonyms(&names, folder.secret()?);
    let mut order: Vec<(String, Competitor)> = hidden.into_iter().zip(found.engines).collect();
    order.sort_by(|(one, _), (other, _)| one.cmp(other));
    found.engines = order.into_iter().map(|(_, engine)| engine).collect();
    for &level in &folder.settings.league.levels {
        let player = BuiltIn::parse(&format!("level={level}")).map_err(|error| ClassError::new(error.to_string()))?;
        let mut name = format!("Level {level}");
        if found.engines.iter().any(|engine| engine.name == name) {
            name += " (built in)";
        }
        // Its strength is its limit, not the clock, which a busy machine would let run out.
        let clock = Clock { margin: std::time::Duration::from_secs(3600), ..Clock::default() };
        found.engines.push(Competitor::new(name, EngineKind::BuiltIn(player), clock));
    }
    Ok(found)
}

/// A student's program, or why it does not play.
fn competitor(folder: &ClassFolder, student: &StudentState) -> Result<Result<Competitor, String>, ClassError> {
    let no = |why: &str| Ok(Err(why.to_owned()));
    let Some(built) = &student.build else { return no("it is not built") };
    if built.error.is_some() {
        return no("it was not built");
    }
    let Some(trial) = &student.trial else { return no("it is not tried") };
    if !trial.competes {
        return no(trial.fault.as_deref().unwrap_or("it made no move that was understood"));
    }
    Ok(Ok(engine_of(folder, student, built, &trial.found)?))
}

/// What a tournament is made from: another key makes another.
fn key(engines: &[Competitor], plan: &Plan) -> String {
    let plan = Plan { name: String::new(), engines: engines.to_vec(), ..plan.clone() };
    hex(&Sha256::digest(format!("{plan:?}").as_bytes()))
}

/// The tournament of these programs: the one that is there, or a new one with all games that still count.
pub fn tonight(folder: &ClassFolder, engines: Vec<Competitor>) -> Result<Night, ClassError> {
    if engines.len() < 2 {
        return Err(ClassError::new(
            "a league needs two programs: nobody's plays, and class.toml names fewer than two levels",
        ));
    }
    let wanted = folder.settings.league_plan(engines).map_err(|error| ClassError::new(error.to_string()))?;
    let key = key(&wanted.engines, &wanted);
    let mut record = league_record(folder)?;
    let before = match record.nights.last() {
        Some(last) => {
            let mut store = store::open(&last.address(folder), &last.name).map_err(failed)?;
            let plan = store.plan().map_err(failed)?;
            match plan {
                Some(plan) if last.key == key => {
                    return Ok(Night { address: last.address(folder), store, plan, carried: None });
                }
                Some(plan) => {
                    let games = store.games().map_err(failed)?;
                    Some(Before { pairs: store.pairs().map_err(failed)?, plan, games })
                }
                None => None,
            }
        }
        None => None,
    };
    let (address, entry, mut store) = new_store(folder, &record, &key)?;
    let wanted = Plan { name: entry.name.clone(), ..wanted };
    let (plan, pairs, games) = match before {
        None => (wanted, Vec::new(), Vec::new()),
        Some(before) if wanted.format == Format::Swiss => catch_up(wanted, &before),
        Some(before) => carried_round_robin(wanted, &before),
    };
    store.create(&plan).map_err(failed)?;
    store.add_pairs(&pairs).map_err(failed)?;
    for game in &games {
        store.save(game).map_err(failed)?;
    }
    // From here on it is the tournament of the class.
    record.nights.push(entry);
    write_json(&record_file(folder), &record)?;
    Ok(Night { address, store, plan, carried: Some(games.len()) })
}

/// A new, empty store. What an interrupted run has left in its place is removed.
fn new_store(
    folder: &ClassFolder,
    record: &LeagueRecord,
    key: &str,
) -> Result<(String, NightRecord, Box<dyn Store>), ClassError> {
    let place = folder.path.join("league");
    fs::create_dir_all(&place).map_err(|error| ClassError::at(&place, &error))?;
    let mut number = record.nights.len() + 1;
    loop {
        let name = format!("{} {number}", folder.settings.name);
        let in_folder = format!("league/{number:03}.arena");
        let address = folder.settings.league.store.clone().unwrap_or_else(|| in_folder.clone());
        let entry = NightRecord { store: address, name: name.clone(), key: key.to_owned() };
        if !entry.store.contains("://") {
            for end in ["", "-wal", "-shm", "-lock"] {
                let _ = fs::remove_file(folder.path.join(format!("{}{end}", entry.store)));
            }
        }
        let address = entry.address(folder);
        let mut store = store::open(&address, &name).map_err(failed)?;
        // A database keeps what was left there.
        if store.plan().map_err(failed)?.is_none() {
            return Ok((address, entry, store));
        }
        number += 1;
    }
}

impl Night {
    /// The tournament with its games so far.
    pub fn tournament(&mut self) -> Result<Tournament, ClassError> {
        let games = self.store.games().map_err(failed)?;
        Ok(Tournament::new(self.plan.clone(), self.store.pairs().map_err(failed)?, games))
    }

    /// The tournament of the current versions as it is stored, without making a new one.
    pub fn last(folder: &ClassFolder) -> Result<Option<Night>, ClassError> {
        let Some((address, name)) = current(folder)? else { return Ok(None) };
        let mut store = store::open(&address, &name).map_err(failed)?;
        let plan = store.plan().map_err(failed)?;
        Ok(plan.map(|plan| Night { address, store, plan, carried: None }))
    }
}

fn failed(error: StoreError) -> ClassError {
    ClassError::new(error.0)
}

#[cfg(test)]
mod tests {
    use skirmish_games::GameId;
    use tempfile::TempDir;

    use super::*;
    use crate::handins::class_folder::{BuildResult, TrialResult};
    use crate::handins::settings::class_toml;

    /// The pages of a league are called after the places in its plan, so these may not be the places in the list of students.
    #[test]
    fn the_order_of_the_plan_does_not_say_who_is_who() {
        let place = TempDir::new().unwrap();
        let text = class_toml(GameId::parse("oska").unwrap(), "class");
        let folder = ClassFolder::create(&place.path().join("class"), &text).unwrap();
        let names: Vec<String> = (10..40).map(|number| format!("Student {number}")).collect();
        for name in &names {
            let build = BuildResult { command: vec!["true".to_owned()], ..BuildResult::default() };
            let trial = TrialResult { competes: true, ..TrialResult::default() };
            let (name, build, trial) = (name.clone(), Some(build), Some(trial));
            folder.save(&StudentState { name, build, trial, ..StudentState::default() }).unwrap();
        }
        let order = |folder: &ClassFolder| -> Vec<String> {
            competitors(folder).unwrap().engines.into_iter().map(|engine| engine.name).collect()
        };
        let found = order(&folder);
        assert_eq!((found.len(), &found[30..]), (33, &["Level 1", "Level 3", "Level 5"].map(str::to_owned)[..]));
        assert!(found[..30] != names[..], "in the order of the names");
        let hidden = pseudonyms(&found[..30].iter().map(String::as_str).collect::<Vec<_>>(), folder.secret().unwrap());
        assert!(hidden.is_sorted(), "{hidden:?}");
        assert_eq!(order(&folder), found);
    }
}
