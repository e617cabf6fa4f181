//! `skirmish oska`: the function call of Oska's handout.

use std::io::Write;

use anyhow::Context;
use skirmish_play::oska::{best_board, format_board};

use crate::arguments::{OskaArgs, OskaSide};

/// Prints the board after the best move.
pub fn run(arguments: &OskaArgs, out: &mut impl Write) -> anyhow::Result<()> {
    let side = match arguments.side {
        OskaSide::W => 'w',
        OskaSide::B => 'b',
    };
    let rows = best_board(&arguments.board.0, side, arguments.depth).context("BOARD")?;
    writeln!(out, "{}", format_board(&rows))?;
    Ok(())
}
