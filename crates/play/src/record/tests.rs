use std::time::Duration;

use skirmish_board::{Outcome, Random, Side};
use skirmish_games::GameId;

use super::{Conclusion, Record};
use crate::{AnyGame, new_game};

fn pick<'a, T: ?Sized>(random: &mut Random, things: &[&'a T]) -> &'a T {
    things[random.below(things.len())]
}

/// A random game: finished, resigned, forfeited or broken off.
fn random_record(random: &mut Random) -> Record {
    let games: Vec<GameId> = GameId::all().chain(["oska:6", "oska:13"].map(|id| GameId::parse(id).unwrap())).collect();
    let mut record = Record::new(new_game(games[random.below(games.len())]));
    record.players = [pick(random, &["Ann", "VETO", "", "Zoë: the 2nd"]), "North"].map(str::to_owned);
    for _ in 0..random.below(4) {
        record.set_header(
            pick(random, &["Date", "Level", "Time", "X-1"]),
            pick(random, &["", "2026-03-14", "a: b", "5s"]),
        );
    }
    let most = [0, 1, 7, usize::MAX][random.below(4)];
    while record.game().outcome().is_none() && record.steps().len() < most {
        let actions = record.game().legal_actions();
        let time = Duration::from_millis(random.below(9_000_000) as u64);
        let time = Some(time).filter(|_| random.below(5) > 0);
        record.perform(&actions[random.below(actions.len())], time);
    }
    if record.result.is_none() {
        let side = Side::BOTH[random.below(2)];
        let reason =
            pick(random, &["", "its time was over", "it said \"North resigned\"", "exit status: 1"]).to_owned();
        record.result = match random.below(4) {
            0 => Some(Conclusion::Resigned(side)),
            1 => Some(Conclusion::Forfeited(side, reason)),
            _ => None,
        };
    }
    record
}

/// Whatever is read must be a game that can be written and read again; whatever is not must name one of its lines.
fn check(text: &str) -> Option<Record> {
    match Record::parse(text) {
        Ok(record) => {
            assert_eq!(Record::parse(&record.format()).as_ref(), Ok(&record), "{text}");
            assert_eq!(record.games().count(), record.steps().len() + 1, "{text}");
            Some(record)
        }
        Err(error) => {
            assert!((1..=text.lines().count().max(1)).contains(&error.line), "{error}\n{text}");
            let shown = error.to_string();
            assert!(shown.len() < 600 && !shown.contains(char::is_control), "{shown:?}");
            None
        }
    }
}

#[test]
fn random_games_are_read_back() {
    let mut random = Random::new(1);
    for _ in 0..300 {
        let record = random_record(&mut random);
        let text = record.format();
        assert_eq!(check(&text).as_ref(), Some(&record), "{text}");
        let tables: Vec<&dyn AnyGame> = record.games().collect();
        assert_eq!(record.game().position(), tables[record.steps().len()].position());
        assert_eq!(tables[0].position(), record.start().position());
        if let Some(Conclusion::Rules(outcome)) = record.result {
            assert_eq!(record.game().outcome(), Some(outcome));
        }
        assert_eq!(record.ending().is_empty(), record.result.is_none());
    }
}

#[test]
fn a_record_cut_short_is_refused_or_the_same() {
    let mut random = Random::new(2);
    for _ in 0..100 {
        let record = random_record(&mut random);
        let text = record.format();
        let mut end = random.below(text.len());
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        assert!(check(&text[..end]).is_none_or(|read| read == record), "{}", &text[..end]);
    }
}

#[test]
fn a_lost_or_doubled_action_is_found_out() {
    let mut random = Random::new(3);
    for _ in 0..200 {
        let record = random_record(&mut random);
        if record.steps().is_empty() {
            continue;
        }
        let text = record.format();
        let mut lines: Vec<&str> = text.lines().collect();
        let first = lines.iter().position(|line| line.trim_start().starts_with("1.")).unwrap();
        let index = random.below(record.steps().len());
        let line = first + index;
        let removed = lines.remove(line);
        // Without its last action, a game that did not end by its rules is one that was broken off earlier.
        let ended = matches!(record.result, Some(Conclusion::Rules(_)));
        if ended || index + 1 < record.steps().len() {
            assert!(check(&lines.join("\n")).is_none(), "{text}");
        }
        lines.splice(line..line, [removed, removed]);
        let error = Record::parse(&lines.join("\n")).unwrap_err();
        assert_eq!(error.line, line + 2, "{error}");
    }
}

#[test]
fn damage_is_refused_or_harmless() {
    let mut random = Random::new(4);
    let signs: Vec<char> = "abnsABNS019.:- \t\n\r\u{7}\u{1b}é\u{202e}\u{feff}w/?".chars().collect();
    for _ in 0..3000 {
        let mut text: Vec<char> = random_record(&mut random).format().chars().collect();
        for _ in 0..1 + random.below(3) {
            let at = random.below(text.len());
            let sign = signs[random.below(signs.len())];
            match random.below(4) {
                0 => text[at] = sign,
                1 => text.insert(at, sign),
                2 => drop(text.remove(at)),
                _ => text.swap(at, 0),
            }
        }
        check(&text.into_iter().collect::<String>());
    }
}

#[test]
fn texts_of_any_kind_are_read_without_trouble() {
    let mut random = Random::new(5);
    let parts = [
        "Game: oska",
        "Game:",
        "South: a",
        "North: b",
        "Start: wwww/---/--/---/bbbb w",
        "Start: -",
        "Date: x",
        "Result: ",
        "Result: unfinished",
        "Result: north",
        "Ending: South resigned.",
        "Ending:",
        "1. North A5A4",
        "1. North a5 - a4 1s",
        "2. South A1A2 0.001s",
        "1. South A1A2",
        "9999999999999999999999. North",
        "1.",
        "1",
        ":",
        "::",
        "-1.",
        "é",
        "\u{0}",
        "1. North A5A4 1.0000s",
        "1. North 1s",
        "1. North A5A4 99999999999999999999s",
        "\u{2028}",
    ];
    let mut read = 0;
    for _ in 0..30_000 {
        let mut text =
            pick(&mut random, &["", "Game: oska\nSouth: a\nNorth: b\nStart: wwww/---/--/---/bbbb w\n"]).to_owned();
        for _ in 0..random.below(7) {
            text += pick(&mut random, &parts);
            text += pick(&mut random, &["\n", "\n", "\n", "\r\n", " ", ""]);
        }
        read += usize::from(check(&text).is_some());
        let noise: String = (0..random.below(60)).filter_map(|_| char::from_u32(random.below(0x250) as u32)).collect();
        check(&noise);
    }
    assert!(read > 0);
}

#[test]
fn megabytes_are_answered_at_once() {
    for part in ["a", "a\n", "a:\n", "1. North A5A4\n", "1 ", "\n", "Result: north\n", "é", "\u{0}"] {
        check(&part.repeat((4 << 20) / part.len()));
    }
    let headers: String = (0..200_000).map(|number| format!("h{number}:\n")).collect();
    assert!(Record::parse(&headers).unwrap_err().sentence.contains("too many headers"));
}

const GOOD: &str = "\
Game: oska
South: Ann
North: HOURGLASS
Start: wwww/---/--/---/bbbb w

1. North A5A4  1.5s
2. South A1A2

Result: unfinished
";

#[test]
fn an_action_may_be_written_in_many_ways() {
    let record = Record::parse(GOOD).unwrap();
    assert_eq!(record.steps()[0].time, Some(Duration::from_millis(1500)));
    assert_eq!(record.steps()[1].time, None);
    for (from, to) in
        [("A5A4", "a5-a4"), ("A5A4", "A5 A4"), ("North A5A4", "NORTH  a5 - A4"), ("\n", "\r\n"), ("\n", "\n\n")]
    {
        assert_eq!(Record::parse(&GOOD.replace(from, to)).as_ref(), Ok(&record), "{to}");
    }
    assert_eq!(Record::parse(&format!("\u{feff}{GOOD}")).as_ref(), Ok(&record));
}

/// A record with a change in it is refused, for what is in this line.
fn refuses(text: &str, from: &str, to: &str, line: usize, words: &str) {
    let error = Record::parse(&text.replacen(from, to, 1)).unwrap_err();
    assert!(error.line == line && error.sentence.contains(words), "{to:?}: {error}");
}

#[test]
fn every_error_names_its_line() {
    for (from, to, line, words) in [
        (GOOD, "", 1, "there is no line \"Game: ...\" before it"),
        ("Game: oska", "Game: chess", 1, "\"chess\" is not a game"),
        ("Game: oska", "oska", 1, "expected one such as Game: oska"),
        ("Game: oska", "Game: oska\nGame: oska", 2, "there twice"),
        ("Game: oska", "Game: oska\nLevel: 1\nlevel: 2", 3, "there twice"),
        ("Game: oska", "Ending: x\nGame: oska", 1, "expected it after Result"),
        ("South: Ann\n", "", 5, "there is no line \"South: ...\" before it"),
        ("South: Ann", "South: A\u{1b}n", 2, "\\u{1b}"),
        ("wwww/", "www/", 4, "Start: row 5"),
        ("1. North", "2. North", 6, "begins with \"2.\", expected 1."),
        ("1. North", "1. South", 6, "expected 1. North"),
        ("1. North A5A4  1.5s", "1. North", 6, "expected 1. North, an action"),
        ("1. North A5A4", "1. North B5C4", 6, "\"B5C4\": The piece on B5 cannot reach C4"),
        ("1.5s", "1,5s", 6, "\"1,5s\" is not a time"),
        ("1.5s", "fast", 6, "\"A5A4 fast\""),
        ("2. South", "Level: 3\n2. South", 7, "expected action 2 or Result:"),
        ("2. South A1A2", "South A1A2", 7, "expected action 2 or Result:"),
        ("\nResult: unfinished\n", "", 7, "the record ends here, expected action 3 or Result:"),
        ("unfinished", "white", 9, "\"white\" is not a result"),
        ("unfinished", "draw", 9, "the game is not over"),
        ("unfinished", "north", 9, "expected Ending: South resigned."),
        ("unfinished\n", "north\nEnding: North resigned.\n", 10, "expected Ending: South resigned."),
        ("unfinished\n", "north\nEnding: North forfeited: it hung.\n", 10, "or Ending: South forfeited: WHY"),
        ("unfinished\n", "north\nEnding: South forfeited:\n", 10, "or Ending: South forfeited: WHY."),
        ("unfinished\n", "north\nEnding: South forfeited: it hu", 10, "or Ending: South forfeited: WHY."),
        ("unfinished\n", "north\nEnding: South forfeited it\n", 10, "or Ending: South forfeited: WHY"),
        ("unfinished\n", "draw\nEnding: South forfeited.\n", 9, "the game is not over"),
        ("unfinished\n", "unfinished\nEnding: x\n", 10, "an unfinished game has no ending"),
        ("unfinished\n", "unfinished\n\n3. North B5B4\n", 11, "expected the end of the record"),
    ] {
        refuses(GOOD, from, to, line, words);
    }
}

#[test]
fn the_result_is_that_of_the_game() {
    let text = documented();
    let record = Record::parse(&text).unwrap();
    assert_eq!(record.result, Some(Conclusion::Rules(Outcome::Win(Side::South))));
    for (from, to, line, words) in [
        ("Result: south", "Result: north", 12, "expected south: North's king was captured."),
        ("Result: south", "Result: draw", 12, "expected south"),
        ("Result: south\nEnding: North's king was captured.", "Result: unfinished", 12, "expected south"),
        ("\nResult", "4. North D8D7\n\nResult", 11, "the game was over before this action"),
        ("refuse ", "accept ", 10, "the game was over"),
    ] {
        refuses(&text, from, to, line, words);
    }
    // How the rules put it is for people.
    assert_eq!(Record::parse(&text.replace("was captured", "fell")).as_ref(), Ok(&record));
}

/// The example of the description.
fn documented() -> String {
    let page = include_str!("../../../../docs/RECORDS.md");
    page.split("```").nth(1).unwrap().trim_start_matches("text\n").to_owned()
}

#[test]
fn the_documented_example_is_what_is_written() {
    let text = documented();
    let record = Record::parse(&text).unwrap();
    assert_eq!(record.format(), text);
    assert_eq!(record.header("level"), Some("10"));
}

#[test]
fn values_that_would_break_lines_are_cleaned() {
    let mut record = Record::parse(GOOD).unwrap();
    record.players[0] = " A\nResult: north\u{202e}\u{1b}[2J ".to_owned();
    record.headers = vec![("Game".into(), "x".into()), ("a b".into(), "x".into()), ("Note".into(), "\ty\r\n".into())];
    let read = Record::parse(&record.format()).unwrap();
    assert_eq!(read.players[0], "A Result: north  [2J");
    assert_eq!(read.headers, [("Note".to_owned(), "y".to_owned())]);
}

#[test]
fn a_game_lost_by_a_fault_says_so() {
    let text = GOOD.replace("unfinished\n", "north\nEnding: South forfeited:  it crashed (exit status 1).\n");
    let record = Record::parse(&text).unwrap();
    let expected = Conclusion::Forfeited(Side::South, "it crashed (exit status 1)".to_owned());
    assert_eq!(record.result, Some(expected));
    assert_eq!(record.result.as_ref().unwrap().outcome(), Outcome::Win(Side::North));
    assert_eq!(record.ending(), "South forfeited: it crashed (exit status 1).");
    assert!(record.format().ends_with("\nResult: north\nEnding: South forfeited: it crashed (exit status 1).\n"));
    let bare = Record::parse(&GOOD.replace("unfinished\n", "south\nEnding: North forfeited.\n")).unwrap();
    assert_eq!(bare.result, Some(Conclusion::Forfeited(Side::North, String::new())));
    // A reason from outside cannot break the record.
    let evil = Conclusion::Forfeited(Side::North, "\nResult: north\u{1b}[2J".to_owned());
    let read = Record::parse(&Record { result: Some(evil), ..bare }.format()).unwrap();
    assert_eq!(read.ending(), "North forfeited: Result: north [2J.");
}

#[test]
fn a_game_is_recorded_as_it_is_played_and_taken_back() {
    let mut record = Record::parse(GOOD).unwrap();
    let before = record.clone();
    assert!(record.play("A1A2", None).is_err());
    assert_eq!(record, before);
    record.play("b5-b4", Some(Duration::from_micros(1_234_567))).unwrap();
    assert_eq!(record.steps()[2].action.text, "B5B4");
    assert_eq!(record.steps()[2].time, Some(Duration::from_millis(1234)));
    record.result = Some(Conclusion::Resigned(Side::South));
    record.take_back(9);
    assert!(record.result.is_some());
    record.take_back(2);
    assert_eq!(record, before);
}
