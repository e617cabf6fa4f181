//! Networks: the same numbers with and without vector instructions, files that are read back, and a search that equals minimax over
//! what the network says.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::common::{Random, every_board, random_game};
use skirmish_board::{Evaluate, LevelProfile, Notation, Position, SearchParams};
use skirmish_games::{GameId, Visitor};
use skirmish_search::network::{NetworkShape, TermsUse, Weights};
use skirmish_search::{Engine, Limits, Network, SearchSettings, reference};

/// The sizes of boards that have networks.
const SIZES: &[u8] = &[4, 5, 6, 7, 8];

/// A network with random weights, as large as allowed and larger than training would make them.
fn drawn<P: Evaluate>(start: &P, game: GameId, terms_use: TermsUse, hidden: usize, seed: u64) -> Network {
    let shape = NetworkShape::of(start, game.to_string(), terms_use, hidden, 4);
    let mut random = Random::new(seed);
    let mut draw = |count: usize, most: i32| -> Vec<i16> {
        (0..count).map(|_| (random.below(2 * most as usize + 1) as i32 - most) as i16).collect()
    };
    let weights = Weights {
        inputs: draw(shape.inputs() * 2 * hidden, if seed.is_multiple_of(2) { 90 } else { 30_000 }),
        hidden: draw(hidden, 300),
        output: draw(4 * 2 * hidden, 127 * 64 / hidden.max(64) as i32),
        constants: draw(4, 800),
        terms: draw(if terms_use.has_skip_connection() { shape.terms } else { 0 }, 2000),
    };
    Network::new(shape, "drawn by chance", weights).expect("a network")
}

/// What is checked of a game: its name, its start position.
struct Each<F>(GameId, F);

trait Check {
    fn check<G: Notation + LevelProfile>(&self, id: GameId, start: &G);
}

impl<F: Check> Visitor for Each<F> {
    type Output = ();
    fn visit<G: Notation + LevelProfile>(self, start: G) {
        if G::PLANES > 0 {
            self.1.check(self.0, &start);
        }
    }
}

fn check_every(check: impl Check + Copy + Sync) {
    every_board(SIZES, |id| id.visit(Each(id, check)));
}

#[derive(Clone, Copy)]
struct VectorsAndPlain;

impl Check for VectorsAndPlain {
    fn check<G: Notation + LevelProfile>(&self, id: GameId, start: &G) {
        let mut random = Random::new(5);
        let positions: Vec<G> = (0..10).flat_map(|_| random_game(start, &mut random)).collect();
        for (seed, terms_use) in TermsUse::ALL.into_iter().enumerate() {
            // Blocks of four vectors, of two and of one.
            for hidden in [16, 32, 48, 64, 128] {
                let network = drawn(start, id, terms_use, hidden, seed as u64 + hidden as u64 / 16);
                let plain = network.clone().scalar();
                let mut values = Vec::new();
                for position in &positions {
                    let value = network.evaluate(position);
                    assert_eq!(
                        value,
                        plain.evaluate(position),
                        "{id}: {terms_use:?} {hidden} {}",
                        position.format_position()
                    );
                    values.push(value);
                }
                values.sort();
                values.dedup();
                assert!(values.len() > positions.len() / 20, "{id}: {terms_use:?} {hidden} tells positions apart");
            }
        }
    }
}

#[test]
fn vector_instructions_change_no_value() {
    check_every(VectorsAndPlain);
}

#[derive(Clone, Copy)]
struct SidesAlike;

impl Check for SidesAlike {
    /// What a side has counts the same for South as for North: the value for the mover is that of the planes and terms from its view.
    fn check<G: Notation + LevelProfile>(&self, id: GameId, start: &G) {
        let shape = NetworkShape::of(start, id.to_string(), TermsUse::SkipConnection, 16, 4);
        let weights = Weights {
            inputs: vec![0; shape.inputs() * 32],
            hidden: vec![0; 16],
            output: vec![0; 4 * 32],
            constants: vec![0; 4],
            terms: G::WEIGHTS.iter().map(|&weight| weight * 8).collect(),
        };
        let network = Network::new(shape, "the game's own weights", weights).expect("a network");
        let mut random = Random::new(6);
        for position in random_game(start, &mut random).into_iter().chain(random_game(start, &mut random)) {
            assert_eq!(network.evaluate(&position), position.evaluate(), "{id}: {}", position.format_position());
        }
    }
}

#[test]
fn a_network_with_nothing_but_the_weights_of_the_game_is_its_evaluation() {
    check_every(SidesAlike);
}

#[derive(Clone, Copy)]
struct Files;

impl Check for Files {
    fn check<G: Notation + LevelProfile>(&self, id: GameId, start: &G) {
        for terms_use in TermsUse::ALL {
            let network = drawn(start, id, terms_use, 16, 9);
            let bytes = network.format();
            let again = Network::parse(&bytes).expect("what was written");
            assert!(again == network && again.training() == "drawn by chance", "{id}");
            assert_eq!(again.fits::<G>(&id.to_string()), Ok(()));
            assert!(again.fits::<G>("checkers").unwrap_err().to_string().contains("not for checkers"));
        }
    }
}

#[test]
fn files_are_read_back() {
    check_every(Files);
}

/// The smallest network, of a game that is none of ours.
fn small() -> Vec<u8> {
    let shape = NetworkShape {
        game: "x".to_owned(),
        planes: 1,
        terms: 2,
        terms_use: TermsUse::SkipConnection,
        hidden: 16,
        buckets: 1,
        full: 4,
    };
    let weights = Weights {
        inputs: (0..64 * 32).map(|i| i as i16).collect(),
        hidden: vec![1; 16],
        output: vec![2; 32],
        constants: vec![3],
        terms: vec![4, 5],
    };
    Network::new(shape, "made by hand", weights).expect("a network").format()
}

#[test]
fn every_damaged_bit_of_a_file_is_noticed() {
    let bytes = small();
    assert!(Network::parse(&bytes).is_ok());
    for bit in 0..8 * bytes.len() {
        let mut damaged = bytes.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        let error = Network::parse(&damaged).expect_err("damage").to_string();
        assert!(!error.contains('\n') && error.len() < 200, "{error}");
    }
    for length in 0..bytes.len() {
        assert!(Network::parse(&bytes[..length]).is_err(), "{length} bytes");
    }
    assert!(Network::parse(&[&bytes[..], &[0, 0]].concat()).is_err());
}

#[test]
fn what_is_wrong_with_a_file_is_told() {
    let told = |bytes: &[u8]| Network::parse(bytes).expect_err("no network").to_string();
    assert!(told(b"GIF89a").contains("not a network"));
    assert!(told(b"").contains("not a network"));
    let other = String::from_utf8_lossy(&small()[..60]).replace("network 1", "network 2") + "\n\n";
    assert!(told(other.as_bytes()).contains("version"), "{}", told(other.as_bytes()));
    let mut damaged = small();
    *damaged.last_mut().unwrap() ^= 1;
    assert!(told(&damaged).contains("checksum"));
}

#[test]
fn weights_that_could_overflow_are_refused() {
    let Ok(network) = Network::parse(&small()) else { panic!() };
    let shape = network.shape().clone();
    let weights = |output: i16| Weights {
        inputs: vec![0; 64 * 32],
        hidden: vec![0; 16],
        output: vec![output; 32],
        constants: vec![0],
        terms: vec![0; 2],
    };
    assert!(Network::new(shape.clone(), "", weights(127)).is_ok());
    assert!(Network::new(shape.clone(), "", weights(128)).is_err());
    let too_few = Weights { terms: vec![], ..weights(1) };
    assert!(Network::new(shape.clone(), "", too_few).is_err());
    assert!(Network::new(NetworkShape { hidden: 17, ..shape }, "", weights(1)).is_err());
}

#[derive(Clone, Copy)]
struct Exact;

impl Check for Exact {
    fn check<G: Notation + LevelProfile>(&self, id: GameId, start: &G) {
        let network = Arc::new(drawn(start, id, TermsUse::SkipConnection, 32, 4));
        let evaluate = |position: &G| network.evaluate(position);
        let mut engines = [(1, 0), (1, 1), (2, 1)].map(|(threads, hash)| {
            let mut engine = Engine::new(&SearchSettings { threads, hash, params: Some(SearchParams::NONE) });
            engine.set_network(Some(network.clone()));
            engine
        });
        let mut random = Random::new(7);
        let positions: Vec<G> = (0..4).flat_map(|_| random_game(start, &mut random)).collect();
        for (number, position) in positions.into_iter().enumerate() {
            let depth = 1 + number as u32 % 2;
            let expected = reference::minimax(&position, depth, &evaluate);
            for engine in &mut engines {
                let found =
                    engine.search(&position, &Limits::depth(depth).into(), &AtomicBool::new(false), &mut |_| {});
                assert_eq!(found.score, expected, "{id}, depth {depth}: {}", position.format_position());
            }
        }
    }
}

#[test]
fn without_shortcuts_the_search_is_minimax_over_the_network() {
    check_every(Exact);
}

#[derive(Clone, Copy)]
struct SameNodes;

impl Check for SameNodes {
    fn check<G: Notation + LevelProfile>(&self, id: GameId, start: &G) {
        let network = drawn(start, id, TermsUse::SkipConnection, 64, 2);
        let nodes = |network: Network| {
            let mut engine = Engine::new(&SearchSettings { threads: 1, hash: 1, params: None });
            engine.set_network(Some(Arc::new(network)));
            engine.search(start, &Limits::depth(6).into(), &AtomicBool::new(false), &mut |_| {}).nodes
        };
        assert_eq!(nodes(network.clone()), nodes(network.scalar()), "{id}");
    }
}

/// The signature of a search does not depend on the instructions of the machine.
#[test]
fn a_search_visits_the_same_positions_with_and_without_vector_instructions() {
    check_every(SameNodes);
}

#[test]
fn another_network_makes_an_engine_forget() {
    let start = skirmish_games::HiYa::start();
    let id = GameId::parse("hiya").expect("a game");
    let mut engine = Engine::new(&SearchSettings { threads: 1, hash: 1, params: None });
    let search = |engine: &mut Engine<_>| {
        let found = engine.search(&start, &Limits::depth(7).into(), &AtomicBool::new(false), &mut |_| {});
        (found.nodes, found.score)
    };
    let first = search(&mut engine);
    engine.set_network(Some(Arc::new(drawn(&start, id, TermsUse::SkipConnection, 32, 2))));
    assert_ne!(search(&mut engine), first);
    engine.set_network(None);
    assert_eq!(search(&mut engine), first);
    assert_eq!(start.outcome(), None);
}
