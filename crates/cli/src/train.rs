//! `skirmish train`: trains a network for a game from scratch.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use anyhow::Context;
use indicatif::ProgressBar;
use skirmish_games::GameId;
use skirmish_play::Evaluator;
use skirmish_search::Network;
use skirmish_search::network::TermsUse;
use skirmish_train::{Pipeline, TrainingPlan, TrainingProgress};

use crate::arguments::{TermsAre, TrainArgs};
use crate::progress;

/// Runs the training pipeline and prints the file of the network. Progress goes to stderr.
pub fn run(arguments: &TrainArgs, out: &mut impl Write) -> anyhow::Result<()> {
    let plan = plan(arguments)?;
    let display = Mutex::new(TrainingDisplay::default());
    let report = |progress: TrainingProgress| display.lock().unwrap_or_else(PoisonError::into_inner).show(progress);
    let path = Pipeline::run(&plan, &report);
    let TrainingDisplay { bar, .. } = &mut *display.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, bar)) = bar.take() {
        bar.finish_and_clear();
    }
    writeln!(out, "{}", path?.display())?;
    Ok(())
}

fn plan(arguments: &TrainArgs) -> anyhow::Result<TrainingPlan> {
    let TrainArgs { game, generations, games, time, nodes, hidden, buckets, quiet, epochs, share, pairs, seed, .. } =
        *arguments;
    Ok(TrainingPlan {
        game,
        folder: arguments.folder.clone().unwrap_or_else(|| PathBuf::from(game.to_string().replace(':', "-"))),
        generations,
        games,
        time,
        nodes,
        hidden,
        buckets,
        terms_use: match arguments.terms {
            TermsAre::Beside => TermsUse::SkipConnection,
            TermsAre::Inputs => TermsUse::Inputs,
            TermsAre::Both => TermsUse::Both,
        },
        quiet,
        epochs,
        share,
        pairs,
        seed,
        threads: arguments.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from)),
        evaluator: Evaluator::parse(&arguments.net, game).context("--net")?,
        from: match arguments.from.as_deref() {
            None => None,
            Some(name) => Some(network(name, game).context("--from")?),
        },
    })
}

/// The network of a name or file.
fn network(name: &str, game: GameId) -> anyhow::Result<Arc<Network>> {
    Evaluator::parse(name, game)?.network(game).context("no network; expected the file of one")
}

/// The progress bar.
#[derive(Default)]
struct TrainingDisplay {
    /// What is counted, and its bar.
    bar: Option<(&'static str, ProgressBar)>,
    /// When it began, and with how many positions.
    since: Option<(Instant, u64)>,
}

impl TrainingDisplay {
    fn show(&mut self, progress: TrainingProgress) {
        match progress {
            TrainingProgress::Playing { done, total, positions } => {
                self.count("games", done, total, positions, String::new())
            }
            TrainingProgress::GateMatch { done, total } => self.count("pairs of games", done, total, 0, String::new()),
            TrainingProgress::Learning { progress, epochs, positions } => {
                let done = u64::from(progress.epoch) * positions + progress.positions;
                let held_out = progress.held_out.map_or(String::new(), |loss| format!(" ({loss:.5} held out)"));
                let loss = format!(", loss {:.5}{held_out}", progress.loss);
                self.count("positions learnt", done, u64::from(epochs) * positions, done, loss);
                if let (Some(loss), Some((_, bar))) = (progress.held_out, &self.bar) {
                    let line = format!(
                        "epoch {} of {epochs}: loss {:.5}, held out {loss:.5}",
                        progress.epoch + 1,
                        progress.loss
                    );
                    bar.suspend(|| drop(writeln!(io::stderr(), "{line}")));
                }
            }
            TrainingProgress::Finished(line) => {
                if let Some((_, bar)) = self.bar.take() {
                    bar.finish_and_clear();
                }
                let _ = writeln!(io::stderr(), "{line}");
            }
        }
    }

    /// Shows the progress and the positions per second.
    fn count(&mut self, things: &'static str, done: u64, total: u64, positions: u64, more: String) {
        if self.bar.as_ref().is_none_or(|(known, _)| *known != things) {
            if let Some((_, bar)) = self.bar.replace((things, progress::bar(done, total, things))) {
                bar.finish_and_clear();
            }
            self.since = Some((Instant::now(), positions));
        }
        let (Some((_, bar)), Some((since, first))) = (&self.bar, self.since) else { return };
        bar.set_position(done);
        let speed = (positions - first.min(positions)) as f64 / since.elapsed().as_secs_f64().max(0.001);
        let speed = if positions > 0 { format!(", {speed:.0} positions/s") } else { String::new() };
        bar.set_message(format!("{more}{speed}"));
    }
}
