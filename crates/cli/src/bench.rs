//! `skirmish bench`: searches fixed positions; prints node counts and speed.

use std::io::Write;
use std::time::{Duration, Instant};

use anyhow::Context;
use skirmish_play::{Bench as Work, Evaluator};

use crate::arguments::BenchArgs;

/// Searches the positions of one game or of all games.
pub fn run(arguments: &BenchArgs, out: &mut impl Write) -> anyhow::Result<()> {
    let games = arguments.game.map_or_else(Work::games, |game| vec![game]);
    let (mut all_nodes, mut all_time) = (0, Duration::ZERO);
    for game in games {
        let judge = Evaluator::parse(&arguments.net, game).context("--net")?;
        let mut work = Work::new(game, arguments.set.clone(), judge);
        let start = Instant::now();
        let nodes = work.nodes(arguments.depth);
        write_line(out, &game.to_string(), nodes, start.elapsed())?;
        all_nodes += nodes;
        all_time += start.elapsed();
    }
    write_line(out, "all", all_nodes, all_time)?;
    Ok(())
}

fn write_line(out: &mut impl Write, name: &str, nodes: u64, time: Duration) -> std::io::Result<()> {
    let speed = nodes as f64 / time.as_secs_f64() / 1e6;
    writeln!(out, "{name:8} {nodes:>10} nodes  {speed:>6.3} million nodes/s")?;
    out.flush()
}
