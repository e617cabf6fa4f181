//! The stored puzzles: what the program itself can show of them. `tests/puzzles.rs` proves them by the oracle.

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

use skirmish_games::GameId;
use skirmish_play::{AnyEngine, EngineOptions, Level, known_result};
use skirmish_puzzles::{
    MAX_FILE_BYTES, MakerProgress, Puzzle, PuzzleKind, PuzzleTheme, Rater, Solver, format_puzzles, motif,
    parse_puzzles, signature, stored,
};
use skirmish_search::{Limits, SearchSettings};

fn all() -> Vec<(GameId, Vec<Puzzle>)> {
    GameId::all().map(|game| (game, parse_puzzles(stored(game)).unwrap())).collect()
}

/// Every puzzle, or so many of all ratings.
fn sample(puzzles: &[Puzzle], count: usize) -> Vec<&Puzzle> {
    let everything = std::env::var("SKIRMISH_ALL").is_ok_and(|all| all != "0");
    let count = if everything { puzzles.len() } else { count.min(puzzles.len()) };
    (0..count).map(|index| &puzzles[index * puzzles.len() / count]).collect()
}

#[test]
fn every_game_has_a_file_of_different_puzzles() {
    for (game, puzzles) in all() {
        let text = stored(game);
        assert!(text.len() <= MAX_FILE_BYTES, "{game}: {} bytes", text.len());
        assert_eq!(puzzles.len(), 200, "{game}");
        let comments = MakerProgress::parse(text).unwrap().comments(game);
        assert_eq!(format_puzzles(&comments, &puzzles), text, "{game}: not as it is written");
        let boards: HashSet<String> = puzzles.iter().map(|puzzle| signature(&*puzzle.open().unwrap())).collect();
        let motifs: HashSet<String> =
            puzzles.iter().map(|puzzle| motif(puzzle.kind, &puzzle.replay().unwrap())).collect();
        assert_eq!((boards.len(), motifs.len()), (puzzles.len(), puzzles.len()), "{game}: two are alike");
        let first = puzzles.iter().filter(|puzzle| puzzle.themes.contains(&PuzzleTheme::FirstSteps)).count();
        assert!(10 * first <= 200, "{game}: {first}");
        let decisions = |puzzle: &Puzzle| puzzle.replay().unwrap().decisions();
        let single = |puzzle: &&Puzzle| puzzle.kind == PuzzleKind::Win && decisions(puzzle) == 1;
        assert!(puzzles.iter().filter(single).all(|puzzle| puzzle.themes.contains(&PuzzleTheme::FirstSteps)), "{game}");
        // The ladder begins with what beginners find.
        assert!(puzzles[0].rating < 1000, "{game}: {}", puzzles[0].rating);
        assert!(puzzles.iter().all(|puzzle| puzzle.game.info().id == game.info().id), "{game}");
    }
}

#[test]
fn the_solver_finds_the_same_answers_again() {
    for (game, puzzles) in all() {
        for puzzle in sample(&puzzles, 10) {
            let answer = Solver::new(puzzle.game).solve(&*puzzle.open().unwrap()).unwrap();
            let found = (answer.kind, &answer.solution, answer.plies);
            assert_eq!(found, (puzzle.kind, &puzzle.solution, puzzle.plies), "{game}: {}", puzzle.id);
        }
    }
}

#[test]
fn the_strongest_level_solves_them() {
    for (game, puzzles) in all() {
        let mut rater = Rater::new(1, 8);
        for puzzle in sample(&puzzles, 10) {
            let limits = Limits::nodes(200_000);
            assert!(rater.is_solved_by(Level::FULL, &limits, puzzle), "{game}: {}", puzzle.id);
        }
    }
}

/// What `analyze --json` calls `wins_in`.
#[test]
fn the_search_counts_the_same_plies() {
    let settings = SearchSettings { threads: 1, hash: 8, params: None };
    let mut engine = AnyEngine::new(EngineOptions { settings, use_tablebase: false, ..EngineOptions::default() });
    for (game, puzzles) in all() {
        let (mut proven, mut asked) = (0, 0);
        for puzzle in sample(&puzzles, 20).into_iter().filter(|puzzle| puzzle.kind != PuzzleKind::OnlyMove) {
            let (start, limits) = (puzzle.open().unwrap(), Limits::nodes(100_000));
            let found = engine.analyze(&*start, &limits, 1, &AtomicBool::new(false), &mut |_| {});
            asked += 1;
            if let Some(plies) = found.proven_plies() {
                assert_eq!(plies, puzzle.plies as i32, "{game}: {}", puzzle.id);
                proven += 1;
            }
        }
        assert!(2 * proven > asked, "{game}: {proven} of {asked}");
    }
}

/// A solved board says the same.
#[test]
fn tables_agree() {
    let oska = GameId::parse("oska").unwrap();
    let puzzles = parse_puzzles(stored(oska)).unwrap();
    let mut compared = 0;
    for puzzle in puzzles.iter().filter(|puzzle| puzzle.game == oska && puzzle.kind == PuzzleKind::Win) {
        let start = puzzle.open().unwrap();
        let me = start.side_to_move();
        for action in start.legal_actions() {
            let mut next = start.clone();
            next.perform(&action);
            let wins = known_result(&*next).unwrap() == skirmish_board::Outcome::Win(me);
            assert_eq!(wins, action.text == puzzle.solution[0], "{}: {action}", puzzle.id);
            compared += 1;
        }
    }
    assert!(compared > 20, "{compared}");
}

/// Ranks from 0, equal values with their mean.
fn ranks(values: &[f64]) -> Vec<f64> {
    let rank = |value: f64| {
        let below = values.iter().filter(|other| **other < value).count() as f64;
        let equal = values.iter().filter(|other| **other == value).count() as f64;
        below + (equal - 1.0) / 2.0
    };
    values.iter().map(|&value| rank(value)).collect()
}

/// The correlation of the ranks, from -1 to 1.
fn rank_correlation(one: &[f64], other: &[f64]) -> f64 {
    let (one, other) = (ranks(one), ranks(other));
    let mean = (one.len() as f64 - 1.0) / 2.0;
    let product = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| (a - mean) * (b - mean)).sum::<f64>();
    product(&one, &other) / (product(&one, &one) * product(&other, &other)).sqrt()
}

#[test]
fn ratings_agree_with_the_solving_rate_of_other_seeds() {
    assert!((rank_correlation(&[1.0, 2.0, 3.0], &[2.0, 4.0, 9.0]) - 1.0).abs() < 1e-9);
    assert!((rank_correlation(&[1.0, 2.0, 3.0], &[9.0, 4.0, 2.0]) + 1.0).abs() < 1e-9);
    for (game, puzzles) in all() {
        let mut rater = Rater::new(1001, 16);
        let (mut ratings, mut failures) = (Vec::new(), Vec::new());
        for puzzle in sample(&puzzles, 40) {
            let (solved, attempts) = rater.beginners(&puzzle.replay().unwrap());
            ratings.push(f64::from(puzzle.rating));
            failures.push(1.0 - f64::from(solved) / f64::from(attempts));
        }
        let found = rank_correlation(&ratings, &failures);
        // A sample has more noise, most of all where hardly any beginner succeeds.
        let least = if ratings.len() == puzzles.len() { 0.79 } else { 0.7 };
        assert!(found >= least, "{game}: {found:.3}");
    }
}
