//! Replays solutions, with everything about a puzzle that follows from the rules.

use skirmish_board::{Action, ActionKind, Effect, Side, quoted};
use skirmish_play::AnyGame;

use crate::kind::PuzzleKind;
use crate::puzzle::{Puzzle, puzzle_id};
use crate::theme::PuzzleTheme;

/// An action of a solution.
pub struct ReplayedAction {
    /// The position before it.
    pub before: Box<dyn AnyGame>,
    /// The action.
    pub action: Action,
    /// What it does; a proposal as if it were accepted.
    pub effects: Vec<Effect>,
    /// Whether the solver acts.
    pub by_solver: bool,
}

/// A solution, replayed.
pub struct SolutionReplay {
    /// The solver.
    pub solver: Side,
    /// Its actions.
    pub actions: Vec<ReplayedAction>,
    /// The position after it.
    pub end: Box<dyn AnyGame>,
}

impl SolutionReplay {
    /// Plays the actions. The error is a sentence.
    pub fn new(start: &dyn AnyGame, solution: &[String]) -> Result<SolutionReplay, String> {
        let mut end = start.boxed_clone();
        let solver = end.side_to_move();
        let mut actions = Vec::new();
        for (index, text) in solution.iter().enumerate() {
            let place = |why: &str| format!("action {} of the solution, {}: {why}", index + 1, quoted(text));
            if end.outcome().is_some() {
                return Err(place("the game is over before it"));
            }
            let action = end.read(text).map_err(|error| place(&error.to_string()))?;
            if action.text != *text {
                return Err(place(&format!("expected {}", action.text)));
            }
            let (effects, by_solver) = (end.effects(&action), end.side_to_move() == solver);
            actions.push(ReplayedAction { before: end.boxed_clone(), action: action.clone(), effects, by_solver });
            end.perform(&action);
        }
        Ok(SolutionReplay { solver, actions, end })
    }

    /// The solver's decisions. A proposal and the replacement after its refusal are two.
    pub fn decisions(&self) -> usize {
        self.actions.iter().filter(|played| played.by_solver && played.action.kind != ActionKind::Pass).count()
    }
}

impl Puzzle {
    /// Replays the solution, and compares everything that follows from the position and the rules. The error is a sentence.
    pub fn replay(&self) -> Result<SolutionReplay, String> {
        let mut start = skirmish_play::new_game(self.game);
        start.set_position(&self.position).map_err(|error| error.to_string())?;
        if start.position() != self.position {
            return Err(format!("the position is {}, expected {}", quoted(&self.position), start.position()));
        }
        if self.id != puzzle_id(self.game, &self.position) {
            return Err(format!("the id is {}, expected {}", quoted(&self.id), puzzle_id(self.game, &self.position)));
        }
        let replay = SolutionReplay::new(&*start, &self.solution)?;
        self.check_shape(&*start, &replay)?;
        let themes = PuzzleTheme::of(self.kind, &replay);
        if themes != self.themes {
            let ids: Vec<&str> = themes.iter().map(|theme| theme.id()).collect();
            return Err(format!("the themes are not those of the solution, expected {}", ids.join(" ")));
        }
        Ok(replay)
    }

    fn check_shape(&self, start: &dyn AnyGame, replay: &SolutionReplay) -> Result<(), String> {
        let is_reply = start.accept_refuse().is_some() || start.view().pending.is_some();
        if is_reply != (self.kind == PuzzleKind::Verdict) {
            let phase = if is_reply { "answered or replaced" } else { "made" };
            return Err(format!("the kind is {}, but a move is to be {phase}", self.kind.id()));
        }
        let last = replay.actions.last().ok_or("the solution is empty")?;
        if !last.by_solver {
            return Err("the solution ends with an action of the opponent".to_owned());
        }
        // Both moves of a turn are part of the answer.
        for (index, played) in replay.actions.iter().enumerate() {
            let refused = || replay.actions.get(index + 1).is_some_and(|next| next.action.kind == ActionKind::Refuse);
            let replaced = || !played.by_solver || replay.actions.len() > index + 2;
            if played.before.is_proposal_turn() && !(refused() && replaced()) {
                let text = &played.action.text;
                return Err(format!("the proposal {text} is not followed by its refusal and the replacement"));
            }
        }
        Ok(())
    }
}
