//! Looks one or two turns ahead with the rules. It counts whole turns, with refusals: a side that proposes needs two good moves.

use skirmish_board::{Action, Outcome};
use skirmish_play::AnyGame;

/// The position after an action; a proposal is accepted.
pub(crate) fn after_accepted(board: &dyn AnyGame, action: &Action) -> Box<dyn AnyGame> {
    let mut next = board.boxed_clone();
    let proposed = board.is_proposal_turn();
    next.perform(action);
    if let Some([accept, _]) = next.accept_refuse().filter(|_| proposed) {
        next.perform(&accept);
    }
    next
}

/// Whether the side to move wins this turn against any answer.
pub(crate) fn wins_this_turn(board: &dyn AnyGame) -> bool {
    let won = Some(Outcome::Win(board.side_to_move()));
    has_enough(board, |next| next.outcome() == won)
}

/// Whether, after this action, its side wins next turn against any reply.
pub(crate) fn wins_next(board: &dyn AnyGame, action: &Action) -> bool {
    let side = board.side_to_move();
    let next = after_accepted(board, action);
    let escapes = |reply: &dyn AnyGame| match reply.outcome() {
        None => reply.side_to_move() != side || !wins_this_turn(reply),
        Some(outcome) => outcome != Outcome::Win(side),
    };
    next.outcome().is_none() && next.side_to_move() != side && !has_enough(&*next, escapes)
}

/// Whether, after this action, the other side wins next turn.
pub(crate) fn loses_next(board: &dyn AnyGame, action: &Action) -> bool {
    let next = after_accepted(board, action);
    next.outcome().is_none() && next.side_to_move() != board.side_to_move() && wins_this_turn(&*next)
}

/// Whether the side to move has enough wanted actions: two if one of them can be refused.
fn has_enough(board: &dyn AnyGame, wanted: impl Fn(&dyn AnyGame) -> bool) -> bool {
    let needed = if board.is_proposal_turn() { 2 } else { 1 };
    let fitting = |action: &&Action| wanted(&*after_accepted(board, action));
    board.legal_actions().iter().filter(fitting).take(needed).count() == needed
}
