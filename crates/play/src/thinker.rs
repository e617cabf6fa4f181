//! A player of one game: it searches, and it keeps what it will need before there is time to search again.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use skirmish_board::{Evaluate, Move, MoveList, score};
use skirmish_search::{Engine, Limits, Report, Settings};

use crate::level::Level;

/// What a player decided.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The action to take; `None` only if the game is over.
    pub action: Option<Move>,
    /// What the search found; `None` where the decision was ready before.
    pub report: Option<Report>,
}

/// A search for a decision that must come at once.
const AT_ONCE: Limits = Limits { time: Some(AT_ONCE_TIME), depth: None, nodes: Some(AT_ONCE_NODES), promised: None };

const AT_ONCE_TIME: Duration = Duration::from_millis(10);

const AT_ONCE_NODES: u64 = 20_000;

/// A player of one game.
///
/// Where moves can be refused, a turn needs three decisions but has time for one. So every search also prepares what comes after
/// it: the alternate for a refusal, and a verdict for every move the opponent could then propose. Such decisions are
/// taken from memory.
pub struct Thinker<P> {
    engine: Engine<P>,
    level: Level,
    /// Actions decided ahead, by the key of the position they are for.
    prepared: HashMap<u64, Move>,
    /// The state of the weak levels' choice among near-equals.
    whim: u64,
    /// A win seen in the last search will be there, at the next turn, within this many plies.
    promised: Option<u16>,
}

impl<P: Evaluate> Thinker<P> {
    /// A player of full strength.
    pub fn new(settings: &Settings) -> Thinker<P> {
        Thinker { engine: Engine::new(settings), level: Level::FULL, prepared: HashMap::new(), whim: 1, promised: None }
    }

    /// Plays at this level from now on; equal seeds make equal choices.
    pub fn set_level(&mut self, level: Level, seed: u64) {
        self.level = level;
        self.engine.set_consult(level == Level::FULL);
        self.whim = seed | 1;
    }

    /// The engine, for searches that are not decisions.
    pub fn engine(&mut self) -> &mut Engine<P> {
        &mut self.engine
    }

    /// Forgets everything, for a new game.
    pub fn clear(&mut self) {
        self.engine.clear();
        self.prepared.clear();
        self.promised = None;
    }

    /// Decides on an action within the limits. Raising `stop` gives the best so far at once.
    pub fn choose(
        &mut self,
        position: &P,
        limits: &Limits,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Report),
    ) -> Choice {
        if let Some(&action) = self.prepared.get(&position.key()) {
            return Choice { action: Some(action), report: None };
        }
        let limits = self.level.limit(limits);
        let limits = Limits { promised: self.promised, ..limits };
        let (limits, reserve) = if position.proposes() { spare(&limits) } else { (limits, None) };
        let found = if position.answers().is_some() {
            self.glance(position, &at_once(&limits), stop, report)
        } else {
            self.search(position, &limits, stop, report)
        };
        // After this move and one answer, the same win is two plies nearer.
        self.promised = score::proven_plies(found.score).filter(|&plies| plies > 2).map(|plies| plies as u16 - 2);
        if position.proposes() {
            self.prepare(position, &Limits { time: reserve, ..limits }, &found);
        }
        Choice { action: found.best, report: Some(found) }
    }

    /// Thinks about a position in which the opponent is to move until `stop` is raised.
    pub fn ponder(&mut self, position: &P, stop: &AtomicBool, report: &mut dyn FnMut(&Report)) {
        let found = self.engine.search(position, &self.level.limit(&Limits::default()), 1, stop, report);
        // Thoughts cut short by a quick opponent are no better than the verdicts prepared with the last move.
        let deep = found.nodes > AT_ONCE_NODES;
        if let Some(best) = found.best.filter(|_| deep && position.proposes()) {
            self.prepare_verdicts(position, best);
        }
    }

    /// Decides on a proposal that nothing was prepared for, such as the first of a game. A new table has to come from the system
    /// page by page, which can take longer than there is time; this search needs only a small one.
    fn glance(&mut self, position: &P, limits: &Limits, stop: &AtomicBool, report: &mut dyn FnMut(&Report)) -> Report {
        let shortcuts = Some(*self.engine.shortcuts_mut());
        let small = Engine::new(&Settings { threads: 1, hash: 1, shortcuts, consult: false });
        let engine = std::mem::replace(&mut self.engine, small);
        let found = self.search(position, limits, stop, report);
        self.engine = engine;
        found
    }

    /// Searches as the level does: the weak ones take the second-best of near-equals as gladly as the best.
    fn search(&mut self, position: &P, limits: &Limits, stop: &AtomicBool, report: &mut dyn FnMut(&Report)) -> Report {
        let Some(slack) = self.level.slack() else {
            return self.engine.search(position, limits, 1, stop, report);
        };
        let mut lines: Vec<Report> = Vec::new();
        let best = self.engine.search(position, limits, 3, stop, &mut |line| {
            lines.retain(|known| known.rank != line.rank);
            lines.push(line.clone());
            report(line);
        });
        lines.retain(|line| line.depth == best.depth && line.score >= best.score - slack);
        self.whim = self.whim.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        match lines.len() {
            0 => best,
            count => {
                let chosen = lines.swap_remove((self.whim >> 33) as usize % count);
                let alternate = lines.iter().find(|line| line.best != chosen.best).and_then(|line| line.best);
                Report { alternate: alternate.filter(|_| position.proposes()), ..chosen }
            }
        }
    }

    /// Decides ahead, after a search of a proposal: the alternate, and the verdicts on what the opponent may propose after
    /// either move. It takes no time worth stopping, and verdicts without a search would be nonsense.
    fn prepare(&mut self, position: &P, limits: &Limits, found: &Report) {
        let stop = &AtomicBool::new(false);
        self.prepared.clear();
        let mut after_refusal = position.clone();
        if let Some(best) = found.best {
            after_refusal.play(best);
            if let Some([_, refuse]) = after_refusal.answers() {
                after_refusal.play(refuse);
                self.prepared.extend(found.alternate.map(|alternate| (after_refusal.key(), alternate)));
            }
        }
        for standing in [found.best, found.alternate].into_iter().flatten() {
            let mut next = position.clone();
            next.play_standing(standing);
            let limits = Limits { time: at_once(limits).time, ..at_once(&self.level.limit(&Limits::default())) };
            let reply = self.engine.search(&next, &limits, 1, stop, &mut |_| {});
            if let Some(best) = reply.best {
                self.prepare_verdicts(&next, best);
            }
        }
    }

    /// Decides ahead how to answer each proposal that can be made in a position: the best is refused, all else accepted,
    /// since refusing anything else would only invite the best.
    fn prepare_verdicts(&mut self, position: &P, best: Move) {
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        for &mv in moves.iter() {
            let mut proposed = position.clone();
            proposed.play(mv);
            if let Some([accept, refuse]) = proposed.answers() {
                self.prepared.insert(proposed.key(), if mv == best { refuse } else { accept });
            }
        }
    }
}

/// The limits of a search that leaves time to prepare verdicts on the replies to two moves, and that time for each.
fn spare(limits: &Limits) -> (Limits, Option<Duration>) {
    let reserve = |time: Duration| AT_ONCE_TIME.min(time / 6);
    let time = limits.time.map(|time| time - 2 * reserve(time));
    (Limits { time, ..*limits }, limits.time.map(reserve))
}

/// The stricter of these limits and those of a decision at once. Who counts positions instead of time wants equal searches to have
/// equal results, so then time does not count here either.
fn at_once(limits: &Limits) -> Limits {
    let least = |a: Option<u64>, b: Option<u64>| a.into_iter().chain(b).min();
    let counted = limits.time.is_none() && (limits.nodes.is_some() || limits.depth.is_some());
    Limits {
        time: limits.time.into_iter().chain(AT_ONCE.time).min().filter(|_| !counted),
        depth: limits.depth,
        nodes: least(limits.nodes, AT_ONCE.nodes),
        promised: limits.promised,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_spared_for_verdicts_is_taken_from_the_search() {
        for millis in [0, 1, 50, 5000] {
            let whole = Duration::from_millis(millis);
            let (search, each) = spare(&Limits::time(whole));
            let (search, each) = (search.time.unwrap(), each.unwrap());
            assert_eq!(search + 2 * each, whole);
            assert!(2 * each <= search && each <= AT_ONCE_TIME);
        }
        assert_eq!(spare(&Limits::nodes(9)), (Limits::nodes(9), None));
    }
}
