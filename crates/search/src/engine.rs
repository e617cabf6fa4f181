//! A search from outside: threads, iterations, reports.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, Ordering::Relaxed};

use skirmish_board::score::{INFINITY, is_proof, proven_plies};
use skirmish_board::{Evaluate, Move, MoveList, Outcome, Score, Shortcuts};

use crate::busy::Busy;
use crate::limits::{Clock, Limits};
use crate::plain::finished;
use crate::report::Report;
use crate::table::Table;
use crate::worker::{MAX_PLY, Shared, Worker};

/// How an engine is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Threads that search together, at least 1.
    pub threads: usize,
    /// The size of the table in megabytes.
    pub hash: usize,
    /// The shortcuts, where they should differ from the game's own.
    pub shortcuts: Option<Shortcuts>,
    /// Whether tables of known results may be consulted about the moves at hand.
    pub consult: bool,
}

/// All cores, 256 MB, and everything that is known.
impl Default for Settings {
    fn default() -> Settings {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        Settings { threads, hash: 256, shortcuts: None, consult: true }
    }
}

/// An engine for one game. It remembers what it has seen from one search to the next.
pub struct Engine<P> {
    table: Table,
    workers: Vec<Worker<P>>,
    shortcuts: Shortcuts,
    consult: bool,
}

impl<P: Evaluate> Engine<P> {
    /// An engine that knows nothing yet.
    pub fn new(settings: &Settings) -> Engine<P> {
        Engine {
            table: Table::new(settings.hash),
            workers: (0..settings.threads.max(1)).map(|_| Worker::new()).collect(),
            shortcuts: settings.shortcuts.unwrap_or(P::SHORTCUTS),
            consult: settings.consult,
        }
    }

    /// The shortcuts in use, to be changed for experiments.
    pub fn shortcuts_mut(&mut self) -> &mut Shortcuts {
        &mut self.shortcuts
    }

    /// Whether tables of known results may be consulted from now on.
    pub fn set_consult(&mut self, consult: bool) {
        self.consult = consult;
    }

    /// Forgets everything, as if newly built.
    pub fn clear(&mut self) {
        self.table.clear();
        for worker in &mut self.workers {
            worker.history.clear();
        }
    }

    /// Searches a position until a limit is reached, `stop` is raised, the result is proven, or, if time is limited, there is
    /// nothing to choose. `report` is called for each of the `lines` best lines after every iteration.
    ///
    /// Returns the last report of the best line. With one thread and no limit on time, the same engine state and arguments give
    /// the same result.
    pub fn search(
        &mut self,
        position: &P,
        limits: &Limits,
        lines: usize,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Report),
    ) -> Report {
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        let clock = Clock::start(limits, stop);
        self.table.age();
        let threads = self.workers.len();
        let deepest = limits.depth.unwrap_or(u32::MAX).clamp(1, MAX_PLY as u32 - 1) as i32;
        let inferior = if self.consult { inferior(position, &moves) } else { Vec::new() };
        let choices = moves.len() - inferior.len();
        let job = Job {
            position,
            moves: &moves,
            lines: lines.clamp(1, choices.max(1)),
            inferior,
            deepest,
            no_choice: limits.time.is_some() && choices <= if position.proposes() { 2 } else { 1 },
            promised: limits.promised,
            clock: &clock,
            table: &self.table,
            shortcuts: self.shortcuts,
            visited: (0..threads).map(|_| AtomicU64::new(0)).collect(),
            busy: (threads > 1).then(Busy::new),
            leader: AtomicI32::new(0),
            expected: AtomicI32::new(0),
        };
        let (first, others) = self.workers.split_at_mut(1);
        std::thread::scope(|scope| {
            let job = &job;
            let help = |(index, worker)| scope.spawn(move || job.run(worker, index + 1, &mut |_| {}));
            let helpers: Vec<_> = others.iter_mut().enumerate().map(help).collect();
            let result = job.run(&mut first[0], 0, report);
            clock.finish();
            let found = helpers.into_iter().map(|helper| helper.join().unwrap_or_else(|panic| resume_unwind(panic)));
            // Of several lines, those reported count.
            found.filter(|_| job.lines == 1).fold(result, Report::or_deeper)
        })
    }
}

/// The moves that give away what the best keep, if the result after each of them is known.
fn inferior<P: Evaluate>(position: &P, moves: &MoveList) -> Vec<Move> {
    let side = position.side_to_move();
    let value = |&mv: &Move| {
        let mut next = position.clone();
        next.play(mv);
        next.outcome().or_else(|| next.known()).map(|outcome| match outcome {
            Outcome::Draw => 0,
            Outcome::Win(winner) => {
                if winner == side {
                    1
                } else {
                    -1
                }
            }
        })
    };
    let values: Option<Vec<i32>> = moves.iter().map(value).collect();
    let Some(values) = values else { return Vec::new() };
    let best = values.iter().max().copied().unwrap_or(0);
    moves.iter().zip(values).filter(|&(_, value)| value < best).map(|(&mv, _)| mv).collect()
}

/// One search as all its threads see it.
struct Job<'a, P> {
    position: &'a P,
    moves: &'a MoveList,
    /// Moves known to give away the result: not considered.
    inferior: Vec<Move>,
    lines: usize,
    deepest: i32,
    no_choice: bool,
    /// A win has been promised within this many plies.
    promised: Option<u16>,
    clock: &'a Clock<'a>,
    table: &'a Table,
    shortcuts: Shortcuts,
    /// Nodes of each thread, published now and then.
    visited: Vec<AtomicU64>,
    /// What the threads are busy with, if there are several.
    busy: Option<Busy>,
    /// The depth that thread 0 has come to.
    leader: AtomicI32,
    /// The score of the best line that thread 0 found last.
    expected: AtomicI32,
}

impl<P: Evaluate> Job<'_, P> {
    /// Iterative deepening by one thread. Thread 0 reports; the others help it with its iteration, and begin the next if they are
    /// through with it first.
    fn run(&self, worker: &mut Worker<P>, thread: usize, report: &mut dyn FnMut(&Report)) -> Report {
        worker.begin(&self.shortcuts);
        let mut result = self.fallback();
        if self.moves.is_empty() {
            return result;
        }
        let mut scores = vec![0; self.lines];
        let mut depth = 0;
        'deeper: while depth < self.deepest {
            depth = (depth + 1).max(self.leader.load(Relaxed));
            if thread == 0 {
                self.leader.store(depth, Relaxed);
            }
            worker.reported.clone_from(&self.inferior);
            if thread > 0 && depth == self.leader.load(Relaxed) {
                // Helping needs the same window.
                scores[0] = self.expected.load(Relaxed);
            }
            for (line, score) in scores.iter_mut().enumerate() {
                let Some(found) = self.iterate(worker, thread, depth, *score) else {
                    if thread > 0 && !self.clock.is_finished() {
                        // Thread 0 was quicker.
                        worker.stopped = false;
                        continue 'deeper;
                    }
                    return self.partial(worker, result, line);
                };
                *score = found;
                let news = self.report(worker, thread, depth, line, found);
                worker.reported.extend(news.best);
                if thread == 0 {
                    report(&news);
                }
                if line == 0 {
                    if thread == 0 {
                        self.expected.store(found, Relaxed);
                    }
                    result = news;
                }
            }
            if thread == 0 && (self.settled(&scores) || (self.no_choice && depth >= 4)) {
                break;
            }
        }
        if thread == 0 && self.lines == 1 && is_proof(result.score) && self.shortcuts != Shortcuts::NONE {
            return self.confirm(worker, result, report);
        }
        result
    }

    /// Whether all lines are proven, a win within what was promised.
    fn settled(&self, scores: &[Score]) -> bool {
        let soon = |plies: i32| plies <= 0 || self.promised.is_none_or(|promised| plies <= promised as i32);
        scores.iter().all(|&score| proven_plies(score).is_some_and(soon))
    }

    /// A proven result is certain, but a search with shortcuts may have missed a shorter way. Looks for one without
    /// shortcuts, as far as the limits allow, so that what is reported is the exact length.
    fn confirm(&self, worker: &mut Worker<P>, mut result: Report, report: &mut dyn FnMut(&Report)) -> Report {
        let shared = Shared {
            shortcuts: Shortcuts::NONE,
            exact: true,
            proofs_only: true,
            busy: None,
            ..self.shared(0, i32::MAX)
        };
        worker.reported.clone_from(&self.inferior);
        while let Some(plies) = proven_plies(result.score)
            && plies.abs() > 2
        {
            let won = result.score > 0;
            let window = if won { (result.score, result.score + 1) } else { (result.score - 1, result.score) };
            let value = worker.search(&shared, self.position, window, plies.abs() - 1, 0);
            self.visited[0].store(worker.nodes, Relaxed);
            let shorter = if won { value > result.score } else { value < result.score };
            if worker.stopped || !shorter {
                break;
            }
            // A quicker loss has no better move to offer. A quicker win has: a look with an open window tells its line.
            let old = result.clone();
            if won {
                worker.search(&shared, self.position, (value - 1, value + 1), plies.abs() - 1, 0);
                if worker.stopped {
                    break;
                }
            }
            result = self.report(worker, 0, result.depth as i32, 0, value);
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
        let (mut alpha, mut beta) = if narrow { (last - margin, last + margin) } else { (-INFINITY, INFINITY) };
        // A move better than one window stays known while the next, wider one is searched.
        worker.root = [None; 2];
        loop {
            let score = worker.search(&shared, self.position, (alpha, beta), depth, 0);
            self.visited[thread].store(worker.nodes, Relaxed);
            if worker.stopped {
                return None;
            }
            margin *= 3;
            if score <= alpha && alpha > -INFINITY {
                beta = (alpha + beta) / 2 + 1;
                alpha = if margin > 600 || is_proof(score) { -INFINITY } else { score - margin };
            } else if score >= beta && beta < INFINITY {
                beta = if margin > 600 || is_proof(score) { INFINITY } else { score + margin };
            } else {
                return Some(score);
            }
        }
    }

    fn report(&self, worker: &Worker<P>, thread: usize, depth: i32, line: usize, score: Score) -> Report {
        let others: u64 =
            self.visited.iter().enumerate().filter(|&(i, _)| i != thread).map(|(_, nodes)| nodes.load(Relaxed)).sum();
        let second_counts = self.position.proposes() && self.lines == 1;
        let [best, alternate] = worker.root.map(|found| found.map(|(mv, _)| mv));
        let lines = &worker.plies[0].lines;
        Report {
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
    fn fallback(&self) -> Report {
        let nth = |n: usize| self.moves.iter().copied().filter(|mv| !self.inferior.contains(mv)).nth(n);
        let side = self.position.side_to_move();
        Report {
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
    fn partial(&self, worker: &Worker<P>, mut result: Report, line: usize) -> Report {
        let needed = if self.position.proposes() { 2 } else { 1 };
        let complete = worker.root[..needed].iter().all(Option::is_some);
        if line == 0 && complete && self.lines == 1 {
            let [best, alternate] = worker.root.map(|found| found.map(|(mv, _)| mv));
            if best != result.best || (needed == 2 && alternate != result.alternate) {
                result.best = best;
                result.alternate = alternate.filter(|_| needed == 2);
                result.line = self.actions(best, &worker.plies[0].lines[needed - 1]);
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
    use skirmish_board::Position;
    use skirmish_games::Trench;

    use super::*;

    /// A search of the start of Trench Run to depth 4 by one thread.
    fn with_job<T>(limits: &Limits, act: impl FnOnce(&Job<Trench>, &mut Worker<Trench>) -> T) -> T {
        let (position, stop) = (Trench::start(), AtomicBool::new(false));
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        let job = Job {
            position: &position,
            moves: &moves,
            inferior: Vec::new(),
            lines: 1,
            deepest: 4,
            no_choice: false,
            promised: None,
            clock: &Clock::start(limits, &stop),
            table: &Table::new(1),
            shortcuts: Trench::SHORTCUTS,
            visited: vec![AtomicU64::new(0)],
            busy: None,
            leader: AtomicI32::new(0),
            expected: AtomicI32::new(0),
        };
        let mut worker = Worker::new();
        worker.begin(&job.shortcuts);
        act(&job, &mut worker)
    }

    /// What a search cut short goes by.
    #[test]
    fn a_window_that_fails_low_names_no_move() {
        with_job(&Limits::default(), |job, worker| {
            let value = worker.search(&job.shared(0, 4), job.position, (2000, 2010), 4, 0);
            assert!(value <= 2000 && worker.root == [None; 2]);
            let value = worker.search(&job.shared(0, 4), job.position, (-2000, 2000), 4, 0);
            assert!(value > -2000 && worker.root[0].is_some());
        });
    }

    #[test]
    fn a_move_better_than_the_window_is_kept_when_the_search_is_cut_short() {
        let (low, margin) = (-1000, Trench::SHORTCUTS.aspiration);
        let nodes = with_job(&Limits::default(), |job, worker| {
            let value = worker.search(&job.shared(0, 4), job.position, (low - margin, low + margin), 4, 0);
            assert!(value >= low + margin);
            worker.nodes
        });
        with_job(&Limits::nodes(nodes + 1), |job, worker| {
            assert_eq!(job.iterate(worker, 0, 4, low), None);
            assert!(worker.root[0].is_some());
        });
    }
}
