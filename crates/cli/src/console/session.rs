//! A game from the first board to the last word: whose turn it is, what is said, what is asked.

use std::io;
use std::time::{Duration, Instant};

use skirmish_board::{Action, ActionKind, Side};
use skirmish_games::GameId;
use skirmish_play::{Decision, Level, Place, Record};

use super::engine::{News, Opponent, Task};
use super::messages;
use super::talk::Talk;
use crate::system::Quiet;
use skirmish_session::command::{self, Command};
use skirmish_session::game::Game;
use skirmish_session::new_game::Options;
use skirmish_session::players::{Players, Role};

/// How a session goes on.
#[derive(Debug)]
pub enum Next {
    /// With the next turn.
    Turn,
    /// With the same question again.
    Again,
    /// With a new game.
    New(GameId),
    /// With a game from a file.
    Load(Box<Record>),
    /// Not at all.
    Leave,
}

/// A game between two players at one table.
pub struct Session<'a, 'b> {
    pub(super) talk: &'a mut Talk<'b>,
    pub(super) options: &'a mut Options,
    pub(super) game: Game,
    pub(super) players: Players,
    /// Started when first needed.
    engine: Option<Opponent>,
    /// Whether the person watching wants to say something.
    paused: bool,
    /// When the side to act began to think, commands in between included.
    pub(super) since: Instant,
    /// Where the game is kept after every move; `None` if it is not, or if that has failed, which is told once.
    pub(super) place: Option<Place>,
}

/// How often the waiting person is told how far the engine is.
const TICK: Duration = Duration::from_millis(50);

/// Shorter thoughts are not worth a line.
const PATIENCE: Duration = Duration::from_millis(200);

/// A question to the engine besides its moves should not take longer.
const QUESTION: Duration = Duration::from_secs(2);

impl<'a, 'b> Session<'a, 'b> {
    /// Sits down at a game that is kept in this place, if in any.
    pub fn new(
        talk: &'a mut Talk<'b>,
        options: &'a mut Options,
        game: Game,
        players: Players,
        place: Option<Place>,
    ) -> Self {
        Session { talk, options, game, players, engine: None, paused: false, since: Instant::now(), place }
    }

    /// Plays until the person wants something else.
    pub fn run(&mut self) -> io::Result<Next> {
        self.show_board()?;
        // A game that was gone on with is the newest now, whether anything is played or not.
        if self.is_begun() {
            self.keep()?;
        }
        if self.game.outcome().is_some() {
            self.talk.say(self.result())?;
        } else if self.players.has_engine() {
            // Its memory takes a moment to get, which is better spent now than at its first move.
            self.engine()?;
        }
        loop {
            let engine_acts = self.players.role(self.game.side_to_move()) == Role::Engine;
            let next = match self.game.outcome() {
                None if engine_acts && !self.paused => self.engine_turn()?,
                Some(_) if self.players.person().is_none() && self.players.has_engine() => Next::Leave,
                _ => self.person_turn()?,
            };
            match next {
                Next::Turn | Next::Again => {}
                leaving => {
                    self.say_what_is_kept(&leaving)?;
                    return Ok(leaving);
                }
            }
        }
    }

    /// How the game ended.
    pub(super) fn result(&self) -> String {
        messages::result(&self.game, &self.players, self.game.ending())
    }

    /// Whether there is something to come back to.
    fn is_begun(&self) -> bool {
        self.game.last_action().is_some() && self.game.outcome().is_none()
    }

    /// A person who leaves a game can come back to it, unless it has not begun or is over. After another game it is no longer
    /// the newest, so that it has to be named.
    fn say_what_is_kept(&mut self, leaving: &Next) -> io::Result<()> {
        let path = self.place.as_ref().and_then(Place::path).filter(|_| self.is_begun());
        match (path, leaving) {
            (None, _) => Ok(()),
            (Some(_), Next::Leave) => self.talk.say("The game is kept: skirmish play --resume goes on with it."),
            (Some(path), _) => {
                let path = path.display();
                self.talk.say(format!("The game is kept: skirmish play --resume {path} goes on with it."))
            }
        }
    }

    /// The engine decides, says what it does, and does it.
    fn engine_turn(&mut self) -> io::Result<Next> {
        let decision = self.think(Task::Choose, self.options.time)?;
        let Some(action) = decision.action else {
            return Err(io::Error::other("the engine has no move"));
        };
        let proposed = self.game.view().pending;
        let step = self.game.perform(&action, self.since.elapsed());
        self.talk.say(messages::engine_action(&self.players, step, proposed.as_ref()))?;
        // The other side has its say first: a move that is only proposed has not changed anything.
        self.after_action()
    }

    /// A person is asked until something is decided.
    fn person_turn(&mut self) -> io::Result<Next> {
        let legal = self.game.legal_actions();
        let prompt = match self.paused {
            true => messages::PAUSED.to_owned(),
            false => messages::prompt(&self.game, &self.players, &legal),
        };
        let words = command::vocabulary(&legal);
        self.ponder()?;
        let line = self.talk.ask(&prompt, &words)?;
        // Whatever was typed, the engine must be free to answer.
        if let Some(engine) = &self.engine {
            engine.stop();
        }
        let Some(line) = line else {
            return Ok(Next::Leave);
        };
        match command::parse(&line, &legal) {
            Command::Nothing if self.paused => {
                self.paused = false;
                self.since = Instant::now();
                Ok(Next::Turn)
            }
            Command::Nothing => match &legal[..] {
                [only] if only.kind == ActionKind::Pass => self.act(only),
                _ => Ok(Next::Again),
            },
            Command::Word(word, argument) => self.obey(word, argument.as_deref()),
            Command::Action(_) | Command::Text(_) if self.paused => {
                self.talk.say("The engine plays both sides: press Enter to watch on, or type help.")?;
                Ok(Next::Again)
            }
            Command::Action(action) => self.act(&action),
            Command::Text(text) => self.act_on(&text),
        }
    }

    /// Performs the action that a person typed, or says why not.
    fn act_on(&mut self, text: &str) -> io::Result<Next> {
        match self.game.read(text) {
            Ok(action) => self.act(&action),
            Err(error) => {
                self.talk.say(messages::complaint(&self.game, text, &error))?;
                Ok(Next::Again)
            }
        }
    }

    /// Performs an action of a person.
    fn act(&mut self, action: &Action) -> io::Result<Next> {
        let remark = self.game.perform(action, self.since.elapsed()).remark;
        // What is announced is announced whoever does it.
        if let Some(remark) = remark {
            self.talk.say(remark)?;
        }
        self.after_action()
    }

    /// Shows what an action has done, and the end of the game if it was one.
    pub(super) fn after_action(&mut self) -> io::Result<Next> {
        self.since = Instant::now();
        self.keep()?;
        if self.game.view().pending.is_none() {
            self.show_board()?;
        }
        if self.game.outcome().is_some() {
            self.talk.say(self.result())?;
        } else if self.talk.was_interrupted() && self.players.person().is_none() {
            self.paused = true;
        }
        Ok(Next::Turn)
    }

    /// Draws the board and says what it does not show.
    pub(super) fn show_board(&mut self) -> io::Result<()> {
        let mut view = self.game.view();
        view.frame = self.players.frame(view.frame);
        let board = self.talk.look.board(&view, self.game.last_move());
        self.talk.say(format!("\n{board}"))?;
        for note in &view.notes {
            self.talk.say(note)?;
        }
        Ok(())
    }

    /// Lets the engine think on the person's time. A weak level would see no more by it.
    fn ponder(&mut self) -> io::Result<()> {
        let wanted = self.options.ponder && self.options.level == Level::FULL;
        if wanted && self.players.person().is_some() && self.game.outcome().is_none() {
            let table = self.game.table().boxed_clone();
            self.engine()?.ponder(table);
        }
        Ok(())
    }

    /// Lets the engine think, and the person watch. Ctrl-C ends it with the best so far.
    fn think(&mut self, task: Task, time: Duration) -> io::Result<Decision> {
        let started = Instant::now();
        let table = self.game.table().boxed_clone();
        let name = self.game.id().info().player;
        self.talk.was_interrupted();
        // What led here is seen before the thinking begins.
        self.talk.flush()?;
        let _quiet = self.talk.look.live.then(Quiet::new);
        self.engine()?.give(task, table, started + time);
        let (mut last, mut shown) = (None, started);
        loop {
            let Some(engine) = &self.engine else {
                return Err(io::Error::other("the engine has left"));
            };
            match engine.news(TICK)? {
                Some(News::Done(decision)) => {
                    self.talk.erase()?;
                    return Ok(decision);
                }
                Some(News::Found(finding)) => last = Some(finding),
                None => {}
            }
            if self.talk.is_interrupted() {
                engine.stop();
            }
            if started.elapsed() > PATIENCE && shown.elapsed() > TICK {
                shown = Instant::now();
                let left = time.saturating_sub(started.elapsed());
                self.talk.show(&messages::thinking(name, last.as_ref(), left))?;
            }
        }
    }

    /// What the engine, at full strength, finds in this position in short time.
    pub(super) fn consult(&mut self) -> io::Result<Decision> {
        let decision = self.think(Task::Analyze, self.options.time.min(QUESTION))?;
        self.talk.was_interrupted();
        Ok(decision)
    }

    /// The engine, started if it was not.
    fn engine(&mut self) -> io::Result<&mut Opponent> {
        let engine = match self.engine.take() {
            Some(engine) => engine,
            None => Opponent::start(self.game.table(), self.options.engine(self.options.level))?,
        };
        Ok(self.engine.insert(engine))
    }

    /// Plays at this level from now on.
    pub(super) fn set_level(&mut self, level: Level) {
        self.options.level = level;
        if let Some(engine) = &mut self.engine {
            engine.set_level(level, self.options.seed);
        }
        self.game.set_level(level);
    }

    /// Whether a side's actions are decided by the person whose decisions are taken back.
    pub(super) fn decides(&self) -> impl Fn(Side) -> bool + use<> {
        let players = self.players;
        move |side| players.person().is_none_or(|person| person == side)
    }
}
