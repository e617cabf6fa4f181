//! Fits the weights of a hand-written evaluation to games that the engine plays against itself.
//!
//! Every quiet position of a game is a sample: its terms, and a target from search score and result. The weights minimise the
//! cross entropy between the logistic of the evaluation and the targets.

use std::sync::{Mutex, PoisonError};

use skirmish_board::{Evaluate, Notation, Side, TextError};

use crate::model::loss;
use crate::samples::{Sample, Samples, UNIT};
use crate::self_play::SelfPlay;
use crate::trainer::{adam, bias};

/// The weight of the search score in a target; the rest is the result of the game.
const SHARE: f32 = 0.4;

/// The terms of a position, with its target.
pub struct TermSample {
    /// Terms with their counts, each once.
    terms: Vec<(u16, i16)>,
    /// South's expected score.
    target: f32,
}

/// Plays games and returns their quiet positions. Calls `progress` with the number of finished games. The samples do not depend
/// on the number of threads.
///
/// `start` is the start position of the game.
pub fn collect<P: Notation + Evaluate>(
    how: &SelfPlay,
    start: &P,
    games: u32,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Vec<TermSample>, TextError> {
    let numbers: Vec<u32> = (0..games).collect();
    let played = Mutex::new(Vec::new());
    how.play(start, &numbers, None, &|game| {
        let mut played = played.lock().unwrap_or_else(PoisonError::into_inner);
        played.push(game);
        progress(played.len() as u64);
        Ok(())
    })?;
    let mut played = played.into_inner().unwrap_or_else(PoisonError::into_inner);
    played.sort_by_key(|game| game.number);
    let samples = Samples::of(start, &played, true)?;
    Ok(samples.learnt.iter().chain(&samples.held_out).map(TermSample::of).collect())
}

impl TermSample {
    fn of<P: Evaluate>(sample: &Sample<P>) -> TermSample {
        let target = sample.target(SHARE);
        let for_south = if sample.position.side_to_move() == Side::South { target } else { 1.0 - target };
        TermSample { terms: terms_of(&sample.position), target: for_south }
    }
}

/// The terms of a position, without those that cancel out.
fn terms_of<P: Evaluate>(position: &P) -> Vec<(u16, i16)> {
    let mut all: Vec<(u16, i16)> = Vec::new();
    position.terms(&mut |term, count| all.push((term as u16, count as i16)));
    all.sort_unstable();
    all.dedup_by(|next, previous| {
        let same = next.0 == previous.0;
        if same {
            previous.1 += next.1;
        }
        same
    });
    all.retain(|&(_, count)| count != 0);
    all
}

/// The mean cross entropy of these weights in bits. Constant predictions of ½ give 1.
pub fn mean_loss(samples: &[TermSample], weights: &[f32]) -> f64 {
    let of = |sample: &TermSample| loss(predict(sample, weights), sample.target);
    samples.iter().map(of).sum::<f64>() / samples.len().max(1) as f64
}

fn predict(sample: &TermSample, weights: &[f32]) -> f32 {
    let sum: f32 = sample.terms.iter().map(|&(term, count)| weights[term as usize] * count as f32).sum();
    1.0 / (1.0 + (-sum / UNIT).exp())
}

/// Fits weights to samples by gradient descent with momentum and a scale for each weight (Adam), in small batches. Weights of
/// terms that hardly occur stay near where they were.
pub fn fit(samples: &[TermSample], weights: &[i16], epochs: u32, seed: u64) -> Vec<f32> {
    const BATCH: usize = 512;
    // A pull toward the initial weights, so that rare terms do not fit noise.
    const PULL: f32 = 1e-5;
    let first: Vec<f32> = weights.iter().map(|&weight| weight as f32).collect();
    let mut weights = first.clone();
    let mut moments = vec![[0f32; 2]; weights.len()];
    let mut order: Vec<usize> = (0..samples.len()).collect();
    let mut random = fastrand::Rng::with_seed(seed);
    let mut gradient = vec![0f32; weights.len()];
    let mut step = 0;
    for epoch in 0..epochs {
        let rate = 2.0 * (1.0 - epoch as f32 / epochs as f32);
        random.shuffle(&mut order);
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
            let bias = bias(step);
            for (i, weight) in weights.iter_mut().enumerate() {
                let slope = gradient[i] + PULL * (*weight - first[i]);
                *weight -= rate * adam(slope, moments[i].each_mut(), bias);
            }
        }
    }
    weights
}

#[cfg(test)]
mod tests {
    use skirmish_games::GameId;
    use skirmish_games::hiya::HiYa;
    use skirmish_play::Evaluator;

    use super::*;

    /// Samples whose targets follow known weights: the tuner finds them again.
    #[test]
    fn known_weights_are_found_again() {
        let truth = [120.0, -45.0, 8.0, 0.0];
        let mut random = fastrand::Rng::with_seed(3);
        let mut sample = || {
            let terms: Vec<(u16, i16)> = (0..4).map(|term| (term, random.i16(-2..=2))).collect();
            let mut sample = TermSample { terms, target: 0.0 };
            sample.target = predict(&sample, &truth);
            sample
        };
        let samples: Vec<TermSample> = (0..4000).map(|_| sample()).collect();
        let fitted = fit(&samples, &[0; 4], 60, 1);
        for (found, expected) in fitted.iter().zip(truth) {
            assert!((found - expected).abs() < 4.0, "{fitted:?}");
        }
        assert!(mean_loss(&samples, &fitted) < mean_loss(&samples, &[0.0; 4]));
    }

    #[test]
    fn samples_do_not_depend_on_threads() {
        let game = GameId::parse("hiya").unwrap();
        let [one, three] = [1, 3].map(|threads| -> Vec<(Vec<(u16, i16)>, f32)> {
            let how = SelfPlay { game, nodes: 50, seed: 1, threads, evaluator: Evaluator::Default };
            let samples = collect(&how, &HiYa::start(), 6, &|_| {}).unwrap();
            samples.into_iter().map(|sample| (sample.terms, sample.target)).collect()
        });
        assert!(one.len() > 20 && one == three, "{} {}", one.len(), three.len());
    }
}
