//! The command line: which words there are, and how each is read.

mod engine;
mod games;
mod others;

use clap::{Parser, Subcommand};

use crate::arena::ArenaCommand;

pub use engine::{AnalyzeArgs, BenchArgs, DuelArgs, SolveArgs, TermsAre, TrainArgs, TuneArgs};
pub use games::{
    BoardArg, GamesArgs, LearnArgs, MovesArgs, OskaArgs, OskaSide, PerftArgs, PlayArgs, PlayOutArgs, PositionArgs,
    ReplayArgs, RulesArgs, StyleArgs, WhyArgs,
};
pub use others::{CompletionsArgs, Listen, ManArgs, StarterArgs, WebArgs};

/// Play and study board games for two.
///
/// Without a command, a menu of the games.
#[derive(Parser)]
#[command(name = "skirmish", version, after_help = EXIT_STATUS)]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub command: Option<CliCommand>,
}

const EXIT_STATUS: &str = "Exit status: 0 done, 1 output failed, 2 bad input, explained in one line on stderr.";

/// The commands, each in a file of its own.
#[derive(Subcommand)]
pub enum CliCommand {
    /// Play a game against the engine, another person, or watch
    ///
    /// At a terminal the board fills the screen: arrows, mouse or typing. Into pipes, with --plain and on simple terminals it is the
    /// dialogue of the handouts, line by line: that is what programs and screen readers want.
    Play(PlayArgs),
    /// Play in the browser: serve the page on this machine and open it
    Web(WebArgs),
    /// List the games
    Games(GamesArgs),
    /// Learn a game step by step, on its board
    ///
    /// Without a game, lists the lessons. Which steps are done is remembered where games are kept.
    Learn(LearnArgs),
    /// Show the rules of a game
    Rules(RulesArgs),
    /// List the legal actions of a position
    Moves(MovesArgs),
    /// Count the lines of play, depth by depth
    Perft(PerftArgs),
    /// Play a list of actions and show the position reached
    PlayOut(PlayOutArgs),
    /// Tell whether a move is legal, and if not, which rule it breaks
    Why(WhyArgs),
    /// Step through a recorded game
    ///
    /// On a terminal: Enter shows the next position, p the previous one, a number jumps, q leaves. Elsewhere the whole game is printed.
    Replay(ReplayArgs),
    /// Answer the call of Oska's handout: print the board after the best move, and nothing else
    ///
    /// For example: skirmish oska '["wwww","---","--","---","bbbb"]' w 2
    Oska(OskaArgs),
    /// Show what the engine sees in a position, depth by depth
    Analyze(AnalyzeArgs),
    /// Search fixed positions and print the number of nodes, a signature of the search, and the speed
    Bench(BenchArgs),
    /// Play a match between two built-in players, with error bars
    ///
    /// A player is described by words such as `nodes=10000`, `time=100ms`, `depth=6`, `level=3`, `threads=2`, `minimum=4`, `random`, or
    /// a parameter of the search, such as `lmr_divisor=0`.
    Duel(DuelArgs),
    /// Play tournaments between programs: any language, any number, nothing lost
    #[command(subcommand)]
    Arena(ArenaCommand),
    /// Write a small engine to begin with, in Python, Java, C++ or Rust
    ///
    /// It plays at once, at random, with rules borrowed from this program; choosing a move is one marked function. A README leads on.
    Starter(StarterArgs),
    /// Be an engine for another program: speak UGI on standard input and output
    ///
    /// For tournaments and boards of others; docs/PROTOCOL.md tells what it understands.
    Ugi,
    /// Fit a game's evaluation to self-play games and print the new weights
    Tune(TuneArgs),
    /// Make a network for a game from games of the engine against itself
    ///
    /// Everything is kept in the folder. The same command goes on where it was stopped.
    Train(TrainArgs),
    /// Compute the result of every position of a game and keep the table for level 10
    Solve(SolveArgs),
    /// Print a script that completes these commands in a shell
    ///
    /// For bash, for example: skirmish completions bash > ~/.local/share/bash-completion/completions/skirmish
    Completions(CompletionsArgs),
    /// Print the manual page, or write the pages of all commands into a folder
    ///
    /// For example: skirmish man | man -l -
    Man(ManArgs),
}
