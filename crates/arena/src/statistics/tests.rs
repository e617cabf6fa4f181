use super::*;
use crate::plan::EloModel::{Logistic, Normalised};
use skirmish_board::Random;

#[test]
fn the_bounds_of_a_test_follow_from_its_error_rates() {
    let (lower, upper) = Test { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05, model: Logistic }.bounds();
    assert!((lower + 2.944).abs() < 1e-3 && (upper - 2.944).abs() < 1e-3);
    let (lower, upper) = Test { elo0: -5.0, elo1: 0.0, alpha: 0.05, beta: 0.10, model: Logistic }.bounds();
    assert!((lower + 2.251).abs() < 1e-3 && (upper - 2.890).abs() < 1e-3);
}

/// How two games from one opening depend on each other.
#[derive(Clone, Copy, Debug)]
enum Openings {
    /// Not at all.
    Fair,
    /// Many openings favour a side, so that many pairs are shared.
    Biased,
}

/// The half points of a simulated pair between players this far apart.
fn simulate(random: &mut Random, elo: f64, draws: f64, openings: Openings) -> usize {
    let mut uniform = || random.bits() as f64 / u64::MAX as f64;
    let score = score_of(elo);
    // Draws are taken in equal parts from wins and losses, so that the mean stays where it is.
    let win = score - draws / 2.0;
    let half_points = |u: f64| match u {
        u if u < win => 2,
        u if u < win + draws => 1,
        _ => 0,
    };
    let first = uniform();
    let second = match openings {
        Openings::Biased if uniform() < 0.6 => 1.0 - first,
        _ => uniform(),
    };
    half_points(first) + half_points(second)
}

/// The rate at which simulated matches end with the second hypothesis accepted.
fn acceptances(test: Test, elo: f64, draws: f64, openings: Openings, runs: u32) -> f64 {
    let mut random = Random::new(7);
    let accepted = (0..runs).filter(|_| {
        let mut pairs = Pairs::default();
        loop {
            pairs.add(simulate(&mut random, elo, draws, openings));
            if let Some(accepted) = test.accepted(&pairs) {
                break accepted == Hypothesis::H1;
            }
        }
    });
    accepted.count() as f64 / f64::from(runs)
}

/// Simulated matches between players of known strength: the test is wrong no more often than promised, and less often the
/// further the truth is from the other hypothesis.
#[test]
fn the_sequential_test_keeps_its_error_rates() {
    let tests = [
        Test { elo0: 0.0, elo1: 20.0, alpha: 0.05, beta: 0.05, model: Logistic },
        Test { elo0: 0.0, elo1: 30.0, alpha: 0.02, beta: 0.10, model: Logistic },
        Test { elo0: -25.0, elo1: 5.0, alpha: 0.10, beta: 0.05, model: Logistic },
    ];
    let runs = if std::env::var_os("SKIRMISH_ALL").is_some() { 4000 } else { 500 };
    for test in tests {
        for (draws, openings) in [(0.0, Openings::Fair), (0.4, Openings::Fair), (0.1, Openings::Biased)] {
            let rate = |elo| acceptances(test, elo, draws, openings, runs);
            let case = format!("{test:?} with {draws} draws, openings {openings:?}");
            // A test whose other parameters are fitted to the games keeps its promise only nearly, the less so the fewer games it
            // takes: a tenth more is allowed, and three standard deviations of the simulation.
            let limit = |error: f64| 1.1 * error + 3.0 * (error * (1.0 - error) / f64::from(runs)).sqrt();
            let (at0, at1) = (rate(test.elo0), 1.0 - rate(test.elo1));
            assert!(at0 <= limit(test.alpha), "{case}: {at0} wrong at elo0");
            assert!(at1 <= limit(test.beta), "{case}: {at1} wrong at elo1");
            // Nor does it keep its promise by being needlessly long.
            assert!(at0 >= test.alpha / 3.0 && at1 >= test.beta / 3.0, "{case}: {at0} and {at1} are too careful");
            let width = test.elo1 - test.elo0;
            assert!(rate(test.elo0 - width) <= at0 / 2.0, "{case}: below elo0");
            assert!(1.0 - rate(test.elo1 + width) <= at1 / 2.0, "{case}: above elo1");
        }
    }
}

#[test]
fn between_the_hypotheses_a_test_ends_either_way() {
    let test = Test { elo0: 0.0, elo1: 30.0, alpha: 0.05, beta: 0.05, model: Logistic };
    let rate = acceptances(test, 15.0, 0.2, Openings::Fair, 400);
    assert!((0.4..=0.6).contains(&rate), "{rate}");
}

/// Worked out by hand: if only wins have happened, the most likely distribution with a mean s wins with chance s and loses otherwise, so
/// that the ratio is that of the means to the power of the pairs.
#[test]
fn few_results_say_little() {
    let sweep = Pairs([0, 0, 0, 0, 4]);
    let ratio = log_likelihood_ratio(&sweep, Logistic, 0.0, 80.0);
    let expected = 4.0 * (score_of(80.0) / 0.5).ln();
    assert!((ratio - expected).abs() < 0.02 && (ratio - 0.82).abs() < 0.01, "{ratio} {expected}");
    assert!((log_likelihood_ratio(&Pairs([4, 0, 0, 0, 0]), Logistic, -80.0, 0.0) + 0.82).abs() < 0.01);
    assert_eq!(log_likelihood_ratio(&Pairs::default(), Logistic, 0.0, 80.0), 0.0);
    assert_eq!(log_likelihood_ratio(&Pairs::default(), Normalised, 0.0, 80.0), 0.0);
    // A test does not end with them, whatever their model.
    for model in [Logistic, Normalised] {
        let test = Test { elo0: 0.0, elo1: 80.0, alpha: 0.05, beta: 0.05, model };
        assert_eq!(test.accepted(&sweep), None);
        assert!(test.ratio(&Pairs([0, 0, 0, 0, 100])) > 2.95, "{}", test.ratio(&Pairs([0, 0, 0, 0, 100])));
    }
}

/// With many results the ratio is that of the normal approximation: by the mean, and by the mean in standard deviations.
#[test]
fn many_results_agree_with_the_normal_approximation() {
    for pairs in [[50, 287, 610, 387, 73], [235, 1384, 2521, 1341, 239], [300, 900, 1800, 1000, 400]] {
        let pairs = Pairs(pairs);
        let n = pairs.count() as f64;
        let near = |found: f64, expected: f64| (found - expected).abs() < 0.02 * expected.abs() + 0.01;
        let (s0, s1) = (score_of(0.0), score_of(5.0));
        let expected = n * (s1 - s0) * (2.0 * pairs.score() - s0 - s1) / (2.0 * pairs.variance());
        let found = log_likelihood_ratio(&pairs, Logistic, 0.0, 5.0);
        assert!(near(found, expected), "{pairs:?}: {found} {expected}");
        let t = (pairs.score() - 0.5) / pairs.variance().sqrt();
        let [t0, t1] = [0.0, 5.0].map(|elo: f64| elo / NORMALISED * SQRT_2);
        let expected = n / 2.0 * ((1.0 + (t - t0).powi(2)) / (1.0 + (t - t1).powi(2))).ln();
        let found = log_likelihood_ratio(&pairs, Normalised, 0.0, 5.0);
        assert!(near(found, expected), "{pairs:?}: {found} {expected}");
        let back = log_likelihood_ratio(&pairs, Normalised, 5.0, 0.0);
        assert!((found + back).abs() < 1e-6, "{found} {back}");
    }
}
