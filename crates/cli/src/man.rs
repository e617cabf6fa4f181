//! `skirmish man`: the manual page of the program, or a page for each command.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use anyhow::anyhow;
use clap::{Command, CommandFactory};
use skirmish_board::quoted;

use crate::arguments::{Arguments, ManArgs};

/// Prints the page of the program, or writes the pages of all commands into a folder.
pub fn run(arguments: &ManArgs, out: &mut impl Write) -> anyhow::Result<()> {
    let mut program = Arguments::command().disable_help_subcommand(true);
    program.build();
    match &arguments.folder {
        None => page(&program).render(out)?,
        Some(folder) => fs::create_dir_all(folder)
            .and_then(|()| write_pages(&program, folder))
            .map_err(|error| anyhow!("cannot write into {}: {error}", quoted(&folder.to_string_lossy())))?,
    }
    Ok(())
}

fn page(command: &Command) -> clap_mangen::Man {
    clap_mangen::Man::new(command.clone()).source(concat!("Skirmish ", env!("CARGO_PKG_VERSION")))
}

/// Writes the page of a command and those of the commands within it.
fn write_pages(command: &Command, folder: &Path) -> io::Result<()> {
    page(command).generate_to(folder)?;
    command.get_subcommands().try_for_each(|inner| write_pages(inner, folder))
}
