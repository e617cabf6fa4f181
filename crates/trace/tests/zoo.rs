//! The zoo: its traces come from a real faulty engine, and the check names each mistake. Right engines have none.

mod faulty;

use std::fs;
use std::path::Path;

use faulty::Task;
use skirmish_board::{LevelProfile, MoveList, Notation, Random};
use skirmish_games::{GameId, Visitor};
use skirmish_trace::{Bug, CheckReport, Specimen, check_trace};

fn checked(trace: &str) -> CheckReport {
    check_trace(trace.as_bytes(), None).unwrap_or_else(|error| panic!("{error}: {trace}"))
}

/// The text of an unfinished position after some random moves.
fn random_position(game: GameId, seed: u64, plies: usize) -> String {
    struct Walk(Random, usize);

    impl Visitor for Walk {
        type Output = String;

        fn visit<G: Notation + LevelProfile>(mut self, start: G) -> String {
            let (mut position, mut moves) = (start.clone(), MoveList::new());
            for _ in 0..self.1 {
                moves.clear();
                position.legal_moves(&mut moves);
                if moves.is_empty() {
                    position = start.clone();
                    continue;
                }
                position.play_accepted(moves[self.0.below(moves.len())]);
            }
            if position.outcome().is_some() { start.format_position() } else { position.format_position() }
        }
    }

    game.visit(Walk(Random::new(seed), plies))
}

fn games() -> Vec<GameId> {
    GameId::all_at(&[4, 5])
}

#[test]
fn nothing_is_found_in_the_traces_of_a_right_engine() {
    for game in games() {
        for seed in 0..24 {
            let position = random_position(game, seed, 4 * seed as usize);
            let mut task = Task::new(game, &position, 1 + seed as i32 % 3, None);
            task.table = seed % 2 == 0;
            task.skips_passes = seed % 2 == 1;
            task.fail_hard = seed % 3 == 0 && !task.table;
            task.terse = seed % 5 == 0 && !task.table;
            task.quiescence = if seed % 4 == 1 { 6 } else { 0 };
            let report = checked(&task.search().trace);
            assert!(report.mistakes.is_empty() && report.found == 0, "{task:?}: {:#?}", report.mistakes);
            assert!(report.cut_off.is_none() && report.nodes > 0, "{task:?}");
        }
    }
}

/// The zoo, from the faulty engine.
#[test]
fn the_zoo_is_written_by_the_faulty_engine_and_the_check_names_each_mistake() {
    let specimens = Specimen::all().unwrap_or_else(|error| panic!("zoo.txt, {error}"));
    let bugs: Vec<Bug> = specimens.iter().map(|specimen| specimen.bug).collect();
    assert_eq!(bugs, Bug::ALL, "each classic mistake once, in this order");
    for (index, specimen) in specimens.iter().enumerate() {
        let Specimen { bug, game, position, depth, .. } = specimen;
        let task = Task::new(*game, position, *depth as i32, Some(*bug));
        let found = task.search();
        let file = format!("zoo/{}.jsonl", index + 1);
        if std::env::var_os("SKIRMISH_WRITE").is_some() {
            fs::write(Path::new(env!("CARGO_MANIFEST_DIR")).join(&file), &found.trace).unwrap();
        } else {
            assert_eq!(Specimen::trace(index), Some(&found.trace[..]), "{file}: SKIRMISH_WRITE=1 writes it");
        }
        let report = checked(&found.trace);
        assert_eq!(report.main_bug(), Some(*bug), "{file}: {:#?}", report.mistakes);
        assert_eq!(report.bugs[bug], report.found, "{file}: {:#?}", report.mistakes);
        // The mistake matters, and without it the same engine is right.
        let right = Task { bug: None, ..task }.search();
        assert_ne!((right.value, right.best), (found.value, found.best), "{file}");
        assert_eq!(checked(&right.trace).found, 0, "{file}");
        assert!(found.trace.lines().count() <= 120, "{file} is too long to be read");
    }
}

/// Nearly every trace with the mistake is seen to be wrong, and no other mistake is suspected much more often.
#[test]
fn mistakes_are_found_in_other_positions_too() {
    for bug in [Bug::SignError, Bug::EvaluationFromWrongSide, Bug::DepthOffByOne] {
        let mut tally = [0; 2];
        for game in games() {
            for seed in 0..12 {
                let task = Task::new(game, &random_position(game, seed, 8 + 3 * seed as usize), 2, Some(bug));
                let (found, right) = (task.search(), Task { bug: None, ..task }.search());
                if found.value != right.value {
                    let report = checked(&found.trace);
                    assert!(report.found > 0, "{bug}: {}", found.trace);
                    tally[usize::from(report.main_bug() == Some(bug))] += 1;
                }
            }
        }
        assert!(tally[1] > 20 && tally[1] > 9 * tally[0], "{bug}: named wrongly and rightly: {tally:?}");
    }
}

#[test]
fn a_catalogue_that_is_wrong_is_refused_with_its_line() {
    let whole =
        "specimen sign-error\ngame oska\nboard wwww/---/--/---/bbbb w\ndepth 2\nlook here\n  and there\nanswer so\n";
    let parsed = Specimen::parse_all(whole).unwrap();
    assert_eq!((parsed.len(), &parsed[0].look[..]), (1, "here and there"));
    for (from, to, expected) in [
        ("sign-error", "sine-error", "line 1: \"sine-error\" is no mistake"),
        ("game oska", "game chess", "line 2: \"chess\" is not a game"),
        ("wwww/", "www/", "line 1: board: "),
        ("depth 2", "depth 77", "line 4: \"77\": expected 1 to 9"),
        ("look here", "lock here", "line 5: \"lock\" is not a word here"),
        ("answer so\n", "", "line 1: the specimen lacks"),
        ("specimen sign-error\n", "", "line 1: game before the first specimen"),
    ] {
        let error = Specimen::parse_all(&whole.replace(from, to)).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{error}");
    }
}
