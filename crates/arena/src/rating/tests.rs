use super::*;
use skirmish_board::Random;

fn uniform(random: &mut Random) -> f64 {
    random.bits() as f64 / u64::MAX as f64
}

/// How the two games of a pair depend on each other in a simulated league.
#[derive(Clone, Copy, Debug)]
enum Bond {
    /// Not at all.
    None,
    /// Openings favour a side: what one engine wins it loses with the other side.
    Opposed,
    /// The engine that is better in an opening is better with both sides.
    Alike,
}

/// A league in which every engine meets every other.
struct League {
    strengths: Vec<f64>,
    pairs: u32,
    /// The share of draws that two equal engines have.
    draws: f64,
    bond: Bond,
}

impl League {
    fn play(&self, random: &mut Random) -> Vec<Tally> {
        let mut results = Vec::new();
        for a in 0..self.strengths.len() {
            for b in 0..a {
                for _ in 0..self.pairs {
                    let expected = score_of(self.strengths[a] - self.strengths[b]);
                    results.push(Tally { engines: [a, b], games: 2, half_points: self.pair(random, expected) });
                }
            }
        }
        results
    }

    /// A pair in which each game has the expected score, whatever the draws and the bond.
    fn pair(&self, random: &mut Random, expected: f64) -> u32 {
        let draws = self.draws * 4.0 * expected * (1.0 - expected);
        let half_points = |u: f64| match u {
            u if u < expected - draws / 2.0 => 2,
            u if u < expected + draws / 2.0 => 1,
            _ => 0,
        };
        let first = uniform(random);
        let bound = uniform(random) < 0.7;
        let second = match self.bond {
            Bond::Opposed if bound => 1.0 - first,
            Bond::Alike if bound => first,
            _ => uniform(random),
        };
        half_points(first) + half_points(second)
    }
}

/// In many leagues with known strengths, the 95 % intervals hold the truth about 95 times in a hundred.
#[test]
fn error_bars_hold_the_truth_as_often_as_they_say() {
    let mut random = Random::new(11);
    let leagues = if std::env::var_os("SKIRMISH_ALL").is_some() { 400 } else { 120 };
    for (engines, pairs, spread) in [(2, 40, 50.0), (6, 10, 100.0), (10, 4, 60.0), (16, 2, 40.0)] {
        for (draws, bond) in [(0.0, Bond::None), (0.5, Bond::None), (0.1, Bond::Opposed), (0.1, Bond::Alike)] {
            let (mut held, mut all, mut differences_held) = (0, 0, 0);
            for _ in 0..leagues {
                let strengths: Vec<f64> =
                    (0..engines).map(|_| spread * (2.0 * uniform(&mut random) - 1.0) * 1.7).collect();
                let mean = strengths.iter().sum::<f64>() / engines as f64;
                let league = League { strengths, pairs, draws, bond };
                let ratings = Ratings::fit(engines, &league.play(&mut random));
                for engine in 0..engines {
                    let truth = league.strengths[engine] - mean;
                    held += ((ratings.elo(engine) - truth).abs() <= ratings.margin(engine)) as u32;
                    let other = (engine + 1) % engines;
                    let (difference, margin) = ratings.difference(engine, other);
                    let truth = league.strengths[engine] - league.strengths[other];
                    differences_held += ((difference - truth).abs() <= margin) as u32;
                    all += 1;
                }
            }
            let [held, differences_held] = [held, differences_held].map(|held| f64::from(held) / f64::from(all));
            let case = format!("{engines} engines, {pairs} pairs, {draws} draws, {bond:?}: {held}, {differences_held}");
            assert!((0.92..=0.98).contains(&held) && (0.92..=0.98).contains(&differences_held), "{case}");
        }
    }
}

/// A class of forty, from hopeless to perfect, each pair of them once: the order of well-separated engines is found, and the error
/// bars hold also where most results are clean sweeps.
#[test]
fn a_class_of_forty_is_rated() {
    let mut random = Random::new(5);
    let strengths: Vec<f64> = (0..40).map(|engine| 40.0 * f64::from(engine) - 780.0).collect();
    let league = League { strengths, pairs: 1, draws: 0.0, bond: Bond::None };
    let (mut held, leagues) = (0, 25);
    for _ in 0..leagues {
        let ratings = Ratings::fit(40, &league.play(&mut random));
        held += (0..40).filter(|&e| (ratings.elo(e) - league.strengths[e]).abs() <= ratings.margin(e)).count();
        for engine in 15..40 {
            assert!(ratings.superiority(engine, engine - 15) > 0.99);
        }
    }
    let held = held as f64 / f64::from(40 * leagues);
    assert!((0.92..=0.98).contains(&held), "{held}");
}

fn sweep(a: usize, b: usize, pairs: usize) -> Vec<Tally> {
    vec![Tally { engines: [a, b], games: 2, half_points: 4 }; pairs]
}

#[test]
fn clean_sweeps_stay_finite_and_grow_with_their_length() {
    let mut last = 0.0;
    for pairs in [1, 10, 100, 10_000, 1_000_000] {
        let ratings = Ratings::fit(2, &sweep(0, 1, pairs));
        let (difference, margin) = ratings.difference(0, 1);
        assert!(difference > last && difference < 3000.0, "{difference}");
        // However long a sweep, the true difference may be far larger still.
        assert!(margin > 300.0 && margin < 700.0, "{margin}");
        assert!(ratings.superiority(0, 1) > 0.8);
        last = difference;
    }
    // A chain of sweeps: each engine beats all below it, always.
    let chain: Vec<Tally> = (0..12).flat_map(|a| (a + 1..12).flat_map(move |b| sweep(a, b, 3))).collect();
    let ratings = Ratings::fit(12, &chain);
    for engine in 1..12 {
        let (difference, margin) = ratings.difference(engine - 1, engine);
        assert!(difference > 0.0 && difference.is_finite() && margin.is_finite() && margin > 0.0);
    }
}

#[test]
fn groups_that_never_met_are_held_together_by_the_prior() {
    let results = [sweep(0, 1, 5), sweep(3, 2, 5)].concat();
    let ratings = Ratings::fit(5, &results);
    assert!((ratings.elo(0) - ratings.elo(3)).abs() < 1e-6 && (ratings.elo(1) - ratings.elo(2)).abs() < 1e-6);
    assert!((ratings.superiority(0, 3) - 0.5).abs() < 1e-6);
    // Nobody met the last engine, and its error bar says so.
    assert!(ratings.elo(4).abs() < 1e-6);
    assert!(ratings.margin(4) > 400.0 && ratings.margin(4) < 1000.0, "{}", ratings.margin(4));
}

#[test]
fn without_results_nothing_is_known() {
    let ratings = Ratings::fit(3, &[]);
    for engine in 0..3 {
        assert_eq!(ratings.elo(engine), 0.0);
        assert!(ratings.margin(engine) > 400.0);
    }
    assert_eq!(ratings.superiority(0, 0), 0.5);
    let empty = Ratings::fit(0, &[]);
    assert_eq!((empty.elo(7), empty.margin(7), empty.superiority(1, 2)), (0.0, 0.0, 0.5));
}

#[test]
fn long_matches_agree_with_the_plain_formula() {
    let mut random = Random::new(3);
    let league = League { strengths: vec![60.0, -60.0], pairs: 2000, draws: 0.3, bond: Bond::Opposed };
    let results = league.play(&mut random);
    let mut pairs = skirmish_play::statistics::Pairs::default();
    results.iter().for_each(|tally| pairs.add(tally.half_points as usize));
    let (difference, margin) = Ratings::fit(2, &results).difference(1, 0);
    let (elo, plain_margin) = pairs.elo();
    assert!((difference - elo).abs() < 0.2, "{difference} {elo}");
    assert!((margin / plain_margin - 1.0).abs() < 0.02, "{margin} {plain_margin}");
}

#[test]
fn beating_a_stronger_engine_says_more() {
    // 0 beat 1 clearly; 2 drew with 0 and 3 with 1.
    let mut results = sweep(0, 1, 10);
    for [a, b] in [[2, 0], [3, 1]] {
        results.extend([Tally { engines: [a, b], games: 2, half_points: 2 }; 10]);
    }
    let ratings = Ratings::fit(4, &results);
    assert!(ratings.elo(2) > ratings.elo(3) + 100.0 && ratings.superiority(2, 3) > 0.95);
}

#[test]
fn neither_order_nor_point_of_view_matters_and_nonsense_is_left_out() {
    let mut random = Random::new(9);
    let league = League { strengths: vec![0.0, 30.0, 80.0, -40.0], pairs: 5, draws: 0.2, bond: Bond::None };
    let results = league.play(&mut random);
    let ratings = Ratings::fit(4, &results);
    let mut turned: Vec<Tally> = results.iter().rev().copied().collect();
    for tally in turned.iter_mut().step_by(2) {
        *tally = Tally { engines: [tally.engines[1], tally.engines[0]], half_points: 4 - tally.half_points, ..*tally };
    }
    let nonsense = |engines, games, half_points| Tally { engines, games, half_points };
    turned.extend([nonsense([1, 1], 2, 4), nonsense([0, 4], 2, 0), nonsense([0, 1], 0, 0), nonsense([0, 1], 2, 5)]);
    assert_eq!(ratings, Ratings::fit(4, &turned));
    let mean: f64 = (0..4).map(|engine| ratings.elo(engine)).sum();
    assert!(mean.abs() < 1e-9);
    assert!((ratings.superiority(2, 0) + ratings.superiority(0, 2) - 1.0).abs() < 1e-6);
}

#[test]
fn a_pair_half_played_counts_as_one_game() {
    let one = Ratings::fit(2, &[Tally { engines: [0, 1], games: 1, half_points: 2 }]);
    let two = Ratings::fit(2, &sweep(0, 1, 1));
    assert!(one.elo(0) > 0.0 && one.elo(0) < two.elo(0));
}
