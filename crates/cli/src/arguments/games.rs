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
    GameReader, ValueReader, parse_any_depth, parse_board, parse_depth, parse_megabytes, parse_seed, parse_step,
    parse_text, parse_threads,
};

/// Arguments of `skirmish play`.
#[derive(Args, Default)]
pub struct PlayArgs {
    /// The game, such as refusal or oska:6; without it, a menu
    #[arg(value_parser = GameReader)]
    pub game: Option<GameId>,
    /// You move first
    #[arg(long, conflicts_with = "second")]
    pub first: bool,
    /// You move second; with --vs, North begins
    #[arg(long)]
    pub second: bool,
    /// How strong the engine plays, from 1 to 10 (10 by default)
    #[arg(long, value_parser = ValueReader(Level::parse))]
    pub level: Option<Level>,
    /// The most time the engine takes for a move, such as 2s or 100ms (5s by default)
    #[arg(long, value_parser = ValueReader(parse_duration))]
    pub time: Option<Duration>,
    /// How many threads search together (all cores by default)
    #[arg(long, value_parser = ValueReader(parse_threads))]
    pub threads: Option<usize>,
    /// The size of the table in megabytes (256 by default)
    #[arg(long, value_name = "MB", value_parser = ValueReader(parse_megabytes))]
    pub hash: Option<usize>,
    /// What the engine judges positions by: usual, terms, or the file of a network
    #[arg(long, value_name = "FILE", requires = "game", value_parser = ValueReader(parse_text))]
    pub net: Option<String>,
    /// The position instead of the start; the player who is first makes the next move
    #[arg(long, value_name = "TEXT", requires = "game", allow_hyphen_values = true, value_parser = ValueReader(parse_text))]
    pub position: Option<String>,
    /// Play with another person (human), or watch the engine play itself (engine)
    #[arg(long, value_name = "OPPONENT")]
    pub vs: Option<OpponentArg>,
    /// Do not think while it is your turn (below level 10 it never does)
    #[arg(long)]
    pub no_ponder: bool,
    /// Makes the weak levels choose the same moves every time; one thread searches
    #[arg(long, value_parser = ValueReader(parse_seed))]
    pub seed: Option<u64>,
    #[command(flatten)]
    pub style: StyleArgs,
    /// Go on with the game that was left, or with the one in a file
    #[arg(long, value_name = "FILE", num_args = 0..=1, conflicts_with_all = ["game", "first", "second"], value_parser = ValueReader(parse_text))]
    pub resume: Option<Option<String>>,
}

/// How a game looks.
#[derive(Args, Clone, Copy, Default)]
pub struct StyleArgs {
    /// Lines instead of the full screen: the handouts' dialogue, for screen readers (also with SKIRMISH_PLAIN=1)
    #[arg(long)]
    pub plain: bool,
    /// When to use colours
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub color: Colour,
    /// The colours of the full screen: dark, light, contrast or none (chosen by what the terminal tells)
    #[arg(long, value_name = "NAME", value_parser = ValueReader(Scheme::parse))]
    pub theme: Option<Scheme>,
    /// Pictures instead of letters for the pieces
    #[arg(long)]
    pub unicode: bool,
    /// Only the signs of ASCII
    #[arg(long)]
    pub ascii: bool,
}

/// Who plays besides the person who asks.
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
    /// Who plays both sides, if they are played alike.
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
    /// The game, such as refusal; without it, the lessons there are
    #[arg(value_parser = GameReader)]
    pub game: Option<GameId>,
    /// The step to begin with; without it, the first that is not done
    #[arg(long, value_parser = ValueReader(parse_step))]
    pub step: Option<u32>,
    /// A lesson of your own instead of the one that comes with the game
    #[arg(long, value_name = "FILE", requires = "game")]
    pub file: Option<PathBuf>,
    /// Only check that the lesson is sound: every answer has a sentence, every sentence an answer
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
    /// Read positions from standard input, one per line, perhaps with moves after them, and answer each with a line of JSON
    #[arg(long, conflicts_with = "position")]
    pub stdin: bool,
    /// Also tell the result with best play, for boards that were solved
    #[arg(long)]
    pub known: bool,
}

/// Arguments of `skirmish perft`.
#[derive(Args)]
pub struct PerftArgs {
    #[command(flatten)]
    pub setup: PositionArgs,
    /// How many plies deep
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
    /// How many plies to look ahead
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

/// A game, and the position of it to look at.
#[derive(Args)]
pub struct PositionArgs {
    /// The game, such as refusal or oska:6
    #[arg(value_parser = GameReader)]
    pub game: GameId,
    /// The position instead of the start
    // Rows may begin with empty squares, so text that begins with a hyphen is a value.
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true, value_parser = ValueReader(parse_text))]
    pub position: Option<String>,
}

impl PositionArgs {
    /// The game set up.
    pub fn open(&self) -> anyhow::Result<Box<dyn AnyGame>> {
        let mut game = skirmish_play::new_game(self.game);
        if let Some(text) = &self.position {
            game.set_position(text).context("--position")?;
        }
        Ok(game)
    }
}
