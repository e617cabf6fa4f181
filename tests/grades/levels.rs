//! Our own levels as console programs: stronger ones get more points, and all of them full marks for rules and dialogue. The same
//! seed gives the same marks.

use crate::support::skirmish;
use crate::{folder, grade_in, grade_of, ids, lost};

const RUBRIC: &str = r#"
time-limit = "20s"
opponents = ["random"]
pairs = 4
nodes = 3000
[dialogue]
asks-first = 1
axes = 1
cases = 1
illegal-entry = 1
ending = 1
hi-ya = 1
proposals = 1
[rules]
legal = 1
time = 1
crash = 1
hang = 1
flood = 1
[ladder.levels]
random = 10
"level=3" = 10
"level=6" = 10
"#;

fn grade_level(game: &str, level: &str, options: &[&str]) -> serde_json::Value {
    let folder = folder();
    std::fs::write(folder.join("rubric.toml"), RUBRIC).unwrap();
    let program = skirmish();
    let command: Vec<&str> = program.iter().map(String::as_str).collect();
    let words = ["play", game, "--plain", "--level", level, "--seed", "1", "--hash", "4", "--no-ponder"];
    grade_of(grade_in(&folder, game, options, &[&command[..], &words].concat()))
}

fn points(grade: &serde_json::Value, section: &str) -> f64 {
    let checks = grade["checks"].as_array().unwrap().iter().filter(|check| check["section"] == section);
    checks.map(|check| check["points"].as_f64().unwrap()).sum()
}

#[test]
fn stronger_levels_get_more_points_and_all_know_the_rules() {
    let grades = ["1", "4", "7"].map(|level| grade_level("hiya", level, &[]));
    for grade in &grades {
        assert_eq!((points(grade, "dialogue"), points(grade, "rules")), (6.0, 5.0), "{grade:#}");
        assert_eq!(ids(grade, "look"), Vec::<String>::new(), "{grade:#}");
    }
    let ladder: Vec<f64> = grades.iter().map(|grade| points(grade, "ladder.levels")).collect();
    assert!(ladder[0] < ladder[1] && ladder[1] < ladder[2], "{ladder:?}");
}

#[test]
fn every_game_has_full_marks_for_rules() {
    for game in ["refusal", "gastank", "trench", "oska"] {
        let checks =
            ["--only", "legal", "--only", "ending", "--only", "axes", "--only", "asks-first", "--only", "proposals"];
        // In Oska White moves first, so that the program's side depends on who begins.
        let side = if game == "oska" { "dialogue.believes=either" } else { "dialogue.believes=north" };
        let grade = grade_level(game, "2", &[&checks[..], &["--with", side]].concat());
        assert_eq!(lost(&grade), 0.0, "{game}: {grade:#}");
        assert_eq!(ids(&grade, "look"), Vec::<String>::new(), "{game}: {grade:#}");
    }
}

#[test]
fn the_same_seed_gives_the_same_marks() {
    let marks = |options: &[&str]| {
        let grade = grade_level("trench", "3", options);
        let checks = grade["checks"].as_array().unwrap().iter();
        let of = |check: &serde_json::Value| (check["id"].clone(), check["verdict"].clone(), check["points"].clone());
        checks.map(of).collect::<Vec<_>>()
    };
    assert_eq!(marks(&["--seed", "5"]), marks(&["--seed", "5"]));
}
