//! The text protocol: each line by itself, then all of them to an engine, which answers every `go` once.

#![no_main]

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use libfuzzer_sys::fuzz_target;
use skirmish_protocol::{Command, Host, Reply, serve};

/// Searches of one conversation: more only take time.
const MOST_SEARCHES: usize = 4;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    for line in text.lines() {
        if let Ok(Some(command)) = Command::parse(line) {
            assert_eq!(Command::parse(&command.to_string()), Ok(Some(command)));
        }
        if let Some(reply) = Reply::parse(line) {
            assert_eq!(Reply::parse(&reply.to_string()), Some(reply));
        }
    }

    let mut said = "setoption name Hash value 1\n".to_owned();
    let mut searches = 0;
    for line in text.lines() {
        match Command::parse(line) {
            Ok(Some(Command::Quit)) => break,
            Ok(Some(Command::Go(_))) if searches == MOST_SEARCHES => {}
            // Short ones: what was asked for is read above.
            Ok(Some(Command::Go(_))) => {
                said += "go nodes 64\n";
                searches += 1;
            }
            Ok(Some(Command::SetOption { name, .. })) if is_costly(&name) => {}
            _ => said = said + line + "\n",
        }
    }
    let heard = Heard::default();
    let host = Host { program: "fuzz", author: "fuzz" };
    serve(said.as_bytes(), heard.clone(), host).expect("memory can be read and written");
    let heard = heard.0.lock().expect("no thread has panicked");
    let answers = heard.split(|&byte| byte == b'\n').filter(|line| line.starts_with(b"bestmove ")).count();
    assert_eq!(answers, searches, "{said}");
});

/// Whether an option asks for much memory, many threads or a file.
fn is_costly(option: &str) -> bool {
    ["hash", "threads", "network"].contains(&option.to_ascii_lowercase().as_str())
}

/// All that the engine has written.
#[derive(Clone, Default)]
struct Heard(Arc<Mutex<Vec<u8>>>);

impl Write for Heard {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no thread has panicked").write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
