//! `skirmish arena`: tournaments.

mod arguments;
mod attendance;
mod display;
mod locate;
mod report;
mod run;
mod serve;
mod trial;

use std::io::Write;
use std::process::ExitCode;

pub use arguments::{ArenaCommand, WorkArgs};
pub use locate::LocatedTournament;
pub use report::write_file;
pub use run::{ResumeHints, interruptions, play_with_hints};
pub use trial::NamedProgram;

/// Runs the command.
pub fn run(arguments: &ArenaCommand, out: &mut impl Write) -> anyhow::Result<ExitCode> {
    match arguments {
        ArenaCommand::Run(arguments) => run::begin(arguments, out),
        ArenaCommand::Resume(arguments) => run::resume(arguments, out),
        ArenaCommand::Worker(arguments) => run::work(arguments, out),
        ArenaCommand::Try(arguments) => trial::run(arguments, out),
        ArenaCommand::Withdraw(arguments) => attendance::withdraw(arguments, out).map(|()| ExitCode::SUCCESS),
        ArenaCommand::Add(arguments) => attendance::add(arguments, out).map(|()| ExitCode::SUCCESS),
        ArenaCommand::Status(place) => report::status(place, out).map(|()| ExitCode::SUCCESS),
        ArenaCommand::Serve(arguments) => serve::run(arguments, out).map(|()| ExitCode::SUCCESS),
        ArenaCommand::Report(arguments) => report::write(arguments, out).map(|()| ExitCode::SUCCESS),
    }
}
