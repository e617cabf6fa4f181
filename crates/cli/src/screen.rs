//! `skirmish play`, `skirmish learn` and `skirmish puzzle` on the full screen, if terminal and options allow it.

use std::env;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use anyhow::Context;
use skirmish_play::{Level, SavedGames};
use skirmish_session::new_game::{new_record, set_level, set_time, set_up_game};
use skirmish_session::players::Players;
use skirmish_session::{LessonSession, Preferences};
use skirmish_terminal::{Exit, Scheme, ScreenContext, StartScreen, Theme};

use crate::arguments::{CliCommand, LearnArgs, PlayArgs, PuzzleArgs, StyleArgs, WebArgs};
use crate::console::{self, Colour};
use crate::{learn, puzzles, system, web};

/// Runs a command on the full screen. `None` if it should run in line mode.
pub fn run(command: Option<&CliCommand>) -> anyhow::Result<Option<ExitCode>> {
    let menu = PlayArgs::default();
    let (style, start) = match command {
        None => (menu.style, Wanted::Play(&menu)),
        Some(CliCommand::Play(arguments)) if arguments.friend.is_none() => (arguments.style, Wanted::Play(arguments)),
        Some(CliCommand::Learn(arguments)) if arguments.game.is_some() && !arguments.check => {
            (arguments.style, Wanted::Learn(arguments))
        }
        Some(CliCommand::Puzzle(arguments)) => (arguments.style, Wanted::Solve(arguments)),
        Some(_) => return Ok(None),
    };
    if !is_possible(style) {
        return Ok(None);
    }
    let (context, start) = match start {
        Wanted::Play(arguments) => (context(arguments)?, game(arguments)?),
        Wanted::Learn(arguments) => (context(&PlayArgs { style, ..PlayArgs::default() })?, lesson(arguments)?),
        Wanted::Solve(arguments) => {
            let start = StartScreen::Exercise(Box::new(puzzles::opened(arguments)?), arguments.file.is_none());
            (context(&PlayArgs { style, ..PlayArgs::default() })?, start)
        }
    };
    match skirmish_terminal::run(context, start)? {
        // The exit status that shells use for signals.
        Err(signal) => Ok(Some(ExitCode::from(128 + signal as u8))),
        Ok(Exit::Done(farewell)) => {
            farewell.map_or(Ok(()), |sentence| writeln!(io::stdout(), "{sentence}"))?;
            Ok(Some(ExitCode::SUCCESS))
        }
        Ok(Exit::Web) => {
            web::run(&WebArgs::default(), &mut io::stdout())?;
            Ok(Some(ExitCode::SUCCESS))
        }
    }
}

enum Wanted<'a> {
    Play(&'a PlayArgs),
    Learn(&'a LearnArgs),
    Solve(&'a PuzzleArgs),
}

/// Whether the terminal supports the full screen and line mode is not requested.
fn is_possible(style: StyleArgs) -> bool {
    let wants_lines = env::var_os("SKIRMISH_PLAIN").is_some_and(|value| !value.is_empty() && value != "0");
    let nameless = system::NAMES_TERMINALS && env::var_os("TERM").is_none_or(|name| name.is_empty());
    let terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    terminal && !style.plain && !wants_lines && !nameless && !console::is_simple()
}

/// The theme from the options, or for the terminal.
fn theme(style: StyleArgs) -> Theme {
    let variable = |name: &str| env::var(name).ok().filter(|value| !value.is_empty());
    let scheme = style.theme.unwrap_or_else(|| match style.color {
        Colour::Never => Scheme::None,
        Colour::Auto if console::colours_unwanted() => Scheme::None,
        Colour::Auto | Colour::Always => Scheme::detect(variable),
    });
    // The first variable that is set decides, as in POSIX.
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(variable);
    let narrow = locale.is_some_and(|locale| !locale.to_lowercase().replace('-', "").contains("utf8"));
    Theme::new(scheme, style.ascii || narrow, style.unicode)
}

fn context(arguments: &PlayArgs) -> anyhow::Result<ScreenContext> {
    let options = console::options(arguments)?;
    let recalled = Preferences::recall(skirmish_play::saved_text);
    let memory = Preferences { level: arguments.level.or(recalled.level), ..recalled };
    Ok(ScreenContext::new(options, theme(arguments.style), SavedGames::open(), memory))
}

/// The game of the arguments, or the menu.
fn game(arguments: &PlayArgs) -> anyhow::Result<StartScreen> {
    let recorded = match (&arguments.resume, arguments.game) {
        (Some(Some(file)), _) => console::recorded(file)?,
        (Some(None), _) => console::newest_saved()?,
        (None, None) => return Ok(StartScreen::Menu),
        (None, Some(game)) => {
            let asks = !arguments.first && !arguments.second && arguments.vs.is_none() && arguments.position.is_none();
            if asks {
                return Ok(StartScreen::Setup(game));
            }
            let position = arguments.position.as_deref();
            let (game, players) =
                set_up_game(game, position, !arguments.second, arguments.role()).context("--position")?;
            let record = new_record(game, &players, &console::options(arguments)?);
            return Ok(StartScreen::Game(Box::new(record), players));
        }
    };
    let console::StartWith::Recorded(mut record, slot) = recorded else { return Ok(StartScreen::Menu) };
    // Arguments override the record.
    if let Some(role) = arguments.role() {
        record.players = Players::both(record.game_id(), role).names();
    }
    arguments.level.into_iter().for_each(|level: Level| set_level(&mut record, level));
    arguments.time.into_iter().for_each(|time| set_time(&mut record, time));
    Ok(StartScreen::Recorded(record, slot))
}

fn lesson(arguments: &LearnArgs) -> anyhow::Result<StartScreen> {
    let Some(game) = arguments.game else { return Ok(StartScreen::Menu) };
    let (lesson, first) = learn::opened(arguments, game)?;
    Ok(StartScreen::Exercise(Box::new(LessonSession::new(lesson, first)), arguments.file.is_none()))
}
