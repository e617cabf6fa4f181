//! The solved boards, against plain minimax and against themselves.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use skirmish_board::{Move, MoveList, Notation, Outcome, Position, Side};

use super::start;
use crate::oska::{Oska, Solution};
use crate::zobrist::mix;

/// With 4 pieces per side, counting mirror images once.
const POSITIONS: u64 = 1_157_676;

fn solution(threads: usize) -> Solution {
    Solution::solve(4, threads, &|_, _| {}, &AtomicBool::new(false)).unwrap()
}

fn after_each_move(position: &Oska<u64>) -> Vec<(Move, Oska<u64>)> {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    let play = |&mv| {
        let mut next = *position;
        next.play(mv);
        (mv, next)
    };
    moves.iter().map(play).collect()
}

/// The better result for a side.
fn better(a: Outcome, b: Outcome, side: Side) -> Outcome {
    if a == Outcome::Win(side) || b == Outcome::Win(side.opposite()) { a } else { b }
}

/// Plain minimax that remembers.
fn minimax(position: &Oska<u64>, known: &mut HashMap<u64, Outcome>) -> Outcome {
    if let Some(outcome) = position.outcome() {
        return outcome;
    }
    if let Some(&outcome) = known.get(&position.key()) {
        return outcome;
    }
    let side = position.side_to_move();
    let mut best = Outcome::Win(side.opposite());
    for (_, next) in after_each_move(position) {
        best = better(best, minimax(&next, known), side);
        if best == Outcome::Win(side) {
            break;
        }
    }
    known.insert(position.key(), best);
    best
}

/// A position with random pieces on random squares.
fn random_position(size: u8, seed: &mut u64) -> Oska<u64> {
    let mut random = |below: usize| {
        *seed = mix(*seed);
        *seed as usize % below
    };
    let side = if random(2) == 0 { Side::South } else { Side::North };
    let mut position = Oska::empty(Oska::<u64>::start(size).geometry, side);
    let squares = position.geometry.board().count_ones() as usize;
    for side in Side::BOTH {
        for _ in 0..1 + random(size.into()) {
            let square = random(squares);
            if position.owner(square).is_none() {
                position.toggle(square, side);
            }
        }
    }
    position
}

#[test]
fn the_solution_of_four_pieces_is_that_of_plain_minimax() {
    let solution = solution(2);
    let mut known = HashMap::new();
    let value = minimax(&start(), &mut known);
    let mut reached = vec![start()];
    let mut seen = HashSet::new();
    while let Some(position) = reached.pop() {
        if seen.insert(position.key()) {
            assert_eq!(solution.value(&position), Some(minimax(&position, &mut known)), "{position:?}");
            reached.extend(after_each_move(&position).into_iter().map(|(_, next)| next));
        }
    }
    assert_eq!(value, Outcome::Win(Side::North));
    let mut seed = 4;
    for _ in 0..300_000 {
        let position = random_position(4, &mut seed);
        assert_eq!(solution.value(&position), Some(minimax(&position, &mut known)), "{position:?}");
    }
}

#[test]
fn with_four_pieces_the_first_player_wins_by_four_first_moves() {
    let solution = solution(1);
    assert_eq!(solution.size(), 4);
    assert_eq!(solution.value(&start()), Some(Outcome::Win(Side::North)));
    let mut winning: Vec<String> = after_each_move(&start())
        .into_iter()
        .filter(|(_, next)| solution.value(next) == Some(Outcome::Win(Side::North)))
        .map(|(mv, _)| start().format_move(mv))
        .collect();
    winning.sort();
    assert_eq!(winning, ["A5A4", "B5B4", "C5B4", "D5C4"]);
    assert_eq!(solution.value(&Oska::start(5)), None, "another board");
}

#[test]
fn solutions_do_not_depend_on_threads_and_progress_ends_with_all() {
    let (last, calls) = (AtomicU64::new(0), AtomicU64::new(0));
    let progress = |done: u64, total: u64| {
        assert!(done <= total && total == POSITIONS);
        last.fetch_max(done, Relaxed);
        calls.fetch_add(1, Relaxed);
    };
    let two = Solution::solve(4, 2, &progress, &AtomicBool::new(false)).unwrap();
    assert_eq!(last.into_inner(), POSITIONS);
    assert!(calls.into_inner() > 100);
    assert!(two.as_bytes() == solution(1).as_bytes());
}

#[test]
fn solving_stops_when_told() {
    let stop = AtomicBool::new(false);
    let progress = |done: u64, _| stop.store(done > 100_000, Relaxed);
    assert!(Solution::solve(4, 2, &progress, &stop).is_none());
    assert!(Solution::solve(5, 2, &|_, _| {}, &AtomicBool::new(true)).is_none());
}

#[test]
fn stored_solutions_are_read_back_and_damaged_ones_refused() {
    let solution = solution(2);
    let bytes = solution.as_bytes();
    let read = Solution::from_bytes(bytes.to_vec()).unwrap();
    assert!(read.as_bytes() == bytes && read.value(&start()) == Some(Outcome::Win(Side::North)));
    let refused = |bytes: Vec<u8>, reason: &str| {
        let error = Solution::from_bytes(bytes).err().unwrap().to_string();
        assert_eq!(error, format!("not a stored solution: {reason}"));
    };
    for length in [0, 1, 31] {
        refused(bytes[..length].to_vec(), "it is too short");
    }
    for length in [32, 33, bytes.len() / 2, bytes.len() - 1] {
        refused(bytes[..length].to_vec(), "its length is wrong");
    }
    refused([bytes, &[0]].concat(), "its length is wrong");
    let changed = |place: usize, bit: u32| {
        let mut changed = bytes.to_vec();
        changed[place] ^= 1 << bit;
        changed
    };
    for place in 0..32 {
        assert!(Solution::from_bytes(changed(place, 0)).is_err(), "byte {place} of the header");
    }
    refused(changed(0, 0), "it does not start like one of this version");
    refused(changed(7, 1), "it does not start like one of this version");
    refused(changed(8, 3), "boards of its size cannot be solved");
    refused(changed(8, 0), "its length is wrong");
    for i in 0..200 {
        let place = 32 + mix(i) as usize % (bytes.len() - 32);
        refused(changed(place, (i % 8) as u32), "its checksum is wrong");
    }
    refused(changed(bytes.len() - 1, 7), "its checksum is wrong");
}
