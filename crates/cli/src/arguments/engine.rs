//! Arguments of the commands that let the engine work.

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
    /// How long to think, such as 5s or 100ms (5s if nothing else limits the search)
    #[arg(long, value_parser = ValueReader(parse_duration))]
    pub time: Option<Duration>,
    /// How many plies deep to look
    #[arg(long, value_parser = ValueReader(parse_depth))]
    pub depth: Option<u32>,
    /// How many positions to visit
    #[arg(long, value_parser = ValueReader(parse_count))]
    pub nodes: Option<u64>,
    /// How many of the best lines to show
    #[arg(long, value_name = "LINES", value_parser = ValueReader(parse_lines))]
    pub multipv: Option<u32>,
    /// How many threads search together (all cores by default)
    #[arg(long, value_parser = ValueReader(parse_threads))]
    pub threads: Option<usize>,
    /// The size of the table in megabytes (256 by default)
    #[arg(long, value_name = "MB", value_parser = ValueReader(parse_megabytes))]
    pub hash: Option<usize>,
    /// Set a parameter of the search, such as lmr_divisor=0
    #[arg(long, value_name = "NAME=VALUE", value_parser = ValueReader(parse_param))]
    pub set: Vec<(String, i32)>,
    /// What positions are judged by: usual, terms, or the file of a network
    #[arg(long, value_name = "FILE", default_value = "usual", value_parser = ValueReader(parse_text))]
    pub net: String,
    /// Print a JSON object for each line
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `skirmish bench`.
#[derive(Args)]
pub struct BenchArgs {
    /// The game; all if none is named
    #[arg(value_parser = GameReader)]
    pub game: Option<GameId>,
    /// How many plies deep
    #[arg(long, default_value = "9", value_parser = ValueReader(parse_depth))]
    pub depth: u32,
    /// Set a parameter of the search, such as lmr_divisor=0
    #[arg(long, value_name = "NAME=VALUE", value_parser = ValueReader(parse_param))]
    pub set: Vec<(String, i32)>,
    /// What positions are judged by: usual, terms, or the file of a network
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
    /// The most games to play, two from each opening
    #[arg(long, default_value = "200", value_parser = ValueReader(parse_count))]
    pub games: u64,
    /// Plies of the random openings
    #[arg(long, default_value = "6", value_name = "PLIES", value_parser = ValueReader(parse_plies))]
    pub openings: u32,
    /// Games at the same time
    #[arg(long, default_value = "1", value_parser = ValueReader(parse_threads))]
    pub concurrency: usize,
    /// Which openings are drawn
    #[arg(long, default_value = "1", value_parser = ValueReader(parse_seed))]
    pub seed: u64,
    /// Stop as soon as one of two differences in Elo is settled, such as 0,10
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true, value_parser = ValueReader(parse_sprt))]
    pub sprt: Option<Test>,
}

/// Arguments of `skirmish tune`.
#[derive(Args)]
pub struct TuneArgs {
    /// The game, such as refusal or oska:6
    #[arg(value_parser = GameReader)]
    pub game: GameId,
    /// Games the engine plays against itself
    #[arg(long, default_value = "10000", value_parser = ValueReader(parse_games))]
    pub games: u32,
    /// Positions visited per move
    #[arg(long, default_value = "2000", value_parser = ValueReader(parse_count))]
    pub nodes: u64,
    /// Passes over all positions
    #[arg(long, default_value = "30", value_parser = ValueReader(parse_plies))]
    pub epochs: u32,
    /// Games at the same time
    #[arg(long, default_value = "1", value_parser = ValueReader(parse_threads))]
    pub concurrency: usize,
    /// Which games are played
    #[arg(long, default_value = "1", value_parser = ValueReader(parse_seed))]
    pub seed: u64,
}

/// Arguments of `skirmish train`.
#[derive(Args)]
pub struct TrainArgs {
    /// The game, such as refusal or oska:6
    #[arg(value_parser = GameReader)]
    pub game: GameId,
    /// Where games and networks are kept (the game's name by default)
    #[arg(long)]
    pub folder: Option<PathBuf>,
    /// How often games are played and a network is fitted to all of them
    #[arg(long, default_value = "1", value_parser = ValueReader(parse_generations))]
    pub generations: u32,
    /// Games of a generation that the engine plays against itself
    #[arg(long, default_value = "50000", value_parser = ValueReader(parse_games))]
    pub games: u32,
    /// How long the games of a generation may take in one run, such as 90m; what is there by then is enough
    #[arg(long, value_parser = ValueReader(parse_duration))]
    pub time: Option<Duration>,
    /// Positions visited per move
    #[arg(long, default_value = "600", value_parser = ValueReader(parse_count))]
    pub nodes: u64,
    /// The size of the hidden layer, for each side
    #[arg(long, default_value = "64", value_parser = ValueReader(parse_hidden))]
    pub hidden: usize,
    /// Sets of output weights, by how much is left on the board
    #[arg(long, default_value = "4", value_parser = ValueReader(parse_buckets))]
    pub buckets: usize,
    /// What the network does with the game's terms: count them beside it, see them as inputs, or both
    #[arg(long, default_value = "beside")]
    pub terms: TermsAre,
    /// Learn only from positions whose next move is quiet and in which nothing is threatened
    #[arg(long)]
    pub quiet: bool,
    /// Passes over all positions
    #[arg(long, default_value = "30", value_parser = ValueReader(parse_plies))]
    pub epochs: u32,
    /// How much of what is learnt is the search's score, from 0 to 1; the rest is the result of the game
    #[arg(long, default_value = "0.35", value_parser = ValueReader(parse_share))]
    pub share: f32,
    /// Pairs of games that a new network plays against the player before
    #[arg(long, default_value = "200", value_parser = ValueReader(parse_count))]
    pub pairs: u64,
    /// How many threads work together (all cores by default); they change only how long it takes
    #[arg(long, value_parser = ValueReader(parse_threads))]
    pub threads: Option<usize>,
    /// Decides everything that is drawn by chance
    #[arg(long, default_value = "1", value_parser = ValueReader(parse_seed))]
    pub seed: u64,
    /// What the first generation judges by: usual, terms, or the file of a network
    #[arg(long, value_name = "FILE", default_value = "usual", value_parser = ValueReader(parse_text))]
    pub net: String,
    /// Begin with the weights of a network of the same shape: usual, or its file (drawn by chance by default)
    #[arg(long, value_name = "FILE", value_parser = ValueReader(parse_text))]
    pub from: Option<String>,
}

/// What a network does with the terms of its game.
#[derive(Clone, Copy, ValueEnum)]
pub enum TermsAre {
    /// Their sum counts beside it.
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
    /// How many threads work together (all cores by default)
    #[arg(long, value_parser = ValueReader(parse_threads))]
    pub threads: Option<usize>,
}
