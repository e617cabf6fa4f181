//! `skirmish puzzle` over a pipe.

use skirmish_games::GameId;
use skirmish_puzzles::{Puzzle, parse_puzzles, stored};

use crate::support::{finish, program, run, state};

fn puzzles(game: GameId) -> Vec<Puzzle> {
    parse_puzzles(stored(game)).unwrap()
}

/// The solver's answers to a puzzle.
fn answers(puzzle: &Puzzle) -> Vec<String> {
    let replay = puzzle.replay().unwrap();
    let own = replay.actions.iter().filter(|played| played.by_solver && played.action.text != "pass");
    own.map(|played| played.action.text.clone()).collect()
}

/// In every game a puzzle is solved, after an answer that is wrong; the next run begins with the next one.
#[test]
fn a_puzzle_is_solved_and_remembered() {
    for game in GameId::all() {
        let (puzzles, place) = (puzzles(game), state());
        let first = &puzzles[0];
        let right = answers(first);
        let board = first.open().unwrap();
        let wrong =
            board.legal_actions().into_iter().map(|action| action.text).find(|text| !first.solution.contains(text));
        // The line that why shows is stepped through with Enter; an Enter too many says nothing.
        let typed = format!("{}\nwhy\n{}board\n{}\nquit\n", wrong.unwrap(), "\n".repeat(30), right.join("\n"));
        let solve = |input: &str| {
            let mut command = program(["puzzle", &game.to_string()]);
            finish(command.env("SKIRMISH_STATE", &place), input.as_bytes()).output()
        };
        let said = solve(&typed);
        for words in [&format!("Puzzle 1 of {}", puzzles.len()), "Right!", "Goodbye."] {
            assert!(said.contains(words), "{game}: {words}: {said}");
        }
        assert!(said.contains("does not win") || said.contains("loses"), "{game}: {said}");
        assert!(solve("quit\n").contains("Puzzle 2 of"), "{game}");
    }
}

#[test]
fn bad_input_gets_a_sentence() {
    let id = &puzzles(GameId::parse("hiya").unwrap())[1].id;
    assert!(run(["puzzle", "hiya", "--id", id]).output().contains("Puzzle 2 of"));
    assert!(run(["puzzle", "hiya", "--id", "hiya-none"]).complaint().contains("there is no puzzle \"hiya-none\""));
    assert!(run(["puzzle", "chess"]).complaint().contains("chess"));
    assert!(run(["puzzle", "hiya", "--file", "/nowhere/at/all"]).complaint().contains("/nowhere/at/all"));
}
