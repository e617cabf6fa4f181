//! What learning must do: follow the slope, come to the same end however it is done, and give a network that says what was learnt.

use skirmish_board::{Evaluate, LevelProfile, Move, MoveList, Notation, Position};
use skirmish_games::{GameId, HiYa, Visitor};
use skirmish_search::network::{NetworkShape, TermsUse};
use skirmish_train::model::{Learner, Model, loss};
use skirmish_train::samples::{Sample, Samples};
use skirmish_train::trainer::{RATE, Trainer, TrainerOptions, mean_loss};

/// Positions of random games.
fn positions<P: Notation>(start: &P, count: usize, seed: u64) -> Vec<P> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut all = Vec::new();
    while all.len() < count {
        let mut position = start.clone();
        while position.outcome().is_none() {
            all.push(position.clone());
            let mut moves = MoveList::new();
            position.legal_moves(&mut moves);
            let mv: Move = moves[random.usize(..moves.len())];
            position.play_accepted(mv);
        }
    }
    all.truncate(count);
    all
}

fn model<P: Evaluate>(start: &P, game: &str, terms_use: TermsUse, hidden: usize) -> Model {
    Model::new(start, NetworkShape::of(start, game.to_owned(), terms_use, hidden, 3), 5)
}

/// The slopes are those of the loss: small steps along each weight change it as they say.
#[test]
fn slopes_are_those_of_the_loss() {
    let start = HiYa::start();
    for terms_use in TermsUse::ALL {
        let mut model = model(&start, "hiya", terms_use, 16);
        // Not only where nothing is clipped.
        let mut random = fastrand::Rng::with_seed(8);
        model.weights.iter_mut().for_each(|weight| *weight += 0.1 * (random.f32() - 0.5));
        let mut learner = Learner::new(model.shape());
        // Where the chance is near 0 or 1, differences of small numbers say little.
        let mut open = positions(&start, 2000, 2);
        open.retain(|position| (0.1..0.9).contains(&model.predict(position, &mut learner)));
        assert!(open.len() >= 8, "{terms_use:?}: {}", open.len());
        let mut compared = 0;
        for position in open.iter().take(8) {
            let (target, mut slopes) = (0.3, vec![0.0; model.weights.len()]);
            model.learn(position, target, false, &mut learner, &mut slopes);
            let steep =
                (0..slopes.len()).filter(|&i| slopes[i].abs() > 1e-3).step_by(7).take(200).collect::<Vec<usize>>();
            compared += steep.len();
            for i in steep {
                let mut loss_at = |change: f32| {
                    let weight = model.weights[i];
                    model.weights[i] += change;
                    let found = loss(model.predict(position, &mut learner), target) * std::f64::consts::LN_2;
                    model.weights[i] = weight;
                    found
                };
                let (expected, step) = (f64::from(slopes[i]), 2e-3);
                let found = (loss_at(step) - loss_at(-step)) / (2.0 * f64::from(step));
                assert!(
                    (found - expected).abs() < 0.02 + 0.05 * expected.abs(),
                    "{terms_use:?} weight {i}: {found} {expected}"
                );
            }
        }
        assert!(compared > 300, "{terms_use:?}: {compared}");
    }
}

/// The network in whole numbers says what the model says, but for rounding.
#[test]
fn a_network_says_what_its_model_says() {
    struct Check(GameId);
    impl Visitor for Check {
        type Output = ();
        fn visit<G: Notation + LevelProfile>(self, start: G) {
            for terms_use in [TermsUse::SkipConnection, TermsUse::Both] {
                let model = model(&start, &self.0.to_string(), terms_use, 32);
                let network = model.network("a test").expect("a network");
                let mut learner = Learner::new(model.shape());
                for position in positions(&start, 300, 4) {
                    let chance = model.predict(&position, &mut learner);
                    let score = network.evaluate(&position);
                    let found = 1.0 / (1.0 + (-score as f32 / 173.72).exp());
                    assert!(
                        (chance - found).abs() < 0.02,
                        "{}: {chance} {found} {}",
                        self.0,
                        position.format_position()
                    );
                }
            }
        }
    }
    for name in ["refusal", "gastank", "trench", "hiya", "oska:6", "oska:8"] {
        let id = GameId::parse(name).expect("a game");
        id.visit(Check(id));
    }
}

/// The mirror image of a position is learnt as the position itself would be.
#[test]
fn mirrored_positions_are_learnt_as_their_images() {
    let start = HiYa::start();
    let model = model(&start, "hiya", TermsUse::SkipConnection, 16);
    let mut learner = Learner::new(model.shape());
    for position in positions(&start, 50, 6) {
        let text = position.format_position();
        let (board, rest) = text.split_once(' ').expect("a board and a side");
        let rows: Vec<String> = board.split('/').map(|row| row.chars().rev().collect()).collect();
        let image = start.parse_position(&format!("{} {rest}", rows.join("/"))).expect("the image");
        let [mut of_image, mut mirrored] = [(); 2].map(|()| vec![0.0; model.weights.len()]);
        model.learn(&image, 0.4, false, &mut learner, &mut of_image);
        model.learn(&position, 0.4, true, &mut learner, &mut mirrored);
        let far = of_image.iter().zip(&mirrored).find(|(a, b)| (*a - *b).abs() > 1e-5);
        assert_eq!(far, None, "{text}");
    }
}

#[test]
fn a_model_that_begins_with_a_network_knows_what_it_knows() {
    let start = HiYa::start();
    for terms_use in TermsUse::ALL {
        let network = model(&start, "hiya", terms_use, 32).network("random").unwrap();
        let other = Model::new(&start, network.shape().clone(), 6);
        assert!(other.network("random").unwrap() != network, "{terms_use:?}");
        assert!(other.taught(&network).unwrap().network("random").unwrap() == network, "{terms_use:?}");
        let error = model(&start, "hiya", terms_use, 64).taught(&network).map(|_| ()).unwrap_err().to_string();
        assert!(error.contains("another shape") && error.contains("hidden: 32"), "{error}");
    }
}

/// Positions whose worth is simple: who has more moves to choose from.
fn simple(count: usize, seed: u64) -> Vec<Sample<HiYa>> {
    let sample = |position: HiYa| {
        let mut passed = position;
        let own = position.count_moves();
        let text = position.format_position();
        let other = if text.ends_with('s') { text.replace(" s", " n") } else { text.replace(" n", " s") };
        if let Ok(other) = position.parse_position(&other) {
            passed = other;
        }
        let result = own.cmp(&passed.count_moves()) as i8;
        Sample { position, score: 100 * i16::from(result), result }
    };
    positions(&HiYa::start(), count, seed).into_iter().map(sample).collect()
}

fn fitting(threads: usize) -> TrainerOptions {
    TrainerOptions { epochs: 3, share: 0.5, seed: 9, threads, rate: RATE }
}

fn fitted(how: &TrainerOptions) -> Model {
    let (learnt, held_out) = (simple(6000, 1), simple(500, 2));
    let mut fit = Trainer::new(model(&HiYa::start(), "hiya", TermsUse::SkipConnection, 32), how);
    let before = mean_loss(fit.model(), &held_out, how);
    while fit.epoch() < how.epochs {
        fit.pass(&learnt, &held_out, &mut |_| {});
    }
    let after = mean_loss(fit.model(), &held_out, how);
    assert!(after < before - 0.02, "{before} bits at first, {after} in the end");
    fit.model().clone()
}

#[test]
fn what_can_be_learnt_is_learnt_and_threads_change_nothing() {
    assert!(fitted(&fitting(1)).weights == fitted(&fitting(3)).weights);
}

#[test]
fn a_fit_that_was_interrupted_comes_to_the_same_end() {
    let (how, learnt) = (fitting(1), simple(5000, 1));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fit");
    let new = || Trainer::new(model(&HiYa::start(), "hiya", TermsUse::SkipConnection, 16), &how);
    let mut whole = new();
    (0..3).for_each(|_| whole.pass(&learnt, &[], &mut |_| {}));
    let mut first = new();
    first.pass(&learnt, &[], &mut |_| {});
    first.save(&path, "a test").unwrap();
    let mut second = new();
    second.resume(&path, "a test").unwrap();
    assert_eq!(second.epoch(), 1);
    (0..5).for_each(|_| second.pass(&learnt, &[], &mut |_| {}));
    assert!(second.epoch() == 3 && second.model().weights == whole.model().weights);

    let mut other = new();
    other.resume(&path, "another test").unwrap();
    assert_eq!(other.epoch(), 0);
    let mut bytes = std::fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 4;
    std::fs::write(&path, bytes).unwrap();
    let error = other.resume(&path, "a test").unwrap_err().to_string();
    assert!(error.starts_with(&path.display().to_string()) && error.contains("damaged"), "{error}");
}

#[test]
fn a_game_with_an_illegal_move_is_named() {
    let start = HiYa::start();
    let game = skirmish_train::games_file::TrainingGame {
        number: 12,
        opening: vec![],
        moves: vec![(Move::between(0, 0), 5)],
        result: 1,
    };
    let error = Samples::of(&start, &[game], false).err().expect("an illegal move").to_string();
    assert!(error.contains("game 12"), "{error}");
}
