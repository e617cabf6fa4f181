//! What the result of a match says: score, Elo with error bars, likelihood of superiority, sequential test.
//!
//! Games are played in pairs from one opening with sides swapped, and the pair is the unit of statistics: an opening that favours
//! a side cancels out, and the error bars do not pretend that the two games are independent.

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
        let margin = 1.96 * self.standard_error();
        let score = self.score();
        (elo_of(score), (elo_of(score + margin) - elo_of(score - margin)) / 2.0)
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

/// A sequential test: is the first player `elo1` stronger, or only `elo0`?
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The hypothesis to reject.
    pub elo0: f64,
    /// The hypothesis to accept.
    pub elo1: f64,
    /// The accepted rate of wrong acceptances and of wrong rejections.
    pub error: f64,
}

impl Sprt {
    /// The bound of the log-likelihood ratio, both ways.
    pub fn bound(&self) -> f64 {
        ((1.0 - self.error) / self.error).ln()
    }

    /// Whether the test has come to an end, and how.
    pub fn verdict(&self, pairs: &Pairs) -> Option<bool> {
        let ratio = pairs.log_likelihood_ratio(self.elo0, self.elo1);
        (ratio.abs() >= self.bound() && pairs.count() >= 4).then_some(ratio > 0.0)
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

/// The distribution function of the normal distribution (Abramowitz and Stegun 7.1.26, error below 2e-7).
fn normal(x: f64) -> f64 {
    let z = x.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * z);
    let polynomial =
        ((((1.061_405_429 * t - 1.453_152_027) * t + 1.421_413_741) * t - 0.284_496_736) * t + 0.254_829_592) * t;
    let upper = 0.5 * polynomial * (-z * z).exp();
    if x < 0.0 { upper } else { 1.0 - upper }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn elo_and_score_are_inverse() {
        for elo in [-400.0, -100.0, 0.0, 35.0, 400.0] {
            assert!((elo_of(score_of(elo)) - elo).abs() < 1e-9);
        }
        assert!((score_of(400.0) - 10.0 / 11.0).abs() < 1e-12);
    }

    #[test]
    fn a_clean_sweep_has_finite_error_bars() {
        let mut pairs = Pairs::default();
        (0..100).for_each(|_| pairs.add(4));
        let (elo, margin) = pairs.elo();
        assert!(elo.is_finite() && margin.is_finite() && elo > 800.0);
        assert!(pairs.superiority() > 0.999);
    }

    #[test]
    fn an_even_match_is_undecided() {
        let pairs = Pairs([10, 20, 40, 20, 10]);
        assert_eq!(pairs.score(), 0.5);
        assert!((pairs.superiority() - 0.5).abs() < 1e-6);
        assert!(pairs.elo().0.abs() < 1e-9);
    }

    /// Simulated matches between players of known strength: the test is wrong no more often than promised.
    #[test]
    fn the_sequential_test_keeps_its_error_rates() {
        let sprt = Sprt { elo0: 0.0, elo1: 20.0, error: 0.05 };
        let mut random = Random::new(7);
        for (elo, truth) in [(0.0, false), (20.0, true)] {
            let (mut wrong, runs) = (0, 300);
            for _ in 0..runs {
                let mut pairs = Pairs::default();
                let mut win = || 2 * ((random.bits() as f64 / u64::MAX as f64) < score_of(elo)) as usize;
                let verdict = loop {
                    pairs.add(win() + win());
                    if let Some(verdict) = sprt.verdict(&pairs) {
                        break verdict;
                    }
                };
                wrong += (verdict != truth) as u32;
            }
            assert!(wrong <= runs * 9 / 100, "{wrong} of {runs} wrong at {elo} Elo");
        }
    }
}
