//! Error reports: one line on stderr, and the exit status.

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::CommandFactory;

use crate::arguments::Arguments;

const BAD_INPUT: u8 = 2;

/// Reports the error of a command. An output error has exit status 1, bad input 2; a closed pipe is no error.
pub fn report(error: &anyhow::Error) -> ExitCode {
    match error.downcast_ref::<io::Error>() {
        Some(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Some(error) => {
            write_error(&error.to_string());
            ExitCode::FAILURE
        }
        None => {
            write_error(&format!("{error:#}"));
            ExitCode::from(BAD_INPUT)
        }
    }
}

/// Reports a wrong command line, or shows the requested help.
pub fn report_usage(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        // There is nowhere to report a failure.
        let _ = error.print();
        return ExitCode::SUCCESS;
    }
    // The first paragraph is the error; the others are general advice.
    let text = error.to_string();
    let text = text.strip_prefix("error: ").unwrap_or(&text);
    let first: Vec<&str> = text.lines().map(str::trim).take_while(|line| !line.is_empty()).collect();
    let command = named_command(std::env::args_os().skip(1));
    write_error(&format!("{} (see {command} --help)", shortened(&first.join(" "))));
    ExitCode::from(BAD_INPUT)
}

/// The longest known command at the start of a command line.
fn named_command(words: impl Iterator<Item = OsString>) -> String {
    let root = Arguments::command();
    let (mut command, mut name) = (&root, "skirmish".to_owned());
    for word in words {
        let Some(next) = command.find_subcommand(&word) else { break };
        command = next;
        name = format!("{name} {}", next.get_name());
    }
    name
}

/// Writes an error as one line on stderr.
fn write_error(text: &str) {
    let _ = writeln!(io::stderr(), "error: {}", one_line(text));
}

/// Escapes line breaks and control characters.
fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for c in text.chars() {
        let escape = c.escape_debug();
        // Quotation marks have a two-character escape and need none.
        if c.is_control() || escape.len() > 2 { line.extend(escape) } else { line.push(c) }
    }
    line
}

/// Shortens a text, which may repeat long arguments.
fn shortened(text: &str) -> String {
    const MAX_SHOWN_CHARS: usize = 240;
    match text.char_indices().nth(MAX_SHOWN_CHARS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
