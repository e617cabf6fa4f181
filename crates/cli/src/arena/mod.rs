//! `skirmish arena`: tournaments.

mod arguments;
mod display;
mod locate;
mod report;
mod run;
mod trial;

use std::io::Write;
use std::process::ExitCode;

pub use arguments::Arena;

/// Does what the arguments ask for.
pub fn run(arguments: &Arena, out: &mut impl Write) -> anyhow::Result<ExitCode> {
    match arguments {
        Arena::Run(arguments) => run::begin(arguments, out),
        Arena::Resume(arguments) => run::resume(arguments, out),
        Arena::Worker(arguments) => run::work(arguments, out),
        Arena::Try(arguments) => trial::run(arguments, out),
        Arena::Status(place) => report::status(place, out).map(|()| ExitCode::SUCCESS),
        Arena::Report(arguments) => report::write(arguments, out).map(|()| ExitCode::SUCCESS),
    }
}
