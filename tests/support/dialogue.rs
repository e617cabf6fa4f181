//! A dialogue with the running program over pipes: read up to the next prompt, answer, repeat.

use std::io::{Read, Write};
use std::process::{Child, ChildStdin, Command};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// The ends of the prompts.
const PROMPTS: [&str; 4] = ["move: ", "? ", "pass: ", "quit): "];

/// Far longer than any move takes, even on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Starts `skirmish play` with these arguments, by default with a small table and a short time limit.
pub fn play(arguments: &[&str]) -> Dialogue {
    let mut given = vec!["play"];
    for (option, value) in [("--hash", "4"), ("--time", "200ms")] {
        if !arguments.contains(&option) {
            given.extend([option, value]);
        }
    }
    Dialogue::start(&mut super::program(given.iter().chain(arguments)))
}

/// The running program.
pub struct Dialogue {
    child: Child,
    stdin: Option<ChildStdin>,
    chunks: Receiver<Vec<u8>>,
    /// Whether the program has closed its output.
    pub over: bool,
}

impl Dialogue {
    pub fn start(command: &mut Command) -> Dialogue {
        let mut child = command.spawn().unwrap();
        let mut stdout = child.stdout.take().unwrap();
        let (sender, chunks) = channel();
        thread::spawn(move || {
            let mut buffer = [0; 1 << 16];
            while let Ok(read @ 1..) = stdout.read(&mut buffer) {
                if sender.send(buffer[..read].to_vec()).is_err() {
                    break;
                }
            }
        });
        let stdin = child.stdin.take();
        Dialogue { child, stdin, chunks, over: false }
    }

    /// The output until the next prompt or the end.
    #[track_caller]
    pub fn read_output(&mut self) -> String {
        self.read_until(|text| PROMPTS.iter().any(|prompt| text.ends_with(prompt.as_bytes())))
    }

    /// The output until `enough` is true or the program ends.
    #[track_caller]
    pub fn read_until(&mut self, enough: impl Fn(&[u8]) -> bool) -> String {
        let mut text = Vec::new();
        while !enough(&text) {
            match self.chunks.recv_timeout(TIMEOUT) {
                Ok(chunk) => text.extend(chunk),
                Err(RecvTimeoutError::Disconnected) => {
                    self.over = true;
                    break;
                }
                Err(RecvTimeoutError::Timeout) => panic!("nothing more after {}", String::from_utf8_lossy(&text)),
            }
        }
        String::from_utf8(text).unwrap()
    }

    /// The output so far, without waiting.
    pub fn output_so_far(&mut self) -> String {
        String::from_utf8(self.chunks.try_iter().flatten().collect()).unwrap()
    }

    /// Types a line.
    pub fn say(&mut self, line: &str) {
        self.say_bytes(format!("{line}\n").as_bytes());
    }

    pub fn say_bytes(&mut self, bytes: &[u8]) {
        self.stdin.as_mut().unwrap().write_all(bytes).unwrap();
    }

    /// Types a line and returns the answer.
    #[track_caller]
    pub fn ask(&mut self, line: &str) -> String {
        self.say(line);
        self.read_output()
    }

    /// The program's resident memory in kilobytes.
    pub fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
    }

    /// Kills the program.
    pub fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Closes the input. Returns the remaining output and the exit status.
    #[track_caller]
    pub fn end(mut self) -> (String, Option<i32>) {
        self.stdin = None;
        let mut text = String::new();
        while !self.over {
            text += &self.read_output();
        }
        (text, self.child.wait().unwrap().code())
    }
}

impl Drop for Dialogue {
    fn drop(&mut self) {
        // A failed test must not leave the program running.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
