//! The text protocol: each line on its own, then all of them to an engine, which answers every `go` once.

#![no_main]

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use libfuzzer_sys::fuzz_target;
use skirmish_protocol::{Host, UgiCommand, UgiReply, serve};

/// The most searches of one session.
const MOST_SEARCHES: usize = 4;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    for line in text.lines() {
        if let Ok(Some(command)) = UgiCommand::parse(line) {
            assert_eq!(UgiCommand::parse(&command.to_string()), Ok(Some(command)));
        }
        if let Some(reply) = UgiReply::parse(line) {
            assert_eq!(UgiReply::parse(&reply.to_string()), Some(reply));
        }
    }

    let mut input = "setoption name Hash value 1\n".to_owned();
    let mut searches = 0;
    for line in text.lines() {
        match UgiCommand::parse(line) {
            Ok(Some(UgiCommand::Quit)) => break,
            Ok(Some(UgiCommand::Go(_))) if searches == MOST_SEARCHES => {}
            // Short searches: the line itself is parsed above.
            Ok(Some(UgiCommand::Go(_))) => {
                input += "go nodes 64\n";
                searches += 1;
            }
            Ok(Some(UgiCommand::SetOption { name, .. })) if is_costly(&name) => {}
            _ => input = input + line + "\n",
        }
    }
    let output = Output::default();
    let host = Host { program: "fuzz", author: "fuzz" };
    serve(input.as_bytes(), output.clone(), host).expect("memory can be read and written");
    let output = output.0.lock().expect("no thread has panicked");
    let answers = output.split(|&byte| byte == b'\n').filter(|line| line.starts_with(b"bestmove ")).count();
    assert_eq!(answers, searches, "{input}");
});

/// Whether an option asks for much memory, many threads or a file.
fn is_costly(option: &str) -> bool {
    ["hash", "threads", "network"].contains(&option.to_ascii_lowercase().as_str())
}

/// The output of the engine.
#[derive(Clone, Default)]
struct Output(Arc<Mutex<Vec<u8>>>);

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no thread has panicked").write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
