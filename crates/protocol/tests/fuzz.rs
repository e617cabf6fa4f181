//! Random input: the engine keeps running and answers every question.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use proptest::prelude::*;
use skirmish_protocol::{Host, UgiCommand, UgiReply, serve};

/// What an engine answers to an input, to its end.
fn answers(input: &[u8]) -> String {
    let output = Output::default();
    let small = b"setoption name Hash value 1\nsetoption name Level value 9\n";
    serve(&[small, input].concat()[..], output.clone(), Host { program: "test", author: "test" }).expect("no trouble");
    let bytes = std::mem::take(&mut *output.0.lock().unwrap());
    String::from_utf8(bytes).expect("text")
}

/// Captures the output.
#[derive(Clone, Default)]
struct Output(Arc<Mutex<Vec<u8>>>);

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

const WORDS: &str = "ugi isready setoption name value uginewgame position startpos fen moves go nodes depth movetime infinite \
    ponder stop ponderhit query gameover p1turn result p1time p2inc UGI_Variant Hash Level MultiPV Ponder \
    Seed refusal hiya oska:5 true A3C4 accept refuse pass A5A4 s w - ?A3C4 wwww/---/--/---/bbbb \
    R--KL/-----/NPPPN/-----/-----/npppn/-----/rk--l 0 1 3 -7 99999999999999999999";

/// A word of the protocol, perhaps with an error.
fn word() -> impl Strategy<Value = String> {
    let known = prop::sample::select(WORDS.split_whitespace().collect::<Vec<_>>());
    prop_oneof![8 => known.prop_map(str::to_owned), 1 => "\\PC{0,12}", 1 => "[\\x00-\\x7f]{0,6}"]
}

/// A random line that does not take long.
fn line() -> impl Strategy<Value = String> {
    let any = prop::collection::vec(word(), 0..8).prop_map(|words| words.join(" "));
    // Searches are limited to a few nodes; unlimited ones are stopped.
    any.prop_map(|line| match line.split_whitespace().next() {
        Some("go") => format!("{line} nodes 50\nstop"),
        _ => line,
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_line_is_read_or_refused(line in "\\PC{0,80}") {
        let _ = UgiCommand::parse(&line);
        let _ = UgiReply::parse(&line);
    }

    #[test]
    fn what_is_read_is_written_and_read_again(words in prop::collection::vec(word(), 0..10)) {
        let line = words.join(" ");
        if let Ok(Some(command)) = UgiCommand::parse(&line) {
            prop_assert_eq!(UgiCommand::parse(&command.to_string()), Ok(Some(command)));
        }
        if let Some(reply) = UgiReply::parse(&line) {
            prop_assert_eq!(UgiReply::parse(&reply.to_string()), Some(reply));
        }
    }

    #[test]
    fn every_question_is_answered(lines in prop::collection::vec(line(), 0..20)) {
        let script = lines.join("\n") + "\n";
        let output = answers(script.as_bytes());
        let mut expected = (0, 0, 0);
        for line in script.split('\n') {
            match UgiCommand::parse(line) {
                Ok(Some(UgiCommand::Go(_))) => expected.0 += 1,
                Ok(Some(UgiCommand::IsReady)) => expected.1 += 1,
                Ok(Some(UgiCommand::Query(_))) => expected.2 += 1,
                Ok(Some(UgiCommand::Quit)) => break,
                _ => {}
            }
        }
        let said = |word: &str| output.lines().filter(|line| line.split(' ').next() == Some(word)).count();
        prop_assert_eq!((said("bestmove"), said("readyok"), said("response")), expected, "{}\n{}", script, output);
        prop_assert!(output.lines().all(|line| UgiReply::parse(line).is_some()), "{}", output);
    }

    #[test]
    fn bytes_do_no_harm(bytes in prop::collection::vec(any::<u8>(), 0..2000)) {
        answers(&bytes);
    }
}
