//! SPRT, the sequential probability ratio test of two hypotheses about a match.

use std::f64::consts::SQRT_2;

use skirmish_play::statistics::{NORMALISED, Pairs, score_of};

use crate::plan::{EloModel, Hypothesis, Test};

/// The log-likelihood ratio of two hypotheses about the Elo difference: the maximum likelihood of the results under the second,
/// relative to that under the first.
fn log_likelihood_ratio(pairs: &Pairs, model: EloModel, elo0: f64, elo1: f64) -> f64 {
    if pairs.count() == 0 {
        return 0.0;
    }
    // As in fastchess: a result that has not occurred is not impossible.
    let counts = pairs.0.map(|count| (count as f64).max(1e-3));
    let total: f64 = counts.iter().sum();
    let shares = counts.map(|count| count / total);
    let [under0, under1] = [elo0, elo1].map(|elo| match model {
        EloModel::Logistic => with_mean(&shares, &SCORES, score_of(elo)),
        EloModel::Normalised => with_normalised_mean(&shares, elo / NORMALISED * SQRT_2),
    });
    let part = |index: usize| shares[index] * (under1[index] / under0[index]).ln();
    total * (0..5).map(part).sum::<f64>()
}

/// The scores of a pair, per game.
const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// The maximum-likelihood distribution with this mean, given the observed shares. The mean is between the least and the
/// greatest value.
fn with_mean(shares: &[f64; 5], values: &[f64; 5], mean: f64) -> [f64; 5] {
    // The distribution is shares / (1 + x (value - mean)); x is the root of `excess`.
    let excess = |x: f64| {
        let part = |(share, value): (&f64, &f64)| {
            let quotient = (value - mean) / (1.0 + x * (value - mean));
            (share * quotient, -share * quotient * quotient)
        };
        shares.iter().zip(values).map(part).fold((0.0, 0.0), |(sum, slope), (a, b)| (sum + a, slope + b))
    };
    let (least, greatest) = values.iter().fold((f64::MAX, f64::MIN), |(a, b), &value| (a.min(value), b.max(value)));
    let (mut low, mut high) = (-1.0 / (greatest - mean), 1.0 / (mean - least));
    let mut x = 0.0;
    // Newton's method, with bisection where a step would leave the interval.
    for _ in 0..100 {
        let (sum, slope) = excess(x);
        if sum > 0.0 {
            low = x
        } else {
            high = x
        }
        let step = x - sum / slope;
        let next = if low < step && step < high { step } else { (low + high) / 2.0 };
        let is_there = (next - x).abs() <= 1e-10 * (1.0 + x.abs());
        x = next;
        if is_there {
            break;
        }
    }
    std::array::from_fn(|index| shares[index] / (1.0 + x * (values[index] - mean)))
}

/// The maximum-likelihood distribution whose mean is this many of its standard deviations above even, given the observed
/// shares. The condition is linearised around the current distribution until it no longer changes.
fn with_normalised_mean(shares: &[f64; 5], deviations: f64) -> [f64; 5] {
    let mut found = [0.2; 5];
    for _ in 0..50 {
        let mean: f64 = found.iter().zip(SCORES).map(|(share, score)| share * score).sum();
        let variance: f64 = found.iter().zip(SCORES).map(|(share, score)| share * (score - mean).powi(2)).sum();
        let deviation = variance.sqrt();
        let values = SCORES
            .map(|score| score - 0.5 - deviations * deviation * (1.0 + ((mean - score) / deviation).powi(2)) / 2.0);
        let (least, greatest) = values.iter().fold((f64::MAX, f64::MIN), |(a, b), &value| (a.min(value), b.max(value)));
        if !(least < 0.0 && greatest > 0.0) {
            break;
        }
        let next = with_mean(shares, &values, 0.0);
        let change = next.iter().zip(found).map(|(next, found)| (next - found).abs()).fold(0.0, f64::max);
        found = next;
        if change < 1e-9 {
            break;
        }
    }
    found
}

impl Test {
    /// The bounds of the log-likelihood ratio: at the lower one H0 is accepted, at the upper one H1.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log-likelihood ratio of its hypotheses.
    pub fn ratio(&self, pairs: &Pairs) -> f64 {
        log_likelihood_ratio(pairs, self.model, self.elo0, self.elo1)
    }

    /// The accepted hypothesis; `None` while the test runs.
    pub fn accepted(&self, pairs: &Pairs) -> Option<Hypothesis> {
        let ratio = self.ratio(pairs);
        let (lower, upper) = self.bounds();
        let settled = !(lower < ratio && ratio < upper);
        settled.then_some(if ratio > 0.0 { Hypothesis::H1 } else { Hypothesis::H0 })
    }
}

#[cfg(test)]
mod tests;
