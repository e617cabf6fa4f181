//! The words a person can say instead of a move, and what comes of them.

use std::io;
use std::time::Instant;

use skirmish_board::{Action, texts};
use skirmish_play::Level;
use skirmish_play::files;
use skirmish_session::command::Word;
use skirmish_session::new_game::game_called;

use super::messages;
use super::session::{Next, Session};

impl Session<'_, '_> {
    /// Does what a word asks for.
    pub(super) fn obey(&mut self, word: Word, argument: Option<&str>) -> io::Result<Next> {
        match word {
            Word::Help => self.talk.say(messages::help(&self.game, self.talk.look))?,
            Word::Moves => self.list_moves(argument)?,
            Word::Hint => self.hint()?,
            Word::Undo => return self.undo(),
            Word::Redo => return self.redo(),
            Word::Rules => self.talk.say(self.game.id().info().rules.trim_end())?,
            Word::Eval => self.eval()?,
            Word::Level => self.level(argument)?,
            Word::Board => {
                self.show_board()?;
                self.talk.say(self.game.position())?;
            }
            Word::Save => self.save(argument)?,
            Word::Load => return self.load(argument),
            Word::New => return self.new_game(argument),
            Word::Resign => return self.resign(),
            Word::Quit => return Ok(Next::Leave),
        }
        Ok(Next::Again)
    }

    fn list_moves(&mut self, square: Option<&str>) -> io::Result<()> {
        let square = square.unwrap_or_default().to_uppercase();
        let mut legal = self.game.legal_actions();
        // A letter alone is a column, and A1 does not mean A11 as well.
        let from = |action: &Action| action.squares.as_ref().map_or(String::new(), |squares| squares.from.clone());
        let is_square = legal.iter().any(|action| from(action) == square);
        legal.retain(|action| if is_square { from(action) == square } else { from(action).starts_with(&square) });
        if legal.is_empty() {
            let from =
                if square.is_empty() { String::new() } else { format!(" from {}", skirmish_board::quoted(&square)) };
            return self.talk.say(format!("There are no legal moves{from}."));
        }
        legal.chunks(12).try_for_each(|line| self.talk.say(texts(line).join(" ")))
    }

    fn hint(&mut self) -> io::Result<()> {
        if self.game.outcome().is_some() {
            return self.talk.say("The game is over.");
        }
        let decision = self.consult()?;
        self.talk.say(messages::hint(&decision))
    }

    fn eval(&mut self) -> io::Result<()> {
        if self.game.outcome().is_some() {
            return self.talk.say(self.result());
        }
        let side = self.game.side_to_move();
        match self.consult()?.info {
            Some(finding) => self.talk.say(messages::eval(&self.players, side, &finding)),
            None => Ok(()),
        }
    }

    fn level(&mut self, number: Option<&str>) -> io::Result<()> {
        if let Some(number) = number {
            match Level::parse(number) {
                Ok(level) => self.set_level(level),
                Err(error) => return self.talk.say(error.to_string()),
            }
        }
        self.talk.say(messages::level(self.options.level))
    }

    fn undo(&mut self) -> io::Result<Next> {
        match self.game.undo(self.decides()) {
            None => {
                self.talk.say("There is nothing to take back.")?;
                Ok(Next::Again)
            }
            Some(_) => self.after_jump(),
        }
    }

    fn redo(&mut self) -> io::Result<Next> {
        match self.game.redo(self.decides()) {
            0 => {
                self.talk.say("There is nothing to play again.")?;
                Ok(Next::Again)
            }
            _ => self.after_jump(),
        }
    }

    /// Shows where the game stands after going back or forth.
    fn after_jump(&mut self) -> io::Result<Next> {
        self.since = Instant::now();
        self.keep()?;
        self.show_board()?;
        if self.game.outcome().is_some() {
            self.talk.say(self.result())?;
        }
        Ok(Next::Again)
    }

    fn resign(&mut self) -> io::Result<Next> {
        if self.game.outcome().is_some() {
            self.talk.say("The game is over.")?;
            return Ok(Next::Again);
        }
        let side = self.players.person().unwrap_or(self.game.side_to_move());
        self.game.resign(side);
        self.keep()?;
        self.talk.say(self.result())?;
        Ok(Next::Turn)
    }

    fn new_game(&mut self, game: Option<&str>) -> io::Result<Next> {
        match game.map_or(Ok(self.game.id()), game_called) {
            Ok(game) => Ok(Next::New(game)),
            Err(error) => {
                self.talk.say(error.to_string())?;
                Ok(Next::Again)
            }
        }
    }

    fn save(&mut self, name: Option<&str>) -> io::Result<()> {
        let Some(name) = name else {
            return self.talk.say("Save to which file? Type save and its name, such as save game.txt.");
        };
        let path = &files::expanded(name);
        // A game may replace a game, but nothing else is overwritten.
        if path.exists() && skirmish_play::load(path).is_err() {
            return self.talk.say(format!("{name} is there and is not a game: choose another name."));
        }
        match skirmish_play::save(path, self.game.record()) {
            Ok(()) => self.talk.say(format!("Saved to {name}.")),
            Err(error) => self.talk.say(format!("{name} cannot be written: {error}.")),
        }
    }

    fn load(&mut self, name: Option<&str>) -> io::Result<Next> {
        let Some(name) = name else {
            self.talk.say("Load which file? Type load and its name, such as load game.txt.")?;
            return Ok(Next::Again);
        };
        match skirmish_play::load(&files::expanded(name)) {
            Ok(record) => Ok(Next::Load(Box::new(record))),
            Err(error) => {
                self.talk.say(format!("{name}: {error}"))?;
                Ok(Next::Again)
            }
        }
    }

    /// Keeps the game where `skirmish play --resume` finds it.
    pub(super) fn keep(&mut self) -> io::Result<()> {
        let Some(place) = &mut self.place else { return Ok(()) };
        if let Err(error) = place.keep(self.game.record()) {
            self.place = None;
            self.talk.say(format!("(The game cannot be kept for --resume: {error}.)"))?;
        }
        Ok(())
    }
}
