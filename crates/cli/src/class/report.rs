//! `skirmish class report`: a page for each student.

use std::fs;
use std::io::Write;
use std::process::ExitCode;

use anyhow::{Context, bail};
use skirmish_arena::standings::shown_name;
use skirmish_board::quoted;
use skirmish_class::handins::class_folder::{ClassFolder, StudentState};
use skirmish_class::handins::graded::grade_of;
use skirmish_class::league::{LeagueTable, Night, StudentReport, report_file, student_report};

use super::INTERRUPTED;
use super::arguments::ClassReportArgs;
use crate::arena::{interruptions, write_file};

/// Writes the reports.
pub fn run(arguments: &ClassReportArgs, out: &mut impl Write) -> anyhow::Result<ExitCode> {
    let folder = ClassFolder::open(&arguments.dir)?;
    let _lock = folder.lock()?;
    let stop = interruptions()?;
    let students = chosen(&folder, &arguments.student)?;
    let tournament = Night::last(&folder)?.map(|mut night| night.tournament()).transpose()?;
    let secret = folder.secret()?;
    let table = tournament.as_ref().map(|tournament| LeagueTable::new(tournament, folder.settings.names, secret));
    for student in &students {
        let grade = grade_of(&folder, &student.name)?;
        let report = StudentReport {
            folder: &folder,
            student,
            grade: grade.as_ref().map(|record| &record.report),
            league: tournament.as_ref().zip(table.as_ref()),
        };
        let Some(page) = student_report(&report, &stop)? else {
            writeln!(out, "Stopped. Continue with: skirmish class report {}", arguments.dir.display())?;
            return Ok(ExitCode::from(INTERRUPTED));
        };
        let path = report_file(&folder, &student.name);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).with_context(|| parent.display().to_string())?;
        }
        write_file(&path, &page)?;
        writeln!(out, "{}: {}", shown_name(&student.name), path.display())?;
        out.flush()?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The students that the arguments name, or all.
pub(super) fn chosen(folder: &ClassFolder, names: &[String]) -> anyhow::Result<Vec<StudentState>> {
    let all = folder.students()?;
    if let Some(unknown) = names.iter().find(|name| !all.iter().any(|student| student.name == **name)) {
        bail!("--student: nobody called {} has handed in", quoted(unknown));
    }
    Ok(all.into_iter().filter(|student| names.is_empty() || names.contains(&student.name)).collect())
}
