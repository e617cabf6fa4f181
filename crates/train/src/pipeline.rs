//! The training pipeline: self-play, training and gate match, generation by generation.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use skirmish_board::{Evaluate, LevelProfile, Notation, TextError, checksum};
use skirmish_games::{GameId, Visitor};
use skirmish_play::statistics::{Pairs, QUANTILE};
use skirmish_play::{Evaluator, load_network, own_network};
use skirmish_search::Network;
use skirmish_search::network::{NetworkShape, TermsUse};

use crate::games_file::{GamesFile, TrainingGame};
use crate::gate_match::GateMatch;
use crate::model::Model;
use crate::samples::Samples;
use crate::self_play::SelfPlay;
use crate::trainer::{RATE, SMALL_RATE, Trainer, TrainerOptions, TrainerProgress, mean_loss};
use crate::write;

/// The plan of a training run.
#[derive(Clone, Debug)]
pub struct TrainingPlan {
    /// The game.
    pub game: GameId,
    /// The folder for all files.
    pub folder: PathBuf,
    /// The number of generations: self-play games and a network trained on them.
    pub generations: u32,
    /// Games of a generation.
    pub games: u32,
    /// The time for self-play per generation. Training uses the games finished by then.
    pub time: Option<Duration>,
    /// Nodes per move.
    pub nodes: u64,
    /// The size of the hidden layer per perspective.
    pub hidden: usize,
    /// Sets of output weights.
    pub buckets: usize,
    /// How the network uses the game's terms.
    pub terms_use: TermsUse,
    /// Whether to train on quiet positions only.
    pub quiet: bool,
    /// Passes over all positions.
    pub epochs: u32,
    /// The weight of the search score in the target, from 0 to 1; the rest is the result of the game.
    pub share: f32,
    /// Pairs of games of the gate match.
    pub pairs: u64,
    /// The seed of everything random.
    pub seed: u64,
    /// Threads. They do not change the result.
    pub threads: usize,
    /// The evaluator of the first generation.
    pub evaluator: Evaluator,
    /// The network to start training from; by default the weights are random.
    pub from: Option<Arc<Network>>,
}

/// The progress of a training run.
#[derive(Clone, Debug, PartialEq)]
pub enum TrainingProgress {
    /// Self-play.
    Playing {
        /// Finished games.
        done: u64,
        /// Games to play.
        total: u64,
        /// Positions in the games of this run.
        positions: u64,
    },
    /// Training.
    Learning {
        /// The progress of the trainer.
        progress: TrainerProgress,
        /// Passes to make.
        epochs: u32,
        /// Positions per pass.
        positions: u64,
    },
    /// The gate match.
    GateMatch {
        /// Finished pairs.
        done: u64,
        /// Pairs to play.
        total: u64,
    },
    /// A step is finished: a line for the user.
    Finished(String),
}

/// A training run.
pub struct Pipeline<'a> {
    plan: &'a TrainingPlan,
    report: &'a (dyn Fn(TrainingProgress) + Sync),
}

impl<'a> Pipeline<'a> {
    /// Runs or resumes a plan. Returns the file of the last network that won its gate match, or of the first one if none
    /// did. Calls `report` with the progress.
    ///
    /// The error is one line: a game without planes, a folder of another plan, or damaged or unwritable files.
    pub fn run(plan: &'a TrainingPlan, report: &'a (dyn Fn(TrainingProgress) + Sync)) -> Result<PathBuf, TextError> {
        plan.game.visit(Pipeline { plan, report })
    }

    fn report_line(&self, text: String) {
        (self.report)(TrainingProgress::Finished(text));
    }
}

impl Visitor for Pipeline<'_> {
    type Output = Result<PathBuf, TextError>;

    fn visit<G: Notation + LevelProfile>(self, start: G) -> Result<PathBuf, TextError> {
        if G::PLANES == 0 {
            return Err(TextError::new(format!("{} has no planes for a network", self.plan.game)));
        }
        let (mut evaluator, mut games, mut best) = (first_evaluator(self.plan), Vec::new(), None);
        for generation in 1..=self.plan.generations {
            let folder = self.plan.folder.join(format!("generation-{generation}"));
            let named = |error: std::io::Error| TextError::new(format!("{}: {error}", folder.display()));
            fs::create_dir_all(&folder).map_err(named)?;
            games.extend(self.play_games(&start, generation, &folder, &evaluator)?);
            let path = self.train(&start, generation, &folder, &games)?;
            let network = Evaluator::Network(Arc::new(load_network(&path, self.plan.game)?));
            let won = self.gate_match(&start, generation, &folder, [&network, &evaluator])?;
            if won || best.is_none() {
                best = Some(path);
            }
            if won {
                evaluator = network;
            }
        }
        best.ok_or_else(|| TextError::new("no generations to train".to_owned()))
    }
}

impl Pipeline<'_> {
    /// The games of a generation: reads the saved ones and plays the missing ones.
    fn play_games<P: Notation + Evaluate>(
        &self,
        start: &P,
        generation: u32,
        folder: &Path,
        evaluator: &Evaluator,
    ) -> Result<Vec<TrainingGame>, TextError> {
        let TrainingPlan { game, nodes, seed, threads, time, .. } = *self.plan;
        let about =
            format!("game {game}\ngeneration {generation}\nnodes {nodes}\nseed {seed}\nplayer {}", name_of(evaluator));
        let (file, mut games) = GamesFile::open(&folder.join("games"), &about)?;
        // Later generations depend on this one: once it is over, its number of games is fixed.
        let over = folder.join("played");
        let known = fs::read_to_string(&over).ok().and_then(|text| text.trim().parse().ok());
        let total: u32 = known.unwrap_or(self.plan.games);
        games.retain(|game| game.number < total);
        games.sort_by_key(|game| game.number);
        games.dedup_by_key(|game| game.number);
        let is_missing = |number: &u32| games.binary_search_by_key(number, |game| game.number).is_err();
        let missing: Vec<u32> = (0..total).filter(is_missing).collect();
        let (done, positions) = (AtomicU64::new(games.len() as u64), AtomicU64::new(0));
        let played = Mutex::new((file, Vec::new()));
        let keep = |game: TrainingGame| {
            let mut saved = played.lock().unwrap_or_else(PoisonError::into_inner);
            saved.0.add(&game)?;
            let positions = positions.fetch_add(game.moves.len() as u64, Relaxed) + game.moves.len() as u64;
            saved.1.push(game);
            let done = done.fetch_add(1, Relaxed) + 1;
            (self.report)(TrainingProgress::Playing { done, total: total.into(), positions });
            Ok(())
        };
        (self.report)(TrainingProgress::Playing { done: games.len() as u64, total: total.into(), positions: 0 });
        let seed = seed.wrapping_add(generation.into());
        let self_play = SelfPlay { game, nodes, seed, threads, evaluator: evaluator.clone() };
        let until = time.and_then(|time| Instant::now().checked_add(time));
        self_play.play(start, &missing, until, &keep)?;
        games.extend(played.into_inner().unwrap_or_else(PoisonError::into_inner).1);
        games.sort_by_key(|game| game.number);
        // When the time is over, the generation has the games up to the first missing one.
        let whole = (0..).zip(&games).take_while(|(number, game)| *number == game.number).count();
        games.truncate(whole);
        write(&over, whole.to_string().as_bytes())?;
        let positions: usize = games.iter().map(|game| game.moves.len()).sum();
        self.report_line(format!("generation {generation}: {whole} games, {positions} positions"));
        Ok(games)
    }

    /// Trains a network on games and returns its file.
    fn train<P: Notation + Evaluate>(
        &self,
        start: &P,
        generation: u32,
        folder: &Path,
        games: &[TrainingGame],
    ) -> Result<PathBuf, TextError> {
        let TrainingPlan { game, hidden, buckets, terms_use, quiet, epochs, share, seed, threads, .. } = *self.plan;
        let samples = Samples::of(start, games, quiet)?;
        if samples.learnt.is_empty() {
            return Err(TextError::new(format!("{}: no positions to learn from", folder.display())));
        }
        let shape = NetworkShape::of(start, game.to_string(), terms_use, hidden, buckets);
        let rate = if self.plan.from.is_some() { SMALL_RATE } else { RATE };
        let options = TrainerOptions { epochs, share, seed, threads, rate };
        let positions = samples.learnt.len();
        let about = format!(
            "{shape:?} {positions} positions, quiet {quiet}, {epochs} epochs, share {share}, seed {seed}{}",
            self.origin()
        );
        let path = folder.join(format!("{}.net", game.to_string().replace(':', "-")));
        let saved = folder.join("fit");
        let mut model = Model::new(start, shape, seed);
        if let Some(network) = &self.plan.from {
            model = model.taught(network)?;
        }
        let mut trainer = Trainer::new(model, &options);
        let before = mean_loss(trainer.model(), &samples.held_out, &options);
        trainer.resume(&saved, &about)?;
        let mut last = None;
        while trainer.epoch() < epochs {
            trainer.pass(&samples.learnt, &samples.held_out, &mut |progress| {
                last = progress.held_out.or(last);
                (self.report)(TrainingProgress::Learning { progress: *progress, epochs, positions: positions as u64 });
            });
            trainer.save(&saved, &about)?;
        }
        let after = last.unwrap_or_else(|| mean_loss(trainer.model(), &samples.held_out, &options));
        let network = trainer.model().network(&self.training_line(generation, positions))?;
        write(&path, &network.format())?;
        let counts = format!("{positions} positions learnt, {} held out", samples.held_out.len());
        self.report_line(format!("generation {generation}: {counts}, loss {before:.5} bits before, {after:.5} after"));
        Ok(path)
    }

    /// Whether a network scores more than half against the previous evaluator.
    fn gate_match<P: Notation + Evaluate>(
        &self,
        start: &P,
        generation: u32,
        folder: &Path,
        [new, old]: [&Evaluator; 2],
    ) -> Result<bool, TextError> {
        let TrainingPlan { game, pairs, nodes, seed, threads, .. } = *self.plan;
        let saved = folder.join("contest");
        let about = format!("{} {} {pairs} {nodes} {seed}:", name_of(new), name_of(old));
        let known = fs::read_to_string(&saved).ok().and_then(|text| parse_pairs(text.strip_prefix(&about)?));
        let found = match known {
            Some(found) => found,
            None => {
                let players = [new.clone(), old.clone()];
                let gate_match = GateMatch { game, players, pairs, nodes, seed, threads };
                let found =
                    gate_match.play(start, &|done| (self.report)(TrainingProgress::GateMatch { done, total: pairs }));
                let counts = found.0.map(|count| count.to_string()).join(" ");
                write(&saved, format!("{about} {counts}").as_bytes())?;
                found
            }
        };
        let (score, margin) = (100.0 * found.score(), 100.0 * QUANTILE * found.standard_error());
        let games = 2 * pairs;
        self.report_line(format!(
            "generation {generation}: scores {score:.1} ± {margin:.1} % against {} ({games} games, {nodes} nodes per move)",
            name_of(old)
        ));
        Ok(score > 50.0)
    }

    /// How a network was trained, for its file.
    fn training_line(&self, generation: u32, positions: usize) -> String {
        let TrainingPlan { game, games, time, nodes, hidden, buckets, terms_use, quiet, epochs, share, seed, .. } =
            self.plan;
        let quiet = if *quiet { " --quiet" } else { "" };
        let time = time.map_or(String::new(), |time| format!(" --time {}s", time.as_secs()));
        let first = name_of(&first_evaluator(self.plan));
        format!(
            "skirmish train {game} --games {games}{time} --nodes {nodes} --hidden {hidden} --buckets {buckets} --terms {} --epochs \
             {epochs} --share {share} --seed {seed}{quiet} --net {first}{}; generation {generation}, {positions} positions",
            terms_use.name(),
            self.origin()
        )
    }

    /// The network that training starts from, as an argument.
    fn origin(&self) -> String {
        let name = |network: &Arc<Network>| format!(" --from {}", name_of(&Evaluator::Network(Arc::clone(network))));
        self.plan.from.as_ref().map_or(String::new(), name)
    }
}

/// The evaluator of the first generation. The default changes with the program, so it is resolved to what it is today.
fn first_evaluator(plan: &TrainingPlan) -> Evaluator {
    match &plan.evaluator {
        Evaluator::Default => own_network(plan.game).map_or(Evaluator::HandCrafted, Evaluator::Network),
        other => other.clone(),
    }
}

/// The name of an evaluator: networks by their checksum.
fn name_of(evaluator: &Evaluator) -> String {
    match evaluator {
        Evaluator::Default => "usual".to_owned(),
        Evaluator::HandCrafted => "terms".to_owned(),
        Evaluator::Network(network) => format!("{:016x}", checksum(&network.format())),
    }
}

fn parse_pairs(text: &str) -> Option<Pairs> {
    let counts: Vec<u64> = text.split_whitespace().map(str::parse).collect::<Result<_, _>>().ok()?;
    counts.try_into().ok().map(Pairs)
}
