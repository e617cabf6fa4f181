//! Decisions made ahead, for games in which moves can be refused.
//!
//! A turn there has three decisions but time for one search. So every search also prepares the alternate for a refusal and the
//! answer to every move that the opponent could propose next.

use std::collections::HashMap;
use std::time::Duration;

use skirmish_board::{Evaluate, Move, MoveList};
use skirmish_search::{Limits, SearchInfo};

/// Actions decided ahead.
#[derive(Default)]
pub(crate) struct Verdicts {
    /// The action for a position, by the key of the position.
    prepared: HashMap<u64, Move>,
    /// The depth of the search behind the answers to the proposals of a position, by the key of the position.
    depths: HashMap<u64, u32>,
}

impl Verdicts {
    /// The decision for a position.
    pub(crate) fn get<P: Evaluate>(&self, position: &P) -> Option<Move> {
        self.prepared.get(&position.key()).copied()
    }

    /// Clears all decisions and stores the alternate that the search of a proposal found.
    pub(crate) fn begin<P: Evaluate>(&mut self, position: &P, found: &SearchInfo) {
        *self = Verdicts::default();
        let mut after_refusal = position.clone();
        if let Some(best) = found.best {
            after_refusal.play(best);
            if let Some([_, refuse]) = after_refusal.accept_refuse() {
                after_refusal.play(refuse);
                self.prepared.extend(found.alternate.map(|alternate| (after_refusal.key(), alternate)));
            }
        }
    }

    /// Decides how to answer each proposal of a position: the best is refused, all others accepted, since refusing another would
    /// only invite the best. Results of a shallower search than before are ignored.
    pub(crate) fn answer_proposals<P: Evaluate>(&mut self, position: &P, reply: &SearchInfo) {
        let depth = self.depths.entry(position.key()).or_default();
        if reply.depth <= *depth {
            return;
        }
        *depth = reply.depth;
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        for &mv in moves.iter() {
            let mut proposed = position.clone();
            proposed.play(mv);
            if let Some([accept, refuse]) = proposed.accept_refuse() {
                self.prepared.insert(proposed.key(), if Some(mv) == reply.best { refuse } else { accept });
            }
        }
    }
}

/// The limits of an immediate decision.
const AT_ONCE: Limits =
    Limits { time: Some(Duration::from_millis(10)), depth: None, nodes: Some(20_000), mate_bound: None };

/// The least depth of a search behind a verdict: some hundred nodes.
pub(crate) const VERDICT_DEPTH: u32 = 2;

/// The search for verdicts on the replies to one move gets a turn's time or nodes divided by this.
const VERDICT_SHARE: u32 = 10;

/// The least nodes of a search for verdicts, unless the whole turn has fewer.
const VERDICT_NODES: u64 = 200;

/// The limits of the search of a proposal, which leave enough for the verdicts on the replies to two moves.
pub(crate) fn proposal_limits(limits: &Limits) -> Limits {
    Limits {
        time: limits.time.map(|time| time - 2 * (time / VERDICT_SHARE)),
        nodes: limits.nodes.map(|nodes| nodes - 2 * (nodes / VERDICT_SHARE as u64)),
        ..*limits
    }
}

/// The limits of a search for verdicts on the replies to one move, in a turn with these limits. There is always one.
pub(crate) fn verdict_limits(limits: &Limits) -> Limits {
    let time = limits.time.map(|time| time / VERDICT_SHARE);
    let nodes = limits.nodes.map(|nodes| (nodes / VERDICT_SHARE as u64).max(VERDICT_NODES.min(nodes)));
    // The replies are a ply nearer to where the search of the proposal ended.
    let depth = limits.depth.map(|depth| depth.saturating_sub(1).max(1));
    if time.is_none() && nodes.is_none() && depth.is_none() {
        AT_ONCE
    } else {
        Limits { time, nodes, depth, mate_bound: None }
    }
}

/// The stricter of these limits and those of a decision at once. A caller that limits nodes instead of time wants equal searches
/// to have equal results, so then time does not count here either.
pub(crate) fn immediate_limits(limits: &Limits) -> Limits {
    let counted = limits.time.is_none() && (limits.nodes.is_some() || limits.depth.is_some());
    Limits {
        time: limits.time.into_iter().chain(AT_ONCE.time).min().filter(|_| !counted),
        nodes: limits.nodes.into_iter().chain(AT_ONCE.nodes).min(),
        ..*limits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_take_a_tenth_of_the_turn_each() {
        for millis in [0, 1, 50, 5000] {
            let whole = Limits::time(Duration::from_millis(millis));
            let (search, verdict) = (proposal_limits(&whole), verdict_limits(&whole));
            assert_eq!(search.time.map(|time| time + 2 * verdict.time.unwrap()), whole.time);
            assert_eq!(verdict.time.map(|time| time * 10), whole.time);
        }
        assert_eq!(proposal_limits(&Limits::nodes(100_000)), Limits::nodes(80_000));
        assert_eq!(verdict_limits(&Limits::nodes(100_000)), Limits::nodes(10_000));
        assert_eq!([80, 650].map(|nodes| verdict_limits(&Limits::nodes(nodes)).nodes), [Some(80), Some(200)]);
        assert_eq!([0, 1, 6].map(|depth| verdict_limits(&Limits::depth(depth)).depth), [Some(1), Some(1), Some(5)]);
        assert_eq!(verdict_limits(&Limits::default()), AT_ONCE);
    }
}
