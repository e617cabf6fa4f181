//! The reference search: plain minimax, slow and obvious. Tests compare the real search with it.

use skirmish_board::score::INFINITY;
use skirmish_board::{Evaluate, Move, MoveList, Outcome, Position, Score, Side, score};

use crate::second_best::BestMoves;
use crate::window::Window;

/// The minimax value of a position for the side to move, at exactly `depth` plies.
///
/// `evaluate` is called at depth 0. A finished game is worth [`score::WIN`], less a point for every ply. Where moves are proposed
/// the turn is worth its second-best move, and with one legal move it is lost, since that move is refused.
pub fn minimax<P: Position>(position: &P, depth: u32, evaluate: &impl Fn(&P) -> Score) -> Score {
    value(position, depth, 0, evaluate)
}

/// [`minimax`] with the game's own evaluation.
pub fn minimax_evaluated<P: Evaluate>(position: &P, depth: u32) -> Score {
    minimax(position, depth, &P::evaluate)
}

fn value<P: Position>(position: &P, depth: u32, ply: u16, evaluate: &impl Fn(&P) -> Score) -> Score {
    let side = position.side_to_move();
    if let Some(outcome) = position.outcome() {
        return finished(outcome, side, ply);
    }
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    if position.is_proposal_turn() && moves.len() == 1 {
        return score::loss_in(ply);
    }
    if depth == 0 {
        return evaluate(position);
    }
    let mut values = Vec::new();
    for &mv in moves.iter() {
        let mut next = position.clone();
        next.play_accepted(mv);
        let of_next = value(&next, depth - 1, ply + 1, evaluate);
        values.push(if next.side_to_move() == side { of_next } else { -of_next });
    }
    values.sort();
    values[values.len() - if position.is_proposal_turn() { 2 } else { 1 }]
}

/// Plain full-width alpha-beta, the least that the handouts ask of a program: the best and second-best moves of an unfinished
/// position by `evaluate` at exactly `depth` plies; among equals, the one generated first.
pub fn alpha_beta_move<P: Position>(position: &P, depth: u32, evaluate: &impl Fn(&P) -> Score) -> (Move, Option<Move>) {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    let [best, second] = try_moves(position, &moves, Window::FULL, depth, 0, evaluate).above(-INFINITY);
    (best.unwrap_or(moves[0]), second)
}

fn alpha_beta<P: Position>(
    position: &P,
    window: Window,
    depth: u32,
    ply: u16,
    evaluate: &impl Fn(&P) -> Score,
) -> Score {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    match moves.len() {
        0 => position.outcome().map_or(0, |outcome| finished(outcome, position.side_to_move(), ply)),
        1 if position.is_proposal_turn() => score::loss_in(ply),
        _ if depth == 0 => evaluate(position),
        _ => try_moves(position, &moves, window, depth, ply, evaluate).value(),
    }
}

/// The best of these moves of a position. Where moves can be refused, only the second-best raises alpha.
fn try_moves<P: Position>(
    position: &P,
    moves: &[Move],
    mut window: Window,
    depth: u32,
    ply: u16,
    evaluate: &impl Fn(&P) -> Score,
) -> BestMoves {
    let mut best = BestMoves::new(if position.is_proposal_turn() { 2 } else { 1 });
    for &mv in moves {
        let mut next = position.clone();
        next.play_accepted(mv);
        let value = if next.side_to_move() == position.side_to_move() {
            alpha_beta(&next, window, depth - 1, ply + 1, evaluate)
        } else {
            -alpha_beta(&next, window.negated(), depth - 1, ply + 1, evaluate)
        };
        best.offer(mv, value);
        window.alpha = window.alpha.max(best.value());
        if window.alpha >= window.beta {
            break;
        }
    }
    best
}

/// The score of a finished game for a side, at a ply.
pub(crate) fn finished(outcome: Outcome, side: Side, ply: u16) -> Score {
    match outcome {
        Outcome::Draw => score::DRAW,
        Outcome::Win(winner) if winner == side => score::win_in(ply),
        Outcome::Win(_) => score::loss_in(ply),
    }
}
