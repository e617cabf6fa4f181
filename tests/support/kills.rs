//! Kills programs at random times, like `kill -9` and power cuts.

// Each test file uses only a part of this.
#![allow(dead_code)]

use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// Kills programs at times that depend on the seed.
pub struct Killer {
    state: u64,
    /// The number of programs killed.
    pub kills: usize,
}

/// How a program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Life {
    /// It was killed.
    Killed,
    /// It exited successfully.
    Finished,
}

/// A program without output for this long hangs.
const TIMEOUT: Duration = Duration::from_secs(120);

impl Killer {
    pub fn new(seed: u64) -> Killer {
        Killer { state: seed, kills: 0 }
    }

    /// Runs the programs `start(0)` to `start(2)` at once, each killed and restarted until it exits. Returns the number of kills.
    pub fn three(seed: u64, start: impl Fn(u64) -> Command + Sync, is_progress: fn(&str) -> bool) -> usize {
        let life = |place| {
            let (mut killer, mut command) = (Killer::new(seed + place), start(place));
            while killer.live(&mut command, is_progress) == Life::Killed {}
            killer.kills
        };
        thread::scope(|scope| {
            let lives = [0, 1, 2].map(|place| {
                scope.spawn({
                    let life = &life;
                    move || life(place)
                })
            });
            lives.into_iter().map(|life| life.join().unwrap()).sum()
        })
    }

    fn random(&mut self, below: u64) -> u64 {
        self.state = self.state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.state >> 33) % below
    }

    /// Starts a program and kills it shortly after its start, or after a few lines for which `is_progress` is true. So it makes progress
    /// on slow machines, too.
    pub fn live(&mut self, command: &mut Command, is_progress: fn(&str) -> bool) -> Life {
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let (output, mut errors) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
        let (sender, lines) = mpsc::channel();
        // Read both outputs all the time, so that the program never blocks on a full pipe.
        thread::spawn(move || {
            BufReader::new(output).lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        let errors = thread::spawn(move || {
            let mut text = String::new();
            errors.read_to_string(&mut text).map(|_| text).unwrap_or_default()
        });
        let mut said = Vec::new();
        if self.random(3) == 0 {
            thread::sleep(Duration::from_micros(self.random(60_000)));
        } else {
            let mut steps = 1 + self.random(8);
            while steps > 0 {
                match lines.recv_timeout(TIMEOUT) {
                    Ok(line) => {
                        steps -= u64::from(is_progress(&line));
                        said.push(line);
                    }
                    Err(mpsc::RecvTimeoutError::Disconnected) => break,
                    Err(mpsc::RecvTimeoutError::Timeout) => {
                        let _ = child.kill();
                        panic!("it hangs after saying {said:#?}");
                    }
                }
            }
            thread::sleep(Duration::from_micros(self.random(10_000)));
        }
        child.kill().unwrap();
        let status = child.wait().unwrap();
        match std::os::unix::process::ExitStatusExt::signal(&status) {
            Some(9) => {
                self.kills += 1;
                Life::Killed
            }
            _ => {
                let errors = errors.join().unwrap();
                said.extend(lines.try_iter());
                assert!(status.success(), "{status}: {errors}\nafter saying {said:#?}");
                Life::Finished
            }
        }
    }
}
