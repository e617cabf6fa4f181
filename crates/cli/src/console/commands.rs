//! Commands of line mode.

use std::io;

use skirmish_board::texts;
use skirmish_play::{SaveOutcome, files};
use skirmish_session::command::Word;
use skirmish_session::engine::EngineRequest;
use skirmish_session::{CommandResult, Question};

use super::messages;
use super::session::{LineSession, NextTurn};

impl LineSession<'_, '_> {
    /// Runs a command.
    pub(super) fn run_command(&mut self, word: Word, argument: Option<&str>) -> io::Result<NextTurn> {
        let now = self.now();
        match self.session.run_command(word, argument, now) {
            CommandResult::Said(text) | CommandResult::Refused(text) => self.prompt.say(text)?,
            CommandResult::Moves(moves) => {
                moves.chunks(12).try_for_each(|line| self.prompt.say(texts(line).join(" ")))?
            }
            CommandResult::Help => self.prompt.say(messages::help(self.session.game(), self.prompt.style))?,
            CommandResult::Rules => self.prompt.say(self.session.game().id().rules().trim_end())?,
            CommandResult::Board => {
                self.show_board()?;
                self.prompt.say(self.session.game().position())?;
            }
            CommandResult::Ask(Question::Eval) if self.session.is_over() => self.prompt.say(self.result())?,
            CommandResult::Ask(question) => self.ask(question)?,
            CommandResult::LevelSet => {
                let options = self.session.options();
                if let Some(engine) = &mut self.engine {
                    engine.ask(EngineRequest::Options(Box::new(options.engine())));
                }
                self.prompt.say(messages::level(options.level))?;
            }
            CommandResult::Jumped(_) => {
                self.autosave()?;
                self.show_board()?;
                self.say_result()?;
            }
            CommandResult::Resigned => {
                self.autosave()?;
                self.say_result()?;
            }
            CommandResult::Save(name) => match files::save(&name, self.session.game().record()) {
                Ok(()) => self.prompt.say(messages::saved(&name))?,
                Err(error) => self.prompt.say(error.to_string())?,
            },
            CommandResult::Load(name) => match files::load(&name) {
                Ok(record) => return Ok(NextTurn::Load(Box::new(record))),
                Err(error) => self.prompt.say(error.to_string())?,
            },
            CommandResult::New(game) => return Ok(NextTurn::New(game)),
            CommandResult::Quit => return Ok(NextTurn::Leave),
        }
        Ok(NextTurn::Turn)
    }

    /// Saves the game for `skirmish play --resume`. A failure is reported once.
    pub(super) fn autosave(&mut self) -> io::Result<()> {
        let Some(slot) = &mut self.slot else { return Ok(()) };
        match slot.save(self.session.game().record()) {
            Ok(SaveOutcome::Saved) => Ok(()),
            Ok(SaveOutcome::Copied) => self.prompt.say(format!("({})", messages::OPEN_ELSEWHERE)),
            Err(error) => {
                self.slot = None;
                self.prompt.say(format!("({})", messages::cannot_be_saved(&error)))
            }
        }
    }
}
