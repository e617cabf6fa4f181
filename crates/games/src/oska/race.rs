//! The race: once all pieces are past all enemies, nothing can be taken any more, and the result is a count.
//!
//! A side only steps then, each step brings a piece one row forward, and only its own pieces are in its way. So it arrives after as
//! many of its own moves as its pieces have rows to go, whatever the opponent does, unless its pieces cannot all find a place in
//! the goal row: then it gets stuck. If they can, some order of moves works: the piece in front goes all the way to its place,
//! then the next, since only pieces in the goal row are ahead of it. So the side that needs fewer moves wins, and of equals the
//! side to move; a side that cannot arrive never wins, and if neither can, both get stuck and the game is a draw.

use skirmish_board::{KnownResult, Outcome, Side};

use super::Oska;
use super::bits::{Bits, Wide};

/// Pieces per side on the largest board.
const MOST_PIECES: usize = Wide::LARGEST as usize;

/// A piece that has its place.
const ARRIVED: (u8, u8) = (u8::MAX, 0);

impl<B: Bits> Oska<B> {
    /// The result of an unfinished game if no pieces can meet any more.
    #[inline]
    pub(super) fn race_result(&self) -> Option<KnownResult> {
        let (south, north) = (self.pieces(Side::South), self.pieces(Side::North));
        // The hindmost row of North, which moves down.
        let (_, below) = self.geometry.rows_below().iter().find(|(row, _)| *row & north != B::EMPTY)?;
        if south & *below == B::EMPTY { Some(self.count_race()) } else { None }
    }

    #[inline(never)]
    fn count_race(&self) -> KnownResult {
        let opponent = self.side.opposite();
        // The opponent makes its first move a ply later.
        let own = self.moves_to_arrive(self.side).map(|moves| 2 * moves - 1);
        let enemy = self.moves_to_arrive(opponent).map(|moves| 2 * moves);
        match (own, enemy) {
            (None, None) => KnownResult { outcome: Outcome::Draw, plies: 0 },
            (Some(plies), enemy) if enemy.is_none_or(|enemy| plies < enemy) => {
                KnownResult { outcome: Outcome::Win(self.side), plies }
            }
            (_, enemy) => KnownResult { outcome: Outcome::Win(opponent), plies: enemy.unwrap_or(0) },
        }
    }

    /// How many moves a side needs to bring all its pieces home by steps alone; `None` if there is no place for all of them.
    pub(super) fn moves_to_arrive(&self, side: Side) -> Option<u16> {
        let pieces = || self.pieces(side).squares().map(|square| self.geometry.spot(square));
        let moves = pieces().map(|spot| u16::from(spot.rows_left[side.index()])).sum();
        // From left to right each place goes to the piece that can reach no place as far right as the others.
        let mut waiting = [(0, 0); MOST_PIECES];
        let mut count = 0;
        for spot in pieces() {
            waiting[count] = spot.reach[side.index()];
            count += 1;
        }
        let waiting = &mut waiting[..count];
        for place in 0..self.geometry.size() {
            let fits = |&(first, last): &(u8, u8)| first <= place && place <= last;
            let next = (0..waiting.len()).filter(|&i| fits(&waiting[i])).min_by_key(|&i| waiting[i].1);
            if let Some(next) = next {
                waiting[next] = ARRIVED;
            }
        }
        waiting.iter().all(|&piece| piece == ARRIVED).then_some(moves)
    }
}
