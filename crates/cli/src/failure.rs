//! What goes wrong, told in one line on stderr and in the exit status.

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::CommandFactory;

use crate::arguments::Arguments;

const BAD_INPUT: u8 = 2;

/// Tells what went wrong in a command. Trouble with output is not the input's fault; a reader that has seen enough and
/// went away is no trouble at all.
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

/// Tells what is wrong with the command line, or shows the help that it asks for.
pub fn report_usage(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        // Nobody is left to be told if this fails.
        let _ = error.print();
        return ExitCode::SUCCESS;
    }
    // The first paragraph says what is wrong; the others are general advice.
    let text = error.to_string();
    let text = text.strip_prefix("error: ").unwrap_or(&text);
    let first: Vec<&str> = text.lines().map(str::trim).take_while(|line| !line.is_empty()).collect();
    let command = named_command(std::env::args_os().skip(1));
    write_error(&format!("{} (see {command} --help)", shortened(&first.join(" "))));
    ExitCode::from(BAD_INPUT)
}

/// The command that a command line begins with, as far as there is one.
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

/// Writes one line on stderr, whatever the text contains.
fn write_error(text: &str) {
    let _ = writeln!(io::stderr(), "error: {}", one_line(text));
}

/// The text with line breaks and whatever else a terminal might obey written as escapes.
fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for c in text.chars() {
        let escape = c.escape_debug();
        // Quotation marks have an escape of two characters and need none.
        if c.is_control() || escape.len() > 2 { line.extend(escape) } else { line.push(c) }
    }
    line
}

/// The beginning of a text that repeats what was typed, however long that was.
fn shortened(text: &str) -> String {
    const MAX_SHOWN_CHARS: usize = 240;
    match text.char_indices().nth(MAX_SHOWN_CHARS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
