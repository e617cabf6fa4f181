//! What comes of the words that a person can say instead of a move.

use std::io;

use skirmish_board::texts;
use skirmish_play::files;
use skirmish_session::command::Word;
use skirmish_session::engine::EngineRequest;
use skirmish_session::{CommandResult, Question};

use super::messages;
use super::session::{LineSession, NextTurn};

impl LineSession<'_, '_> {
    /// Does what a word asks for.
    pub(super) fn run_command(&mut self, word: Word, argument: Option<&str>) -> io::Result<NextTurn> {
        let now = self.now();
        match self.session.run_command(word, argument, now) {
            CommandResult::Said(text) | CommandResult::Refused(text) => self.talk.say(text)?,
            CommandResult::Moves(moves) => {
                moves.chunks(12).try_for_each(|line| self.talk.say(texts(line).join(" ")))?
            }
            CommandResult::Help => self.talk.say(messages::help(self.session.game(), self.talk.look))?,
            CommandResult::Rules => self.talk.say(self.session.game().id().rules().trim_end())?,
            CommandResult::Board => {
                self.show_board()?;
                self.talk.say(self.session.game().position())?;
            }
            CommandResult::Ask(Question::Eval) if self.session.is_over() => self.talk.say(self.result())?,
            CommandResult::Ask(question) => self.ask(question)?,
            CommandResult::LevelSet => {
                let options = self.session.options();
                if let Some(engine) = &mut self.engine {
                    engine.ask(EngineRequest::Options(Box::new(options.engine())));
                }
                self.talk.say(messages::level(options.level))?;
            }
            CommandResult::Jumped(_) => {
                self.keep()?;
                self.show_board()?;
                self.say_result()?;
            }
            CommandResult::Resigned => {
                self.keep()?;
                self.say_result()?;
            }
            CommandResult::Save(name) => match files::save(&name, self.session.game().record()) {
                Ok(()) => self.talk.say(messages::saved(&name))?,
                Err(error) => self.talk.say(error.to_string())?,
            },
            CommandResult::Load(name) => match files::load(&name) {
                Ok(record) => return Ok(NextTurn::Load(Box::new(record))),
                Err(error) => self.talk.say(error.to_string())?,
            },
            CommandResult::New(game) => return Ok(NextTurn::New(game)),
            CommandResult::Quit => return Ok(NextTurn::Leave),
        }
        Ok(NextTurn::Turn)
    }

    /// Keeps the game where `skirmish play --resume` finds it.
    pub(super) fn keep(&mut self) -> io::Result<()> {
        let Some(place) = &mut self.place else { return Ok(()) };
        if let Err(error) = place.save(self.session.game().record()) {
            self.place = None;
            self.talk.say(format!("({})", messages::cannot_be_saved(&error)))?;
        }
        Ok(())
    }
}
