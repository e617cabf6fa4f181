//! The `skirmish` program: parses the command line, runs a command and sets the exit status.

mod analyze;
mod arena;
mod arguments;
mod bench;
mod class;
mod columns;
mod completions;
mod console;
mod duel;
mod engine;
mod exercise;
mod failure;
mod games;
mod grade;
mod learn;
mod live;
mod man;
mod menu;
mod microscope;
mod moves;
mod oska;
mod perft;
mod play_out;
mod position;
mod progress;
mod puzzles;
mod replay;
mod rules;
mod screen;
mod snapshot;
mod solve;
mod starter;
mod system;
#[cfg(test)]
mod tests;
mod train;
mod tune;
mod ugi;
mod values;
mod web;
mod why;

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use clap::Parser;

use arguments::{Arguments, CliCommand, PlayArgs};

fn main() -> ExitCode {
    system::prepare_terminal();
    match Arguments::try_parse() {
        Ok(arguments) => run(arguments.command).unwrap_or_else(|error| failure::report(&error)),
        Err(error) => failure::report_usage(&error),
    }
}

fn run(command: Option<CliCommand>) -> anyhow::Result<ExitCode> {
    // Two threads write to stdout, so it must not be locked.
    if let Some(CliCommand::Ugi) = command {
        ugi::run()?;
        return Ok(ExitCode::SUCCESS);
    }
    // Any thread that panics restores the terminal, so stdout must not be locked.
    if let Some(status) = screen::run(command.as_ref())? {
        return Ok(status);
    }
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    match command {
        None => menu::run(&PlayArgs::default(), &mut out)?,
        Some(CliCommand::Play(arguments)) => menu::run(&arguments, &mut out)?,
        Some(CliCommand::Web(arguments)) => web::run(&arguments, &mut out)?,
        Some(CliCommand::Games(arguments)) => games::run(&arguments, &mut out)?,
        Some(CliCommand::Learn(arguments)) => learn::run(&arguments, &mut out)?,
        Some(CliCommand::Puzzle(arguments)) => puzzles::solve(&arguments, &mut out)?,
        Some(CliCommand::Rules(arguments)) => rules::run(&arguments, &mut out)?,
        Some(CliCommand::Moves(arguments)) => moves::run(&arguments, &mut out)?,
        Some(CliCommand::Perft(arguments)) => perft::run(&arguments, &mut out)?,
        Some(CliCommand::PlayOut(arguments)) => play_out::run(&arguments, &mut out)?,
        Some(CliCommand::Position(arguments)) => position::run(&arguments, &mut out)?,
        Some(CliCommand::Replay(arguments)) => replay::run(&arguments, &mut out)?,
        Some(CliCommand::Oska(arguments)) => oska::run(&arguments, &mut out)?,
        Some(CliCommand::Analyze(arguments)) => analyze::run(&arguments, &mut out)?,
        Some(CliCommand::Microscope(arguments)) => {
            let status = microscope::run(&arguments, &mut out)?;
            out.flush()?;
            return Ok(status);
        }
        Some(CliCommand::Bench(arguments)) => bench::run(&arguments, &mut out)?,
        Some(CliCommand::Duel(arguments)) => duel::run(&arguments, &mut out)?,
        Some(CliCommand::Arena(arguments)) => {
            let status = arena::run(&arguments, &mut out)?;
            out.flush()?;
            return Ok(status);
        }
        Some(CliCommand::Class(arguments)) => {
            let status = class::run(&arguments, &mut out)?;
            out.flush()?;
            return Ok(status);
        }
        Some(CliCommand::Grade(arguments)) => {
            let status = grade::run(&arguments, &mut out)?;
            out.flush()?;
            return Ok(status);
        }
        Some(CliCommand::Puzzles(arguments)) => puzzles::run(&arguments, &mut out)?,
        Some(CliCommand::Solve(arguments)) => solve::run(&arguments, &mut out)?,
        Some(CliCommand::Starter(arguments)) => starter::run(&arguments, &mut out)?,
        Some(CliCommand::Train(arguments)) => train::run(&arguments, &mut out)?,
        Some(CliCommand::Tune(arguments)) => tune::run(&arguments, &mut out)?,
        Some(CliCommand::Completions(arguments)) => completions::run(&arguments, &mut out)?,
        Some(CliCommand::Man(arguments)) => man::run(&arguments, &mut out)?,
        Some(CliCommand::Ugi) => unreachable!("obeyed above"),
        Some(CliCommand::Why(arguments)) => why::run(&arguments, &mut out)?,
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}
