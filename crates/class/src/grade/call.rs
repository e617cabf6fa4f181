//! The checks of the call that Oska's handout asks for.

use std::sync::atomic::Ordering::SeqCst;

use skirmish_arena::seat::{Budget, Turn, seat};
use skirmish_board::{ActionKind, Random};
use skirmish_play::{AnyGame, losing_moves, new_game, winning_moves};

use super::finding::{Finding, MAX_EVIDENCE};
use super::games::{ProgramGames, seed_of};
use super::tactical::{AskedPosition, ask, drawn};
use super::tactics::{Tactic, TacticTask};

/// The deepest call.
const MAX_DEPTH: u32 = 5;

/// The nodes of the proof of a move.
const PROOF_NODES: u64 = 300_000;

/// After so many random games no more positions are looked for.
const MAX_GAMES: usize = 400;

/// Positions in which the result at a depth is forced: the right moves are those that plain minimax may return, and there are others.
fn forced_positions(player: &ProgramGames<'_>, count: usize) -> Vec<(Tactic, u32)> {
    let mut random = Random::new(seed_of(player.seed(), "minimax", 0));
    let mut found = Vec::new();
    for _ in 0..MAX_GAMES {
        let depth = 1 + random.below(MAX_DEPTH as usize) as u32;
        let mut state = new_game(player.game);
        while state.outcome().is_none() && found.len() < count {
            if random.below(3) == 0
                && let Some(tactic) = forced(&*state, depth)
            {
                found.push((tactic, depth));
                break;
            }
            let actions = state.legal_actions();
            state.perform(&actions[random.below(actions.len())]);
        }
        if found.len() >= count || player.watch.stop.load(SeqCst) {
            break;
        }
    }
    found
}

/// The position as one whose result is forced at a depth.
fn forced(state: &dyn AnyGame, depth: u32) -> Option<Tactic> {
    let all: Vec<String> = state.legal_actions().into_iter().map(|action| action.text).collect();
    let texts =
        |actions: Vec<skirmish_board::Action>| actions.into_iter().map(|action| action.text).collect::<Vec<_>>();
    let winning = texts(winning_moves(state, depth, PROOF_NODES)?);
    let (task, right) = if winning.is_empty() {
        let losing = texts(losing_moves(state, depth, PROOF_NODES)?);
        (TacticTask::Save(depth), all.iter().filter(|text| !losing.contains(text)).cloned().collect())
    } else {
        (TacticTask::Win(depth), winning)
    };
    let right: Vec<String> = right;
    let decides = !right.is_empty() && right.len() < all.len();
    decides.then(|| Tactic { task, position: state.position(), right, clear: false })
}

/// Whether it returns what plain minimax returns where the result is forced.
pub(super) fn minimax(player: &ProgramGames<'_>, count: usize) -> (Finding, Vec<AskedPosition>) {
    let mut asked = Vec::new();
    for (tactic, depth) in forced_positions(player, count) {
        // Any of the right moves will do: one is asked for.
        asked.extend(ask_once(player, tactic, depth));
    }
    let counted: Vec<&AskedPosition> = asked.iter().filter(|asked| asked.counts()).collect();
    let good = counted.iter().filter(|asked| asked.is_right()).count();
    let finding = if counted.is_empty() {
        match asked.first() {
            Some(_) => Finding::look("Faults, which have their own checks, ended every call."),
            None => Finding::not_run("No position for it was found, or there was no time for it."),
        }
    } else {
        let sentence = format!(
            "In {good} of {} positions whose result is forced within the depth of the call, it returned a board that plain \
             minimax may return.",
            counted.len()
        );
        let missed = counted.iter().filter(|asked| !asked.is_right());
        Finding::share(good, counted.len(), sentence).with(missed.take(MAX_EVIDENCE).map(|asked| asked.evidence()))
    };
    (finding, asked)
}

/// Asks for one move.
fn ask_once(player: &ProgramGames<'_>, tactic: Tactic, depth: u32) -> Option<AskedPosition> {
    let one = Tactic { right: tactic.right.iter().take(1).cloned().collect(), ..tactic.clone() };
    let mut asked = ask(player, vec![one], Some(depth)).pop()?;
    asked.tactic.right = tactic.right;
    Some(asked)
}

/// Whether it returns the same board where it has no move.
pub(super) fn no_move(player: &ProgramGames<'_>, count: usize) -> Finding {
    let mut random = Random::new(seed_of(player.seed(), "no-move", 0));
    let (mut right, mut wrong) = (0, Vec::new());
    for _ in 0..MAX_GAMES {
        if right + wrong.len() >= count || player.watch.stop.load(SeqCst) {
            break;
        }
        let mut state = new_game(player.game);
        while state.outcome().is_none() {
            let actions = state.legal_actions();
            if actions.iter().all(|action| action.kind == ActionKind::Pass) {
                let position = state.position();
                let mut seat = seat(&player.program, player.game, player.seed());
                let side = state.side_to_move();
                let budget = Budget { time: Some(player.limit), margin: player.limit, ..Budget::default() };
                let turn =
                    Turn { start: &position, actions: &[], game: &*state, side, budget, stop: &player.watch.stop };
                let answer = seat.begin(&position, side).and_then(|()| seat.act(&turn));
                match answer {
                    Ok(_) => right += 1,
                    Err(failure) => wrong.push((position, failure)),
                }
                break;
            }
            state.perform(&actions[random.below(actions.len())]);
        }
    }
    match wrong.first() {
        _ if right + wrong.len() == 0 => Finding::not_run("No such position was found, or there was no time for it."),
        None => Finding::pass(format!("It returned the same board in all of {right} positions without a move.")),
        Some((position, failure)) => Finding::fail(format!(
            "In {} of {} positions without a move it did not return the same board. {position}: {}",
            wrong.len(),
            right + wrong.len(),
            failure.detail
        )),
    }
}

/// Whether it looks further than it is told: reported, for an instructor to judge.
pub(super) fn look_ahead(player: &ProgramGames<'_>, count: usize) -> Finding {
    let mut asked = Vec::new();
    for task in [TacticTask::Win(3), TacticTask::Win(5)] {
        let tactics = drawn(player, task, count.div_ceil(2));
        asked.extend(ask(player, tactics, Some(1)));
    }
    asked.retain(AskedPosition::counts);
    if asked.is_empty() {
        return Finding::not_run("No position for it was found, or there was no time for it.");
    }
    let found = asked.iter().filter(|asked| asked.is_right()).count();
    let by_chance: f64 = asked
        .iter()
        .filter_map(|asked| {
            let mut state = new_game(player.game);
            state.set_position(&asked.tactic.position).ok()?;
            Some(asked.tactic.right.len() as f64 / state.legal_actions().len().max(1) as f64)
        })
        .sum();
    let sentence = format!(
        "Told to look 1 ply ahead, it found the only winning move of 3 or 5 plies in {found} of {} positions; a program that \
         guesses finds {by_chance:.1}.",
        asked.len()
    );
    // Most of them, and far more than by luck: an evaluation may see some.
    let suspicious = found * 4 >= asked.len() * 3 && found as f64 >= 2.0 * by_chance && asked.len() >= 4;
    if suspicious {
        Finding::look(format!("{sentence} It may look further than it is told."))
            .with(asked.iter().filter(|asked| asked.is_right()).map(|asked| asked.evidence()))
    } else {
        Finding::pass(sentence)
    }
}
