//! Files that are refused, each with a sentence that names the line.

use std::sync::atomic::AtomicBool;

use skirmish_games::GameId;
use skirmish_puzzles::{Maker, format_puzzles, parse_puzzles, puzzle_id};

const POSITION: &str = "---K3----/--------/B3-n3-----/--------/--------/--------/----k0--- s";

fn line() -> String {
    let id = puzzle_id(GameId::parse("gastank").unwrap(), POSITION);
    format!("{id}; gastank; {POSITION}; win; C5D7; 1; 500; first-steps capture king-capture")
}

fn error(text: &str) -> String {
    parse_puzzles(text).unwrap_err().to_string()
}

#[test]
fn a_file_is_read_and_written() {
    let text = format!("# a comment\n{}\n", line());
    let puzzles = parse_puzzles(&text).unwrap();
    assert_eq!((puzzles.len(), puzzles[0].plies, puzzles[0].rating), (1, 1, 500));
    assert_eq!(format_puzzles(&["a comment".to_owned()], &puzzles), text);
    assert_eq!(parse_puzzles("").unwrap(), []);
    assert_eq!(parse_puzzles("# nothing\n\n").unwrap(), []);
}

#[test]
fn what_is_wrong_is_named_with_its_line() {
    let with = |old: &str, new: &str| {
        assert!(line().contains(old), "{old}");
        error(&format!("# first\n{}", line().replacen(old, new, 1)))
    };
    for (old, new, expected) in [
        ("; 1; ", "; ", "line 2: the line has 7 fields, expected 8"),
        ("; gastank;", "; checkers;", "line 2: \"checkers\" is not a game"),
        ("; win;", "; draw;", "line 2: \"draw\" is not a kind of puzzle"),
        ("; win;", "; verdict;", "line 2: the kind is verdict, but a move is to be made"),
        ("B3-n3-----", "B3-n3----", "line 2: "),
        ("----k0--- s", "----k0---  s", "line 2: "),
        ("C5D7", "C5D8", "line 2: action 1 of the solution, \"C5D8\": "),
        ("C5D7", "c5d7", "line 2: action 1 of the solution, \"c5d7\": expected C5D7"),
        ("C5D7", "C5D7 A5E1", "line 2: action 2 of the solution, \"A5E1\": the game is over before it"),
        ("C5D7", "C5D3 A5E1", "line 2: the solution ends with an action of the opponent"),
        ("C5D7", "", "line 2: action 1 of the solution, \"\""),
        ("C5D7", "C5\u{1b}[2J", "line 2: action 1 of the solution, \"C5\\u{1b}[2J\""),
        ("; 1;", "; 0;", "line 2: \"0\" is not plies, expected a number from 1 to 200"),
        ("; 1;", "; +1;", "line 2: \"+1\" is not plies"),
        ("; 500;", "; 5000;", "line 2: \"5000\" is not a rating, expected a number from 300 to 3000"),
        ("first-steps", "clever", "line 2: \"clever\" is not a theme"),
        ("first-steps ", "", "line 2: the themes are not those of the solution, expected first-steps capture"),
        ("gastank-", "gastank-f", "line 2: the id is "),
    ] {
        let found = with(old, new);
        assert!(found.starts_with(expected) && !found.contains('\n'), "{new}: {found}");
    }
    assert!(error(&format!("{0}\n{0}", line())).contains("line 2: the puzzle gastank-"));
    assert!(error(&"x; ".repeat(1000)).starts_with("line 1: the line has 3000 bytes"));
    assert!(error(&line().replace("C5D7", &"C5D7 ".repeat(101))).contains("line 1: the solution has 102 actions"));
    assert!(error("oska-000000; oska; x; win; A1A2; 1; 500; quiet").contains("expected oska:4"));
}

/// Both moves of a turn are part of an answer.
#[test]
fn proposals_are_refused_and_replaced() {
    let position = "--K--/-----/-n---/--r--/-----/-----/-----/k---- s -";
    let id = puzzle_id(GameId::parse("refusal").unwrap(), position);
    let line = |solution: &str| format!("{id}; refusal; {position}; win; {solution}; 1; 500; quiet");
    assert!(error(&line("B6C8")).contains("is not followed by its refusal and the replacement"));
    assert!(error(&line("B6C8 refuse")).contains("the solution ends with an action of the opponent"));
    assert!(error(&line("B6C8 accept")).contains("the solution ends with an action of the opponent"));
    assert!(error(&line("B6C8 refuse C5C8")).contains("the themes are not those"));
}

/// Games are decided by their seed and number, so a resumed run finds what one run would have found.
#[test]
fn a_resumed_search_finds_the_same() {
    let game = GameId::parse("hiya").unwrap();
    let play = |maker: &mut Maker, games: std::ops::Range<u64>| {
        for number in games {
            maker.play(number, &AtomicBool::new(false));
        }
    };
    let mut whole = Maker::new(game, 1, 20, Vec::new());
    play(&mut whole, 0..8);
    let mut first = Maker::new(game, 1, 20, Vec::new());
    play(&mut first, 0..4);
    let saved = format_puzzles(&[], first.puzzles());
    let mut second = Maker::new(game, 1, 20, parse_puzzles(&saved).unwrap());
    play(&mut second, 4..8);
    assert!(!whole.puzzles().is_empty());
    assert_eq!(format_puzzles(&[], second.puzzles()), format_puzzles(&[], whole.puzzles()));
}

/// Whatever is in a file, it is read or refused with one line.
#[test]
fn damaged_files_are_refused_with_a_sentence() {
    let mut random = skirmish_board::Random::new(9);
    for game in GameId::all() {
        let lines: Vec<&str> =
            skirmish_puzzles::stored(game).lines().filter(|line| !line.starts_with('#')).take(20).collect();
        for _ in 0..400 {
            let mut line: Vec<char> = lines[random.below(lines.len())].chars().collect();
            for _ in 0..=random.below(3) {
                let place = random.below(line.len());
                let other =
                    ['/', '-', ' ', ';', '9', '?', '!', 'K', 'k', 'é', '\u{0}', '\u{1b}', 'w'][random.below(13)];
                match random.below(3) {
                    0 => line[place] = other,
                    1 => line.insert(place, other),
                    _ => drop(line.remove(place)),
                }
            }
            let text: String = line.into_iter().collect();
            if let Err(error) = parse_puzzles(&text) {
                let error = error.to_string();
                assert!(error.starts_with("line 1: ") && !error.contains(['\n', '\u{1b}', '\u{0}']), "{error}");
            }
        }
    }
}
