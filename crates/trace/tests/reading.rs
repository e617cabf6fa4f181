//! Traces that people and programs get wrong: every one gets a sentence, or is read as far as it goes, in bounded memory.

use std::io::{self, BufRead, BufReader, Read};

use skirmish_board::Random;
use skirmish_games::GameId;
use skirmish_trace::{
    Bug, CheckReport, EnterLine, LeaveLine, MAX_LINE_BYTES, MAX_VALUE, TraceBound, TraceError, TraceHeader, TraceLine,
    TraceReader, TraceView, TraceWriter, check_trace,
};

fn game(name: &str) -> Option<GameId> {
    Some(GameId::parse(name).unwrap())
}

/// The sentence for a trace of Hi-YA! that cannot be read at all.
#[track_caller]
fn refused(trace: impl AsRef<[u8]>) -> String {
    match check_trace(trace.as_ref(), game("hiya")) {
        Err(TraceError::Line(error)) => {
            let sentence = error.to_string();
            assert!(!sentence.contains('\n') && sentence.len() < 300, "{sentence}");
            sentence
        }
        other => panic!("{other:?}"),
    }
}

#[track_caller]
fn report(name: &str, trace: &str) -> CheckReport {
    check_trace(trace.as_bytes(), game(name)).unwrap_or_else(|error| panic!("{error}"))
}

/// The sentences of the mistakes.
#[track_caller]
fn mistakes(name: &str, trace: &str) -> Vec<String> {
    report(name, trace).mistakes.into_iter().map(|mistake| mistake.sentence).collect()
}

#[test]
fn a_file_that_is_no_trace_gets_a_sentence() {
    for (text, expected) in [
        ("", "line 1: the trace has no node"),
        ("\n\n  \n", "line 1: the trace has no node"),
        ("{\"trace\":1}\n", "line 1: the trace has no node"),
        ("hello\n", "line 1: \"hello\" is not a JSON object"),
        ("{\"enter\":\"A3B4\"\n", "line 1: \"{\\\"enter\\\":\\\"A3B4\\\"\" is not a JSON object"),
        ("{\"enter\":\"A3B4\"", "line 1: the file ends in the middle of this line"),
        ("[1,2]\n", "line 1: \"[1,2]\" is no line of a trace"),
        ("7\n", "line 1: \"7\" is no line of a trace"),
        ("{\"move\":\"A3B4\"}\n", "line 1: \"{\\\"move\\\":\\\"A3B4\\\"}\" is no line of a trace"),
        ("{\"enter\":\"\",\"leave\":1}\n", "line 1: enter and leave in one line"),
        ("{\"trace\":2}\n", "line 1: version 2 of the format, expected 1"),
        ("{\"trace\":\"one\"}\n", "line 1: \"trace\": invalid type"),
        ("{\"trace\":1,\"game\":\"chess\"}\n", "line 1: \"chess\" is not a game"),
        ("{\"trace\":1,\"game\":\"oska\"}\n", "line 1: the trace is of oska, not of hiya"),
        ("{\"trace\":1,\"position\":\"xyz\"}\n", "line 1: position: "),
        ("{\"trace\":1,\"values\":\"mine\"}\n", "line 1: \"values\": unknown variant"),
        ("{\"leave\":5}\n", "line 1: a node is left that was not entered"),
        ("{\"skip\":\"A3B4\"}\n", "line 1: a move is skipped outside of every node"),
        ("\u{feff}\n{\"enter\":7}\n", "line 2: \"enter\": invalid type"),
    ] {
        let sentence = refused(text);
        assert!(sentence.starts_with(expected), "{text:?}: {sentence}");
    }
    assert!(refused(b"\xff\xfe\x00").starts_with("line 1: not UTF-8"));
    assert!(refused([b'x'; 1 << 20]).starts_with("line 1: longer than 64 KiB"));
    let nested = "[".repeat(20_000);
    assert!(refused(nested).starts_with("line 1: "));
    let bomb = format!("{{\"enter\":\"\",\"x\":{}1{}}}\n", "[".repeat(5000), "]".repeat(5000));
    assert!(refused(bomb).starts_with("line 1: "));
}

#[test]
fn control_characters_of_a_trace_are_not_shown() {
    let sentence = refused("{\"move\":\"\u{1b}[2J\"}\n");
    assert!(!sentence.contains('\u{1b}'), "{sentence}");
    let found = mistakes("hiya", "{\"enter\":\"\"}\n{\"enter\":\"\\u001b[31m\\n\"}\n{\"leave\":0}\n{\"leave\":0}\n");
    assert!(found[0].contains("is not legal here") && !found[0].contains(['\u{1b}', '\n']), "{found:?}");
    let huge = format!("{{\"enter\":\"\"}}\n{{\"enter\":\"{}\"}}\n{{\"leave\":0}}\n", "A".repeat(60_000));
    assert!(mistakes("hiya", &huge)[0].len() < 300);
}

#[test]
fn what_comes_before_a_bad_line_is_checked() {
    let good = "{\"enter\":\"\"}\n{\"enter\":\"Z9Z9\"}\n{\"leave\":1}\n";
    for (bad, expected) in [
        ("{\"leave\":12.5}\n", "line 4: \"leave\": 12.5 is not a whole number"),
        ("{\"leave\":null}\n", "line 4: \"leave\": "),
        ("{\"leave\":1,\"bound\":\"about\"}\n", "line 4: \"bound\": unknown variant"),
        ("{\"trace\":1}\n", "line 4: a header, the line with \"trace\", comes first"),
        ("{\"enter\":\"A3", "line 4: the file ends in the middle"),
        ("", "line 3: the trace ends here with 1 node open"),
        ("{\"enter\":\"A3B4\"}\n", "line 4: the trace ends here with 2 nodes open"),
        ("\0\0\0\n", "line 4: "),
        ("{\"leave\":1}\n{\"leave\":1}\n", "line 5: a node is left that was not entered"),
    ] {
        let report = report("hiya", &format!("{good}{bad}"));
        let error = report.cut_off.map_or(String::new(), |error| error.to_string());
        assert!(error.starts_with(expected), "{bad:?}: {error}");
        assert!(report.mistakes[0].sentence.contains("\"Z9Z9\" is not legal here"), "{:?}", report.mistakes);
    }
}

#[test]
fn numbers_of_all_languages_are_read() {
    for (text, expected) in [
        ("7", 7),
        ("-7.0", -7),
        ("1e3", 1000),
        ("2147483647", MAX_VALUE),
        ("-9223372036854775808", -MAX_VALUE),
        ("1e300", MAX_VALUE),
        ("-123456789012345678901234567890", -MAX_VALUE),
    ] {
        let line = format!("{{\"leave\":{text}}}\n");
        let read = TraceReader::new(line.as_bytes()).read().unwrap();
        assert_eq!(read, Some((1, TraceLine::Leave(LeaveLine { leave: expected, ..LeaveLine::default() }))), "{text}");
        let line = format!("{{\"enter\":null,\"alpha\":{text}}}\r\n");
        let enter = EnterLine { alpha: Some(expected), ..EnterLine::default() };
        assert_eq!(TraceReader::new(line.as_bytes()).read().unwrap(), Some((1, TraceLine::Enter(enter))), "{text}");
    }
}

#[test]
fn what_is_written_can_be_read() {
    let header = TraceHeader {
        trace: 1,
        game: Some("oska:6".to_owned()),
        values: TraceView::Root,
        complete: Some(false),
        off: vec!["null_window".to_owned()],
        ..TraceHeader::default()
    };
    let enter = EnterLine { enter: "A5A4".to_owned(), alpha: Some(-3), depth: Some(0), ..EnterLine::default() };
    let leave = LeaveLine { leave: -12, bound: Some(TraceBound::Lower), ..LeaveLine::default() };
    let mut writer = TraceWriter::new(Vec::new(), &header).unwrap();
    writer.enter(&enter).unwrap();
    writer.leave(&leave).unwrap();
    let text = String::from_utf8(writer.into_inner()).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[1..], [r#"{"enter":"A5A4","depth":0,"alpha":-3}"#, r#"{"leave":-12,"bound":"lower"}"#]);
    let mut reader = TraceReader::new(text.as_bytes());
    let expected = [TraceLine::Header(header), TraceLine::Enter(enter), TraceLine::Leave(leave)];
    for (number, line) in (1..).zip(expected) {
        assert_eq!(reader.read().unwrap(), Some((number, line)));
    }
    assert_eq!(reader.read().unwrap(), None);
}

#[test]
fn unknown_keys_and_blank_lines_are_ignored() {
    let trace = "\n{\"trace\":1,\"colour\":\"red\"}\r\n\n{\"enter\":\"\",\"depth\":0,\"x\":{\"y\":[1]}}\n{\"leave\":3,\"z\":null}\n\n";
    let report = report("hiya", trace);
    assert_eq!((report.found, report.nodes, report.cut_off), (0, 1, None));
}

/// A student's first trace: moves and values.
#[test]
fn moves_and_values_alone_are_a_trace() {
    // Black's two moves and their replies; docs/SEARCH.md has this tree.
    let header = "{\"trace\":1,\"position\":\"----/w-w/-w/bwb/---b b\"}\n";
    let reply = |text: &str, value: i32| format!("{{\"enter\":\"{text}\"}}\n{{\"leave\":{value}}}\n");
    let first = format!("{{\"enter\":\"A2A3\"}}\n{}{}{{\"leave\":-141}}\n", reply("B2B1", 141), reply("B2C1", 141));
    let second = format!("{{\"enter\":\"C2B4\"}}\n{}{{\"leave\":199}}\n", reply("A4A3", -199));
    assert_eq!(mistakes("oska", &format!("{header}{first}{second}")), Vec::<String>::new());
    assert_eq!(mistakes("oska", &format!("{first}{second}")).len(), 2, "at the start these moves are illegal");
}

fn tree(leaves: &str) -> String {
    let header = "{\"trace\":1,\"position\":\"----/w-w/-w/bwb/---b b\"}\n";
    let mut text = format!("{header}{{\"enter\":\"\"}}\n");
    for part in leaves.split_whitespace() {
        text += &match part.split_once(':') {
            Some((mv, value)) => format!("{{\"enter\":\"{mv}\"}}\n{{\"leave\":{value}}}\n"),
            None => match part.parse::<i32>() {
                Ok(value) => format!("{{\"leave\":{value}}}\n"),
                Err(_) => format!("{{\"enter\":\"{part}\"}}\n"),
            },
        };
    }
    text
}

#[test]
fn a_cut_off_that_was_not_due_is_told_with_its_window() {
    assert_eq!(mistakes("oska", &tree("A2A3 B2B1:141 B2C1:141 -141 C2B4 A4A3:-199 199 141")), Vec::<String>::new());
    let found = report("oska", &tree("A2A3 B2B1:141 B2C1:141 -141 C2B4 B2B1:-62 62 141"));
    assert_eq!(found.found, 0, "-62 for Black is less than 141, too");
    let found = report("oska", &tree("A2A3 B2B1:141 B2C1:141 -141 C2B4 A4A3:150 B2B1:160 -150 150"));
    let [mistake] = &found.mistakes[..] else { panic!("{:#?}", found.mistakes) };
    assert_eq!(mistake.sentence, "searched 2 of 4 moves, but alpha -150 < beta -141: no cut-off was due here");
    assert_eq!(mistake.expected, "the other moves searched as well: B2C1, C4B3");
    assert_eq!((mistake.line, &mistake.path[..]), (14, &["C2B4".to_owned()][..]));
    assert!(mistake.board.contains("4   w b w") && mistake.position.ends_with(" w"), "{}", mistake.board);
}

#[test]
fn a_value_that_the_moves_do_not_give_is_told_with_theirs() {
    let found = report("oska", &tree("A2A3 B2B1:141 B2C1:120 -141 C2B4 A4A3:-199 199 141"));
    assert_eq!(found.mistakes[0].sentence, "left with -141, but its moves give exactly -120");
    assert_eq!(found.mistakes[0].expected, "exactly -120: the best of B2C1 -120, B2B1 -141");
    assert_eq!(found.found, 1, "a mistake counts once");
    let found = report("oska", &tree("A2A3 B2B1:141 B2C1:120 141 C2B4 A4A3:-199 199 141"));
    assert_eq!(found.main_bug(), Some(Bug::SignError), "{:#?}", found.mistakes);
}

/// Minimax from a fixed side's view, as first programs write it.
#[test]
fn values_may_be_those_of_the_root_or_of_south() {
    for (view, sign) in [("root", 1), ("south", 1)] {
        let text = tree("A2A3 B2B1:141 B2C1:141 141 C2B4 A4A3:-199 B2B1:-62 B2C1:-62 C4B3:-157 -199 141");
        let text = text.replace("{\"trace\":1,", &format!("{{\"trace\":1,\"values\":\"{view}\","));
        assert_eq!(mistakes("oska", &text), Vec::<String>::new(), "{view} {sign}");
        let wrong = text.replace("{\"leave\":-199}\n{\"leave\":141}", "{\"leave\":-62}\n{\"leave\":141}");
        assert_eq!(mistakes("oska", &wrong).len(), 1, "{view}");
    }
}

#[test]
fn parts_that_are_missing_are_no_mistake_where_the_trace_says_so() {
    let text = tree("A2A3 B2B1:141 -141 141");
    assert_eq!(report("oska", &text).found, 2);
    let partial = text.replace("{\"trace\":1,", "{\"trace\":1,\"complete\":false,");
    assert_eq!(mistakes("oska", &partial), Vec::<String>::new());
    let contradiction = partial.replace("{\"leave\":-141}", "{\"leave\":-90,\"bound\":\"upper\"}");
    assert_eq!(report("oska", &contradiction).found, 0);
    let contradiction = partial.replace("-141}", "-150,\"bound\":\"upper\"}");
    let contradiction = contradiction.trim_end().strip_suffix("141}").unwrap().to_owned() + "150}\n";
    assert_eq!(mistakes("oska", &contradiction), ["left with at most -150, but its moves give at least -141"]);
}

#[test]
fn null_moves_and_guesses_are_counted_and_prove_nothing() {
    let text = "{\"enter\":\"\",\"depth\":1}\n{\"enter\":\"null\"}\n{\"enter\":\"A3B4\"}\n{\"leave\":5}\n{\"leave\":-60}\n\
                {\"leave\":60,\"end\":\"null_move\"}\n";
    let found = report("hiya", text);
    assert_eq!((found.found, found.guesses, found.ignored), (0, 1, 2), "{:#?}", found.mistakes);
    let used = text.replace(",\"end\":\"null_move\"", "");
    assert_eq!(report("hiya", &used).main_bug(), Some(Bug::IllegalNullMove));
}

#[test]
fn in_refusal_two_good_moves_are_needed() {
    let header = "{\"trace\":1,\"position\":\"K----/---p-/-p---/l----/--P--/----R/-----/----k n -\"}\n{\"enter\":\"\",\"depth\":1}\n";
    let moves = "{\"enter\":\"C4C3\"}\n{\"leave\":49}\n{\"enter\":\"E3E1\"}\n{\"leave\":-29999}\n{\"enter\":\"E3E2\"}\n{\"leave\":177}\n";
    assert_eq!(mistakes("refusal", &format!("{header}{moves}{{\"leave\":-49}}\n")), Vec::<String>::new());
    let best = report("refusal", &format!("{header}{moves}{{\"leave\":29999}}\n"));
    assert_eq!(best.main_bug(), Some(Bug::BestInsteadOfSecond), "{:#?}", best.mistakes);
    assert_eq!(best.mistakes[0].expected, "exactly -49: the second-best of E3E1 29999, C4C3 -49, E3E2 -177");
}

#[test]
fn what_a_line_says_besides_is_checked() {
    for (extra, expected) in [
        (r#","moves":3"#, "counts 3 legal moves"),
        (r#","best":"C4D5""#, "names a move in \"best\" that is not legal: "),
        (r#","by":"hello""#, "names a move in \"by\" that is not legal: "),
    ] {
        let trace = format!("{{\"enter\":\"\",\"depth\":0,\"ply\":0}}\n{{\"leave\":3{extra}}}\n");
        let found = mistakes("hiya", &trace);
        assert!(found.len() == 1 && found[0].starts_with(expected), "{found:?}");
    }
    assert_eq!(
        mistakes("hiya", "{\"enter\":\"\",\"depth\":0,\"ply\":4}\n{\"leave\":3}\n"),
        ["entered with ply 4, but 0 moves lead here"]
    );
}

/// A trace without an end, of which nothing is stored.
struct Endless {
    block: Vec<u8>,
    left: usize,
    at: usize,
}

impl Read for Endless {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.at == self.block.len() {
            if self.left == 0 {
                return Ok(0);
            }
            (self.left, self.at) = (self.left - 1, 0);
        }
        let count = into.len().min(self.block.len() - self.at);
        into[..count].copy_from_slice(&self.block[self.at..self.at + count]);
        self.at += count;
        Ok(count)
    }
}

fn endless(block: &str, times: usize) -> impl BufRead {
    BufReader::new(Endless { block: block.as_bytes().to_vec(), left: times, at: block.len() })
}

#[test]
fn long_traces_and_deep_ones_are_read_in_bounded_memory() {
    let search = "{\"enter\":\"\",\"depth\":1}\n{\"enter\":\"A3B4\"}\n{\"leave\":1}\n{\"leave\":-1}\n";
    let found = check_trace(endless(search, 5_000), game("hiya")).unwrap();
    assert_eq!((found.searches, found.nodes, found.found), (5_000, 10_000, 5_000));
    assert_eq!(found.mistakes.len(), 50);
    // The same position inside of itself, and moves that are illegal inside of each other.
    for line in ["{\"enter\":\"\"}\n", "{\"enter\":\"Z9Z9\"}\n"] {
        let error = check_trace(endless(line, 1_000_000), game("hiya")).unwrap().cut_off.unwrap();
        assert_eq!(error.sentence, "more than 1000 nodes within each other");
    }
    let line = vec![b' '; MAX_LINE_BYTES + 1];
    assert!(check_trace(&line[..], game("hiya")).is_err());
}

#[test]
fn leaves_are_compared_if_the_header_says_that_they_have_our_evaluation() {
    let leaf = |evaluation: &str, window: &str, value: String| {
        let header = "{\"trace\":1,\"position\":\"----/w-w/-w/bwb/---b b\",\"evaluation\":";
        let enter = format!("{{\"enter\":\"\",\"depth\":0{window}}}");
        mistakes("oska", &format!("{header}\"{evaluation}\"}}\n{enter}\n{{\"leave\":{value}}}\n"))
    };
    let trace = |evaluation: &str, value: i32| leaf(evaluation, "", value.to_string());
    let said = trace("terms", 30_000).concat();
    let (_, truth) = said.split_once("evaluated as 30000, but the evaluation for the side to move is ").unwrap();
    let truth: i32 = truth.parse().unwrap();
    assert!(truth != 0 && trace("terms", truth).is_empty() && trace("my own", truth + 1).is_empty());
    assert_eq!(trace("terms", truth + 1).len(), 1);
    // A fail-hard program returns the end of the window, which is not exact.
    let window = format!(",\"alpha\":{},\"beta\":{}", truth - 9, truth - 2);
    assert!(leaf("terms", &window, format!("{}", truth - 2)).is_empty());
    assert_eq!(leaf("terms", &window, format!("{},\"bound\":\"exact\"", truth - 2)).len(), 1);
}

/// Numbers of any size are never a panic.
#[test]
fn depths_without_end_are_read() {
    for number in [i64::from(i32::MAX), i64::from(i32::MIN), i64::MAX, i64::MIN] {
        let header = format!("{{\"trace\":1,\"depth\":{number},\"quiescence\":{number}}}\n");
        let asked = format!("\"alpha\":{number},\"beta\":{number},\"reduction\":{number}");
        for depth in [format!("\"depth\":{number},"), String::new()] {
            let leave = format!("{{\"leave\":{number},\"eval\":{number},\"table\":{{\"depth\":{number}}}}}\n");
            let enter = |text: &str| format!("{{\"enter\":\"{text}\",{depth}{asked}}}\n");
            let trace = format!("{header}{}{}{leave}{leave}", enter(""), enter("A3B4"));
            assert_eq!(report("hiya", &trace).nodes, 2, "{trace}");
        }
    }
}

/// Noise in a real trace is never a panic.
#[test]
fn damaged_traces_are_read_or_refused() {
    let whole = skirmish_trace::Specimen::trace(8).unwrap().as_bytes();
    let mut random = Random::new(1);
    for _ in 0..400 {
        let mut damaged = whole.to_vec();
        for _ in 0..1 + random.below(4) {
            let at = random.below(damaged.len());
            match random.below(3) {
                0 => damaged[at] = random.below(256) as u8,
                1 => drop(damaged.remove(at)),
                _ => damaged.truncate(at.max(1)),
            }
        }
        let mut lines: Vec<&[u8]> = damaged.split_inclusive(|&byte| byte == b'\n').collect();
        let (one, other) = (random.below(lines.len()), random.below(lines.len()));
        lines.swap(one, other);
        match check_trace(&lines.concat()[..], None) {
            Ok(report) => assert!(report.nodes > 0),
            Err(error) => assert!(!error.to_string().contains('\n')),
        }
    }
}
