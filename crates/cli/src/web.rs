//! `skirmish web`: the page in the browser.

use std::io::Write;

use crate::arguments::WebArgs;

#[cfg(feature = "web")]
pub use served::{announce, open_browser, run, token_of};

/// Reports that this build has no page.
#[cfg(not(feature = "web"))]
pub fn run(_: &WebArgs, _: &mut impl Write) -> anyhow::Result<()> {
    anyhow::bail!("this program was built without the page (cargo feature web)")
}

#[cfg(feature = "web")]
mod served {
    use std::net::IpAddr;

    use anyhow::{anyhow, bail};

    use skirmish_web::ServerOptions;
    use tempfile::TempPath;

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
        options.token = token_of(std::env::var("SKIRMISH_TOKEN").ok())?;
        options.searches = arguments.searches.unwrap_or(options.searches);
        options.memory = arguments.hash.unwrap_or(options.memory);
        let mut written = Ok(());
        // Deleted when the server has ended.
        let mut _page = None;
        let served = skirmish_web::serve(&options, |server| {
            written = announce("Skirmish", &server.url(), options.listen, out);
            if !arguments.no_open {
                // Without a browser, the user can still read the address.
                _page = open_browser(&server.url(), options.listen.is_some()).ok().flatten();
            }
        });
        written?;
        // The usual cause is a wrong address: bad input.
        served.map_err(|error| anyhow!("{error}"))?;
        Ok(writeln!(out, "Goodbye.")?)
    }

    /// Opens the address in the browser. Other users can read the command line of a browser, so a secret address is in a file that
    /// only this user can read, and that leads there.
    pub fn open_browser(url: &str, is_secret: bool) -> std::io::Result<Option<TempPath>> {
        if !is_secret {
            open::that_detached(url)?;
            return Ok(None);
        }
        let mut file = tempfile::Builder::new().prefix("skirmish-").suffix(".html").tempfile()?;
        // The address has only digits, letters and marks that mean nothing in HTML.
        write!(
            file,
            "<!doctype html>\n<meta charset=\"utf-8\">\n<meta name=\"referrer\" content=\"no-referrer\">\n\
             <meta http-equiv=\"refresh\" content=\"0; url={url}\">\n<title>Skirmish</title>\n\
             <a href=\"{url}\">Open Skirmish</a>\n"
        )?;
        let path = file.into_temp_path();
        open::that_detached(&path)?;
        Ok(Some(path))
    }

    /// The token in the environment: with it, pages come back to a server that was restarted.
    pub fn token_of(given: Option<String>) -> anyhow::Result<Option<String>> {
        let Some(token) = given.filter(|token| !token.is_empty()) else { return Ok(None) };
        if token.len() < 16 || !token.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            bail!("SKIRMISH_TOKEN is too weak, expected at least 16 letters and digits");
        }
        Ok(Some(token))
    }

    /// Prints where a server is.
    pub fn announce(what: &str, url: &str, listen: Option<IpAddr>, out: &mut impl Write) -> std::io::Result<()> {
        writeln!(out, "{what} is at {url}")?;
        if listen.is_some_and(|address| address.is_unspecified()) {
            writeln!(out, "On other machines, replace the host in the address by this machine's name or address.")?;
        }
        writeln!(out, "Ctrl-C ends it.")?;
        out.flush()
    }
}
