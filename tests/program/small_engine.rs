//! The small engine of docs/examples, tested line by line and in the arena.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::examples::example;
use crate::support::dialogue::Dialogue;
use crate::support::{program, state};
use skirmish_arena::store;
use skirmish_board::score::{is_proof, proven_plies};
use skirmish_board::{Evaluate, LevelProfile, MoveList, Notation, Outcome, Random, Score, Side};
use skirmish_games::{GameId, Visitor};
use skirmish_search::reference::minimax_evaluated;

/// The source of the engine.
fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples/small_engine.rs")
}

/// A UGI session for a game.
fn about(game: impl ToString) -> Dialogue {
    let mut command = Command::new(example("small_engine"));
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut session = Dialogue::start(&mut command);
    session.say(&format!("ugi\nsetoption name UGI_Variant value {}\nuginewgame\nisready", game.to_string()));
    let hello = until(&mut session, "readyok");
    for line in ["id name Small\n", "id author ", "option name UGI_Variant type ", "\nugiok\n"] {
        assert!(hello.contains(line), "{hello}");
    }
    session
}

/// The output up to and including a line that begins with a word.
#[track_caller]
fn until(session: &mut Dialogue, word: &str) -> String {
    let said = session.read_until(|text| {
        let lines = String::from_utf8_lossy(text);
        lines.ends_with('\n') && lines.lines().any(|line| line.split(' ').next() == Some(word))
    });
    assert!(!session.over, "the engine ended: {said}");
    said
}

/// The action of `bestmove`, and the last score.
#[track_caller]
fn answer(session: &mut Dialogue, go: &str) -> (String, Option<String>) {
    session.say(go);
    let said = until(session, "bestmove");
    let best = said.lines().last().unwrap().strip_prefix("bestmove ").unwrap();
    let score = said.rsplit_once(" score ").and_then(|(_, rest)| Some(rest.split_once(" nodes ")?.0.to_owned()));
    (best.to_owned(), score)
}

/// Parses a score.
fn format_score(score: Score) -> String {
    proven_plies(score).map_or(format!("cp {score}"), |plies| format!("mate {plies}"))
}

/// A position after some random moves.
fn random_position<G: Notation>(start: &G, random: &mut Random, plies: usize) -> G {
    let (mut position, mut moves) = (start.clone(), MoveList::new());
    for _ in 0..plies {
        moves.clear();
        position.legal_moves(&mut moves);
        if moves.is_empty() {
            return random_position(start, random, plies);
        }
        position.play_accepted(moves[random.below(moves.len())]);
    }
    if position.outcome().is_none() { position } else { random_position(start, random, plies) }
}

/// Code for every game, and for Oska also on another board.
trait EveryGame {
    fn in_game<G: Notation + Evaluate>(&self, game: GameId, start: G);
}

fn in_every_game(test: impl EveryGame) {
    struct InGame<'a, T>(&'a T, GameId);
    impl<T: EveryGame> Visitor for InGame<'_, T> {
        type Output = ();
        fn visit<G: Notation + LevelProfile>(self, start: G) {
            self.0.in_game(self.1, start);
        }
    }
    for game in GameId::all().chain(GameId::parse("oska:5")) {
        game.visit(InGame(&test, game));
    }
}

#[test]
fn it_is_one_short_file_on_the_rules_alone() {
    let text = fs::read_to_string(source()).unwrap();
    assert!(text.lines().count() <= 330, "{} lines", text.lines().count());
    assert!(text.lines().all(|line| line.chars().count() <= 130));
    for word in text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| word.starts_with("skirmish_")) {
        assert!(["skirmish_board", "skirmish_games"].contains(&word), "{word}");
    }
}

#[test]
fn its_values_are_those_of_plain_minimax() {
    struct Values;
    impl EveryGame for Values {
        fn in_game<G: Notation + Evaluate>(&self, game: GameId, start: G) {
            let (mut session, mut random) = (about(game), Random::new(1));
            for plies in (0..24).step_by(2) {
                let position = random_position(&start, &mut random, plies);
                for depth in 1..=3 {
                    session.say(&format!("position fen {}", position.format_position()));
                    let (best, score) = answer(&mut session, &format!("go depth {depth}"));
                    let text = position.format_position();
                    assert_eq!(score, Some(format_score(minimax_evaluated(&position, depth))), "{text}, depth {depth}");
                    position.parse_move(&best).unwrap_or_else(|error| panic!("{text}: {best}: {error}"));
                }
            }
        }
    }
    in_every_game(Values);
}

#[test]
fn proposals_are_accepted_unless_the_best_replacement_is_better_for_us() {
    struct Verdicts;
    impl EveryGame for Verdicts {
        fn in_game<G: Notation + Evaluate>(&self, game: GameId, start: G) {
            if start.is_proposal_turn() {
                let mut session = about(game);
                let verdicts = (0..40).map(|seed| verdict(&mut session, &start, seed)).collect::<Vec<_>>();
                assert!(["accept", "refuse"].iter().all(|word| verdicts.iter().any(|verdict| verdict == word)));
            }
        }
    }
    in_every_game(Verdicts);
}

/// Compares the engine's answer to a proposal with a search of all alternatives.
fn verdict<G: Notation + Evaluate>(session: &mut Dialogue, start: &G, seed: u64) -> String {
    let mut random = Random::new(seed);
    let before = random_position(start, &mut random, 2 + seed as usize % 12);
    let mut moves = MoveList::new();
    before.legal_moves(&mut moves);
    // The value of an accepted move for the answering side.
    let value = |mv| {
        let mut next = before.clone();
        next.play_accepted(mv);
        minimax_evaluated(&next, 1)
    };
    // Only the best move should be refused, so half of the proposals are that one.
    let best = moves.iter().copied().min_by_key(|&mv| value(mv)).unwrap();
    let proposed = if seed.is_multiple_of(2) { best } else { moves[random.below(moves.len())] };
    let instead = moves.iter().filter(|&&mv| mv != proposed).map(|&mv| value(mv)).min();
    session.say(&format!("position fen {} moves {}", before.format_position(), before.format_move(proposed)));
    let (best, score) = answer(session, "go depth 2");
    // Without an alternative, refusing wins. Proof scores count plies differently.
    let Some(instead) = instead else {
        assert_eq!(best, "refuse");
        return best;
    };
    let accepted = value(proposed);
    if !is_proof(accepted) && !is_proof(instead) {
        assert_eq!(score, Some(format_score(accepted.max(instead))), "{}", before.format_position());
    }
    if accepted != instead {
        let expected = if accepted > instead { "accept" } else { "refuse" };
        assert_eq!(best, expected, "{}: {accepted} or {instead}", before.format_position());
    }
    best
}

#[test]
fn it_listens_while_it_thinks() {
    for game in GameId::all() {
        let mut session = about(game);
        session.say("position startpos\ngo infinite\nisready");
        assert!(!until(&mut session, "readyok").contains("bestmove"));
        session.say("stop");
        assert_eq!(until(&mut session, "bestmove").matches("bestmove ").count(), 1);
        // It may ponder before it answers.
        session.say("go ponder movetime 1\nisready");
        assert!(!until(&mut session, "readyok").contains("bestmove"));
        session.say("ponderhit");
        until(&mut session, "bestmove");
        // The end of input stops a search, which is still answered.
        session.say("go");
        let (rest, status) = session.end();
        assert_eq!((rest.matches("bestmove ").count(), status), (1, Some(0)), "{rest}");
    }
    let mut session = about("oska");
    // Even a proven result waits for `stop`.
    session.say("position fen ----/---/--/w--/---b w\ngo infinite");
    assert!(until(&mut session, "info").contains(" score mate 1 "));
    session.say("isready");
    assert!(!until(&mut session, "readyok").contains("bestmove"));
    session.say("stop");
    assert!(until(&mut session, "bestmove").ends_with("bestmove A2A1\n"));
}

#[test]
fn every_bound_ends_a_search() {
    let limits = ["movetime 20", "p1time 400 p2time 900000", "p1time 400 p1inc 10", "nodes 500", "depth 3"];
    let odd = ["movetime 0", "nodes 0", "depth 0", "p1time -20 p2time 5", "depth 2 movetime 9223372036854775807"];
    for game in GameId::all() {
        let mut session = about(game);
        session.say("position startpos");
        let mut game = skirmish_play::new_game(game);
        for go in limits.iter().chain(&odd) {
            let (best, _) = answer(&mut session, &format!("go {go}"));
            game.read(&best).unwrap_or_else(|error| panic!("{}: {go}: {error}", game.id()));
        }
        // The clock of the side to move counts.
        let (first, _) = answer(&mut session, "go nodes 500");
        game.play(&first).unwrap();
        session.say(&format!("position startpos moves {first}"));
        answer(&mut session, "go p1time 900000 p2time 400");
    }
}

#[test]
fn bad_lines_are_answered_and_change_nothing() {
    let mut session = about("oska");
    session.say("position startpos moves A5A4");
    for line in [
        "position",
        "position here",
        "position fen wwww/---/---/bbbb w",
        "position startpos moves hello",
        "position startpos moves A5A4 A5A4",
        "setoption name UGI_Variant value chess",
    ] {
        session.say(line);
        assert!(until(&mut session, "info").starts_with("info string error "), "{line}");
    }
    for ignored in ["", "   ", "hello", "uci", "GO", "setoption name Hash value 7", "stop", "ponderhit", "uginewgame"] {
        session.say(ignored);
    }
    session.say_bytes(b"\xff\xfe\n");
    // It is still Black's turn, on the same board.
    let mut game = skirmish_play::new_game(GameId::parse("oska").unwrap());
    game.play("A5A4").unwrap();
    game.play(&answer(&mut session, "go depth 2").0).unwrap();
    // A side that cannot move passes; a finished game has no move.
    session.say("position fen ----/---/--/w--/bb-- w");
    assert_eq!(answer(&mut session, "go movetime 60000").0, "pass");
    session.say("position fen ----/---/--/---/w--- b");
    assert_eq!(answer(&mut session, "go infinite\nstop").0, "none");
    session.say("quit");
    assert_eq!(session.end(), (String::new(), Some(0)));
}

/// With node limits and fixed seeds, the games are reproducible.
#[test]
fn the_arena_plays_every_game_with_it_and_it_beats_chance() {
    for game in GameId::all().chain(GameId::parse("oska:5")) {
        let folder = state();
        fs::create_dir_all(&folder).unwrap();
        let small = format!("cmd={}", example("small_engine").display());
        let line = ["arena", "run", "--game", &game.to_string(), "--name", "cup", "--engine", &small, "name=Small"];
        let rest = "nodes=2000 --engine builtin=random name=Chance --rounds 4 --openings plies=2 --srand 3";
        let output = program(line.into_iter().chain(rest.split(' '))).current_dir(&folder).output().unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
        let games = store::open(folder.join("cup.arena").to_str().unwrap(), "").unwrap().games().unwrap();
        assert_eq!(games.len(), 8, "{said}");
        let faults: Vec<_> = games.iter().filter_map(|game| game.fault.as_ref()).collect();
        assert!(faults.is_empty(), "{faults:?}");
        let won = |leg, side| games.iter().filter(|game| game.leg == leg && game.outcome == Outcome::Win(side)).count();
        // The first engine of a pair is South in its first game.
        assert!(won(0, Side::South) + won(1, Side::North) >= 6, "{game}: {said}");
    }
}
