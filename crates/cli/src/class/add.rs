//! `skirmish class add`: takes hand-ins, and prints who, built, plays, and what is wrong.

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::atomic::Ordering::SeqCst;

use anyhow::bail;
use skirmish_arena::standings::shown_name;
use skirmish_board::quoted;
use skirmish_class::handins::class_folder::{ClassFolder, StudentState};
use skirmish_class::handins::deliver::{Delivered, deliveries};
use skirmish_class::handins::prepare::{HandinEvent, prepare};

use super::INTERRUPTED;
use super::arguments::ClassAddArgs;
use crate::arena::interruptions;
use crate::columns::aligned;

/// Takes what was handed in.
pub fn run(arguments: &ClassAddArgs, out: &mut impl Write) -> anyhow::Result<ExitCode> {
    if arguments.name.is_some() && arguments.files.len() != 1 {
        bail!("--name is for one file; found {}", arguments.files.len());
    }
    let folder = ClassFolder::open(&arguments.dir)?;
    let _lock = folder.lock()?;
    let stop = interruptions()?;
    for delivery in deliveries(&folder, &arguments.files, arguments.name.as_deref())? {
        if stop.load(SeqCst) {
            break;
        }
        let what = match delivery.receive(&folder)? {
            Delivered::New => "new",
            Delivered::Same => "unchanged",
            Delivered::Refused => "refused",
        };
        writeln!(out, "{}: {what}", shown_name(&delivery.student))?;
        out.flush()?;
    }
    let tell = |event: HandinEvent<'_>| {
        let line = match event {
            HandinEvent::Building(name) => format!("building {}", shown_name(name)),
            HandinEvent::Trying(name) => format!("trying {}", shown_name(name)),
            HandinEvent::Done(_) => return,
        };
        // Nothing depends on these lines.
        let _ = writeln!(io::stderr(), "{line}");
    };
    let failures = prepare(&folder, &tell, &stop)?;
    if stop.load(SeqCst) {
        writeln!(out, "Stopped. What is done is saved; continue with: skirmish class add {}", arguments.dir.display())?;
        return Ok(ExitCode::from(INTERRUPTED));
    }
    write_table(&folder.students()?, out)?;
    out.flush()?;
    if let Some((student, error)) = failures.first() {
        bail!("{}: {error}", quoted(student));
    }
    Ok(ExitCode::SUCCESS)
}

/// The table of all students.
fn write_table(students: &[StudentState], out: &mut impl Write) -> io::Result<()> {
    let mut rows = vec![["who", "built", "plays", "what is wrong"].map(str::to_owned)];
    rows.extend(students.iter().map(row));
    for line in aligned(&rows) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

fn row(student: &StudentState) -> [String; 4] {
    let built = match &student.build {
        None => "no".to_owned(),
        Some(build) if build.error.is_some() => "no".to_owned(),
        Some(build) => build.kind.clone(),
    };
    let plays = match &student.trial {
        None => "no".to_owned(),
        Some(trial) if trial.plays => trial.found.proto.clone().unwrap_or_else(|| "yes".to_owned()),
        Some(trial) if trial.competes => "in part".to_owned(),
        Some(_) => "no".to_owned(),
    };
    [shown_name(&student.name), built, plays, shown_sentence(&problem(student))]
}

/// What is wrong with a hand-in, in a sentence; empty if nothing is.
fn problem(student: &StudentState) -> String {
    let refused = student.refused.as_ref().map(|why| match student.version.is_empty() {
        true => format!("{} cannot be used: {why}", student.file),
        false => format!("{} cannot be used: {why}; the version before counts", student.file),
    });
    let build = student.build.as_ref().and_then(|build| build.error.clone());
    let trial = student.trial.as_ref().and_then(|trial| trial.fault.clone());
    refused.or(build).or(trial).or_else(|| student.note.clone()).unwrap_or_default()
}

/// A sentence in one line, not too long for a table.
fn shown_sentence(text: &str) -> String {
    const MAX_CHARS: usize = 160;
    let line = skirmish_arena::standings::one_line(text);
    match line.char_indices().nth(MAX_CHARS) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}
