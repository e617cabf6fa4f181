//! What must hold of every position, checked on known counts and on many random games.

use skirmish_board::{MoveList, Notation, Position, Random, perft};

use super::GasTank;
use crate::test_boards::random_game;

#[test]
fn the_start_has_the_known_numbers_of_lines() {
    for (depth, lines) in [(0, 1), (1, 38), (2, 1_435), (3, 53_557), (4, 1_984_594)] {
        assert_eq!(perft(&GasTank::start(), depth), lines, "depth {depth}");
    }
}

/// A board with a full piece on every square plays longest, and still ends in time.
#[test]
fn crammed_boards_fit_the_list_and_end_within_the_limit() {
    let row = "/q3q3q3q3Q3Q3Q3Q3";
    let crammed = format!("K3Q3Q3Q3Q3Q3Q3Q3{}/q3q3q3q3q3q3q3k3 s", row.repeat(5));
    let position = GasTank::start().parse_position(&crammed).unwrap();
    let mut random = Random::new(1);
    for _ in 0..200 {
        let check = |position: &GasTank, moves: &MoveList| assert_eq!(position.count_moves(), moves.len());
        let plies = random_game(position, &mut random, check);
        assert!(plies <= GasTank::MAX_PLIES);
    }
}

/// The key holds what decides the future: side, squares, kinds and gas.
#[test]
fn the_key_tells_futures_apart() {
    let key = |text: &str| GasTank::start().parse_position(text).unwrap().key();
    let base = "-------K3/--------/--------/---n2----/--------/--------/k1------- s";
    for (old, new) in [("n2", "n1"), ("n2", "n3"), ("n2", "n0"), ("n2", "N2"), ("n2", "b2"), ("n2", "-"), (" s", " n")]
    {
        assert_ne!(key(base), key(&base.replace(old, new)), "{old} {new}");
    }
    for (old, new) in [("k1", "k0"), ("k1", "k2"), ("K3", "K0"), ("---n2----", "----n2---")] {
        assert_ne!(key(base), key(&base.replace(old, new)), "{old} {new}");
    }
}

/// A piece without gas never moves again and both sides may take it: what it was and whose is no part of the future.
#[test]
fn the_key_tells_wrecks_not_apart_but_kings() {
    let position = |piece: &str| {
        let text = format!("Q1------K3/--------/--------/---{piece}----/--------/--n2-----/k1-----b2- s");
        GasTank::start().parse_position(&text).unwrap()
    };
    let wreck = position("n0");
    for other in ["b0", "q0", "N0", "B0", "Q0"].map(position) {
        assert_eq!(wreck.key(), other.key());
        assert_eq!(perft(&wreck, 4), perft(&other, 4));
    }
    let key = |text: &str| GasTank::start().parse_position(text).unwrap().key();
    let kings = "-------K0/--------/--------/--------/--------/--------/k0------- s";
    assert_ne!(key(kings), key(&kings.replace("K0", "k0").replace("k0-------", "K0-------")));
    assert_ne!(key(kings), key(&kings.replace("k0", "n0")));
}
