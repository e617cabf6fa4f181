//! Arguments of the commands about games.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context;
use clap::{Args, ValueEnum};
use skirmish_games::GameId;
use skirmish_play::{AnyGame, Level, parse_duration};
use skirmish_session::players::Role;
use skirmish_terminal::Scheme;

use crate::console::Colour;
use crate::values::{
    GameReader, ValueReader, parse_any_depth, parse_board, parse_depth, parse_megabytes, parse_pixels, parse_seed,
    parse_step, parse_text, parse_threads,
};

/// Arguments of `skirmish play`.
#[derive(Args, Default)]
pub struct PlayArgs {
    /// The game, such as refusal or oska:6 (a menu by default)
    #[arg(value_parser = GameReader)]
    pub game: Option<GameId>,
    /// You move first
    #[arg(long, conflicts_with = "second")]
    pub first: bool,
    /// You move second; with --vs, North moves first
    #[arg(long)]
    pub second: bool,
    /// The engine's level, from 1 to 10 (10 by default)
    #[arg(long, value_parser = ValueReader(Level::parse))]
    pub level: Option<Level>,
    /// The engine's time limit per move, such as 2s or 100ms (5s by default)
    #[arg(long, value_parser = ValueReader(parse_duration))]
    pub time: Option<Duration>,
    /// Number of search threads (all cores by default)
    #[arg(long, value_parser = ValueReader(parse_threads))]
    pub threads: Option<usize>,
    /// Size of the transposition table in megabytes (256 by default)
    #[arg(long, value_name = "MB", value_parser = ValueReader(parse_megabytes))]
    pub hash: Option<usize>,
    /// The engine's evaluation: usual, terms, or a network file
    #[arg(long, value_name = "FILE", requires = "game", value_parser = ValueReader(parse_text))]
    pub net: Option<String>,
    /// Start from this position; --first means that you make the next move
    #[arg(long, value_name = "TEXT", requires = "game", allow_hyphen_values = true, value_parser = ValueReader(parse_text))]
    pub position: Option<String>,
    /// Play against another person (human), or watch the engine play itself (engine)
    #[arg(long, value_name = "OPPONENT")]
    pub vs: Option<OpponentArg>,
    /// Do not ponder during your turn (only level 10 does)
    #[arg(long)]
    pub no_ponder: bool,
    /// Random seed of the weak levels, for reproducible moves; uses one thread
    #[arg(long, value_parser = ValueReader(parse_seed))]
    pub seed: Option<u64>,
    #[command(flatten)]
    pub style: StyleArgs,
    /// Resume the last unfinished game, or the one in a file
    #[arg(long, value_name = "FILE", num_args = 0..=1, conflicts_with_all = ["game", "first", "second"], value_parser = ValueReader(parse_text))]
    pub resume: Option<Option<String>>,
    /// Play the game of a friend's link: by links, or in the room that it names
    #[arg(long, value_name = "LINK", conflicts_with_all = ["game", "first", "second", "resume", "vs", "level", "time", "net", "position", "seed"])]
    pub friend: Option<String>,
}

/// The display options.
#[derive(Args, Clone, Copy, Default)]
pub struct StyleArgs {
    /// Use lines instead of the full screen: the handouts' dialogue, for screen readers (also with SKIRMISH_PLAIN=1)
    #[arg(long)]
    pub plain: bool,
    /// When to use colours
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub color: Colour,
    /// The colours of the full screen: dark, light, contrast or none (detected by default)
    #[arg(long, value_name = "NAME", value_parser = ValueReader(Scheme::parse))]
    pub theme: Option<Scheme>,
    /// Use chess symbols instead of letters for the pieces
    #[arg(long)]
    pub unicode: bool,
    /// Use ASCII only
    #[arg(long)]
    pub ascii: bool,
}

/// The opponent.
#[derive(Clone, Copy, ValueEnum)]
pub enum OpponentArg {
    /// Another person.
    #[value(help = None)]
    Human,
    /// The engine, on both sides.
    #[value(help = None)]
    Engine,
}

impl PlayArgs {
    /// Who plays both sides, if they have the same role.
    pub fn role(&self) -> Option<Role> {
        self.vs.map(|opponent| match opponent {
            OpponentArg::Human => Role::Person,
            OpponentArg::Engine => Role::Engine,
        })
    }
}

/// Arguments of `skirmish games`.
#[derive(Args)]
pub struct GamesArgs {
    /// Print a JSON array with an object for each game
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `skirmish learn`.
#[derive(Args, Default)]
pub struct LearnArgs {
    /// The game, such as refusal (lists the lessons by default)
    #[arg(value_parser = GameReader)]
    pub game: Option<GameId>,
    /// The step to start with (the first unfinished one by default)
    #[arg(long, value_parser = ValueReader(parse_step))]
    pub step: Option<u32>,
    /// Use your own lesson
    #[arg(long, value_name = "FILE", requires = "game")]
    pub file: Option<PathBuf>,
    /// Only check that the lesson is complete: every answer has a sentence, and every sentence an answer
    #[arg(long, requires = "game")]
    pub check: bool,
    #[command(flatten)]
    pub style: StyleArgs,
}

/// Arguments of `skirmish rules`.
#[derive(Args)]
pub struct RulesArgs {
    /// The game, such as refusal or oska:6
    #[arg(value_parser = GameReader)]
    pub game: GameId,
}

/// Arguments of `skirmish moves`.
#[derive(Args)]
pub struct MovesArgs {
    #[command(flatten)]
    pub setup: PositionArgs,
    /// Print a JSON object
    #[arg(long)]
    pub json: bool,
    /// Read positions from standard input, one per line, optionally followed by moves, and answer each with a line of JSON
    #[arg(long, conflicts_with = "position")]
    pub stdin: bool,
    /// Also print the result with best play, for solved boards
    #[arg(long)]
    pub known: bool,
}

/// Arguments of `skirmish perft`.
#[derive(Args)]
pub struct PerftArgs {
    #[command(flatten)]
    pub setup: PositionArgs,
    /// Depth in plies
    #[arg(value_parser = ValueReader(parse_depth))]
    pub depth: u32,
    /// Split the count of the last depth by the first move
    #[arg(long)]
    pub divide: bool,
}

/// Arguments of `skirmish play-out`.
#[derive(Args)]
pub struct PlayOutArgs {
    #[command(flatten)]
    pub setup: PositionArgs,
    /// The actions, separated by spaces
    #[arg(long, value_name = "LIST", allow_hyphen_values = true, value_parser = ValueReader(parse_text))]
    pub moves: String,
    /// Print a JSON object
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `skirmish position`.
#[derive(Args)]
pub struct ShowArgs {
    #[command(flatten)]
    pub setup: PositionArgs,
    /// Actions to play first, separated by spaces
    #[arg(long, value_name = "LIST", allow_hyphen_values = true, value_parser = ValueReader(parse_text))]
    pub moves: Option<String>,
    /// Print an SVG picture
    #[arg(long)]
    pub svg: bool,
    /// Moves to draw as arrows, such as "C4B6 A1A2"
    #[arg(long, value_name = "LIST", requires = "svg", value_parser = ValueReader(parse_text))]
    pub arrows: Option<String>,
    /// Squares to circle, such as "C4 B6"
    #[arg(long, value_name = "LIST", requires = "svg", value_parser = ValueReader(parse_text))]
    pub marks: Option<String>,
    /// Draw North at the bottom
    #[arg(long, requires = "svg")]
    pub flipped: bool,
    /// Use the colours for dark pages
    #[arg(long, requires = "svg")]
    pub dark: bool,
    /// The longer side of the picture in pixels
    #[arg(long, value_name = "PIXELS", default_value = "400", requires = "svg", value_parser = ValueReader(parse_pixels))]
    pub size: u32,
}

/// Arguments of `skirmish why`.
#[derive(Args)]
pub struct WhyArgs {
    #[command(flatten)]
    pub setup: PositionArgs,
    /// The move, such as C4B6
    #[arg(value_name = "MOVE", value_parser = ValueReader(parse_text))]
    pub action: String,
}

/// Arguments of `skirmish replay`.
#[derive(Args)]
pub struct ReplayArgs {
    /// The file with the record
    pub file: PathBuf,
    /// Print a JSON object
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `skirmish oska`.
#[derive(Args)]
pub struct OskaArgs {
    /// The rows from the top, such as ["wwww","---","--","---","bbbb"]
    #[arg(allow_hyphen_values = true, value_parser = ValueReader(parse_board))]
    pub board: BoardArg,
    /// The colour to play
    #[arg(allow_hyphen_values = true)]
    pub side: OskaSide,
    /// Depth in plies
    #[arg(allow_hyphen_values = true, value_parser = ValueReader(parse_any_depth))]
    pub depth: u32,
}

/// A colour of Oska, by its letter.
#[derive(Clone, Copy, ValueEnum)]
pub enum OskaSide {
    /// White.
    #[value(help = None)]
    W,
    /// Black.
    #[value(help = None)]
    B,
}

/// The rows of a board, one argument: clap takes a bare `Vec` for an argument that may be repeated.
#[derive(Clone)]
pub struct BoardArg(pub Vec<String>);

/// A game and a position.
#[derive(Args)]
pub struct PositionArgs {
    /// The game, such as refusal or oska:6
    #[arg(value_parser = GameReader)]
    pub game: GameId,
    /// The position (the start by default)
    // Rows may begin with empty squares, so a value may begin with a hyphen.
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true, value_parser = ValueReader(parse_text))]
    pub position: Option<String>,
}

impl PositionArgs {
    /// Sets up the game.
    pub fn open(&self) -> anyhow::Result<Box<dyn AnyGame>> {
        let mut game = skirmish_play::new_game(self.game);
        if let Some(text) = &self.position {
            game.set_position(text).context("--position")?;
        }
        Ok(game)
    }
}
