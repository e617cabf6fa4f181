//! Counts lines of play, to check and time move generators.

use crate::{Move, MoveList, Position};

/// The number of lines of play of exactly `depth` moves.
///
/// Where moves are proposed, a ply is an accepted move. Moves of the last ply are counted without being played.
pub fn perft<P: Position>(position: &P, depth: u32) -> u64 {
    let mut lists: Vec<MoveList> = (1..depth).map(|_| MoveList::new()).collect();
    count(position, depth, &mut lists)
}

/// [`perft`] split by the first move, to find the move that two generators disagree about. Empty at depth 0.
pub fn divide<P: Position>(position: &P, depth: u32) -> Vec<(Move, u64)> {
    let Some(rest) = depth.checked_sub(1) else { return Vec::new() };
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    let split = |&mv: &Move| {
        let mut next = position.clone();
        next.play_accepted(mv);
        (mv, perft(&next, rest))
    };
    moves.iter().map(split).collect()
}

fn count<P: Position>(position: &P, depth: u32, lists: &mut [MoveList]) -> u64 {
    match (depth, lists.split_first_mut()) {
        (0, _) => 1,
        (_, None) => position.count_moves() as u64,
        (_, Some((moves, rest))) => {
            moves.clear();
            position.legal_moves(moves);
            let mut lines = 0;
            for &mv in moves.iter() {
                let mut next = position.clone();
                next.play_accepted(mv);
                lines += count(&next, depth - 1, rest);
            }
            lines
        }
    }
}
