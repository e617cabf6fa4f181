//! A grade in the formats of others: of Gradescope, of Classroom 50, of gradebooks, and for people to read.
//!
//! Every file is written whole or not at all.

mod classroom50;
mod csv_table;
mod gradescope;
mod html;
mod markdown;
mod roster;

use std::io;
use std::path::Path;

pub use classroom50::{Classroom50Error, Submission, classroom50};
pub use csv_table::csv;
pub use gradescope::{gradescope, gradescope_faults};
pub(crate) use html::evidence_part;
pub use html::html;
pub use markdown::markdown;
pub use roster::{RosterError, RosterGrades, fill_roster};

use super::result::{CheckResult, CheckVerdict, GradeReport};

/// Writes a file whole or not at all, also if the program or the machine ends in the middle.
pub fn write_whole(path: &Path, text: &str) -> io::Result<()> {
    skirmish_play::replace_file(path, text.as_bytes())
}

/// A grade as a line of JSON, which [`read_json`] reads back.
pub fn json(grade: &GradeReport) -> String {
    serde_json::to_string(grade).unwrap_or_default() + "\n"
}

/// Reads the grade of [`json`].
pub fn read_json(text: &str) -> Result<GradeReport, String> {
    serde_json::from_str(text.trim()).map_err(|error| format!("not a grade: {error}"))
}

/// Points without needless decimals.
pub fn points(points: f64) -> String {
    let text = format!("{points:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// The total, and what has to be known about it: checks that were not run, and those to look at.
pub fn summary(grade: &GradeReport) -> String {
    let mut text = format!("{} of {} points.", points(grade.total()), points(grade.max()));
    let list = |verdict: CheckVerdict| {
        let titles: Vec<String> =
            grade.of(verdict).map(|check| format!("{} ({})", check.title, points(check.max))).collect();
        titles.join(", ")
    };
    let (not_run, look) = (list(CheckVerdict::NotRun), list(CheckVerdict::Look));
    if !grade.complete {
        text += " The grading is not complete.";
    }
    if !not_run.is_empty() {
        text += &format!(" Not run, with their points rescaled: {not_run}.");
    }
    if !look.is_empty() {
        text += &format!(" For an instructor to look at, without cost until then: {look}.");
    }
    for note in &grade.notes {
        text += &format!(" {note}");
    }
    text
}

/// The verdict for people.
fn verdict_word(check: &CheckResult) -> &'static str {
    match check.verdict {
        CheckVerdict::Pass => "pass",
        CheckVerdict::Fail if check.points > 0.0 => "in part",
        CheckVerdict::Fail => "fail",
        CheckVerdict::Look => "look",
        CheckVerdict::NotRun => "not run",
    }
}

#[cfg(test)]
pub(crate) mod tests;
