//! `skirmish class publish`: the pages of the league as files, for any web server.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use skirmish_class::live::publish;

use super::serve::options;

/// Arguments of `skirmish class publish`.
#[derive(Args)]
pub struct PublishArgs {
    /// The folder to write, which may be new or an earlier publication
    #[arg(value_name = "FOLDER")]
    pub folder: PathBuf,
    /// The folder of the class (this one by default)
    #[arg(long, value_name = "DIR")]
    pub class: Option<PathBuf>,
}

/// Writes the pages.
pub fn run(arguments: &PublishArgs, out: &mut impl Write) -> anyhow::Result<()> {
    let class = arguments.class.as_deref().unwrap_or(Path::new("."));
    let published = publish(&options(class)?, &arguments.folder)?;
    Ok(writeln!(out, "{} games in {} files in {}", published.games, published.files, arguments.folder.display())?)
}
