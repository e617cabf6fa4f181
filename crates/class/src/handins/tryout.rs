//! Tries a program that was handed in: finds its protocol and its dialogue, and whether it plays by the rules.

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use sha2::{Digest, Sha256};
use skirmish_arena::competitor::Competitor;
use skirmish_arena::game::{Fault, FinishedGame};
use skirmish_arena::plan::dialogue_settings;
use skirmish_arena::tool::{ToolEnd, run_tool};
use skirmish_arena::trial::{OPPONENTS, Trial, TrialVerdict};

use super::class_folder::{BuildResult, ClassError, ClassFolder, StudentState, TrialResult};
use super::names::hex;
use super::settings::FoundProtocol;
use super::unpack::files_below;

/// How long a program may take to show which protocol it speaks.
const PROBE_TIME: Duration = Duration::from_secs(5);

/// What a program that speaks UGI says.
const UGI_ANSWER: &str = "ugiok";

/// What is tried: the program and the settings of its games.
pub fn trial_key(folder: &ClassFolder, student: &StudentState, built: &BuildResult) -> Result<String, ClassError> {
    let engine = engine_of(folder, student, built, &FoundProtocol::default())?;
    let settings = &folder.settings;
    let own = settings.own_protocol(&student.name);
    let text =
        format!("{} {:?} {own:?} {} {} {}", built.key, engine, settings.game, settings.trial_games, settings.seed);
    Ok(hex(&Sha256::digest(text.as_bytes())))
}

/// A student's program as an engine, as far as it is known how it talks.
pub fn engine_of(
    folder: &ClassFolder,
    student: &StudentState,
    built: &BuildResult,
    found: &FoundProtocol,
) -> Result<Competitor, ClassError> {
    let place = folder.program(student).join(&built.folder);
    let engine = folder.settings.competitor(&student.name, &built.command, &place, found);
    engine.map_err(|error| ClassError::new(error.to_string()))
}

/// Tries a student's program. `None` if it was stopped. An error is about this machine.
pub fn try_out(
    folder: &ClassFolder,
    student: &StudentState,
    built: &BuildResult,
    stop: &AtomicBool,
) -> Result<Option<TrialResult>, ClassError> {
    let key = trial_key(folder, student, built)?;
    let own = folder.settings.own_protocol(&student.name);
    let mut found = FoundProtocol { proto: own.map(str::to_owned), ..FoundProtocol::default() };
    if found.proto.is_none() {
        let Some(protocol) = find_protocol(folder, student, built, stop)? else { return Ok(None) };
        found = protocol;
    }
    let Some(mut verdict) =
        play(folder, &engine_of(folder, student, built, &found)?, folder.settings.trial_games, stop)?
    else {
        return Ok(None);
    };
    if let Some(proposal) = &verdict.proposal {
        found.dialogue = dialogue_settings(proposal).into_iter().map(|given| (given.name, given.value)).collect();
        let engine = engine_of(folder, student, built, &found)?;
        let Some(again) = play(folder, &engine, folder.settings.trial_games, stop)? else { return Ok(None) };
        verdict = again;
    }
    Ok(Some(result(key, found, &verdict)))
}

fn result(key: String, found: FoundProtocol, verdict: &TrialVerdict) -> TrialResult {
    let sentence = match (&verdict.fault, verdict.wrong_count()) {
        (Some(report), _) => Some(format!("it {}: {}", report.fault, report.detail)),
        (None, Some(count)) => Some(format!(
            "it does not know the rules: it counts {} lines of play at depth {}, not {}",
            count.said, count.depth, count.right
        )),
        (None, None) => None,
    };
    let dialogue = verdict.fault.as_ref().map(|report| report.transcript.clone()).unwrap_or_default();
    let competes = verdict.fault.as_ref().is_none_or(|_| verdict.games.iter().enumerate().any(has_moved));
    TrialResult { key, found, plays: verdict.plays(), competes, fault: sentence, dialogue }
}

/// Whether the program made a move in a game of a trial, in which it moves first in every other.
fn has_moved((number, game): (usize, &FinishedGame)) -> bool {
    game.actions.len() > number % 2
}

fn play(
    folder: &ClassFolder,
    engine: &Competitor,
    games: u32,
    stop: &AtomicBool,
) -> Result<Option<TrialVerdict>, ClassError> {
    let settings = &folder.settings;
    let trial = Trial::new(engine, settings.game, &OPPONENTS, games, settings.seed);
    let trial = trial.map_err(|error| ClassError::new(error.to_string()))?;
    let verdict = trial.run(&(Arc::new(|_, _: &str| ()) as _), &|_| (), stop);
    match verdict.as_ref().and_then(|verdict| verdict.fault.as_ref()) {
        Some(report) if report.fault == Fault::Machine => Err(ClassError::new(report.detail.clone())),
        _ => Ok(verdict),
    }
}

/// The protocol of a program: `ugi` if it answers so, `oska` if its call works, or else `console`. `None` if it was stopped.
fn find_protocol(
    folder: &ClassFolder,
    student: &StudentState,
    built: &BuildResult,
    stop: &AtomicBool,
) -> Result<Option<FoundProtocol>, ClassError> {
    let attempt = |proto: &str, arguments: &[&str]| FoundProtocol {
        proto: Some(proto.to_owned()),
        arguments: arguments.iter().map(|&word| word.to_owned()).collect(),
        dialogue: Vec::new(),
    };
    let run = |attempt: &FoundProtocol, more: &[String], input: Option<&str>| {
        let engine = engine_of(folder, student, built, attempt)?;
        let Some(mut program) = engine.kind.program().cloned() else { return Ok(None) };
        program.command.extend_from_slice(more);
        let run = run_tool(&program, &engine.limits, input, PROBE_TIME, stop);
        let run = run.map_err(|error| ClassError::new(error.to_string()))?;
        Ok(Some(run).filter(|run| run.end != ToolEnd::Stopped))
    };
    // A program that never says the word need not be asked.
    if holds(&folder.program(student), UGI_ANSWER.as_bytes()) {
        // The programs of `skirmish starter` need the argument.
        for arguments in [&[][..], &["ugi"]] {
            let ugi = attempt("ugi", arguments);
            let Some(run) = run(&ugi, &[], Some("ugi\nquit\n"))? else { return Ok(None) };
            if run.output.lines().any(|line| line.trim() == UGI_ANSWER) {
                return Ok(Some(ugi));
            }
        }
    }
    if folder.settings.game.info().id == "oska" {
        let call = attempt("oska", &[]);
        let Some(run) = run(&call, &oska_call(folder), None)? else { return Ok(None) };
        // Most others wait for a person's answer.
        if run.end == ToolEnd::Success {
            let Some(verdict) = play(folder, &engine_of(folder, student, built, &call)?, 1, stop)? else {
                return Ok(None);
            };
            if verdict.games.first().is_some_and(|game| !game.actions.is_empty()) {
                return Ok(Some(call));
            }
        }
    }
    Ok(Some(attempt("console", &[])))
}

/// The arguments of Oska's call at the start.
fn oska_call(folder: &ClassFolder) -> Vec<String> {
    let position = skirmish_play::new_game(folder.settings.game).position();
    let mut words = position.split_whitespace();
    let rows: Vec<String> = words.next().unwrap_or_default().split('/').map(|row| format!("\"{row}\"")).collect();
    vec![format!("[{}]", rows.join(",")), words.next().unwrap_or("w").to_owned(), "1".to_owned()]
}

/// Whether a file below a folder holds these bytes. Of a file of any size only so much is read.
fn holds(folder: &Path, bytes: &[u8]) -> bool {
    const MAX_BYTES: u64 = 64 << 20;
    let files = files_below(folder).unwrap_or_default();
    files.iter().any(|file| {
        let mut content = Vec::new();
        let _ = File::open(folder.join(file)).and_then(|file| file.take(MAX_BYTES).read_to_end(&mut content));
        content.windows(bytes.len()).any(|window| window == bytes)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A build can make a file that is larger than the memory, and takes no room.
    #[test]
    fn of_an_endless_file_only_a_part_is_read() {
        let place = tempfile::TempDir::new().unwrap();
        let file = File::create(place.path().join("a")).unwrap();
        file.set_len(1 << 40).unwrap();
        assert!(!holds(place.path(), UGI_ANSWER.as_bytes()));
        std::fs::write(place.path().join("b"), "print('ugiok')").unwrap();
        assert!(holds(place.path(), UGI_ANSWER.as_bytes()));
    }
}
