//! The game being played, with undo and redo.

use std::time::Duration;

use skirmish_board::{Action, ActionKind, Effect, Outcome, Piece, Side, Squares, TextError, View};
use skirmish_games::GameId;
use skirmish_play::{AnyGame, Conclusion, Level, Record, Step};

use crate::new_game;

/// A record with undo and redo.
pub struct SessionGame {
    record: Record,
    /// Undone steps; the next one to redo is last.
    undone: Vec<Step>,
}

impl SessionGame {
    /// The game at the end of a record.
    pub fn new(record: Record) -> SessionGame {
        SessionGame { record, undone: Vec::new() }
    }

    /// The game and its size.
    pub fn id(&self) -> GameId {
        self.record.game_id()
    }

    /// The current game state.
    pub fn current(&self) -> &dyn AnyGame {
        self.record.game()
    }

    /// The record of the game.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// Records the engine's level.
    pub fn set_level(&mut self, level: Level) {
        new_game::set_level(&mut self.record, level);
    }

    /// The position text.
    pub fn position(&self) -> String {
        self.current().position()
    }

    /// The side to act.
    pub fn side_to_move(&self) -> Side {
        self.current().side_to_move()
    }

    /// The outcome, if the game is over.
    pub fn outcome(&self) -> Option<Outcome> {
        self.record.result.as_ref().map(Conclusion::outcome).or_else(|| self.current().outcome())
    }

    /// The side that resigned, if one did.
    pub fn resigned(&self) -> Option<Side> {
        match self.record.result {
            Some(Conclusion::Resigned(side)) => Some(side),
            _ => None,
        }
    }

    /// Why the game ended, in a sentence.
    pub fn ending(&self) -> String {
        self.record.ending()
    }

    /// Whether the game ended by resignation or forfeit instead of by its rules.
    fn is_broken_off(&self) -> bool {
        !matches!(self.record.result, None | Some(Conclusion::Rules(_)))
    }

    /// The legal actions; none once the game is over.
    pub fn legal_actions(&self) -> Vec<Action> {
        if self.outcome().is_some() { Vec::new() } else { self.current().legal_actions() }
    }

    /// Whether the side to act has to answer a proposal.
    pub fn is_waiting_for_answer(&self) -> bool {
        self.outcome().is_none() && self.current().accept_refuse().is_some()
    }

    /// The board.
    pub fn view(&self) -> View {
        self.current().view()
    }

    /// The last action.
    pub fn last_action(&self) -> Option<&Action> {
        self.record.steps().last().map(|step| &step.action)
    }

    /// The squares of the last move. An answer to a proposal has none of its own, so the proposed move counts.
    pub fn last_move(&self) -> Option<&Squares> {
        self.record.steps().iter().rev().find_map(|step| step.action.squares.as_ref())
    }

    /// Parses a legal action. The error names the rule that the action breaks.
    pub fn read(&self, text: &str) -> Result<Action, TextError> {
        if let Some(side) = self.resigned() {
            let name = self.id().info().sides[side.index()];
            return Err(TextError::new(format!("The game is over: {name} resigned.")));
        }
        if self.is_broken_off() {
            return Err(TextError::new(format!("The game is over: {}", self.ending())));
        }
        self.current().read(text)
    }

    /// Performs a legal action.
    pub fn perform(&mut self, action: &Action, time: Duration) -> &Step {
        self.undone.clear();
        self.record.perform(action, Some(time))
    }

    /// Resigns for a side. Does nothing if the game is over.
    pub fn resign(&mut self, side: Side) {
        if self.outcome().is_none() {
            self.record.result = Some(Conclusion::Resigned(side));
        }
    }

    /// Takes back a resignation or forfeit, or else all actions from the last one of a side for which `acts` is true. Returns how
    /// many actions were taken back; `None` if there is nothing to undo.
    pub fn undo(&mut self, acts: impl Fn(Side) -> bool) -> Option<usize> {
        if self.is_broken_off() {
            self.record.result = None;
            return Some(0);
        }
        let remaining = self.record.steps().iter().rposition(|step| acts(step.side))?;
        let taken = self.record.take_back(remaining);
        let count = taken.len();
        self.undone.extend(taken.into_iter().rev());
        Some(count)
    }

    /// Plays undone actions again until a side for which `acts` is true is to act. Returns how many.
    pub fn redo(&mut self, acts: impl Fn(Side) -> bool) -> usize {
        let mut count = 0;
        while !self.is_broken_off()
            && let Some(step) = self.undone.pop()
        {
            self.record.perform(&step.action, step.time);
            count += 1;
            if acts(self.side_to_move()) {
                break;
            }
        }
        count
    }
}

/// The captured pieces of a game, in order. A proposal captures nothing until it is accepted.
pub fn captured(record: &Record) -> Vec<Piece> {
    let done = record.games().zip(record.steps());
    let played = done.filter(|(game, step)| !(game.is_proposal_turn() && step.action.kind == ActionKind::Move));
    let effects = played.flat_map(|(game, step)| game.effects(&step.action));
    let gone = effects.filter_map(|effect| match effect {
        Effect::Captures { piece, .. } | Effect::TakesOwn { piece, .. } => Some(piece),
        Effect::Strikes { piece, becomes: None, .. } => Some(piece),
        _ => None,
    });
    gone.collect()
}
