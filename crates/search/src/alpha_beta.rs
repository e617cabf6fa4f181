//! The search itself.

use skirmish_board::score::{INFINITY, MAX_OPINION, is_proof, loss_in, win_in};
use skirmish_board::{Evaluate, Move, Score};

use crate::busy::Busy;
use crate::order::{Hints, Ordered};
use crate::plain::finished;
use crate::table::{Bound, Entry, from_stored, to_stored};
use crate::worker::{MAX_PLY, Shared, Worker};

/// Quiet moves remembered as tried and found wanting, in one node.
const TRIED: usize = 48;

/// Threads share the work of moves searched at least this deep; for less, telling each other costs more than it saves.
const SHARED_DEPTH: i32 = 4;

impl<P: Evaluate> Worker<P> {
    /// The value of a position for the side to move, searched to a depth, within a window: a result at or below `alpha` is an
    /// upper bound of the true value, one at or above `beta` a lower bound, one between is the value. Void once
    /// `self.stopped` is set.
    pub(crate) fn search(
        &mut self,
        shared: &Shared,
        position: &P,
        (mut alpha, mut beta): (Score, Score),
        mut depth: i32,
        ply: usize,
    ) -> Score {
        let shortcuts = &shared.shortcuts;
        let root = ply == 0;
        let full_window = beta - alpha > 1;
        self.plies[ply].lines.iter_mut().for_each(Vec::clear);

        // Step 1. A side that is about to lose at once is looked at more closely, everybody else quietens down at the end.
        let threatened = shortcuts.threat_extension > 0 && !root && ply < shared.horizon && position.threatened();
        depth += threatened as i32;
        if depth <= 0 {
            return self.quiescence(shared, position, (alpha, beta), ply, shortcuts.quiescence);
        }
        if self.visit(shared) {
            return 0;
        }
        if ply >= MAX_PLY {
            return shared.opinion(position);
        }

        // Step 2. No line is better than winning with the next move, or worse than having lost already.
        if !shared.exact && !root {
            alpha = alpha.max(loss_in(ply as u16));
            beta = beta.min(win_in(ply as u16 + 1));
            if alpha >= beta {
                return alpha;
            }
        }

        // Step 3. Look in the table.
        let excluded = self.plies[ply].excluded;
        let key = shared.key(position);
        let entry = if excluded.is_none() { shared.table.get(key) } else { None };
        if let Some(entry) = entry
            && !full_window
            && let Some(score) = usable(&entry, alpha, beta, depth, ply, shared.exact)
        {
            return score;
        }

        // Step 4. Generate the moves. Without any the game is over; a sole proposal is refused and loses.
        self.plies[ply].ordered.generate(position);
        let side = position.side_to_move();
        let proposes = position.proposes();
        match self.plies[ply].ordered.moves.len() {
            0 => return position.outcome().map_or(0, |outcome| finished(outcome, side, ply as u16)),
            1 if proposes => return loss_in(ply as u16),
            _ => {}
        }
        // Where moves are proposed the best one will be refused: it is the second-best that counts.
        let needed = if proposes && !(root && shared.ranked) { 2 } else { 1 };

        // Step 5. Judge the position; the table may know better.
        let mut judgement = 0;
        if !shared.exact {
            judgement = position.evaluate();
            if let Some(entry) = entry
                && !is_proof(entry.score)
                && (entry.bound == Bound::Exact || (entry.bound == Bound::Lower) == (entry.score > judgement))
            {
                judgement = entry.score;
            }
        }
        self.plies[ply].judgement = judgement;
        let improving = ply < 2 || judgement > self.plies[ply - 2].judgement;
        let calm = !full_window && !threatened && excluded.is_none();

        // Step 6. Far above what is needed, near the end: believe it.
        if calm && shortcuts.reverse_futility > 0 && depth <= 8 && !is_proof(beta) {
            let margin = shortcuts.reverse_futility * (depth - improving as i32);
            if judgement - margin >= beta {
                return judgement - margin / 2;
            }
        }

        // Step 7. Fine even after passing: the real moves will not be worse. Zugzwang is real, so few games allow it.
        if calm
            && shortcuts.null_move > 0
            && depth >= 3
            && judgement >= beta
            && !is_proof(beta)
            && (root || self.plies[ply - 1].slot.is_some())
            && let Some(passed) = position.passed()
        {
            let reduced = depth - shortcuts.null_move - depth / 4;
            self.plies[ply].slot = None;
            let value = -self.search(shared, &passed, (-beta, 1 - beta), reduced, ply + 1);
            if self.stopped {
                return 0;
            }
            if value >= beta {
                return if is_proof(value) { beta } else { value };
            }
            // The search below overwrote nothing here but the list of moves of deeper plies.
        }

        // Step 8. Without a move from the table the order is poor: a less deep look first is cheaper.
        let known = entry.map_or([None; 2], |entry| entry.moves);
        if shortcuts.internal_reduction > 0 && depth >= shortcuts.internal_reduction && known[0].is_none() {
            depth -= 1;
        }

        // Step 9. Put the moves in order. Where the second-best counts and its value is wanted, it comes first: then the best
        // needs only a test that it is no worse, and the number of fully searched lines does not double with every ply.
        let second_first = needed == 2 && full_window && known[1].is_some();
        let table = if second_first { [known[1], known[0]] } else { known };
        let hints = Hints { table, killers: self.plies[ply].killers, before: self.before(ply) };
        self.plies[ply].ordered.judge(position, &hints, &self.history);
        self.plies[ply + 1].killers = [None; 2];

        let original_alpha = alpha;
        let mut best = [-INFINITY; 2];
        let mut best_moves: [Option<Move>; 2] = [None; 2];
        let mut tried = [Move::from_bits(0); TRIED];
        let mut tried_count = 0;
        let mut index = 0;
        let mut searched = 0;
        // Moves before this one that were put off: they count as early ones, so that the rest is searched as if they were done.
        let mut put_off = 0;
        // Whether of the best move it is only known that it is at least as good as `best[0]`.
        let mut best_is_bound = false;

        while let Some((mv, promise)) = self.plies[ply].ordered.pick(index) {
            index += 1;
            let (was_put_off, promise) = Ordered::was_put_off(promise);
            if excluded == Some(mv) || (root && self.reported.contains(&mv)) {
                continue;
            }
            let noisy = position.is_noisy(mv);

            // Step 10. Leave out what cannot matter, once something is known that does not lose.
            if !root && !threatened && best[needed - 1] > -MAX_OPINION {
                if noisy {
                    if shortcuts.exchange > 0 && depth <= 6 && position.gain(mv) < -shortcuts.exchange * depth {
                        continue;
                    }
                } else {
                    if shortcuts.late_moves > 0
                        && depth <= 8
                        && (searched + put_off) as i32
                            >= (shortcuts.late_moves + depth * depth) / (2 - improving as i32)
                    {
                        continue;
                    }
                    if shortcuts.futility > 0
                        && depth <= 6
                        && !full_window
                        && judgement + shortcuts.futility * (depth + 1) <= alpha
                    {
                        continue;
                    }
                }
            }

            // Step 11. A table move that beats all others by far deserves a closer look.
            let mut extension = 0;
            if let Some(entry) = entry
                && shortcuts.singular > 0
                && !root
                && needed == 1
                && depth >= 6
                && known[0] == Some(mv)
                && entry.bound != Bound::Upper
                && entry.depth >= depth - 3
                && !is_proof(entry.score)
                && ply < shared.horizon
            {
                let target = entry.score - shortcuts.singular * depth;
                self.plies[ply].excluded = Some(mv);
                let others = self.search(shared, position, (target - 1, target), (depth - 1) / 2, ply);
                self.plies[ply].excluded = None;
                if self.stopped {
                    return 0;
                }
                extension = (others < target) as i32;
                // The moves were ordered anew below: bring this one back to its place.
                self.plies[ply].ordered.generate(position);
                self.plies[ply].ordered.judge(position, &hints, &self.history);
                self.plies[ply].ordered.pick(0);
                self.plies[ply].judgement = judgement;
            }

            // Another thread may have answered the question of this window in the meantime.
            if shared.busy.is_some()
                && depth >= SHARED_DEPTH
                && searched > 0
                && !full_window
                && excluded.is_none()
                && let Some(entry) = shared.table.get(key)
                && let Some(score) = usable(&entry, alpha, beta, depth, ply, shared.exact)
            {
                return score;
            }

            // Step 12. Play the move and search what follows: fully for the first, the others with a test whether they are
            // better at all, late ones less deep.
            let slot = position.slot(mv);
            let mut next = position.clone();
            next.play_standing(mv);
            let next_key = shared.key(&next);
            shared.table.expect(next_key);
            // What another thread is looking at right now comes last: then the answer will be in the table.
            let work = Busy::work(next_key, depth);
            let busy = shared.busy.filter(|_| searched >= needed && depth >= SHARED_DEPTH);
            if busy.is_some_and(|busy| !was_put_off && busy.contains(work)) {
                index -= 1;
                self.plies[ply].ordered.put_off(index);
                put_off += 1;
                continue;
            }
            if let Some(busy) = busy {
                busy.begin(work);
            }
            self.plies[ply].slot = Some(slot);
            let same_side = next.side_to_move() == side;
            let next_depth = depth - 1 + extension;
            let mut value;
            if searched == 1 && needed == 2 && full_window && alpha < best[0] && best[0] < beta {
                value = self.value(shared, &next, same_side, (best[0] - 1, best[0]), next_depth, ply + 1);
                best_is_bound = value >= best[0];
                if alpha < value && value < best[0] {
                    value = self.value(shared, &next, same_side, (alpha, best[0]), next_depth, ply + 1);
                    best_is_bound = value >= best[0];
                }
            } else if searched < needed {
                value = self.value(shared, &next, same_side, (alpha, beta), next_depth, ply + 1);
            } else {
                let mut reduction = 0;
                if depth >= 3 && shortcuts.reductions > 0 && !(noisy && promise >= 0) {
                    reduction = self.reduction(depth, searched + put_off + 1 - needed);
                    reduction -= full_window as i32;
                    reduction += !improving as i32;
                    if !noisy {
                        reduction -= self.history.score(slot, hints.before) / 6144;
                        reduction -= hints.killers.contains(&Some(mv)) as i32;
                    }
                    reduction = reduction.clamp(0, (next_depth - 1).max(0));
                }
                value = self.value(shared, &next, same_side, (alpha, alpha + 1), next_depth - reduction, ply + 1);
                if value > alpha && reduction > 0 {
                    value = self.value(shared, &next, same_side, (alpha, alpha + 1), next_depth, ply + 1);
                }
                if value > alpha && value < beta && full_window {
                    value = self.value(shared, &next, same_side, (alpha, beta), next_depth, ply + 1);
                }
            }
            if let Some(busy) = busy {
                busy.end(work);
            }
            if self.stopped {
                return 0;
            }
            searched += 1;

            // Step 13. Keep the best two. If a third move beats what is known of the best, the best must tell how good it is.
            let mut rank = match value {
                v if v > best[0] || (best_is_bound && searched == 2) => Some(0),
                v if v > best[1] => Some(1),
                _ => None,
            };
            if let (Some(0), true, Some(top)) = (rank, best_is_bound && searched > 2, best_moves[0]) {
                self.record_line(ply, 1, mv, next.proposes());
                let mut next = position.clone();
                next.play_standing(top);
                self.plies[ply].slot = Some(position.slot(top));
                let same_side = next.side_to_move() == side;
                let ceiling = value.min(beta);
                let of_top = self.value(shared, &next, same_side, (alpha, ceiling), depth - 1, ply + 1);
                if self.stopped {
                    return 0;
                }
                best_is_bound = of_top >= ceiling;
                if best_is_bound {
                    (best, best_moves) = ([of_top, value.min(of_top)], [Some(top), Some(mv)]);
                } else {
                    // With shortcuts the second look may be less favourable than the first: the old second stays then.
                    let second = if of_top >= best[1] { (of_top, Some(top)) } else { (best[1], best_moves[1]) };
                    (best, best_moves) = ([value, second.0], [Some(mv), second.1]);
                    self.plies[ply].lines.swap(0, 1);
                    self.record_line(ply, 1, top, next.proposes());
                }
                rank = None;
            }
            if let Some(rank) = rank {
                if rank == 0 {
                    (best[1], best_moves[1]) = (best[0], best_moves[0]);
                }
                best[rank] = value;
                best_moves[rank] = Some(mv);
                if full_window {
                    self.record_line(ply, rank, mv, next.proposes());
                }
            }
            // Below the window there are only bounds, and the greatest of them says nothing.
            if root && best[needed - 1] > original_alpha {
                self.root = [0, 1].map(|i| best_moves[i].map(|mv| (mv, best[i])));
            }
            if best[needed - 1] >= beta {
                break;
            }
            alpha = alpha.max(best[needed - 1]);
            if !noisy && tried_count < TRIED {
                tried[tried_count] = mv;
                tried_count += 1;
            }
        }
        if searched == 0 {
            // Only with a move excluded: nothing else is there.
            return alpha;
        }

        // Step 14. Remember what refuted the position, and what did not.
        let value = best[needed - 1];
        if value >= beta {
            for mv in best_moves[..needed].iter().flatten() {
                self.reward(position, *mv, &tried[..tried_count], &hints, depth, ply);
            }
        }
        if excluded.is_none() && (!root || self.reported.is_empty()) {
            let bound = match value {
                v if v >= beta => Bound::Lower,
                v if v > original_alpha => Bound::Exact,
                _ => Bound::Upper,
            };
            let moves = [0, 1].map(|i| best_moves[i].filter(|_| best[i] > original_alpha));
            shared.table.put(key, Entry { moves, score: to_stored(value, ply), depth, bound });
        }
        value
    }

    /// The value of a position for the side that moved into it, which may be to move again.
    #[inline]
    pub(crate) fn value(
        &mut self,
        shared: &Shared,
        next: &P,
        same_side: bool,
        (alpha, beta): (Score, Score),
        depth: i32,
        ply: usize,
    ) -> Score {
        if same_side {
            self.search(shared, next, (alpha, beta), depth, ply)
        } else {
            -self.search(shared, next, (-beta, -alpha), depth, ply)
        }
    }

    /// Counts a position; whether the search is over.
    #[inline]
    pub(crate) fn visit(&mut self, shared: &Shared) -> bool {
        self.nodes += 1;
        self.stopped |= shared.is_over(self.nodes);
        self.stopped
    }

    /// Lets a quiet move that refuted its position come earlier next time, and those tried before it later.
    fn reward(&mut self, position: &P, mv: Move, tried: &[Move], hints: &Hints, depth: i32, ply: usize) {
        if position.is_noisy(mv) {
            return;
        }
        let killers = &mut self.plies[ply].killers;
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        if let Some(previous) = hints.before[0] {
            self.history.counters[previous] = mv.bits() + 1;
        }
        let bonus = (32 * depth * depth).min(1600);
        self.history.adjust(position.slot(mv), hints.before, bonus);
        for &other in tried.iter().filter(|&&other| other != mv) {
            self.history.adjust(position.slot(other), hints.before, -bonus);
        }
    }
}

/// The table's score, if it settles the question that the window asks.
#[inline]
pub(crate) fn usable(entry: &Entry, alpha: Score, beta: Score, depth: i32, ply: usize, exact: bool) -> Option<Score> {
    let score = from_stored(entry.score, ply);
    let settles = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => score >= beta,
        Bound::Upper => score <= alpha,
    };
    // A proof holds at any depth, since nothing recurs: that a win is there at least, or a loss at most.
    let proof = is_proof(score)
        && match entry.bound {
            Bound::Exact => true,
            Bound::Lower => score > 0,
            Bound::Upper => score < 0,
        };
    let deep_enough = if exact { entry.depth == depth } else { entry.depth >= depth || proof };
    (settles && deep_enough).then_some(score)
}
