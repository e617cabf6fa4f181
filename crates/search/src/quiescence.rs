//! The end of a line: noisy moves are played out before the position is judged.

use skirmish_board::{Evaluate, Score};

use crate::node::usable;
use crate::second_best::{BestMoves, Place};
use crate::table::{Bound, Entry, to_stored};
use crate::window::Window;
use crate::worker::{MAX_PLY, Shared, Worker};

impl<P: Evaluate> Worker<P> {
    /// The value of a position for the side to move after at most `left` plies of noisy moves, which either side may stop
    /// making at any point. The window is that of the full search.
    pub(crate) fn quiescence(&mut self, shared: &Shared, position: &P, window: Window, ply: usize, left: i32) -> Score {
        if self.visit(shared) {
            return 0;
        }
        self.plies[ply].lines.iter_mut().for_each(Vec::clear);
        let key = shared.key(position);
        let entry = if left > 0 { shared.table.get(key) } else { None };
        if let Some(entry) = entry
            && window.is_test()
            && let Some(score) = usable(&entry, window, 0, ply, shared.exact)
        {
            return score;
        }
        self.plies[ply].ordered.generate(position);
        if let Some(score) = self.without_choice(position, ply) {
            return score;
        }
        let judgement = self.opinion(shared, position);
        if left <= 0 || ply >= MAX_PLY || judgement >= window.beta {
            return judgement;
        }

        // Quiet moves are taken to be worth the judgement, and there are enough of them to have a second-best.
        let mut best = BestMoves::standing(if position.proposes() { 2 } else { 1 }, judgement);
        let mut alpha = window.alpha.max(judgement);
        let mut best_move = None;
        let side = position.side_to_move();
        self.plies[ply].ordered.keep_noisy(position, entry.map_or([None; 2], |entry| entry.moves));
        while let Some(picked) = self.plies[ply].ordered.pick() {
            let gain = position.gain(picked.mv);
            let delta = shared.shortcuts.delta;
            if delta > 0 && (gain < 0 || judgement + gain + delta <= alpha) {
                continue;
            }
            let mut next = position.clone();
            next.play_standing(picked.mv);
            shared.table.expect(shared.key(&next));
            let asked = Window::new(alpha, window.beta);
            let value = if next.side_to_move() == side {
                self.quiescence(shared, &next, asked, ply + 1, left - 1)
            } else {
                -self.quiescence(shared, &next, asked.turned(), ply + 1, left - 1)
            };
            if self.stopped {
                return 0;
            }
            if best.offer(picked.mv, value) == Place::First {
                best_move = Some(picked.mv);
            }
            if best.value() >= window.beta {
                break;
            }
            alpha = alpha.max(best.value());
        }
        let value = best.value();
        let (score, bound) = (to_stored(value, ply), Bound::of(value, window));
        shared.table.put(key, Entry { moves: [best_move, None], score, depth: 0, bound });
        value
    }
}
