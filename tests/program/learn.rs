//! `skirmish learn` over a pipe, from the first step to the last.

use std::fs;

use crate::support::{finish, program, run, run_with, state};
use skirmish_games::GameId;
use skirmish_lessons::Lesson;

/// All lessons.
fn lessons() -> Vec<Lesson> {
    GameId::all().filter_map(Lesson::of).collect()
}

/// Completes every lesson with its solutions; progress is saved.
#[test]
fn a_whole_lesson_is_taken_and_remembered() {
    for lesson in lessons() {
        let game = lesson.game().to_string();
        let place = state();
        let learn = |words: &[&str], input: &str| {
            let mut command = program([&["learn", &game], words].concat());
            finish(command.env("SKIRMISH_STATE", &place), input.as_bytes()).output()
        };
        let steps = lesson.steps();
        // Each answer is followed by Enter.
        let typed = |from: usize| steps[from..].iter().map(|step| step.solution() + "\n\n").collect::<String>();
        let first = learn(&[], &format!("{}\n\nquit\n", steps[0].solution()));
        assert!(first.contains(&format!("Step 1 of {}", steps.len())) && first.contains("Right!"), "{first}");
        let rest = learn(&[], &typed(1));
        assert!(rest.contains("You continue where you left off.") && rest.contains("Step 2 of"), "{rest}");
        for step in &steps[1..] {
            assert!(rest.contains(&step.title), "{game}: {}", step.title);
        }
        assert!(rest.contains(&format!("skirmish play {game} --level 1")), "{rest}");
        let list = finish(program(["learn"]).env("SKIRMISH_STATE", &place), b"").output();
        let name = lesson.game().info().name;
        assert!(list.contains(&format!("{name}: all {} steps done", steps.len())), "{list}");
        assert!(learn(&["--step", "3"], "quit\n").contains("Step 3 of"));
    }
}

#[test]
fn wrong_and_illegal_answers_get_a_sentence_and_another_chance() {
    let said = run_with(
        ["learn", "refusal", "--step", "1"],
        b"D4D5\nD4D3\nnonsense\nhint\nshow\nboard\nback\nhelp\nrules\n\nd4 d8\nagain\nskip\nback\n",
    )
    .output();
    for words in [
        "Not yet. That is a legal move, but the king on D8",
        "That move is not allowed. ",
        "is not a move",
        "The king stands on D8",
        "The answer is D4D8.",
        "This is the first step.",
        "hint (help with this step)",
        "REFUSAL",
        "Right! The king is captured",
        "North's king was captured.",
        "Step 2 of",
        "End of input.",
    ] {
        assert!(said.contains(words), "{words:?} missing in:\n{said}");
    }
    assert_eq!(said.matches("Step 1 of").count(), 4, "{said}");
}

#[test]
fn verdicts_are_asked_for_with_yes_and_no() {
    let said = run_with(["learn", "hiya", "--step", "2"], b"perhaps\nyes\nno\n\nquit\n").output();
    for words in ["Yes or no?", "Please answer yes or no.", "No. Nobody ever", "Right! Step in front", "Step 3 of"] {
        assert!(said.contains(words), "{words:?} missing in:\n{said}");
    }
}

#[test]
fn a_lesson_of_ones_own_is_checked_and_taken() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.txt");
    let learn = |text: &str, more: &[&str]| {
        fs::write(&file, text).unwrap();
        run([&["learn", "trench", "--file", file.to_str().unwrap()], more].concat())
    };
    let sound = "step Fly\nboard start\nask Move.\nright: So it is.\n";
    assert_eq!(learn(sound, &["--check"]).output(), "The lesson is complete (1 step).\n");
    assert!(learn(sound, &[]).output().contains("Step 1 of 1: Fly"));
    let complaint = learn("step Fly\nboard nowhere\n", &["--check"]).complaint();
    assert!(complaint.contains("mine.txt: line 2: "), "{complaint}");
    let complaint = learn("step Fly\nboard start\nask Move.\nright capture: Never.\nright: Ok.\n", &[]).complaint();
    assert!(complaint.contains("line 4: no legal move leads to this sentence"), "{complaint}");
    let complaint = run(["learn", "trench", "--file", "/nowhere/at/all"]).complaint();
    assert!(complaint.contains("--file: /nowhere/at/all: the file cannot be read"), "{complaint}");
    fs::write(&file, b"step \xff\n").unwrap();
    let complaint = run(["learn", "trench", "--file", file.to_str().unwrap()]).complaint();
    assert!(complaint.contains("is not UTF-8 text"), "{complaint}");
    assert!(run(["learn", "trench", "--step", "99"]).complaint().contains("--step: this lesson has 13 steps"));
    assert!(run(["learn", "trench", "--step", "0"]).complaint().contains("is not a step"));
}
