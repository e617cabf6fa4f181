//! Pairings that do not depend on results: round robin (all against all) and gauntlet (one against all others).

use crate::plan::Plan;

/// All pairings of all rounds in Berger order: within a round, the last engine (or a bye, if their number is odd) keeps its
/// place and the others rotate.
pub(super) fn pairings(plan: &Plan) -> impl Iterator<Item = (u32, [usize; 2])> {
    let engines = plan.engines.len();
    let seats = engines + engines % 2;
    let turns = seats.saturating_sub(1);
    let turn = move |turn: usize| {
        (0..seats / 2).map(move |table| {
            let seat = |place: usize| if place == turns { turns } else { (place + turn) % turns.max(1) };
            [seat(table), seat(seats - 1 - table)]
        })
    };
    let round = move || (0..turns).flat_map(turn).filter(move |pair| pair.iter().all(|&engine| engine < engines));
    (1..=plan.rounds).flat_map(move |number| round().map(move |pair| (number, pair)))
}

/// The first engine against every other, round by round.
pub(super) fn gauntlet(plan: &Plan) -> impl Iterator<Item = (u32, [usize; 2])> {
    let engines = plan.engines.len();
    (1..=plan.rounds).flat_map(move |round| (1..engines).map(move |other| (round, [0, other])))
}
