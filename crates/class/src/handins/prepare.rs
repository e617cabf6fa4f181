//! Builds and tries whatever is new, several hand-ins at a time. Each step is saved as it ends, so that the next run goes on.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::sync::{Mutex, PoisonError};
use std::thread;

use super::build::{build, build_key};
use super::class_folder::{ClassError, ClassFolder, StudentState};
use super::tryout::{trial_key, try_out};

/// An event of the work on hand-ins, reported from any thread.
#[derive(Clone, Copy, Debug)]
pub enum HandinEvent<'a> {
    /// A student's program is built.
    Building(&'a str),
    /// A student's program is tried.
    Trying(&'a str),
    /// A student's program is done.
    Done(&'a StudentState),
}

/// Builds and tries every program that has changed. Returns what this machine could not do, by student; nothing of that stops the
/// others. If it was stopped, some are left.
pub fn prepare(
    folder: &ClassFolder,
    report: &(dyn Fn(HandinEvent<'_>) + Sync),
    stop: &AtomicBool,
) -> Result<Vec<(String, ClassError)>, ClassError> {
    let students: Vec<StudentState> =
        folder.students()?.into_iter().filter(|student| !student.version.is_empty()).collect();
    let next = AtomicUsize::new(0);
    let failures = Mutex::new(Vec::new());
    let work = || {
        while !stop.load(SeqCst) {
            let Some(student) = students.get(next.fetch_add(1, SeqCst)) else { break };
            if let Err(error) = prepare_one(folder, student.clone(), report, stop) {
                failures.lock().unwrap_or_else(PoisonError::into_inner).push((student.name.clone(), error));
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..folder.settings.concurrency.min(students.len()) {
            scope.spawn(work);
        }
    });
    Ok(failures.into_inner().unwrap_or_else(PoisonError::into_inner))
}

fn prepare_one(
    folder: &ClassFolder,
    mut student: StudentState,
    report: &(dyn Fn(HandinEvent<'_>) + Sync),
    stop: &AtomicBool,
) -> Result<(), ClassError> {
    let key = build_key(folder, &student);
    let program = folder.program(&student);
    let is_built =
        |student: &StudentState| student.build.as_ref().is_some_and(|build| build.key == key && !build.is_machines);
    if !is_built(&student) || !program.is_dir() {
        report(HandinEvent::Building(&student.name));
        let Some(built) = build(folder, &student, stop)? else { return Ok(()) };
        (student.build, student.trial) = (Some(built), None);
        folder.save(&student)?;
    }
    let Some(built) = student.build.clone().filter(|built| built.error.is_none()) else {
        report(HandinEvent::Done(&student));
        return Ok(());
    };
    let key = trial_key(folder, &student, &built)?;
    if student.trial.as_ref().is_none_or(|trial| trial.key != key) {
        report(HandinEvent::Trying(&student.name));
        let Some(tried) = try_out(folder, &student, &built, stop)? else { return Ok(()) };
        student.trial = Some(tried);
        folder.save(&student)?;
    }
    report(HandinEvent::Done(&student));
    Ok(())
}
