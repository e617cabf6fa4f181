//! Before a game: who plays, who begins, and from where.

use std::io::{self, BufReader, IsTerminal, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::{Context, anyhow};
use jiff::Timestamp;
use skirmish_board::Side;
use skirmish_games::GameId;
use skirmish_play::{Level, Record, Table};
use skirmish_search::Settings;

use super::game::Game;
use super::input::{Input, Plain, Terminal};
use super::look::Look;
use super::messages;
use super::players::Players;
use super::session::{Next, Options, Session};
use super::talk::Talk;
use crate::arguments::Play;

/// The most time for a move by default: what the handouts allow.
const TIME: Duration = Duration::from_secs(5);

/// A conversation on standard input and output. At a terminal, Ctrl-C no longer ends the program but interrupts.
pub fn talk<'a>(out: &'a mut dyn Write, look: Look) -> io::Result<Talk<'a>> {
    let interrupted: Arc<AtomicBool> = Arc::default();
    let stdin = io::stdin();
    let input: Box<dyn Input> = if stdin.is_terminal() && look.live {
        signal_hook::flag::register(signal_hook::consts::SIGINT, interrupted.clone())?;
        Box::new(Terminal::new()?)
    } else {
        Box::new(Plain::new(BufReader::new(stdin.lock()), stdin.is_terminal()))
    };
    Ok(Talk::new(out, input, look, interrupted))
}

/// How to begin.
pub enum Beginning {
    /// With a new game.
    New(GameId),
    /// With a game that was recorded.
    Recorded(Box<Record>),
}

/// Plays, game after game, until the person leaves.
pub fn run(arguments: &Play, mut beginning: Beginning, talk: &mut Talk<'_>) -> anyhow::Result<()> {
    let mut options = options(arguments);
    // A position belongs to the first game only.
    let mut position = arguments.position.as_deref();
    loop {
        let seat = match beginning {
            Beginning::Recorded(record) => Some(sit_again(arguments, &mut options, *record, talk)?),
            Beginning::New(id) => sit_down(arguments, &options, id, position.take(), talk)?,
        };
        let Some((game, players)) = seat else { break };
        talk.say(messages::seat(&players, talk.look))?;
        beginning = match Session::new(talk, &mut options, game, players).run()? {
            Next::New(game) => Beginning::New(game),
            Next::Load(record) => Beginning::Recorded(record),
            _ => break,
        };
    }
    Ok(talk.say("Goodbye.")?)
}

fn options(arguments: &Play) -> Options {
    let mut settings = Settings::default();
    // The same choices every time need the same search every time.
    let threads = arguments.threads.or(arguments.seed.map(|_| 1));
    settings.threads = threads.unwrap_or(settings.threads);
    settings.hash = arguments.hash.unwrap_or(settings.hash);
    Options {
        time: arguments.time.unwrap_or(TIME),
        level: arguments.level.unwrap_or(Level::FULL),
        seed: arguments.seed.unwrap_or_else(|| Timestamp::now().as_nanosecond() as u64),
        settings,
        ponder: !arguments.no_ponder,
        autosave: true,
    }
}

/// The game in a file.
pub fn recorded(file: &str) -> anyhow::Result<Record> {
    skirmish_play::load(Path::new(file)).with_context(|| format!("--resume {file}"))
}

/// The game kept after every move.
pub fn kept() -> anyhow::Result<Record> {
    let path = skirmish_play::find_autosave().ok_or_else(|| anyhow!("--resume: no game was kept"))?;
    skirmish_play::load(&path).with_context(|| format!("--resume: {}", path.display()))
}

/// Goes on with a recorded game, as its players and its level were unless the arguments say otherwise.
fn sit_again(
    arguments: &Play,
    options: &mut Options,
    record: Record,
    talk: &mut Talk<'_>,
) -> io::Result<(Game, Players)> {
    if let Some(level) = record.header(messages::LEVEL).and_then(|text| Level::parse(text).ok()) {
        options.level = arguments.level.unwrap_or(level);
    }
    let players = match arguments.vs {
        Some(role) => Players::both(record.game(), role),
        None => Players::of_record(&record),
    };
    talk.say(messages::introduction(record.game(), &players, options.level, options.time))?;
    Ok((Game::new(record), players))
}

/// Begins a game; asks who moves first if nobody has said so. `None` if the person leaves instead.
fn sit_down(
    arguments: &Play,
    options: &Options,
    id: GameId,
    position: Option<&str>,
    talk: &mut Talk<'_>,
) -> anyhow::Result<Option<(Game, Players)>> {
    let mut table = skirmish_play::open(id);
    if let Some(text) = position {
        table.set_position(text).context("--position")?;
    }
    let mut players = match arguments.vs {
        Some(role) => Players::both(id, role),
        None => Players::duel(id, Side::South),
    };
    talk.say(messages::introduction(id, &players, options.level, options.time))?;
    if arguments.vs.is_none() {
        let said = if arguments.first || arguments.second { Some(arguments.first) } else { ask_first(id, talk)? };
        let Some(first) = said else { return Ok(None) };
        // Where either side may begin, the person stays at the bottom and the turn is what changes.
        if !first && position.is_none() && id.info().opener.is_none() {
            let other = table.side_to_move().opposite();
            table.set_position(&id.info().setup.with_side(&table.position(), other))?;
        }
        let side = table.side_to_move();
        players = Players::duel(id, if first { side } else { side.opposite() });
    }
    Ok(Some((Game::new(new_record(table, &players, options)), players)))
}

fn new_record(table: Box<dyn Table>, players: &Players, options: &Options) -> Record {
    let mut record = Record::new(table);
    record.players = players.names();
    if players.has_engine() {
        record.set_header(messages::LEVEL, options.level.number().to_string());
        // The date in Greenwich: it means the same everywhere.
        record.set_header("Date", Timestamp::now().strftime("%F").to_string());
        record.set_header("Time", format!("{} s a move", options.time.as_secs_f64()));
    }
    record
}

/// Asks whether the person moves first. `None` if the person leaves instead.
fn ask_first(id: GameId, talk: &mut Talk<'_>) -> io::Result<Option<bool>> {
    let words = ["first", "second", "rules", "quit"].map(str::to_owned);
    let names = id.info().sides.map(str::to_lowercase);
    while let Some(answer) = talk.ask(&messages::first_or_second(id), &words)? {
        let side = Side::BOTH
            .into_iter()
            .find(|side| id.info().opener.is_some() && names[side.index()] == answer.to_lowercase());
        match (answer.to_lowercase().as_str(), side) {
            (_, Some(side)) => return Ok(Some(id.info().opener == Some(side))),
            ("first" | "1" | "1st" | "f" | "me" | "i", _) => return Ok(Some(true)),
            ("second" | "2" | "2nd" | "s" | "you", _) => return Ok(Some(false)),
            ("rules", _) => talk.say(id.info().rules.trim_end())?,
            ("quit" | "q" | "exit", _) => return Ok(None),
            _ => talk.say("Please answer first or second (or rules, or quit).")?,
        }
    }
    Ok(None)
}
