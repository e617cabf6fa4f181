//! Reviewing a game and stepping through it.

use skirmish_board::Outcome;
use skirmish_session::engine::{EngineRequest, RequestId};
use skirmish_session::players::Players;
use skirmish_session::review::{self, Annotation, Mark};

use super::{GameScreen, Tone};
use crate::context::ScreenContext;

/// A review in progress.
pub(super) struct ReviewPanel {
    pub(super) id: RequestId,
    /// The annotations so far.
    annotations: Vec<Annotation>,
    /// The number of positions of the game.
    positions: usize,
}

impl ReviewPanel {
    /// Adds an annotation.
    pub(super) fn add(&mut self, annotation: Annotation) {
        self.annotations.push(annotation);
    }

    /// The annotation of a position, if there is one yet.
    pub(super) fn of(&self, ply: usize) -> Option<&Annotation> {
        self.annotations.iter().find(|annotation| annotation.ply == ply)
    }

    /// Positions done, and all positions.
    pub(super) fn progress(&self) -> (usize, usize) {
        (self.annotations.len(), self.positions)
    }

    fn count(&self, mark: Mark) -> usize {
        self.annotations.iter().filter(|annotation| annotation.mark == Some(mark)).count()
    }
}

impl GameScreen {
    /// Starts a review of the game.
    pub(super) fn begin_review(&mut self, context: &mut ScreenContext) {
        let record = self.session.game().record();
        if record.steps().is_empty() {
            return self.show_error("There is nothing to review yet.");
        }
        if !self.session.is_over() {
            return self.show_error("Only finished games can be reviewed: play to the end or resign first.");
        }
        let review = review::Review::new(record.clone(), 0);
        let positions = review.positions();
        let id = context.requests.ask(|id| EngineRequest::Review(id, Box::new(review)));
        self.review = Some(ReviewPanel { id, annotations: Vec::new(), positions });
        self.view_ply(0);
        self.say("The engine is reviewing every position. Use Left and Right to step through the game.");
    }

    /// Whether a review is in progress: another request would end it.
    pub(super) fn is_reviewing(&self) -> bool {
        self.review.as_ref().map(ReviewPanel::progress).is_some_and(|(done, all)| done < all)
    }

    /// Summarises a finished review.
    pub(super) fn reviewed(&mut self, id: RequestId) {
        let Some(review) = self.review.as_ref().filter(|review| review.id == id) else { return };
        let (done, all) = review.progress();
        if done < all {
            return;
        }
        let counted = |mark: Mark, one: &str, many: &str| match review.count(mark) {
            0 => None,
            1 => Some(format!("1 {one}")),
            count => Some(format!("{count} {many}")),
        };
        let found: Vec<String> = [
            counted(Mark::Blunder, "blunder (??)", "blunders (??)"),
            counted(Mark::Mistake, "mistake (?)", "mistakes (?)"),
            counted(Mark::Inaccuracy, "inaccuracy (?!)", "inaccuracies (?!)"),
        ]
        .into_iter()
        .flatten()
        .collect();
        let found = if found.is_empty() { "no mistakes".to_owned() } else { found.join(", ") };
        self.say(format!("The review found {found}. Press Tab and Enter for the next one."));
    }

    /// Shows a position of the game; the last one is the current position.
    pub(super) fn view_ply(&mut self, ply: usize) {
        let last = self.session.game().record().steps().len();
        self.viewed_ply =
            Some(ply.min(last)).filter(|&at| at < last || self.review.is_some() || self.session.is_over());
        self.selection.selected = None;
        self.describe_position();
    }

    /// Steps through the game.
    pub(super) fn step(&mut self, forward: bool) {
        let last = self.session.game().record().steps().len();
        let at = self.viewed_ply.unwrap_or(last);
        let next = if forward { at + 1 } else { at.saturating_sub(1) };
        self.view_ply(next);
    }

    /// Jumps to the position after the next marked move.
    pub(super) fn next_mistake(&mut self) {
        let Some(review) = &self.review else { return };
        let at = self.viewed_ply.unwrap_or(0);
        let marked = |after: usize| {
            review
                .annotations
                .iter()
                .filter(|found| found.mark.is_some() && found.ply > after)
                .map(|found| found.ply)
                .min()
        };
        match marked(at).or_else(|| marked(0)) {
            Some(ply) => self.view_ply(ply),
            None => self.say("No move is marked yet."),
        }
    }

    /// Describes the action that led to the position shown, and its annotation.
    fn describe_position(&mut self) {
        let Some(at) = self.viewed_ply else { return };
        let steps = self.session.game().record().steps();
        let Some(step) = at.checked_sub(1).and_then(|index| steps.get(index)) else {
            return self.say("The start of the game. Left and Right step, Esc goes back.");
        };
        let text = format!("{at} of {}: {} {}.", steps.len(), self.session.players().side_name(step.side), step.action);
        let annotated = self.review.as_ref().and_then(|review| Some((review.of(at)?, review.of(at - 1)?)));
        let changed = self.review.as_ref().and_then(|review| changed_hands(review.of(at)?, self.session.players()));
        let text = text + &changed.unwrap_or_default();
        let (text, tone) = match annotated.and_then(|(after, before)| Some((after.mark?, before))) {
            Some((mark, before)) => {
                let better = before.best.as_ref().map_or(String::new(), |best| format!(" Better was {best}."));
                (format!("{text} It {}.{better}", mark.words()), Tone::Error)
            }
            None => (text, Tone::Plain),
        };
        self.message = (text, tone);
    }
}

/// Says that an action changed the proven result of the game.
fn changed_hands(annotation: &Annotation, players: &Players) -> Option<String> {
    let result = |outcome: Outcome| match outcome {
        Outcome::Win(side) => format!("a win for {}", players.side_name(side)),
        Outcome::Draw => "a draw".to_owned(),
    };
    let (before, after) = (annotation.changed?, annotation.proven?);
    Some(format!(" Proven: it was {} and is now {}.", result(before), result(after)))
}
