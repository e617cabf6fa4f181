//! `skirmish class`: hand-ins, grades, the league and reports of a course.

mod add;
mod arguments;
mod grade;
mod init;
mod package;
mod play;
mod publish;
mod report;
mod serve;

use std::io::Write;
use std::process::ExitCode;

pub use arguments::ClassCommand;
pub use grade::{grade_all, settle};

/// The exit status of an interrupted program.
const INTERRUPTED: u8 = 130;

/// Runs the command.
pub fn run(arguments: &ClassCommand, out: &mut impl Write) -> anyhow::Result<ExitCode> {
    match arguments {
        ClassCommand::Init(arguments) => init::run(arguments, out),
        ClassCommand::Add(arguments) => add::run(arguments, out),
        ClassCommand::Grade(arguments) => grade::run(arguments, out),
        ClassCommand::Package(arguments) => package::run(arguments, out),
        ClassCommand::Play(arguments) => play::run(arguments, out),
        ClassCommand::Publish(arguments) => publish::run(arguments, out).map(|()| ExitCode::SUCCESS),
        ClassCommand::Report(arguments) => report::run(arguments, out),
        ClassCommand::Serve(arguments) => serve::run(arguments, out).map(|()| ExitCode::SUCCESS),
    }
}
