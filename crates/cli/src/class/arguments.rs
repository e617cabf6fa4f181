//! The command line of classes.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::publish::PublishArgs;
use super::serve::ServeClassArgs;
use crate::arena::WorkArgs;
use crate::arguments::ClassPackageArgs;

/// The commands about a class.
#[derive(Subcommand)]
pub enum ClassCommand {
    /// Make the folder of a class, with one commented file of settings
    ///
    /// For example: skirmish class init autumn --game hiya
    Init(ClassInitArgs),
    /// Take hand-ins: unpack, build and try them
    ///
    /// Takes zip and tar archives, folders and single files, and whole exports of Moodle and Canvas. Everything is built and run in
    /// the sandbox. Prints who handed in, what was built, whether it plays, and what is wrong. Only what has changed is built and
    /// tried. Without files, continues what was interrupted, and prints the table.
    #[command(after_help = "Exit status: 0 done, 2 bad input or no sandbox, 130 interrupted.")]
    Add(ClassAddArgs),
    /// Grade every program that has changed
    #[command(after_help = "Exit status: 0 done, 2 bad input or no sandbox, 130 interrupted.")]
    Grade(ClassGradeArgs),
    /// Play the tournament of what is handed in
    ///
    /// When programs have changed since, only games of new versions are played; all others still count.
    #[command(
        after_help = "Exit status: 0 finished, 2 bad input, store error or no sandbox, 3 a program was not understood, 130 interrupted."
    )]
    Play(ClassPlayArgs),
    /// Write a package with which a service grades each hand-in as it comes
    ///
    /// For example: skirmish class package gradescope hiya.zip --game hiya --build make --command ./hiya
    Package(ClassPackageArgs),
    /// Write a page for each student: grade, games, faults and place
    Report(ClassReportArgs),
    /// Show the league in the browser, live: for a projector and for phones
    ///
    /// With the names that class.toml says. Only this machine is served, without --listen.
    Serve(ServeClassArgs),
    /// Write the same pages as files, for any web server
    Publish(PublishArgs),
}

/// Arguments of `skirmish class init`.
#[derive(Args)]
pub struct ClassInitArgs {
    /// The new folder
    pub dir: PathBuf,
    /// The game, such as hiya or oska:6
    #[arg(long)]
    pub game: String,
    /// The name of the class (the folder's name by default)
    #[arg(long)]
    pub name: Option<String>,
}

/// Arguments of `skirmish class add`.
#[derive(Args)]
pub struct ClassAddArgs {
    /// The folder of the class
    pub dir: PathBuf,
    /// Archives, folders, or exports of a learning platform
    pub files: Vec<PathBuf>,
    /// The student whose file it is, where its name does not say so
    #[arg(long, value_name = "STUDENT")]
    pub name: Option<String>,
}

/// Arguments of `skirmish class grade`.
#[derive(Args)]
pub struct ClassGradeArgs {
    /// The folder of the class
    pub dir: PathBuf,
    /// Only this student (repeatable)
    #[arg(long, value_name = "STUDENT")]
    pub student: Vec<String>,
}

/// Arguments of `skirmish class play`.
#[derive(Args)]
pub struct ClassPlayArgs {
    /// The folder of the class
    pub dir: PathBuf,
    #[command(flatten)]
    pub work: WorkArgs,
}

/// Arguments of `skirmish class report`.
#[derive(Args)]
pub struct ClassReportArgs {
    /// The folder of the class
    pub dir: PathBuf,
    /// Only this student (repeatable)
    #[arg(long, value_name = "STUDENT")]
    pub student: Vec<String>,
}
