//! The engine's side of the protocol: reading goes on while the engine thinks on a thread of its own.

use std::io::{self, BufRead, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use skirmish_board::{Side, TextError};
use skirmish_games::GameId;
use skirmish_play::{Mind, Table};
use skirmish_search::Settings;

use crate::command::{Command, Go, Query};
use crate::lines::{Line, LineReader};
use crate::options::Options;
use crate::player_one;
use crate::reply::{GameResult, Reply};
use crate::search::{Search, Signal, is_answer};

/// Longer than the longest game of the largest board.
const LONGEST_LINE: usize = 1 << 20;

/// What the protocol needs to know of the program that speaks it.
pub struct Host<'a> {
    /// The program and its version, told next to the player's name.
    pub program: &'a str,
    /// Who wrote it.
    pub author: &'a str,
    /// Builds the engine of a game.
    pub build: &'a (dyn Fn(GameId, &Settings) -> Box<dyn Mind> + Sync),
}

/// Speaks the protocol until `quit` or the end of the input; an ongoing search is ended and answered first.
///
/// Every `go` is answered by exactly one `bestmove`, in their order. Lines that are no commands are ignored, and bad ones are
/// answered by `info string error …` and change nothing. The error is that of input or output.
pub fn serve(input: impl BufRead, output: impl Write + Send, host: &Host) -> io::Result<()> {
    let voice = Voice(Mutex::new((output, None)));
    std::thread::scope(|scope| {
        let (jobs, orders) = channel();
        let voice = &voice;
        scope.spawn(move || work(&orders, voice, host));
        let mut reader = Reader::new(jobs, host);
        let mut lines = LineReader::new(input, LONGEST_LINE);
        while let Some(line) = lines.next_line()? {
            let command = match line {
                Line::Text(text) => Command::parse(&text),
                Line::TooLong => Err(TextError::new(format!("a line has more than {LONGEST_LINE} bytes"))),
            };
            let done = match command {
                Ok(Some(Command::Quit)) => break,
                Ok(Some(command)) => reader.obey(command, &|reply| voice.say(reply)),
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
        // Dropping the reader ends all searches, and with the last order the thread.
        Ok::<(), io::Error>(())
    })?;
    match voice.0.into_inner().unwrap_or_else(PoisonError::into_inner).1 {
        Some(error) => Err(error),
        None => Ok(()),
    }
}

/// The output of both threads: whole lines, at once. After an error, nothing more is written.
struct Voice<W>(Mutex<(W, Option<io::Error>)>);

impl<W: Write> Voice<W> {
    fn say(&self, reply: &Reply) {
        let mut voice = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (output, error) = &mut *voice;
        if error.is_none() {
            let line = format!("{reply}\n");
            *error = output.write_all(line.as_bytes()).and_then(|()| output.flush()).err();
        }
    }

    fn complain(&self, error: &TextError) {
        self.say(&Reply::Info(format!("string error {error}")));
    }

    fn is_broken(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).1.is_some()
    }
}

/// What the thinking thread is to do, one after another.
enum Job {
    Options(Options),
    NewGame,
    Ready,
    Search(Box<Search>, Arc<Signal>),
}

/// The reading side: the position, the options, and the searches that are not over.
struct Reader<'a> {
    jobs: Sender<Job>,
    host: &'a Host<'a>,
    options: Options,
    player_one: Side,
    table: Box<dyn Table>,
    /// The position before the last action.
    before: Option<String>,
    searches: Vec<Arc<Signal>>,
}

impl<'a> Reader<'a> {
    fn new(jobs: Sender<Job>, host: &'a Host<'a>) -> Reader<'a> {
        let options = Options::default();
        let table = skirmish_play::open(options.game);
        Reader { jobs, host, options, player_one: table.side_to_move(), table, before: None, searches: Vec::new() }
    }

    fn obey(&mut self, command: Command, say: &dyn Fn(&Reply)) -> Result<(), TextError> {
        match command {
            Command::Ugi => self.introduce(say),
            // While it searches it is ready for what may be said then: `stop`, `ponderhit`, `quit`.
            Command::IsReady if self.is_searching() => say(&Reply::ReadyOk),
            Command::IsReady => self.order(Job::Ready),
            Command::SetOption { name, value } => self.set_option(&name, &value)?,
            Command::NewGame => self.order(Job::NewGame),
            Command::Position { start, actions } => self.set_position(start.as_deref(), &actions)?,
            Command::Go(go) => self.go(go),
            Command::Stop => self.searches.iter().for_each(|search| search.stop()),
            Command::PonderHit => self.searches.iter().for_each(|search| search.hit()),
            Command::Query(query) => say(&Reply::Response(self.tell(query))),
            Command::Quit => {}
        }
        Ok(())
    }

    fn introduce(&self, say: &dyn Fn(&Reply)) {
        let player = self.options.game.info().player;
        say(&Reply::Name(format!("{player} ({})", self.host.program)));
        say(&Reply::Author(self.host.author.to_owned()));
        self.options.declare().iter().for_each(say);
        say(&Reply::UgiOk);
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), TextError> {
        let game = self.options.game;
        self.options.set(name, value)?;
        if self.options.game != game {
            self.player_one = player_one(self.options.game);
            self.table = skirmish_play::open(self.options.game);
            self.before = None;
        }
        self.order(Job::Options(self.options));
        Ok(())
    }

    fn set_position(&mut self, start: Option<&str>, actions: &[String]) -> Result<(), TextError> {
        let mut table = skirmish_play::open(self.options.game);
        if let Some(text) = start {
            table.set_position(text)?;
        }
        let mut before = None;
        for (index, action) in actions.iter().enumerate() {
            if index + 1 == actions.len() {
                before = Some(table.position());
            }
            table.play(action).map_err(|error| TextError::new(format!("move {}: {error}", index + 1)))?;
        }
        (self.table, self.before) = (table, before);
        Ok(())
    }

    fn go(&mut self, go: Go) {
        let position = self.table.position();
        let answers = go.ponder && is_answer(self.options.game, &position);
        let search = Search {
            options: self.options,
            position,
            proposal: self.before.clone().filter(|_| answers),
            side: self.table.side_to_move(),
            player_one: self.player_one,
            go,
            received: Instant::now(),
        };
        let signal = Arc::new(Signal::default());
        self.is_searching();
        self.searches.push(signal.clone());
        self.order(Job::Search(Box::new(search), signal));
    }

    fn tell(&self, query: Query) -> String {
        match query {
            Query::GameOver => self.table.outcome().is_some().to_string(),
            Query::PlayerOneTurn => (self.table.side_to_move() == self.player_one).to_string(),
            Query::Result => GameResult::new(self.table.outcome(), self.player_one).to_string(),
        }
    }

    /// Whether a search is not over; forgets those that are.
    fn is_searching(&mut self) -> bool {
        self.searches.retain(|search| Arc::strong_count(search) > 1);
        !self.searches.is_empty()
    }

    fn order(&self, job: Job) {
        // The thread works until there is nobody to give orders.
        let _ = self.jobs.send(job);
    }
}

impl Drop for Reader<'_> {
    fn drop(&mut self) {
        self.searches.iter().for_each(|search| search.stop());
    }
}

/// The thinking side. The engine is built when it is first needed, so that options set one after another cost nothing.
fn work<W: Write>(orders: &Receiver<Job>, voice: &Voice<W>, host: &Host) {
    let mut options = Options::default();
    let mut mind: Option<Box<dyn Mind>> = None;
    for job in orders {
        match job {
            Job::Options(changed) => {
                if !changed.same_engine(&options) {
                    mind = None;
                }
                options = changed;
                if let Some(mind) = &mut mind {
                    mind.set_level(options.level, options.seed);
                }
            }
            Job::NewGame => {
                if let Some(mind) = &mut mind {
                    mind.clear();
                    mind.set_level(options.level, options.seed);
                }
            }
            Job::Ready => {
                mind.get_or_insert_with(|| build(host, &options));
                voice.say(&Reply::ReadyOk);
            }
            Job::Search(search, signal) => {
                let mind = mind.get_or_insert_with(|| build(host, &options));
                let best = search.run(&mut **mind, &signal, &|reply| voice.say(reply));
                voice.say(&best.unwrap_or_else(|error| {
                    voice.complain(&error);
                    Reply::BestMove { action: "none".to_owned(), ponder: None }
                }));
            }
        }
    }
}

fn build(host: &Host, options: &Options) -> Box<dyn Mind> {
    let mut mind = (host.build)(options.game, &options.settings());
    mind.set_level(options.level, options.seed);
    mind
}
