//! `skirmish tune`: fits a game's evaluation to self-play games and prints the new weights as a source file.

use std::io::{self, Write};

use skirmish_board::{Evaluate, Notation};
use skirmish_games::Visitor;
use skirmish_play::Evaluator;
use skirmish_train::self_play::SelfPlay;
use skirmish_train::tune::{collect, fit, mean_loss};

use crate::arguments::TuneArgs;
use crate::progress;

/// Plays, fits, and prints the contents of the game's `weights.rs`. Progress goes to stderr.
pub fn run(arguments: &TuneArgs, out: &mut impl Write) -> anyhow::Result<()> {
    let weights = arguments.game.visit(TuneVisitor(arguments))?;
    let id = arguments.game.info().id;
    writeln!(out, "//! Written by `skirmish tune {id}`.\n\n#[rustfmt::skip]")?;
    writeln!(out, "pub(super) const WEIGHTS: [i16; super::eval::TERMS] = [")?;
    for row in weights.chunks(16) {
        let row: Vec<String> = row.iter().map(|weight| format!("{weight},")).collect();
        writeln!(out, "    {}", row.join(" "))?;
    }
    writeln!(out, "];")?;
    Ok(())
}

struct TuneVisitor<'a>(&'a TuneArgs);

impl Visitor for TuneVisitor<'_> {
    type Output = anyhow::Result<Vec<i16>>;

    fn visit<G: Notation + Evaluate>(self, start: G) -> anyhow::Result<Vec<i16>> {
        let TuneArgs { game, games, nodes, concurrency, seed, epochs } = *self.0;
        let how = SelfPlay { game, nodes, seed, threads: concurrency, evaluator: Evaluator::Default };
        let bar = progress::bar(0, games.into(), "games");
        let samples = collect(&how, &start, games, &|done| bar.set_position(done))?;
        bar.finish_and_clear();
        let before: Vec<f32> = G::WEIGHTS.iter().map(|&weight| weight as f32).collect();
        let after = fit(&samples, G::WEIGHTS, epochs, seed);
        let _ = writeln!(
            io::stderr(),
            "{} positions; cross entropy {:.5} bits before, {:.5} after",
            samples.len(),
            mean_loss(&samples, &before),
            mean_loss(&samples, &after)
        );
        Ok(after.iter().map(|weight| weight.round() as i16).collect())
    }
}
