//! Reports of a search: best moves and lines of play.

use std::sync::atomic::Ordering::Relaxed;

use skirmish_board::{Evaluate, Move, Score};

use crate::recorder::Recorder;
use crate::reference::finished;
use crate::report::SearchInfo;
use crate::run::SearchRun;
use crate::thread::SearchThread;

impl<P: Evaluate> SearchRun<'_, P> {
    /// The report before anything is searched, and of a finished game.
    pub(crate) fn initial_report(&self) -> SearchInfo {
        let nth = |n: usize| self.moves.iter().copied().filter(|mv| !self.ignored.contains(mv)).nth(n);
        let side = self.position.side_to_move();
        SearchInfo {
            depth: 0,
            rank: 1,
            score: self.position.outcome().map_or(0, |outcome| finished(outcome, side, 0)),
            nodes: 0,
            time: self.timer.elapsed(),
            best: nth(0),
            alternate: nth(1).filter(|_| self.position.is_proposal_turn()),
            line: Vec::new(),
        }
    }

    /// A line of moves as actions that can be played. Where moves are proposed, the best move is refused at first and the line's is
    /// played instead; later proposals are accepted.
    fn actions(&self, best: Option<Move>, line: &[Move]) -> Vec<Move> {
        let mut actions = Vec::new();
        let mut position = self.position.clone();
        for (index, &mv) in line.iter().enumerate() {
            if !position.is_proposal_turn() {
                actions.push(mv);
                position.play(mv);
                continue;
            }
            let mut accepted = position.clone();
            accepted.play_accepted(mv);
            let refused = best.filter(|&best| index == 0 && best != mv);
            let mut proposed = position.clone();
            proposed.play(refused.unwrap_or(mv));
            actions.push(refused.unwrap_or(mv));
            actions.extend(
                proposed.accept_refuse().map(|[accept, refuse]| if refused.is_some() { refuse } else { accept }),
            );
            actions.extend(refused.map(|_| mv));
            position = accepted;
        }
        actions
    }
}

impl<P: Evaluate, R: Recorder> SearchThread<'_, P, R> {
    /// The nodes of all threads so far.
    pub(crate) fn all_nodes(&self) -> u64 {
        let others = self.run.visited.iter().enumerate().filter(|&(index, _)| index != self.index);
        self.nodes + others.map(|(_, nodes)| nodes.load(Relaxed)).sum::<u64>()
    }

    /// The report of a line of an iteration.
    pub(crate) fn report(&self, depth: u32, line: usize, score: Score) -> SearchInfo {
        let proposal = self.run.position.is_proposal_turn();
        let second_counts = proposal && self.run.lines == 1;
        let [best, alternate] = self.root.map(|found| found.map(|(mv, _)| mv));
        SearchInfo {
            depth,
            rank: line as u32 + 1,
            score,
            nodes: self.all_nodes(),
            time: self.run.timer.elapsed(),
            best: best.or(self.run.moves.first().copied()),
            alternate: alternate.filter(|_| proposal),
            line: self.run.actions(best, &self.stack[0].pv[second_counts as usize]),
        }
    }

    /// The report of a search that was stopped at this line of an iteration: the last complete one, with a better move if the
    /// iteration has found one.
    pub(crate) fn interrupted_report(&self, line: usize) -> SearchInfo {
        let (nodes, time) = (self.all_nodes(), self.run.timer.elapsed());
        let mut result = SearchInfo { nodes, time, ..self.result.clone() };
        let needed = if self.run.position.is_proposal_turn() { 2 } else { 1 };
        let complete = self.root[..needed].iter().all(Option::is_some);
        if line == 0 && complete && self.run.lines == 1 {
            let [best, alternate] = self.root.map(|found| found.map(|(mv, _)| mv));
            if best != result.best || (needed == 2 && alternate != result.alternate) {
                result.best = best;
                result.alternate = alternate.filter(|_| needed == 2);
                // The re-search that was stopped has overwritten the line. Only its first move is known.
                let accepted = self.root[needed - 1].map(|(mv, _)| mv);
                let line = &self.stack[0].pv[needed - 1];
                let known = if line.first() == accepted.as_ref() { &line[..] } else { accepted.as_slice() };
                result.line = self.run.actions(best, known);
            }
        }
        result
    }
}
