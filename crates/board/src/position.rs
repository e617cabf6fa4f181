//! The rules of a game, as a trait.

use std::fmt::Debug;

use crate::{Move, MoveList, Outcome, Side};

/// The rules of a game: a state, what may be done in it and what that leads to.
///
/// Positions are small and copied freely; playing changes the copy in place and nothing is ever undone. Only moves
/// that [`Position::legal_moves`] generated, or that [`Notation::parse_move`](crate::Notation::parse_move) accepted,
/// are played: nothing is checked twice.
pub trait Position: Clone + Eq + Debug + Send + Sync + 'static {
    /// No game has more actions than this. Each game argues in a comment why it ends; the same argument shows that no
    /// position recurs.
    const MAX_PLIES: u16;

    /// Who acts next. It may be the side that acted last.
    fn side_to_move(&self) -> Side;

    /// The result if the game is over.
    fn outcome(&self) -> Option<Outcome>;

    /// Fills the list with the legal moves, in no promised order. The list is empty exactly when
    /// [`Position::outcome`] is known.
    fn legal_moves(&self, moves: &mut MoveList);

    /// How many legal moves there are; the same as the length of the list, but games count without making one.
    fn count_moves(&self) -> usize {
        let mut moves = MoveList::new();
        self.legal_moves(&mut moves);
        moves.len()
    }

    /// Plays a legal move.
    fn play(&mut self, mv: Move);

    /// A hash of all that decides the future, and of nothing else: equal futures have equal keys. Kept up to date move
    /// by move.
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

    /// Plays a legal move so that it stands: where the side to move proposes, as if the move had been accepted.
    #[inline]
    fn play_accepted(&mut self, mv: Move) {
        self.play(mv);
    }
}
