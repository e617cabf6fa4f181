//! `skirmish class serve`: the league of a class in the browser, live.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use skirmish_class::handins::class_folder::ClassFolder;
use skirmish_class::league::current;
use skirmish_class::live::{LiveError, LiveOptions, StoreLocation};

use crate::live::{self, LiveArgs};

/// Arguments of `skirmish class serve`.
#[derive(Args)]
pub struct ServeClassArgs {
    /// The folder of the class (this one by default)
    #[arg(value_name = "DIR")]
    pub folder: Option<PathBuf>,
    #[command(flatten)]
    pub live: LiveArgs,
}

/// Serves the page until Ctrl-C. A new tournament of the class takes the place of the last one.
pub fn run(arguments: &ServeClassArgs, out: &mut impl Write) -> anyhow::Result<()> {
    let folder = arguments.folder.as_deref().unwrap_or(Path::new("."));
    live::serve(options(folder)?, &arguments.live, out)
}

/// What may be seen of the league of a class.
pub(super) fn options(folder: &Path) -> anyhow::Result<LiveOptions> {
    let class = ClassFolder::open(folder)?;
    let (names, secret) = (class.settings.names, class.secret()?);
    let locate = move || {
        let found = current(&class).map_err(|error| LiveError(error.to_string()))?;
        let nothing = || LiveError("there is no league yet: skirmish class play begins it".to_owned());
        found.map(|(address, name)| StoreLocation { address, name }).ok_or_else(nothing)
    };
    Ok(LiveOptions { names, secret, league: true, ..LiveOptions::following(Arc::new(locate)) })
}
