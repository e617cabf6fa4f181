//! Iterative deepening: depth by depth, each with an aspiration window around the score of the last, in the main thread and in
//! its helpers.

use std::sync::atomic::Ordering::Relaxed;

use skirmish_board::score::{INFINITY, is_proof};
use skirmish_board::{Evaluate, Score, SearchParams};

use crate::ideas::Idea;
use crate::params::{
    ASPIRATION_GROWTH, ASPIRATION_MAX_MARGIN, ASPIRATION_MIN_DEPTH, EXTENSION_FACTOR, FORCED_MOVE_DEPTH,
};
use crate::recorder::{Recorder, SearchKind};
use crate::report::SearchInfo;
use crate::thread::SearchThread;
use crate::window::Window;

/// The search was stopped in an iteration, at this line.
struct Stopped {
    line: usize,
}

impl<P: Evaluate, R: Recorder> SearchThread<'_, P, R> {
    /// Searches depth by depth until a limit is reached, everything is proven, or the move is forced. Calls `report` for every
    /// line of every iteration.
    pub(crate) fn run_main_thread(mut self, report: &mut dyn FnMut(&SearchInfo)) -> SearchInfo {
        let run = self.run;
        if run.moves.is_empty() {
            return self.result;
        }
        let first = if self.recorder.is_off(Idea::Deepening) { run.max_depth } else { 1 };
        for depth in first..=run.max_depth {
            run.main_depth.store(depth, Relaxed);
            let mut on_info = |info: &SearchInfo| {
                report(info);
                if info.rank == 1 {
                    run.main_score.store(info.score, Relaxed);
                }
            };
            if let Err(Stopped { line }) = self.search_pv_lines(depth, &mut on_info) {
                return self.interrupted_report(line);
            }
            if self.all_proven() || (run.forced && depth >= FORCED_MOVE_DEPTH) {
                break;
            }
        }
        let wants_shorter = self.context.params != SearchParams::NONE && !self.recorder.is_off(Idea::ShorterProof);
        if run.lines == 1 && is_proof(self.result.score) && wants_shorter {
            self.shorten_proof(report);
        }
        self.result
    }

    /// Searches the main thread's iteration, and starts the next one if it finishes first. It helps through the shared table; its
    /// own result counts only if it is deeper than the main thread's.
    pub(crate) fn run_helper(mut self) -> SearchInfo {
        let run = self.run;
        let mut depth = 0;
        while depth < run.max_depth && !run.moves.is_empty() {
            depth = (depth + 1).max(run.main_depth.load(Relaxed));
            if depth == run.main_depth.load(Relaxed) {
                // A helper needs the same window.
                self.scores[0] = run.main_score.load(Relaxed);
            }
            match self.search_pv_lines(depth, &mut |_| {}) {
                Ok(()) => {}
                // The main thread finished first: continue with its next iteration.
                Err(_) if !run.timer.is_finished() => self.stopped = false,
                Err(Stopped { line }) => return self.interrupted_report(line),
            }
        }
        self.result
    }

    /// One iteration: searches each line (multi-PV) without the root moves of the lines before it.
    fn search_pv_lines(&mut self, depth: i32, on_info: &mut dyn FnMut(&SearchInfo)) -> Result<(), Stopped> {
        self.consider_all_moves();
        for line in 0..self.run.lines {
            let score = self.aspiration_search(depth, self.scores[line]).ok_or(Stopped { line })?;
            self.scores[line] = score;
            let info = self.report(depth as u32, line, score);
            self.excluded_at_root.extend(info.best);
            on_info(&info);
            if line == 0 {
                self.result = info;
            }
        }
        Ok(())
    }

    /// Excludes only the ignored moves at the root.
    pub(crate) fn consider_all_moves(&mut self) {
        self.excluded_at_root.clear();
        self.excluded_at_root.extend(self.run.ignored);
    }

    /// Searches the root to a depth with an aspiration window around the last score, widened until the score is inside. `None` if
    /// the search was stopped.
    pub(crate) fn aspiration_search(&mut self, depth: i32, last: Score) -> Option<Score> {
        (self.context.depth, self.context.horizon) = (depth, EXTENSION_FACTOR * depth as usize);
        let mut margin = self.context.params.aspiration_window;
        let narrow = margin > 0 && depth >= ASPIRATION_MIN_DEPTH && !is_proof(last);
        let mut window = if narrow { Window::new(last - margin, last + margin) } else { Window::FULL };
        // A move that fails high stays the best during the re-search with a wider window.
        self.root = [None; 2];
        let mut kind = SearchKind::Iteration;
        loop {
            let score = self.search_root(kind, window, depth)?;
            kind = SearchKind::Aspiration;
            margin *= ASPIRATION_GROWTH;
            let unbounded = margin > ASPIRATION_MAX_MARGIN || is_proof(score);
            if score <= window.alpha && window.alpha > -INFINITY {
                window.beta = (window.alpha + window.beta) / 2 + 1;
                window.alpha = if unbounded { -INFINITY } else { score - margin };
            } else if score >= window.beta && window.beta < INFINITY {
                window.beta = if unbounded { INFINITY } else { score + margin };
            } else {
                return Some(score);
            }
        }
    }

    /// Searches the root. `None` if the search was stopped.
    pub(crate) fn search_root(&mut self, kind: SearchKind, window: Window, depth: i32) -> Option<Score> {
        self.recorder.announce(kind, None, 0);
        let score = self.search(self.run.position, window, depth, 0);
        self.publish_nodes();
        (!self.stopped).then_some(score)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use skirmish_games::Trench;

    use super::*;
    use crate::engine::SearchQuery;
    use crate::limits::Limits;
    use crate::recorder::NoRecorder;
    use crate::run::{MAIN_THREAD, Resources, SearchRun};
    use crate::thread::ThreadMemory;
    use crate::transposition::TranspositionTable;

    /// One thread that searches the start of Trench Run.
    fn with_thread<T>(limits: Limits, act: impl FnOnce(&mut SearchThread<Trench, NoRecorder>) -> T) -> T {
        let (table, position, stop) = (TranspositionTable::new(1), Trench::start(), AtomicBool::new(false));
        let resources = Resources { table: &table, params: Trench::SEARCH_PARAMS, network: None, threads: 1 };
        let run = SearchRun::new(resources, &position, &SearchQuery::from(limits), &stop);
        let mut memory = ThreadMemory::new(Trench::HISTORY_SIZE);
        act(&mut SearchThread::new(&run, MAIN_THREAD, &mut memory, &mut NoRecorder))
    }

    /// What a search that is cut short relies on.
    #[test]
    fn a_window_that_fails_low_names_no_move() {
        with_thread(Limits::default(), |thread| {
            let score = thread.search_root(SearchKind::Iteration, Window::new(2000, 2010), 4);
            assert!(score <= Some(2000) && thread.root == [None; 2]);
            let score = thread.search_root(SearchKind::Iteration, Window::new(-2000, 2000), 4);
            assert!(score > Some(-2000) && thread.root[0].is_some());
        });
    }

    #[test]
    fn a_move_better_than_the_window_is_kept_when_the_search_is_cut_short() {
        let (low, margin) = (-1000, Trench::SEARCH_PARAMS.aspiration_window);
        let nodes = with_thread(Limits::default(), |thread| {
            (thread.context.depth, thread.context.horizon) = (4, 8);
            let score = thread.search_root(SearchKind::Iteration, Window::new(low - margin, low + margin), 4);
            assert!(score >= Some(low + margin));
            thread.nodes
        });
        with_thread(Limits::nodes(nodes + 1), |thread| {
            assert_eq!(thread.aspiration_search(4, low), None);
            let best = thread.root[0].map(|(mv, _)| mv);
            assert!(best.is_some());
            // The wider window has wiped the line, but not its first move.
            thread.result.best = None;
            let report = thread.interrupted_report(0);
            assert_eq!((report.best, report.line.first().copied()), (best, best));
        });
    }
}
