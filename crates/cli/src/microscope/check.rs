//! `skirmish microscope check`: holds the trace of a program to the truth.

use std::fs::File;
use std::io::{self, BufReader, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, anyhow};
use serde::Serialize;
use skirmish_board::{LineError, quoted};
use skirmish_trace::{CheckReport, Mistake, TraceError, check_trace};

use crate::arguments::TraceCheckArgs;
use crate::snapshot::write_json;

/// Something is wrong with the trace.
const MISTAKES: u8 = 1;

/// A mistake in JSON. The order of the fields is part of the format.
#[derive(Serialize)]
struct JsonMistake<'a> {
    line: usize,
    path: &'a [String],
    position: &'a str,
    mistake: &'a str,
    expected: &'a str,
    bug: Option<&'static str>,
}

/// Checks the file and prints what is wrong.
pub fn run(arguments: &TraceCheckArgs, out: &mut impl Write) -> anyhow::Result<ExitCode> {
    let report =
        check_trace(open(&arguments.file)?, arguments.game).map_err(|error| of_file(&arguments.file, error))?;
    if arguments.json {
        report.mistakes.iter().try_for_each(|mistake| write_json(out, &json(mistake)))?;
    } else {
        write_report(&report, arguments.show, out)?;
    }
    if let Some(error) = report.cut_off {
        // What was found comes before the error.
        out.flush()?;
        return Err(of_file(&arguments.file, TraceError::Line(error)));
    }
    out.flush()?;
    Ok(if report.found == 0 { ExitCode::SUCCESS } else { ExitCode::from(MISTAKES) })
}

/// Opens a file with a trace.
pub fn open(file: &Path) -> anyhow::Result<BufReader<File>> {
    let opened = File::open(file).map_err(|error| anyhow!("{error}"));
    opened.map(BufReader::new).with_context(|| quoted(&file.to_string_lossy()))
}

/// An error of a trace, with the name of its file. A file that cannot be read is bad input, and no failure of the output.
pub fn of_file(file: &Path, error: TraceError) -> anyhow::Error {
    let name = quoted(&file.to_string_lossy());
    match error {
        TraceError::Input(error) => anyhow!("{name}: {error}"),
        TraceError::Line(LineError { line, sentence }) => anyhow!("{name}, line {line}: {sentence}"),
    }
}

fn json(mistake: &Mistake) -> JsonMistake<'_> {
    let Mistake { line, path, position, sentence, expected, bug, .. } = mistake;
    JsonMistake { line: *line, path, position, mistake: sentence, expected, bug: bug.map(|bug| bug.id()) }
}

fn write_report(report: &CheckReport, shown: u64, out: &mut impl Write) -> io::Result<()> {
    let CheckReport { game, nodes, searches, found, .. } = report;
    let searches = if *searches == 1 { "1 search".to_owned() } else { format!("{searches} searches") };
    writeln!(out, "{}: {searches}, {}", game.info().name, counted(*nodes, "node"))?;
    for mistake in report.mistakes.iter().take(usize::try_from(shown).unwrap_or(usize::MAX)) {
        write_mistake(mistake, out)?;
    }
    let more = found - found.min(&shown);
    match (*found, more) {
        (0, _) => writeln!(out, "No mistake found.")?,
        (_, 0) => {}
        _ => writeln!(out, "\nand {}", counted(more, "more mistake"))?,
    }
    for (bug, count) in &report.bugs {
        let of = if count == found { "all".to_owned() } else { format!("{count} of {found}") };
        writeln!(out, "\nThis looks like a classic: {bug} ({of}).")?;
    }
    for (count, what) in [
        (report.guesses, "that the program says it guessed"),
        (report.table_answers, "from its table, which may be older than the trace"),
        (report.ignored, "below moves that are not legal"),
    ] {
        if count > 0 {
            writeln!(out, "Not checked: {} {what}.", counted(count, "value"))?;
        }
    }
    Ok(())
}

/// A mistake with its path, the board, and what should have been there.
fn write_mistake(mistake: &Mistake, out: &mut impl Write) -> io::Result<()> {
    let path =
        if mistake.path.is_empty() { "at the root".to_owned() } else { format!("after {}", mistake.path.join(" ")) };
    writeln!(out, "\nLine {}, {path}:\n\n{}", mistake.line, mistake.board)?;
    writeln!(out, "{}\n", mistake.position)?;
    writeln!(out, "  {}", mistake.sentence)?;
    if !mistake.expected.is_empty() {
        writeln!(out, "  expected: {}", mistake.expected)?;
    }
    Ok(())
}

/// A number of things.
pub fn counted(count: u64, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}
