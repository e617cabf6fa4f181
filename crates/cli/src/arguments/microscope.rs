//! Arguments of `skirmish microscope`.

use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, Subcommand};
use skirmish_games::GameId;
use skirmish_play::AnyGame;
use skirmish_search::{Idea, IdeaSet};

use crate::values::{
    GameReader, ValueReader, parse_count, parse_depth, parse_idea, parse_ideas, parse_megabytes, parse_plies,
    parse_text,
};

/// Arguments of `skirmish microscope`.
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct MicroscopeArgs {
    #[command(subcommand)]
    pub command: Option<TraceCommand>,
    /// The game, such as refusal or oska:6
    #[arg(value_parser = GameReader, required_unless_present = "trace")]
    pub game: Option<GameId>,
    /// The position (the start by default)
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true, value_parser = ValueReader(parse_text))]
    pub position: Option<String>,
    /// Show the trace in a file, written by any program, instead of a search
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "moves", "depth", "nodes", "off", "only", "compare", "hash", "net", "json"])]
    pub trace: Option<PathBuf>,
    /// Actions played first, separated by spaces
    #[arg(long, value_name = "LIST", allow_hyphen_values = true, value_parser = ValueReader(parse_text))]
    pub moves: Option<String>,
    /// Depth in plies
    #[arg(long, default_value = "6", value_parser = ValueReader(parse_depth))]
    pub depth: u32,
    /// Node limit
    #[arg(long, value_parser = ValueReader(parse_count))]
    pub nodes: Option<u64>,
    /// Ideas to switch off, such as null_window or reductions,table; all is every one but alpha_beta
    #[arg(long, value_name = "IDEAS", value_parser = ValueReader(parse_ideas))]
    pub off: Vec<IdeaSet>,
    /// Switch off every idea but alpha_beta and these
    #[arg(long, value_name = "IDEAS", value_parser = ValueReader(parse_ideas), conflicts_with = "off")]
    pub only: Vec<IdeaSet>,
    /// Search again without this idea, and show both side by side
    #[arg(long, value_name = "IDEA", value_parser = ValueReader(parse_idea), conflicts_with = "json")]
    pub compare: Option<Idea>,
    /// Draw only this many plies of the tree; 0 draws none
    #[arg(long, value_name = "PLIES", default_value = "2", value_parser = ValueReader(parse_plies))]
    pub show: u32,
    /// Draw only this many searches and skipped moves of a position
    #[arg(long, value_name = "NUMBER", default_value = "12", value_parser = ValueReader(parse_count))]
    pub width: u64,
    /// Draw the tree below these moves, separated by spaces
    #[arg(long, value_name = "LIST", default_value = "", hide_default_value = true, value_parser = ValueReader(parse_text))]
    pub at: String,
    /// Leave out the summary
    #[arg(long, conflicts_with_all = ["compare", "json"])]
    pub brief: bool,
    /// Keep so many nodes; of a larger search, the plies near the root
    #[arg(long, value_name = "NODES", default_value = "500000", value_parser = ValueReader(parse_count))]
    pub keep: u64,
    /// Size of the transposition table in megabytes
    #[arg(long, value_name = "MB", default_value = "16", value_parser = ValueReader(parse_megabytes))]
    pub hash: usize,
    /// Evaluation: usual, terms, or a network file
    #[arg(long, value_name = "FILE", default_value = "usual", value_parser = ValueReader(parse_text))]
    pub net: String,
    /// Print the whole search as JSON Lines, a trace
    #[arg(long)]
    pub json: bool,
}

impl MicroscopeArgs {
    /// Sets up the game.
    pub fn open(&self) -> anyhow::Result<Box<dyn AnyGame>> {
        let mut game = skirmish_play::new_game(self.game.context("a game is missing")?);
        if let Some(text) = &self.position {
            game.set_position(text).context("--position")?;
        }
        Ok(game)
    }
}

/// What else there is to do with traces of searches.
#[derive(Subcommand)]
pub enum TraceCommand {
    /// Check the trace of a program: are moves legal, values right, cutoffs due?
    ///
    /// The exit status is 0 if nothing is wrong, 1 if something is.
    Check(TraceCheckArgs),
    /// List traces of engines with a classic mistake, or print one: find the mistake
    Zoo(ZooArgs),
}

/// Arguments of `skirmish microscope check`.
#[derive(Args)]
pub struct TraceCheckArgs {
    /// The file with the trace
    pub file: PathBuf,
    /// The game, if the trace does not say
    #[arg(long, value_parser = GameReader)]
    pub game: Option<GameId>,
    /// Draw only this many mistakes
    #[arg(long, value_name = "NUMBER", default_value = "3", value_parser = ValueReader(parse_count))]
    pub show: u64,
    /// Print a JSON object for each mistake
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `skirmish microscope zoo`.
#[derive(Args)]
pub struct ZooArgs {
    /// The number of a trace, which is printed (lists them by default)
    #[arg(value_parser = ValueReader(parse_count))]
    pub number: Option<u64>,
    /// Print what is wrong instead
    #[arg(long, requires = "number")]
    pub answer: bool,
}
