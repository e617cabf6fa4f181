//! `skirmish arena`: tournaments.

mod arguments;
mod display;
mod locate;
mod report;
mod run;
mod trial;

use std::io::Write;
use std::process::ExitCode;

pub use arguments::ArenaCommand;

/// Runs the command.
pub fn run(arguments: &ArenaCommand, out: &mut impl Write) -> anyhow::Result<ExitCode> {
    match arguments {
        ArenaCommand::Run(arguments) => run::begin(arguments, out),
        ArenaCommand::Resume(arguments) => run::resume(arguments, out),
        ArenaCommand::Worker(arguments) => run::work(arguments, out),
        ArenaCommand::Try(arguments) => trial::run(arguments, out),
        ArenaCommand::Status(place) => report::status(place, out).map(|()| ExitCode::SUCCESS),
        ArenaCommand::Report(arguments) => report::write(arguments, out).map(|()| ExitCode::SUCCESS),
    }
}
