//! The `skirmish` program: reads the command line, calls one command and turns its result into an exit status.

mod analyze;
mod arena;
mod arguments;
mod bench;
mod columns;
mod completions;
mod console;
mod duel;
mod engine;
mod failure;
mod games;
mod learn;
mod man;
mod menu;
mod moves;
mod oska;
mod perft;
mod play_out;
mod progress;
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

use arguments::{Arguments, Command, Play};

fn main() -> ExitCode {
    system::prepare_terminal();
    match Arguments::try_parse() {
        Ok(arguments) => run(arguments.command).unwrap_or_else(|error| failure::report(&error)),
        Err(error) => failure::report_usage(&error),
    }
}

fn run(command: Option<Command>) -> anyhow::Result<ExitCode> {
    // Two threads write there: it must not be locked by one of them.
    if let Some(Command::Ugi) = command {
        ugi::run()?;
        return Ok(ExitCode::SUCCESS);
    }
    // The full screen is given back by whichever thread panics: nobody may hold the lock.
    if let Some(status) = screen::run(command.as_ref())? {
        return Ok(status);
    }
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    match command {
        None => menu::run(&Play::default(), &mut out)?,
        Some(Command::Play(arguments)) => menu::run(&arguments, &mut out)?,
        Some(Command::Web(arguments)) => web::run(&arguments, &mut out)?,
        Some(Command::Games(arguments)) => games::run(&arguments, &mut out)?,
        Some(Command::Learn(arguments)) => learn::run(&arguments, &mut out)?,
        Some(Command::Rules(arguments)) => rules::run(&arguments, &mut out)?,
        Some(Command::Moves(arguments)) => moves::run(&arguments, &mut out)?,
        Some(Command::Perft(arguments)) => perft::run(&arguments, &mut out)?,
        Some(Command::PlayOut(arguments)) => play_out::run(&arguments, &mut out)?,
        Some(Command::Replay(arguments)) => replay::run(&arguments, &mut out)?,
        Some(Command::Oska(arguments)) => oska::run(&arguments, &mut out)?,
        Some(Command::Analyze(arguments)) => analyze::run(&arguments, &mut out)?,
        Some(Command::Bench(arguments)) => bench::run(&arguments, &mut out)?,
        Some(Command::Duel(arguments)) => duel::run(&arguments, &mut out)?,
        Some(Command::Arena(arguments)) => {
            let status = arena::run(&arguments, &mut out)?;
            out.flush()?;
            return Ok(status);
        }
        Some(Command::Solve(arguments)) => solve::run(&arguments, &mut out)?,
        Some(Command::Starter(arguments)) => starter::run(&arguments, &mut out)?,
        Some(Command::Train(arguments)) => train::run(&arguments, &mut out)?,
        Some(Command::Tune(arguments)) => tune::run(&arguments, &mut out)?,
        Some(Command::Completions(arguments)) => completions::run(&arguments, &mut out)?,
        Some(Command::Man(arguments)) => man::run(&arguments, &mut out)?,
        Some(Command::Ugi) => unreachable!("obeyed above"),
        Some(Command::Why(arguments)) => why::run(&arguments, &mut out)?,
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}
