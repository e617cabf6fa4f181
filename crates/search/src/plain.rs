//! Minimax as one would explain it on a blackboard: slow, obvious, and the judge of the real search.

use skirmish_board::{Evaluate, MoveList, Outcome, Position, Score, Side, score};

/// The value of a position for the side to move, looking exactly `depth` plies ahead.
///
/// `judge` is asked for the opinion where the depth runs out. A finished game is worth [`score::WIN`], less a point for every
/// ply it took to get there. Where moves are proposed the turn is worth its second-best move, and with one legal move it is lost at
/// once, since that move is refused.
pub fn minimax<P: Position>(position: &P, depth: u32, judge: &impl Fn(&P) -> Score) -> Score {
    value(position, depth, 0, judge)
}

/// [`minimax`] with the game's own evaluation.
pub fn minimax_evaluated<P: Evaluate>(position: &P, depth: u32) -> Score {
    minimax(position, depth, &P::evaluate)
}

fn value<P: Position>(position: &P, depth: u32, ply: u16, judge: &impl Fn(&P) -> Score) -> Score {
    let side = position.side_to_move();
    if let Some(outcome) = position.outcome() {
        return finished(outcome, side, ply);
    }
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    if position.proposes() && moves.len() == 1 {
        return score::loss_in(ply);
    }
    if depth == 0 {
        return judge(position);
    }
    let mut values = Vec::new();
    for &mv in moves.iter() {
        let mut next = position.clone();
        next.play_standing(mv);
        let of_next = value(&next, depth - 1, ply + 1, judge);
        values.push(if next.side_to_move() == side { of_next } else { -of_next });
    }
    values.sort();
    values[values.len() - if position.proposes() { 2 } else { 1 }]
}

/// The score of a finished game for a side, reached after some plies.
pub(crate) fn finished(outcome: Outcome, side: Side, ply: u16) -> Score {
    match outcome {
        Outcome::Draw => score::DRAW,
        Outcome::Win(winner) if winner == side => score::win_in(ply),
        Outcome::Win(_) => score::loss_in(ply),
    }
}
