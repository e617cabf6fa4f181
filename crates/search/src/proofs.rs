//! Proofs: scores that are certain. When to stop deepening, and the search for a shorter win.

use skirmish_board::score::proven_plies;
use skirmish_board::{Evaluate, SearchParams};

use crate::params::EXTENSION_FACTOR;
use crate::recorder::{Recorder, SearchKind};
use crate::report::SearchInfo;
use crate::thread::{SearchContext, SearchThread};
use crate::window::Window;

/// A result within this many plies is the shortest: so near the root, nothing is pruned.
const SHORTEST_PLIES: i32 = 2;

impl<P: Evaluate, R: Recorder> SearchThread<'_, P, R> {
    /// Whether all lines are proven, wins within the mate bound.
    pub(crate) fn all_proven(&self) -> bool {
        let soon = |plies: i32| plies <= 0 || self.run.mate_bound.is_none_or(|bound| plies <= bound as i32);
        self.scores.iter().all(|&score| proven_plies(score).is_some_and(soon))
    }

    /// A proven result is certain, but a search with pruning may have missed a shorter win. Searches for one without
    /// pruning, as far as the limits allow, so that the reported length is exact.
    pub(crate) fn shorten_proof(&mut self, report: &mut dyn FnMut(&SearchInfo)) {
        let known_results = self.context.params.known_results;
        self.context = SearchContext {
            params: SearchParams { known_results, ..SearchParams::NONE },
            exact: true,
            proofs_only: true,
            in_flight: None,
            depth: i32::MAX,
            ..self.context
        };
        self.consider_all_moves();
        let mut depth = 0;
        while let Some(plies) = proven_plies(self.result.score)
            && plies.abs() > SHORTEST_PLIES
            && depth < (plies.abs() - 1).min(self.run.max_depth)
        {
            // A length that the search has reached is nearly always the shortest. One that the game knows lies beyond it: look
            // ahead step by step.
            let searched = EXTENSION_FACTOR as i32 * self.result.depth as i32;
            depth = if plies.abs() <= searched { plies.abs() - 1 } else { (depth + 1).max(self.result.depth as i32) };
            match self.shorter_proof(depth) {
                Some(shorter) => {
                    report(&shorter);
                    self.result = shorter;
                    depth = 0;
                }
                None if self.stopped => break,
                None => {}
            }
        }
        self.result.nodes = self.all_nodes();
        self.result.time = self.run.timer.elapsed();
    }

    /// A result in fewer plies, if a search of this depth finds one in time.
    fn shorter_proof(&mut self, depth: i32) -> Option<SearchInfo> {
        let known = self.result.score;
        let won = known > 0;
        let score = self.search_root(SearchKind::Proof, Window::null(if won { known } else { known - 1 }), depth)?;
        let shorter = if won { score > known } else { score < known };
        if !shorter {
            return None;
        }
        // A quicker loss has no better move. A quicker win has one: a re-search with an open window finds its line.
        if won {
            self.search_root(SearchKind::Proof, Window::new(score - 1, score + 1), depth)?;
            return Some(self.report(self.result.depth, 0, score));
        }
        let SearchInfo { best, alternate, line, .. } = self.result.clone();
        Some(SearchInfo { best, alternate, line, ..self.report(self.result.depth, 0, score) })
    }
}
