//! `skirmish solve`: computes and saves the tablebase of a game.

use std::io::Write;
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use anyhow::{Context, anyhow};
use skirmish_board::{Outcome, Side};
use skirmish_games::oska::{Oska, Solution};
use skirmish_play::{save_solution, solution_path, solvable};

use crate::arguments::SolveArgs;
use crate::progress;

/// Solves the game; prints the result and the tablebase's path. Progress goes to stderr.
pub fn run(arguments: &SolveArgs, out: &mut impl Write) -> anyhow::Result<()> {
    let size = solvable(arguments.game)?;
    let path = solution_path(arguments.game).context("there is no cache directory: set SKIRMISH_CACHE to one")?;
    let threads = arguments.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
    let start = Instant::now();
    let bar = OnceLock::new();
    let show = |done, total| bar.get_or_init(|| progress::bar(0, total, "positions")).set_position(done);
    let solution = Solution::solve(size, threads, &show, &AtomicBool::new(false));
    bar.get().inspect(|bar| bar.finish_and_clear());
    let solution = solution.ok_or_else(|| anyhow!("solving was interrupted"))?;
    let result = match solution.value(&Oska::<u64>::start(size)) {
        Some(Outcome::Win(Side::North)) => "a win for the first player",
        Some(Outcome::Win(Side::South)) => "a loss for the first player",
        _ => "a draw",
    };
    save_solution(&path, &solution).with_context(|| format!("cannot write {}", path.display()))?;
    let megabytes = solution.as_bytes().len() as f64 / 1e6;
    writeln!(out, "{}: {result} ({:.1} s)", arguments.game, start.elapsed().as_secs_f64())?;
    writeln!(out, "{megabytes:.1} MB in {}", path.display())?;
    Ok(())
}
