//! Every output of one grade.

use jiff::Timestamp;
use serde_json::{Value, json};
use skirmish_games::GameId;

use super::super::rubric::Rubric;
use super::*;
use crate::grade::Evidence;

/// A grade with every verdict and text that markup could be hidden in.
pub(crate) fn sample() -> GradeReport {
    let game = GameId::parse("hiya").unwrap();
    let checks = Rubric::of_game(game).checks;
    let verdicts = [CheckVerdict::Pass, CheckVerdict::Fail, CheckVerdict::Look, CheckVerdict::NotRun];
    let shares = [1.0, 0.25, 1.0, 0.0];
    let mut grade = GradeReport {
        student: Some("<b>Ada</b> | *Lovelace*".to_owned()),
        game: game.to_string(),
        protocol: "console".to_owned(),
        seed: 7,
        checks: Vec::new(),
        notes: Vec::new(),
        complete: true,
        seconds: 61.4,
    };
    for (place, check) in checks.iter().filter(|check| check.section != "call" && check.id != "proposals").enumerate() {
        let kind = place % 4;
        let mut result = CheckResult::new(check, 7, verdicts[kind], shares[kind], "It said <script>alert(1)</script>.");
        result.evidence = vec![
            Evidence::Dialogue { caption: "What it | printed".into(), text: "```\n</pre><script>\n> A1A2".into() },
            Evidence::Position {
                caption: "What wins in 1 ply here: D3D4.".into(),
                position: skirmish_play::new_game(game).position(),
                played: Some("D3D4".into()),
                right: vec!["D3D4".into()],
            },
        ];
        grade.checks.push(result);
    }
    grade
}

#[test]
fn totals_are_rescaled_by_what_was_not_run() {
    let mut grade = sample();
    assert_eq!(grade.max(), 100.0);
    let run: f64 = grade.checks.iter().filter(|check| check.verdict.is_scored()).map(|check| check.max).sum();
    let points: f64 = grade.checks.iter().map(|check| check.points).sum();
    assert!(run < 100.0 && (grade.total() - points / run * 100.0).abs() < 0.006);
    let look = grade.of(CheckVerdict::Look).next().unwrap().id.clone();
    let before = grade.total();
    assert!(grade.settle(&look, 0.0) && grade.total() < before);
    assert!(!grade.settle("nothing", 0.0));
}

#[test]
fn a_grade_is_read_back() {
    let grade = sample();
    assert_eq!(read_json(&json(&grade)), Ok(grade));
    assert!(read_json("{}").is_err());
}

#[test]
fn results_of_gradescope_keep_every_published_rule() {
    let grade = sample();
    let text = gradescope(&grade);
    assert_eq!(gradescope_faults(&text), Vec::<String>::new());
    let value: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(value["score"], json!(grade.total()));
    assert_eq!(value["tests"][0]["status"], "passed");
    assert_eq!(value["tests"][1]["status"], "failed");
    assert_eq!(value["tests"][3].get("status"), None, "a test that was not run has neither passed nor failed");
    assert_eq!(value["tests"][3]["max_score"], json!(0.0));
    assert!(value["output"].as_str().unwrap().contains("Not run, with their points rescaled: "));
}

/// Each rule, broken once.
#[test]
fn the_validator_names_each_broken_rule() {
    let good: Value = serde_json::from_str(&gradescope(&sample())).unwrap();
    let broken = |change: &dyn Fn(&mut Value)| {
        let mut value = good.clone();
        change(&mut value);
        gradescope_faults(&value.to_string()).into_iter().next().unwrap_or_default()
    };
    type Change = (&'static str, fn(&mut Value));
    let changes: [Change; 28] = [
        ("known-keys", |v| v["scores"] = json!(3)),
        ("known-keys", |v| v["tests"][0]["points"] = json!(3)),
        ("score-number", |v| v["score"] = json!("3")),
        ("execution-time-number", |v| v["execution_time"] = json!("3 s")),
        ("output-string", |v| v["output"] = json!(3)),
        ("visibility-known", |v| v["visibility"] = json!("public")),
        ("visibility-known", |v| v["stdout_visibility"] = json!(true)),
        ("format-known", |v| v["test_output_format"] = json!("markdown")),
        ("extra-data-object", |v| v["extra_data"] = json!([])),
        ("tests-array", |v| v["tests"] = json!({})),
        ("score-somewhere", |v| {
            v.as_object_mut().unwrap().remove("score");
            v["tests"][0].as_object_mut().unwrap().remove("score");
        }),
        ("test-object", |v| v["tests"][0] = json!("good")),
        ("test-score-number", |v| v["tests"][0]["score"] = json!("3")),
        ("test-max-score-number", |v| v["tests"][0]["max_score"] = json!("3")),
        ("test-score-range", |v| v["tests"][0]["score"] = json!(1000)),
        ("test-status-known", |v| v["tests"][0]["status"] = json!("ok")),
        ("test-name-string", |v| v["tests"][0]["name"] = json!(1)),
        ("test-number-string", |v| v["tests"][0]["number"] = json!(1)),
        ("test-output-string", |v| v["tests"][0]["output"] = json!(["a"])),
        ("test-format-known", |v| v["tests"][0]["output_format"] = json!("markdown")),
        ("test-visibility-known", |v| v["tests"][0]["visibility"] = json!("shown")),
        ("nothing-hidden", |v| v["tests"][0]["visibility"] = json!("hidden")),
        ("test-tags-strings", |v| v["tests"][0]["tags"] = json!([1])),
        ("test-extra-data-object", |v| v["tests"][0]["extra_data"] = json!(1)),
        ("leaderboard-array", |v| v["leaderboard"] = json!({})),
        ("leaderboard-name", |v| v["leaderboard"][0]["name"] = json!(1)),
        ("leaderboard-value", |v| v["leaderboard"][0]["value"] = json!([])),
        ("leaderboard-order", |v| v["leaderboard"][0]["order"] = json!("up")),
    ];
    for (rule, change) in changes {
        let found = broken(&change);
        assert!(found.starts_with(&format!("{rule}: ")), "{rule}: {found}");
    }
    assert!(gradescope_faults("{")[0].starts_with("json: "));
    assert!(gradescope_faults("[]")[0].starts_with("object: "));
    let entry = broken(&|v| v["leaderboard"][0] = json!("first"));
    assert!(entry.starts_with("leaderboard-object: "), "{entry}");
    // Where nothing was rescaled, the total is the sum.
    let mut whole = sample();
    whole.checks.retain(|check| check.verdict.is_scored());
    let mut value: Value = serde_json::from_str(&gradescope(&whole)).unwrap();
    assert_eq!(gradescope_faults(&value.to_string()), Vec::<String>::new());
    value["score"] = json!(1);
    assert!(gradescope_faults(&value.to_string())[0].starts_with("total-is-sum: "));
}

fn environment(name: &str) -> Option<String> {
    Some(format!("the {}", name.to_lowercase()))
}

#[test]
fn classroom_50_gets_whole_numbers_that_add_up() {
    let grade = sample();
    let submission = Submission::from_environment(environment).unwrap();
    let now = Timestamp::from_second(1_780_000_000).unwrap();
    let value: Value = serde_json::from_str(&classroom50(&grade, &submission, now)).unwrap();
    let keys: Vec<&str> = value.as_object().unwrap().keys().map(String::as_str).collect();
    let expected = [
        "assignment",
        "classroom",
        "commit",
        "datetime",
        "max-score",
        "release",
        "review",
        "schema",
        "score",
        "submission",
        "tests",
    ];
    assert_eq!(keys, expected);
    assert_eq!(value["schema"], "classroom50/result/v1");
    assert_eq!(value["classroom"], "the classroom");
    assert_eq!(value["submission"], "the submission_tag");
    assert_eq!(value["datetime"], "2026-05-28T20:26:40Z");
    let sum =
        |key: &str| value["tests"].as_array().unwrap().iter().map(|test| test[key].as_u64().unwrap()).sum::<u64>();
    assert_eq!(value["score"].as_u64(), Some(sum("score")));
    assert_eq!(value["max-score"].as_u64(), Some(sum("max-score")));
    assert_eq!((sum("max-score"), sum("score")), (100, grade.total().round() as u64));
    for test in value["tests"].as_array().unwrap() {
        let keys: Vec<&str> = test.as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(keys, ["max-score", "passed", "score", "test-name"]);
        assert!(test["score"].as_u64() <= test["max-score"].as_u64() && test["passed"].is_boolean());
    }
}

#[test]
fn a_missing_variable_is_an_error() {
    for missing in ["CLASSROOM", "ASSIGNMENT", "SUBMISSION_TAG", "COMMIT_URL", "RELEASE_URL", "REVIEW_URL"] {
        let error = Submission::from_environment(|name| environment(name).filter(|_| name != missing)).unwrap_err();
        assert!(error.to_string().contains(missing), "{error}");
        let empty =
            Submission::from_environment(|name| if name == missing { Some(" ".into()) } else { environment(name) });
        assert!(empty.is_err());
    }
}

#[test]
fn what_programs_and_students_write_is_text() {
    let grade = sample();
    let page = html(&grade);
    assert!(!page.contains("<script") && !page.contains("<b>") && page.contains("&lt;script&gt;"), "{page}");
    assert!(page.contains("<svg") && !page.contains("script-src") && page.contains("default-src 'none'"));
    let text = markdown(&grade);
    assert!(!text.contains("<script>alert") && !text.contains("<b>"), "{text}");
    assert!(text.contains("````text\n") && text.contains(r"\| \*Lovelace\*"), "{text}");
}

#[test]
fn files_are_written_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("results.json");
    write_whole(&path, "one").unwrap();
    write_whole(&path, "two").unwrap();
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "two");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    assert!(write_whole(&folder.path().join("none/results.json"), "x").is_err());
}
