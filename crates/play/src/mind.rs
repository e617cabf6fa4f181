//! The engine for everything that does not know which game it is: positions and moves as text.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use skirmish_board::{Evaluate, Notation, Score, TextError, score};
use skirmish_games::{GameId, Visitor};
use skirmish_search::{Limits, Report, Settings};

use crate::level::Level;
use crate::thinker::Thinker;

/// What a search found, in text: [`Report`] for those outside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// How many plies were searched.
    pub depth: u32,
    /// 1 for the best line, 2 for the next.
    pub rank: u32,
    /// The value for the side to move.
    pub score: Score,
    /// The length in plies of a proven result: positive if the side to move wins, negative (or 0) if it loses.
    pub wins_in: Option<i32>,
    /// Positions visited so far.
    pub nodes: u64,
    /// Positions visited a second.
    pub nodes_per_second: u64,
    /// Time since the search began.
    pub time: Duration,
    /// The best action; `None` if the game is over.
    pub best: Option<String>,
    /// Where moves are proposed: what to play when the best is refused.
    pub alternate: Option<String>,
    /// The expected actions.
    pub line: Vec<String>,
}

/// What the engine decided to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The action; `None` if the game is over.
    pub action: Option<String>,
    /// What the search found; `None` if the decision had been made before.
    pub finding: Option<Finding>,
}

/// An engine for one game. It keeps what it has learnt from call to call.
///
/// All positions are position text of the game it was made for. A search ends when its limits are reached or `stop` is raised.
pub trait Mind: Send {
    /// Plays at this level from now on.
    fn set_level(&mut self, level: Level, seed: u64);

    /// Changes a shortcut of the search, for experiments; false if there is none of this name.
    fn set_shortcut(&mut self, name: &str, value: i32) -> bool;

    /// Forgets everything, for a new game.
    fn clear(&mut self);

    /// Decides what to do in a position.
    fn choose(
        &mut self,
        position: &str,
        limits: &Limits,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Finding),
    ) -> Result<Decision, TextError>;

    /// Thinks about a position in which the opponent is to act, until `stop` is raised.
    fn ponder(&mut self, position: &str, stop: &AtomicBool, report: &mut dyn FnMut(&Finding)) -> Result<(), TextError>;

    /// Looks at a position at full strength and reports the best lines, depth by depth. Returns the last word on the best.
    fn analyze(
        &mut self,
        position: &str,
        limits: &Limits,
        lines: usize,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Finding),
    ) -> Result<Finding, TextError>;
}

/// An engine for a game.
pub fn mind(id: GameId, settings: &Settings) -> Box<dyn Mind> {
    id.visit(Build(*settings))
}

struct Build(Settings);

impl Visitor for Build {
    type Output = Box<dyn Mind>;

    fn visit<G: Notation + Evaluate>(self, start: G) -> Box<dyn Mind> {
        Box::new(MindOf { thinker: Thinker::new(&self.0), start })
    }
}

struct MindOf<G> {
    thinker: Thinker<G>,
    start: G,
}

impl<G: Notation + Evaluate> Mind for MindOf<G> {
    fn set_level(&mut self, level: Level, seed: u64) {
        self.thinker.set_level(level, seed);
    }

    fn set_shortcut(&mut self, name: &str, value: i32) -> bool {
        let shortcut = self.thinker.engine().shortcuts_mut().get_mut(name);
        shortcut.map(|shortcut| *shortcut = value).is_some()
    }

    fn clear(&mut self) {
        self.thinker.clear();
    }

    fn choose(
        &mut self,
        position: &str,
        limits: &Limits,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Finding),
    ) -> Result<Decision, TextError> {
        let position = self.start.parse_position(position)?;
        let choice = self.thinker.choose(&position, limits, stop, &mut |found| report(&finding(&position, found)));
        Ok(Decision {
            action: choice.action.map(|mv| position.format_move(mv)),
            finding: choice.report.map(|found| finding(&position, &found)),
        })
    }

    fn ponder(&mut self, position: &str, stop: &AtomicBool, report: &mut dyn FnMut(&Finding)) -> Result<(), TextError> {
        let position = self.start.parse_position(position)?;
        self.thinker.ponder(&position, stop, &mut |found| report(&finding(&position, found)));
        Ok(())
    }

    fn analyze(
        &mut self,
        position: &str,
        limits: &Limits,
        lines: usize,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Finding),
    ) -> Result<Finding, TextError> {
        let position = self.start.parse_position(position)?;
        let mut tell = |found: &Report| report(&finding(&position, found));
        let found = self.thinker.engine().search(&position, limits, lines, stop, &mut tell);
        Ok(finding(&position, &found))
    }
}

fn finding<G: Notation>(position: &G, report: &Report) -> Finding {
    let mut line = Vec::with_capacity(report.line.len());
    let mut at = position.clone();
    for &mv in &report.line {
        line.push(at.format_move(mv));
        at.play(mv);
    }
    Finding {
        depth: report.depth,
        rank: report.rank,
        score: report.score,
        wins_in: score::proven_plies(report.score),
        nodes: report.nodes,
        nodes_per_second: report.nodes_per_second(),
        time: report.time,
        best: report.best.map(|mv| position.format_move(mv)),
        alternate: report.alternate.map(|mv| position.format_move(mv)),
        line,
    }
}
