//! Fitting the weights of an evaluation to games that the engine plays against itself.
//!
//! Every quiet position of a game is a sample: its terms, and how the game went on. The weights are those with which the
//! evaluation, put through the logistic curve, predicts the results best.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use skirmish_board::{Evaluate, MoveList, Notation, Outcome, Random, Score, Side, score};
use skirmish_games::GameId;
use skirmish_play::{AnyEngine, EngineOptions, set_up};
use skirmish_search::{Limits, Settings};

/// The score that means a chance of 1 / (1 + 1/e): the unit of the logistic curve, 400 / ln 10.
const UNIT: f32 = 173.72;

/// How much a sample's target is the game's result; the rest is what the search thought.
const RESULT_SHARE: f32 = 0.6;

/// How the samples are made.
#[derive(Clone, Debug)]
pub struct SelfPlay {
    /// Games to play.
    pub games: u64,
    /// Nodes for each move.
    pub nodes: u64,
    /// Games at the same time.
    pub concurrency: usize,
    /// Which games are played.
    pub seed: u64,
}

/// A position as the tuner sees it.
pub struct Sample {
    /// Terms with their counts, each term once.
    terms: Vec<(u16, i16)>,
    /// South's expected score.
    target: f32,
}

/// Plays games and collects their quiet positions. `progress` is called with the number of finished games.
///
/// `start` is the start position of `game`.
pub fn collect<P: Notation + Evaluate>(
    game: GameId,
    start: &P,
    how: &SelfPlay,
    progress: &(dyn Fn(u64) + Sync),
) -> Vec<Sample> {
    let (next, done) = (AtomicU64::new(0), AtomicU64::new(0));
    let samples = Mutex::new(Vec::new());
    let work = || {
        let settings = Settings { threads: 1, hash: 8, shortcuts: None };
        let mut mind = AnyEngine::new(EngineOptions { settings, consult: false, ..EngineOptions::default() });
        while let number = next.fetch_add(1, Relaxed)
            && number < how.games
        {
            let mut random = Random::new(how.seed.wrapping_mul(0x9e37_79b9).wrapping_add(number));
            let found = play_game(game, start, &mut mind, how.nodes, &mut random);
            samples.lock().unwrap_or_else(|poison| poison.into_inner()).extend(found);
            progress(done.fetch_add(1, Relaxed) + 1);
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..how.concurrency.max(1) {
            scope.spawn(work);
        }
    });
    samples.into_inner().unwrap_or_else(|poison| poison.into_inner())
}

/// Plays one game from a random opening.
fn play_game<P: Notation + Evaluate>(
    game: GameId,
    start: &P,
    mind: &mut AnyEngine,
    nodes: u64,
    random: &mut Random,
) -> Vec<Sample> {
    let mut position = start.clone();
    let mut moves = MoveList::new();
    for _ in 0..2 + random.below(9) {
        moves.clear();
        position.legal_moves(&mut moves);
        if moves.is_empty() {
            return Vec::new();
        }
        position.play_standing(moves[random.below(moves.len())]);
    }
    mind.clear();
    let mut seen: Vec<(Vec<(u16, i16)>, f32)> = Vec::new();
    let outcome = loop {
        if let Some(outcome) = position.outcome() {
            break outcome;
        }
        let table = set_up(game, position.clone());
        let found = mind.analyze(&*table, &Limits::nodes(nodes), 1, &AtomicBool::new(false), &mut |_| {});
        // Where moves can be refused, the best one is: the alternate is what gets played.
        let Some(action) = found.alternate.or(found.best) else { return Vec::new() };
        let (mv, score) = (action.mv, found.score);
        if score::is_proof(score) {
            // The rest is certain; its positions would teach only what the search sees anyway.
            let winner = if score > 0 { position.side_to_move() } else { position.side_to_move().opposite() };
            break Outcome::Win(winner);
        }
        if !position.is_noisy(mv) && !position.threatened() {
            seen.push((terms_of(&position), chance(for_south(&position, score))));
        }
        position.play_standing(mv);
    };
    let result = match outcome {
        Outcome::Win(Side::South) => 1.0,
        Outcome::Win(Side::North) => 0.0,
        Outcome::Draw => 0.5,
    };
    let target = |thought: f32| RESULT_SHARE * result + (1.0 - RESULT_SHARE) * thought;
    seen.into_iter().map(|(terms, thought)| Sample { terms, target: target(thought) }).collect()
}

/// The terms of a position, without those that cancel out.
fn terms_of<P: Evaluate>(position: &P) -> Vec<(u16, i16)> {
    let mut all: Vec<(u16, i16)> = Vec::new();
    position.terms(&mut |term, count| all.push((term as u16, count as i16)));
    all.sort_unstable();
    all.dedup_by(|next, kept| {
        let same = next.0 == kept.0;
        if same {
            kept.1 += next.1;
        }
        same
    });
    all.retain(|&(_, count)| count != 0);
    all
}

fn for_south<P: Evaluate>(position: &P, score: Score) -> Score {
    match position.side_to_move() {
        Side::South => score,
        Side::North => -score,
    }
}

fn chance(score: Score) -> f32 {
    1.0 / (1.0 + (-score as f32 / UNIT).exp())
}

/// How far off predictions with these weights are: the mean cross entropy in bits. Knowing nothing gives 1.
pub fn loss(samples: &[Sample], weights: &[f32]) -> f64 {
    let of = |sample: &Sample| {
        let p = (predict(sample, weights) as f64).clamp(1e-6, 1.0 - 1e-6);
        let t = sample.target as f64;
        -(t * p.log2() + (1.0 - t) * (1.0 - p).log2())
    };
    samples.iter().map(of).sum::<f64>() / samples.len().max(1) as f64
}

fn predict(sample: &Sample, weights: &[f32]) -> f32 {
    let sum: f32 = sample.terms.iter().map(|&(term, count)| weights[term as usize] * count as f32).sum();
    1.0 / (1.0 + (-sum / UNIT).exp())
}

/// Fits weights to samples by gradient descent with momentum and a scale for each weight (Adam), in small batches. Weights of
/// terms that hardly occur stay near where they were.
pub fn fit(samples: &[Sample], weights: &[i16], epochs: u32, seed: u64) -> Vec<f32> {
    const BATCH: usize = 512;
    const DECAY: [f32; 2] = [0.9, 0.999];
    // A pull toward the first guess, so that a term seen a handful of times learns little from chance.
    const PULL: f32 = 1e-5;
    let first: Vec<f32> = weights.iter().map(|&weight| weight as f32).collect();
    let mut weights = first.clone();
    let mut moments = vec![[0f32; 2]; weights.len()];
    let mut order: Vec<usize> = (0..samples.len()).collect();
    let mut random = Random::new(seed);
    let mut gradient = vec![0f32; weights.len()];
    let mut step = 0;
    for epoch in 0..epochs {
        let rate = 2.0 * (1.0 - epoch as f32 / epochs as f32);
        for i in (1..order.len()).rev() {
            order.swap(i, random.below(i + 1));
        }
        for batch in order.chunks(BATCH) {
            gradient.fill(0.0);
            for &index in batch {
                let sample = &samples[index];
                let error = predict(sample, &weights) - sample.target;
                for &(term, count) in &sample.terms {
                    gradient[term as usize] += error * count as f32 / batch.len() as f32;
                }
            }
            step += 1;
            for (i, weight) in weights.iter_mut().enumerate() {
                let slope = gradient[i] + PULL * (*weight - first[i]);
                let [mean, square] = &mut moments[i];
                *mean = DECAY[0] * *mean + (1.0 - DECAY[0]) * slope;
                *square = DECAY[1] * *square + (1.0 - DECAY[1]) * slope * slope;
                let mean = *mean / (1.0 - DECAY[0].powi(step));
                let square = *square / (1.0 - DECAY[1].powi(step));
                *weight -= rate * mean / (square.sqrt() + 1e-6);
            }
        }
    }
    weights
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Samples whose targets follow known weights: the tuner finds them again.
    #[test]
    fn known_weights_are_found_again() {
        let truth = [120.0, -45.0, 8.0, 0.0];
        let mut random = Random::new(3);
        let mut sample = || {
            let terms: Vec<(u16, i16)> = (0..4).map(|term| (term, random.below(5) as i16 - 2)).collect();
            let mut sample = Sample { terms, target: 0.0 };
            sample.target = predict(&sample, &truth);
            sample
        };
        let samples: Vec<Sample> = (0..4000).map(|_| sample()).collect();
        let fitted = fit(&samples, &[0; 4], 60, 1);
        for (found, expected) in fitted.iter().zip(truth) {
            assert!((found - expected).abs() < 4.0, "{fitted:?}");
        }
        assert!(loss(&samples, &fitted) < loss(&samples, &[0.0; 4]));
    }
}
