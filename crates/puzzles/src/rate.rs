//! How hard a puzzle is, measured: how often beginners solve it, and how long the search looks for it.

use std::sync::atomic::AtomicBool;

use skirmish_board::ActionKind;
use skirmish_play::{AnyEngine, EngineOptions, Evaluator, Level};
use skirmish_search::{Limits, SearchSettings};

use crate::puzzle::{MAX_RATING, MIN_RATING, Puzzle};
use crate::replay::{ReplayedAction, SolutionReplay};

/// The levels with random decisions.
const BEGINNERS: u8 = 3;

/// The seeds of each of them.
const SEEDS: u64 = 30;

/// The nodes of the search.
const SEARCH_NODES: u64 = 100_000;

/// A measurement.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difficulty {
    /// How many attempts of beginners made every right decision.
    pub solved: u32,
    /// How many attempts there were.
    pub attempts: u32,
    /// The nodes after which the search had found the first right action and kept it; `None` if it had not at its end.
    pub nodes: Option<u64>,
}

impl Difficulty {
    /// The share of attempts that succeeded.
    pub fn share(&self) -> f64 {
        f64::from(self.solved) / f64::from(self.attempts.max(1))
    }

    /// The rating: 1200 if half of the attempts succeed, 400 points for every tenfold odds as in Elo's model, and above what beginners
    /// find 40 points for every doubling of the nodes of the search beyond 10.
    pub fn rating(&self) -> u32 {
        let share = (f64::from(self.solved) + 0.5) / (f64::from(self.attempts) + 1.0);
        let mut rating = 1200.0 - 400.0 * (share / (1.0 - share)).log10();
        if self.solved == 0 {
            let nodes = self.nodes.unwrap_or(2 * SEARCH_NODES).max(10);
            rating += 40.0 * (nodes as f64 / 10.0).log2();
        }
        (rating.round() as u32).clamp(MIN_RATING, MAX_RATING)
    }
}

/// Measures how hard puzzles are.
pub struct Rater {
    engine: AnyEngine,
    first_seed: u64,
}

impl Rater {
    /// A rater whose beginners play with the seeds from this one on, and whose search has a table of so many megabytes.
    pub fn new(first_seed: u64, hash: usize) -> Rater {
        let settings = SearchSettings { threads: 1, hash, params: None };
        let options =
            EngineOptions { settings, use_tablebase: false, evaluator: Evaluator::Default, ..EngineOptions::default() };
        Rater { engine: AnyEngine::new(options), first_seed }
    }

    /// The measurement of a puzzle with this solution.
    pub fn measure(&mut self, replay: &SolutionReplay) -> Difficulty {
        let (solved, attempts) = self.beginners(replay);
        let nodes = if solved == 0 { self.nodes_until_found(replay) } else { None };
        Difficulty { solved, attempts, nodes }
    }

    /// How many attempts of beginners succeed, of how many.
    pub fn beginners(&mut self, replay: &SolutionReplay) -> (u32, u32) {
        let (mut solved, mut attempts) = (0, 0);
        for level in (1..=BEGINNERS).filter_map(Level::new) {
            for seed in self.first_seed..self.first_seed + SEEDS {
                self.engine.set_level(level, seed);
                solved += u32::from(self.solves(replay));
                attempts += 1;
            }
        }
        (solved, attempts)
    }

    /// Whether a level solves a puzzle within its own limits.
    pub fn is_solved_by(&mut self, level: Level, limits: &Limits, puzzle: &Puzzle) -> bool {
        self.engine.set_level(level, self.first_seed);
        self.engine.clear();
        puzzle
            .replay()
            .is_ok_and(|replay| decisions(&replay).all(|(played, other)| self.is_right(played, other, limits)))
    }

    /// Whether the engine decides right everywhere.
    fn solves(&mut self, replay: &SolutionReplay) -> bool {
        decisions(replay).all(|(played, other)| self.is_right(played, other, &Limits::nodes(SEARCH_NODES)))
    }

    /// Whether the engine does what the solution does, or proposes its other move.
    fn is_right(&mut self, played: &ReplayedAction, other: Option<&str>, limits: &Limits) -> bool {
        let decision = self.engine.choose(&*played.before, limits, &AtomicBool::new(false), &mut |_| {});
        decision.action.is_some_and(|action| action.text == played.action.text || Some(&*action.text) == other)
    }

    /// The nodes after which the search keeps the right action, or the right pair.
    fn nodes_until_found(&mut self, replay: &SolutionReplay) -> Option<u64> {
        let (first, other) = decisions(replay).next()?;
        self.engine.set_level(Level::FULL, 1);
        self.engine.clear();
        let mut since = None;
        let right = [Some(&*first.action.text), other];
        let limits = Limits::nodes(SEARCH_NODES);
        self.engine.analyze(&*first.before, &limits, 1, &AtomicBool::new(false), &mut |info| {
            let text = |action: &Option<skirmish_board::Action>| action.as_ref().map(|action| action.text.clone());
            let best = text(&info.best);
            let is_right = |found: &Option<String>| found.is_some() && right.contains(&found.as_deref());
            let both = other.is_none() || is_right(&text(&info.alternate));
            match is_right(&best) && both {
                true => since = since.or(Some(info.nodes)),
                false => since = None,
            }
        });
        since
    }
}

/// The solver's decisions, with the other right move of a proposal.
fn decisions(replay: &SolutionReplay) -> impl Iterator<Item = (&ReplayedAction, Option<&str>)> {
    let own = |(index, played): (usize, &'_ ReplayedAction)| {
        let is_decision = played.by_solver && played.action.kind != ActionKind::Pass;
        is_decision.then_some(index)
    };
    let actions = &replay.actions;
    actions.iter().enumerate().filter_map(own).map(move |index| {
        let played = &actions[index];
        let other = actions.get(index + 2).filter(|_| played.before.is_proposal_turn());
        (played, other.map(|other| &*other.action.text))
    })
}
