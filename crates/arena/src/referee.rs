//! A stand-in until the real referee is here.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use skirmish_board::Side;
use skirmish_games::GameId;

use crate::entry::Entry;
use crate::game::{FaultReport, Game, Pair, Timed, Verdict};
use crate::seat::{Failure, Seat, Turn};

/// Plays one game to its end. Faults are results.
pub fn play(
    game: GameId,
    pair: &Pair,
    leg: u8,
    plan_engines: &[Entry],
    seats: [&mut dyn Seat; 2],
    stop: &AtomicBool,
) -> Option<Game> {
    let mut table = skirmish_play::open(game);
    let mut actions: Vec<Timed> = Vec::new();
    table.set_position(&pair.opening).ok()?;
    let place = |side: Side| ((side == Side::North) as usize) ^ leg as usize;
    let lost = |place: usize, failure: Failure, actions: Vec<Timed>| {
        let side = if place == leg as usize { Side::South } else { Side::North };
        let Failure { fault, detail, stderr, transcript } = failure;
        let ending = format!("{side} {fault}: {detail}");
        let verdict = if side == Side::South { Verdict::North } else { Verdict::South };
        let report = FaultReport { engine: pair.engines[place], fault, detail, stderr, transcript };
        Some(Game { pair: pair.number, leg, actions, verdict, ending, fault: Some(report) })
    };
    for side in [Side::South, Side::North] {
        if let Err(failure) = seats[place(side)].begin(&pair.opening, side) {
            return lost(place(side), failure, actions);
        }
    }
    loop {
        if stop.load(Relaxed) {
            return None;
        }
        if let Some(outcome) = table.outcome() {
            let ending = table.ending();
            return Some(Game { pair: pair.number, leg, actions, verdict: outcome.into(), ending, fault: None });
        }
        let side = table.side_to_move();
        let position = table.position();
        let budget = plan_engines[pair.engines[place(side)]].clock;
        let turn = Turn { start: &pair.opening, actions: &actions, position: &position, side, budget };
        match seats[place(side)].act(&turn) {
            Ok(timed) => {
                table.play(&timed.text).ok()?;
                actions.push(timed);
            }
            Err(failure) => return lost(place(side), failure, actions),
        }
    }
}
