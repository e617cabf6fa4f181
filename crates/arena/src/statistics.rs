//! What the result of a match says: score, Elo with error bars, likelihood of superiority, sequential test.
//!
//! Games are played in pairs from one opening with sides swapped, and the pair is the unit of statistics: an opening that favours
//! a side cancels out, and the error bars do not pretend that the two games are independent.

use crate::plan::{Hypothesis, Test};

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
        let scale = 800.0 / std::f64::consts::LN_10;
        let games = 2.0 * self.count().max(1) as f64;
        // The standard deviation of a game, as it follows from that of a pair.
        let deviation = (2.0 * self.variance()).sqrt();
        (scale * (self.score() - 0.5) / deviation, QUANTILE * scale / games.sqrt())
    }

    /// The likelihood that the first player is the stronger one.
    pub fn superiority(&self) -> f64 {
        normal((self.score() - 0.5) / self.standard_error())
    }

    /// The log-likelihood ratio of two hypotheses about the difference in Elo, by the normal approximation.
    pub fn log_likelihood_ratio(&self, elo0: f64, elo1: f64) -> f64 {
        let (s0, s1) = (score_of(elo0), score_of(elo1));
        let n = self.count() as f64;
        n * (s1 - s0) * (2.0 * self.score() - s0 - s1) / (2.0 * self.variance())
    }
}

impl Test {
    /// The bounds of the log-likelihood ratio: at the lower one `elo0` is accepted, at the upper one `elo1`.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The hypothesis that these results settle on; `None` while the test goes on.
    pub fn accepted(&self, pairs: &Pairs) -> Option<Hypothesis> {
        let ratio = pairs.log_likelihood_ratio(self.elo0, self.elo1);
        let (lower, upper) = self.bounds();
        // A handful of equal results says too little about how much results vary.
        let known = pairs.count() >= 4;
        let settled = known && !(lower < ratio && ratio < upper);
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
    let z = x.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * z);
    let polynomial =
        ((((1.061_405_429 * t - 1.453_152_027) * t + 1.421_413_741) * t - 0.284_496_736) * t + 0.254_829_592) * t;
    let upper = 0.5 * polynomial * (-z * z).exp();
    if x < 0.0 { upper } else { 1.0 - upper }
}

#[cfg(test)]
mod tests;
