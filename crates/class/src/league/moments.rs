//! The moments that decided a game, as our engine sees it.

use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};
use skirmish_board::Side;
use skirmish_play::{AnyEngine, EngineOptions, Record};
use skirmish_search::SearchSettings;
use skirmish_session::review::{Annotation, Mark, Review, win_probability};

/// A move that cost the game, or much of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Moment {
    /// The number of actions before it.
    pub ply: usize,
    /// The action.
    pub played: String,
    /// The better one.
    pub better: Option<String>,
    /// The chances to win before and after, in percent.
    pub before: u32,
    /// The chances to win after it.
    pub after: u32,
    /// What it was: `was a mistake`, `was a blunder`.
    pub words: String,
}

/// The moves of one side that were mistakes or blunders, the costliest first, at most `count`. `None` if it was stopped.
pub fn find_moments(record: &Record, side: Side, count: usize, stop: &AtomicBool) -> Option<Vec<Moment>> {
    let settings = SearchSettings { threads: 1, ..SearchSettings::default() };
    let mut engine = AnyEngine::new(EngineOptions { settings, use_tablebase: false, ..EngineOptions::default() });
    let mut annotations: Vec<Annotation> = Vec::new();
    if !Review::new(record.clone(), 0).run(&mut engine, stop, &mut |annotation| annotations.push(annotation)) {
        return None;
    }
    let mut found: Vec<Moment> = Vec::new();
    for (step, pair) in record.steps().iter().zip(annotations.windows(2)) {
        let [before, after] = pair else { continue };
        let Some(mark @ (Mark::Mistake | Mark::Blunder)) = after.mark.filter(|_| step.side == side) else { continue };
        let percent = |annotation: &Annotation| {
            let chance = win_probability(annotation.score);
            let own = if annotation.side == side { chance } else { 1.0 - chance };
            (100.0 * own).round() as u32
        };
        found.push(Moment {
            ply: before.ply,
            played: step.action.text.clone(),
            better: before.best.as_ref().map(|action| action.text.clone()).filter(|text| *text != step.action.text),
            before: percent(before),
            after: percent(after),
            words: mark.words().to_owned(),
        });
    }
    found.sort_by_key(|moment| (moment.after as i64 - moment.before as i64, moment.ply));
    found.truncate(count);
    Some(found)
}
