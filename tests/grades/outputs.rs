//! The files that `skirmish grade` writes.

use std::fs;

use skirmish_class::grade::output::gradescope_faults;

use crate::support::{finish, json, program, run, skirmish};
use crate::{engines, folder, grade_in};

fn random_program(game: &str) -> Vec<String> {
    let script = engines().join("graded.py").to_str().unwrap().to_owned();
    ["python3", &script, game, "ugi", "none"].map(str::to_owned).to_vec()
}

#[test]
fn every_file_is_written() {
    let folder = folder();
    fs::write(folder.join("book.csv"), "Full name,Email address,Grade,Maximum Grade\nAda Lovelace,a@x,,10\n").unwrap();
    let command = random_program("trench");
    let command: Vec<&str> = command.iter().map(String::as_str).collect();
    let options = [
        "--proto",
        "ugi",
        "--with",
        "st=1",
        "--student",
        "Lovelace, Ada",
        "--html",
        "a.html",
        "--markdown",
        "a.md",
        "--gradescope",
        "results.json",
        "--csv",
        "a.csv",
        "--roster",
        "book.csv",
        "--looked",
        "flood=41",
    ];
    let text = grade_in(&folder, "trench", &options, &command).output();
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    assert_eq!(gradescope_faults(&read("results.json")), Vec::<String>::new());
    assert_eq!(
        json(&read("results.json"))["score"],
        json(text.lines().find(|l| l.starts_with('{')).unwrap())["checks"]
            .as_array()
            .unwrap()
            .iter()
            .map(|c| c["points"].as_f64().unwrap())
            .sum::<f64>()
    );
    assert!(read("a.html").contains("Grade of Lovelace, Ada") && read("a.md").starts_with("# Grade of Lovelace, Ada"));
    assert_eq!(read("a.csv"), "Full name,Email address,Grade,Maximum Grade\nAda Lovelace,a@x,10,10\n");
    assert_eq!(read("book.csv"), "Full name,Email address,Grade,Maximum Grade\nAda Lovelace,a@x,,10\n");
    assert!(text.contains("1 grades are in a.csv."), "{text}");
}

#[test]
fn classroom_50_needs_its_environment() {
    let folder = folder();
    let mut words =
        vec!["grade", "--game", "trench", "--rubric", "rubric.toml", "--proto", "ugi", "--classroom50", "result.json"];
    let command = random_program("trench");
    words.extend(command.iter().map(String::as_str));
    let names = ["CLASSROOM", "ASSIGNMENT", "SUBMISSION_TAG", "COMMIT_URL", "RELEASE_URL", "REVIEW_URL"];
    let with = |missing: &str| {
        let mut command = program(&words);
        command.current_dir(&folder).env("SKIRMISH", &skirmish()[0]);
        for name in names {
            if name == missing {
                command.env_remove(name);
            } else {
                command.env(name, format!("the {name}"));
            }
        }
        finish(&mut command, b"")
    };
    for missing in ["CLASSROOM", "REVIEW_URL"] {
        assert!(with(missing).complaint().contains(missing));
        assert!(!folder.join("result.json").exists());
    }
    with("").output();
    let result = json(&fs::read_to_string(folder.join("result.json")).unwrap());
    assert_eq!(result["schema"], "classroom50/result/v1");
    assert_eq!(result["submission"], "the SUBMISSION_TAG");
    let tests = result["tests"].as_array().unwrap();
    let sum = |key: &str| tests.iter().map(|test| test[key].as_u64().unwrap()).sum::<u64>();
    assert_eq!((result["score"].as_u64(), result["max-score"].as_u64()), (Some(sum("score")), Some(sum("max-score"))));
}

#[test]
fn bad_arguments_are_told_before_the_first_game() {
    for (words, error) in [
        (&["grade", "x"][..], "--game is missing"),
        (&["grade", "--game", "chess", "x"], "--game: \"chess\" is not a game"),
        (&["grade", "--game", "hiya"], "the program is missing"),
        (&["grade", "--game", "hiya", "--only", "nothing", "x"], "--only: unknown check \"nothing\""),
        (&["grade", "--game", "hiya", "./no-such-program"], "no-such-program"),
        (&["grade", "--game", "hiya", "--rubric", "/no/rubric", "x"], "/no/rubric"),
        (&["grade", "--game", "hiya", "--roster", "/no/book", "x"], "/no/book"),
        (&["grade", "--game", "hiya", "--looked", "legal", "x"], "expected CHECK=POINTS"),
    ] {
        let complaint = run(words).complaint();
        assert!(complaint.contains(error), "{words:?}: {complaint}");
    }
}

#[test]
fn rubrics_can_be_saved_and_changed() {
    let folder = folder();
    let path = folder.join("own.toml");
    run(["grade", "--game", "oska", "--save-rubric", path.to_str().unwrap()]).output();
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains("[call]") && text.contains("minimax = 14"), "{text}");
    fs::write(&path, text.replace("minimax = 14", "minimacks = 14")).unwrap();
    let complaint = run(["grade", "--game", "oska", "--rubric", path.to_str().unwrap(), "true"]).complaint();
    assert!(complaint.contains("own.toml, line ") && complaint.contains("minimacks"), "{complaint}");
}

/// With a time limit, what does not fit is not run, and the file is whole.
#[test]
fn a_budget_is_kept() {
    let folder = folder();
    let command = random_program("trench");
    let command: Vec<&str> = command.iter().map(String::as_str).collect();
    let began = std::time::Instant::now();
    fs::write(
        folder.join("rubric.toml"),
        "pairs = 500\n[rules]\nlegal = 5\n[ladder.x]\n\"level=1\" = 5\n\"minimum=1\" = 5\n\"level=3\" = 5",
    )
    .unwrap();
    let options = ["--proto", "ugi", "--with", "st=1", "--budget", "3s", "--gradescope", "results.json"];
    grade_in(&folder, "trench", &options, &command).output();
    assert!(began.elapsed().as_secs() < 60);
    let text = fs::read_to_string(folder.join("results.json")).unwrap();
    assert_eq!(gradescope_faults(&text), Vec::<String>::new());
}
