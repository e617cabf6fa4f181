//! The engine's side of the protocol: reading goes on while the engine thinks on a thread of its own.

use std::fmt::Display;
use std::io::{self, BufRead, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use skirmish_board::{Side, TextError};
use skirmish_play::{AnyEngine, AnyGame, EngineThread};

use crate::command::{Go, UgiCommand, UgiQuery};
use crate::lines::{InputLine, LineReader};
use crate::options::UgiOptions;
use crate::player_one;
use crate::reply::{GameResult, UgiReply};
use crate::search::{Signal, UgiSearch};

/// Longer than the longest game of the largest board.
const LONGEST_LINE: usize = 1 << 20;

/// What the protocol needs to know of the program that speaks it.
#[derive(Clone, Copy, Debug)]
pub struct Host<'a> {
    /// The program and its version, told next to the player's name.
    pub program: &'a str,
    /// Who wrote it.
    pub author: &'a str,
}

/// Speaks the protocol until `quit` or the end of the input; an ongoing search is ended and answered first.
///
/// Every `go` is answered by exactly one `bestmove`, in their order. Lines that are no commands are ignored, and bad ones are
/// answered by `info string error …` and change nothing. The error is that of input or output.
pub fn serve(input: impl BufRead, output: impl Write + Send + 'static, host: Host) -> io::Result<()> {
    let voice = Arc::new(Voice(Mutex::new((Box::new(output), None))));
    let mut reader = CommandReader::new(voice.clone(), host)?;
    let mut lines = LineReader::new(input, LONGEST_LINE);
    while let Some(line) = lines.next_line()? {
        let command = match line {
            InputLine::Text(text) => UgiCommand::parse(&text),
            InputLine::TooLong => Err(TextError::new(format!("a line has more than {LONGEST_LINE} bytes"))),
        };
        let done = match command {
            Ok(Some(UgiCommand::Quit)) => break,
            Ok(Some(command)) => reader.obey(command),
            Ok(None) => Ok(()),
            Err(error) => Err(error),
        };
        if let Err(error) = done {
            voice.complain(&error);
        }
        if voice.is_broken() {
            break;
        }
    }
    // Ends all searches, and waits until they are answered.
    drop(reader);
    voice.take_error().map_or(Ok(()), Err)
}

/// The output of both threads: whole lines, at once. After an error, nothing more is written.
struct Voice(Mutex<(Box<dyn Write + Send>, Option<io::Error>)>);

impl Voice {
    fn say(&self, reply: &UgiReply) {
        let mut voice = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (output, error) = &mut *voice;
        if error.is_none() {
            let line = format!("{reply}\n");
            *error = output.write_all(line.as_bytes()).and_then(|()| output.flush()).err();
        }
    }

    fn complain(&self, error: &dyn Display) {
        self.say(&UgiReply::Info(format!("string error {error}")));
    }

    fn is_broken(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).1.is_some()
    }

    fn take_error(&self) -> Option<io::Error> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).1.take()
    }
}

/// The reading side: the position, the options, and the searches that are not over.
struct CommandReader<'a> {
    voice: Arc<Voice>,
    host: Host<'a>,
    options: UgiOptions,
    player_one: Side,
    table: Box<dyn AnyGame>,
    /// The game before the last action.
    before: Option<Box<dyn AnyGame>>,
    searches: Vec<Arc<Signal>>,
    mind: EngineThread,
}

impl<'a> CommandReader<'a> {
    fn new(voice: Arc<Voice>, host: Host<'a>) -> io::Result<CommandReader<'a>> {
        let options = UgiOptions::default();
        let table = skirmish_play::new_game(options.game);
        // The engine is built when it is first needed, so that options set one after another cost nothing.
        let mind = EngineThread::start(AnyEngine::new(options.engine.clone()))?;
        let (player_one, searches) = (table.side_to_move(), Vec::new());
        Ok(CommandReader { voice, host, options, player_one, table, before: None, searches, mind })
    }

    fn obey(&mut self, command: UgiCommand) -> Result<(), TextError> {
        match command {
            UgiCommand::Ugi => self.introduce(),
            // While it searches it is ready for what may be said then: `stop`, `ponderhit`, `quit`.
            UgiCommand::IsReady if self.is_searching() => self.voice.say(&UgiReply::ReadyOk),
            UgiCommand::IsReady => self.get_ready(),
            UgiCommand::SetOption { name, value } => self.set_option(&name, &value)?,
            UgiCommand::NewGame => self.mind.submit(|mind, _| mind.clear()),
            UgiCommand::Position { start, actions } => self.set_position(start.as_deref(), &actions)?,
            UgiCommand::Go(go) => self.go(go),
            UgiCommand::Stop => self.searches.iter().for_each(|search| search.stop()),
            UgiCommand::PonderHit => self.searches.iter().for_each(|search| search.hit()),
            UgiCommand::Query(query) => self.voice.say(&UgiReply::Response(self.tell(query))),
            UgiCommand::Quit => {}
        }
        Ok(())
    }

    fn introduce(&self) {
        let player = self.options.game.info().player;
        self.voice.say(&UgiReply::Name(format!("{player} ({})", self.host.program)));
        self.voice.say(&UgiReply::Author(self.host.author.to_owned()));
        self.options.declare().iter().for_each(|option| self.voice.say(option));
        self.voice.say(&UgiReply::UgiOk);
    }

    fn get_ready(&mut self) {
        let (game, voice) = (self.options.game, self.voice.clone());
        self.mind.submit(move |mind, _| {
            mind.prepare(game);
            warn(mind, &voice);
            voice.say(&UgiReply::ReadyOk);
        });
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), TextError> {
        let game = self.options.game;
        self.options.set(name, value)?;
        if self.options.game != game {
            self.player_one = player_one(self.options.game);
            self.table = skirmish_play::new_game(self.options.game);
            self.before = None;
        }
        let options = self.options.engine.clone();
        self.mind.submit(move |mind, _| mind.set_options(options));
        Ok(())
    }

    fn set_position(&mut self, start: Option<&str>, actions: &[String]) -> Result<(), TextError> {
        let mut table = skirmish_play::new_game(self.options.game);
        if let Some(text) = start {
            table.set_position(text)?;
        }
        let mut before = None;
        for (index, action) in actions.iter().enumerate() {
            if index + 1 == actions.len() {
                before = Some(table.clone());
            }
            table.play(action).map_err(|error| TextError::new(format!("move {}: {error}", index + 1)))?;
        }
        (self.table, self.before) = (table, before);
        Ok(())
    }

    fn go(&mut self, go: Go) {
        let answers = go.ponder && self.table.accept_refuse().is_some();
        let search = UgiSearch {
            options: self.options.clone(),
            table: self.table.clone(),
            proposal: self.before.clone().filter(|_| answers),
            player_one: self.player_one,
            go,
            received: Instant::now(),
        };
        let signal = Arc::new(Signal::default());
        self.is_searching();
        self.searches.push(signal.clone());
        let voice = self.voice.clone();
        self.mind.submit(move |mind, _| {
            let best = search.run(mind, &signal, &|reply| voice.say(reply));
            warn(mind, &voice);
            voice.say(&best);
        });
    }

    fn tell(&self, query: UgiQuery) -> String {
        match query {
            UgiQuery::GameOver => self.table.outcome().is_some().to_string(),
            UgiQuery::PlayerOneTurn => (self.table.side_to_move() == self.player_one).to_string(),
            UgiQuery::Result => GameResult::new(self.table.outcome(), self.player_one).to_string(),
        }
    }

    /// Whether a search is not over; forgets those that are.
    fn is_searching(&mut self) -> bool {
        self.searches.retain(|search| Arc::strong_count(search) > 1);
        !self.searches.is_empty()
    }
}

impl Drop for CommandReader<'_> {
    fn drop(&mut self) {
        self.searches.iter().for_each(|search| search.stop());
    }
}

/// Says what the engine has to tell besides its moves.
fn warn(mind: &mut AnyEngine, voice: &Voice) {
    if let Some(warning) = mind.take_warning() {
        voice.complain(&warning);
    }
}
