//! `skirmish ugi`: the engine in UGI mode.

use std::io;

use skirmish_protocol::{Host, serve};

/// Serves UGI on standard input and output until `quit`.
pub fn run() -> anyhow::Result<()> {
    let program = concat!("Skirmish ", env!("CARGO_PKG_VERSION"));
    serve(io::stdin().lock(), io::stdout(), Host { program, author: "the Skirmish authors" })?;
    Ok(())
}
