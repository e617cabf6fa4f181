//! What the tests of the search share: random numbers, random positions, and the list of games.

// Each test file uses its own part of this.
#![allow(dead_code)]

use std::thread;

pub use skirmish_board::Random;
use skirmish_board::{MoveList, Position};
use skirmish_games::GameId;

/// The positions of a random game from the start, the finished one included.
pub fn random_game<P: Position>(start: &P, random: &mut Random) -> Vec<P> {
    let mut positions = vec![start.clone()];
    let mut moves = MoveList::new();
    loop {
        let mut next = positions.last().expect("never empty").clone();
        moves.clear();
        next.legal_moves(&mut moves);
        if moves.is_empty() {
            return positions;
        }
        next.play(moves[random.below(moves.len())]);
        positions.push(next);
    }
}

/// Checks every game, at these sizes if it has several, all at the same time; with `SKIRMISH_GAME` in the environment, that one only. A
/// thread has the name of its game, so a failure tells it.
pub fn every_board(sizes: &[u8], check: impl Fn(GameId) + Sync) {
    let check = &check;
    let is_wanted = |id: &GameId| std::env::var("SKIRMISH_GAME").map_or(true, |wanted| wanted == id.info().id);
    thread::scope(|scope| {
        for id in GameId::all_at(sizes).into_iter().filter(is_wanted) {
            thread::Builder::new().name(id.to_string()).spawn_scoped(scope, move || check(id)).expect("a thread");
        }
    });
}

/// The number for a game: its own, or the usual one.
pub fn number_for<T: Copy>(id: GameId, own: &[(&str, T)], usual: T) -> T {
    own.iter().find(|(name, _)| *name == id.to_string()).map_or(usual, |&(_, number)| number)
}
