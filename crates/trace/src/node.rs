//! A node that is open while the trace is read, and what its moves prove about its value.

use skirmish_board::{Move, MoveList, Score, Side};
use skirmish_play::AnyGame;

use crate::interval::{AskedWindow, Interval};
use crate::knowledge::{legal_moves, noisy_moves};
use crate::line::MAX_VALUE;

/// What a node is to the one around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NodeRole {
    /// The root of a search.
    Root,
    /// The root of a trace that leaves it out; it claims nothing.
    ImpliedRoot,
    /// A move was played.
    AfterMove(Move),
    /// The same position, searched for another reason.
    SamePosition,
}

/// A node that is open while the trace is read.
pub(crate) struct OpenNode {
    pub(crate) role: NodeRole,
    /// The move that leads here, as the game writes it.
    pub(crate) text: String,
    pub(crate) game: Box<dyn AnyGame>,
    /// The pass of the other side that was skipped on the way here.
    pub(crate) skipped_pass: Option<Move>,
    pub(crate) moves: MoveList,
    /// How many good moves its value needs: two where the best one is refused.
    pub(crate) needed: usize,
    pub(crate) ply: u16,
    /// The plies left to search, written or by the one around it.
    pub(crate) depth: Option<i32>,
    /// What is known of every move before it is searched: nothing, or that no win is quicker than the next move.
    pub(crate) prior: Interval,
    /// The window asked, written or that of plain alpha-beta.
    pub(crate) window: AskedWindow,
    /// Whether its window was wrong, so that what is made of its value is wrong, too.
    pub(crate) is_window_wrong: bool,
    pub(crate) tried: Vec<TriedMove>,
    pub(crate) skipped: Vec<Move>,
    /// The values of moves that are illegal or no moves, for this side.
    pub(crate) illegal_values: Vec<Score>,
    /// A move that was searched less deep than it should be, without a reason: its line, text and depth.
    pub(crate) too_shallow: Option<(usize, String, i32)>,
}

/// A move that was searched.
#[derive(Clone, Debug)]
pub(crate) struct TriedMove {
    pub(crate) mv: Move,
    /// Whether the same side moves again.
    pub(crate) same_side: bool,
    /// The value that its node claims, for the side to move there.
    pub(crate) value: Score,
    /// What is known of its true value, for the side to move there.
    pub(crate) known: Interval,
}

/// How the values of moves become the value of a node: the right way, or a wrong one that engines take.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reading {
    pub(crate) needed: usize,
    /// Values of the opponent are not negated.
    pub(crate) forgets_sign: bool,
    /// Values are negated although the same side moves again.
    pub(crate) flips_same_side: bool,
    /// Moves that are illegal, or no moves, count.
    pub(crate) with_illegal: bool,
    /// Both sides may stop here with this value; only noisy moves have to be tried.
    pub(crate) stand_pat: Option<Interval>,
}

impl OpenNode {
    /// A node that begins, without depth and with an infinite window.
    pub(crate) fn new(role: NodeRole, text: String, game: Box<dyn AnyGame>, ply: u16) -> OpenNode {
        let moves = legal_moves(&*game);
        let needed = if game.is_proposal_turn() { 2 } else { 1 };
        OpenNode {
            role,
            text,
            game,
            skipped_pass: None,
            moves,
            needed,
            ply,
            depth: None,
            prior: Interval::UNKNOWN,
            window: AskedWindow::INFINITE,
            is_window_wrong: false,
            tried: Vec::new(),
            skipped: Vec::new(),
            illegal_values: Vec::new(),
            too_shallow: None,
        }
    }

    pub(crate) fn side(&self) -> Side {
        self.game.side_to_move()
    }

    /// How the values of this node's moves become its own.
    pub(crate) fn right_reading(&self, stand_pat: Option<Interval>) -> Reading {
        Reading { needed: self.needed, forgets_sign: false, flips_same_side: false, with_illegal: false, stand_pat }
    }

    /// The legal moves that were neither searched nor skipped; with noisy moves only, those of them that are.
    pub(crate) fn untried(&self, noisy_only: bool) -> Vec<Move> {
        let is_new = |mv: &Move| !self.skipped.contains(mv) && self.tried.iter().all(|tried| tried.mv != *mv);
        let left = |moves: &[Move]| moves.iter().copied().filter(is_new).collect();
        if noisy_only { left(&noisy_moves(&*self.game, &self.moves)) } else { left(&self.moves) }
    }

    /// What the searched moves prove about the value of the node. A skipped move is taken for what the program says: it does not
    /// matter.
    pub(crate) fn derived(&self, reading: Reading) -> Interval {
        let sign = |tried: &TriedMove| {
            let keeps = if tried.same_side { !reading.flips_same_side } else { reading.forgets_sign };
            tried.known.seen_by_parent(keeps)
        };
        let mut values: Vec<Interval> = self.tried.iter().map(sign).collect();
        if reading.with_illegal {
            values.extend(self.illegal_values.iter().map(|&value| Interval::exact(value)));
        }
        values.extend(std::iter::repeat_n(reading.stand_pat, reading.needed).flatten());
        values.extend(self.untried(reading.stand_pat.is_some()).iter().map(|_| self.prior));
        if values.len() < reading.needed {
            return Interval::UNKNOWN;
        }
        let needed = |end: fn(&Interval) -> Score| {
            let mut ends: Vec<Score> = values.iter().map(end).collect();
            ends.sort_unstable();
            ends[ends.len() - reading.needed]
        };
        Interval { low: needed(|value| value.low), high: needed(|value| value.high) }
    }

    /// The value of the node if each move has the value that its own node claims; `None` if too few were searched.
    pub(crate) fn claimed_value(&self, reading: Reading) -> Option<Score> {
        let sign = |tried: &TriedMove| {
            let keeps = if tried.same_side { !reading.flips_same_side } else { reading.forgets_sign };
            if keeps { tried.value } else { -tried.value }
        };
        let mut values: Vec<Score> = self.tried.iter().map(sign).collect();
        if reading.with_illegal {
            values.extend(&self.illegal_values);
        }
        let stand_pat = reading.stand_pat.filter(|known| known.is_exact()).map(|known| known.low);
        values.extend(std::iter::repeat_n(stand_pat, reading.needed).flatten());
        values.sort_unstable();
        values.len().checked_sub(reading.needed).map(|index| values[index])
    }

    /// The value of a searched move for the side to move here, as its node claims.
    pub(crate) fn claimed(tried: &TriedMove) -> Score {
        if tried.same_side { tried.value } else { -tried.value }
    }

    /// The window that plain alpha-beta has reached, for a move that may have been searched before.
    pub(crate) fn reached_window(&self, next: Option<Move>) -> AskedWindow {
        let others = self.tried.iter().filter(|tried| Some(tried.mv) != next);
        let mut values: Vec<Score> = others.map(OpenNode::claimed).collect();
        values.sort_unstable();
        let known = values.len().checked_sub(self.needed).map_or(-MAX_VALUE, |index| values[index]);
        AskedWindow { alpha: self.window.alpha.max(known), beta: self.window.beta }
    }

    /// The moves with the best and the second-best value claimed.
    pub(crate) fn best_moves(&self) -> [Option<Move>; 2] {
        let mut order: Vec<&TriedMove> = self.tried.iter().collect();
        order.sort_by_key(|tried| -OpenNode::claimed(tried));
        [0, 1].map(|rank| order.get(rank).map(|tried| tried.mv))
    }

    /// Notes the result of a move. Its last value counts.
    pub(crate) fn offer(&mut self, result: TriedMove) {
        match self.tried.iter_mut().find(|tried| tried.mv == result.mv) {
            Some(known) => *known = result,
            None => self.tried.push(result),
        }
    }
}
