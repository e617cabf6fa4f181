//! Classroom 50's `result.json`, schema `classroom50/result/v1`.

use std::fmt;

use jiff::Timestamp;
use serde_json::json;

use super::super::result::{CheckVerdict, GradeReport};

/// The submission that is graded, as the runner of Classroom 50 names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Submission {
    classroom: String,
    assignment: String,
    submission: String,
    commit: String,
    release: String,
    review: String,
}

/// A variable of the environment that is missing or empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Classroom50Error(&'static str);

impl fmt::Display for Classroom50Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the variable {} is not set; Classroom 50 sets it when it runs an autograder", self.0)
    }
}

impl std::error::Error for Classroom50Error {}

impl Submission {
    /// The submission that the environment names; `variable` looks a variable up.
    pub fn from_environment(variable: impl Fn(&str) -> Option<String>) -> Result<Submission, Classroom50Error> {
        let text =
            |name: &'static str| variable(name).filter(|value| !value.trim().is_empty()).ok_or(Classroom50Error(name));
        Ok(Submission {
            classroom: text("CLASSROOM")?,
            assignment: text("ASSIGNMENT")?,
            submission: text("SUBMISSION_TAG")?,
            commit: text("COMMIT_URL")?,
            release: text("RELEASE_URL")?,
            review: text("REVIEW_URL")?,
        })
    }
}

/// The grade as `result.json`, made at this time. Scores are whole numbers: they are rounded so that they add up to the rounded
/// total, and the points of checks that were not run are spread over the others.
pub fn classroom50(grade: &GradeReport, submission: &Submission, now: Timestamp) -> String {
    let run: Vec<bool> = grade.checks.iter().map(|check| check.verdict.is_scored()).collect();
    let scored: f64 = grade.checks.iter().filter(|check| check.verdict.is_scored()).map(|check| check.max).sum();
    let scale = if scored > 0.0 { grade.max() / scored } else { 0.0 };
    let of = |value: f64, is_run: bool| if is_run { value * scale } else { 0.0 };
    let most: Vec<f64> = grade.checks.iter().zip(&run).map(|(check, &is_run)| of(check.max, is_run)).collect();
    let got: Vec<f64> = grade.checks.iter().zip(&run).map(|(check, &is_run)| of(check.points, is_run)).collect();
    let most = whole(&most, &vec![u64::MAX; most.len()]);
    let got = whole(&got, &most);
    let tests: Vec<_> = grade
        .checks
        .iter()
        .zip(got.iter().zip(&most))
        .map(|(check, (score, max))| {
            let mark = match check.verdict {
                CheckVerdict::NotRun => " (not run)",
                CheckVerdict::Look => " (for an instructor to look at)",
                CheckVerdict::Pass | CheckVerdict::Fail => "",
            };
            let passed = matches!(check.verdict, CheckVerdict::Pass | CheckVerdict::Look);
            json!({
                "test-name": format!("{}{mark}", check.title),
                "passed": passed,
                "score": score,
                "max-score": max,
            })
        })
        .collect();
    let result = json!({
        "schema": "classroom50/result/v1",
        "classroom": submission.classroom,
        "assignment": submission.assignment,
        "submission": submission.submission,
        "commit": submission.commit,
        "release": submission.release,
        "review": submission.review,
        "datetime": now.strftime("%Y-%m-%dT%H:%M:%SZ").to_string(),
        "score": got.iter().sum::<u64>(),
        "max-score": most.iter().sum::<u64>(),
        "tests": tests,
    });
    serde_json::to_string_pretty(&result).unwrap_or_default() + "\n"
}

/// Whole numbers near these that add up to their rounded sum, none above its limit: the largest remainders are rounded up.
fn whole(values: &[f64], limits: &[u64]) -> Vec<u64> {
    let mut rounded: Vec<u64> =
        values.iter().zip(limits).map(|(value, &limit)| (value.max(0.0).floor() as u64).min(limit)).collect();
    let goal = values.iter().sum::<f64>().round().max(0.0) as u64;
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&one, &other| (values[other].fract()).total_cmp(&values[one].fract()).then(one.cmp(&other)));
    let mut missing = goal.saturating_sub(rounded.iter().sum());
    // A second round, for limits that were reached.
    for &place in order.iter().chain(&order) {
        if missing > 0 && rounded[place] < limits[place] && values[place] > 0.0 {
            rounded[place] += 1;
            missing -= 1;
        }
    }
    rounded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_add_up() {
        assert_eq!(whole(&[1.5, 1.5, 1.0], &[9; 3]), [2, 1, 1]);
        assert_eq!(whole(&[0.4, 0.4, 0.4], &[9; 3]), [1, 0, 0]);
        assert_eq!(whole(&[2.6, 1.4], &[2, 9]), [2, 2]);
        assert_eq!(whole(&[], &[]), [0u64; 0]);
    }
}
