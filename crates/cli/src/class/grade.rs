//! `skirmish class grade`: grades every program that has changed.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::sync::{Mutex, PoisonError};
use std::thread;

use anyhow::{anyhow, bail};
use skirmish_arena::standings::{one_line, shown_name};
use skirmish_board::quoted;
use skirmish_class::grade::GradeReport;
use skirmish_class::grade::output::points;
use skirmish_class::handins::class_folder::{ClassError, ClassFolder, StudentState};
use skirmish_class::handins::graded::{self, ClassRubric, Gradable, GradeRecord, gradable, grade};

use super::INTERRUPTED;
use super::arguments::ClassGradeArgs;
use super::report::chosen;
use crate::arena::interruptions;
use crate::columns::aligned;

/// Grades programs.
pub fn run(arguments: &ClassGradeArgs, out: &mut impl Write) -> anyhow::Result<ExitCode> {
    Ok(grade_all(&arguments.dir, &arguments.student, out)?.0)
}

/// Grades every program of a class that has changed, or those of the students named here. Returns the exit status and all their grades;
/// none if it was interrupted.
pub fn grade_all(
    dir: &Path,
    students: &[String],
    out: &mut impl Write,
) -> anyhow::Result<(ExitCode, Vec<GradeReport>)> {
    let folder = ClassFolder::open(dir)?;
    let _lock = folder.lock()?;
    let rubric = ClassRubric::of_class(&folder)?;
    let stop = interruptions()?;
    let students = chosen(&folder, students)?;
    let outcomes: Vec<Mutex<Option<Result<GradeRecord, ClassError>>>> =
        students.iter().map(|_| Mutex::new(None)).collect();
    let next = AtomicUsize::new(0);
    let work = || {
        while !stop.load(SeqCst) {
            let at = next.fetch_add(1, SeqCst);
            let Some(student) = students.get(at) else { break };
            let outcome = grade_one(&folder, student, &rubric, &stop).transpose();
            *outcomes[at].lock().unwrap_or_else(PoisonError::into_inner) = outcome;
        }
    };
    thread::scope(|scope| {
        for _ in 0..folder.settings.concurrency.min(students.len()) {
            scope.spawn(work);
        }
    });
    if stop.load(SeqCst) {
        writeln!(out, "Stopped. Continue with: skirmish class grade {}", dir.display())?;
        return Ok((ExitCode::from(INTERRUPTED), Vec::new()));
    }
    let mut rows = vec![["who", "points", "of", "to look at", ""].map(str::to_owned)];
    let (mut failure, mut grades) = (None, Vec::new());
    for (student, outcome) in students.iter().zip(outcomes) {
        match outcome.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(Ok(record)) => {
                rows.push(row(student, &record.report));
                grades.push(record.report);
            }
            Some(Err(error)) => failure = failure.or(Some((student, error))),
            None => {}
        }
    }
    for line in aligned(&rows) {
        writeln!(out, "{line}")?;
    }
    out.flush()?;
    match failure {
        Some((student, error)) => bail!("{}: {error}", quoted(&student.name)),
        None => Ok((ExitCode::SUCCESS, grades)),
    }
}

/// Records what an instructor has decided who looked at checks of one student.
pub fn settle(dir: &Path, student: &str, looked: &[(String, f64)]) -> anyhow::Result<()> {
    let folder = ClassFolder::open(dir)?;
    let _lock = folder.lock()?;
    let rubric = ClassRubric::of_class(&folder)?;
    for student in chosen(&folder, &[student.to_owned()])? {
        graded::settle(&folder, &student, &rubric, looked)
            .map_err(|error| anyhow!("{}: {error}", quoted(&student.name)))?;
    }
    Ok(())
}

/// Grades one program; `None` if it was stopped.
fn grade_one(
    folder: &ClassFolder,
    student: &StudentState,
    rubric: &ClassRubric,
    stop: &AtomicBool,
) -> Result<Option<GradeRecord>, ClassError> {
    match gradable(folder, student, rubric)? {
        Gradable::Graded(record) => Ok(Some(record)),
        Gradable::Program(grader, key) => {
            let name = shown_name(&student.name);
            // Nothing depends on these lines.
            let mut tell = |what: &str| drop(writeln!(io::stderr(), "grading {name}: {what}"));
            grade(folder, student, &grader, &key, &mut tell, stop)
        }
    }
}

fn row(student: &StudentState, report: &GradeReport) -> [String; 5] {
    let look = report.to_look_at();
    let look = if look > 0.0 { points(look) } else { String::new() };
    let note = report.notes.first().map_or(String::new(), |note| one_line(note));
    [shown_name(&student.name), points(report.total()), points(report.max()), look, note]
}
