//! Elo for many engines at once, from all their results.
//!
//! The model is Bradley–Terry: the expected score of a game depends only on the difference of two ratings, and a draw is
//! half a win and half a loss. All ratings are fitted together, so beating a strong engine counts more than beating a
//! weak one, and engines that never met are compared through common opponents.
//!
//! **The prior.** Every engine has one extra draw with an imaginary engine of average strength. It keeps ratings finite
//! where an engine won or lost everything, and connects groups of engines that never met. A dozen real games outweigh it.
//!
//! **Error bars** do not assume that games are independent coin tosses: games from one opening are correlated, and draws
//! reduce the variance. The unit is the pair of games. The variance of pairs around their expected scores is measured for
//! each matchup and for the whole tournament; the fewer pairs a matchup has, the more the latter counts. (A sandwich
//! estimator with its middle shrunk towards a common dispersion.)

use skirmish_play::statistics::{QUANTILE, normal, score_of};

#[cfg(test)]
mod tests;

/// The result of a pair of games, or of its one finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tally {
    /// The two engines.
    pub engines: [usize; 2],
    /// Finished games: 1 or 2.
    pub games: u32,
    /// Half points of the first engine, at most twice the games.
    pub half_points: u32,
}

/// Fitted ratings. Their mean is 0.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    elo: Vec<f64>,
    /// Covariance of the ratings around their mean, in Elo squared, row by row.
    covariance: Vec<f64>,
}

impl Ratings {
    /// Fits ratings of `engines` engines to results. Results of an engine against itself or an unknown one are ignored.
    ///
    /// Always finite: without any results, all ratings are 0 with wide error bars.
    pub fn fit(engines: usize, results: &[Tally]) -> Ratings {
        let matchups = Matchup::gather(engines, results);
        let strengths = maximise(engines, &matchups);
        let covariance = covariance(&strengths, &matchups);
        let mean = strengths.iter().sum::<f64>() / engines.max(1) as f64;
        Ratings {
            elo: strengths.iter().map(|strength| ELO_PER_NAT * (strength - mean)).collect(),
            covariance: centred(covariance, engines)
                .into_iter()
                .map(|entry| ELO_PER_NAT * ELO_PER_NAT * entry)
                .collect(),
        }
    }

    /// The rating of an engine; 0 if there is no such engine.
    pub fn elo(&self, engine: usize) -> f64 {
        self.elo.get(engine).copied().unwrap_or(0.0)
    }

    /// Half the width of the 95 % interval of a rating, relative to the mean of all engines.
    pub fn margin(&self, engine: usize) -> f64 {
        QUANTILE * self.covariance_of(engine, engine).max(0.0).sqrt()
    }

    /// The rating difference of two engines, and half the width of its 95 % interval.
    pub fn difference(&self, engine: usize, other: usize) -> (f64, f64) {
        (self.elo(engine) - self.elo(other), QUANTILE * self.deviation(engine, other))
    }

    /// The likelihood that an engine is stronger than another; ½ for an engine and itself.
    pub fn superiority(&self, engine: usize, other: usize) -> f64 {
        let deviation = self.deviation(engine, other);
        if deviation > 0.0 { normal((self.elo(engine) - self.elo(other)) / deviation) } else { 0.5 }
    }

    /// The standard deviation of the difference of two ratings.
    fn deviation(&self, a: usize, b: usize) -> f64 {
        let variance = self.covariance_of(a, a) + self.covariance_of(b, b) - 2.0 * self.covariance_of(a, b);
        variance.max(0.0).sqrt()
    }

    fn covariance_of(&self, a: usize, b: usize) -> f64 {
        let engines = self.elo.len();
        if a < engines && b < engines { self.covariance[a * engines + b] } else { 0.0 }
    }
}

/// Elo per unit of the natural logarithm of odds; strengths are in that unit.
const ELO_PER_NAT: f64 = 400.0 / std::f64::consts::LN_10;

/// Each engine's draws against the imaginary average engine.
const PRIOR_GAMES: f64 = 1.0;

/// The weight of the assumption that games are independent and never drawn, in pairs of equal engines.
const PRIOR_INDEPENDENT: f64 = 4.0;

/// The variance of a pair of games between equal engines that never draw. Pairs between unequal engines vary less, and say
/// less about the variance.
const FULL_PAIR_VARIANCE: f64 = 0.5;

/// The weight that the dispersion of the whole tournament has in each matchup, in pairs of equal engines.
const PRIOR_PAIRS: f64 = 4.0;

/// Far more Newton steps than needed.
const MAX_STEPS: usize = 200;

/// All results between two engines.
struct Matchup {
    engines: [usize; 2],
    /// Pairs by finished games (one or two) and half points of the first engine.
    counts: [[u32; 5]; 2],
}

impl Matchup {
    /// Groups results by their engines, in order.
    fn gather(engines: usize, results: &[Tally]) -> Vec<Matchup> {
        let mut found = std::collections::BTreeMap::new();
        for tally in results {
            let [a, b] = tally.engines;
            let most = 2 * tally.games;
            if a == b || a.max(b) >= engines || !(1..=2).contains(&tally.games) || tally.half_points > most {
                continue;
            }
            let half_points = if a < b { tally.half_points } else { most - tally.half_points };
            let counts: &mut [[u32; 5]; 2] = found.entry([a.min(b), a.max(b)]).or_default();
            counts[tally.games as usize - 1][half_points as usize] += 1;
        }
        found.into_iter().map(|(engines, counts)| Matchup { engines, counts }).collect()
    }

    /// Each kind of result: games, points of the first engine, and its count.
    fn results(&self) -> impl Iterator<Item = (f64, f64, f64)> {
        self.counts.iter().zip(1..).flat_map(|(counts, games)| {
            let points = |half: usize| half as f64 / 2.0;
            counts.iter().enumerate().map(move |(half, &count)| (f64::from(games), points(half), f64::from(count)))
        })
    }

    fn games(&self) -> f64 {
        self.results().map(|(games, _, count)| games * count).sum()
    }

    fn points(&self) -> f64 {
        self.results().map(|(_, points, count)| points * count).sum()
    }

    /// The variance of the points if games are independent and never drawn.
    fn variance(&self, expected: f64) -> f64 {
        self.games() * expected * (1.0 - expected)
    }

    /// The expected score of a game.
    fn expected(&self, strengths: &[f64]) -> f64 {
        let [a, b] = self.engines;
        logistic(strengths[a] - strengths[b])
    }

    /// The sum of squared differences between results of pairs and their expected scores.
    fn squares(&self, expected: f64) -> f64 {
        self.results().map(|(games, points, count)| count * (points - games * expected).powi(2)).sum()
    }
}

/// The maximum-likelihood strengths with the prior, by Newton's method. The log-likelihood is concave, so there is one
/// maximum, and a step that overshoots only has to be shortened.
fn maximise(engines: usize, matchups: &[Matchup]) -> Vec<f64> {
    let mut strengths = vec![0.0; engines];
    let mut height = log_likelihood(&strengths, matchups);
    for _ in 0..MAX_STEPS {
        let step = solve(&curvature(&strengths, matchups), &gradient(&strengths, matchups));
        let mut share = 1.0;
        loop {
            let next: Vec<f64> = strengths.iter().zip(&step).map(|(strength, step)| strength + share * step).collect();
            let reached = log_likelihood(&next, matchups);
            if reached >= height {
                (strengths, height) = (next, reached);
                break;
            }
            share /= 2.0;
            if share < 1e-9 {
                return strengths;
            }
        }
        if step.iter().all(|step| (share * step).abs() < 1e-10) {
            break;
        }
    }
    strengths
}

fn log_likelihood(strengths: &[f64], matchups: &[Matchup]) -> f64 {
    // ln p and ln (1 - p) of a logistic p, exact also near 0 and 1.
    let log_chance = |difference: f64| -(-difference.abs()).exp().ln_1p() + difference.min(0.0);
    let prior = |&strength: &f64| PRIOR_GAMES * 0.5 * (log_chance(strength) + log_chance(-strength));
    let result = |matchup: &Matchup| {
        let [a, b] = matchup.engines;
        let difference = strengths[a] - strengths[b];
        let (games, points) = (matchup.games(), matchup.points());
        points * log_chance(difference) + (games - points) * log_chance(-difference)
    };
    strengths.iter().map(prior).sum::<f64>() + matchups.iter().map(result).sum::<f64>()
}

fn gradient(strengths: &[f64], matchups: &[Matchup]) -> Vec<f64> {
    let mut gradient: Vec<f64> = strengths.iter().map(|&strength| PRIOR_GAMES * (0.5 - logistic(strength))).collect();
    for matchup in matchups {
        let [a, b] = matchup.engines;
        let surplus = matchup.points() - matchup.games() * matchup.expected(strengths);
        gradient[a] += surplus;
        gradient[b] -= surplus;
    }
    gradient
}

/// The negative second derivative of the log-likelihood.
fn curvature(strengths: &[f64], matchups: &[Matchup]) -> Vec<f64> {
    let mut matrix = prior_curvature(strengths);
    for matchup in matchups {
        let expected = matchup.expected(strengths);
        add_between(&mut matrix, strengths.len(), matchup.engines, matchup.variance(expected));
    }
    matrix
}

fn prior_curvature(strengths: &[f64]) -> Vec<f64> {
    let engines = strengths.len();
    let mut matrix = vec![0.0; engines * engines];
    for (engine, &strength) in strengths.iter().enumerate() {
        let expected = logistic(strength);
        matrix[engine * engines + engine] = PRIOR_GAMES * expected * (1.0 - expected);
    }
    matrix
}

/// Adds the weight of a matchup: on the diagonal of both engines, and negative between them.
fn add_between(matrix: &mut [f64], engines: usize, [a, b]: [usize; 2], weight: f64) {
    matrix[a * engines + a] += weight;
    matrix[b * engines + b] += weight;
    matrix[a * engines + b] -= weight;
    matrix[b * engines + a] -= weight;
}

/// The covariance of the strengths: curvature⁻¹ · variance of the gradient · curvature⁻¹.
fn covariance(strengths: &[f64], matchups: &[Matchup]) -> Vec<f64> {
    let engines = strengths.len();
    let dispersion = dispersion(strengths, matchups);
    let mut middle = prior_curvature(strengths);
    for matchup in matchups {
        let expected = matchup.expected(strengths);
        let variance = matchup.variance(expected);
        let measured = dispersion.correction * matchup.squares(expected);
        let share = variance / (variance + PRIOR_PAIRS * FULL_PAIR_VARIANCE);
        let believed = share * measured + (1.0 - share) * dispersion.ratio * variance;
        add_between(&mut middle, engines, matchup.engines, believed);
    }
    let inverse = inverse(&curvature(strengths, matchups), engines);
    multiply(&multiply(&inverse, &middle, engines), &inverse, engines)
}

/// The variance of the results of a tournament.
struct Dispersion {
    /// As a multiple of that of independent games without draws.
    ratio: f64,
    /// The factor for squared residuals: fitted ratings are closer to the results than true ones.
    correction: f64,
}

fn dispersion(strengths: &[f64], matchups: &[Matchup]) -> Dispersion {
    let (mut squares, mut variance) = (0.0, 0.0);
    for matchup in matchups {
        let expected = matchup.expected(strengths);
        squares += matchup.squares(expected);
        variance += matchup.variance(expected);
    }
    let fitted = FULL_PAIR_VARIANCE * strengths.len().saturating_sub(1) as f64;
    // With as many ratings as results there are no degrees of freedom; count at least half of the results as free.
    let correction = if variance > 0.0 { variance / (variance - fitted).max(variance / 2.0) } else { 1.0 };
    let prior = PRIOR_INDEPENDENT * FULL_PAIR_VARIANCE;
    Dispersion { ratio: (correction * squares + prior) / (variance + prior), correction }
}

/// The expected score for a difference of strengths.
fn logistic(difference: f64) -> f64 {
    score_of(ELO_PER_NAT * difference)
}

/// The covariance of the differences to the mean.
fn centred(mut matrix: Vec<f64>, engines: usize) -> Vec<f64> {
    let mean = |sum: f64| sum / engines.max(1) as f64;
    let rows: Vec<f64> = matrix.chunks(engines.max(1)).map(|row| mean(row.iter().sum())).collect();
    let all = mean(rows.iter().sum());
    for (index, entry) in matrix.iter_mut().enumerate() {
        *entry += all - rows[index / engines] - rows[index % engines];
    }
    matrix
}

fn multiply(a: &[f64], b: &[f64], size: usize) -> Vec<f64> {
    let mut product = vec![0.0; size * size];
    for row in 0..size {
        for inner in 0..size {
            let factor = a[row * size + inner];
            for column in 0..size {
                product[row * size + column] += factor * b[inner * size + column];
            }
        }
    }
    product
}

/// The inverse of a symmetric positive definite matrix.
fn inverse(matrix: &[f64], size: usize) -> Vec<f64> {
    let lower = cholesky(matrix, size);
    let mut inverse = vec![0.0; size * size];
    for column in 0..size {
        let mut unit = vec![0.0; size];
        unit[column] = 1.0;
        for (row, entry) in substitute(&lower, &unit).into_iter().enumerate() {
            inverse[row * size + column] = entry;
        }
    }
    inverse
}

/// Solves a symmetric positive definite system.
fn solve(matrix: &[f64], right: &[f64]) -> Vec<f64> {
    substitute(&cholesky(matrix, right.len()), right)
}

/// The lower triangle whose product with its transpose is the matrix.
fn cholesky(matrix: &[f64], size: usize) -> Vec<f64> {
    let mut lower = vec![0.0; size * size];
    for row in 0..size {
        for column in 0..=row {
            let known: f64 = (0..column).map(|k| lower[row * size + k] * lower[column * size + k]).sum();
            let rest = matrix[row * size + column] - known;
            lower[row * size + column] = if row == column {
                // The prior keeps it above 0; guard against rounding.
                rest.max(1e-12).sqrt()
            } else {
                rest / lower[column * size + column]
            };
        }
    }
    lower
}

/// Solves lower · lowerᵀ · x = right.
fn substitute(lower: &[f64], right: &[f64]) -> Vec<f64> {
    let size = right.len();
    let mut x = right.to_vec();
    for row in 0..size {
        let known: f64 = (0..row).map(|k| lower[row * size + k] * x[k]).sum();
        x[row] = (x[row] - known) / lower[row * size + row];
    }
    for row in (0..size).rev() {
        let known: f64 = (row + 1..size).map(|k| lower[k * size + row] * x[k]).sum();
        x[row] = (x[row] - known) / lower[row * size + row];
    }
    x
}
