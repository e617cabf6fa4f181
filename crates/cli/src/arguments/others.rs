//! Arguments of the other commands.

use std::net::IpAddr;
use std::path::PathBuf;

use clap::Args;
use clap_complete::Shell;
use skirmish_games::GameId;

use crate::starter::Language;
use crate::values::{GameReader, ValueReader, parse_listen, parse_megabytes, parse_port, parse_threads};

/// Arguments of `skirmish web`.
#[derive(Args, Default)]
pub struct WebArgs {
    /// The port (7878 by default, or any free port if it is in use)
    #[arg(long, value_name = "PORT", value_parser = ValueReader(parse_port))]
    pub port: Option<u16>,
    /// Do not open the browser
    #[arg(long)]
    pub no_open: bool,
    /// Also serve other machines, at this address, such as 192.168.1.5 or 0.0.0.0:8000; they need the printed token
    #[arg(long, value_name = "ADDRESS", value_parser = ValueReader(parse_listen))]
    pub listen: Option<Listen>,
    /// Number of search threads (all cores by default)
    #[arg(long, value_name = "THREADS", value_parser = ValueReader(parse_threads))]
    pub searches: Option<usize>,
    /// Memory of all searches together in megabytes (512 by default)
    #[arg(long, value_name = "MB", value_parser = ValueReader(parse_megabytes))]
    pub hash: Option<usize>,
}

/// An address to listen on, with an optional port.
#[derive(Clone, Copy)]
#[cfg_attr(not(feature = "web"), expect(dead_code, reason = "without the page nobody listens"))]
pub struct Listen(pub IpAddr, pub Option<u16>);

/// Arguments of `skirmish starter`.
#[derive(Args)]
pub struct StarterArgs {
    /// The game, such as refusal or oska:6
    #[arg(value_parser = GameReader)]
    pub game: GameId,
    /// The language of the engine
    #[arg(long)]
    pub language: Language,
    /// The folder to create
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
}

/// Arguments of `skirmish completions`.
#[derive(Args)]
pub struct CompletionsArgs {
    /// The shell
    pub shell: Shell,
}

/// Arguments of `skirmish man`.
#[derive(Args)]
pub struct ManArgs {
    /// The folder for the pages of all commands: skirmish.1, skirmish-play.1 and so on
    pub folder: Option<PathBuf>,
}
