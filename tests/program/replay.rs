//! `skirmish replay`.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::{json, run, run_with};

/// The example of the format's description.
fn example() -> String {
    let page = include_str!("../../docs/RECORDS.md");
    page.split("```").nth(1).unwrap().trim_start_matches("text\n").to_owned()
}

/// A temporary file with this text.
fn file(name: &str, text: impl AsRef<[u8]>) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("replay-{name}"));
    fs::write(&path, text).unwrap();
    path
}

fn replay(path: &Path) -> crate::support::Run {
    run(["replay".as_ref(), path.as_os_str()])
}

#[test]
fn piped_every_position_is_printed_with_its_action() {
    let path = file("whole.txt", example());
    let text = replay(&path).output();
    assert!(
        text.starts_with("Refusal\nSouth: Ann\nNorth: VETO\nDate: 2026-03-14\nLevel: 10\n\nStart\n\n8  - - - K -"),
        "{text}"
    );
    assert_eq!(text.matches("A B C D E").count(), 4);
    let places: Vec<usize> =
        ["\nStart\n", "\n1. South D1D8  4.210s\n", "\n2. North refuse  0.001s\n", "\n3. South C7D8  0.950s\n"]
            .map(|title| text.find(title).unwrap_or_else(|| panic!("{title:?} in {text}")))
            .into();
    assert!(places.is_sorted());
    assert!(text.contains("South proposes D1D8.\nNorth to move.\n"), "{text}");
    assert!(text.ends_with("South wins. North's king was captured.\n"), "{text}");
    // Without a terminal, input is ignored.
    assert_eq!(run_with(["replay".as_ref(), path.as_os_str()], b"q\n").output(), text);
}

#[test]
fn a_game_given_up_says_so() {
    let text = example();
    let (actions, _) = text.split_once("3. South").unwrap();
    let path = file("resigned.txt", format!("{actions}Result: north\nEnding: South resigned.\n"));
    assert!(replay(&path).output().ends_with("North wins. South resigned.\n"));
    let answer = json(&run(["replay".as_ref(), path.as_os_str(), "--json".as_ref()]).output());
    assert_eq!((&answer["outcome"], &answer["ending"]), (&"north".into(), &"South resigned.".into()));

    let reason = "South forfeited: its program crashed (exit status 1).";
    let path = file("forfeited.txt", format!("{actions}Result: north\nEnding: {reason}\n"));
    assert!(replay(&path).output().ends_with(&format!("North wins. {reason}\n")));
    let answer = json(&run(["replay".as_ref(), path.as_os_str(), "--json".as_ref()]).output());
    assert_eq!((&answer["outcome"], &answer["ending"]), (&"north".into(), &reason.into()));

    let path = file("unfinished.txt", format!("{actions}Result: unfinished\n"));
    assert!(replay(&path).output().ends_with("South to move.\n"));
    let answer = json(&run(["replay".as_ref(), path.as_os_str(), "--json".as_ref()]).output());
    assert!(answer["outcome"].is_null() && answer["ending"].is_null(), "{answer}");
}

#[test]
fn json_has_its_fields_in_order() {
    let path = file("json.txt", example());
    let start = "---K-/--p--/-----/-----/-----/-----/-----/k--r-";
    let end = "---p-/-----/-----/-----/-----/-----/-----/k--r- n -";
    assert_eq!(
        run(["replay".as_ref(), path.as_os_str(), "--json".as_ref()]).output(),
        format!(
            concat!(
                r#"{{"game":"refusal","south":"Ann","north":"VETO","headers":{{"Date":"2026-03-14","Level":"10"}},"#,
                r#""start":"{start} s -","actions":["#,
                r#"{{"side":"south","action":"D1D8","remark":null,"time_ms":4210,"position":"{start} n ?D1D8"}},"#,
                r#"{{"side":"north","action":"refuse","remark":null,"time_ms":1,"position":"{start} s !D1D8"}},"#,
                r#"{{"side":"south","action":"C7D8","remark":null,"time_ms":950,"position":"{end}"}}],"#,
                r#""outcome":"south","ending":"North's king was captured."}}"#,
                "\n"
            ),
            start = start,
            end = end
        )
    );
}

/// A record of version 0.1.0 is read, and written again unchanged.
#[test]
fn records_of_version_0_1_0_are_read() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/record-0.1.0.txt");
    let text = replay(&path).output();
    assert!(text.starts_with("Refusal\nSouth: Ada\nNorth: Bob\nTournament: refusal\n"), "{text}");
    assert!(text.contains("\n18. North refuse  0.000s\n") && text.contains("\n31. South D7D8  0.000s\n"), "{text}");
    assert!(text.ends_with("South wins. North's king was captured.\n"), "{text}");
    let written = fs::read_to_string(&path).unwrap();
    assert_eq!(skirmish_play::Record::parse(&written).unwrap().format(), written);
}

#[test]
fn damaged_records_are_refused_with_their_line() {
    let good = example();
    for (index, (from, to, words)) in [
        ("Game: refusal", "Game: chess", "line 1: \"chess\" is not a game"),
        ("k--r- s -", "k--r-", "line 6: Start: "),
        ("C7D8", "C7B8", "line 10: \"C7B8\": "),
        ("C7D8", "D1D8", "line 10: \"D1D8\": "),
        ("2. North", "3. North", "line 9: "),
        ("Result: south", "Result: north", "line 12: "),
        ("Result: south", "", "line 13: "),
        ("Ann", "A\u{1b}[31m", "line 2: "),
        ("North: VETO\n", "", "line 7: there is no line \"North: ...\" before it"),
    ]
    .into_iter()
    .enumerate()
    {
        let path = file(&format!("damaged-{index}.txt"), good.replacen(from, to, 1));
        let complaint = replay(&path).complaint();
        assert!(complaint.contains(words), "{to:?}: {complaint}");
        assert!(complaint.contains("damaged-"), "{complaint}");
        assert_eq!(run(["replay".as_ref(), path.as_os_str(), "--json".as_ref()]).complaint(), complaint);
    }
    assert!(replay(&file("cut.txt", &good[..good.len() / 2])).complaint().contains("line "));
    assert!(
        replay(&file("bytes.txt", b"Game: refusal\nSouth: \xff\xfe\n"))
            .complaint()
            .contains("line 2: this is not UTF-8")
    );
    assert!(replay(&file("empty.txt", "")).complaint().contains("line 1: "));
    assert!(replay(&file("large.txt", vec![b'a'; 20 << 20])).complaint().contains("too large"));
}

#[test]
fn files_that_cannot_be_read_are_refused() {
    let missing = Path::new("no such file");
    assert!(replay(missing).complaint().contains("no such file: the file cannot be read"));
    assert!(replay(Path::new(env!("CARGO_TARGET_TMPDIR"))).complaint().contains("cannot be read"));
    replay(Path::new(&"x".repeat(100_000))).complaint();
    replay(Path::new("")).complaint();
    replay(Path::new("a\n\u{1b}[31m")).complaint();
    assert!(run(["replay"]).complaint().contains("FILE"));
}
