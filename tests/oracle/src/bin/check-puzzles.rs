//! Proves every puzzle of some files again, by the oracle's rules. `tools/check-puzzles` runs it.

use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, fs, thread};

use skirmish_oracle::puzzles::check_puzzle;

fn main() -> ExitCode {
    // With --keep the puzzles that hold are printed, and all comments.
    let (options, files): (Vec<String>, Vec<String>) = env::args().skip(1).partition(|word| word.starts_with("--"));
    let keeps = options.iter().any(|option| option == "--keep");
    let most = options.iter().find_map(|option| option.strip_prefix("--most=")?.parse().ok()).unwrap_or(u64::MAX);
    let one_thread = options.iter().any(|option| option == "--one-thread");
    if files.is_empty() {
        eprintln!("expected files of puzzles: check-puzzles [--keep] [--most=POSITIONS] [--one-thread] FILES");
        return ExitCode::from(2);
    }
    let mut failed = false;
    for file in files {
        let text = match fs::read_to_string(&file) {
            Ok(text) => text,
            Err(error) => {
                eprintln!("{file}: {error}");
                return ExitCode::from(2);
            }
        };
        let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).collect();
        let checked = check_all(&lines, one_thread);
        let positions: u64 = checked.iter().filter_map(|result| result.as_ref().ok()).sum();
        let good = checked.iter().filter(|result| result.as_ref().is_ok_and(|&count| count <= most)).count();
        eprintln!("{file}: {good} of {} puzzles hold, {positions} positions", lines.len());
        for why in checked.iter().filter_map(|result| result.as_ref().err()) {
            eprintln!("  {why}");
            failed = true;
        }
        if keeps {
            let kept =
                lines.iter().zip(&checked).filter(|(_, result)| result.as_ref().is_ok_and(|&count| count <= most));
            text.lines().filter(|line| line.starts_with('#')).for_each(|line| println!("{line}"));
            kept.for_each(|(line, _)| println!("{line}"));
        }
    }
    ExitCode::from(u8::from(failed && !keeps))
}

fn check_all(lines: &[&str], one_thread: bool) -> Vec<Result<u64, String>> {
    let threads = if one_thread { 1 } else { thread::available_parallelism().map_or(1, usize::from) };
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        while let Some(line) = lines.get(next.fetch_add(1, Ordering::Relaxed)) {
            done.push((*line, check_puzzle(line)));
        }
        done
    };
    let mut results: Vec<(&str, Result<u64, String>)> = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("a check does not panic")).collect()
    });
    let place = |line: &str| lines.iter().position(|known| *known == line);
    results.sort_by_key(|(line, _)| place(line));
    results.into_iter().map(|(_, result)| result).collect()
}
