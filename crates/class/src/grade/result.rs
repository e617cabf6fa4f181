//! A grade: what came of each check, and the total.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use skirmish_arena::competitor::EngineKind;
use skirmish_games::GameId;

use super::rubric::{Check, Rubric};

/// What came of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CheckVerdict {
    /// It does what is asked.
    Pass,
    /// It does not, or only in part.
    Fail,
    /// An instructor should look: the evidence does not decide. It costs nothing until somebody has looked.
    Look,
    /// There was no time for it, or nothing to see. Its points are rescaled.
    NotRun,
}

impl CheckVerdict {
    /// The word for it, in files and on screens.
    pub const fn id(self) -> &'static str {
        match self {
            CheckVerdict::Pass => "pass",
            CheckVerdict::Fail => "fail",
            CheckVerdict::Look => "look",
            CheckVerdict::NotRun => "not-run",
        }
    }

    /// Whether it counts for the total.
    pub const fn is_scored(self) -> bool {
        !matches!(self, CheckVerdict::NotRun)
    }
}

/// What shows that a verdict is right.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Evidence {
    /// A position, with the move that was played there and those that would have been right.
    Position {
        /// What is to be seen, in a sentence.
        caption: String,
        /// The position text.
        position: String,
        /// The action that the program played, if it played one.
        played: Option<String>,
        /// The right actions.
        right: Vec<String>,
    },
    /// The dialogue with the program, or a part of it: its output, and what it was sent after `> `.
    Dialogue {
        /// What is to be seen, in a sentence.
        caption: String,
        /// The lines.
        text: String,
    },
    /// A game, as a record that `skirmish replay` and the page read.
    Game {
        /// What is to be seen, in a sentence.
        caption: String,
        /// The record.
        record: String,
    },
}

/// What came of one check of a rubric.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CheckResult {
    /// The check: its key in the rubric, such as `legal` or `minimum=3`.
    pub id: String,
    /// What it asks, in a few words.
    pub title: String,
    /// The part of the rubric that it belongs to, such as `rules`.
    pub section: String,
    /// What came of it.
    pub verdict: CheckVerdict,
    /// The points that it gets.
    pub points: f64,
    /// The points of the rubric.
    pub max: f64,
    /// Why, in a sentence or two.
    pub sentence: String,
    /// What shows it.
    pub evidence: Vec<Evidence>,
    /// The random seed that repeats it.
    pub seed: u64,
}

impl CheckResult {
    /// A check that was not run, because of this.
    pub fn not_run(check: &Check, seed: u64, sentence: impl Into<String>) -> CheckResult {
        CheckResult::new(check, seed, CheckVerdict::NotRun, 0.0, sentence)
    }

    /// A result with a share of the points, from 0 to 1, and no evidence yet.
    pub fn new(
        check: &Check,
        seed: u64,
        verdict: CheckVerdict,
        share: f64,
        sentence: impl Into<String>,
    ) -> CheckResult {
        CheckResult {
            id: check.id.clone(),
            title: check.title.clone(),
            section: check.section.clone(),
            verdict,
            // Hundredths, so that sums are exact in every format.
            points: (check.points * share.clamp(0.0, 1.0) * 100.0).round() / 100.0,
            max: check.points,
            sentence: sentence.into(),
            evidence: Vec::new(),
            seed,
        }
    }
}

/// The grade of one program: complete in itself, and stored as JSON.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GradeReport {
    /// The student, if known: as in the roster.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub student: Option<String>,
    /// The game and its size, such as `hiya` or `oska:6`.
    pub game: String,
    /// How the program talks: `console`, `ugi` or `oska`.
    pub protocol: String,
    /// The seed of the whole grading: with it, a deterministic program gets the same marks again.
    pub seed: u64,
    /// The checks, in the order of the rubric. While the grading runs, those that have not come yet are [`CheckVerdict::NotRun`].
    pub checks: Vec<CheckResult>,
    /// What an instructor should know besides, such as dialogue settings that were found by trying.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// Whether every check has come.
    pub complete: bool,
    /// Seconds that it took.
    pub seconds: f64,
}

impl GradeReport {
    /// The grade of a program that could not even be tried, such as one that does not build: every check fails, with this text as the
    /// evidence.
    pub fn failed(
        kind: &EngineKind,
        game: GameId,
        rubric: &Rubric,
        seed: u64,
        sentence: &str,
        text: &str,
    ) -> GradeReport {
        let mut grade = GradeReport::begun(kind, game, rubric, seed);
        for (check, result) in rubric.for_program(kind, game).iter().zip(&mut grade.checks) {
            *result = CheckResult::new(check, seed, CheckVerdict::Fail, 0.0, sentence);
        }
        if let Some(first) = grade.checks.first_mut().filter(|_| !text.trim().is_empty()) {
            let (caption, text) = ("What it printed.".to_owned(), text.to_owned());
            first.evidence.push(Evidence::Dialogue { caption, text });
        }
        grade.notes.push(sentence.to_owned());
        grade.complete = true;
        grade
    }

    /// A grade before its first check.
    pub(super) fn begun(kind: &EngineKind, game: GameId, rubric: &Rubric, seed: u64) -> GradeReport {
        let protocol = match kind {
            EngineKind::Console(..) => "console",
            EngineKind::OskaCall(..) => "oska",
            EngineKind::Ugi(_) => "ugi",
            EngineKind::BuiltIn(_) => "builtin",
        };
        let checks = rubric.for_program(kind, game);
        GradeReport {
            student: None,
            game: game.to_string(),
            protocol: protocol.to_owned(),
            seed,
            checks: checks.iter().map(|check| CheckResult::not_run(check, seed, "There was no time for it.")).collect(),
            notes: Vec::new(),
            complete: false,
            seconds: 0.0,
        }
    }

    /// The points in the rubric's whole scale: what was scored, rescaled by what was not run.
    pub fn total(&self) -> f64 {
        let scored = |value: fn(&CheckResult) -> f64| -> f64 {
            self.checks.iter().filter(|check| check.verdict.is_scored()).map(value).sum()
        };
        let (points, of) = (scored(|check| check.points), scored(|check| check.max));
        if of <= 0.0 { 0.0 } else { (points / of * self.max() * 100.0).round() / 100.0 }
    }

    /// The most points of the rubric, of the checks that fit this kind of program.
    pub fn max(&self) -> f64 {
        self.checks.iter().map(|check| check.max).sum()
    }

    /// The points that are given until somebody has looked.
    pub fn to_look_at(&self) -> f64 {
        self.of(CheckVerdict::Look).map(|check| check.points).sum()
    }

    /// The checks with a verdict.
    pub fn of(&self, verdict: CheckVerdict) -> impl Iterator<Item = &CheckResult> {
        self.checks.iter().filter(move |check| check.verdict == verdict)
    }

    /// Somebody has looked at a check: this is what it gets. False if the check is not there.
    pub fn settle(&mut self, id: &str, points: f64) -> bool {
        let Some(check) = self.checks.iter_mut().find(|check| check.id == id) else { return false };
        check.points = points.clamp(0.0, check.max);
        check.verdict = if check.points >= check.max { CheckVerdict::Pass } else { CheckVerdict::Fail };
        const DECIDED: &str = " (Decided by the instructor.)";
        if !check.sentence.ends_with(DECIDED) {
            check.sentence += DECIDED;
        }
        true
    }

    /// The time that it took.
    pub fn time(&self) -> Duration {
        Duration::try_from_secs_f64(self.seconds).unwrap_or_default()
    }
}
