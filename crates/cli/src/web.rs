//! `skirmish web`: the page in the browser.

use std::io::Write;

use crate::arguments::WebArgs;

#[cfg(feature = "web")]
pub use served::run;

/// Reports that this build has no page.
#[cfg(not(feature = "web"))]
pub fn run(_: &WebArgs, _: &mut impl Write) -> anyhow::Result<()> {
    anyhow::bail!("this program was built without the page (cargo feature web)")
}

#[cfg(feature = "web")]
mod served {
    use anyhow::{anyhow, bail};
    use skirmish_web::{Server, ServerOptions};

    use super::{WebArgs, Write};
    use crate::arguments::Listen;

    /// Serves the page until Ctrl-C.
    pub fn run(arguments: &WebArgs, out: &mut impl Write) -> anyhow::Result<()> {
        let mut options = ServerOptions { port: arguments.port, ..ServerOptions::default() };
        if let Some(Listen(address, port)) = arguments.listen {
            if port.is_some() && arguments.port.is_some() {
                bail!("--listen and --port both name a port, expected one of them");
            }
            options.listen = Some(address);
            options.port = options.port.or(port);
        }
        options.searches = arguments.searches.unwrap_or(options.searches);
        options.memory = arguments.hash.unwrap_or(options.memory);
        let mut written = Ok(());
        let served = skirmish_web::serve(&options, |server| {
            written = announce(&options, server, out);
            if !arguments.no_open {
                // Without a browser, the user can still read the address.
                let _ = open::that_detached(server.url());
            }
        });
        written?;
        // The usual cause is a wrong address: bad input.
        served.map_err(|error| anyhow!("{error}"))?;
        Ok(writeln!(out, "Goodbye.")?)
    }

    fn announce(options: &ServerOptions, server: &Server, out: &mut impl Write) -> std::io::Result<()> {
        writeln!(out, "Skirmish is at {}", server.url())?;
        if options.listen.is_some_and(|address| address.is_unspecified()) {
            writeln!(out, "On other machines, replace the host in the address by this machine's name or address.")?;
        }
        writeln!(out, "Ctrl-C ends it.")?;
        out.flush()
    }
}
