//! Minimax as one would explain it on a blackboard: slow, obvious, and the judge of the real search.

use skirmish_board::score::INFINITY;
use skirmish_board::{Evaluate, Move, MoveList, Outcome, Position, Score, Side, score};

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

/// Plain full-width alpha-beta, the least that the handouts ask of a program: the move that looks best to `judge` after
/// exactly `depth` plies; among equals, the one generated first. The position is not finished.
pub fn alpha_beta_move<P: Position>(position: &P, depth: u32, judge: &impl Fn(&P) -> Score) -> (Move, Option<Move>) {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    let (mut best, mut second) = ((-INFINITY, moves[0]), None);
    for &mv in moves.iter() {
        let mut next = position.clone();
        next.play_standing(mv);
        // Where moves can be refused, the second-best is wanted too, so nothing below it may be cut off.
        let floor = if position.proposes() { second.map_or(-INFINITY, |(value, _)| value) } else { best.0 };
        let value = if next.side_to_move() == position.side_to_move() {
            alpha_beta(&next, (floor, INFINITY), depth - 1, 1, judge)
        } else {
            -alpha_beta(&next, (-INFINITY, -floor), depth - 1, 1, judge)
        };
        if value > best.0 {
            second = (best.0 > -INFINITY).then_some(best);
            best = (value, mv);
        } else if second.is_none_or(|(known, _)| value > known) {
            second = Some((value, mv));
        }
    }
    (best.1, second.map(|(_, mv)| mv))
}

fn alpha_beta<P: Position>(
    position: &P,
    (mut alpha, beta): (Score, Score),
    depth: u32,
    ply: u16,
    judge: &impl Fn(&P) -> Score,
) -> Score {
    let side = position.side_to_move();
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    match moves.len() {
        0 => return position.outcome().map_or(0, |outcome| finished(outcome, side, ply)),
        1 if position.proposes() => return score::loss_in(ply),
        _ if depth == 0 => return judge(position),
        _ => {}
    }
    let needed = if position.proposes() { 2 } else { 1 };
    let mut best = [-INFINITY; 2];
    for &mv in moves.iter() {
        let mut next = position.clone();
        next.play_standing(mv);
        let value = if next.side_to_move() == side {
            alpha_beta(&next, (alpha, beta), depth - 1, ply + 1, judge)
        } else {
            -alpha_beta(&next, (-beta, -alpha), depth - 1, ply + 1, judge)
        };
        best = if value > best[0] { [value, best[0]] } else { [best[0], best[1].max(value)] };
        alpha = alpha.max(best[needed - 1]);
        if alpha >= beta {
            break;
        }
    }
    best[needed - 1]
}

/// The score of a finished game for a side, reached after some plies.
pub(crate) fn finished(outcome: Outcome, side: Side, ply: u16) -> Score {
    match outcome {
        Outcome::Draw => score::DRAW,
        Outcome::Win(winner) if winner == side => score::win_in(ply),
        Outcome::Win(_) => score::loss_in(ply),
    }
}
