//! `skirmish duel`: a match of two built-in players, with error bars.

use std::io::{self, IsTerminal, Write};

use skirmish_arena::duel::{Match, play};
use skirmish_arena::statistics::Pairs;
use skirmish_board::{Evaluate, Notation};
use skirmish_games::Visitor;

use crate::arguments::Duel;

/// Plays the match and prints its result.
pub fn run(arguments: &Duel, out: &mut impl Write) -> anyhow::Result<()> {
    let rules = Match {
        pairs: arguments.games.div_ceil(2),
        opening_plies: arguments.openings,
        concurrency: arguments.concurrency,
        seed: arguments.seed,
        sprt: arguments.sprt,
    };
    let pairs = arguments.game.visit(Play(arguments, &rules));
    let ratio = rules.sprt.map(|sprt| (sprt, pairs.log_likelihood_ratio(sprt.elo0, sprt.elo1)));
    let (elo, margin) = pairs.elo();
    writeln!(out, "Games: {}  Score: {:.1} %  Pairs(0-2): {:?}", 2 * pairs.count(), 100.0 * pairs.score(), pairs.0)?;
    writeln!(out, "Elo: {elo:+.1} +/- {margin:.1}  LOS: {:.1} %", 100.0 * pairs.superiority())?;
    if let Some((sprt, ratio)) = ratio {
        let verdict = match sprt.verdict(&pairs) {
            Some(true) => "H1 accepted",
            Some(false) => "H0 accepted",
            None => "undecided",
        };
        let (elo0, elo1, (lower, upper)) = (sprt.elo0, sprt.elo1, sprt.bounds());
        writeln!(out, "SPRT [{elo0}, {elo1}]: LLR {ratio:.2} ({lower:.2}, {upper:.2}) {verdict}")?;
    }
    Ok(())
}

struct Play<'a>(&'a Duel, &'a Match);

impl Visitor for Play<'_> {
    type Output = Pairs;

    fn visit<G: Notation + Evaluate>(self, start: G) -> Pairs {
        let live = io::stderr().is_terminal();
        let progress = |pairs: &Pairs| {
            if live {
                let (elo, margin) = pairs.elo();
                let _ = write!(io::stderr(), "\r{} games  {elo:+.1} +/- {margin:.1} Elo ", 2 * pairs.count());
            }
        };
        let pairs = play(&start, [&self.0.a, &self.0.b], self.1, &progress);
        if live {
            let _ = writeln!(io::stderr());
        }
        pairs
    }
}
