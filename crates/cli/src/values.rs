//! Parsers for the values of arguments. Errors are sentences.

use std::ffi::OsStr;
use std::net::SocketAddr;

use clap::Arg;
use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::ErrorKind;
use skirmish_arena::BuiltIn;
use skirmish_arena::plan::{EloModel, Test};
use skirmish_board::{SearchParams, TextError, quoted};
use skirmish_games::GameId;
use skirmish_search::{Idea, IdeaSet};

use crate::arguments::{BoardArg, Listen};

/// The maximum depth of a search.
const MAX_DEPTH: u64 = 99;

/// Parses a number within bounds.
fn parse_number(text: &str, what: &str, least: u64, most: u64) -> Result<u64, TextError> {
    let number = text.parse().ok().filter(|number| (least..=most).contains(number));
    let expected = || format!("{} is not {what}, expected a number from {least} to {most}", quoted(text));
    number.ok_or_else(|| TextError::new(expected()))
}

pub fn parse_depth(text: &str) -> Result<u32, TextError> {
    parse_number(text, "a depth", 1, MAX_DEPTH).map(|depth| depth as u32)
}

/// Parses a depth of any size; too large a number is clamped.
pub fn parse_any_depth(text: &str) -> Result<u32, TextError> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match digits.then(|| text.parse().unwrap_or(u32::MAX)) {
        Some(depth) if depth > 0 => Ok(depth),
        _ => Err(TextError::new(format!("{} is not a depth, expected a whole number of at least 1", quoted(text)))),
    }
}

/// Parses a check with the points that somebody gives it.
pub fn parse_looked(text: &str) -> Result<(String, f64), TextError> {
    let expected = || TextError::new(format!("{} is not a check with points, expected CHECK=POINTS", quoted(text)));
    // Rungs have an equals sign in their names.
    let (id, points) = text.rsplit_once('=').ok_or_else(expected)?;
    let points = points.parse().ok().filter(|points: &f64| points.is_finite() && *points >= 0.0);
    Ok((id.to_owned(), points.ok_or_else(expected)?))
}

pub fn parse_board(text: &str) -> Result<BoardArg, TextError> {
    skirmish_play::oska::parse_board(text).map(BoardArg)
}

pub fn parse_count(text: &str) -> Result<u64, TextError> {
    parse_number(text, "a count", 1, 1_000_000_000_000)
}

pub fn parse_lines(text: &str) -> Result<u32, TextError> {
    parse_number(text, "a number of lines", 1, 100).map(|lines| lines as u32)
}

pub fn parse_puzzle_count(text: &str) -> Result<usize, TextError> {
    parse_number(text, "a number of puzzles", 1, 1000).map(|count| count as usize)
}

pub fn parse_step(text: &str) -> Result<u32, TextError> {
    parse_number(text, "a step", 1, 999).map(|step| step as u32)
}

pub fn parse_pixels(text: &str) -> Result<u32, TextError> {
    parse_number(text, "a size in pixels", 16, 16_384).map(|size| size as u32)
}

pub fn parse_threads(text: &str) -> Result<usize, TextError> {
    parse_number(text, "a number of threads", 1, 256).map(|threads| threads as usize)
}

pub fn parse_megabytes(text: &str) -> Result<usize, TextError> {
    let size = parse_number(text, "a size in megabytes", 1, 1 << 20)? as usize;
    match skirmish_search::has_room_for(size) {
        true => Ok(size),
        false => {
            Err(TextError::new(format!("this machine does not have {size} MB of free memory, expected a smaller size")))
        }
    }
}

pub fn parse_port(text: &str) -> Result<u16, TextError> {
    parse_number(text, "a port", 1, u16::MAX.into()).map(|port| port as u16)
}

pub fn parse_listen(text: &str) -> Result<Listen, TextError> {
    let alone = text.parse().map(|address| Listen(address, None)).ok();
    let with_port = || text.parse().ok().map(|found: SocketAddr| Listen(found.ip(), Some(found.port())));
    alone.or_else(with_port).ok_or_else(|| {
        TextError::new(format!("{} is not an address, expected one such as 192.168.1.5 or 0.0.0.0:8000", quoted(text)))
    })
}

pub fn parse_plies(text: &str) -> Result<u32, TextError> {
    parse_number(text, "a number of plies", 0, 1000).map(|plies| plies as u32)
}

pub fn parse_seed(text: &str) -> Result<u64, TextError> {
    parse_number(text, "a seed", 0, u64::MAX)
}

pub fn parse_generations(text: &str) -> Result<u32, TextError> {
    parse_number(text, "a number of generations", 1, 100).map(|generations| generations as u32)
}

pub fn parse_games(text: &str) -> Result<u32, TextError> {
    parse_number(text, "a number of games", 1, 1_000_000_000).map(|games| games as u32)
}

pub fn parse_hidden(text: &str) -> Result<usize, TextError> {
    let size = parse_number(text, "a size of a layer", 16, 512)? as usize;
    let fits = size.is_multiple_of(16).then_some(size);
    fits.ok_or_else(|| TextError::new(format!("{} is not a size of a layer, expected a multiple of 16", quoted(text))))
}

pub fn parse_buckets(text: &str) -> Result<usize, TextError> {
    parse_number(text, "a number of buckets", 1, 16).map(|buckets| buckets as usize)
}

pub fn parse_share(text: &str) -> Result<f32, TextError> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| TextError::new(format!("{} is not a share, expected a number from 0 to 1", quoted(text))))
}

pub fn parse_param(text: &str) -> Result<(String, i32), TextError> {
    let parts = text.split_once('=').and_then(|(name, value)| Some((name.to_owned(), value.parse().ok()?)));
    parts.filter(|(name, _)| SearchParams::has(name)).ok_or_else(|| {
        let names = SearchParams::NAMES.join(", ");
        TextError::new(format!(
            "{} is not a parameter of the search, expected NAME=NUMBER with one of {names}",
            quoted(text)
        ))
    })
}

pub fn parse_idea(text: &str) -> Result<Idea, TextError> {
    let names = || crate::microscope::idea_names();
    Idea::parse(text).ok_or_else(|| {
        TextError::new(format!("{} is not an idea of the search, expected one of {}", quoted(text), names()))
    })
}

/// Parses ideas separated by commas; `all` is every one but cutoffs.
pub fn parse_ideas(text: &str) -> Result<IdeaSet, TextError> {
    let mut ideas = IdeaSet::NONE;
    for name in text.split(',') {
        ideas = match name.trim() {
            "all" => IdeaSet::ALL_BUT_CUTOFFS.iter().fold(ideas, IdeaSet::with),
            name => ideas.with(parse_idea(name)?),
        };
    }
    Ok(ideas)
}

pub fn parse_sprt(text: &str) -> Result<Test, TextError> {
    let bounds = text.split_once(',').and_then(|(low, high)| Some((low.parse().ok()?, high.parse().ok()?)));
    match bounds.filter(|(elo0, elo1)| elo0 < elo1) {
        Some((elo0, elo1)) => Ok(Test { elo0, elo1, alpha: 0.05, beta: 0.05, model: EloModel::Logistic }),
        None => {
            Err(TextError::new(format!("{} is not a test, expected two increasing numbers such as 0,10", quoted(text))))
        }
    }
}

/// Parses the options of a built-in player. Without a limit it gets a default one, since a duel has no clock.
pub fn parse_player(text: &str) -> Result<BuiltIn, TextError> {
    let player = BuiltIn::parse(text)?;
    if player.is_unbounded() { BuiltIn::parse(&format!("{text} nodes=10000")) } else { Ok(player) }
}

pub fn parse_text(text: &str) -> Result<String, TextError> {
    Ok(text.to_owned())
}

/// A value parser for clap; errors name the argument and fit on one line.
pub struct ValueReader<T>(pub fn(&str) -> Result<T, TextError>);

impl<T> Clone for ValueReader<T> {
    fn clone(&self) -> Self {
        ValueReader(self.0)
    }
}

impl<T: Clone + Send + Sync + 'static> TypedValueParser for ValueReader<T> {
    type Value = T;

    fn parse_ref(&self, _: &clap::Command, argument: Option<&Arg>, value: &OsStr) -> Result<T, clap::Error> {
        let place = match argument.map(|argument| (argument.get_long(), argument.get_value_names())) {
            Some((Some(long), _)) => format!("--{long}"),
            Some((None, Some([name, ..]))) => name.to_string(),
            _ => "argument".to_owned(),
        };
        let error = |kind, why: &dyn std::fmt::Display| clap::Error::raw(kind, format!("{place}: {why}"));
        let text = std::str::from_utf8(value.as_encoded_bytes())
            .map_err(|why| error(ErrorKind::InvalidUtf8, &not_utf8(why)))?;
        (self.0)(text).map_err(|why| error(ErrorKind::ValueValidation, &why))
    }
}

/// Parses the name of a game; shells can complete it.
#[derive(Clone)]
pub struct GameReader;

impl TypedValueParser for GameReader {
    type Value = GameId;

    fn parse_ref(&self, command: &clap::Command, argument: Option<&Arg>, value: &OsStr) -> Result<GameId, clap::Error> {
        ValueReader(GameId::parse).parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(GameId::all().map(|game| PossibleValue::new(game.info().id))))
    }
}

/// The error for bytes that are not UTF-8.
pub fn not_utf8(error: std::str::Utf8Error) -> TextError {
    TextError::new(format!("byte {} is not UTF-8 text, expected UTF-8", error.valid_up_to() + 1))
}
