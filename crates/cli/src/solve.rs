//! `skirmish solve`: computes the result of every position of a game and keeps the table.

use std::io::{self, IsTerminal, Write};
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use anyhow::{Context, anyhow};
use skirmish_board::{Outcome, Side};
use skirmish_games::oska::{Oska, Solution};
use skirmish_play::{save_solution, solution_path, solvable};

use crate::arguments::Solve;

/// Solves the game, tells the result and where the table is. Progress goes to stderr.
pub fn run(arguments: &Solve, out: &mut impl Write) -> anyhow::Result<()> {
    let size = solvable(arguments.game)?;
    let path = solution_path(arguments.game).context("there is no cache directory: set SKIRMISH_CACHE to one")?;
    let threads = arguments.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
    let start = Instant::now();
    let bar = Bar::new();
    let solution = Solution::solve(size, threads, &|done, total| bar.show(done, total), &AtomicBool::new(false));
    bar.clear();
    let solution = solution.ok_or_else(|| anyhow!("the solution was stopped"))?;
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

/// A progress bar, on a terminal only.
struct Bar {
    live: bool,
    start: Instant,
    shown: Mutex<u64>,
}

impl Bar {
    const WIDTH: u64 = 40;

    fn new() -> Bar {
        Bar { live: io::stderr().is_terminal(), start: Instant::now(), shown: Mutex::new(u64::MAX) }
    }

    fn show(&self, done: u64, total: u64) {
        let thousandth = done * 1000 / total.max(1);
        let Ok(mut shown) = self.shown.lock() else { return };
        if !self.live || *shown == thousandth {
            return;
        }
        *shown = thousandth;
        let full = (done * Bar::WIDTH / total.max(1)) as usize;
        let empty = Bar::WIDTH as usize - full;
        let left = self.start.elapsed().as_secs_f64() * (total - done) as f64 / done.max(1) as f64;
        let percent = thousandth as f64 / 10.0;
        let _ =
            write!(io::stderr(), "\r[{}{}] {percent:5.1} %, {left:4.0} s left ", "#".repeat(full), "-".repeat(empty));
    }

    fn clear(&self) {
        if self.live {
            let _ = write!(io::stderr(), "\r{:70}\r", "");
        }
    }
}
