//! The rules of a game, as a trait.

use std::fmt::Debug;

use crate::{Move, MoveList, Outcome, Side};

/// The rules of a game: positions, their legal moves and what these lead to.
///
/// Positions are small and copied (copy-make): nothing is ever undone. The caller plays only moves that
/// [`Position::legal_moves`] generated or [`Notation::parse_move`](crate::Notation::parse_move) accepted; they are not checked
/// again.
pub trait Position: Clone + Eq + Debug + Send + Sync + 'static {
    /// No game has more actions than this. Each game proves it in a comment; the proof shows that no position recurs, too.
    const MAX_PLIES: u16;

    /// Who acts next. It may be the side that acted last.
    fn side_to_move(&self) -> Side;

    /// The result if the game is over.
    fn outcome(&self) -> Option<Outcome>;

    /// Fills the list with the legal moves, in any order. The list is empty exactly when
    /// [`Position::outcome`] is known.
    fn legal_moves(&self, moves: &mut MoveList);

    /// The number of legal moves. Games can count faster than they generate.
    fn count_moves(&self) -> usize {
        let mut moves = MoveList::new();
        self.legal_moves(&mut moves);
        moves.len()
    }

    /// Plays a legal move.
    fn play(&mut self, mv: Move);

    /// The Zobrist key: a hash of everything that decides the future, and of nothing else. Updated incrementally.
    fn key(&self) -> u64;

    /// Whether the side to move proposes a move that the other side may refuse once. Such a turn is worth the mover's
    /// second-best move, because the best one is refused.
    #[inline]
    fn is_proposal_turn(&self) -> bool {
        false
    }

    /// Where the side to move answers a proposal: the move that accepts it and the one that refuses it.
    #[inline]
    fn accept_refuse(&self) -> Option<[Move; 2]> {
        None
    }

    /// Plays a legal move; a proposal as if it had been accepted.
    #[inline]
    fn play_accepted(&mut self, mv: Move) {
        self.play(mv);
    }
}
