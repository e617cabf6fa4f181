//! A player of one game: it searches, and it keeps what it will need before there is time to search again.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use skirmish_board::{Beginner, Move, MoveList, Notation, Outcome, Profile, Shortcuts, Squares, score};
use skirmish_search::{Engine, Limits, Network, Query, SearchInfo, Settings};

use crate::beginner::Turn;
use crate::engine::Decision;
use crate::level::Level;

/// A search for a decision that must come at once.
const AT_ONCE: Limits = Limits { time: Some(AT_ONCE_TIME), depth: None, nodes: Some(AT_ONCE_NODES), promised: None };

const AT_ONCE_TIME: Duration = Duration::from_millis(10);

const AT_ONCE_NODES: u64 = 20_000;

/// A player of one game.
///
/// Where moves can be refused, a turn needs three decisions but has time for one. So every search also prepares what comes after
/// it: the alternate for a refusal, and a verdict for every move the opponent could then propose. Such decisions are
/// taken from memory.
pub struct GamePlayer<P> {
    engine: Engine<P>,
    /// Megabytes for the table of a search at full strength.
    hash: usize,
    /// Whether solved boards may be consulted; only the highest level does.
    consult: bool,
    level: Level,
    /// What judges positions where the level is high enough, if it is not the game itself.
    network: Option<Arc<Network>>,
    /// Actions decided ahead, by the key of the position they are for.
    prepared: HashMap<u64, Move>,
    /// How deep the search was on which the verdicts on the proposals in a position rest, by the key of the position.
    judged: HashMap<u64, u32>,
    /// The state of the lot that decides what weak levels overlook.
    whim: u64,
    /// The enemy's last move, if it is known.
    last: Option<Squares>,
    /// A win seen in the last search will be there, at the next turn, within this many plies.
    promised: Option<u16>,
}

impl<P: Profile + Notation> GamePlayer<P> {
    /// A player of full strength; whether it may consult solved boards.
    pub fn new(settings: &Settings, consult: bool) -> GamePlayer<P> {
        GamePlayer::with_level(settings, consult, Level::FULL, 1)
    }

    /// A player of this level, with a table as large as it needs; equal seeds make equal choices.
    pub fn with_level(settings: &Settings, consult: bool, level: Level, seed: u64) -> GamePlayer<P> {
        GamePlayer {
            engine: Engine::new(&Settings { hash: level.megabytes(settings.hash), ..*settings }),
            hash: settings.hash,
            consult,
            level,
            network: None,
            prepared: HashMap::new(),
            judged: HashMap::new(),
            whim: seed | 1,
            last: None,
            promised: None,
        }
    }

    /// Plays at this level from now on; equal seeds make equal choices.
    pub fn set_level(&mut self, level: Level, seed: u64) {
        self.level = level;
        self.whim = seed | 1;
        self.engine.reserve(level.megabytes(self.hash));
        self.engine.set_network(self.network.clone().filter(|_| level.uses_network()));
    }

    /// Judges positions by this network from now on where the level uses one. It must fit the game.
    pub fn set_network(&mut self, network: Option<Arc<Network>>) {
        self.network = network;
        self.engine.set_network(self.network.clone().filter(|_| self.level.uses_network()));
    }

    /// Tells the last move that was made on the board, if it is known: weak levels look there first.
    pub fn set_last_move(&mut self, last: Option<Squares>) {
        self.last = last;
    }

    /// The shortcuts of the search, to be changed for experiments.
    pub fn shortcuts_mut(&mut self) -> &mut Shortcuts {
        self.engine.shortcuts_mut()
    }

    /// Looks at the best lines of a position at full strength, whatever the level: a search that is not a decision.
    pub fn analyze(
        &mut self,
        position: &P,
        limits: &Limits,
        lines: usize,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&SearchInfo),
    ) -> SearchInfo {
        self.engine.reserve(self.hash);
        self.look(position, limits, lines, stop, report)
    }

    /// The size of its table in megabytes.
    pub fn megabytes(&self) -> usize {
        self.engine.megabytes()
    }

    /// Searches with the table that is there.
    fn look(
        &mut self,
        position: &P,
        limits: &Limits,
        lines: usize,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&SearchInfo),
    ) -> SearchInfo {
        let inferior = if self.consult && self.level == Level::FULL { inferior_moves(position) } else { Vec::new() };
        self.engine.search(position, &Query { limits: *limits, lines, ignored: &inferior }, stop, report)
    }

    /// Forgets everything, for a new game.
    pub fn clear(&mut self) {
        self.engine.clear();
        self.prepared.clear();
        self.judged.clear();
        self.promised = None;
        self.last = None;
    }

    /// Decides on an action within the limits. Raising `stop` gives the best so far at once.
    pub fn choose(
        &mut self,
        position: &P,
        limits: &Limits,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&SearchInfo),
    ) -> Decision<Move> {
        if let Some(beginner) = self.level.beginner::<P>() {
            return self.choose_as(beginner, position, report);
        }
        if let Some(&action) = self.prepared.get(&position.key()) {
            return Decision { action: Some(action), info: None };
        }
        let limits = self.level.limit(position, self.network.is_some(), limits);
        let limits = Limits { promised: self.promised, ..limits };
        let found = if position.answers().is_some() {
            self.glance(position, &at_once(&limits), stop, report)
        } else {
            let limits = if position.proposes() { of_proposal(&limits) } else { limits };
            self.look(position, &limits, 1, stop, report)
        };
        // After this move and one answer, the same win is two plies nearer.
        self.promised = score::proven_plies(found.score).filter(|&plies| plies > 2).map(|plies| plies as u16 - 2);
        if position.proposes() {
            self.prepare(position, &of_verdict(&limits), &found, stop);
        }
        Decision { action: found.best, info: Some(found) }
    }

    /// Thinks about a position in which the opponent is to move until `stop` is raised.
    pub fn ponder(&mut self, position: &P, stop: &AtomicBool, report: &mut dyn FnMut(&SearchInfo)) {
        let limits = self.level.limit(position, self.network.is_some(), &Limits::default());
        let found = self.look(position, &limits, 1, stop, report);
        if position.proposes() {
            self.prepare_verdicts(position, &found);
        }
    }

    /// Decides on a proposal that nothing was prepared for, such as the first of a game. A new table has to come from the system
    /// page by page, which can take longer than there is time; this search needs only a small one.
    fn glance(
        &mut self,
        position: &P,
        limits: &Limits,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&SearchInfo),
    ) -> SearchInfo {
        let shortcuts = Some(*self.engine.shortcuts_mut());
        let mut small = Engine::new(&Settings { threads: 1, hash: 1, shortcuts });
        small.set_network(self.engine.network().cloned());
        let engine = std::mem::replace(&mut self.engine, small);
        let found = self.look(position, limits, 1, stop, report);
        self.engine = engine;
        found
    }

    /// Chooses as a beginner does.
    fn choose_as(&mut self, beginner: Beginner, position: &P, report: &mut dyn FnMut(&SearchInfo)) -> Decision<Move> {
        self.whim = self.whim.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        let ranked = Turn::new(position, beginner, self.last.as_ref(), self.whim).ranked();
        let at = |index: usize| ranked.get(index).map(|&(mv, _)| mv);
        let found = SearchInfo {
            depth: 2,
            rank: 1,
            score: ranked.first().map_or(0, |&(_, value)| value.clamp(-score::MAX_OPINION, score::MAX_OPINION)),
            nodes: ranked.len() as u64,
            time: Duration::ZERO,
            best: at(0),
            alternate: at(1).filter(|_| position.proposes()),
            line: at(0).into_iter().collect(),
        };
        report(&found);
        Decision { action: found.best, info: Some(found) }
    }

    /// Decides ahead, after a search of a proposal: the alternate, and the verdicts on what the opponent may propose after
    /// either move. Raising `stop` leaves out the verdicts.
    fn prepare(&mut self, position: &P, limits: &Limits, found: &SearchInfo, stop: &AtomicBool) {
        self.prepared.clear();
        self.judged.clear();
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
            let reply = self.look(&next, limits, 1, stop, &mut |_| {});
            if stop.load(Relaxed) {
                // What is wanted at once is the move. A proposal that comes before anything is prepared gets a short look.
                return;
            }
            self.prepare_verdicts(&next, &reply);
        }
    }

    /// Decides ahead how to answer each proposal that can be made in a position: the best is refused, all else accepted,
    /// since refusing anything else would only invite the best. A search cut short by a quick opponent changes nothing that
    /// comes from a deeper one.
    fn prepare_verdicts(&mut self, position: &P, reply: &SearchInfo) {
        let judged = self.judged.entry(position.key()).or_default();
        if reply.depth <= *judged {
            return;
        }
        *judged = reply.depth;
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        for &mv in moves.iter() {
            let mut proposed = position.clone();
            proposed.play(mv);
            if let Some([accept, refuse]) = proposed.answers() {
                self.prepared.insert(proposed.key(), if Some(mv) == reply.best { refuse } else { accept });
            }
        }
    }
}

/// The moves that give away a result which the best moves keep. None, unless the result after every move is known.
fn inferior_moves<P: Profile>(position: &P) -> Vec<Move> {
    let side = position.side_to_move();
    let value = |&mv: &Move| {
        let mut next = position.clone();
        next.play(mv);
        next.outcome().or_else(|| next.known()).map(|outcome| match outcome {
            Outcome::Draw => 0,
            Outcome::Win(winner) if winner == side => 1,
            Outcome::Win(_) => -1,
        })
    };
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    let values: Option<Vec<i32>> = moves.iter().map(value).collect();
    let Some(values) = values else { return Vec::new() };
    let best = values.iter().max().copied().unwrap_or(0);
    moves.iter().zip(values).filter(|&(_, value)| value < best).map(|(&mv, _)| mv).collect()
}

/// The verdicts on the replies to one move get one part in this many of a turn's time or positions.
const VERDICT_SHARE: u32 = 10;

/// A verdict is never based on fewer positions than this, unless the whole turn has fewer.
const VERDICT_NODES: u64 = 200;

/// The limits of the search of a proposal: it leaves enough for verdicts on the replies to two moves.
fn of_proposal(limits: &Limits) -> Limits {
    Limits {
        time: limits.time.map(|time| time - 2 * (time / VERDICT_SHARE)),
        nodes: limits.nodes.map(|nodes| nodes - 2 * (nodes / VERDICT_SHARE as u64)),
        ..*limits
    }
}

/// The limits of a search for verdicts on the replies to one move. There always is one.
fn of_verdict(limits: &Limits) -> Limits {
    let time = limits.time.map(|time| time / VERDICT_SHARE);
    let nodes = limits.nodes.map(|nodes| (nodes / VERDICT_SHARE as u64).max(VERDICT_NODES.min(nodes)));
    // The replies are a ply nearer to where the search of the proposal ended.
    let depth = limits.depth.map(|depth| depth.saturating_sub(1).max(1));
    if time.is_none() && nodes.is_none() && depth.is_none() {
        AT_ONCE
    } else {
        Limits { time, nodes, depth, promised: None }
    }
}

/// The stricter of these limits and those of a decision at once. A caller that limits positions instead of time wants
/// equal searches to have equal results, so then time does not count here either.
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
    fn verdicts_take_a_tenth_of_the_turn_each() {
        for millis in [0, 1, 50, 5000] {
            let whole = Limits::time(Duration::from_millis(millis));
            let (search, verdict) = (of_proposal(&whole), of_verdict(&whole));
            assert_eq!(search.time.map(|time| time + 2 * verdict.time.unwrap()), whole.time);
            assert_eq!(verdict.time.map(|time| time * 10), whole.time);
        }
        assert_eq!(of_proposal(&Limits::nodes(100_000)), Limits::nodes(80_000));
        assert_eq!(of_verdict(&Limits::nodes(100_000)), Limits::nodes(10_000));
        assert_eq!([80, 650].map(|nodes| of_verdict(&Limits::nodes(nodes)).nodes), [Some(80), Some(200)]);
        assert_eq!([0, 1, 6].map(|depth| of_verdict(&Limits::depth(depth)).depth), [Some(1), Some(1), Some(5)]);
        assert_eq!(of_verdict(&Limits::default()), AT_ONCE);
    }
}
