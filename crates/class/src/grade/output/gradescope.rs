//! Gradescope's `results.json`, and a check of all its published rules.

use serde_json::{Map, Value, json};

use super::super::result::{CheckResult, CheckVerdict, Evidence, GradeReport};
use super::{points, summary};

/// Longer outputs of a test are cut.
const MAX_OUTPUT_CHARS: usize = 8_000;

/// The grade as `results.json`. Nothing is hidden: a hidden test would hide the total as well.
pub fn gradescope(grade: &GradeReport) -> String {
    let rungs = grade.checks.iter().filter(|check| check.section.starts_with("ladder."));
    let held = rungs.filter(|check| check.verdict == CheckVerdict::Pass).count();
    let tests: Vec<Value> = (1..).zip(&grade.checks).map(|(number, check)| test(number, check)).collect();
    let results = json!({
        "score": grade.total(),
        "execution_time": grade.seconds.round() as u64,
        "output": summary(grade),
        "output_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": tests,
        "leaderboard": [
            { "name": "Points", "value": grade.total() },
            { "name": "Rungs", "value": held },
        ],
        "extra_data": { "game": grade.game, "protocol": grade.protocol, "seed": grade.seed, "complete": grade.complete },
    });
    serde_json::to_string_pretty(&results).unwrap_or_default() + "\n"
}

fn test(number: usize, check: &CheckResult) -> Value {
    let is_run = check.verdict.is_scored();
    let mut output = check.sentence.clone();
    match check.verdict {
        CheckVerdict::Look => output += "\nAn instructor should look at this. It costs nothing until then.",
        CheckVerdict::NotRun => output += "\nNot run: its points are rescaled.",
        CheckVerdict::Pass | CheckVerdict::Fail => {}
    }
    for evidence in check.evidence.iter().filter(|_| check.verdict != CheckVerdict::Pass) {
        output += &format!("\n\n{}", evidence_text(evidence));
    }
    if output.chars().count() > MAX_OUTPUT_CHARS {
        output = output.chars().take(MAX_OUTPUT_CHARS).collect::<String>() + "\n…";
    }
    let passed = matches!(check.verdict, CheckVerdict::Pass | CheckVerdict::Look);
    let mut test = json!({
        "name": check.title,
        "number": number.to_string(),
        "score": check.points,
        "max_score": if is_run { check.max } else { 0.0 },
        "output": output,
        "output_format": "text",
        "visibility": "visible",
        "tags": [check.section, check.verdict.id()],
        "extra_data": { "id": check.id, "seed": check.seed },
    });
    if is_run && let Value::Object(test) = &mut test {
        test.insert("status".to_owned(), json!(if passed { "passed" } else { "failed" }));
    }
    test
}

/// Evidence as plain text.
pub(super) fn evidence_text(evidence: &Evidence) -> String {
    match evidence {
        Evidence::Position { caption, position, played, .. } => {
            let played = played.as_ref().map_or(String::new(), |played| format!(" It played {played}."));
            format!("{caption}{played}\nPosition: {position}")
        }
        Evidence::Dialogue { caption, text } => format!("{caption}\n{text}"),
        Evidence::Game { caption, record } => format!("{caption}\n{record}"),
    }
}

/// The values of `visibility`.
const VISIBILITY: [&str; 4] = ["hidden", "after_due_date", "after_published", "visible"];

/// The values of `output_format` and its kin.
const FORMATS: [&str; 5] = ["text", "html", "simple_format", "md", "ansi"];

/// Which of the published rules of `results.json` a text breaks, a sentence each, beginning with the name of the rule; empty if
/// none. The rules are those of Gradescope's autograder specifications, and two of our own: nothing is hidden, and the tests say
/// what the total is made of.
pub fn gradescope_faults(text: &str) -> Vec<String> {
    let Ok(value) = serde_json::from_str::<Value>(text) else { return vec!["json: it is not JSON".to_owned()] };
    let Value::Object(results) = &value else { return vec!["object: the file is one object".to_owned()] };
    let mut faults = Vec::new();
    let mut broken = |rule: &str, is_kept: bool, what: String| {
        if !is_kept {
            faults.push(format!("{rule}: {what}"));
        }
    };
    known_keys(
        results,
        &[
            "score",
            "execution_time",
            "output",
            "output_format",
            "test_output_format",
            "test_name_format",
            "visibility",
            "stdout_visibility",
            "extra_data",
            "tests",
            "leaderboard",
        ],
        "results",
        &mut broken,
    );
    let number = |object: &Map<String, Value>, key: &str| object.get(key).is_none_or(Value::is_number);
    let string = |object: &Map<String, Value>, key: &str| object.get(key).is_none_or(Value::is_string);
    let one_of = |object: &Map<String, Value>, key: &str, known: &[&str]| {
        object.get(key).is_none_or(|value| value.as_str().is_some_and(|value| known.contains(&value)))
    };
    broken("score-number", number(results, "score"), "score is a number".to_owned());
    broken("execution-time-number", number(results, "execution_time"), "execution_time is a number".to_owned());
    broken("output-string", string(results, "output"), "output is a text".to_owned());
    for key in ["visibility", "stdout_visibility"] {
        broken("visibility-known", one_of(results, key, &VISIBILITY), format!("{key} is one of {VISIBILITY:?}"));
    }
    for key in ["output_format", "test_output_format", "test_name_format"] {
        broken("format-known", one_of(results, key, &FORMATS), format!("{key} is one of {FORMATS:?}"));
    }
    broken(
        "extra-data-object",
        results.get("extra_data").is_none_or(Value::is_object),
        "extra_data is an object".to_owned(),
    );
    let tests = results.get("tests");
    broken("tests-array", tests.is_none_or(Value::is_array), "tests is a list".to_owned());
    let tests = tests.and_then(Value::as_array).cloned().unwrap_or_default();
    let all_scored = !tests.is_empty() && tests.iter().all(|test| test.get("score").is_some_and(Value::is_number));
    broken(
        "score-somewhere",
        results.get("score").is_some() || all_scored,
        "there is a score at the top, or on each test".to_owned(),
    );
    for (place, test) in (1..).zip(&tests) {
        let Value::Object(test) = test else {
            broken("test-object", false, format!("test {place} is an object"));
            continue;
        };
        let at = |what: &str| format!("test {place}: {what}");
        known_keys(
            test,
            &[
                "score",
                "max_score",
                "status",
                "name",
                "name_format",
                "number",
                "output",
                "output_format",
                "tags",
                "visibility",
                "extra_data",
            ],
            &format!("test {place}"),
            &mut broken,
        );
        broken("test-score-number", number(test, "score"), at("score is a number"));
        broken("test-max-score-number", number(test, "max_score"), at("max_score is a number"));
        let [score, max] = ["score", "max_score"].map(|key| test.get(key).and_then(Value::as_f64));
        broken(
            "test-score-range",
            score.zip(max).is_none_or(|(score, max)| score <= max),
            at("score is at most max_score"),
        );
        broken("test-status-known", one_of(test, "status", &["passed", "failed"]), at("status is passed or failed"));
        broken("test-name-string", string(test, "name"), at("name is a text"));
        broken("test-number-string", string(test, "number"), at("number is a text"));
        broken("test-output-string", string(test, "output"), at("output is a text"));
        for key in ["name_format", "output_format"] {
            broken("test-format-known", one_of(test, key, &FORMATS), at(&format!("{key} is one of {FORMATS:?}")));
        }
        broken("test-visibility-known", one_of(test, "visibility", &VISIBILITY), at("visibility is known"));
        broken(
            "nothing-hidden",
            test.get("visibility").is_none_or(|value| value == "visible"),
            at("a hidden test hides the total"),
        );
        let tags = test.get("tags").and_then(Value::as_array);
        let are_texts = tags.is_none_or(|tags| tags.iter().all(Value::is_string));
        broken("test-tags-strings", test.get("tags").is_none_or(Value::is_array) && are_texts, at("tags are texts"));
        broken(
            "test-extra-data-object",
            test.get("extra_data").is_none_or(Value::is_object),
            at("extra_data is an object"),
        );
    }
    let leaderboard = results.get("leaderboard");
    broken("leaderboard-array", leaderboard.is_none_or(Value::is_array), "leaderboard is a list".to_owned());
    for (place, entry) in (1..).zip(leaderboard.and_then(Value::as_array).into_iter().flatten()) {
        let at = |what: &str| format!("leaderboard {place}: {what}");
        let Value::Object(entry) = entry else {
            broken("leaderboard-object", false, at("an entry is an object"));
            continue;
        };
        known_keys(entry, &["name", "value", "order"], &format!("leaderboard {place}"), &mut broken);
        broken("leaderboard-name", entry.get("name").is_some_and(Value::is_string), at("name is a text"));
        let value = entry.get("value");
        broken(
            "leaderboard-value",
            value.is_some_and(|v| v.is_number() || v.is_string()),
            at("value is a number or a text"),
        );
        broken("leaderboard-order", one_of(entry, "order", &["asc", "desc"]), at("order is asc or desc"));
    }
    // What a student adds up is what the total says, unless something was rescaled.
    let sum = |key: &str| tests.iter().filter_map(|test| test.get(key).and_then(Value::as_f64)).sum::<f64>();
    let is_rescaled = tests.iter().any(|test| test.get("status").is_none());
    if let Some(score) = results.get("score").and_then(Value::as_f64).filter(|_| !tests.is_empty() && !is_rescaled) {
        let is_sum = (score - sum("score")).abs() < 0.005;
        broken(
            "total-is-sum",
            is_sum,
            format!("score is {}, and the tests have {}", points(score), points(sum("score"))),
        );
    }
    faults
}

fn known_keys(object: &Map<String, Value>, known: &[&str], of: &str, broken: &mut impl FnMut(&str, bool, String)) {
    for key in object.keys() {
        broken("known-keys", known.contains(&&key[..]), format!("{of} has the unknown key {key}"));
    }
}
