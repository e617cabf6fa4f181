//! The command line: which words there are, and how each is read.

use std::ffi::OsStr;

use anyhow::Context;
use clap::builder::TypedValueParser;
use clap::error::ErrorKind;
use clap::{Arg, Args, Parser, Subcommand};
use skirmish_board::{TextError, quoted};
use skirmish_games::GameId;
use skirmish_play::Table;

/// Play and study five two-player board games.
///
/// Without a command, a menu of the games.
#[derive(Parser)]
#[command(name = "skirmish", version, after_help = EXIT_STATUS)]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub command: Option<Command>,
}

const EXIT_STATUS: &str = "Exit status: 0 done, 1 the move asked about with `why` is illegal (or output failed), \
                           2 bad input, explained in one line on stderr.";

/// The commands, each in a file of its own.
#[derive(Subcommand)]
pub enum Command {
    /// List the games
    Games(Games),
    /// Show the rules of a game
    Rules(Rules),
    /// List the legal actions of a position
    Moves(Moves),
    /// Count the lines of play, depth by depth
    Perft(Perft),
    /// Play a list of actions and show the position reached
    PlayOut(PlayOut),
    /// Tell whether a move is legal, and if not, which rule it breaks
    ///
    /// The exit status is 0 for a legal move and 1 for an illegal one.
    Why(Why),
}

/// Arguments of `skirmish games`.
#[derive(Args)]
pub struct Games {
    /// Print a JSON array with an object for each game
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `skirmish rules`.
#[derive(Args)]
pub struct Rules {
    /// The game, such as refusal or oska:6
    #[arg(value_parser = Reader(GameId::parse))]
    pub game: GameId,
}

/// Arguments of `skirmish moves`.
#[derive(Args)]
pub struct Moves {
    #[command(flatten)]
    pub setup: Setup,
    /// Print a JSON object
    #[arg(long)]
    pub json: bool,
    /// Read positions from standard input, one a line, and answer each with a line of JSON
    #[arg(long, conflicts_with = "position")]
    pub stdin: bool,
}

/// Arguments of `skirmish perft`.
#[derive(Args)]
pub struct Perft {
    #[command(flatten)]
    pub setup: Setup,
    /// How many plies deep
    #[arg(value_parser = Reader(parse_depth))]
    pub depth: u32,
    /// Split the count of the last depth by the first move
    #[arg(long)]
    pub divide: bool,
}

/// Arguments of `skirmish play-out`.
#[derive(Args)]
pub struct PlayOut {
    #[command(flatten)]
    pub setup: Setup,
    /// The actions, divided by spaces
    #[arg(long, value_name = "LIST", allow_hyphen_values = true, value_parser = Reader(parse_text))]
    pub moves: String,
    /// Print a JSON object
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `skirmish why`.
#[derive(Args)]
pub struct Why {
    #[command(flatten)]
    pub setup: Setup,
    /// The move, such as C4B6
    #[arg(value_name = "MOVE", value_parser = Reader(parse_text))]
    pub action: String,
}

/// A game, and the position of it to look at.
#[derive(Args)]
pub struct Setup {
    /// The game, such as refusal or oska:6
    #[arg(value_parser = Reader(GameId::parse))]
    pub game: GameId,
    /// The position instead of the start
    // Rows may begin with empty squares, so text that begins with a hyphen is a value.
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true, value_parser = Reader(parse_text))]
    pub position: Option<String>,
}

impl Setup {
    /// The game set up.
    pub fn open(&self) -> anyhow::Result<Box<dyn Table>> {
        let mut table = skirmish_play::open(self.game);
        if let Some(text) = &self.position {
            table.set_position(text).context("--position")?;
        }
        Ok(table)
    }
}

/// Lines of play are longer only in positions with next to no choice.
const DEEPEST: u32 = 99;

fn parse_depth(text: &str) -> Result<u32, TextError> {
    match text.parse() {
        Ok(depth @ 1..=DEEPEST) => Ok(depth),
        _ => Err(TextError::new(format!("{} is not a depth, expected a number from 1 to {DEEPEST}", quoted(text)))),
    }
}

fn parse_text(text: &str) -> Result<String, TextError> {
    Ok(text.to_owned())
}

/// Reads the value of an argument; errors name the argument and are one line.
struct Reader<T>(fn(&str) -> Result<T, TextError>);

impl<T> Clone for Reader<T> {
    fn clone(&self) -> Self {
        Reader(self.0)
    }
}

impl<T: Clone + Send + Sync + 'static> TypedValueParser for Reader<T> {
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

/// The sentence for bytes that are not text.
pub fn not_utf8(error: std::str::Utf8Error) -> TextError {
    TextError::new(format!("byte {} is not UTF-8 text, expected plain letters and signs", error.valid_up_to() + 1))
}
