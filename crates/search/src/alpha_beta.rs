//! The search itself: one function in numbered steps, and the pieces that it is made of.

use skirmish_board::score::{MAX_OPINION, is_proof};
use skirmish_board::{Evaluate, Move, Score};

use crate::history::Tried;
use crate::node::{Child, Node};
use crate::order::Hints;
use crate::second_best::{BestMoves, Place};
use crate::table::{Bound, Entry, to_stored};
use crate::window::Window;
use crate::worker::{MAX_PLY, Shared, Worker};

impl<P: Evaluate> Worker<P> {
    /// The value of a position for the side to move, searched to a depth, as far as the window asks for it. Void once
    /// `self.stopped` is set.
    pub(crate) fn search(&mut self, shared: &Shared, position: &P, window: Window, depth: i32, ply: usize) -> Score {
        // Step 1. A side that is about to lose at once is looked at more closely. At the end of the line, noisy moves are
        // played out before the position is judged.
        let extends = shared.shortcuts.threat_extension > 0 && ply > 0 && ply < shared.horizon;
        let threatened = extends && position.threatened();
        let depth = depth + threatened as i32;
        self.plies[ply].lines.iter_mut().for_each(Vec::clear);
        if depth <= 0 {
            return self.quiescence(shared, position, window, ply, shared.shortcuts.quiescence);
        }
        // The value of a search that was stopped means nothing: 0 is as good as any.
        if self.visit(shared) {
            return 0;
        }
        if ply >= MAX_PLY {
            return self.opinion(shared, position);
        }

        // Step 2. Nothing is better than winning with the next move, or worse than having lost already. Whether the value is
        // wanted is decided by whoever asked, before that.
        let wants_value = !window.is_test();
        let mut window = if shared.exact || ply == 0 { window } else { window.at_ply(ply) };
        if window.alpha >= window.beta {
            return window.alpha;
        }

        // Step 3. Ask the table: the position may have been searched before. Where the value is wanted, so is the line to
        // it, which the table does not have.
        let mut node = self.look_up(shared, position, depth, ply);
        (node.wants_value, node.threatened) = (wants_value, threatened);
        if !wants_value && let Some(score) = node.entry.and_then(|entry| node.settles(shared, &entry, window)) {
            return score;
        }

        // Step 4. Generate the moves. Without any the game is over; a sole proposal is refused and loses.
        self.plies[ply].ordered.generate(position);
        if let Some(score) = self.without_choice(position, ply) {
            return score;
        }

        // Step 5. Judge the position. Far above what is needed, near the end of the line: believe it, and try no move.
        self.judge(shared, &mut node);
        if let Some(score) = node.far_above(shared, window.beta) {
            return score;
        }

        // Step 6. Without a move from the table the order will be poor: look less deep, the next time will be better.
        if shared.reduces_without_table_move(&node) {
            node.depth -= 1;
        }

        // Step 7. How many good moves does it take? One, or two where the best will be refused (see second_best.rs). Where
        // several lines are wanted, the moves of the root are ranked by their own values.
        let best_is_refused = position.proposes() && !(ply == 0 && shared.ranked);
        let mut best = BestMoves::new(if best_is_refused { 2 } else { 1 });

        // Step 8. Put the moves in order and try them, the likely best first.
        self.put_in_order(&mut node, &best);
        let floor = window.alpha;
        let mut tried = Tried::new();
        while let Some(picked) = self.plies[ply].ordered.pick() {
            let mv = picked.mv;
            if node.excluded == Some(mv) || (ply == 0 && self.reported.contains(&mv)) {
                continue;
            }

            // Step 9. Leave out what cannot matter, once something is known that does not lose.
            let noisy = position.is_noisy(mv);
            let can_afford_it = ply > 0 && best.value() > -MAX_OPINION;
            if can_afford_it && self.leaves_out(shared, &node, &best, window.alpha, (mv, noisy)) {
                continue;
            }

            // Step 10. A table move that beats all others by far deserves a closer look.
            let extension = self.singular_extension(shared, &node, &best, mv);
            if self.stopped {
                return 0;
            }

            // Step 11. With several threads: the question may be answered by now, and what another thread is looking at
            // comes last, since then its answer will be in the table.
            if best.offered() > 0
                && let Some(score) = node.answered_meanwhile(shared, window)
            {
                return score;
            }
            let child = Child::new(shared, &node, (picked, noisy), extension);
            let Some(claim) = shared.claim(&node, &best, &child) else {
                self.plies[ply].ordered.put_off();
                continue;
            };

            // Step 12. Search the move, and offer it as one of the best.
            self.plies[ply].slot = Some(child.slot);
            let value = self.search_move(shared, &node, &best, window, &child);
            drop(claim);
            self.offer(shared, &node, &mut best, window, (&child, value));
            if self.stopped {
                return 0;
            }

            // Step 13. Cut where the opponent will not let it come to this, or raise alpha to what is certain. At the root,
            // what is not above the window is only a bound, and no better move than the last.
            if ply == 0 && best.value() > floor {
                self.root = best.moves_and_values();
            }
            if best.value() >= window.beta {
                break;
            }
            window.alpha = window.alpha.max(best.value());
            if !noisy {
                tried.push(mv);
            }
        }
        if best.offered() == 0 {
            // Only with a move excluded: nothing else is there.
            return window.alpha;
        }

        // Step 14. Remember what refuted the position and what did not, and what the position is worth.
        self.remember(shared, &node, &best, Window::new(floor, window.beta), tried.moves());
        best.value()
    }

    /// Searches one move. The first ones needed are searched in full; but where two are needed, the second has only to match
    /// the first. All others get a test whether they are better than what is known, late ones less deep, and are searched again
    /// where the test says yes.
    fn search_move(
        &mut self,
        shared: &Shared,
        node: &Node<P>,
        best: &BestMoves,
        window: Window,
        child: &Child<P>,
    ) -> Score {
        if let Some(known) = best.to_match(window) {
            let value = self.value(shared, child, Window::test(known - 1), child.depth);
            let falls_short = window.alpha < value && value < known;
            return if falls_short {
                self.value(shared, child, Window::new(window.alpha, known), child.depth)
            } else {
                value
            };
        }
        let Some(late) = best.beyond_needed() else { return self.value(shared, child, window, child.depth) };
        let reduction = self.reduction(shared, node, child, late);
        let mut value = self.value(shared, child, Window::test(window.alpha), child.depth - reduction);
        if value > window.alpha && reduction > 0 {
            value = self.value(shared, child, Window::test(window.alpha), child.depth);
        }
        if window.contains(value) && node.wants_value {
            value = self.value(shared, child, window, child.depth);
        }
        value
    }

    /// The value of a move for the side that makes it, which may be to move again.
    #[inline(always)]
    fn value(&mut self, shared: &Shared, child: &Child<P>, window: Window, depth: i32) -> Score {
        if child.same_side {
            self.search(shared, &child.position, window, depth, child.ply)
        } else {
            -self.search(shared, &child.position, window.turned(), depth, child.ply)
        }
    }

    /// Offers a move with its value as one of the best. If it is better than a mere bound of the best, the best must tell how
    /// good it is. A line is kept where the value is wanted; a mere bound of the best is known only there.
    fn offer(
        &mut self,
        shared: &Shared,
        node: &Node<P>,
        best: &mut BestMoves,
        window: Window,
        (child, value): (&Child<P>, Score),
    ) {
        if self.stopped {
            return;
        }
        // The same answer that the search of the move went by: nothing was offered in between.
        let matches = best.to_match(window).is_some();
        let place = if matches { best.offer_match(child.mv, value) } else { best.offer(child.mv, value) };
        let proposes = child.position.proposes();
        match place {
            Place::First if node.wants_value => self.record_line(node.ply, 0, child.mv, proposes),
            Place::Second if node.wants_value => self.record_line(node.ply, 1, child.mv, proposes),
            Place::First | Place::Second | Place::Neither => {}
            Place::Unclear(top) => {
                self.record_line(node.ply, 1, child.mv, proposes);
                let of_top = Child::again(shared, node, top);
                self.plies[node.ply].slot = Some(of_top.slot);
                let ceiling = value.min(window.beta);
                let told = self.value(shared, &of_top, Window::new(window.alpha, ceiling), of_top.depth);
                if !self.stopped && best.settle((child.mv, value), told, ceiling) == Place::First {
                    self.plies[node.ply].lines.swap(0, 1);
                    self.record_line(node.ply, 1, top, of_top.position.proposes());
                }
            }
        }
    }

    /// What is known of a node before its moves are looked at.
    #[inline]
    fn look_up<'a>(&self, shared: &Shared, position: &'a P, depth: i32, ply: usize) -> Node<'a, P> {
        let (key, excluded) = (shared.key(position), self.plies[ply].excluded);
        Node {
            position,
            ply,
            depth,
            key,
            side: position.side_to_move(),
            entry: if excluded.is_none() { shared.table.get(key) } else { None },
            excluded,
            wants_value: true,
            threatened: false,
            judgement: 0,
            improving: false,
            hints: Hints::default(),
        }
    }

    /// Judges a node; the table may know better.
    #[inline]
    fn judge(&mut self, shared: &Shared, node: &mut Node<P>) {
        if !shared.exact {
            node.judgement = self.opinion(shared, node.position);
            if let Some(entry) = node.entry
                && !is_proof(entry.score)
                && (entry.bound == Bound::Exact || (entry.bound == Bound::Lower) == (entry.score > node.judgement))
            {
                node.judgement = entry.score;
            }
        }
        self.plies[node.ply].judgement = node.judgement;
        node.improving = node.ply < 2 || node.judgement > self.plies[node.ply - 2].judgement;
    }

    /// Puts the moves of a node in order. Where the second-best counts and its value is wanted, the expected second-best comes
    /// first: then the best needs only a test that it is no worse.
    #[inline]
    fn put_in_order(&mut self, node: &mut Node<P>, best: &BestMoves) {
        let [first, second] = node.table_moves();
        let second_first = best.is_turn_with_refusal() && node.wants_value && second.is_some();
        let table = if second_first { [second, first] } else { [first, second] };
        node.hints = Hints { table, killers: self.plies[node.ply].killers, before: self.before(node.ply) };
        self.plies[node.ply].ordered.judge(node.position, &node.hints, &self.history);
        self.plies[node.ply + 1].killers = [None; 2];
    }

    /// Whether a move need not be searched: a capture that loses too much, a quiet move that comes too late or cannot lift the
    /// judgement to `alpha`.
    #[inline]
    fn leaves_out(
        &self,
        shared: &Shared,
        node: &Node<P>,
        best: &BestMoves,
        alpha: Score,
        (mv, noisy): (Move, bool),
    ) -> bool {
        let (shortcuts, depth) = (&shared.shortcuts, node.depth);
        if node.threatened {
            return false;
        }
        if noisy {
            return shortcuts.exchange > 0 && depth <= 6 && node.position.gain(mv) < -shortcuts.exchange * depth;
        }
        let done = (best.offered() + self.plies[node.ply].ordered.count_put_off()) as i32;
        let enough = (shortcuts.late_moves + depth * depth) / (2 - node.improving as i32);
        let too_late = shortcuts.late_moves > 0 && depth <= 8 && done >= enough;
        let within_reach = || node.judgement + shortcuts.futility * (depth + 1) > alpha;
        too_late || (shortcuts.futility > 0 && depth <= 6 && !node.wants_value && !within_reach())
    }

    /// How much deeper to look at a move: the table's, if a search of all others finds nothing near its score.
    #[inline]
    fn singular_extension(&mut self, shared: &Shared, node: &Node<P>, best: &BestMoves, mv: Move) -> i32 {
        let Some(entry) = node.entry.filter(|entry| entry.moves[0] == Some(mv)) else { return 0 };
        let deep = node.depth >= 6 && entry.depth >= node.depth - 3 && node.ply > 0 && node.ply < shared.horizon;
        let certain = entry.bound != Bound::Upper && !is_proof(entry.score);
        if shared.shortcuts.singular == 0 || best.is_turn_with_refusal() || !deep || !certain {
            return 0;
        }
        let target = entry.score - shared.shortcuts.singular * node.depth;
        self.plies[node.ply].excluded = Some(mv);
        let others = self.search(shared, node.position, Window::test(target - 1), (node.depth - 1) / 2, node.ply);
        self.plies[node.ply].excluded = None;
        // That search used the same ply: put everything back, with this move handed out.
        let ply = &mut self.plies[node.ply];
        ply.ordered.generate(node.position);
        ply.ordered.judge(node.position, &node.hints, &self.history);
        ply.ordered.pick();
        ply.judgement = node.judgement;
        (others < target) as i32
    }

    /// How much less deep a move is searched, `late` moves after those that are needed.
    #[inline(always)]
    fn reduction(&self, shared: &Shared, node: &Node<P>, child: &Child<P>, late: usize) -> i32 {
        if node.depth < 3 || shared.shortcuts.reductions == 0 || (child.noisy && child.picked.promise >= 0) {
            return 0;
        }
        let done = late + self.plies[node.ply].ordered.count_put_off();
        let mut reduction = self.usual_reduction(node.depth, done + 1);
        reduction -= node.wants_value as i32;
        reduction += !node.improving as i32;
        if !child.noisy {
            reduction -= self.history.score(child.slot, node.hints.before) / 6144;
            reduction -= node.hints.killers.contains(&Some(child.mv)) as i32;
        }
        reduction.clamp(0, (child.depth - 1).max(0))
    }

    /// Keeps what a node taught: moves that refuted it come earlier next time, and the table knows its value.
    #[inline]
    fn remember(&mut self, shared: &Shared, node: &Node<P>, best: &BestMoves, window: Window, tried: &[Move]) {
        let value = best.value();
        if value >= window.beta {
            for mv in best.deciding() {
                self.reward(node, mv, tried);
            }
        }
        if node.excluded.is_none() && (node.ply > 0 || self.reported.is_empty()) {
            let (score, depth) = (to_stored(value, node.ply), node.depth);
            let bound = Bound::of(value, window);
            shared.table.put(node.key, Entry { moves: best.above(window.alpha), score, depth, bound });
        }
    }

    /// Lets a quiet move that refuted its position come earlier next time, and those tried before it later.
    fn reward(&mut self, node: &Node<P>, mv: Move, tried: &[Move]) {
        if node.position.is_noisy(mv) {
            return;
        }
        let killers = &mut self.plies[node.ply].killers;
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        let before = node.hints.before;
        if let Some(previous) = before[0] {
            self.history.counters[previous] = mv.bits() + 1;
        }
        let bonus = (32 * node.depth * node.depth).min(1600);
        self.history.adjust(node.position.slot(mv), before, bonus);
        for &other in tried.iter().filter(|&&other| other != mv) {
            self.history.adjust(node.position.slot(other), before, -bonus);
        }
    }
}
