//! Results of a search.

use std::time::Duration;

use skirmish_board::score::{self, is_proof};
use skirmish_board::{Action, Move, Notation, Score};

/// The result of an iteration for one line of play. Its moves are [`Move`]s, or actions after [`SearchInfo::to_actions`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchInfo<M = Move> {
    /// The depth of the iteration, in plies.
    pub depth: u32,
    /// 1 for the best line, 2 for the next.
    pub rank: u32,
    /// The score for the side to move. Where moves are proposed it is that of the second-best move.
    pub score: Score,
    /// The nodes of all threads so far.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// The move to play or propose; `None` only if the game is over.
    pub best: Option<M>,
    /// Where moves are proposed: the move to play if the best is refused.
    pub alternate: Option<M>,
    /// The principal variation, as actions that can be played one after another.
    pub line: Vec<M>,
}

impl<M> SearchInfo<M> {
    /// Nodes per second.
    pub fn nodes_per_second(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-6)) as u64
    }

    /// The length in plies of a proven result: positive if the side to move wins, negative (or 0) if it loses.
    pub fn proven_plies(&self) -> Option<i32> {
        score::proven_plies(self.score)
    }
}

impl SearchInfo {
    /// The same with its moves as actions of the position that was searched.
    pub fn to_actions<P: Notation>(&self, position: &P) -> SearchInfo<Action> {
        let SearchInfo { depth, rank, score, nodes, time, best, alternate, ref line } = *self;
        let [best, alternate] = [best, alternate].map(|mv| mv.map(|mv| position.action(mv)));
        let mut at = position.clone();
        let mut step = |&mv| {
            let action = at.action(mv);
            at.play(mv);
            action
        };
        let line = line.iter().map(&mut step).collect();
        SearchInfo { depth, rank, score, nodes, time, best, alternate, line }
    }

    /// This result, or that of another thread of the same search if it is deeper and nothing is proven here.
    pub(crate) fn or_deeper(self, other: SearchInfo) -> SearchInfo {
        if other.depth > self.depth && !is_proof(self.score) {
            SearchInfo { nodes: self.nodes, time: self.time, ..other }
        } else {
            self
        }
    }
}

#[cfg(test)]
mod tests {
    use skirmish_board::score::win_in;

    use super::*;

    fn report(depth: u32, score: Score, nodes: u64) -> SearchInfo {
        let (best, alternate, line) = (Some(Move::from_bits(depth as u16)), None, Vec::new());
        SearchInfo { depth, rank: 1, score, nodes, time: Duration::ZERO, best, alternate, line }
    }

    #[test]
    fn a_deeper_thread_is_listened_to_unless_something_is_proven() {
        assert_eq!(report(7, 10, 500).or_deeper(report(8, 20, 3)), report(8, 20, 500));
        assert_eq!(report(7, 10, 500).or_deeper(report(7, 20, 3)), report(7, 10, 500));
        assert_eq!(report(7, win_in(5), 500).or_deeper(report(8, 20, 3)), report(7, win_in(5), 500));
    }
}
