//! The game being played: where it stands, how it came there, and what was taken back.

use std::time::Duration;

use skirmish_board::{Outcome, Side, TextError, View};
use skirmish_games::GameId;
use skirmish_play::{Action, Conclusion, Played, Record, Table};

/// A game that can be taken back and gone through again.
pub struct Game {
    record: Record,
    table: Box<dyn Table>,
    /// Who did each action of the record.
    actors: Vec<Side>,
    /// What was taken back, the action to play first at the end.
    undone: Vec<Action>,
}

impl Game {
    /// The game of a record, at its end.
    pub fn new(record: Record) -> Game {
        let mut tables = record.replay();
        let actors = tables.iter().map(|table| table.side_to_move()).take(record.actions.len()).collect();
        let table = tables.pop().unwrap_or_else(|| skirmish_play::open(record.game));
        Game { record, table, actors, undone: Vec::new() }
    }

    /// The game and its size.
    pub fn id(&self) -> GameId {
        self.record.game
    }

    /// What is written to files.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// Sets what the record says about the game besides its moves.
    pub fn set_header(&mut self, name: &str, value: String) {
        self.record.set_header(name, value);
    }

    /// The position text.
    pub fn position(&self) -> String {
        self.table.position()
    }

    /// Who acts next.
    pub fn side_to_move(&self) -> Side {
        self.table.side_to_move()
    }

    /// How the game ended, if it did.
    pub fn outcome(&self) -> Option<Outcome> {
        self.record.result.as_ref().map(Conclusion::outcome).or_else(|| self.table.outcome())
    }

    /// Who gave up, if somebody did.
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

    /// Whether the game ended otherwise than by its rules.
    fn is_broken_off(&self) -> bool {
        !matches!(self.record.result, None | Some(Conclusion::Rules(_)))
    }

    /// What can be done now; nothing once the game is over.
    pub fn legal_actions(&self) -> Vec<String> {
        if self.outcome().is_some() { Vec::new() } else { self.table.legal_actions() }
    }

    /// The board.
    pub fn view(&self) -> View {
        self.table.view()
    }

    /// The last action, as text.
    pub fn last_action(&self) -> Option<&str> {
        self.record.actions.last().map(|action| action.text.as_str())
    }

    /// The last action that changed the board: an answer to a proposal names no squares, but it plays the move proposed.
    pub fn last_move(&self) -> Option<&str> {
        let names_squares = |action: &&Action| action.text.contains(|c: char| c.is_ascii_digit());
        self.record.actions.iter().rev().find(names_squares).map(|action| action.text.as_str())
    }

    /// Plays an action. On an error, which is the rule it breaks, nothing changes.
    pub fn play(&mut self, text: &str, time: Duration) -> Result<Played, TextError> {
        if let Some(side) = self.resigned() {
            let name = self.id().info().sides[side.index()];
            return Err(TextError::new(format!("The game is over: {name} resigned.")));
        }
        if self.is_broken_off() {
            return Err(TextError::new(format!("The game is over: {}", self.ending())));
        }
        let actor = self.table.side_to_move();
        let played = self.record.play(&mut *self.table, text, Some(time))?;
        self.actors.push(actor);
        self.undone.clear();
        Ok(played)
    }

    /// Ends the game by giving up. Nothing happens if it is over.
    pub fn resign(&mut self, side: Side) {
        if self.outcome().is_none() {
            self.record.result = Some(Conclusion::Resigned(side));
        }
    }

    /// Takes back to the last action of somebody whom `decides` names, or an ending that is not by the rules. How many actions that were; `None`
    /// if there is nothing to take back.
    pub fn undo(&mut self, decides: impl Fn(Side) -> bool) -> Option<usize> {
        if self.is_broken_off() {
            self.record.result = None;
            return Some(0);
        }
        let kept = self.actors.iter().rposition(|&side| decides(side))?;
        let count = self.record.actions.len() - kept;
        self.undone.extend(self.record.actions[kept..].iter().rev().cloned());
        self.actors.truncate(kept);
        self.record.truncate(kept);
        self.table = self.record.table();
        Some(count)
    }

    /// Plays again what was taken back, until somebody whom `decides` names is to act. How many actions that were.
    pub fn redo(&mut self, decides: impl Fn(Side) -> bool) -> usize {
        let mut undone = std::mem::take(&mut self.undone);
        let mut count = 0;
        while let Some(action) = undone.pop() {
            if self.play(&action.text, action.time.unwrap_or_default()).is_err() {
                break;
            }
            count += 1;
            if decides(self.side_to_move()) {
                break;
            }
        }
        self.undone = undone;
        count
    }
}
