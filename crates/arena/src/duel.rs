//! A match of two built-in players in this process.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use skirmish_board::{Evaluate, Outcome, Side};

use crate::openings::Openings;
use crate::plan::Test;
use crate::player::{Contestant, Player};
use crate::statistics::Pairs;

/// How a match is played.
#[derive(Clone, Debug)]
pub struct Match {
    /// The most pairs of games.
    pub pairs: u64,
    /// Plies of the random openings.
    pub opening_plies: u32,
    /// Games at the same time.
    pub concurrency: usize,
    /// Which openings are drawn.
    pub seed: u64,
    /// The test that may end the match early.
    pub sprt: Option<Test>,
}

/// Plays a match from a start position and calls `progress` after every pair. The result is that of the first player.
pub fn play<P: Evaluate>(
    start: &P,
    contestants: [&Contestant; 2],
    rules: &Match,
    progress: &(dyn Fn(&Pairs) + Sync),
) -> Pairs {
    let next = AtomicU64::new(0);
    let pairs = Mutex::new(Pairs::default());
    let decided = |pairs: &Pairs| rules.sprt.is_some_and(|sprt| sprt.verdict(pairs).is_some());
    let work = || {
        let mut players = contestants.map(|contestant| contestant.player::<P>(rules.seed));
        let mut openings = Openings::new(start.clone(), rules.opening_plies);
        loop {
            let number = next.fetch_add(1, Relaxed);
            if number >= rules.pairs || decided(&pairs.lock().unwrap_or_else(|poison| poison.into_inner())) {
                return;
            }
            let opening = openings.draw(rules.seed.wrapping_mul(1 << 32).wrapping_add(number));
            let points = play_pair(&opening, &mut players);
            let mut pairs = pairs.lock().unwrap_or_else(|poison| poison.into_inner());
            pairs.add(points);
            progress(&pairs);
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..rules.concurrency.max(1) {
            scope.spawn(work);
        }
    });
    pairs.into_inner().unwrap_or_else(|poison| poison.into_inner())
}

/// Plays an opening twice with sides swapped; the first player's half points.
fn play_pair<P: Evaluate>(opening: &P, players: &mut [Player<P>; 2]) -> usize {
    [Side::South, Side::North]
        .into_iter()
        .map(|first_player| match play_game(opening, players, first_player) {
            Outcome::Win(winner) if winner == first_player => 2,
            Outcome::Win(_) => 0,
            Outcome::Draw => 1,
        })
        .sum()
}

/// Plays a game to its end, the first player having the given side.
fn play_game<P: Evaluate>(opening: &P, players: &mut [Player<P>; 2], first_player: Side) -> Outcome {
    players.iter_mut().for_each(Player::clear);
    let mut position = opening.clone();
    loop {
        if let Some(outcome) = position.outcome() {
            return outcome;
        }
        let player = &mut players[(position.side_to_move() != first_player) as usize];
        let mv = player.choose(&position);
        position.play(mv);
    }
}
