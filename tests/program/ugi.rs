//! UGI mode of the real program, tested line by line and in the arena.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::support::dialogue::Dialogue as Talk;
use skirmish_arena::BuiltIn;
use skirmish_arena::competitor::{Clock, Competitor, EngineKind, Program};
use skirmish_arena::game::{Fault, FinishedGame, Pair};
use skirmish_arena::referee;
use skirmish_arena::seat::seat;
use skirmish_board::texts;
use skirmish_games::GameId;

/// A UGI session.
fn start() -> Talk {
    let mut session = Talk::start(&mut crate::support::program(["ugi"]));
    session.say("ugi");
    let hello = until(&mut session, "ugiok");
    assert!(hello.starts_with("id name VETO"), "{hello}");
    assert!(hello.contains("\nid author "), "{hello}");
    for option in ["UGI_Variant", "Hash", "Threads", "Level", "Ponder", "MultiPV"] {
        assert!(hello.contains(&format!("\noption name {option} type ")), "{hello}");
    }
    session.say("setoption name Hash value 4");
    session
}

/// A UGI session for a game.
fn about(game: &str) -> Talk {
    let mut session = start();
    session.say(&format!("setoption name UGI_Variant value {game}\nuginewgame\nisready"));
    assert_eq!(until(&mut session, "readyok"), "readyok\n");
    session
}

/// The output up to and including a line that begins with a word.
#[track_caller]
fn until(session: &mut Talk, word: &str) -> String {
    session.read_until(|text| {
        let lines = String::from_utf8_lossy(text);
        lines.ends_with('\n') && lines.lines().any(|line| line.split(' ').next() == Some(word))
    })
}

/// The action of `bestmove`.
#[track_caller]
fn best(session: &mut Talk, go: &str) -> String {
    session.say(go);
    let said = until(session, "bestmove");
    let last = said.lines().last().unwrap();
    // Tournament managers of other games expect exactly two words.
    let words: Vec<&str> = last.split(' ').collect();
    assert_eq!((words.len(), words[0]), (2, "bestmove"), "{said}");
    words[1].to_owned()
}

#[test]
fn every_game_is_played_to_its_end_by_queries_alone() {
    for game in crate::support::boards() {
        let mut session = about(&game);
        let mut game = skirmish_play::new_game(GameId::parse(&game).unwrap());
        let one = game.side_to_move();
        let mut moves = String::from("position startpos");
        for count in 0.. {
            session.say(&moves);
            session.say("query gameover");
            assert_eq!(until(&mut session, "response"), format!("response {}\n", game.outcome().is_some()));
            session.say("query p1turn");
            assert_eq!(until(&mut session, "response"), format!("response {}\n", game.side_to_move() == one));
            session.say("query result");
            let result = until(&mut session, "response");
            if let Some(outcome) = game.outcome() {
                let expected = match outcome {
                    skirmish_board::Outcome::Draw => "draw",
                    skirmish_board::Outcome::Win(side) if side == one => "p1win",
                    skirmish_board::Outcome::Win(_) => "p2win",
                };
                assert_eq!(result, format!("response {expected}\n"));
                break;
            }
            assert_eq!(result, "response none\n");
            let action = best(&mut session, "go nodes 200");
            game.play(&action).unwrap_or_else(|error| panic!("{}: {moves} {action}: {error}", game.id()));
            moves += if count == 0 { " moves " } else { " " };
            moves += &action;
        }
        session.say("quit");
        assert_eq!(session.end(), (String::new(), Some(0)));
    }
}

#[test]
fn thinking_is_told() {
    let mut session = about("hiya");
    session.say("position startpos\ngo depth 5");
    let said = until(&mut session, "bestmove");
    let infos: Vec<&str> = said.lines().filter(|line| line.starts_with("info ")).collect();
    assert!(infos.len() >= 5, "{said}");
    for info in infos {
        for word in [" depth ", " score ", " nodes ", " nps ", " time ", " pv "] {
            assert!(info.contains(word), "{info}");
        }
    }
    session.say("setoption name MultiPV value 3\ngo depth 4");
    let said = until(&mut session, "bestmove");
    for rank in 1..=3 {
        assert!(said.contains(&format!(" multipv {rank} ")), "{said}");
    }
}

#[test]
fn a_win_is_told_in_plies() {
    let mut session = about("oska");
    // White has one piece two steps from the end, and Black cannot stop it.
    session.say("position fen ----/---/--/w--/---b w\ngo depth 6");
    let said = until(&mut session, "bestmove");
    assert!(said.contains(" score mate 1 "), "{said}");
}

#[test]
fn positions_have_texts_with_spaces_and_oska_has_passes() {
    let mut session = about("oska");
    session.say("position fen w---/---/--/---/--bb w");
    let first = best(&mut session, "go movetime 50");
    let mut game = skirmish_play::new_game(GameId::parse("oska").unwrap());
    game.set_position("w---/---/--/---/--bb w").unwrap();
    assert!(texts(&game.legal_actions()).contains(&first.as_str()));
    // White's last piece stands before two others and nothing to jump to.
    let stuck = "----/---/--/w--/bb-- w";
    session.say(&format!("position fen {stuck}"));
    assert_eq!(best(&mut session, "go movetime 5000"), "pass");
    session.say(&format!("position fen {stuck} moves pass"));
    session.say("query p1turn");
    assert_eq!(until(&mut session, "response"), "response false\n");
}

#[test]
fn proposals_are_answered_and_replaced_at_once() {
    let mut session = about("refusal");
    session.say("position startpos");
    let proposal = best(&mut session, "go movetime 200");
    session.say(&format!("position startpos moves {proposal} refuse"));
    let alternate = best(&mut session, "go movetime 100");
    assert_ne!(alternate, proposal);
    session.say(&format!("position startpos moves {proposal} refuse {alternate} B6B5"));
    assert!(["accept", "refuse"].contains(&best(&mut session, "go movetime 100").as_str()));
    // An answer is possible before any search, too.
    let mut fresh = about("refusal");
    fresh.say("position startpos moves A3B5");
    assert!(["accept", "refuse"].contains(&best(&mut fresh, "go movetime 100").as_str()));
}

#[test]
fn it_listens_while_it_thinks() {
    let mut session = about("gastank");
    session.say("position startpos\ngo infinite\nisready");
    let said = until(&mut session, "readyok");
    assert!(!said.contains("bestmove"), "{said}");
    session.say("query p1turn");
    assert!(!until(&mut session, "response").contains("bestmove"));
    session.say("stop");
    assert!(until(&mut session, "bestmove").lines().last().unwrap().starts_with("bestmove "));
    // Even a proven result waits for `stop`.
    session.say("position fen --------/--------/--------/--------/--------/----k3---/----K3--- s");
    session.say("go infinite");
    session.say("isready");
    until(&mut session, "readyok");
    session.say("stop");
    until(&mut session, "bestmove");
}

#[test]
fn the_end_of_the_input_ends_a_search_and_answers_it() {
    for last in ["quit\n", ""] {
        let run = crate::support::run_with(["ugi"], format!("position startpos\ngo infinite\n{last}").as_bytes());
        assert_eq!(run.stderr, "");
        let output = run.output();
        assert_eq!(output.matches("bestmove ").count(), 1, "{output}");
    }
}

#[test]
fn every_go_has_one_bestmove_whatever_is_said_in_between() {
    let script = "setoption name UGI_Variant value trench\nsetoption name Hash value 1\nsetoption name Ponder value true\nposition startpos\n\
        stop\nponderhit\ngo nodes 500\ngo ponder movetime 20\nstop\ngo ponder movetime 20\nponderhit\ngo infinite\nstop\nstop\n\
        go ponder\nstop\ngo movetime 30\nponderhit\nuginewgame\ngo depth 3\nposition startpos moves A3B4\ngo depth 2\ngo depth 1\n";
    for _ in 0..5 {
        let output = crate::support::run_with(["ugi"], script.as_bytes()).output();
        assert_eq!(output.matches("bestmove ").count(), 9, "{output}");
        assert!(!output.contains("error"), "{output}");
    }
}

#[test]
fn pondering_waits_for_the_move_and_then_decides() {
    let mut session = about("hiya");
    // A depth limit, not a time limit: an interrupted search may have no expected reply.
    session.say("setoption name Ponder value true\nposition startpos\ngo depth 7");
    let said = until(&mut session, "bestmove");
    let words: Vec<&str> = said.lines().last().unwrap().split(' ').collect();
    let ["bestmove", action, "ponder", expected] = words[..] else { panic!("{said}") };
    session.say(&format!("position startpos moves {action} {expected}\ngo ponder movetime 100\nisready"));
    assert!(!until(&mut session, "readyok").contains("bestmove"));
    std::thread::sleep(Duration::from_millis(300));
    session.say("query gameover");
    // More than its time has passed, but the clock does not run yet.
    assert!(!until(&mut session, "response").contains("bestmove"));
    session.say("ponderhit");
    until(&mut session, "bestmove");
    // In Refusal it ponders on all proposals.
    let mut session = about("refusal");
    session.say("setoption name Ponder value true\nposition startpos moves A3C4 refuse E3C4 B6B5\ngo ponder movetime 100\nisready");
    assert!(!until(&mut session, "readyok").contains("bestmove"));
    session.say("ponderhit");
    let said = until(&mut session, "bestmove");
    assert!(["bestmove accept", "bestmove refuse"].contains(&said.lines().last().unwrap()), "{said}");
}

#[test]
fn levels_differ_and_seeds_choose() {
    let mut session = about("hiya");
    session.say("setoption name Level value 1\nposition startpos\ngo movetime 5000");
    let said = until(&mut session, "bestmove");
    let nodes = said.lines().filter_map(|line| line.split(" nodes ").nth(1)?.split(' ').next()?.parse::<u64>().ok());
    assert!(nodes.max().unwrap() <= 80, "{said}");
    let mut choices: Vec<String> = (0..20)
        .map(|seed| {
            session.say(&format!("setoption name Seed value {seed}\nuginewgame\nposition startpos"));
            best(&mut session, "go movetime 5000")
        })
        .collect();
    choices.sort();
    choices.dedup();
    assert!(choices.len() > 1, "{choices:?}");
}

#[test]
fn bad_lines_are_answered_and_change_nothing() {
    let mut session = about("oska");
    for (line, words) in [
        ("position fen wwww/---/---/bbbb w", "row"),
        ("position startpos moves A5A4 A5A4", "move 2: "),
        ("position startpos moves hello", "move 1: "),
        ("setoption name Hash value lots", "lots"),
        ("setoption name Colour value red", "no option"),
        ("setoption name UGI_Variant value chess", "not a game"),
        ("go depth deep", "deep"),
        ("query everything", "everything"),
        (&format!("position fen {}", "w".repeat(2 << 20)), "a line has more than"),
        ("position startpos moves \u{1b}[31m\u{7}", "move 1: "),
    ] {
        session.say(line);
        let said = until(&mut session, "info");
        assert!(said.starts_with("info string error ") && said.contains(words), "{said}");
        assert!(!said.trim_end().contains(char::is_control), "{said}");
    }
    for ignored in ["", "   ", "hello", "uci", "position3", "GO"] {
        session.say(ignored);
    }
    session.say_bytes(b"\xff\xfe\n");
    session.say("query p1turn");
    assert_eq!(until(&mut session, "response"), "response true\n");
    let mut game = skirmish_play::new_game(GameId::parse("oska").unwrap());
    game.play(&best(&mut session, "go depth 1")).unwrap();
}

#[test]
fn a_finished_game_has_no_best_move() {
    let mut session = about("oska");
    session.say("position fen ----/---/--/---/w--- b");
    assert_eq!(best(&mut session, "go movetime 1000"), "none");
}

/// One clock has an hour per move, the other two seconds for the game: using the wrong one would exceed the timeout.
#[test]
fn each_player_thinks_by_its_own_clock() {
    let mut session = about("trench");
    session.say("position startpos");
    let first = best(&mut session, "go p1time 2000 p2time 72000000 p1inc 0 p2inc 0");
    session.say(&format!("position startpos moves {first}"));
    best(&mut session, "go p1time 72000000 p2time 2000 p1inc 0 p2inc 0");
}

/// The program as a competitor.
fn engine(name: &str, arguments: &[&str], clock: Clock) -> Competitor {
    // Games of the console do not go among the user's saved games.
    let state = format!("SKIRMISH_STATE={}", crate::support::state().display());
    let in_place = if cfg!(unix) { vec!["env", &state] } else { Vec::new() };
    let words = in_place.into_iter().chain([env!("CARGO_BIN_EXE_skirmish")]).chain(arguments.iter().copied());
    let program = Program { command: words.map(str::to_owned).collect(), folder: None };
    let kind = match arguments[0] {
        "ugi" => EngineKind::Ugi(program),
        "oska" => EngineKind::OskaCall(program, 2),
        _ => EngineKind::Console(program, Box::default()),
    };
    let options = BTreeMap::from([("Hash".to_owned(), "2".to_owned())]);
    Competitor { options, ..Competitor::new(name, kind, clock) }
}

fn random() -> Competitor {
    let clock = Clock { margin: Duration::from_secs(60), ..Clock::default() };
    Competitor { kind: EngineKind::BuiltIn(BuiltIn::parse("random").unwrap()), ..engine("random", &["ugi"], clock) }
}

/// Plays both games of a pair `times` times.
fn play(game: &str, engines: &[Competitor; 2], times: usize) -> Vec<FinishedGame> {
    let game = GameId::parse(game).unwrap();
    let pair = Pair { number: 0, round: 1, engines: [0, 1], opening: skirmish_play::new_game(game).position() };
    let mut seats = [seat(&engines[0], game, 1), seat(&engines[1], game, 2)];
    let mut games = Vec::new();
    for _ in 0..times {
        for leg in [0, 1] {
            let [first, second] = &mut seats;
            first.set_seed(11);
            second.set_seed(12);
            let stop = AtomicBool::new(false);
            games.extend(referee::play(game, &pair, leg, engines, [&mut **first, &mut **second], &stop));
        }
    }
    games
}

#[track_caller]
fn assert_sound(game: &str, games: &[FinishedGame]) {
    for played in games {
        if let Some(report) = &played.fault {
            panic!("{game}: {:?}: {}\n{}\n{}", report.fault, report.detail, report.stderr, report.transcript);
        }
        let mut game = skirmish_play::new_game(GameId::parse(game).unwrap());
        for action in &played.actions {
            game.play(&action.text).unwrap();
        }
        assert_eq!(game.ending(), played.ending);
    }
}

/// With node limits, games are reproducible, in one process or in many.
#[test]
fn the_arena_plays_every_game_with_it_and_games_repeat() {
    for game in crate::support::games() {
        let game = game.as_str();
        let nodes = |nodes| Clock { nodes: Some(nodes), ..Clock::default() };
        let mut engines = [engine("a", &["ugi"], nodes(300)), engine("b", &["ugi"], nodes(100))];
        engines[1].options.insert("Level".into(), "2".into());
        let games = play(game, &engines, 2);
        assert_sound(game, &games);
        let texts = |game: &FinishedGame| game.actions.iter().map(|action| action.text.clone()).collect::<Vec<_>>();
        assert_eq!([texts(&games[0]), texts(&games[1])], [texts(&games[2]), texts(&games[3])], "{game}");
        engines[0].restart = true;
        let anew = play(game, &engines, 1);
        assert_eq!([texts(&games[0]), texts(&games[1])], [texts(&anew[0]), texts(&anew[1])], "{game}");
    }
}

#[test]
fn the_arena_plays_it_with_clocks() {
    let game_time = |seconds| Clock {
        game_time: Some((Duration::from_secs(seconds), Duration::from_millis(20))),
        margin: Duration::from_secs(20),
        ..Clock::default()
    };
    let games = play("refusal", &[engine("a", &["ugi"], game_time(2)), engine("b", &["ugi"], game_time(1))], 1);
    assert_sound("refusal", &games);
}

/// Our own console game is a console program like any other.
#[test]
fn the_arena_plays_the_person_of_our_console() {
    for game in crate::support::games() {
        let game = game.as_str();
        let clock =
            Clock { move_time: Some(Duration::from_secs(2)), margin: Duration::from_secs(20), ..Clock::default() };
        let arguments = ["play", game, "--level", "1", "--hash", "1", "--no-ponder"];
        let mut console = engine("console", &arguments, clock);
        // Where the rules fix who begins, our console plays its real side.
        if let EngineKind::Console(_, dialogue) = &mut console.kind
            && GameId::parse(game).unwrap().info().opener.is_some()
        {
            dialogue.believes = Some("either".to_owned());
        }
        assert_sound(game, &play(game, &[console, random()], 1));
    }
}

#[test]
fn the_arena_calls_programs_of_oskas_handout() {
    let clock = Clock { move_time: Some(Duration::from_secs(5)), margin: Duration::from_secs(20), ..Clock::default() };
    for game in ["oska", "oska:5"] {
        assert_sound(game, &play(game, &[engine("call", &["oska"], clock), random()], 1));
    }
    let games = play("hiya", &[engine("call", &["oska"], clock), random()], 1);
    assert!(games.iter().all(|game| game.fault.as_ref().map(|report| report.fault) == Some(Fault::Start)));
    let mut bad = engine("call", &["oska"], clock);
    for (script, fault) in [
        ("print('hello')", Fault::Garbage),
        ("print('[\"bbbb\",\"---\",\"--\",\"---\",\"wwww\"]')", Fault::Illegal),
        ("", Fault::Crash),
        ("raise SystemExit(1)", Fault::Crash),
    ] {
        let command = ["python3", "-c", script].map(str::to_owned).to_vec();
        bad.kind = EngineKind::OskaCall(Program { command, folder: None }, 2);
        for game in play("oska", &[bad.clone(), random()], 1) {
            assert_eq!(
                game.fault.as_ref().map(|report| (report.fault, report.engine)),
                Some((fault, 0)),
                "{script}: {game:?}"
            );
        }
    }
}
