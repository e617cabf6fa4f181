//! Before a game: who plays, who begins, and from where.

use std::io::{self, BufReader, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::{Context, anyhow};
use jiff::Timestamp;
use skirmish_board::Side;
use skirmish_games::GameId;
use skirmish_play::files;
use skirmish_play::{Evaluator, Record, SaveSlot, SavedGames};
use skirmish_session::Session;
use skirmish_session::new_game::{GameOptions, new_record, seats, side_called, to_go_on_with};
use skirmish_session::players::{Players, Role};

use super::input::{Input, PipedInput, Terminal};
use super::messages;
use super::prompt::Prompt;
use super::session::{LineSession, NextTurn};
use super::style::ConsoleStyle;
use crate::arguments::PlayArgs;

/// A conversation on standard input and output. At a terminal, Ctrl-C no longer ends the program but interrupts.
pub fn talk<'a>(out: &'a mut dyn Write, look: ConsoleStyle) -> io::Result<Prompt<'a>> {
    let interrupted: Arc<AtomicBool> = Arc::default();
    let stdin = io::stdin();
    let input: Box<dyn Input> = if stdin.is_terminal() && look.live {
        signal_hook::flag::register(signal_hook::consts::SIGINT, interrupted.clone())?;
        Box::new(Terminal::new()?)
    } else {
        Box::new(PipedInput::new(BufReader::new(stdin.lock()), stdin.is_terminal()))
    };
    Ok(Prompt::new(out, input, look, interrupted))
}

/// How to begin.
pub enum StartWith {
    /// With a new game.
    New(GameId),
    /// With a game that was recorded, and where it is kept if it is.
    Recorded(Box<Record>, Option<SaveSlot>),
}

impl StartWith {
    /// The game.
    pub fn game(&self) -> GameId {
        match self {
            StartWith::New(game) => *game,
            StartWith::Recorded(record, _) => record.game_id(),
        }
    }

    /// Whether the game is not over.
    pub fn goes_on(&self) -> bool {
        !matches!(self, StartWith::Recorded(record, _) if record.result.is_some())
    }
}

/// Plays, game after game, until the person leaves.
pub fn run(arguments: &PlayArgs, mut beginning: StartWith, talk: &mut Prompt<'_>) -> anyhow::Result<()> {
    let mut options = options(arguments)?;
    // A position and who begins belong to the first game only.
    let mut position = arguments.position.as_deref();
    let mut first = (arguments.first || arguments.second).then_some(arguments.first);
    loop {
        let mut place = None;
        let seat = match beginning {
            StartWith::Recorded(record, kept) => {
                place = kept;
                Some(sit_again(arguments, &mut options, *record, talk)?)
            }
            StartWith::New(id) => sit_down(arguments.role(), &options, id, (position.take(), first.take()), talk)?,
        };
        let Some((record, players)) = seat else { break };
        let mut session = Session::new(record, players, options.clone(), Duration::ZERO);
        talk.say(messages::seat(&players, session.game(), talk.look))?;
        messages::legend(session.game(), talk.look).map_or(Ok(()), |legend| talk.say(legend))?;
        let place = place.or_else(|| Some(SavedGames::open()?.new_slot()));
        let next = LineSession::new(talk, &mut session, place).run()?;
        options.level = session.options().level;
        beginning = match next {
            NextTurn::New(game) => StartWith::New(game),
            NextTurn::Load(record) => StartWith::Recorded(record, None),
            _ => break,
        };
    }
    Ok(talk.say("Goodbye.")?)
}

/// What stays the same from game to game.
pub fn options(arguments: &PlayArgs) -> anyhow::Result<GameOptions> {
    let mut options = GameOptions::new(|| Timestamp::now().strftime("%F").to_string());
    // The same choices every time need the same search every time.
    let threads = arguments.threads.or(arguments.seed.map(|_| 1));
    options.settings.threads = threads.unwrap_or(options.settings.threads);
    options.settings.hash = arguments.hash.unwrap_or(options.settings.hash);
    if let (Some(net), Some(game)) = (&arguments.net, arguments.game) {
        options.judge = Evaluator::parse(net, game).context("--net")?;
    }
    options.time = arguments.time.unwrap_or(options.time);
    options.level = arguments.level.unwrap_or(options.level);
    options.seed = arguments.seed.unwrap_or_else(|| Timestamp::now().as_nanosecond() as u64);
    options.ponder = !arguments.no_ponder;
    Ok(options)
}

/// The game in a file.
pub fn recorded(file: &str) -> anyhow::Result<StartWith> {
    let record = skirmish_play::load(&files::expanded(file)).with_context(|| format!("--resume {file}"))?;
    Ok(StartWith::Recorded(Box::new(record), None))
}

/// The game to go on with.
pub fn kept() -> anyhow::Result<StartWith> {
    let shelf = SavedGames::open().ok_or_else(|| anyhow!("--resume: there is no saved game"))?;
    let games = shelf.games();
    let newest = to_go_on_with(&games).and_then(|number| games.into_iter().nth(number));
    let game = newest.ok_or_else(|| anyhow!("--resume: there is no saved game"))?;
    let record = game.record.with_context(|| format!("--resume: {}", game.path.display()))?;
    Ok(StartWith::Recorded(Box::new(record), Some(shelf.slot_of(&game.path))))
}

/// Goes on with a recorded game, as its players, its level and its time were unless the arguments say otherwise.
fn sit_again(
    arguments: &PlayArgs,
    options: &mut GameOptions,
    record: Record,
    talk: &mut Prompt<'_>,
) -> io::Result<(Record, Players)> {
    let recorded = options.clone().of_record(&record);
    options.level = arguments.level.unwrap_or(recorded.level);
    options.time = arguments.time.unwrap_or(recorded.time);
    let players = match arguments.role() {
        Some(role) => Players::both(record.game_id(), role),
        None => Players::of_record(&record),
    };
    talk.say(messages::introduction(record.game_id(), &players, options.level, options.time))?;
    Ok((record, players))
}

/// Begins a game from a position or its start; asks who moves first if nobody has said so. `None` if the person leaves instead.
fn sit_down(
    vs: Option<Role>,
    options: &GameOptions,
    id: GameId,
    (position, first): (Option<&str>, Option<bool>),
    talk: &mut Prompt<'_>,
) -> anyhow::Result<Option<(Record, Players)>> {
    // A position that makes no sense is told before anything is asked.
    let (start, players) = seats(id, position, true, vs).context("--position")?;
    talk.say(messages::introduction(id, &players, options.level, options.time))?;
    let first = match first {
        Some(first) => first,
        None if vs.is_some() => true,
        None => match ask_first(id, start.side_to_move(), talk)? {
            Some(first) => first,
            None => return Ok(None),
        },
    };
    let (table, players) = seats(id, position, first, vs)?;
    Ok(Some((new_record(table, &players, options), players)))
}

/// Asks whether the user moves first in a game that starts with `to_move`. `None` if the user quits.
fn ask_first(id: GameId, to_move: Side, talk: &mut Prompt<'_>) -> io::Result<Option<bool>> {
    let words = ["first", "second", "rules", "quit"].map(str::to_owned);
    while let Some(answer) = talk.ask(&messages::first_or_second(id, to_move), &words)? {
        match (answer.to_lowercase().as_str(), side_called(id, &answer)) {
            (_, Some(side)) => return Ok(Some(side == to_move)),
            ("first" | "1" | "1st" | "f" | "me" | "i", _) => return Ok(Some(true)),
            ("second" | "2" | "2nd" | "s" | "you", _) => return Ok(Some(false)),
            ("rules", _) => talk.say(id.rules().trim_end())?,
            ("quit" | "q" | "exit", _) => return Ok(None),
            _ => talk.say("Please answer first or second (or rules, or quit).")?,
        }
    }
    Ok(None)
}
