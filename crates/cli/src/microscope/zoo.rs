//! `skirmish microscope zoo`: traces of engines with a classic mistake, for readers to find it.

use std::io::Write;

use anyhow::{anyhow, bail};
use skirmish_trace::Specimen;

use crate::arguments::ZooArgs;

/// Lists the traces, or prints one of them or what is wrong in it.
pub fn run(arguments: &ZooArgs, out: &mut impl Write) -> anyhow::Result<()> {
    let specimens = Specimen::all().map_err(|error| anyhow!("zoo.txt, {error}"))?;
    let Some(number) = arguments.number else {
        for (number, specimen) in (1..).zip(&specimens) {
            let Specimen { game, depth, look, .. } = specimen;
            writeln!(out, "{number:2}  {}, depth {depth}. {look}", game.info().name)?;
        }
        return Ok(());
    };
    let index = usize::try_from(number).unwrap_or(usize::MAX).wrapping_sub(1);
    let (Some(specimen), Some(trace)) = (specimens.get(index), Specimen::trace(index)) else {
        bail!("there is no trace {number}, expected 1 to {}", specimens.len());
    };
    if arguments.answer {
        writeln!(out, "{}: {}", specimen.bug, specimen.answer)?;
    } else {
        out.write_all(trace.as_bytes())?;
    }
    Ok(())
}
