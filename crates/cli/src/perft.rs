//! `skirmish perft`: counts lines of play. Counts go to stdout, time and speed to stderr.

use std::io::{self, Write};
use std::time::Instant;

use crate::arguments::PerftArgs;

/// Runs the counts.
pub fn run(arguments: &PerftArgs, out: &mut impl Write) -> anyhow::Result<()> {
    let game = arguments.setup.open()?;
    if arguments.divide {
        let start = Instant::now();
        let split = game.divide(arguments.depth);
        let total = split.iter().map(|(_, lines)| lines).sum();
        for (action, lines) in split {
            writeln!(out, "{action} {lines}")?;
        }
        writeln!(out, "{} {total}", arguments.depth)?;
        out.flush()?;
        tell_speed(arguments.depth, total, start);
    } else {
        for depth in 1..=arguments.depth {
            let start = Instant::now();
            let lines = game.perft(depth);
            writeln!(out, "{depth} {lines}")?;
            out.flush()?;
            tell_speed(depth, lines, start);
        }
    }
    Ok(())
}

fn tell_speed(depth: u32, lines: u64, start: Instant) {
    let seconds = start.elapsed().as_secs_f64();
    let millions = lines as f64 / seconds / 1e6;
    let _ = writeln!(io::stderr(), "depth {depth}: {seconds:.3} s, {millions:.1} million nodes/s");
}
