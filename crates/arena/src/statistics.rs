//! What the result of a match says: score, Elo with error bars, likelihood of superiority, sequential test.
//!
//! Games are played in pairs from one opening with sides swapped, and the pair is the unit of statistics: an opening that favours
//! a side cancels out, and the error bars do not pretend that the two games are independent.

use std::f64::consts::SQRT_2;

use crate::plan::{Hypothesis, Model, Test};

/// Results of pairs of games, by the points that the first player made: 0, ½, 1, 1½ or 2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pairs(pub [u64; 5]);

impl Pairs {
    /// Adds a pair by the first player's half points, from 0 to 4.
    pub fn add(&mut self, half_points: usize) {
        self.0[half_points.min(4)] += 1;
    }

    /// The number of pairs.
    pub fn count(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The mean score of a game, from 0 to 1; ½ before any game.
    pub fn score(&self) -> f64 {
        match self.count() {
            0 => 0.5,
            count => self.0.iter().zip(0..).map(|(&n, half)| n as f64 * half as f64 / 4.0).sum::<f64>() / count as f64,
        }
    }

    /// The variance of a pair's score. A little is always left, so that equal results do not look certain.
    fn variance(&self) -> f64 {
        let (count, mean) = (self.count().max(1) as f64, self.score());
        let spread = |(&n, half): (&u64, i32)| n as f64 * (half as f64 / 4.0 - mean).powi(2);
        self.0.iter().zip(0..).map(spread).sum::<f64>().max(0.25) / count
    }

    /// The standard error of [`Pairs::score`].
    pub fn standard_error(&self) -> f64 {
        (self.variance() / self.count().max(1) as f64).sqrt()
    }

    /// The difference in Elo with the half width of its 95 % interval. Finite also for a score of 0 or 1.
    pub fn elo(&self) -> (f64, f64) {
        let margin = QUANTILE * self.standard_error();
        let score = self.score();
        (elo_of(score), (elo_of(score + margin) - elo_of(score - margin)) / 2.0)
    }

    /// The difference in normalised Elo with the half width of its 95 % interval: the mean in units of a game's standard
    /// deviation, on a scale on which it resembles Elo. It says how many games show the difference, and unlike Elo it hardly
    /// depends on how drawish or one-sided the openings are.
    pub fn normalised_elo(&self) -> (f64, f64) {
        let games = 2.0 * self.count().max(1) as f64;
        // The standard deviation of a game, as it follows from that of a pair.
        let deviation = (2.0 * self.variance()).sqrt();
        (NORMALISED * (self.score() - 0.5) / deviation, QUANTILE * NORMALISED / games.sqrt())
    }

    /// The likelihood that the first player is the stronger one.
    pub fn superiority(&self) -> f64 {
        normal((self.score() - 0.5) / self.standard_error())
    }

    /// The log-likelihood ratio of two hypotheses about the difference in Elo: how much likelier these results are by the most likely
    /// distribution of pairs of which the second is true than by the most likely one of which the first is.
    pub fn log_likelihood_ratio(&self, model: Model, elo0: f64, elo1: f64) -> f64 {
        if self.count() == 0 {
            return 0.0;
        }
        // As fastchess has it: what has not happened yet is not impossible.
        let counts = self.0.map(|count| (count as f64).max(1e-3));
        let total: f64 = counts.iter().sum();
        let shares = counts.map(|count| count / total);
        let [under0, under1] = [elo0, elo1].map(|elo| match model {
            Model::Logistic => with_mean(&shares, &SCORES, score_of(elo)),
            Model::Normalised => with_normalised_mean(&shares, elo / NORMALISED * SQRT_2),
        });
        let part = |index: usize| shares[index] * (under1[index] / under0[index]).ln();
        total * (0..5).map(part).sum::<f64>()
    }
}

/// The scores of a pair, per game.
const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// Normalised Elo of a mean that is one standard deviation of a game above even.
const NORMALISED: f64 = 800.0 / std::f64::consts::LN_10;

/// The distribution with this mean under which the observed shares are the most likely. The mean is between the least and the greatest
/// value.
fn with_mean(shares: &[f64; 5], values: &[f64; 5], mean: f64) -> [f64; 5] {
    // Shares divided by 1 + x (value - mean), where x makes the mean come true: where this falls to 0.
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
    // Newton's steps, and halves of what is left where they would leave it.
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

/// The distribution of which the mean is this many of its standard deviations above even, and under which the observed shares are the
/// most likely: the condition is made linear around the distribution found so far, until it no longer changes.
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
    /// The bounds of the log-likelihood ratio: at the lower one `elo0` is accepted, at the upper one `elo1`.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log-likelihood ratio of its hypotheses.
    pub fn ratio(&self, pairs: &Pairs) -> f64 {
        pairs.log_likelihood_ratio(self.model, self.elo0, self.elo1)
    }

    /// The hypothesis that these results settle on; `None` while the test goes on.
    pub fn accepted(&self, pairs: &Pairs) -> Option<Hypothesis> {
        let ratio = self.ratio(pairs);
        let (lower, upper) = self.bounds();
        let settled = !(lower < ratio && ratio < upper);
        settled.then_some(if ratio > 0.0 { Hypothesis::H1 } else { Hypothesis::H0 })
    }
}

/// The expected score of a player this much stronger.
pub fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The difference in Elo that an expected score means, kept finite.
pub fn elo_of(score: f64) -> f64 {
    let score = score.clamp(0.0005, 0.9995);
    400.0 * (score / (1.0 - score)).log10()
}

/// Half the width of the interval that holds 95 % of a normal distribution, in standard deviations.
pub(crate) const QUANTILE: f64 = 1.959_964;

/// The distribution function of the normal distribution (Abramowitz and Stegun 7.1.26, error below 2e-7).
pub(crate) fn normal(x: f64) -> f64 {
    let z = x.abs() / SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * z);
    let polynomial =
        ((((1.061_405_429 * t - 1.453_152_027) * t + 1.421_413_741) * t - 0.284_496_736) * t + 0.254_829_592) * t;
    let upper = 0.5 * polynomial * (-z * z).exp();
    if x < 0.0 { upper } else { 1.0 - upper }
}

#[cfg(test)]
mod tests;
