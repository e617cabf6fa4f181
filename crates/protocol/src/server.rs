//! The engine's side of the protocol. Commands are read while the engine searches on its own thread.

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

/// Enough for the longest game on the largest board.
const MAX_LINE_BYTES: usize = 1 << 20;

/// Information about the program for `id`.
#[derive(Clone, Copy, Debug)]
pub struct Host<'a> {
    /// The program and its version.
    pub program: &'a str,
    /// The author.
    pub author: &'a str,
}

/// Serves the protocol until `quit` or the end of input. Running searches are stopped and answered first.
///
/// Every `go` is answered by exactly one `bestmove`, in order. Unknown lines are ignored. Invalid commands are answered by
/// `info string error …` and change nothing. Fails on input or output errors.
pub fn serve(input: impl BufRead, output: impl Write + Send + 'static, host: Host) -> io::Result<()> {
    let writer = Arc::new(ReplyWriter(Mutex::new((Box::new(output), None))));
    let mut reader = CommandReader::new(writer.clone(), host)?;
    let mut lines = LineReader::new(input, MAX_LINE_BYTES);
    while let Some(line) = lines.next_line()? {
        let command = match line {
            InputLine::Text(text) => UgiCommand::parse(&text),
            InputLine::TooLong => Err(TextError::new(format!("a line has more than {MAX_LINE_BYTES} bytes"))),
        };
        let done = match command {
            Ok(Some(UgiCommand::Quit)) => break,
            Ok(Some(command)) => reader.run_command(command),
            Ok(None) => Ok(()),
            Err(error) => Err(error),
        };
        if let Err(error) = done {
            writer.report_error(&error);
        }
        if writer.is_broken() {
            break;
        }
    }
    // Stops all searches and waits for their answers.
    drop(reader);
    writer.take_error().map_or(Ok(()), Err)
}

/// The output of both threads: writes and flushes whole lines. After an error, nothing more is written.
struct ReplyWriter(Mutex<(Box<dyn Write + Send>, Option<io::Error>)>);

impl ReplyWriter {
    fn write(&self, reply: &UgiReply) {
        let mut writer = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (output, error) = &mut *writer;
        if error.is_none() {
            let line = format!("{reply}\n");
            *error = output.write_all(line.as_bytes()).and_then(|()| output.flush()).err();
        }
    }

    fn report_error(&self, error: &dyn Display) {
        self.write(&UgiReply::Info(format!("string error {error}")));
    }

    fn is_broken(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).1.is_some()
    }

    fn take_error(&self) -> Option<io::Error> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).1.take()
    }
}

/// Runs commands: holds the position, the options and the running searches.
struct CommandReader<'a> {
    writer: Arc<ReplyWriter>,
    host: Host<'a>,
    options: UgiOptions,
    player_one: Side,
    game: Box<dyn AnyGame>,
    /// The game before the last action.
    before: Option<Box<dyn AnyGame>>,
    searches: Vec<Arc<Signal>>,
    engine: EngineThread,
}

impl<'a> CommandReader<'a> {
    fn new(writer: Arc<ReplyWriter>, host: Host<'a>) -> io::Result<CommandReader<'a>> {
        let options = UgiOptions::default();
        let game = skirmish_play::new_game(options.game);
        // The engine is built on first use, so setting several options is cheap.
        let engine = EngineThread::start(AnyEngine::new(options.engine.clone()))?;
        let (player_one, searches) = (game.side_to_move(), Vec::new());
        Ok(CommandReader { writer, host, options, player_one, game, before: None, searches, engine })
    }

    fn run_command(&mut self, command: UgiCommand) -> Result<(), TextError> {
        match command {
            UgiCommand::Ugi => self.identify(),
            // During a search the engine is ready for `stop`, `ponderhit` and `quit`.
            UgiCommand::IsReady if self.is_searching() => self.writer.write(&UgiReply::ReadyOk),
            UgiCommand::IsReady => self.prepare_engine(),
            UgiCommand::SetOption { name, value } => self.set_option(&name, &value)?,
            UgiCommand::NewGame => self.engine.submit(|engine, _| engine.clear()),
            UgiCommand::Position { start, actions } => self.set_position(start.as_deref(), &actions)?,
            UgiCommand::Go(go) => self.go(go),
            UgiCommand::Stop => self.searches.iter().for_each(|search| search.stop()),
            UgiCommand::PonderHit => self.searches.iter().for_each(|search| search.ponderhit()),
            UgiCommand::Query(query) => self.writer.write(&UgiReply::Response(self.answer(query))),
            UgiCommand::Perft(depth) => {
                let (game, writer) = (self.game.clone(), self.writer.clone());
                self.engine.submit(move |_, _| writer.write(&UgiReply::Nodes(game.perft(depth))));
            }
            UgiCommand::Quit => {}
        }
        Ok(())
    }

    fn identify(&self) {
        let player = self.options.game.info().player;
        self.writer.write(&UgiReply::Name(format!("{player} ({})", self.host.program)));
        self.writer.write(&UgiReply::Author(self.host.author.to_owned()));
        self.options.declare().iter().for_each(|option| self.writer.write(option));
        self.writer.write(&UgiReply::UgiOk);
    }

    fn prepare_engine(&mut self) {
        let (game, writer) = (self.options.game, self.writer.clone());
        self.engine.submit(move |engine, _| {
            engine.prepare(game);
            warn(engine, &writer);
            writer.write(&UgiReply::ReadyOk);
        });
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), TextError> {
        let game = self.options.game;
        self.options.set(name, value)?;
        if self.options.game != game {
            self.player_one = player_one(self.options.game);
            self.game = skirmish_play::new_game(self.options.game);
            self.before = None;
        }
        let options = self.options.engine.clone();
        self.engine.submit(move |engine, _| engine.set_options(options));
        Ok(())
    }

    fn set_position(&mut self, start: Option<&str>, actions: &[String]) -> Result<(), TextError> {
        let mut game = skirmish_play::new_game(self.options.game);
        if let Some(text) = start {
            game.set_position(text)?;
        }
        let mut before = None;
        for (index, action) in actions.iter().enumerate() {
            if index + 1 == actions.len() {
                before = Some(game.clone());
            }
            game.play(action).map_err(|error| TextError::new(format!("move {}: {error}", index + 1)))?;
        }
        (self.game, self.before) = (game, before);
        Ok(())
    }

    fn go(&mut self, go: Go) {
        let answers = go.ponder && self.game.accept_refuse().is_some();
        let search = UgiSearch {
            options: self.options.clone(),
            game: self.game.clone(),
            proposal: self.before.clone().filter(|_| answers),
            player_one: self.player_one,
            go,
            received: Instant::now(),
        };
        let signal = Arc::new(Signal::default());
        self.is_searching();
        self.searches.push(signal.clone());
        let writer = self.writer.clone();
        self.engine.submit(move |engine, _| {
            let best = search.run(engine, &signal, &|reply| writer.write(reply));
            warn(engine, &writer);
            writer.write(&best);
        });
    }

    fn answer(&self, query: UgiQuery) -> String {
        match query {
            UgiQuery::GameOver => self.game.outcome().is_some().to_string(),
            UgiQuery::PlayerOneTurn => (self.game.side_to_move() == self.player_one).to_string(),
            UgiQuery::Result => GameResult::new(self.game.outcome(), self.player_one).to_string(),
        }
    }

    /// Whether a search is running; drops finished ones.
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

/// Reports a warning of the engine.
fn warn(engine: &mut AnyEngine, writer: &ReplyWriter) {
    if let Some(warning) = engine.take_warning() {
        writer.report_error(&warning);
    }
}
