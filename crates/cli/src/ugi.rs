//! `skirmish ugi`: the engine behind the text protocol.

use std::io;

use skirmish_protocol::{Host, serve};

/// Speaks the protocol on standard input and output until it is told to quit.
pub fn run() -> anyhow::Result<()> {
    let program = concat!("Skirmish ", env!("CARGO_PKG_VERSION"));
    serve(io::stdin().lock(), io::stdout(), Host { program, author: "the Skirmish authors" })?;
    Ok(())
}
