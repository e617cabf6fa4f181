//! Alpha-beta, as a principal variation search: one function in numbered steps, and the functions that it calls.

use std::mem::swap;

use skirmish_board::score::{MAX_EVAL, is_proof};
use skirmish_board::{Evaluate, Move, Score};

use crate::abdada::{InFlight, MoveClaim};
use crate::history::Tried;
use crate::ideas::Idea;
use crate::move_picker::ScoredMove;
use crate::node::{Child, Node, NodeKind, usable};
use crate::params::{
    ABDADA_MIN_DEPTH, FUTILITY_MAX_DEPTH, HISTORY_BONUS, HISTORY_BONUS_MAX, LMP_MAX_DEPTH, LMR_HISTORY_DIVISOR,
    LMR_MIN_DEPTH, MAX_PLY, RFP_MAX_DEPTH, RFP_RETURN_DIVISOR, SEE_MAX_DEPTH, SINGULAR_DIVISOR, SINGULAR_ENTRY_MARGIN,
    SINGULAR_MIN_DEPTH,
};
use crate::recorder::{NodeEnd, NodeMark, Recorder, SearchKind, SkipReason};
use crate::second_best::{BestMoves, Rank};
use crate::thread::SearchThread;
use crate::transposition::{Bound, TableEntry, score_to_tt};
use crate::window::Window;

impl<'a, P: Evaluate, R: Recorder> SearchThread<'a, P, R> {
    /// Searches a position to a depth. Returns the score for the side to move if it lies inside the window, otherwise a bound
    /// (fail-soft). The result is meaningless once `self.stopped` is set.
    pub(crate) fn search(&mut self, position: &P, window: Window, depth: i32, ply: usize) -> Score {
        // Step 1. Threat extension and quiescence search: extend by a ply if the opponent threatens to win at once, as a check
        // extension does in chess. At depth 0 drop into quiescence search.
        let kind = if self.recorder.is_later() { NodeKind::NonPv } else { NodeKind::of(window, ply) };
        let extends = self.context.params.threat_extension > 0 && kind != NodeKind::Root && ply < self.context.horizon;
        let threatened = extends && position.threatened();
        let depth = depth + threatened as i32;
        self.stack[ply].pv.iter_mut().for_each(Vec::clear);
        if depth <= 0 {
            return self.quiescence(position, window, ply, self.context.params.qs_depth);
        }
        // The score of a stopped search is not used.
        self.recorder.enter(ply, depth, window);
        if self.visit() {
            return self.recorder.leave(NodeEnd::Stopped, 0);
        }
        if threatened {
            self.recorder.mark(NodeMark::Threat);
        }
        if ply >= MAX_PLY {
            let value = self.evaluate(position);
            return self.recorder.leave(NodeEnd::Evaluated, value);
        }

        // Step 2. Mate distance pruning: nothing is better than winning with the next move, or worse than having lost already.
        let whole = self.context.exact || kind == NodeKind::Root || self.recorder.is_off(Idea::MateDistance);
        let mut window = if whole { window } else { window.mate_distance(ply) };
        if window.alpha >= window.beta {
            return self.recorder.leave(NodeEnd::MateDistance, window.alpha);
        }

        // Step 3. Transposition table: return the score of an entry that causes a cutoff. Not in PV nodes, since the table has
        // no line, and not in a singular search, whose score leaves out a move.
        let (key, excluded) = (self.context.key(position), self.stack[ply].excluded);
        let entry = if excluded.is_none() { self.context.table.probe(key) } else { None };
        self.recorder.probed(entry.as_ref());
        if kind == NodeKind::NonPv
            && let Some(score) = entry.and_then(|entry| usable(&entry, window, depth, ply, self.context.exact))
        {
            return self.recorder.leave(NodeEnd::Table, score);
        }

        // Step 4. Move generation: without a move the game is over; a sole proposal is refused and loses. The game may also know
        // how it will end; at the root a move is wanted all the same.
        self.stack[ply].move_picker.generate(position);
        if let Some((end, score)) = self.terminal_score(position, ply) {
            return self.recorder.leave(end, score);
        }
        if kind != NodeKind::Root
            && let Some(score) = self.known_score(position, ply)
        {
            return self.recorder.leave(NodeEnd::Known, score);
        }

        // Step 5. Reverse futility pruning: if the static evaluation beats beta by a margin that grows with depth, assume that
        // some move holds the advantage, and return without searching.
        let static_eval = self.static_eval(position, entry);
        self.stack[ply].static_eval = static_eval;
        let mut node = Node {
            position,
            kind,
            ply,
            depth,
            key,
            side: position.side_to_move(),
            entry,
            excluded,
            threatened,
            static_eval,
            improving: ply < 2 || static_eval > self.stack[ply - 2].static_eval,
            killers: self.history.killers[ply],
            previous: self.previous_indices(ply),
        };
        if let Some(score) = self.reverse_futility(&node, window.beta) {
            return self.recorder.leave(NodeEnd::ReverseFutility, score);
        }

        // Step 6. Internal iterative reduction: without a hash move the ordering will be poor. Search a ply less; the next
        // iteration will have a hash move.
        if self.internal_iterative_reduction(&node) {
            self.recorder.mark(NodeMark::InternalReduction);
            node.depth -= 1;
        }

        // Step 7. Second-best rule: a node needs one good move, or two if the best will be refused (see second_best.rs). In
        // multi-PV searches root moves are ranked by their own scores.
        let best_is_refused = position.is_proposal_turn() && !(kind == NodeKind::Root && self.context.ranked);
        let needed = if best_is_refused { 2 } else { 1 };
        self.recorder.needs(needed);
        let mut best = BestMoves::new(needed);

        // Step 8. Move ordering: hash move first, then good captures, killers, countermove, history and losing captures.
        self.order_moves(&node, &best);
        self.history.killers[ply + 1] = [None; 2];
        let original_alpha = window.alpha;
        let mut tried = Tried::new();
        while let Some(picked) = self.stack[ply].move_picker.pick() {
            let mv = picked.mv;
            if excluded == Some(mv) || (ply == 0 && self.excluded_at_root.contains(&mv)) {
                self.recorder.skip(mv, SkipReason::Excluded);
                continue;
            }

            // Step 9. Late move, futility and exchange pruning: skip moves that are unlikely to matter, once a move is known that does
            // not lose.
            let noisy = position.is_noisy(mv);
            let can_prune = kind != NodeKind::Root && best.value() > -MAX_EVAL;
            if can_prune && let Some(reason) = self.prunes(&node, &best, window.alpha, mv, noisy) {
                self.recorder.skip(mv, reason);
                continue;
            }

            // Step 10. Singular extension: extend a hash move that beats all others by a margin.
            let extension = self.singular_extension(&node, &best, mv);
            if self.stopped {
                return self.recorder.leave(NodeEnd::Stopped, 0);
            }

            // Step 11. ABDADA: another thread may have stored a cutoff by now. Defer a move that another thread is searching:
            // its result will be in the table.
            if best.offered() > 0
                && let Some(score) = self.probe_again(&node, window)
            {
                return self.recorder.leave(NodeEnd::Table, score);
            }
            let child = self.child(&node, picked, noisy, extension);
            let claim = self.claim(&node, &best, &child);
            if let MoveClaim::Taken = claim {
                self.stack[ply].move_picker.defer();
                continue;
            }

            // Step 12. Principal variation search with late move reductions: null window and reduced depth first, re-search on fail high.
            self.stack[ply].history_index = Some(child.history_index);
            let value = self.search_move(&node, &best, window, &child);
            drop(claim);
            self.offer(&node, &mut best, window, &child, value);
            if self.stopped {
                return self.recorder.leave(NodeEnd::Stopped, 0);
            }

            // Step 13. Beta cutoff: stop at a fail high, otherwise raise alpha. At the root a fail low yields no best move, only an upper
            // bound.
            if ply == 0 && best.value() > original_alpha {
                self.root = best.moves_and_values();
            }
            if best.value() >= window.beta {
                break;
            }
            if value >= window.beta {
                self.recorder.mark_move(mv, NodeMark::SecondNeeded);
            }
            if !self.recorder.is_off(Idea::AlphaBeta) {
                window.alpha = window.alpha.max(best.value());
            }
            if !noisy {
                tried.push(mv);
            }
        }
        if best.offered() == 0 {
            // A singular search without any other move.
            return self.recorder.leave(NodeEnd::Excluded, window.alpha);
        }

        // Step 14. History heuristic and transposition table: reward the moves that caused a cutoff, penalise those tried before,
        // and store the score.
        self.store(&node, &best, Window::new(original_alpha, window.beta), tried.moves());
        self.recorder.best(best.above(original_alpha));
        let end = if best.value() >= window.beta { NodeEnd::Cutoff } else { NodeEnd::Complete };
        self.recorder.leave(end, best.value())
    }

    /// Searches one move. The moves that the node needs get the full window; if it needs two, the second has only to match the
    /// first. All others get a null window at alpha and, if late, a reduced depth, and are re-searched if they fail high.
    fn search_move(&mut self, node: &Node<P>, best: &BestMoves, window: Window, child: &Child<P>) -> Score {
        if let Some(known) = self.match_target(best, window) {
            let value = self.value(child, SearchKind::Match, Window::null(known - 1), child.depth);
            let below = window.alpha < value && value < known;
            let exact = Window::new(window.alpha, known);
            return if below { self.value(child, SearchKind::MatchAgain, exact, child.depth) } else { value };
        }
        let Some(extra) = best.beyond_needed() else {
            return self.value(child, SearchKind::Full, window, child.depth);
        };
        let full = self.recorder.is_off(Idea::NullWindow);
        let (kind, first) =
            if full { (SearchKind::Later, window) } else { (SearchKind::Null, Window::null(window.alpha)) };
        let reduction = self.reduction(node, child, extra);
        let kind = if reduction > 0 { SearchKind::Reduced } else { kind };
        let mut value = self.value(child, kind, first, child.depth - reduction);
        if value > window.alpha && reduction > 0 {
            value = self.value(child, SearchKind::Deeper, first, child.depth);
        }
        if window.contains(value) && node.is_pv() && !full {
            value = self.value(child, SearchKind::Wider, window, child.depth);
        }
        value
    }

    /// [`BestMoves::match_target`], unless matching is switched off.
    #[inline(always)]
    fn match_target(&self, best: &BestMoves, window: Window) -> Option<Score> {
        if self.recorder.is_off(Idea::Matching) { None } else { best.match_target(window) }
    }

    /// The score of a move for the side that makes it, which may be to move again.
    #[inline(always)]
    fn value(&mut self, child: &Child<P>, kind: SearchKind, window: Window, depth: i32) -> Score {
        self.recorder.announce(kind, Some(child.scored.mv), child.depth - depth);
        if child.same_side {
            self.search(&child.position, window, depth, child.ply)
        } else {
            -self.search(&child.position, window.negated(), depth, child.ply)
        }
    }

    /// Adds a searched move to the best moves and updates the PV. If it beats a best move of which only a lower bound is known,
    /// that one is re-searched for its exact score. Both happen in PV nodes only.
    fn offer(&mut self, node: &Node<P>, best: &mut BestMoves, window: Window, child: &Child<P>, value: Score) {
        if self.stopped {
            return;
        }
        let mv = child.scored.mv;
        // The same as in `search_move`: no move was offered in between.
        let matches = self.match_target(best, window).is_some();
        let rank = if matches { best.offer_match(mv, value) } else { best.offer(mv, value) };
        let proposal = child.position.is_proposal_turn();
        match rank {
            Rank::First if node.is_pv() => self.update_pv(node.ply, 0, mv, proposal),
            Rank::Second if node.is_pv() => self.update_pv(node.ply, 1, mv, proposal),
            Rank::First | Rank::Second | Rank::Neither => {}
            Rank::NeedsReSearch(top) => {
                self.update_pv(node.ply, 1, mv, proposal);
                let top_child = self.child(node, ScoredMove { mv: top, score: 0, deferred: false }, false, 0);
                self.stack[node.ply].history_index = Some(top_child.history_index);
                let ceiling = value.min(window.beta);
                let exact = Window::new(window.alpha, ceiling);
                let top_value = self.value(&top_child, SearchKind::BestAgain, exact, top_child.depth);
                if !self.stopped && best.resolve(mv, value, top_value, ceiling) == Rank::First {
                    self.stack[node.ply].pv.swap(0, 1);
                    self.update_pv(node.ply, 1, top, top_child.position.is_proposal_turn());
                }
            }
        }
    }

    /// Plays a move of a node.
    #[inline(always)]
    fn child(&self, node: &Node<P>, picked: ScoredMove, noisy: bool, extension: i32) -> Child<P> {
        let mut position = node.position.clone();
        position.play_accepted(picked.mv);
        let key = self.context.key(&position);
        self.context.table.prefetch(key);
        Child {
            scored: picked,
            noisy,
            history_index: node.position.history_index(picked.mv),
            key,
            ply: node.ply + 1,
            depth: node.depth - 1 + extension,
            same_side: position.side_to_move() == node.side,
            position,
        }
    }

    /// The static evaluation of a position, replaced by the score of its table entry where that is a tighter bound.
    #[inline]
    fn static_eval(&mut self, position: &P, entry: Option<TableEntry>) -> Score {
        if self.context.exact {
            return 0;
        }
        let evaluation = self.evaluate(position);
        self.recorder.evaluated(evaluation);
        match entry {
            Some(TableEntry { score, bound, .. })
                if !is_proof(score) && (bound == Bound::Exact || (bound == Bound::Lower) == (score > evaluation)) =>
            {
                score
            }
            _ => evaluation,
        }
    }

    /// The score to return if the static evaluation is above `beta` by the margin. It is between the two: the truth is, too.
    #[inline]
    fn reverse_futility(&self, node: &Node<P>, beta: Score) -> Option<Score> {
        let per_ply = self.context.params.rfp_margin;
        let margin = per_ply * (node.depth - node.improving as i32);
        let quiet_node = !node.is_pv() && !node.threatened && node.excluded.is_none();
        let allowed = quiet_node && per_ply > 0 && node.depth <= RFP_MAX_DEPTH && !is_proof(beta);
        (allowed && node.static_eval - margin >= beta).then_some(node.static_eval - margin / RFP_RETURN_DIVISOR)
    }

    /// Whether to search a node a ply less because it has no hash move.
    #[inline]
    fn internal_iterative_reduction(&self, node: &Node<P>) -> bool {
        let least = self.context.params.iir_min_depth;
        least > 0 && node.depth >= least && node.hash_moves()[0].is_none()
    }

    /// Scores the moves that are left. In PV nodes where the second-best counts, the expected second-best comes first: then the
    /// best needs only a null window to show that it is no worse.
    #[inline]
    fn order_moves(&mut self, node: &Node<P>, best: &BestMoves) {
        let [first, second] = node.hash_moves();
        let second_first = best.is_turn_with_refusal() && node.is_pv() && second.is_some();
        let table =
            if second_first && !self.recorder.is_off(Idea::Matching) { [second, first] } else { [first, second] };
        let context = node.ordering_context(table);
        self.stack[node.ply].move_picker.score_all(node.position, &context, self.history, self.recorder);
    }

    /// Why to prune a move, if it is to be pruned: a capture that loses too much (exchange pruning), a quiet move that comes too late
    /// (late move pruning) or cannot raise the static evaluation to `alpha` (futility pruning).
    #[inline]
    fn prunes(&self, node: &Node<P>, best: &BestMoves, alpha: Score, mv: Move, noisy: bool) -> Option<SkipReason> {
        let (params, depth) = (&self.context.params, node.depth);
        if node.threatened {
            return None;
        }
        if noisy {
            let loses_too_much = || node.position.exchange_gain(mv) < -params.see_margin * depth;
            let prunes = params.see_margin > 0 && depth <= SEE_MAX_DEPTH && loses_too_much();
            return prunes.then_some(SkipReason::Exchange);
        }
        let done = (best.offered() + self.stack[node.ply].move_picker.deferred_count()) as i32;
        let limit = (params.lmp_base + depth * depth) / (2 - node.improving as i32);
        let too_late = params.lmp_base > 0 && depth <= LMP_MAX_DEPTH && done >= limit;
        if too_late {
            return Some(SkipReason::LateMove);
        }
        let within_reach = || node.static_eval + params.futility_margin * (depth + 1) > alpha;
        let futile = params.futility_margin > 0 && depth <= FUTILITY_MAX_DEPTH && !node.is_pv() && !within_reach();
        futile.then_some(SkipReason::Futility)
    }

    /// 1 if the move is the hash move and a reduced search of all others fails low against its score less a margin, otherwise 0.
    #[inline]
    fn singular_extension(&mut self, node: &Node<P>, best: &BestMoves, mv: Move) -> i32 {
        let Some(entry) = node.entry.filter(|entry| entry.moves[0] == Some(mv)) else { return 0 };
        let margin = self.context.params.singular_margin * node.depth;
        let deep = node.depth >= SINGULAR_MIN_DEPTH && entry.depth >= node.depth - SINGULAR_ENTRY_MARGIN;
        let certain = entry.bound != Bound::Upper && !is_proof(entry.score);
        let extends = node.kind != NodeKind::Root && node.ply < self.context.horizon;
        if margin == 0 || best.is_turn_with_refusal() || !deep || !certain || !extends {
            return 0;
        }
        // The search is at the same ply, so it needs a stack entry of its own.
        let target = entry.score - margin;
        swap(&mut self.stack[node.ply], &mut self.singular_stack[node.ply]);
        self.stack[node.ply].excluded = Some(mv);
        self.recorder.announce(SearchKind::Singular, None, 0);
        let others =
            self.search(node.position, Window::null(target - 1), (node.depth - 1) / SINGULAR_DIVISOR, node.ply);
        swap(&mut self.stack[node.ply], &mut self.singular_stack[node.ply]);
        // The search has updated the history.
        self.order_moves(node, best);
        if others < target {
            self.recorder.mark_move(mv, NodeMark::SingularMove);
        }
        (others < target) as i32
    }

    /// The score of a table entry that causes a cutoff and that another thread has stored since this node began.
    #[inline]
    fn probe_again(&self, node: &Node<P>, window: Window) -> Option<Score> {
        let shared = self.context.in_flight.is_some() && node.depth >= ABDADA_MIN_DEPTH;
        let asks = shared && !node.is_pv() && node.excluded.is_none();
        let entry = if asks { self.context.table.probe(node.key) } else { None };
        entry.and_then(|entry| usable(&entry, window, node.depth, node.ply, self.context.exact))
    }

    /// Claims a move for this thread, so that no other searches it at the same time.
    #[inline]
    fn claim(&self, node: &Node<P>, best: &BestMoves, child: &Child<P>) -> MoveClaim<'a> {
        match self.context.in_flight {
            Some(in_flight) if best.beyond_needed().is_some() && node.depth >= ABDADA_MIN_DEPTH => {
                in_flight.claim(InFlight::task_key(child.key, node.depth), child.scored.deferred)
            }
            _ => MoveClaim::Unshared,
        }
    }

    /// The late move reduction in plies of a move that comes `extra` moves after those that the node needs.
    #[inline(always)]
    fn reduction(&self, node: &Node<P>, child: &Child<P>, extra: usize) -> i32 {
        let gains = child.noisy && child.scored.score >= 0;
        if node.depth < LMR_MIN_DEPTH || self.context.params.lmr_divisor == 0 || gains {
            return 0;
        }
        let done = extra + self.stack[node.ply].move_picker.deferred_count();
        let mut reduction = self.reductions.get(node.depth, done + 1);
        reduction -= node.is_pv() as i32;
        reduction += !node.improving as i32;
        if !child.noisy {
            reduction -= self.history.score(child.history_index, node.previous) / LMR_HISTORY_DIVISOR;
            reduction -= node.killers.contains(&Some(child.scored.mv)) as i32;
        }
        reduction.clamp(0, (child.depth - 1).max(0))
    }

    /// Updates the history after a cutoff and stores the node in the transposition table.
    #[inline]
    fn store(&mut self, node: &Node<P>, best: &BestMoves, window: Window, tried: &[Move]) {
        let value = best.value();
        if value >= window.beta && !self.recorder.is_off(Idea::History) {
            for mv in best.deciding_moves() {
                self.update_history(node, mv, tried);
            }
        }
        let all_moves = node.excluded.is_none() && (node.ply > 0 || self.excluded_at_root.is_empty());
        if all_moves {
            let (score, bound) = (score_to_tt(value, node.ply), Bound::of(value, window));
            let entry = TableEntry { moves: best.above(window.alpha), score, depth: node.depth, bound };
            self.context.table.store(node.key, entry);
        }
    }

    /// Adds a bonus to the history of a quiet move that caused a cutoff, and a penalty to those tried before it.
    fn update_history(&mut self, node: &Node<P>, mv: Move, tried: &[Move]) {
        if node.position.is_noisy(mv) {
            return;
        }
        let index = |mv| node.position.history_index(mv);
        let bonus = (HISTORY_BONUS * node.depth * node.depth).min(HISTORY_BONUS_MAX);
        self.history.refuted_by(mv, node.ply, node.previous[0]);
        self.history.adjust(index(mv), node.previous, bonus);
        for &other in tried.iter().filter(|&&other| other != mv) {
            self.history.adjust(index(other), node.previous, -bonus);
        }
    }
}
