//! Positions in which what a depth must see is certain: exactly one move wins in so many plies, or only one does not lose. Where
//! moves can be refused, there are exactly two of them.

mod pool;

use skirmish_games::GameId;
use skirmish_play::{AnyGame, losing_moves, winning_moves};

pub use pool::{Clarity, draw, find, format_pool, parse_pool};

/// What a position asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TacticTask {
    /// To win within so many plies, which only one move does.
    Win(u32),
    /// Not to lose within so many plies, which only one move does.
    Save(u32),
}

impl TacticTask {
    /// All that rubrics can ask for.
    pub const ALL: [TacticTask; 5] =
        [TacticTask::Win(1), TacticTask::Win(3), TacticTask::Win(5), TacticTask::Save(2), TacticTask::Save(4)];

    /// Its key in rubrics.
    pub fn id(self) -> String {
        match self {
            TacticTask::Win(plies) => format!("win-in-{plies}"),
            TacticTask::Save(plies) => format!("save-in-{plies}"),
        }
    }

    /// The task of a check, if it is one.
    pub fn of_check(id: &str) -> Option<TacticTask> {
        TacticTask::ALL.into_iter().find(|task| task.id() == id)
    }

    /// How far a program must look.
    pub const fn plies(self) -> u32 {
        match self {
            TacticTask::Win(plies) | TacticTask::Save(plies) => plies,
        }
    }

    /// What its right moves do, for people: `wins in 3 plies`.
    pub fn describe(self) -> String {
        let count = |plies: u32| if plies == 1 { "1 ply".to_owned() } else { format!("{plies} plies") };
        match self {
            TacticTask::Win(plies) => format!("wins in {}", count(plies)),
            TacticTask::Save(plies) => format!("does not lose in {}", count(plies)),
        }
    }
}

/// A position with a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tactic {
    /// What it asks for.
    pub task: TacticTask,
    /// The position text.
    pub position: String,
    /// The right moves: one, or two where moves are proposed.
    pub right: Vec<String>,
    /// Whether a deeper search finds no other move as good: no other wins later, and the saving move does not lose later. Only such
    /// positions are fair to a program that looks as far as it likes.
    pub clear: bool,
}

/// The position as one with this task, not yet known to be clear, if it is one: its right moves are exactly as many as are needed, and a program that looks two
/// plies less does not see it. `None` as well if that takes more than this many nodes for a move.
pub fn recognise(game: &dyn AnyGame, task: TacticTask, nodes: u64) -> Option<Tactic> {
    // Moves after a refusal were decided with the proposal.
    if game.outcome().is_some() || game.view().pending.is_some() {
        return None;
    }
    let needed = if game.is_proposal_turn() { 2 } else { 1 };
    let all: Vec<String> = game.legal_actions().into_iter().map(|action| action.text).collect();
    if all.len() < needed + 2 {
        return None;
    }
    let texts = |actions: Vec<skirmish_board::Action>| actions.into_iter().map(|action| action.text).collect();
    let right: Vec<String> = match task {
        TacticTask::Win(plies) => {
            let sooner = plies > 2 && !winning_moves(game, plies - 2, nodes)?.is_empty();
            if sooner {
                return None;
            }
            texts(winning_moves(game, plies, nodes)?)
        }
        TacticTask::Save(plies) => {
            let losing_soon = if plies > 2 { losing_moves(game, plies - 2, nodes)?.len() } else { 0 };
            let losing: Vec<String> = texts(losing_moves(game, plies, nodes)?);
            // Looking two plies less must not be enough.
            if losing_soon + needed >= all.len() {
                return None;
            }
            all.into_iter().filter(|text| !losing.contains(text)).collect()
        }
    };
    (right.len() == needed).then(|| Tactic { task, position: game.position(), right, clear: false })
}

/// The game at the position of a tactic; `None` if it is not one of this game's.
pub fn set_up(game: GameId, tactic: &Tactic) -> Option<Box<dyn AnyGame>> {
    let mut state = skirmish_play::new_game(game);
    state.set_position(&tactic.position).ok()?;
    Some(state)
}
