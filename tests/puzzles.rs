//! Puzzles from outside: the oracle proves them, and the commands list and make them.

#[path = "support/mod.rs"]
mod support;

use serde_json::Value;
use skirmish_games::GameId;
use skirmish_oracle::State;
use skirmish_oracle::puzzles::check_puzzle;

use support::run;

fn everything() -> bool {
    std::env::var("SKIRMISH_ALL").is_ok_and(|all| all != "0")
}

/// The lines of a game's puzzles, all or so many of all ratings.
fn lines(game: GameId, count: usize) -> Vec<&'static str> {
    let puzzles = skirmish_puzzles::stored(game).lines().filter(|line| !line.starts_with('#'));
    let puzzles: Vec<&str> = puzzles.collect();
    let count = if everything() { puzzles.len() } else { count.min(puzzles.len()) };
    (0..count).map(|index| puzzles[index * puzzles.len() / count]).collect()
}

#[test]
fn the_oracle_proves_every_puzzle() {
    std::thread::scope(|scope| {
        for game in GameId::all() {
            scope.spawn(move || {
                let lines = lines(game, 10);
                assert!(lines.len() >= 10, "{game}");
                for line in lines {
                    check_puzzle(line).unwrap_or_else(|why| panic!("{line}\n{why}"));
                }
            });
        }
    });
}

/// The line with another solution.
fn with_solution(line: &str, solution: &str) -> String {
    let mut fields: Vec<&str> = line.split("; ").collect();
    fields[4] = solution;
    fields.join("; ")
}

/// Without any one of its actions, and with another action of the solver, a solution is refused by the oracle; with another reply, by
/// the program's own solver.
#[test]
fn changed_solutions_are_refused() {
    for game in GameId::all() {
        for line in lines(game, 4) {
            let fields: Vec<&str> = line.split("; ").collect();
            let actions: Vec<&str> = fields[4].split(' ').collect();
            let mut state = State::parse(fields[1], fields[2]);
            let solver = state.to_move();
            for index in 0..actions.len() {
                let mut without = actions.clone();
                without.remove(index);
                let without = with_solution(line, &without.join(" "));
                assert!(check_puzzle(&without).is_err(), "deleted {index}: {without}");
                let is_pair = state.is_proposal_turn() && state.to_move() == solver;
                for other in state.legal() {
                    // The pair may be in any order, but then what follows is another line.
                    let is_other = is_pair && actions.get(index + 2) == Some(&&*other);
                    if other == actions[index] || is_other {
                        continue;
                    }
                    let mut changed = actions.clone();
                    changed[index] = &other;
                    let changed = with_solution(line, &changed.join(" "));
                    let is_refused = match state.to_move() == solver {
                        true => check_puzzle(&changed).is_err(),
                        false => is_refused_by_solver(&changed),
                    };
                    assert!(is_refused, "{other} for {}: {changed}", actions[index]);
                }
                state = state.play(actions[index]);
            }
        }
    }
}

/// Whether the solution is not the one that the solver finds, or no solution at all.
fn is_refused_by_solver(line: &str) -> bool {
    let Ok(puzzles) = skirmish_puzzles::parse_puzzles(line) else { return true };
    let puzzle = &puzzles[0];
    let answer = skirmish_puzzles::Solver::new(puzzle.game).solve(&*puzzle.open().unwrap());
    answer.is_none_or(|answer| answer.solution != puzzle.solution)
}

#[test]
fn the_command_lists_them() {
    for game in GameId::all() {
        let listed = run(["puzzles", "list", game.info().id]);
        assert_eq!((listed.status, &*listed.stderr), (Some(0), ""));
        let stored = skirmish_puzzles::stored(game).lines().filter(|line| !line.starts_with('#'));
        let found: Vec<String> = listed.stdout.lines().map(as_line).collect();
        assert_eq!(found, stored.collect::<Vec<_>>());
        assert!(listed.stdout.starts_with("{\"id\":\""));
    }
}

/// A JSON line as a line of the file.
fn as_line(json: &str) -> String {
    let puzzle: Value = serde_json::from_str(json).unwrap();
    let text = |name: &str| puzzle[name].as_str().unwrap().to_owned();
    let number = |name: &str| puzzle[name].as_u64().unwrap().to_string();
    let words = |name: &str| {
        let words: Vec<&str> = puzzle[name].as_array().unwrap().iter().map(|word| word.as_str().unwrap()).collect();
        words.join(" ")
    };
    let fields = [
        text("id"),
        text("game"),
        text("position"),
        text("kind"),
        words("solution"),
        number("plies"),
        number("rating"),
        words("themes"),
    ];
    fields.join("; ")
}

#[test]
fn the_command_makes_some_and_resumes() {
    let folder = tempfile::tempdir().unwrap();
    let [whole, parts] = ["whole", "parts"].map(|name| folder.path().join(name));
    let make = |folder: &std::path::Path, games: &str, more: &[&str]| {
        let folder = folder.to_str().unwrap();
        let words = ["puzzles", "make", "hiya", "--count", "10", "--folder", folder, "--games", games];
        run(words.iter().chain(more))
    };
    let made = make(&whole, "6", &[]);
    let file = whole.join("hiya.txt");
    assert_eq!((made.status, made.stdout.trim()), (Some(0), file.to_str().unwrap()), "{}", made.stderr);
    assert_eq!(make(&parts, "2", &[]).status, Some(0));
    assert_eq!(make(&parts, "6", &[]).status, Some(0));
    let read = |folder: &std::path::Path| std::fs::read_to_string(folder.join("hiya.txt")).unwrap();
    assert_eq!(read(&parts), read(&whole));
    for line in read(&whole).lines().filter(|line| !line.starts_with('#')) {
        check_puzzle(line).unwrap();
    }
    let other = make(&whole, "6", &["--seed", "2"]);
    assert_eq!(other.status, Some(2));
    assert!(other.stderr.contains("is not from --seed 2"), "{}", other.stderr);
    let listed = run(["puzzles", "list", "hiya", "--file", file.to_str().unwrap()]);
    assert_eq!(listed.stdout.lines().count(), read(&whole).lines().filter(|line| !line.starts_with('#')).count());
    std::fs::write(&file, "# From 1 games with --seed 1\nnonsense\n").unwrap();
    let bad = run(["puzzles", "list", "hiya", "--file", file.to_str().unwrap()]);
    assert!(bad.status == Some(2) && bad.stderr.contains("line 2: the line has 1 fields"), "{}", bad.stderr);
}
