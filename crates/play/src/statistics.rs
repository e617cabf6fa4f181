//! Statistics of a match: score, Elo with error bars, likelihood of superiority.
//!
//! Games are played in pairs from one opening with sides swapped, and the pair is the unit of statistics: an opening that favours
//! a side cancels out, and the error bars do not assume that the two games are independent.

use std::f64::consts::SQRT_2;

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
    pub fn variance(&self) -> f64 {
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
}

/// Normalised Elo of a mean that is one standard deviation of a game above even.
pub const NORMALISED: f64 = 800.0 / std::f64::consts::LN_10;

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
pub const QUANTILE: f64 = 1.959_964;

/// The distribution function of the normal distribution (Abramowitz and Stegun 7.1.26, error below 2e-7).
pub fn normal(x: f64) -> f64 {
    let z = x.abs() / SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * z);
    let polynomial =
        ((((1.061_405_429 * t - 1.453_152_027) * t + 1.421_413_741) * t - 0.284_496_736) * t + 0.254_829_592) * t;
    let upper = 0.5 * polynomial * (-z * z).exp();
    if x < 0.0 { upper } else { 1.0 - upper }
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[test]
    fn normalised_elo_is_the_mean_in_standard_deviations() {
        // 30 games: half points 1, 2 and 3 in 2, 9 and 4 pairs. The figures were worked out by hand from the definition.
        let pairs = Pairs([0, 2, 9, 4, 0]);
        let (elo, margin) = pairs.normalised_elo();
        assert!((pairs.score() - 0.533_333).abs() < 1e-6);
        assert!((elo - 52.98).abs() < 0.01 && (margin - 124.33).abs() < 0.01, "{elo} {margin}");
        let sweep = Pairs([0, 0, 0, 0, 50]);
        assert!(sweep.normalised_elo().0.is_finite());
        assert!(Pairs::default().normalised_elo().1.is_finite());
    }

    /// Matches that were published with the figures of another program, fastchess: pairs, Elo and normalised Elo with their error
    /// bars, and LOS in per cent.
    #[test]
    fn figures_agree_with_published_ones() {
        for (pairs, elo, normalised, superiority) in [
            ([1, 22, 52, 21, 4], (8.69, 27.04), (15.51, 48.15), 73.60),
            ([50, 287, 610, 387, 73], (18.04, 8.23), (28.19, 12.84), 100.00),
            ([235, 1384, 2521, 1341, 239], (-1.06, 4.05), (-1.67, 6.37), 30.33),
        ] {
            let pairs = Pairs(pairs);
            let near = |(a, b): (f64, f64), (c, d): (f64, f64)| (a - c).abs() < 0.006 && (b - d).abs() < 0.006;
            assert!(near(pairs.elo(), elo), "{:?}", pairs.elo());
            assert!(near(pairs.normalised_elo(), normalised), "{:?}", pairs.normalised_elo());
            assert!((100.0 * pairs.superiority() - superiority).abs() < 0.006, "{}", pairs.superiority());
        }
    }
}
