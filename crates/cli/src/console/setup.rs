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
use skirmish_play::{Judge, Level, Place, Record, Shelf, Table, parse_duration};
use skirmish_search::Settings;

use super::game::Game;
use super::input::{Input, Plain, Terminal};
use super::look::Look;
use super::messages;
use super::players::{Players, Role};
use super::session::{Next, Options, Session};
use super::talk::Talk;
use crate::arguments::Play;

/// The most time for a move by default: what the handouts allow.
const TIME: Duration = Duration::from_secs(5);

/// The header of a record for the most time of a move, and what follows the seconds there.
const TIME_HEADER: &str = "Time";
const TIME_UNIT: &str = " s a move";

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
    /// With a game that was recorded, and where it is kept if it is.
    Recorded(Box<Record>, Option<Place>),
}

impl Beginning {
    /// The game.
    pub fn game(&self) -> GameId {
        match self {
            Beginning::New(game) => *game,
            Beginning::Recorded(record, _) => record.game(),
        }
    }

    /// Whether the game is not over.
    pub fn goes_on(&self) -> bool {
        !matches!(self, Beginning::Recorded(record, _) if record.result.is_some())
    }
}

/// Plays, game after game, until the person leaves.
pub fn run(arguments: &Play, mut beginning: Beginning, talk: &mut Talk<'_>) -> anyhow::Result<()> {
    let mut options = options(arguments)?;
    // A position and who begins belong to the first game only.
    let mut position = arguments.position.as_deref();
    let mut first = (arguments.first || arguments.second).then_some(arguments.first);
    loop {
        let mut place = None;
        let seat = match beginning {
            Beginning::Recorded(record, kept) => {
                place = kept;
                Some(sit_again(arguments, &mut options, *record, talk)?)
            }
            Beginning::New(id) => sit_down(arguments.vs, &options, id, (position.take(), first.take()), talk)?,
        };
        let Some((game, players)) = seat else { break };
        talk.say(messages::seat(&players, &game, talk.look))?;
        let place = place.or_else(|| Some(Shelf::open()?.place()));
        beginning = match Session::new(talk, &mut options, game, players, place).run()? {
            Next::New(game) => Beginning::New(game),
            Next::Load(record) => Beginning::Recorded(record, None),
            _ => break,
        };
    }
    Ok(talk.say("Goodbye.")?)
}

fn options(arguments: &Play) -> anyhow::Result<Options> {
    let mut settings = Settings::default();
    // The same choices every time need the same search every time.
    let threads = arguments.threads.or(arguments.seed.map(|_| 1));
    settings.threads = threads.unwrap_or(settings.threads);
    settings.hash = arguments.hash.unwrap_or(settings.hash);
    let judge = match (&arguments.net, arguments.game) {
        (Some(net), Some(game)) => Judge::parse(net, game).context("--net")?,
        _ => Judge::Usual,
    };
    Ok(Options {
        time: arguments.time.unwrap_or(TIME),
        level: arguments.level.unwrap_or(Level::FULL),
        seed: arguments.seed.unwrap_or_else(|| Timestamp::now().as_nanosecond() as u64),
        settings,
        judge,
        ponder: !arguments.no_ponder,
    })
}

/// The game in a file.
pub fn recorded(file: &str) -> anyhow::Result<Beginning> {
    let record = skirmish_play::load(Path::new(file)).with_context(|| format!("--resume {file}"))?;
    Ok(Beginning::Recorded(Box::new(record), None))
}

/// The game to go on with: the newest that is unfinished, or else the newest.
pub fn kept() -> anyhow::Result<Beginning> {
    let shelf = Shelf::open().ok_or_else(|| anyhow!("--resume: no game was kept"))?;
    let games = shelf.games();
    // A game that cannot be read is not passed over in silence.
    let goes_on = games.iter().position(|game| !game.record.as_ref().is_ok_and(|record| record.result.is_some()));
    let newest = games.into_iter().nth(goes_on.unwrap_or(0));
    let game = newest.ok_or_else(|| anyhow!("--resume: no game was kept"))?;
    let record = game.record.with_context(|| format!("--resume: {}", game.path.display()))?;
    Ok(Beginning::Recorded(Box::new(record), Some(shelf.place_of(&game.path))))
}

/// Goes on with a recorded game, as its players, its level and its time were unless the arguments say otherwise.
fn sit_again(
    arguments: &Play,
    options: &mut Options,
    record: Record,
    talk: &mut Talk<'_>,
) -> io::Result<(Game, Players)> {
    if let Some(level) = record.header(messages::LEVEL).and_then(|text| Level::parse(text).ok()) {
        options.level = arguments.level.unwrap_or(level);
    }
    let time = record.header(TIME_HEADER).and_then(|text| parse_duration(text.strip_suffix(TIME_UNIT)?).ok());
    if let Some(time) = time {
        options.time = arguments.time.unwrap_or(time);
    }
    let players = match arguments.vs {
        Some(role) => Players::both(record.game(), role),
        None => Players::of_record(&record),
    };
    talk.say(messages::introduction(record.game(), &players, options.level, options.time))?;
    Ok((Game::new(record), players))
}

/// Begins a game from a position or its start; asks who moves first if nobody has said so. `None` if the person leaves instead.
/// Where both sides are played alike, South is who moves first unless the rules say otherwise.
fn sit_down(
    vs: Option<Role>,
    options: &Options,
    id: GameId,
    (position, first): (Option<&str>, Option<bool>),
    talk: &mut Talk<'_>,
) -> anyhow::Result<Option<(Game, Players)>> {
    let mut table = skirmish_play::open(id);
    if let Some(text) = position {
        table.set_position(text).context("--position")?;
    }
    let players = vs.map_or(Players::duel(id, Side::South), |role| Players::both(id, role));
    talk.say(messages::introduction(id, &players, options.level, options.time))?;
    let first = match first {
        Some(first) => first,
        None if vs.is_some() => true,
        None => match ask_first(id, talk)? {
            Some(first) => first,
            None => return Ok(None),
        },
    };
    // Where either side may begin, the person stays at the bottom and the turn is what changes.
    if !first && position.is_none() && id.info().opener.is_none() {
        let other = table.side_to_move().opposite();
        table.set_position(&id.info().setup.with_side(&table.position(), other))?;
    }
    let side = table.side_to_move();
    let players = match vs {
        Some(_) => players,
        None => Players::duel(id, if first { side } else { side.opposite() }),
    };
    Ok(Some((Game::new(new_record(table, &players, options)), players)))
}

fn new_record(table: Box<dyn Table>, players: &Players, options: &Options) -> Record {
    let mut record = Record::new(table);
    record.players = players.names();
    if players.has_engine() {
        record.set_header(messages::LEVEL, options.level.number().to_string());
        // The date in Greenwich: it means the same everywhere.
        record.set_header("Date", Timestamp::now().strftime("%F").to_string());
        record.set_header(TIME_HEADER, format!("{}{TIME_UNIT}", options.time.as_secs_f64()));
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
