//! One search as its threads see it: iterations, windows, lines, proofs.

use std::sync::atomic::{AtomicI32, AtomicU64, Ordering::Relaxed};

use skirmish_board::score::{INFINITY, is_proof, proven_plies};
use skirmish_board::{Evaluate, Move, MoveList, Score, Shortcuts};

use crate::busy::Busy;
use crate::limits::Clock;
use crate::network::Network;
use crate::plain::finished;
use crate::report::SearchInfo;
use crate::table::TranspositionTable;
use crate::window::Window;
use crate::worker::{Shared, Worker};

/// One search as all its threads see it.
pub(crate) struct Job<'a, P> {
    pub(crate) position: &'a P,
    pub(crate) moves: &'a MoveList,
    /// Moves that are not considered.
    pub(crate) ignored: &'a [Move],
    pub(crate) lines: usize,
    pub(crate) deepest: i32,
    pub(crate) no_choice: bool,
    /// A win has been promised within this many plies.
    pub(crate) promised: Option<u16>,
    pub(crate) clock: &'a Clock<'a>,
    pub(crate) table: &'a TranspositionTable,
    pub(crate) shortcuts: Shortcuts,
    /// What judges positions, if it is not the game itself.
    pub(crate) network: Option<&'a Network>,
    /// Nodes of each thread, published now and then.
    pub(crate) visited: Vec<AtomicU64>,
    /// What the threads are busy with, if there are several.
    pub(crate) busy: Option<Busy>,
    /// The depth that the leading thread has come to.
    pub(crate) leader: AtomicI32,
    /// The score of the best line that the leading thread found last.
    pub(crate) expected: AtomicI32,
}

/// The thread that reports.
const LEADER: usize = 0;

/// Time ran out in the middle of an iteration, at this line.
struct Stopped {
    line: usize,
}

impl<P: Evaluate> Job<'_, P> {
    /// Iterative deepening by the thread that reports: depth by depth until a limit is reached, everything is proven, or there
    /// is nothing to choose.
    pub(crate) fn lead(&self, worker: &mut Worker<P>, report: &mut dyn FnMut(&SearchInfo)) -> SearchInfo {
        worker.begin(&self.shortcuts);
        let mut result = self.fallback();
        if self.moves.is_empty() {
            return result;
        }
        let mut scores = vec![0; self.lines];
        for depth in 1..=self.deepest {
            self.leader.store(depth, Relaxed);
            let mut tell = |news: &SearchInfo| {
                report(news);
                if news.rank == 1 {
                    self.expected.store(news.score, Relaxed);
                }
            };
            if let Err(Stopped { line }) = self.go_through(worker, LEADER, depth, (&mut scores, &mut result), &mut tell)
            {
                return self.partial(worker, result, line);
            }
            if self.settled(&scores) || (self.no_choice && depth >= 4) {
                break;
            }
        }
        let with_shortcuts = self.shortcuts != Shortcuts::NONE;
        if self.lines == 1 && is_proof(result.score) && with_shortcuts {
            return self.confirm(worker, result, report);
        }
        result
    }

    /// Helps the leading thread with its iteration, and begins the next if it is through with it first. What it finds goes into
    /// the table; its own result counts only if it got deeper than the leader.
    pub(crate) fn help(&self, worker: &mut Worker<P>, thread: usize) -> SearchInfo {
        worker.begin(&self.shortcuts);
        let mut result = self.fallback();
        let mut scores = vec![0; self.lines];
        let mut depth = 0;
        while depth < self.deepest && !self.moves.is_empty() {
            depth = (depth + 1).max(self.leader.load(Relaxed));
            if depth == self.leader.load(Relaxed) {
                // Helping needs the same window.
                scores[0] = self.expected.load(Relaxed);
            }
            match self.go_through(worker, thread, depth, (&mut scores, &mut result), &mut |_| {}) {
                Ok(()) => {}
                // The leader was quicker: on to its next iteration.
                Err(_) if !self.clock.is_finished() => worker.stopped = false,
                Err(Stopped { line }) => return self.partial(worker, result, line),
            }
        }
        result
    }

    /// One iteration: the lines wanted, one after the other, each without the moves of those before it.
    fn go_through(
        &self,
        worker: &mut Worker<P>,
        thread: usize,
        depth: i32,
        (scores, result): (&mut [Score], &mut SearchInfo),
        tell: &mut dyn FnMut(&SearchInfo),
    ) -> Result<(), Stopped> {
        worker.reported.clear();
        worker.reported.extend(self.ignored);
        for (line, score) in scores.iter_mut().enumerate() {
            *score = self.iterate(worker, thread, depth, *score).ok_or(Stopped { line })?;
            let news = self.report(worker, thread, depth, line, *score);
            worker.reported.extend(news.best);
            tell(&news);
            if line == 0 {
                *result = news;
            }
        }
        Ok(())
    }

    /// Whether all lines are proven, a win within what was promised.
    fn settled(&self, scores: &[Score]) -> bool {
        let soon = |plies: i32| plies <= 0 || self.promised.is_none_or(|promised| plies <= promised as i32);
        scores.iter().all(|&score| proven_plies(score).is_some_and(soon))
    }

    /// A proven result is certain, but a search with shortcuts may have missed a shorter way. Looks for one without
    /// shortcuts, as far as the limits allow, so that what is reported is the exact length.
    fn confirm(
        &self,
        worker: &mut Worker<P>,
        mut result: SearchInfo,
        report: &mut dyn FnMut(&SearchInfo),
    ) -> SearchInfo {
        let shared = Shared {
            shortcuts: Shortcuts::NONE,
            exact: true,
            proofs_only: true,
            busy: None,
            ..self.shared(LEADER, i32::MAX)
        };
        worker.reported.clear();
        worker.reported.extend(self.ignored);
        while let Some(plies) = proven_plies(result.score)
            && plies.abs() > 2
        {
            let won = result.score > 0;
            let window = Window::test(if won { result.score } else { result.score - 1 });
            let value = worker.search(&shared, self.position, window, plies.abs() - 1, 0);
            self.visited[LEADER].store(worker.nodes, Relaxed);
            let shorter = if won { value > result.score } else { value < result.score };
            if worker.stopped || !shorter {
                break;
            }
            // A quicker loss has no better move to offer. A quicker win has one: a search with an open window finds its
            // line.
            let old = result.clone();
            if won {
                worker.search(&shared, self.position, Window::new(value - 1, value + 1), plies.abs() - 1, 0);
                if worker.stopped {
                    break;
                }
            }
            result = self.report(worker, LEADER, result.depth as i32, 0, value);
            if !won {
                (result.best, result.alternate, result.line) = (old.best, old.alternate, old.line);
            }
            report(&result);
        }
        result.nodes = worker.nodes + self.visited.iter().skip(1).map(|nodes| nodes.load(Relaxed)).sum::<u64>();
        result.time = self.clock.elapsed();
        result
    }

    fn shared(&self, thread: usize, depth: i32) -> Shared<'_> {
        Shared {
            table: self.table,
            clock: self.clock,
            shortcuts: self.shortcuts,
            network: self.network,
            exact: self.shortcuts == Shortcuts::NONE,
            proofs_only: false,
            ranked: self.lines > 1,
            horizon: 2 * depth as usize,
            visited: &self.visited[thread],
            busy: self.busy.as_ref(),
            depth,
            leader: &self.leader,
        }
    }

    /// One iteration with a window around the last score, widened until the score is inside. `None` if time ran out.
    fn iterate(&self, worker: &mut Worker<P>, thread: usize, depth: i32, last: Score) -> Option<Score> {
        let shared = self.shared(thread, depth);
        let mut margin = self.shortcuts.aspiration;
        let narrow = margin > 0 && depth >= 4 && !is_proof(last);
        let mut window = if narrow { Window::new(last - margin, last + margin) } else { Window::OPEN };
        // A move better than one window stays known while the next, wider one is searched.
        worker.root = [None; 2];
        loop {
            let score = worker.search(&shared, self.position, window, depth, 0);
            self.visited[thread].store(worker.nodes, Relaxed);
            if worker.stopped {
                return None;
            }
            margin *= 3;
            let far = margin > 600 || is_proof(score);
            if score <= window.alpha && window.alpha > -INFINITY {
                window.beta = (window.alpha + window.beta) / 2 + 1;
                window.alpha = if far { -INFINITY } else { score - margin };
            } else if score >= window.beta && window.beta < INFINITY {
                window.beta = if far { INFINITY } else { score + margin };
            } else {
                return Some(score);
            }
        }
    }

    fn report(&self, worker: &Worker<P>, thread: usize, depth: i32, line: usize, score: Score) -> SearchInfo {
        let others: u64 =
            self.visited.iter().enumerate().filter(|&(i, _)| i != thread).map(|(_, nodes)| nodes.load(Relaxed)).sum();
        let second_counts = self.position.proposes() && self.lines == 1;
        let [best, alternate] = worker.root.map(|found| found.map(|(mv, _)| mv));
        let lines = &worker.plies[0].lines;
        SearchInfo {
            depth: depth as u32,
            rank: line as u32 + 1,
            score,
            nodes: worker.nodes + others,
            time: self.clock.elapsed(),
            best: best.or(self.moves.first().copied()),
            alternate: alternate.filter(|_| self.position.proposes()),
            line: self.actions(best, &lines[second_counts as usize]),
        }
    }

    /// What to say before anything is searched, and of a finished game.
    fn fallback(&self) -> SearchInfo {
        let nth = |n: usize| self.moves.iter().copied().filter(|mv| !self.ignored.contains(mv)).nth(n);
        let side = self.position.side_to_move();
        SearchInfo {
            depth: 0,
            rank: 1,
            score: self.position.outcome().map_or(0, |outcome| finished(outcome, side, 0)),
            nodes: 0,
            time: self.clock.elapsed(),
            best: nth(0),
            alternate: nth(1).filter(|_| self.position.proposes()),
            line: Vec::new(),
        }
    }

    /// Time ran out during an iteration: if it found a better move than the last one, take it.
    fn partial(&self, worker: &Worker<P>, mut result: SearchInfo, line: usize) -> SearchInfo {
        let needed = if self.position.proposes() { 2 } else { 1 };
        let complete = worker.root[..needed].iter().all(Option::is_some);
        if line == 0 && complete && self.lines == 1 {
            let [best, alternate] = worker.root.map(|found| found.map(|(mv, _)| mv));
            if best != result.best || (needed == 2 && alternate != result.alternate) {
                result.best = best;
                result.alternate = alternate.filter(|_| needed == 2);
                // A wider window, begun when time ran out, has wiped the line of the one before. Its first move is known.
                let standing = worker.root[needed - 1].map(|(mv, _)| mv);
                let line = &worker.plies[0].lines[needed - 1];
                let known = if line.first() == standing.as_ref() { &line[..] } else { standing.as_slice() };
                result.line = self.actions(best, known);
            }
        }
        result.nodes = worker.nodes + self.visited.iter().skip(1).map(|nodes| nodes.load(Relaxed)).sum::<u64>();
        result.time = self.clock.elapsed();
        result
    }

    /// A line of standing moves as actions that can be played: where moves are proposed, the first is refused in favour of
    /// the line's, and later ones are accepted.
    fn actions(&self, best: Option<Move>, line: &[Move]) -> Vec<Move> {
        let mut actions = Vec::new();
        let mut position = self.position.clone();
        for (index, &mv) in line.iter().enumerate() {
            if !position.proposes() {
                actions.push(mv);
                position.play(mv);
                continue;
            }
            let mut standing = position.clone();
            standing.play_standing(mv);
            let refused = best.filter(|&best| index == 0 && best != mv);
            let mut proposed = position.clone();
            proposed.play(refused.unwrap_or(mv));
            actions.push(refused.unwrap_or(mv));
            actions.extend(proposed.answers().map(|[accept, refuse]| if refused.is_some() { refuse } else { accept }));
            actions.extend(refused.map(|_| mv));
            position = standing;
        }
        actions
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use skirmish_board::Position;
    use skirmish_games::Trench;

    use super::*;
    use crate::limits::Limits;

    /// A search of the start of Trench Run to depth 4 by one thread.
    fn with_job<T>(limits: &Limits, act: impl FnOnce(&Job<Trench>, &mut Worker<Trench>) -> T) -> T {
        let (position, stop) = (Trench::start(), AtomicBool::new(false));
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        let job = Job {
            position: &position,
            moves: &moves,
            ignored: &[],
            lines: 1,
            deepest: 4,
            no_choice: false,
            promised: None,
            clock: &Clock::start(limits, &stop),
            table: &TranspositionTable::new(1),
            shortcuts: Trench::SHORTCUTS,
            network: None,
            visited: vec![AtomicU64::new(0)],
            busy: None,
            leader: AtomicI32::new(0),
            expected: AtomicI32::new(0),
        };
        let mut worker = Worker::new();
        worker.begin(&job.shortcuts);
        act(&job, &mut worker)
    }

    /// What a search that is cut short relies on.
    #[test]
    fn a_window_that_fails_low_names_no_move() {
        with_job(&Limits::default(), |job, worker| {
            let value = worker.search(&job.shared(0, 4), job.position, Window::new(2000, 2010), 4, 0);
            assert!(value <= 2000 && worker.root == [None; 2]);
            let value = worker.search(&job.shared(0, 4), job.position, Window::new(-2000, 2000), 4, 0);
            assert!(value > -2000 && worker.root[0].is_some());
        });
    }

    #[test]
    fn a_move_better_than_the_window_is_kept_when_the_search_is_cut_short() {
        let (low, margin) = (-1000, Trench::SHORTCUTS.aspiration);
        let nodes = with_job(&Limits::default(), |job, worker| {
            let value = worker.search(&job.shared(0, 4), job.position, Window::new(low - margin, low + margin), 4, 0);
            assert!(value >= low + margin);
            worker.nodes
        });
        with_job(&Limits::nodes(nodes + 1), |job, worker| {
            assert_eq!(job.iterate(worker, 0, 4, low), None);
            let best = worker.root[0].map(|(mv, _)| mv);
            assert!(best.is_some());
            // The wider window has wiped the line, but not its first move.
            let told = job.partial(worker, SearchInfo { best: None, ..job.fallback() }, 0);
            assert_eq!((told.best, told.line.first().copied()), (best, best));
        });
    }
}
