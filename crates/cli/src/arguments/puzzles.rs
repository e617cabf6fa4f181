//! Arguments of `skirmish puzzles`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};
use skirmish_games::GameId;
use skirmish_play::parse_duration;

use super::StyleArgs;
use crate::values::{GameReader, ValueReader, parse_count, parse_puzzle_count, parse_seed};

/// The commands about puzzles.
#[derive(Subcommand)]
pub enum PuzzlesCommand {
    /// Print the puzzles of a game, a JSON object in each line
    List(PuzzleListArgs),
    /// Look for puzzles in games of the engine against itself
    ///
    /// Everything is saved in the folder. Run the same command again to resume.
    Make(PuzzleMakeArgs),
}

/// Arguments of `skirmish puzzle`.
#[derive(Args)]
pub struct PuzzleArgs {
    /// The game, such as refusal
    #[arg(value_parser = GameReader)]
    pub game: GameId,
    /// The id of the puzzle to start with (the easiest unsolved one by default)
    #[arg(long)]
    pub id: Option<String>,
    /// Solve the puzzles of your own file; the progress is not saved
    #[arg(long, value_name = "FILE")]
    pub file: Option<PathBuf>,
    #[command(flatten)]
    pub style: StyleArgs,
}

/// Arguments of `skirmish puzzles list`.
#[derive(Args)]
pub struct PuzzleListArgs {
    /// The game, such as refusal; all sizes of it are listed
    #[arg(value_parser = GameReader)]
    pub game: GameId,
    /// List the puzzles of your own file
    #[arg(long, value_name = "FILE")]
    pub file: Option<PathBuf>,
}

/// Arguments of `skirmish puzzles make`.
#[derive(Args)]
pub struct PuzzleMakeArgs {
    /// The game, such as refusal
    #[arg(value_parser = GameReader)]
    pub game: GameId,
    /// Number of puzzles to look for
    #[arg(long, default_value = "200", value_parser = ValueReader(parse_puzzle_count))]
    pub count: usize,
    /// Folder for the file of the puzzles, GAME.txt
    #[arg(long)]
    pub folder: PathBuf,
    /// Most games to play
    #[arg(long, default_value = "20000", value_parser = ValueReader(parse_count))]
    pub games: u64,
    /// Time limit of this run, such as 8m
    #[arg(long, value_parser = ValueReader(parse_duration))]
    pub time: Option<Duration>,
    /// Random seed of the games
    #[arg(long, default_value = "1", value_parser = ValueReader(parse_seed))]
    pub seed: u64,
}
