//! What a check found, before it is a result with points.

use skirmish_arena::game::FaultReport;
use skirmish_arena::seat::Exchange;

use super::games::GradedGame;
use super::result::{CheckVerdict, Evidence};

/// More evidence of one check is left out.
pub(super) const MAX_EVIDENCE: usize = 4;

/// A longer dialogue is shortened in the middle.
const MAX_LINES: usize = 60;

/// What a check found.
pub(super) struct Finding {
    pub verdict: CheckVerdict,
    /// The share of the points, from 0 to 1.
    pub share: f64,
    pub sentence: String,
    pub evidence: Vec<Evidence>,
}

impl Finding {
    fn new(verdict: CheckVerdict, share: f64, sentence: impl Into<String>) -> Finding {
        Finding { verdict, share, sentence: sentence.into(), evidence: Vec::new() }
    }

    pub fn pass(sentence: impl Into<String>) -> Finding {
        Finding::new(CheckVerdict::Pass, 1.0, sentence)
    }

    pub fn fail(sentence: impl Into<String>) -> Finding {
        Finding::new(CheckVerdict::Fail, 0.0, sentence)
    }

    /// Costs nothing until somebody has looked.
    pub fn look(sentence: impl Into<String>) -> Finding {
        Finding::new(CheckVerdict::Look, 1.0, sentence)
    }

    pub fn not_run(sentence: impl Into<String>) -> Finding {
        Finding::new(CheckVerdict::NotRun, 0.0, sentence)
    }

    /// So many of a number: a pass if all.
    pub fn share(good: usize, of: usize, sentence: impl Into<String>) -> Finding {
        let verdict = if good == of { CheckVerdict::Pass } else { CheckVerdict::Fail };
        Finding::new(verdict, good as f64 / of.max(1) as f64, sentence)
    }

    pub fn with(mut self, evidence: impl IntoIterator<Item = Evidence>) -> Finding {
        let room = MAX_EVIDENCE.saturating_sub(self.evidence.len());
        self.evidence.extend(evidence.into_iter().take(room));
        self
    }
}

/// A game as evidence.
pub(super) fn game_evidence(game: &GradedGame, id: skirmish_games::GameId, program: &str, caption: String) -> Evidence {
    Evidence::Game { caption, record: game.record(id, program).format() }
}

/// A part of a dialogue as evidence.
pub(super) fn dialogue_evidence<'a>(caption: &str, exchanges: impl IntoIterator<Item = &'a Exchange>) -> Evidence {
    let mut lines: Vec<String> = Vec::new();
    for exchange in exchanges {
        lines.extend(exchange.typed.iter().map(|line| format!("> {}", cleaned(line))));
        lines.extend(exchange.printed.lines().map(|line| cleaned(line.trim_end())).filter(|line| !line.is_empty()));
    }
    if lines.len() > MAX_LINES {
        let left_out = lines.len() - MAX_LINES;
        let end = lines.split_off(lines.len() - MAX_LINES / 2);
        lines.truncate(MAX_LINES / 2);
        lines.push(format!("… {left_out} lines left out …"));
        lines.extend(end);
    }
    Evidence::Dialogue { caption: caption.to_owned(), text: lines.join("\n") }
}

/// The dialogue of a fault as evidence.
pub(super) fn fault_evidence(report: &FaultReport) -> Evidence {
    let text = if report.stderr.trim().is_empty() {
        report.transcript.clone()
    } else {
        format!("{}\nThe end of its standard error:\n{}", report.transcript, report.stderr)
    };
    let text: String = text.lines().map(|line| cleaned(line) + "\n").collect();
    Evidence::Dialogue { caption: format!("It {}: {}", report.fault, cleaned(&report.detail)), text }
}

/// Text of a program without characters that would act on a terminal or hide.
pub(super) fn cleaned(text: &str) -> String {
    skirmish_arena::standings::shown_text(text)
}
