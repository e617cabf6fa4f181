//! `skirmish why`: whether a move is legal, and which rule it breaks if not.

use std::io::Write;

use anyhow::Context;

use crate::arguments::WhyArgs;

/// Prints whether the move is legal. Text that is not a move is bad input.
pub fn run(arguments: &WhyArgs, out: &mut impl Write) -> anyhow::Result<()> {
    let mut game = arguments.setup.open()?;
    match game.play(&arguments.action) {
        Ok(played) => {
            match played.announcement {
                Some(remark) => writeln!(out, "legal ({remark})")?,
                None => writeln!(out, "legal")?,
            }
            Ok(())
        }
        Err(error) if error.is_unreadable() => Err(error).context("MOVE"),
        Err(rule) => {
            writeln!(out, "illegal: {rule}")?;
            Ok(())
        }
    }
}
