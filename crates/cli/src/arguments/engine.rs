//! Arguments of the commands that run the engine.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use skirmish_arena::BuiltIn;
use skirmish_arena::plan::Test;
use skirmish_games::GameId;
use skirmish_play::parse_duration;

use super::PositionArgs;
use crate::values::{
    GameReader, ValueReader, parse_buckets, parse_count, parse_depth, parse_games, parse_generations, parse_hidden,
    parse_lines, parse_megabytes, parse_param, parse_player, parse_plies, parse_seed, parse_share, parse_sprt,
    parse_text, parse_threads,
};

/// Arguments of `skirmish analyze`.
#[derive(Args)]
pub struct AnalyzeArgs {
    #[command(flatten)]
    pub setup: PositionArgs,
    /// Actions played first, separated by spaces
    #[arg(long, value_name = "LIST", allow_hyphen_values = true, value_parser = ValueReader(parse_text))]
    pub moves: Option<String>,
    /// Time limit, such as 5s or 100ms (5s if there is no other limit)
    #[arg(long, value_parser = ValueReader(parse_duration))]
    pub time: Option<Duration>,
    /// Depth limit in plies
    #[arg(long, value_parser = ValueReader(parse_depth))]
    pub depth: Option<u32>,
    /// Node limit
    #[arg(long, value_parser = ValueReader(parse_count))]
    pub nodes: Option<u64>,
    /// Number of best lines to show
    #[arg(long, value_name = "LINES", value_parser = ValueReader(parse_lines))]
    pub multipv: Option<u32>,
    /// Number of search threads (all cores by default)
    #[arg(long, value_parser = ValueReader(parse_threads))]
    pub threads: Option<usize>,
    /// Size of the transposition table in megabytes (256 by default)
    #[arg(long, value_name = "MB", value_parser = ValueReader(parse_megabytes))]
    pub hash: Option<usize>,
    /// Set a search parameter, such as lmr_divisor=0
    #[arg(long, value_name = "NAME=VALUE", value_parser = ValueReader(parse_param))]
    pub set: Vec<(String, i32)>,
    /// Evaluation: usual, terms, or a network file
    #[arg(long, value_name = "FILE", default_value = "usual", value_parser = ValueReader(parse_text))]
    pub net: String,
    /// Print a JSON object for each line
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `skirmish bench`.
#[derive(Args)]
pub struct BenchArgs {
    /// The game (all games by default)
    #[arg(value_parser = GameReader)]
    pub game: Option<GameId>,
    /// Depth in plies
    #[arg(long, default_value = "9", value_parser = ValueReader(parse_depth))]
    pub depth: u32,
    /// Set a search parameter, such as lmr_divisor=0
    #[arg(long, value_name = "NAME=VALUE", value_parser = ValueReader(parse_param))]
    pub set: Vec<(String, i32)>,
    /// Evaluation: usual, terms, or a network file
    #[arg(long, value_name = "FILE", default_value = "usual", value_parser = ValueReader(parse_text))]
    pub net: String,
}

/// Arguments of `skirmish duel`.
#[derive(Args)]
pub struct DuelArgs {
    /// The game, such as refusal or oska:6
    #[arg(value_parser = GameReader)]
    pub game: GameId,
    /// The first player
    #[arg(long, value_name = "OPTIONS", value_parser = ValueReader(parse_player))]
    pub a: BuiltIn,
    /// The second player
    #[arg(long, value_name = "OPTIONS", value_parser = ValueReader(parse_player))]
    pub b: BuiltIn,
    /// Maximum number of games, two per opening
    #[arg(long, default_value = "200", value_parser = ValueReader(parse_count))]
    pub games: u64,
    /// Plies of the random openings
    #[arg(long, default_value = "6", value_name = "PLIES", value_parser = ValueReader(parse_plies))]
    pub openings: u32,
    /// Number of games played at the same time
    #[arg(long, default_value = "1", value_parser = ValueReader(parse_threads))]
    pub concurrency: usize,
    /// Random seed of the openings
    #[arg(long, default_value = "1", value_parser = ValueReader(parse_seed))]
    pub seed: u64,
    /// Stop as soon as the SPRT accepts one of two Elo differences, such as 0,10
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true, value_parser = ValueReader(parse_sprt))]
    pub sprt: Option<Test>,
}

/// Arguments of `skirmish tune`.
#[derive(Args)]
pub struct TuneArgs {
    /// The game, such as refusal or oska:6
    #[arg(value_parser = GameReader)]
    pub game: GameId,
    /// Number of self-play games
    #[arg(long, default_value = "10000", value_parser = ValueReader(parse_games))]
    pub games: u32,
    /// Nodes per move
    #[arg(long, default_value = "2000", value_parser = ValueReader(parse_count))]
    pub nodes: u64,
    /// Number of passes over all positions
    #[arg(long, default_value = "30", value_parser = ValueReader(parse_plies))]
    pub epochs: u32,
    /// Number of games played at the same time
    #[arg(long, default_value = "1", value_parser = ValueReader(parse_threads))]
    pub concurrency: usize,
    /// Random seed of the games
    #[arg(long, default_value = "1", value_parser = ValueReader(parse_seed))]
    pub seed: u64,
}

/// Arguments of `skirmish train`.
#[derive(Args)]
pub struct TrainArgs {
    /// The game, such as refusal or oska:6
    #[arg(value_parser = GameReader)]
    pub game: GameId,
    /// Folder for games and networks (the game's name by default)
    #[arg(long)]
    pub folder: Option<PathBuf>,
    /// Number of generations: self-play, then training on all games so far
    #[arg(long, default_value = "1", value_parser = ValueReader(parse_generations))]
    pub generations: u32,
    /// Self-play games per generation
    #[arg(long, default_value = "50000", value_parser = ValueReader(parse_games))]
    pub games: u32,
    /// Time budget for self-play per generation, such as 90m; training uses the games finished by then
    #[arg(long, value_parser = ValueReader(parse_duration))]
    pub time: Option<Duration>,
    /// Nodes per move
    #[arg(long, default_value = "600", value_parser = ValueReader(parse_count))]
    pub nodes: u64,
    /// Size of the hidden layer, per side
    #[arg(long, default_value = "64", value_parser = ValueReader(parse_hidden))]
    pub hidden: usize,
    /// Number of output buckets, by material on the board
    #[arg(long, default_value = "4", value_parser = ValueReader(parse_buckets))]
    pub buckets: usize,
    /// How the network uses the game's terms: added to its output (beside), as inputs, or both
    #[arg(long, default_value = "beside")]
    pub terms: TermsAre,
    /// Train only on positions whose next move is quiet and in which nothing is threatened
    #[arg(long)]
    pub quiet: bool,
    /// Number of passes over all positions
    #[arg(long, default_value = "30", value_parser = ValueReader(parse_plies))]
    pub epochs: u32,
    /// Weight of the search score in the training target, from 0 to 1; the rest is the game result
    #[arg(long, default_value = "0.35", value_parser = ValueReader(parse_share))]
    pub share: f32,
    /// Pairs of games in the gate match of a new network against the previous player
    #[arg(long, default_value = "200", value_parser = ValueReader(parse_count))]
    pub pairs: u64,
    /// Number of threads (all cores by default); results do not depend on it
    #[arg(long, value_parser = ValueReader(parse_threads))]
    pub threads: Option<usize>,
    /// Random seed
    #[arg(long, default_value = "1", value_parser = ValueReader(parse_seed))]
    pub seed: u64,
    /// Evaluation of the first generation: usual, terms, or a network file
    #[arg(long, value_name = "FILE", default_value = "usual", value_parser = ValueReader(parse_text))]
    pub net: String,
    /// Start from the weights of a network of the same shape: usual, or a file (random by default)
    #[arg(long, value_name = "FILE", value_parser = ValueReader(parse_text))]
    pub from: Option<String>,
}

/// How a network uses the terms of its game.
#[derive(Clone, Copy, ValueEnum)]
pub enum TermsAre {
    /// Their sum is added to the network's output.
    #[value(help = None)]
    Beside,
    /// They are inputs.
    #[value(help = None)]
    Inputs,
    /// Both.
    #[value(help = None)]
    Both,
}

/// Arguments of `skirmish solve`.
#[derive(Args)]
pub struct SolveArgs {
    /// The game: oska:4 or oska:5
    #[arg(value_parser = ValueReader(GameId::parse))]
    pub game: GameId,
    /// Number of threads (all cores by default)
    #[arg(long, value_parser = ValueReader(parse_threads))]
    pub threads: Option<usize>,
}
