//! The command line: which words there are, and how each is read.

use std::ffi::OsStr;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context;
use clap::builder::TypedValueParser;
use clap::error::ErrorKind;
use clap::{Arg, Args, Parser, Subcommand};
use skirmish_arena::Contestant;
use skirmish_arena::plan::Test;
use skirmish_board::{Shortcuts, TextError, quoted};
use skirmish_games::GameId;
use skirmish_play::{Level, Table, parse_duration};

use crate::arena::Arena;
use crate::console::{Colour, Opponent};

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

const EXIT_STATUS: &str = "Exit status: 0 done, 1 output failed, 2 bad input, explained in one line on stderr.";

/// The commands, each in a file of its own.
#[derive(Subcommand)]
pub enum Command {
    /// Play a game against the engine, another person, or watch
    Play(Play),
    /// Play in the browser: serve the page on this machine and open it
    Web(Web),
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
    Why(Why),
    /// Step through a recorded game
    ///
    /// On a terminal: Enter shows the next position, p the previous one, a number jumps, q leaves. Elsewhere the whole game is printed.
    Replay(Replay),
    /// Answer the call of Oska's handout: print the board after the best move, and nothing else
    ///
    /// For example: skirmish oska '["wwww","---","--","---","bbbb"]' w 2
    Oska(Oska),
    /// Show what the engine sees in a position, depth by depth
    Analyze(Analyze),
    /// Search fixed positions and print the number of nodes, a signature of the search, and the speed
    Bench(Bench),
    /// Play a match between two built-in players, with error bars
    ///
    /// A player is described by words such as `nodes=10000`, `time=100ms`, `depth=6`, `level=3`, `threads=2`, `minimum=4`, `random`, or
    /// a shortcut of the search and its strength, such as `reductions=0`.
    Duel(Duel),
    /// Play tournaments between programs: any language, any number, nothing lost
    #[command(subcommand)]
    Arena(Arena),
    /// Be an engine for another program: speak UGI on standard input and output
    ///
    /// For tournaments and boards of others; docs/PROTOCOL.md tells what it understands.
    Ugi,
    /// Fit a game's evaluation to self-play games and print the new weights
    Tune(Tune),
    /// Compute the result of every position of a game and keep the table for level 10
    Solve(Solve),
}

/// Arguments of `skirmish play`.
#[derive(Args, Default)]
pub struct Play {
    /// The game, such as refusal or oska:6; without it, a menu
    #[arg(value_parser = Reader(GameId::parse))]
    pub game: Option<GameId>,
    /// You move first
    #[arg(long, conflicts_with = "second")]
    pub first: bool,
    /// You move second
    #[arg(long)]
    pub second: bool,
    /// How strong the engine plays, from 1 to 10 (10 by default)
    #[arg(long, value_parser = Reader(Level::parse))]
    pub level: Option<Level>,
    /// The most time the engine takes for a move, such as 2s or 100ms (5s by default)
    #[arg(long, value_parser = Reader(parse_duration))]
    pub time: Option<Duration>,
    /// How many threads search together (all cores by default)
    #[arg(long, value_parser = Reader(parse_threads))]
    pub threads: Option<usize>,
    /// The size of the table in megabytes (256 by default)
    #[arg(long, value_name = "MB", value_parser = Reader(parse_megabytes))]
    pub hash: Option<usize>,
    /// The position instead of the start; who is first makes the next move
    #[arg(long, value_name = "TEXT", requires = "game", allow_hyphen_values = true, value_parser = Reader(parse_text))]
    pub position: Option<String>,
    /// Play with another person (human), or watch the engine play itself (engine)
    #[arg(long, value_name = "OPPONENT", conflicts_with_all = ["first", "second"], value_parser = Reader(Opponent::parse))]
    pub vs: Option<Opponent>,
    /// Do not think while it is your turn (below level 10 it never does)
    #[arg(long)]
    pub no_ponder: bool,
    /// Makes the weak levels choose the same moves every time; one thread searches
    #[arg(long, value_parser = Reader(parse_seed))]
    pub seed: Option<u64>,
    /// Colours: auto, always or never
    #[arg(long, value_name = "WHEN", default_value = "auto", value_parser = Reader(Colour::parse))]
    pub color: Colour,
    /// Pictures instead of letters for the pieces
    #[arg(long)]
    pub unicode: bool,
    /// Go on with the game that was left, or with the one in a file
    #[arg(long, value_name = "FILE", num_args = 0..=1, conflicts_with_all = ["game", "first", "second"], value_parser = Reader(parse_text))]
    pub resume: Option<Option<String>>,
}

/// Arguments of `skirmish web`.
#[derive(Args, Default)]
pub struct Web {
    /// The port (7878 by default, or any that is free if it is taken)
    #[arg(long, value_name = "PORT", value_parser = Reader(parse_port))]
    pub port: Option<u16>,
    /// Do not open the browser
    #[arg(long)]
    pub no_open: bool,
    /// Serve other machines too, at this address, such as 192.168.1.5 or 0.0.0.0:8000; whoever comes needs the token that is printed
    #[arg(long, value_name = "ADDRESS", value_parser = Reader(parse_listen))]
    pub listen: Option<Listen>,
    /// How many threads search at once (as many as there are cores by default)
    #[arg(long, value_name = "THREADS", value_parser = Reader(parse_threads))]
    pub searches: Option<usize>,
    /// The memory for all searches together in megabytes (512 by default)
    #[arg(long, value_name = "MB", value_parser = Reader(parse_megabytes))]
    pub hash: Option<usize>,
}

/// An address to listen at, perhaps with its port.
#[derive(Clone, Copy)]
pub struct Listen(pub IpAddr, pub Option<u16>);

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

/// Arguments of `skirmish replay`.
#[derive(Args)]
pub struct Replay {
    /// The file with the record
    pub file: PathBuf,
    /// Print a JSON object
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `skirmish oska`.
#[derive(Args)]
pub struct Oska {
    /// The rows from the top, such as ["wwww","---","--","---","bbbb"]
    #[arg(allow_hyphen_values = true, value_parser = Reader(parse_board))]
    pub board: Board,
    /// The colour to play, w or b
    #[arg(allow_hyphen_values = true, value_parser = Reader(parse_colour))]
    pub side: char,
    /// How many plies to look ahead
    #[arg(allow_hyphen_values = true, value_parser = Reader(parse_any_depth))]
    pub depth: u32,
}

/// The rows of a board, one argument: clap takes a bare `Vec` for an argument that may be repeated.
#[derive(Clone)]
pub struct Board(pub Vec<String>);

/// Arguments of `skirmish analyze`.
#[derive(Args)]
pub struct Analyze {
    #[command(flatten)]
    pub setup: Setup,
    /// Actions played first, divided by spaces
    #[arg(long, value_name = "LIST", allow_hyphen_values = true, value_parser = Reader(parse_text))]
    pub moves: Option<String>,
    /// How long to think, such as 5s or 100ms (5s if nothing else limits the search)
    #[arg(long, value_parser = Reader(parse_duration))]
    pub time: Option<Duration>,
    /// How many plies deep to look
    #[arg(long, value_parser = Reader(parse_depth))]
    pub depth: Option<u32>,
    /// How many positions to visit
    #[arg(long, value_parser = Reader(parse_count))]
    pub nodes: Option<u64>,
    /// How many of the best lines to show
    #[arg(long, value_name = "LINES", value_parser = Reader(parse_lines))]
    pub multipv: Option<u32>,
    /// How many threads search together (all cores by default)
    #[arg(long, value_parser = Reader(parse_threads))]
    pub threads: Option<usize>,
    /// The size of the table in megabytes (256 by default)
    #[arg(long, value_name = "MB", value_parser = Reader(parse_megabytes))]
    pub hash: Option<usize>,
    /// Change a shortcut of the search, such as reductions=0
    #[arg(long, value_name = "NAME=VALUE", value_parser = Reader(parse_shortcut))]
    pub set: Vec<(String, i32)>,
    /// Print a JSON object for each line
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `skirmish bench`.
#[derive(Args)]
pub struct Bench {
    /// The game; all if none is named
    #[arg(value_parser = Reader(GameId::parse))]
    pub game: Option<GameId>,
    /// How many plies deep
    #[arg(long, default_value = "9", value_parser = Reader(parse_depth))]
    pub depth: u32,
    /// Change a shortcut of the search, such as reductions=0
    #[arg(long, value_name = "NAME=VALUE", value_parser = Reader(parse_shortcut))]
    pub set: Vec<(String, i32)>,
}

/// Arguments of `skirmish duel`.
#[derive(Args)]
pub struct Duel {
    /// The game, such as refusal or oska:6
    #[arg(value_parser = Reader(GameId::parse))]
    pub game: GameId,
    /// The first player
    #[arg(long, value_name = "OPTIONS", value_parser = Reader(parse_contestant))]
    pub a: String,
    /// The second player
    #[arg(long, value_name = "OPTIONS", value_parser = Reader(parse_contestant))]
    pub b: String,
    /// The most games to play, two from each opening
    #[arg(long, default_value = "200", value_parser = Reader(parse_count))]
    pub games: u64,
    /// Plies of the random openings
    #[arg(long, default_value = "6", value_name = "PLIES", value_parser = Reader(parse_plies))]
    pub openings: u32,
    /// Games at the same time
    #[arg(long, default_value = "1", value_parser = Reader(parse_threads))]
    pub concurrency: usize,
    /// Which openings are drawn
    #[arg(long, default_value = "1", value_parser = Reader(parse_seed))]
    pub seed: u64,
    /// Stop as soon as one of two differences in Elo is settled, such as 0,10
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true, value_parser = Reader(parse_sprt))]
    pub sprt: Option<Test>,
}

/// Arguments of `skirmish tune`.
#[derive(Args)]
pub struct Tune {
    /// The game, such as refusal or oska:6
    #[arg(value_parser = Reader(GameId::parse))]
    pub game: GameId,
    /// Games the engine plays against itself
    #[arg(long, default_value = "10000", value_parser = Reader(parse_count))]
    pub games: u64,
    /// Positions visited for a move
    #[arg(long, default_value = "2000", value_parser = Reader(parse_count))]
    pub nodes: u64,
    /// Passes over all positions
    #[arg(long, default_value = "30", value_parser = Reader(parse_plies))]
    pub epochs: u32,
    /// Games at the same time
    #[arg(long, default_value = "1", value_parser = Reader(parse_threads))]
    pub concurrency: usize,
    /// Which games are played
    #[arg(long, default_value = "1", value_parser = Reader(parse_seed))]
    pub seed: u64,
}

/// Arguments of `skirmish solve`.
#[derive(Args)]
pub struct Solve {
    /// The game: oska:4 or oska:5
    #[arg(value_parser = Reader(GameId::parse))]
    pub game: GameId,
    /// How many threads work together (all cores by default)
    #[arg(long, value_parser = Reader(parse_threads))]
    pub threads: Option<usize>,
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
const DEEPEST: u64 = 99;

/// Reads a number within bounds.
fn parse_number(text: &str, what: &str, least: u64, most: u64) -> Result<u64, TextError> {
    let number = text.parse().ok().filter(|number| (least..=most).contains(number));
    let expected = || format!("{} is not {what}, expected a number from {least} to {most}", quoted(text));
    number.ok_or_else(|| TextError::new(expected()))
}

fn parse_depth(text: &str) -> Result<u32, TextError> {
    parse_number(text, "a depth", 1, DEEPEST).map(|depth| depth as u32)
}

/// Reads a depth of any size: no game is longer than the largest number.
fn parse_any_depth(text: &str) -> Result<u32, TextError> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match digits.then(|| text.parse().unwrap_or(u32::MAX)) {
        Some(depth) if depth > 0 => Ok(depth),
        _ => Err(TextError::new(format!("{} is not a depth, expected a whole number from 1 on", quoted(text)))),
    }
}

fn parse_board(text: &str) -> Result<Board, TextError> {
    skirmish_play::oska::parse_board(text).map(Board)
}

fn parse_colour(text: &str) -> Result<char, TextError> {
    match text {
        "w" => Ok('w'),
        "b" => Ok('b'),
        _ => Err(TextError::new(format!("{} is not a side, expected w or b", quoted(text)))),
    }
}

pub fn parse_count(text: &str) -> Result<u64, TextError> {
    parse_number(text, "a count", 1, 1_000_000_000_000)
}

fn parse_lines(text: &str) -> Result<u32, TextError> {
    parse_number(text, "a number of lines", 1, 100).map(|lines| lines as u32)
}

pub fn parse_threads(text: &str) -> Result<usize, TextError> {
    parse_number(text, "a number of threads", 1, 256).map(|threads| threads as usize)
}

fn parse_megabytes(text: &str) -> Result<usize, TextError> {
    parse_number(text, "a size in megabytes", 1, 1 << 20).map(|size| size as usize)
}

fn parse_port(text: &str) -> Result<u16, TextError> {
    parse_number(text, "a port", 1, u16::MAX.into()).map(|port| port as u16)
}

fn parse_listen(text: &str) -> Result<Listen, TextError> {
    let alone = text.parse().map(|address| Listen(address, None)).ok();
    let with_port = || text.parse().ok().map(|found: SocketAddr| Listen(found.ip(), Some(found.port())));
    alone.or_else(with_port).ok_or_else(|| {
        TextError::new(format!("{} is not an address, expected one such as 192.168.1.5 or 0.0.0.0:8000", quoted(text)))
    })
}

fn parse_plies(text: &str) -> Result<u32, TextError> {
    parse_number(text, "a number of plies", 0, 1000).map(|plies| plies as u32)
}

fn parse_seed(text: &str) -> Result<u64, TextError> {
    parse_number(text, "a seed", 0, u64::MAX)
}

fn parse_shortcut(text: &str) -> Result<(String, i32), TextError> {
    let parts = text.split_once('=').and_then(|(name, value)| Some((name.to_owned(), value.parse().ok()?)));
    parts.filter(|(name, _)| Shortcuts::NAMES.contains(&name.as_str())).ok_or_else(|| {
        let names = Shortcuts::NAMES.join(", ");
        TextError::new(format!("{} is not a shortcut, expected NAME=NUMBER with one of {names}", quoted(text)))
    })
}

fn parse_sprt(text: &str) -> Result<Test, TextError> {
    let bounds = text.split_once(',').and_then(|(low, high)| Some((low.parse().ok()?, high.parse().ok()?)));
    match bounds.filter(|(elo0, elo1)| elo0 < elo1) {
        Some((elo0, elo1)) => Ok(Test { elo0, elo1, alpha: 0.05, beta: 0.05 }),
        None => {
            Err(TextError::new(format!("{} is not a test, expected two rising numbers such as 0,10", quoted(text))))
        }
    }
}

/// Reads the description of a built-in player. One that would think as long as it may gets a bound: in a duel there is no clock.
fn parse_contestant(text: &str) -> Result<String, TextError> {
    let contestant = Contestant::parse(text)?;
    Ok(if contestant.is_unbounded() { format!("{text} nodes=10000") } else { text.to_owned() })
}

fn parse_text(text: &str) -> Result<String, TextError> {
    Ok(text.to_owned())
}

/// Reads the value of an argument; errors name the argument and are one line.
pub struct Reader<T>(pub fn(&str) -> Result<T, TextError>);

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
