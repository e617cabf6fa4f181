//! Serving the live page of a tournament.

use std::io::Write;

use clap::Args;
use skirmish_class::live::LiveOptions;

use crate::arguments::Listen;
use crate::values::{ValueReader, parse_listen, parse_port};

/// How the live page of a tournament is served.
#[derive(Args)]
pub struct LiveArgs {
    /// The port (7878 by default, or any free port if it is in use)
    #[arg(long, value_name = "PORT", value_parser = ValueReader(parse_port))]
    pub port: Option<u16>,
    /// Also serve other machines, at this address, such as 192.168.1.5 or 0.0.0.0:8000; they need the printed token
    #[arg(long, value_name = "ADDRESS", value_parser = ValueReader(parse_listen))]
    pub listen: Option<Listen>,
    /// Do not open the browser
    #[arg(long)]
    pub no_open: bool,
    /// Show what our engine thinks of running games
    #[arg(long)]
    pub evaluate: bool,
}

#[cfg(feature = "web")]
pub use served::serve;

/// Reports that this build has no page.
#[cfg(not(feature = "web"))]
pub fn serve(_: LiveOptions, _: &LiveArgs, _: &mut impl Write) -> anyhow::Result<()> {
    anyhow::bail!("this program was built without the page (cargo feature web)")
}

#[cfg(feature = "web")]
mod served {
    use anyhow::bail;
    use skirmish_class::live::{self, LiveServerOptions};

    use super::{LiveArgs, LiveOptions, Write};
    use crate::web::{announce, open_browser, token_of};

    /// Serves the page until Ctrl-C.
    pub fn serve(live: LiveOptions, arguments: &LiveArgs, out: &mut impl Write) -> anyhow::Result<()> {
        let LiveArgs { port, listen, no_open, evaluate } = arguments;
        if listen.is_some_and(|listen| listen.1.is_some()) && port.is_some() {
            bail!("--listen and --port both name a port, expected one of them");
        }
        let (address, listen_port) = listen.map(|listen| (listen.0, listen.1)).unzip();
        let options = LiveServerOptions {
            live: LiveOptions { evaluate: *evaluate, ..live },
            port: port.or(listen_port.flatten()),
            listen: address,
            token: token_of(std::env::var("SKIRMISH_TOKEN").ok())?,
        };
        let mut written = Ok(());
        // Deleted when the server has ended.
        let mut _page = None;
        let served = live::serve(&options, |url| {
            written = announce("The tournament", url, options.listen, out);
            if !no_open {
                // Without a browser, the user can still read the address.
                _page = open_browser(url, options.listen.is_some()).ok().flatten();
            }
        });
        served?;
        written?;
        Ok(writeln!(out, "Goodbye.")?)
    }
}
