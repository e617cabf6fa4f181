//! Reports: the page, JSON Lines and records.

use crate::sample::{Facts, games, plan, played, written};
use proptest::prelude::*;
use serde_json::Value;
use skirmish_arena::game::{Fault, FaultReport, FinishedGame, Pair, TimedMove};
use skirmish_arena::plan::Format;
use skirmish_arena::report::{html, json_lines, save_records};
use skirmish_board::{Side, View};
use skirmish_games::GameId;
use skirmish_play::{Conclusion, Record, load, new_game};

fn page(facts: &Facts) -> String {
    let (tournament, records) = facts.with_records();
    html(&tournament, &records)
}

/// Elements that have no end.
const VOID: [&str; 4] = ["meta", "br", "hr", "link"];

/// Checks that every element that begins ends where it should, and that attributes are quoted. Scripts and styles are text.
fn check_markup(page: &str) {
    let mut rest = page.strip_prefix("<!DOCTYPE html>").expect("a document type");
    let mut inside: Vec<&str> = Vec::new();
    while let Some(at) = rest.find('<') {
        assert!(!rest[..at].contains('>'), "a stray > in {:?}", &rest[..at]);
        rest = &rest[at + 1..];
        let end = tag_end(rest);
        let tag = &rest[..end];
        rest = &rest[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(inside.pop(), Some(name), "</{name}> ends something else");
            continue;
        }
        let name = tag.split(|c: char| c.is_whitespace() || c == '/').next().unwrap();
        assert!(!name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric()), "<{tag}>");
        if tag.ends_with('/') || VOID.contains(&name) {
            continue;
        }
        if ["script", "style"].contains(&name) {
            let end = rest.find(&format!("</{name}>")).expect("an end");
            assert!(!rest[..end].contains("<!--"));
            rest = &rest[end + name.len() + 3..];
            continue;
        }
        inside.push(name);
    }
    assert!(!rest.contains('>') && inside.is_empty(), "{inside:?} never end");
}

/// Where a tag ends: at the first > outside of quotation marks.
fn tag_end(text: &str) -> usize {
    let mut quoted = false;
    for (at, c) in text.char_indices() {
        match c {
            '"' => quoted = !quoted,
            '>' if !quoted => return at,
            '<' => panic!("a tag within a tag: {:?}", &text[..at]),
            _ => {}
        }
    }
    panic!("a tag without end");
}

#[test]
fn the_checker_of_markup_finds_mistakes() {
    check_markup("<!DOCTYPE html><p a=\">\">x &lt; y<br><i/></p><script>a < b</script>");
    for wrong in ["<p>", "</p>", "<p><b></p></b>", "<p a=\">", "a > b", "<p <b>>", "<script>"] {
        let page = format!("<!DOCTYPE html>{wrong}");
        assert!(std::panic::catch_unwind(|| check_markup(&page)).is_err(), "{wrong}");
    }
}

/// The data of the page's script.
fn data(page: &str) -> Value {
    let start = page.find("id=\"data\">").unwrap() + "id=\"data\">".len();
    let end = start + page[start..].find("</script>").unwrap();
    serde_json::from_str(&page[start..end]).unwrap()
}

#[test]
fn pages_of_all_games_and_formats_are_well_formed() {
    for (game, seed) in games().into_iter().zip(0..) {
        for format in Format::ALL {
            let tournament = played(plan(&game, &["A", "B", "C", "D", "E"], format, 1), seed);
            let page = page(&tournament);
            check_markup(&page);
            assert_eq!(data(&page)["games"].as_array().unwrap().len(), tournament.games.len());
            assert_eq!(page.contains("id=\"bracket\""), format == Format::Knockout);
            assert!(!page.contains("NaN") && !page.contains("https://"));
        }
    }
}

/// What stands on the squares of a view, as the page writes it.
fn squares(view: &View) -> Vec<String> {
    let cells = view.rows.iter().flat_map(|row| &row.cells);
    let square = |piece: &skirmish_board::Piece| {
        format!("{}{}", piece.letter, piece.gas.map_or(String::new(), |gas| gas.to_string()))
    };
    cells.map(|cell| cell.piece.as_ref().map_or("-".to_owned(), square)).collect()
}

/// A board of the page taken apart: a letter, and a digit if the piece has gas.
fn taken_apart(board: &str) -> Vec<String> {
    let mut squares: Vec<String> = Vec::new();
    for c in board.chars() {
        match squares.last_mut() {
            Some(last) if c.is_ascii_digit() => last.push(c),
            _ => squares.push(c.to_string()),
        }
    }
    squares
}

/// The page's boards, made as its script makes them, are those of the games at every ply.
#[test]
fn the_page_shows_every_position_of_every_game() {
    for (game, seed) in games().into_iter().zip(10..) {
        let tournament = played(plan(&game, &["A", "B", "C"], Format::RoundRobin, 2), seed);
        let data = data(&page(&tournament));
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let sentence = |number: &str| text(&data["sentences"][number.parse::<usize>().unwrap()]);
        let names: Vec<String> = data["squares"].as_array().unwrap().iter().map(text).collect();
        let read = tournament.tournament();
        for (shown, finished) in data["games"].as_array().unwrap().iter().zip(read.finished()) {
            assert_eq!(shown[0], finished.number());
            assert_eq!(shown[2], finished.engine(Side::South));
            let mut table = new_game(tournament.plan.game);
            table.set_position(&finished.pair.opening).unwrap();
            let start = text(&data["starts"][shown[6].as_u64().unwrap() as usize]);
            let mut board = taken_apart(start.split('|').next().unwrap());
            assert_eq!(board, squares(&table.view()));
            let plies = text(&shown[7]);
            let plies: Vec<&str> = plies.split(';').filter(|ply| !ply.is_empty()).collect();
            assert_eq!(plies.len(), finished.game.actions.len());
            for (ply, action) in plies.iter().zip(&finished.game.actions) {
                let fields: Vec<&str> = ply.split('|').collect();
                let [played, side, micros, changes, pending, remark, notes, signs] = fields[..] else {
                    panic!("{ply}")
                };
                assert_eq!((played, micros), (&*action.text, &*action.micros.to_string()));
                assert_eq!(side, table.side_to_move().index().to_string());
                let expected = table.play(&action.text).unwrap().announcement.unwrap_or_default();
                assert_eq!(if remark.is_empty() { String::new() } else { sentence(remark) }, expected);
                for change in changes.split(',').filter(|change| !change.is_empty()) {
                    let digits = change.find(|c: char| !c.is_ascii_digit()).unwrap();
                    board[change[..digits].parse::<usize>().unwrap()] = change[digits..].to_owned();
                }
                let view = table.view();
                assert_eq!(board, squares(&view), "{ply}");
                let refused = view.pending.is_some() && table.accept_refuse().is_none();
                assert_eq!(pending.ends_with(",1") && pending.matches(',').count() == 2, refused, "{ply}");
                assert!(data["kit"]["signs"][signs.parse::<usize>().unwrap()].is_string(), "{ply}");
                let squares: Vec<&str> = pending
                    .split(',')
                    .filter(|place| !place.is_empty())
                    .take(2)
                    .map(|place| &*names[place.parse::<usize>().unwrap()])
                    .collect();
                let expected = view.pending.map_or(Vec::new(), |pending| vec![pending.from, pending.to]);
                assert_eq!(squares, expected);
                let notes: Vec<String> = notes.split(',').filter(|n| !n.is_empty()).map(sentence).collect();
                assert_eq!(notes, view.notes);
            }
        }
    }
}

/// The page draws with the shapes of the drawing.
#[test]
fn every_piece_has_a_drawing() {
    for game in GameId::all() {
        let tournament = played(plan(&game.to_string(), &["A", "B"], Format::RoundRobin, 2), 4);
        let data = data(&page(&tournament));
        let kit = data["kit"]["pieces"].as_object().unwrap();
        for (letter, piece) in data["pieces"].as_object().unwrap() {
            let shape = skirmish_drawing::shape_of(piece[1].as_str().unwrap()).unwrap();
            let mut drawings = kit.iter().filter(|(token, _)| token.starts_with(letter)).peekable();
            assert!(drawings.peek().is_some(), "{letter}");
            assert!(drawings.all(|(_, drawing)| drawing.as_str().unwrap().contains(shape.body)), "{letter}");
        }
    }
}

/// Engines, endings and dialogues come from people and programs that one does not trust.
#[test]
fn nothing_from_outside_becomes_part_of_the_page() {
    let evil =
        ["<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "</script><script>alert(1)//", "a' b=&lt;"];
    let mut tournament = played(plan("hiya", &evil, Format::RoundRobin, 3), 2);
    tournament.plan.name = "</title><script>alert(1)</script>".to_owned();
    let faults = tournament.games.iter_mut().filter_map(|game| game.fault.as_mut());
    for (report, text) in faults.zip(evil.into_iter().cycle()) {
        (report.detail, report.stderr, report.transcript) =
            (text.to_owned(), format!("</pre>{text}\u{0}\u{1b}[2J"), format!("{text}</details>"));
    }
    tournament.games[0].ending = "<!--<script>alert(1)</script>".to_owned();
    for format in Format::ALL {
        tournament.plan.format = format;
        let page = page(&tournament);
        check_markup(&page);
        assert_eq!(page.matches("<script").count(), 2);
        assert_eq!(page.matches("</script").count(), 2);
        assert!(
            !page.contains("<img") && !page.contains("<!--") && !page.contains('\u{1b}') && !page.contains('\u{0}')
        );
        assert!(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"));
        let data = data(&page);
        assert_eq!(data["engines"][0], evil[0]);
        assert_eq!(data["games"][0][5], "<!--<script>alert(1)</script>");
    }
}

fn report(engine: usize, fault: Fault, detail: &str, stderr: &str, transcript: &str) -> FaultReport {
    let (detail, stderr, transcript) = (detail.to_owned(), stderr.to_owned(), transcript.to_owned());
    FaultReport { engine, fault, detail, stderr, transcript }
}

/// So many pairs of two engines, in which every game ended by a fault.
fn with_faults(pairs: usize, report: &FaultReport) -> Facts {
    let plan = plan("oska", &["A", "B"], Format::RoundRobin, pairs as u32);
    let mut tournament = written(plan, &"1 A B 1-0 0-1\n".repeat(pairs));
    tournament.games.iter_mut().for_each(|game| game.fault = Some(report.clone()));
    tournament
}

#[test]
fn faults_are_shown_with_their_dialogues_and_lead_to_their_games() {
    let transcript = "> go movetime 5000";
    let tournament =
        with_faults(10, &report(1, Fault::Time, "It took 6.1 s of 5 s.", &"thinking…\n".repeat(10_000), transcript));
    let page = page(&tournament);
    check_markup(&page);
    assert_eq!(page.matches("<details>").count(), 20);
    assert!(page.contains(
        "<strong>B</strong> lost on time in <a href=\"#game-1\">game 1</a> against A: It took 6.1 s of 5 s."
    ));
    assert!(page.contains("<pre>&gt; go movetime 5000</pre>") && page.contains("bytes left out]"));
    assert!(!page.contains("more like these") && page.contains("Elo: "));
    assert!(page.len() < 250_000);
}

#[test]
fn of_too_many_faults_the_rare_ones_are_shown() {
    let mut tournament = with_faults(200, &report(1, Fault::Time, "Too late.", "", "> go"));
    let last = tournament.games.last_mut().and_then(|game| game.fault.as_mut()).unwrap();
    (last.fault, last.detail) = (Fault::Flood, "Only once.".to_owned());
    let page = page(&tournament);
    check_markup(&page);
    assert_eq!((page.matches("<details>").count(), page.matches("Only once.").count()), (300, 1));
    assert!(page.contains("100 more faults"));
}

#[test]
fn two_thousand_games_make_a_page_that_opens_quickly() {
    let names: Vec<String> = (0..11).map(|number| format!("engine {number}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    // Refusal has the longest games, its answers included.
    let tournament = played(plan("refusal", &names, Format::RoundRobin, 19), 1);
    assert!(tournament.games.len() >= 2000);
    let page = page(&tournament);
    assert!(page.len() < 8_000_000, "{} bytes", page.len());
}

#[test]
fn tournaments_without_games_or_sense_have_reports_too() {
    let nothing = written(plan("hiya", &[], Format::Swiss, 3), "");
    let begun = written(plan("hiya", &["A", "B", "C"], Format::Knockout, 3), "1 A B");
    // Games of another game than the plan's: they are counted, and cannot be played again.
    let mut mixed = played(plan("hiya", &["A", "B"], Format::RoundRobin, 1), 1);
    mixed.plan.game = GameId::parse("oska").unwrap();
    // An action that breaks the rules: whose the ones before it were is known.
    let mut broken = played(plan("hiya", &["A", "B"], Format::RoundRobin, 1), 1);
    broken.games.iter_mut().for_each(|game| game.actions[2].text = "A1A1".to_owned());
    for (facts, lines, sides) in [(nothing, 0, 0), (begun, 0, 0), (mixed, 2, 0), (broken, 2, 4)] {
        check_markup(&page(&facts));
        let (tournament, records) = facts.with_records();
        assert_eq!(json_lines(&tournament).matches("\"position\":null").count(), lines);
        assert_eq!(tournament.finished().map(|finished| finished.sides.len()).sum::<usize>(), sides);
        assert!(records.is_empty());
    }
}

#[test]
fn json_lines_have_their_fields_in_order() {
    let mut tournament = written(plan("oska", &["A", "B\"\n"], Format::RoundRobin, 1), "");
    let opening = "wwww/---/--/---/bbbb w".to_owned();
    tournament.pairs.push(Pair { number: 4, round: 2, engines: [0, 1], opening });
    let timed = |text: &str, micros| TimedMove::new(text, micros);
    tournament.games.push(FinishedGame {
        pair: 4,
        leg: 1,
        actions: vec![timed("A5A4", 1500), TimedMove { processor: Some(18), ..timed("A1A2", 20) }],
        outcome: skirmish_board::Outcome::Win(Side::South),
        ending: "A crashed.".to_owned(),
        fault: Some(report(0, Fault::Crash, "Exit status 1.", "oh\n", "> go\n")),
    });
    assert_eq!(
        json_lines(&tournament.tournament()),
        concat!(
            r#"{"tournament":"Sample","game":"oska","number":10,"pair":4,"leg":1,"round":2,"south":"B\"\n","north":"A","#,
            r#""opening":"wwww/---/--/---/bbbb w","actions":[{"side":"north","action":"A5A4","time_us":1500},"#,
            r#"{"side":"south","action":"A1A2","time_us":20,"processor_us":18}],"position":"-www/w--/--/b--/-bbb w","#,
            r#""result":"south","winner":"B\"\n","ending":"A crashed.","fault":{"engine":"A","kind":"crash","#,
            r#""detail":"Exit status 1.","stderr":"oh\n","transcript":"> go\n"}}"#,
            "\n"
        )
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Every game is there in every form, and each form says the same.
    #[test]
    fn all_forms_agree(
        seed in any::<u64>(),
        game in prop::sample::select(games()),
        format in prop::sample::select(Format::ALL.to_vec()),
    ) {
        let facts = played(plan(&game, &["A", "B", "C", "D"], format, 1), seed);
        let (tournament, records) = facts.with_records();
        let lines: Vec<Value> = json_lines(&tournament).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        prop_assert_eq!(lines.len(), facts.games.len());
        prop_assert_eq!(records.len(), facts.games.len());
        for (line, (number, record)) in lines.iter().zip(&records) {
            prop_assert_eq!(&line["number"], *number);
            let result = record.result.as_ref().map_or("none", |result| result.outcome().id());
            prop_assert_eq!(&line["result"], result);
            prop_assert_eq!(&line["south"], &*record.players[0]);
            prop_assert_eq!(&line["position"], &*record.game().position());
            prop_assert_eq!(line["actions"].as_array().unwrap().len(), record.steps().len());
            prop_assert_eq!(line["fault"].is_null(), matches!(record.result, Some(Conclusion::Rules(_))));
            prop_assert_eq!(result == "none", line["fault"]["kind"] == "not-understood");
            prop_assert_eq!(&Record::parse(&record.format()).unwrap(), record);
        }
        check_markup(&html(&tournament, &records));
    }
}

#[test]
fn records_are_saved_one_a_file() {
    let (_, records) = played(plan("trench", &["A", "B", "C"], Format::RoundRobin, 1), 8).with_records();
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join("a/b");
    save_records(&inner, &records).unwrap();
    assert_eq!((records.len(), std::fs::read_dir(&inner).unwrap().count()), (6, 6));
    let record = load(&inner.join("game-0003.txt")).unwrap();
    assert_eq!((record.header("Number"), record.header("Tournament")), (Some("3"), Some("Sample")));
    // Saved again, the same files are there.
    save_records(&inner, &records).unwrap();
    assert_eq!(std::fs::read_dir(&inner).unwrap().count(), 6);
}

#[test]
fn a_game_lost_by_a_fault_is_a_forfeit_in_its_record() {
    let tournament = played(plan("gastank", &["A", "B", "C", "D", "E", "F"], Format::RoundRobin, 4), 3);
    let mut found = 0;
    for (record, game) in tournament.with_records().1.values().zip(&tournament.games) {
        match (&record.result, &game.fault) {
            (Some(Conclusion::Forfeited(side, reason)), Some(report)) => {
                assert_eq!(record.players[side.index()], tournament.plan.engines[report.engine].name);
                assert_eq!(format!("{reason}."), game.ending);
                found += 1;
            }
            (Some(Conclusion::Rules(_)), None) => {}
            // It does not count.
            (None, Some(report)) if report.fault.id() == "not-understood" => {}
            other => panic!("{other:?}"),
        }
    }
    assert!(found > 0);
}
