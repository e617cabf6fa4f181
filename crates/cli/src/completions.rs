//! `skirmish completions`: completion scripts for shells.

use std::io::Write;

use clap::CommandFactory;

use crate::arguments::{Arguments, CompletionsArgs};

/// Prints the script.
pub fn run(arguments: &CompletionsArgs, out: &mut impl Write) -> anyhow::Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Arguments::command(), "skirmish", &mut script);
    out.write_all(&script)?;
    Ok(())
}
