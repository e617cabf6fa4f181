//! Arguments of `skirmish grade`, and of the package for Gradescope.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use skirmish_play::parse_duration;

use crate::values::{ValueReader, parse_looked, parse_seed};

/// Arguments of `skirmish grade`.
#[derive(Args)]
pub struct GradeArgs {
    /// The game, such as refusal or oska:6; not for the folder of a class, which names it
    #[arg(long)]
    pub game: Option<String>,
    /// How the program talks: console, ugi or oska (console by default)
    #[arg(long)]
    pub proto: Option<String>,
    /// The folder it runs in (this one by default)
    #[arg(long, value_name = "FOLDER")]
    pub dir: Option<String>,
    /// More settings, as in a plan, such as st=1 or dialogue.first=c
    #[arg(long = "with", value_name = "WORD=VALUE")]
    pub words: Vec<String>,
    /// The rubric (that of the game by default)
    #[arg(long, value_name = "FILE")]
    pub rubric: Option<PathBuf>,
    /// Write the game's rubric to a file, to be changed, and do nothing else
    #[arg(long, value_name = "FILE")]
    pub save_rubric: Option<PathBuf>,
    /// Draws positions and opponents' seeds; the same seed gives a program that does not change the same marks (1 by default)
    #[arg(long, value_name = "SEED", value_parser = ValueReader(parse_seed))]
    pub seed: Option<u64>,
    /// The time for all of it, such as 8m: rules first, then positions, then ladders; what does not fit is not run
    #[arg(long, value_name = "TIME", value_parser = ValueReader(parse_duration))]
    pub budget: Option<Duration>,
    /// Only this check of the rubric, such as illegal-entry; may be repeated
    #[arg(long, value_name = "CHECK")]
    pub only: Vec<String>,
    /// You have looked at a check: its points; may be repeated. In a class it is for the program of --student
    #[arg(long, value_name = "CHECK=POINTS", value_parser = ValueReader(parse_looked))]
    pub looked: Vec<(String, f64)>,
    /// The student's name, for the outputs and the gradebook
    #[arg(long, value_name = "NAME")]
    pub student: Option<String>,
    /// Write the grade as a line of JSON; - is standard output
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Write the grade as a page for the student
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Write the grade as Markdown for the student
    #[arg(long, value_name = "FILE")]
    pub markdown: Option<PathBuf>,
    /// Write Gradescope's results.json
    #[arg(long, value_name = "FILE")]
    pub gradescope: Option<PathBuf>,
    /// Write Classroom 50's result.json, with the texts of its environment
    #[arg(long, value_name = "FILE")]
    pub classroom50: Option<PathBuf>,
    /// Write a table of students, points and checks; with --roster, the filled gradebook
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// Fill the grade column of this gradebook, exported from Moodle or Canvas; without --csv the file itself
    #[arg(long, value_name = "FILE")]
    pub roster: Option<PathBuf>,
    /// The column of the gradebook, if it is not obvious
    #[arg(long, value_name = "NAME", requires = "roster")]
    pub column: Option<String>,
    /// No program: every check fails with this sentence, and standard input is what was printed
    #[arg(long, hide = true, value_name = "SENTENCE", conflicts_with = "command")]
    pub failed: Option<String>,
    /// The program with its arguments, or the folder of a class
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "CMD")]
    pub command: Vec<String>,
}

/// Arguments of `skirmish class package`.
#[derive(Args)]
pub struct ClassPackageArgs {
    /// For which service
    pub service: PackageService,
    /// The package to write
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The folder of a class, whose game, rubric and seed are taken
    #[arg(long, value_name = "DIR")]
    pub class: Option<PathBuf>,
    /// The game, without the folder of a class
    #[arg(long, required_unless_present = "class")]
    pub game: Option<String>,
    /// How the hand-ins talk: console, ugi or oska (console by default)
    #[arg(long)]
    pub proto: Option<String>,
    /// What starts a hand-in, as in a shell, such as "python3 main.py"
    #[arg(long, value_name = "CMD")]
    pub command: String,
    /// What builds a hand-in, as in a shell, such as make
    #[arg(long, value_name = "CMD")]
    pub build: Option<String>,
    /// More settings, as in a plan, such as st=0.5
    #[arg(long = "with", value_name = "WORD=VALUE")]
    pub words: Vec<String>,
    /// Debian packages that the hand-ins need, such as default-jdk-headless; may be repeated
    #[arg(long, value_name = "PACKAGE")]
    pub install: Vec<String>,
    /// The rubric (that of the game by default)
    #[arg(long, value_name = "FILE")]
    pub rubric: Option<PathBuf>,
    /// The seed (1 by default)
    #[arg(long, value_name = "SEED", value_parser = ValueReader(parse_seed))]
    pub seed: Option<u64>,
    /// The time for a grading, building not included (7m by default)
    #[arg(long, value_name = "TIME", value_parser = ValueReader(parse_duration))]
    pub budget: Option<Duration>,
    /// The static program for Linux that grades (this one by default)
    #[arg(long, value_name = "FILE")]
    pub program: Option<PathBuf>,
}

/// A service that runs autograders.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub enum PackageService {
    /// Gradescope
    Gradescope,
}
