//! The command line: which words there are, and how each is read.

use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context;
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use skirmish_arena::BuiltIn;
use skirmish_arena::plan::Test;
use skirmish_games::GameId;
use skirmish_play::{Level, Table, parse_duration};

use crate::arena::Arena;
use crate::console::{Colour, Role};
use crate::starter::Language;
use crate::values::{
    GameReader, Reader, parse_any_depth, parse_board, parse_buckets, parse_count, parse_depth, parse_games,
    parse_generations, parse_hidden, parse_lines, parse_listen, parse_megabytes, parse_player, parse_plies, parse_port,
    parse_seed, parse_share, parse_shortcut, parse_sprt, parse_step, parse_text, parse_threads,
};

/// Play and study board games for two.
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
    /// Learn a game step by step, on its board
    ///
    /// Without a game, lists the lessons. Which steps are done is remembered where games are kept.
    Learn(Learn),
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
    /// Write a small engine to begin with, in Python, Java, C++ or Rust
    ///
    /// It plays at once, at random, with rules borrowed from this program; choosing a move is one marked function. A README leads on.
    Starter(Starter),
    /// Be an engine for another program: speak UGI on standard input and output
    ///
    /// For tournaments and boards of others; docs/PROTOCOL.md tells what it understands.
    Ugi,
    /// Fit a game's evaluation to self-play games and print the new weights
    Tune(Tune),
    /// Make a network for a game from games of the engine against itself
    ///
    /// Everything is kept in the folder. The same command goes on where it was stopped.
    Train(Train),
    /// Compute the result of every position of a game and keep the table for level 10
    Solve(Solve),
    /// Print a script that completes these commands in a shell
    ///
    /// For bash, for example: skirmish completions bash > ~/.local/share/bash-completion/completions/skirmish
    Completions(Completions),
    /// Print the manual page, or write the pages of all commands into a folder
    ///
    /// For example: skirmish man | man -l -
    Man(Man),
}

/// Arguments of `skirmish play`.
#[derive(Args, Default)]
pub struct Play {
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
    /// What the engine judges positions by: usual, terms, or the file of a network
    #[arg(long, value_name = "FILE", requires = "game", value_parser = Reader(parse_text))]
    pub net: Option<String>,
    /// The position instead of the start; the player who is first makes the next move
    #[arg(long, value_name = "TEXT", requires = "game", allow_hyphen_values = true, value_parser = Reader(parse_text))]
    pub position: Option<String>,
    /// Play with another person (human), or watch the engine play itself (engine)
    #[arg(long, value_name = "OPPONENT")]
    pub vs: Option<Role>,
    /// Do not think while it is your turn (below level 10 it never does)
    #[arg(long)]
    pub no_ponder: bool,
    /// Makes the weak levels choose the same moves every time; one thread searches
    #[arg(long, value_parser = Reader(parse_seed))]
    pub seed: Option<u64>,
    /// When to use colours
    #[arg(long, value_name = "WHEN", default_value = "auto")]
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
    /// Serve other machines too, at this address, such as 192.168.1.5 or 0.0.0.0:8000; they need the token that is
    /// printed
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
#[cfg_attr(not(feature = "web"), expect(dead_code, reason = "without the page nobody listens"))]
pub struct Listen(pub IpAddr, pub Option<u16>);

/// Arguments of `skirmish games`.
#[derive(Args)]
pub struct Games {
    /// Print a JSON array with an object for each game
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `skirmish learn`.
#[derive(Args, Default)]
pub struct Learn {
    /// The game, such as refusal; without it, the lessons there are
    #[arg(value_parser = GameReader)]
    pub game: Option<GameId>,
    /// The step to begin with; without it, the first that is not done
    #[arg(long, value_parser = Reader(parse_step))]
    pub step: Option<u32>,
    /// A lesson of your own instead of the one that comes with the game
    #[arg(long, value_name = "FILE", requires = "game")]
    pub file: Option<PathBuf>,
    /// Only check that the lesson is sound: every answer has a sentence, every sentence an answer
    #[arg(long, requires = "game")]
    pub check: bool,
    /// When to use colours
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub color: Colour,
    /// Pictures instead of letters for the pieces
    #[arg(long)]
    pub unicode: bool,
}

/// Arguments of `skirmish rules`.
#[derive(Args)]
pub struct Rules {
    /// The game, such as refusal or oska:6
    #[arg(value_parser = GameReader)]
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
    /// Read positions from standard input, one per line, perhaps with moves after them, and answer each with a line of JSON
    #[arg(long, conflicts_with = "position")]
    pub stdin: bool,
}

/// Arguments of `skirmish starter`.
#[derive(Args)]
pub struct Starter {
    /// The game, such as refusal or oska:6
    #[arg(value_parser = GameReader)]
    pub game: GameId,
    /// The language of the engine
    #[arg(long)]
    pub language: Language,
    /// The folder to write it into, which must not be there yet
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
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
    /// The actions, separated by spaces
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
    /// The colour to play
    #[arg(allow_hyphen_values = true)]
    pub side: OskaSide,
    /// How many plies to look ahead
    #[arg(allow_hyphen_values = true, value_parser = Reader(parse_any_depth))]
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
pub struct Board(pub Vec<String>);

/// Arguments of `skirmish analyze`.
#[derive(Args)]
pub struct Analyze {
    #[command(flatten)]
    pub setup: Setup,
    /// Actions played first, separated by spaces
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
    /// What positions are judged by: usual, terms, or the file of a network
    #[arg(long, value_name = "FILE", default_value = "usual", value_parser = Reader(parse_text))]
    pub net: String,
    /// Print a JSON object for each line
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `skirmish bench`.
#[derive(Args)]
pub struct Bench {
    /// The game; all if none is named
    #[arg(value_parser = GameReader)]
    pub game: Option<GameId>,
    /// How many plies deep
    #[arg(long, default_value = "9", value_parser = Reader(parse_depth))]
    pub depth: u32,
    /// Change a shortcut of the search, such as reductions=0
    #[arg(long, value_name = "NAME=VALUE", value_parser = Reader(parse_shortcut))]
    pub set: Vec<(String, i32)>,
    /// What positions are judged by: usual, terms, or the file of a network
    #[arg(long, value_name = "FILE", default_value = "usual", value_parser = Reader(parse_text))]
    pub net: String,
}

/// Arguments of `skirmish duel`.
#[derive(Args)]
pub struct Duel {
    /// The game, such as refusal or oska:6
    #[arg(value_parser = GameReader)]
    pub game: GameId,
    /// The first player
    #[arg(long, value_name = "OPTIONS", value_parser = Reader(parse_player))]
    pub a: BuiltIn,
    /// The second player
    #[arg(long, value_name = "OPTIONS", value_parser = Reader(parse_player))]
    pub b: BuiltIn,
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
    #[arg(value_parser = GameReader)]
    pub game: GameId,
    /// Games the engine plays against itself
    #[arg(long, default_value = "10000", value_parser = Reader(parse_count))]
    pub games: u64,
    /// Positions visited per move
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

/// Arguments of `skirmish train`.
#[derive(Args)]
pub struct Train {
    /// The game, such as refusal or oska:6
    #[arg(value_parser = GameReader)]
    pub game: GameId,
    /// Where games and networks are kept (the game's name by default)
    #[arg(long)]
    pub folder: Option<PathBuf>,
    /// How often games are played and a network is fitted to all of them
    #[arg(long, default_value = "1", value_parser = Reader(parse_generations))]
    pub generations: u32,
    /// Games of a generation that the engine plays against itself
    #[arg(long, default_value = "50000", value_parser = Reader(parse_games))]
    pub games: u32,
    /// How long the games of a generation may take in one run, such as 90m; what is there by then is enough
    #[arg(long, value_parser = Reader(parse_duration))]
    pub time: Option<Duration>,
    /// Positions visited per move
    #[arg(long, default_value = "600", value_parser = Reader(parse_count))]
    pub nodes: u64,
    /// The size of the hidden layer, for each side
    #[arg(long, default_value = "64", value_parser = Reader(parse_hidden))]
    pub hidden: usize,
    /// Sets of output weights, by how much is left on the board
    #[arg(long, default_value = "4", value_parser = Reader(parse_buckets))]
    pub buckets: usize,
    /// What the network does with the game's terms: count them beside it, see them as inputs, or both
    #[arg(long, default_value = "beside")]
    pub terms: TermsAre,
    /// Learn only from positions whose next move is quiet and in which nothing is threatened
    #[arg(long)]
    pub quiet: bool,
    /// Passes over all positions
    #[arg(long, default_value = "30", value_parser = Reader(parse_plies))]
    pub epochs: u32,
    /// How much of what is learnt is the search's score, from 0 to 1; the rest is the result of the game
    #[arg(long, default_value = "0.35", value_parser = Reader(parse_share))]
    pub share: f32,
    /// Pairs of games that a new network plays against the player before
    #[arg(long, default_value = "200", value_parser = Reader(parse_count))]
    pub pairs: u64,
    /// How many threads work together (all cores by default); they change only how long it takes
    #[arg(long, value_parser = Reader(parse_threads))]
    pub threads: Option<usize>,
    /// Decides everything that is drawn by chance
    #[arg(long, default_value = "1", value_parser = Reader(parse_seed))]
    pub seed: u64,
    /// What the first generation judges by: usual, terms, or the file of a network
    #[arg(long, value_name = "FILE", default_value = "usual", value_parser = Reader(parse_text))]
    pub net: String,
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
pub struct Solve {
    /// The game: oska:4 or oska:5
    #[arg(value_parser = Reader(GameId::parse))]
    pub game: GameId,
    /// How many threads work together (all cores by default)
    #[arg(long, value_parser = Reader(parse_threads))]
    pub threads: Option<usize>,
}

/// Arguments of `skirmish completions`.
#[derive(Args)]
pub struct Completions {
    /// The shell
    pub shell: Shell,
}

/// Arguments of `skirmish man`.
#[derive(Args)]
pub struct Man {
    /// The folder for the pages of all commands, as packages want them: skirmish.1, skirmish-play.1 and so on
    pub folder: Option<PathBuf>,
}

/// A game, and the position of it to look at.
#[derive(Args)]
pub struct Setup {
    /// The game, such as refusal or oska:6
    #[arg(value_parser = GameReader)]
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
