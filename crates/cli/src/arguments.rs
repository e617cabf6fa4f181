//! The command line: commands and their arguments.

mod engine;
mod games;
mod grade;
mod microscope;
mod others;
mod puzzles;

use clap::{Parser, Subcommand};

use crate::arena::ArenaCommand;
use crate::class::ClassCommand;

pub use engine::{AnalyzeArgs, BenchArgs, DuelArgs, SolveArgs, TermsAre, TrainArgs, TuneArgs};
pub use games::{
    BoardArg, GamesArgs, LearnArgs, MovesArgs, OskaArgs, OskaSide, PerftArgs, PlayArgs, PlayOutArgs, PositionArgs,
    ReplayArgs, RulesArgs, ShowArgs, StyleArgs, WhyArgs,
};
pub use grade::{ClassPackageArgs, GradeArgs, PackageService};
pub use microscope::{MicroscopeArgs, TraceCheckArgs, TraceCommand, ZooArgs};
pub use others::{CompletionsArgs, Listen, ManArgs, StarterArgs, WebArgs};
pub use puzzles::{PuzzleArgs, PuzzleListArgs, PuzzleMakeArgs, PuzzlesCommand};

/// Play and study board games for two.
///
/// Without a command, shows a menu of the games.
#[derive(Parser)]
#[command(name = "skirmish", version, after_help = EXIT_STATUS)]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub command: Option<CliCommand>,
}

const EXIT_STATUS: &str = "Exit status: 0 done, 1 output failed, 2 bad input, explained in one line on stderr, 3 games of a tournament must be replayed.";

/// The commands.
#[derive(Subcommand)]
pub enum CliCommand {
    /// Play a game against the engine, another person, or watch
    ///
    /// On a terminal, plays on the full screen with arrows, mouse or typing. In pipes, with --plain and on simple terminals, plays
    /// the handouts' dialogue line by line, for programs and screen readers.
    Play(PlayArgs),
    /// Play in the browser: serve the page on this machine and open it
    Web(WebArgs),
    /// List the games
    Games(GamesArgs),
    /// Learn a game step by step, on its board
    ///
    /// Without a game, lists the lessons. Progress is saved next to the saved games.
    Learn(LearnArgs),
    /// Solve puzzles: positions with exactly one right answer, which is proven
    ///
    /// The easiest come first. Solved ones are saved next to the saved games.
    Puzzle(PuzzleArgs),
    /// Show the rules of a game
    Rules(RulesArgs),
    /// List the legal actions of a position
    Moves(MovesArgs),
    /// Count the lines of play, depth by depth
    Perft(PerftArgs),
    /// Play a list of actions and show the position reached
    PlayOut(PlayOutArgs),
    /// Show a position on a board in characters, or as an SVG picture
    Position(ShowArgs),
    /// Tell whether a move is legal, and if not, which rule it breaks
    Why(WhyArgs),
    /// Step through a recorded game
    ///
    /// On a terminal: Enter shows the next position, p the previous one, a number jumps, q quits. Otherwise prints the whole game.
    Replay(ReplayArgs),
    /// Print the board after the best move, and nothing else: the function call of Oska's handout
    ///
    /// For example: skirmish oska '["wwww","---","--","---","bbbb"]' w 2
    Oska(OskaArgs),
    /// Analyze a position with the engine, depth by depth
    Analyze(AnalyzeArgs),
    /// Show the tree of a search: which window was asked, what came back, and why each node ended
    ///
    /// Values and windows are those of the side to move at the top. Below the tree is a summary.
    Microscope(MicroscopeArgs),
    /// Search fixed positions and print the number of nodes, a signature of the search, and the speed
    Bench(BenchArgs),
    /// Play a match between two built-in players, with error bars
    ///
    /// A player is described by words such as `nodes=10000`, `time=100ms`, `depth=6`, `level=3`, `threads=2`, `minimum=4`, `random`, or
    /// a parameter of the search, such as `lmr_divisor=0`.
    Duel(DuelArgs),
    /// Run tournaments between programs in any language
    #[command(subcommand)]
    Arena(ArenaCommand),
    /// A course's class: hand-ins, grades, a league and reports
    ///
    /// From a folder of hand-ins to grades and a tournament. docs/COURSE.md leads through a course.
    #[command(subcommand)]
    Class(ClassCommand),
    /// Grade a program: rules, dialogue, tactics and strength, against fixed opponents and facts
    ///
    /// For example: skirmish grade --game hiya --html ada.html python3 hiya.py, or the folder of a class: skirmish grade autumn
    ///
    /// Each check ends in pass, fail or look, with points, a sentence and its evidence. docs/GRADING.md explains rubrics and checks.
    #[command(after_help = "Exit status: 0 graded, 2 bad input or no sandbox, 130 interrupted.")]
    Grade(Box<GradeArgs>),
    /// Create a small engine to start from, in Python, Java, C++ or Rust
    ///
    /// It plays random moves and asks this program for the rules; choosing a move is one marked function. Its README has the next
    /// steps.
    Starter(StarterArgs),
    /// Run the engine in UGI mode on standard input and output
    ///
    /// For tournament managers and graphical interfaces; see docs/PROTOCOL.md.
    Ugi,
    /// Fit a game's evaluation to self-play games and print the new weights
    Tune(TuneArgs),
    /// Train a network for a game on self-play games
    ///
    /// Everything is saved in the folder. Run the same command again to resume.
    Train(TrainArgs),
    /// Puzzles: list those of a game, or make new ones
    #[command(subcommand)]
    Puzzles(PuzzlesCommand),
    /// Compute the result of every position of a game and save the tablebase for level 10
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
