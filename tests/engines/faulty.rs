//! An engine with one fault, for tests on every system. It uses only the standard library.
//!
//! - `faulty die` exits at once.
//! - `faulty hang` never answers when it is asked for a move.
//! - `faulty fork FILE [PROGRAM WORDS…]` starts a process that outlives it and holds the lock of the file; then it is that program, or
//!   says that it has no move.

use std::env;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Command, ExitCode, Stdio};
use std::thread;
use std::time::Duration;

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let done = match &words[..] {
        ["die"] => return ExitCode::from(3),
        ["hang"] => talk(|| thread::sleep(Duration::MAX)),
        ["sleep", file] => sleep(file),
        ["fork", file] => fork(file).and_then(|()| talk(|| println!("bestmove"))),
        ["fork", file, program, words @ ..] => fork(file).and_then(|()| {
            let status = Command::new(program).args(words).status()?;
            if status.success() { Ok(()) } else { Err(io::Error::other(format!("it ended: {status}"))) }
        }),
        _ => Err(io::Error::other("expected die, hang, or fork FILE")),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("faulty: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Speaks UGI up to the request for a move.
fn talk(answer: impl Fn()) -> io::Result<()> {
    for line in io::stdin().lock().lines() {
        match line?.split_whitespace().next() {
            Some("ugi") => println!("ugiok"),
            Some("isready") => println!("readyok"),
            Some("go") => answer(),
            Some("quit") => break,
            _ => {}
        }
    }
    Ok(())
}

/// Starts a process that outlives this one, and waits until it has the lock.
fn fork(file: &str) -> io::Result<()> {
    let mut command = Command::new(env::current_exe()?);
    command.args(["sleep", file]).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn()?;
    let mut line = String::new();
    BufReader::new(child.stdout.take().ok_or_else(|| io::Error::other("no output"))?).read_line(&mut line)?;
    if line.trim() == "locked" { Ok(()) } else { Err(io::Error::other("no lock")) }
}

/// Holds the lock of a file for longer than any test.
fn sleep(file: &str) -> io::Result<()> {
    let file = File::create(file)?;
    file.lock()?;
    println!("locked");
    io::stdout().flush()?;
    thread::sleep(Duration::from_secs(3600));
    drop(file);
    Ok(())
}
