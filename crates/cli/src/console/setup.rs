//! Sets up and plays games in line mode.

use std::io::{self, BufReader, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow};
use jiff::Timestamp;
use skirmish_board::Side;
use skirmish_games::GameId;
use skirmish_play::files;
use skirmish_play::{Evaluator, Record, SaveSlot, SavedGames};
use skirmish_session::Session;
use skirmish_session::new_game::{GameOptions, game_to_resume, new_record, set_up_game, side_called};
use skirmish_session::players::{Players, Role};

use super::engine::ConsoleEngine;
use super::input::{Input, PipedInput, Terminal};
use super::messages;
use super::prompt::Prompt;
use super::session::{LineSession, NextTurn};
use super::style::ConsoleStyle;
use crate::arguments::PlayArgs;
use crate::system;

/// A prompt on standard input and output. On a terminal, Ctrl-C interrupts instead of ending the program.
pub fn open_prompt<'a>(out: &'a mut dyn Write, style: ConsoleStyle) -> io::Result<Prompt<'a>> {
    let interrupted: Arc<AtomicBool> = Arc::default();
    let stdin = io::stdin();
    let input: Box<dyn Input> = if stdin.is_terminal() && style.live {
        signal_hook::flag::register(signal_hook::consts::SIGINT, interrupted.clone())?;
        system::keep_terminal()?;
        Box::new(Terminal::new()?)
    } else {
        Box::new(PipedInput::new(BufReader::new(stdin.lock()), stdin.is_terminal()))
    };
    Ok(Prompt::new(out, input, style, interrupted))
}

/// The first game.
pub enum StartWith {
    /// A new game.
    New(GameId),
    /// A recorded game, and its slot if it is a saved game.
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

    /// Whether the game is unfinished.
    pub fn is_unfinished(&self) -> bool {
        !matches!(self, StartWith::Recorded(record, _) if record.result.is_some())
    }
}

/// Plays game after game until the user quits.
pub fn run(arguments: &PlayArgs, mut start: StartWith, prompt: &mut Prompt<'_>) -> anyhow::Result<()> {
    let mut options = options(arguments)?;
    // --position, --first and --second apply to the first game only.
    let mut position = arguments.position.as_deref();
    let mut first = (arguments.first || arguments.second).then_some(arguments.first);
    loop {
        let (mut slot, mut engine) = (None, None);
        let game = match start {
            StartWith::Recorded(record, saved) => {
                slot = saved;
                Some(resume_record(arguments, &mut options, *record, prompt)?)
            }
            StartWith::New(id) => {
                if arguments.role() != Some(Role::Person) {
                    // It gets ready while people read the question.
                    engine = Some(ConsoleEngine::start(id, options.engine())?);
                }
                start_game(arguments.role(), &options, id, (position.take(), first.take()), prompt)?
            }
        };
        // The clock starts with the answer.
        let started = Instant::now();
        let Some((record, players)) = game else { break };
        let mut session = Session::new(record, players, options.clone(), Duration::ZERO);
        prompt.say(messages::your_side(&players, session.game(), prompt.style))?;
        messages::legend(session.game(), prompt.style).map_or(Ok(()), |legend| prompt.say(legend))?;
        let slot = slot.or_else(|| Some(SavedGames::open()?.new_slot()));
        let next = LineSession::new(prompt, &mut session, started, engine, slot).run()?;
        options.level = session.options().level;
        start = match next {
            NextTurn::New(game) => StartWith::New(game),
            NextTurn::Load(record) => StartWith::Recorded(record, None),
            _ => break,
        };
    }
    Ok(prompt.say("Goodbye.")?)
}

/// The options from the arguments.
pub fn options(arguments: &PlayArgs) -> anyhow::Result<GameOptions> {
    let mut options = GameOptions::new(|| Timestamp::now().strftime("%F").to_string());
    // Reproducible moves need a reproducible search: one thread.
    let threads = arguments.threads.or(arguments.seed.map(|_| 1));
    options.settings.threads = threads.unwrap_or(options.settings.threads);
    options.settings.hash = arguments.hash.unwrap_or(options.settings.hash);
    if let (Some(net), Some(game)) = (&arguments.net, arguments.game) {
        options.evaluator = Evaluator::parse(net, game).context("--net")?;
    }
    options.time = arguments.time.unwrap_or(options.time);
    options.level = arguments.level.unwrap_or(options.level);
    options.seed = arguments.seed.unwrap_or_else(|| Timestamp::now().as_nanosecond() as u64);
    options.ponder = !arguments.no_ponder;
    Ok(options)
}

/// Loads the game in a file.
pub fn recorded(file: &str) -> anyhow::Result<StartWith> {
    let record = skirmish_play::load(&files::expanded(file)).with_context(|| format!("--resume {file}"))?;
    Ok(StartWith::Recorded(Box::new(record), None))
}

/// The saved game to resume.
pub fn newest_saved() -> anyhow::Result<StartWith> {
    let saved_games = SavedGames::open().ok_or_else(|| anyhow!("--resume: there is no saved game"))?;
    let games = saved_games.games();
    let newest = game_to_resume(&games).and_then(|number| games.into_iter().nth(number));
    let game = newest.ok_or_else(|| anyhow!("--resume: there is no saved game"))?;
    let slot = saved_games.slot_of(&game);
    let record = game.record.with_context(|| format!("--resume: {}", game.path.display()))?;
    Ok(StartWith::Recorded(Box::new(record), Some(slot)))
}

/// Resumes a recorded game with its players, level and time, unless the arguments override them.
fn resume_record(
    arguments: &PlayArgs,
    options: &mut GameOptions,
    record: Record,
    prompt: &mut Prompt<'_>,
) -> io::Result<(Record, Players)> {
    let recorded = options.clone().of_record(&record);
    options.level = arguments.level.unwrap_or(recorded.level);
    options.time = arguments.time.unwrap_or(recorded.time);
    let players = match arguments.role() {
        Some(role) => Players::both(record.game_id(), role),
        None => Players::of_record(&record),
    };
    prompt.say(messages::introduction(record.game_id(), &players, options.level, options.time))?;
    Ok((record, players))
}

/// Starts a game; asks who moves first unless `first` says so. `None` if the user quits.
fn start_game(
    vs: Option<Role>,
    options: &GameOptions,
    id: GameId,
    (position, first): (Option<&str>, Option<bool>),
    prompt: &mut Prompt<'_>,
) -> anyhow::Result<Option<(Record, Players)>> {
    // Report an invalid position before asking anything.
    let (start, players) = set_up_game(id, position, true, vs).context("--position")?;
    prompt.say(messages::introduction(id, &players, options.level, options.time))?;
    let first = match first {
        Some(first) => first,
        None if vs.is_some() => true,
        None => match ask_first(id, start.side_to_move(), prompt)? {
            Some(first) => first,
            None => return Ok(None),
        },
    };
    let (game, players) = set_up_game(id, position, first, vs)?;
    Ok(Some((new_record(game, &players, options), players)))
}

/// Asks whether the user moves first in a game that starts with `to_move`. `None` if the user quits.
fn ask_first(id: GameId, to_move: Side, prompt: &mut Prompt<'_>) -> io::Result<Option<bool>> {
    let words = ["first", "second", "rules", "quit"].map(str::to_owned);
    while let Some(answer) = prompt.ask(&messages::first_or_second(id, to_move), &words)? {
        match (answer.to_lowercase().as_str(), side_called(id, &answer)) {
            (_, Some(side)) => return Ok(Some(side == to_move)),
            ("first" | "1" | "1st" | "f" | "me" | "i", _) => return Ok(Some(true)),
            ("second" | "2" | "2nd" | "s" | "you", _) => return Ok(Some(false)),
            ("rules", _) => prompt.say(id.rules().trim_end())?,
            ("quit" | "q" | "exit", _) => return Ok(None),
            _ => prompt.say("Please answer first or second (or rules, or quit).")?,
        }
    }
    Ok(None)
}
