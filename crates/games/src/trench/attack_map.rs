//! Attack maps of Trench Run for the evaluation.

use skirmish_board::{MoveList, Position, Side};

use super::moves::lines;
use super::{GRID, Kind, Trench};
use crate::grid::{Direction, step};

/// The squares that the ships of a side could move to and guard if it were to move.
pub(super) struct Reach {
    /// The side's TIEs.
    pub(super) ties: u64,
    /// The side's X-wings.
    pub(super) x_wings: u64,
    /// The squares on which a move forward or sideways may end.
    pub(super) onward: u64,
    /// Targets of TIEs straight ahead.
    pub(super) ahead: u64,
    /// Targets of TIEs toward column A and away from it; none while the flag forbids them.
    pub(super) sideways: [u64; 2],
    /// Targets of X-wings ahead, toward column A and away from it.
    pub(super) diagonal: [u64; 2],
    /// All targets of TIEs, but for a Death Star.
    pub(super) tie_targets: u64,
    /// All targets of X-wings, but for a Death Star.
    pub(super) x_wing_targets: u64,
    /// The squares on which a TIE could capture an enemy ship that is or arrives there.
    pub(super) tie_guards: u64,
    /// The squares on which an X-wing could capture an enemy ship that is or arrives there.
    pub(super) x_wing_guards: u64,
}

impl Reach {
    /// The squares on which an enemy ship could be captured.
    #[inline(always)]
    pub(super) fn guards(&self) -> u64 {
        self.tie_guards | self.x_wing_guards
    }
}

/// The ways to the enemy's Death Star. Only a move going backward captures it, so all of them begin behind it.
pub(super) struct Gates {
    /// The ships that could capture it with their next move.
    pub(super) strikers: u64,
    /// The squares from which a TIE would strike, as far as one may go there.
    pub(super) tie: u64,
    /// The squares from which an X-wing would strike, as far as one may go there.
    pub(super) x_wing: u64,
    /// Squares from which a TIE has a free line to a gate, so that it could be there in two moves. Two moves sideways in a
    /// row are forbidden, so a TIE going sideways to the gate must have come from behind.
    pub(super) tie_approaches: u64,
    /// Squares from which an X-wing has a free line to a gate, so that it could be there in two moves.
    pub(super) x_wing_approaches: u64,
}

impl Trench {
    #[inline(always)]
    fn empty_squares(&self) -> u64 {
        GRID.board() & !(self.sides[0] | self.sides[1])
    }

    /// The TIEs and X-wings of a side.
    #[inline(always)]
    pub(super) fn ships(&self, side: Side) -> u64 {
        self.sides[side.index()] & (self.of(Kind::Tie) | self.of(Kind::XWing))
    }

    /// The Death Star of a side.
    #[inline(always)]
    pub(super) fn star(&self, side: Side) -> u64 {
        self.sides[side.index()] & self.of(Kind::DeathStar)
    }

    /// All ones if the side may move a TIE sideways with its next move.
    #[inline(always)]
    pub(super) fn sideways_mask(&self, side: Side) -> u64 {
        u64::from(self.moved_sideways(side)).wrapping_sub(1)
    }

    /// The attack map of a side.
    #[inline(always)]
    pub(super) fn reach(&self, side: Side) -> Reach {
        let (empty, behind, free) = (self.empty_squares(), side.opposite(), self.sideways_mask(side));
        let own = self.sides[side.index()];
        let enemies = self.ships(behind);
        let onward = empty | enemies;
        let (ties, x_wings) = (self.of(Kind::Tie) & own, self.of(Kind::XWing) & own);
        let ahead = lines(ties, Direction::forward(side), empty);
        let back = lines(ties, Direction::forward(behind), empty);
        let sideways = [Direction::Left, Direction::Right].map(|direction| lines(ties, direction, empty) & free);
        let diagonal = diagonals(side).map(|direction| lines(x_wings, direction, empty));
        let back_diagonal = diagonals(behind).map(|direction| lines(x_wings, direction, empty));
        let tie_onward = ahead | sideways[0] | sideways[1];
        let x_wing_onward = diagonal[0] | diagonal[1];
        let x_wing_back = back_diagonal[0] | back_diagonal[1];
        Reach {
            ties,
            x_wings,
            onward,
            ahead: ahead & onward,
            sideways: sideways.map(|targets| targets & onward),
            diagonal: diagonal.map(|targets| targets & onward),
            tie_targets: tie_onward & onward | back & enemies,
            x_wing_targets: x_wing_onward & onward | x_wing_back & enemies,
            tie_guards: tie_onward | back,
            x_wing_guards: x_wing_onward | x_wing_back,
        }
    }

    /// The squares from which a TIE, and an X-wing, of a side sees the enemy's Death Star from behind.
    #[inline(always)]
    fn behind_star(&self, side: Side) -> (u64, u64) {
        let (empty, star) = (self.empty_squares(), self.star(side.opposite()));
        let [left, right] = diagonals(side).map(|direction| lines(star, direction, empty));
        (lines(star, Direction::forward(side), empty), left | right)
    }

    /// The ships of a side that could capture the enemy's Death Star with their next move.
    #[inline(always)]
    pub(super) fn strikers(&self, side: Side) -> u64 {
        let (straight, diagonal) = self.behind_star(side);
        (straight & self.of(Kind::Tie) | diagonal & self.of(Kind::XWing)) & self.sides[side.index()]
    }

    /// The ways of a side to the enemy's Death Star.
    #[inline(always)]
    pub(super) fn gates(&self, side: Side, reach: &Reach) -> Gates {
        let (empty, behind) = (self.empty_squares(), side.opposite());
        let (straight, diagonal) = self.behind_star(side);
        let tie = straight & reach.onward;
        let x_wing = diagonal & reach.onward;
        // The gates of TIEs lie above one another, so each has its row to itself.
        let beside = lines(tie, Direction::Left, empty) | lines(tie, Direction::Right, empty);
        let before = lines(tie, Direction::forward(behind), empty);
        let [before_left, before_right] = diagonals(behind).map(|direction| lines(x_wing, direction, empty));
        Gates {
            strikers: straight & reach.ties | diagonal & reach.x_wings,
            tie,
            x_wing,
            tie_approaches: beside & reach.ahead | before & reach.tie_targets,
            x_wing_approaches: (before_left | before_right) & reach.x_wing_targets,
        }
    }

    /// The ships of a side that have a move forward or sideways.
    #[inline(always)]
    pub(super) fn live_ships(&self, side: Side) -> u64 {
        let (own, behind) = (self.sides[side.index()], side.opposite());
        let onward = self.empty_squares() | self.ships(behind);
        let beside = step(onward, Direction::Left) | step(onward, Direction::Right);
        let before = step(onward, Direction::forward(behind)) | beside & self.sideways_mask(side);
        let [left, right] = diagonals(behind).map(|direction| step(onward, direction));
        (before & self.of(Kind::Tie) | (left | right) & self.of(Kind::XWing)) & own
    }

    /// Whether the opponent, if it were to move, had a move that leaves the side to move without one.
    pub(super) fn could_be_stopped(&self) -> bool {
        // A move forward or sideways is lost only with its ship: whatever blocks it can be captured. So at
        // most one ship may have such moves left, which is rare enough to try all moves of the opponent.
        let live = self.live_ships(self.side);
        if live & live.wrapping_sub(1) != 0 {
            return false;
        }
        let passed = self.with_turn_passed();
        let mut moves = MoveList::new();
        passed.legal_moves(&mut moves);
        moves.iter().any(|&mv| {
            let mut next = passed;
            next.play(mv);
            next.count_moves() == 0
        })
    }
}

/// The two diagonals ahead, toward column A and away from it.
#[inline(always)]
fn diagonals(side: Side) -> [Direction; 2] {
    [Direction::forward_left(side), Direction::forward_right(side)]
}
