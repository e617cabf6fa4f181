//! The end of a line: noisy moves are played out before the position is judged.

use skirmish_board::score::{INFINITY, loss_in};
use skirmish_board::{Evaluate, Score};

use crate::alpha_beta::usable;
use crate::plain::finished;
use crate::table::{Bound, Entry, to_stored};
use crate::worker::{MAX_PLY, Shared, Worker};

impl<P: Evaluate> Worker<P> {
    /// The value of a position for the side to move after at most `left` plies of noisy moves, which either side may stop
    /// making at any point. The window is that of the full search.
    pub(crate) fn quiescence(
        &mut self,
        shared: &Shared,
        position: &P,
        (mut alpha, beta): (Score, Score),
        ply: usize,
        left: i32,
    ) -> Score {
        if self.visit(shared) {
            return 0;
        }
        self.plies[ply].lines.iter_mut().for_each(Vec::clear);
        let key = shared.key(position);
        let entry = if left > 0 { shared.table.get(key) } else { None };
        if let Some(entry) = entry
            && beta - alpha == 1
            && let Some(score) = usable(&entry, alpha, beta, 0, ply, shared.exact)
        {
            return score;
        }
        self.plies[ply].ordered.generate(position);
        let side = position.side_to_move();
        let proposes = position.proposes();
        match self.plies[ply].ordered.moves.len() {
            0 => return position.outcome().map_or(0, |outcome| finished(outcome, side, ply as u16)),
            1 if proposes => return loss_in(ply as u16),
            _ => {}
        }
        let judgement = shared.opinion(position);
        if left <= 0 || ply >= MAX_PLY || judgement >= beta {
            return judgement;
        }
        let original_alpha = alpha;
        alpha = alpha.max(judgement);

        // Quiet moves are taken to be worth the judgement, and there are enough of them to have a second-best.
        let needed = if proposes { 2 } else { 1 };
        let mut best = [judgement, if proposes { judgement } else { -INFINITY }];
        let mut best_move = None;
        self.plies[ply].ordered.keep_noisy(position, entry.map_or([None; 2], |entry| entry.moves));
        let mut index = 0;
        while let Some((mv, _)) = self.plies[ply].ordered.pick(index) {
            index += 1;
            let gain = position.gain(mv);
            let delta = shared.shortcuts.delta;
            if delta > 0 && (gain < 0 || judgement + gain + delta <= alpha) {
                continue;
            }
            let mut next = position.clone();
            next.play_standing(mv);
            shared.table.expect(shared.key(&next));
            let value = if next.side_to_move() == side {
                self.quiescence(shared, &next, (alpha, beta), ply + 1, left - 1)
            } else {
                -self.quiescence(shared, &next, (-beta, -alpha), ply + 1, left - 1)
            };
            if self.stopped {
                return 0;
            }
            if value > best[0] {
                best = [value, best[0]];
                best_move = Some(mv);
            } else {
                best[1] = best[1].max(value);
            }
            if best[needed - 1] >= beta {
                break;
            }
            alpha = alpha.max(best[needed - 1]);
        }
        let value = best[needed - 1];
        let bound = match value {
            v if v >= beta => Bound::Lower,
            v if v > original_alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        shared.table.put(key, Entry { moves: [best_move, None], score: to_stored(value, ply), depth: 0, bound });
        value
    }
}
