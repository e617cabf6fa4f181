//! Quiescence search: noisy moves are played out before a position is evaluated.

use skirmish_board::{Evaluate, Score};

use crate::ideas::Idea;
use crate::node::usable;
use crate::params::MAX_PLY;
use crate::recorder::{NodeEnd, NodeMark, Recorder, SearchKind, SkipReason};
use crate::second_best::{BestMoves, Rank};
use crate::thread::SearchThread;
use crate::transposition::{Bound, TableEntry, score_to_tt};
use crate::window::Window;

impl<P: Evaluate, R: Recorder> SearchThread<'_, P, R> {
    /// Searches at most `plies_left` plies of noisy moves. Either side may stand pat. Returns the score for the side to move, or a bound
    /// if it lies outside the window.
    pub(crate) fn quiescence(&mut self, position: &P, window: Window, ply: usize, plies_left: i32) -> Score {
        // The score of a stopped search is not used.
        self.recorder.enter(ply, plies_left - self.context.params.qs_depth, window);
        if self.visit() {
            return self.recorder.leave(NodeEnd::Stopped, 0);
        }
        self.stack[ply].pv.iter_mut().for_each(Vec::clear);

        // Step 1. Transposition table: entries of any depth are deep enough.
        let key = self.context.key(position);
        let entry = if plies_left > 0 { self.context.table.probe(key) } else { None };
        self.recorder.probed(entry.as_ref());
        if let Some(entry) = entry
            && window.is_null()
            && let Some(score) = usable(&entry, window, 0, ply, self.context.exact)
        {
            return self.recorder.leave(NodeEnd::Table, score);
        }

        // Step 2. Move generation: the game may be over, or decided.
        self.stack[ply].move_picker.generate(position);
        if let Some((end, score)) = self.terminal_score(position, ply) {
            return self.recorder.leave(end, score);
        }
        if let Some(score) = self.known_score(position, ply) {
            return self.recorder.leave(NodeEnd::Known, score);
        }

        // Step 3. Stand pat: the side to move need not capture. Quiet moves are assumed to be worth the static evaluation, and to
        // be enough for a second-best.
        let static_eval = self.evaluate(position);
        self.recorder.evaluated(static_eval);
        if plies_left <= 0 || ply >= MAX_PLY {
            return self.recorder.leave(NodeEnd::Evaluated, static_eval);
        }
        if static_eval >= window.beta {
            return self.recorder.leave(NodeEnd::StandPat, static_eval);
        }
        let needed = if position.is_proposal_turn() { 2 } else { 1 };
        self.recorder.needs(needed);
        let mut best = BestMoves::standing(needed, static_eval);
        let raises_alpha = !self.recorder.is_off(Idea::AlphaBeta);
        let mut alpha = if raises_alpha { window.alpha.max(static_eval) } else { window.alpha };
        let mut best_move = None;
        let side = position.side_to_move();

        // Step 4. Move ordering: noisy moves only, by what they gain.
        let hash_moves = entry.map_or([None; 2], |entry| entry.moves);
        self.stack[ply].move_picker.keep_noisy(position, hash_moves, self.recorder);
        while let Some(picked) = self.stack[ply].move_picker.pick() {
            // Step 5. Delta pruning: skip captures that lose, and those that gain too little to raise the score to alpha.
            let gain = position.exchange_gain(picked.mv);
            let delta = self.context.params.delta_margin;
            if delta > 0 && (gain < 0 || static_eval + gain + delta <= alpha) {
                self.recorder.skip(picked.mv, SkipReason::Delta);
                continue;
            }

            // Step 6. Search the move, and stop at a fail high.
            let mut next = position.clone();
            next.play_accepted(picked.mv);
            self.context.table.prefetch(self.context.key(&next));
            let child_window = Window::new(alpha, window.beta);
            self.recorder.announce(SearchKind::Noisy, Some(picked.mv), 0);
            let value = if next.side_to_move() == side {
                self.quiescence(&next, child_window, ply + 1, plies_left - 1)
            } else {
                -self.quiescence(&next, child_window.negated(), ply + 1, plies_left - 1)
            };
            if self.stopped {
                return self.recorder.leave(NodeEnd::Stopped, 0);
            }
            if best.offer(picked.mv, value) == Rank::First {
                best_move = Some(picked.mv);
            }
            if best.value() >= window.beta {
                break;
            }
            if value >= window.beta {
                self.recorder.mark_move(picked.mv, NodeMark::SecondNeeded);
            }
            if raises_alpha {
                alpha = alpha.max(best.value());
            }
        }

        // Step 7. Transposition table: store the score with depth 0.
        let value = best.value();
        let (score, bound) = (score_to_tt(value, ply), Bound::of(value, window));
        self.context.table.store(key, TableEntry { moves: [best_move, None], score, depth: 0, bound });
        self.recorder.best([best_move, None]);
        self.recorder.leave(if value >= window.beta { NodeEnd::Cutoff } else { NodeEnd::Quiet }, value)
    }
}
