//! Where positions with tasks come from: a file for each game, from which a seed draws, or a search through random games.

use std::collections::HashSet;
use std::fmt::Write;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use skirmish_board::{Outcome, Random, Side};
use skirmish_games::GameId;
use skirmish_play::{AnyEngine, AnyGame, EngineOptions, new_game};
use skirmish_search::{Limits, SearchSettings};

use super::{Tactic, TacticTask, recognise};

/// The nodes of the proof of a move.
const PROOF_NODES: u64 = 3_000_000;

/// The nodes of the search that looks whether another move wins or loses as well, only later.
const LATER_NODES: u64 = 20_000;

/// Of the positions of a random game, one in so many is looked at.
const STRIDE: usize = 2;

/// The random games of a search for the positions of a board that has none stored.
const MAX_GAMES: usize = 400;

/// The seed of these games: the positions are always the same, and the seed of a grading draws from them.
const SEARCH_SEED: u64 = 0x7ac7;

/// The stored positions of a game; empty if it has none.
fn stored(game: GameId) -> &'static str {
    match game.to_string().as_str() {
        "refusal" => include_str!("../../../tactics/refusal.txt"),
        "gastank" => include_str!("../../../tactics/gastank.txt"),
        "trench" => include_str!("../../../tactics/trench.txt"),
        "hiya" => include_str!("../../../tactics/hiya.txt"),
        "oska" => include_str!("../../../tactics/oska.txt"),
        _ => "",
    }
}

/// So many positions with a task, drawn by a seed: only clear ones, or any. Boards without stored positions are searched, and may
/// give fewer.
pub fn draw(game: GameId, task: TacticTask, any: bool, count: usize, seed: u64, stop: &AtomicBool) -> Vec<Tactic> {
    let text = stored(game);
    let fits = |tactic: &Tactic| tactic.task == task && (any || tactic.clear);
    if text.is_empty() {
        return find(game, &[task], any, count, MAX_GAMES, stop).into_iter().filter(fits).take(count).collect();
    }
    let mut known: Vec<Tactic> = parse_pool(text).into_iter().filter(fits).collect();
    let mut random = Random::mixed(&[seed, task.plies().into(), matches!(task, TacticTask::Win(_)).into()]);
    let mut drawn = Vec::new();
    while drawn.len() < count && !known.is_empty() {
        drawn.push(known.swap_remove(random.below(known.len())));
    }
    drawn
}

/// The positions of a file: a line each, `win-in-3; POSITION; MOVES`, with `win-in-3?` if it is not clear. Other lines are left out.
pub fn parse_pool(text: &str) -> Vec<Tactic> {
    let tactic = |line: &str| {
        let mut fields = line.split("; ");
        let id = fields.next()?;
        let task = TacticTask::of_check(id.trim_end_matches('?'))?;
        let position = fields.next()?.to_owned();
        let right: Vec<String> = fields.next()?.split(' ').map(str::to_owned).collect();
        Some(Tactic { task, position, right, clear: !id.ends_with('?') })
    };
    text.lines().filter_map(tactic).collect()
}

/// A file that [`parse_pool`] reads.
pub fn format_pool(tactics: &[Tactic]) -> String {
    tactics.iter().fold(String::new(), |mut text, tactic| {
        let mark = if tactic.clear { "" } else { "?" };
        let _ = writeln!(text, "{}{mark}; {}; {}", tactic.task.id(), tactic.position, tactic.right.join(" "));
        text
    })
}

/// Looks through at most so many random games for so many clear positions with each of these tasks, all different; with `any`, for as
/// many others.
pub fn find(
    game: GameId,
    tasks: &[TacticTask],
    any: bool,
    count: usize,
    games: usize,
    stop: &AtomicBool,
) -> Vec<Tactic> {
    let mut random = Random::mixed(&[SEARCH_SEED]);
    let mut clarity = Clarity::default();
    let mut found: Vec<Tactic> = Vec::new();
    let mut seen = HashSet::new();
    let counted = |found: &[Tactic], task: TacticTask, clear: bool| {
        found.iter().filter(|tactic| tactic.task == task && tactic.clear == clear).count()
    };
    for _ in 0..games {
        let is_open =
            |task: &TacticTask| counted(&found, *task, true) < count || any && counted(&found, *task, false) < count;
        let open: Vec<TacticTask> = tasks.iter().copied().filter(is_open).collect();
        if open.is_empty() || stop.load(Relaxed) {
            break;
        }
        let mut state = new_game(game);
        while state.outcome().is_none() {
            let actions = state.legal_actions();
            if random.below(STRIDE) == 0 {
                // One position for each game, so that they are of many games.
                let tactic = open.iter().find_map(|&task| recognise(&*state, task, PROOF_NODES));
                if let Some(mut tactic) = tactic {
                    tactic.clear = clarity.is_clear(&*state, &tactic);
                    let wanted = tactic.clear || any;
                    let room = counted(&found, tactic.task, tactic.clear) < count;
                    if wanted && room && seen.insert(tactic.position.clone()) {
                        found.push(tactic);
                        break;
                    }
                }
            }
            state.perform(&actions[random.below(actions.len())]);
        }
    }
    found.sort_by_key(|tactic| (tasks.iter().position(|task| *task == tactic.task), !tactic.clear));
    found
}

/// Looks deeper into positions with tasks.
pub struct Clarity {
    engine: AnyEngine,
}

impl Default for Clarity {
    fn default() -> Clarity {
        let settings = SearchSettings { threads: 1, hash: 2, params: None };
        let options = EngineOptions { settings, use_tablebase: false, ..EngineOptions::default() };
        Clarity { engine: AnyEngine::new(options) }
    }
}

impl Clarity {
    /// Whether a search finds neither that another move wins as well, only later, nor that the saving move loses, only later.
    pub fn is_clear(&mut self, state: &dyn AnyGame, tactic: &Tactic) -> bool {
        let side = state.side_to_move();
        let mut texts = state.legal_actions().into_iter().map(|action| action.text);
        match tactic.task {
            TacticTask::Win(_) => {
                let others: Vec<String> = texts.filter(|text| !tactic.right.contains(text)).collect();
                !others.iter().any(|text| self.is_proven(state, text, side))
            }
            TacticTask::Save(_) => {
                !texts.any(|text| tactic.right.contains(&text) && self.is_proven(state, &text, side.opposite()))
            }
        }
    }

    /// Whether a search proves that a side wins after a move that stands.
    fn is_proven(&mut self, state: &dyn AnyGame, text: &str, winner: Side) -> bool {
        let Ok(action) = state.read(text) else { return false };
        let mut next = state.boxed_clone();
        next.play_accepted(action.mv);
        if let Some(outcome) = next.outcome() {
            return outcome == Outcome::Win(winner);
        }
        self.engine.clear();
        let found = self.engine.analyze(&*next, &Limits::nodes(LATER_NODES), 1, &AtomicBool::new(false), &mut |_| {});
        let wins = found.score > 0;
        found.proven_plies().is_some() && found.score != 0 && wins == (next.side_to_move() == winner)
    }
}
