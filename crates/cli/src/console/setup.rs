//! Before a game: who plays, who begins, and from where.

use std::io::{self, BufReader, IsTerminal, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::{Context, anyhow};
use skirmish_board::{Side, TextError, quoted};
use skirmish_games::GameId;
use skirmish_play::{Level, Record};
use skirmish_search::Settings;

use super::game::Game;
use super::input::{Input, Plain, Terminal};
use super::look::Look;
use super::messages;
use super::players::{Players, Role};
use super::session::{Next, Options, Session};
use super::talk::Talk;
use crate::arguments::Play;

/// The most time for a move if nobody says otherwise: what the handouts allow.
const TIME: Duration = Duration::from_secs(5);

/// Whom the person plays against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opponent {
    /// Another person at the same keyboard.
    Human,
    /// Nobody: the engine plays itself.
    Engine,
}

impl Opponent {
    /// Reads `human` or `engine`.
    pub fn parse(text: &str) -> Result<Opponent, TextError> {
        match text {
            "human" => Ok(Opponent::Human),
            "engine" => Ok(Opponent::Engine),
            _ => Err(TextError::new(format!("{} is not an opponent, expected human or engine", quoted(text)))),
        }
    }
}

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
    let clock = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos() as u64);
    Options {
        time: arguments.time.unwrap_or(TIME),
        level: arguments.level.unwrap_or(Level::FULL),
        seed: arguments.seed.unwrap_or(clock),
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
    let path = skirmish_play::autosave_path().filter(|path| path.exists());
    let path = path.ok_or_else(|| anyhow!("--resume: no game was kept"))?;
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
        Some(opponent) => both(record.game, opponent),
        None => Players::of_record(&record),
    };
    talk.say(messages::introduction(record.game, &players, options.level, options.time))?;
    Ok((Game::new(record), players))
}

fn both(game: GameId, opponent: Opponent) -> Players {
    Players::both(game, if opponent == Opponent::Human { Role::Person } else { Role::Engine })
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
        Some(opponent) => both(id, opponent),
        None => Players::duel(id, Side::South),
    };
    talk.say(messages::introduction(id, &players, options.level, options.time))?;
    if arguments.vs.is_none() {
        let said = if arguments.first || arguments.second { Some(arguments.first) } else { ask_first(id, talk)? };
        let Some(first) = said else { return Ok(None) };
        // Where either side may begin, the person stays at the bottom and the turn is what changes.
        if !first && position.is_none() && id.info().opener.is_none() {
            table.set_position(&turned(&table.position()))?;
        }
        let side = table.side_to_move();
        players = Players::duel(id, if first { side } else { side.opposite() });
    }
    Ok(Some((Game::new(new_record(id, table.position(), &players, options)), players)))
}

fn new_record(id: GameId, start: String, players: &Players, options: &Options) -> Record {
    let mut record = Record::new(id, start);
    record.players = players.names();
    if players.has_engine() {
        record.set_header(messages::LEVEL, options.level.number().to_string());
        record.set_header("Date", today());
        record.set_header("Time", format!("{} s a move", options.time.as_secs_f64()));
    }
    record
}

/// The date in Greenwich, such as 2026-07-31.
fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    date(seconds / 86_400)
}

/// The date this many days after 1970 began.
fn date(mut days: u64) -> String {
    let is_leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let leap_day = |year| u64::from(is_leap(year));
    let mut year = 1970;
    while days >= 365 + leap_day(year) {
        days -= 365 + leap_day(year);
        year += 1;
    }
    let mut month = 1;
    for length in [31, 28 + leap_day(year), 31, 30, 31, 30, 31, 31, 30, 31, 30] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    format!("{year}-{month:02}-{:02}", days + 1)
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

/// Position text with the other side to act.
fn turned(position: &str) -> String {
    let other = |field: &str| match field {
        "s" => "n".to_owned(),
        "n" => "s".to_owned(),
        other => other.to_owned(),
    };
    let fields: Vec<String> = position
        .split(' ')
        .enumerate()
        .map(|(i, field)| if i == 1 { other(field) } else { field.to_owned() })
        .collect();
    fields.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_right() {
        for (days, text) in [(0, "1970-01-01"), (789, "1972-02-29"), (11_016, "2000-02-29"), (20_453, "2025-12-31")] {
            assert_eq!(date(days), text);
        }
    }

    #[test]
    fn only_the_side_to_act_is_turned() {
        assert_eq!(turned("s-n/--- s -"), "s-n/--- n -");
        assert_eq!(turned("s-n/--- n ns"), "s-n/--- s ns");
    }
}
