//! Retrograde analysis: the value of every position.
//!
//! A capture leads to fewer pieces and a step to more rows advanced in total. So slices are solved with few pieces first, both
//! slices with the same numbers of pieces together, and the positions in them by their progress, most first. Then every position is
//! the best of positions already solved. Those of equal progress do not depend on each other, since passes are looked through.
//!
//! One set of enemies is combined with many sets of the mover, because all its steps lead to positions in one block.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, AtomicUsize, Ordering::Relaxed};

use skirmish_board::{MoveList, Position, Side};

use super::super::{Oska, PASS};
use super::candidate_moves::{CandidateMove, Own, candidates};
use super::index::{CHOICES, Enemies, Index, MAX_PIECES, NOWHERE, RankSteps, SQUARES, Set};
use super::value::SolvedValue;

/// The most sets of the mover combined with one set of enemies: enough to share the work for the enemies, and few enough for their
/// blocks to stay in the cache.
const CHUNK: usize = 1024;

/// With fewer positions than this, other threads are not started.
const FEW_POSITIONS: usize = 20_000;

/// A task for one thread: some sets of the mover against all enemies of a certain progress.
struct SolverTask {
    own: usize,
    enemies: usize,
    blocks: Range<usize>,
    against: Range<usize>,
}

pub(super) struct RetrogradeSolver<'a> {
    index: &'a Index,
    /// By number of pieces, less one.
    own: Vec<(Vec<Own>, Vec<CandidateMove>)>,
    /// Bytes of four values. Blocks share no bytes, and among positions of equal progress each block belongs to one task: no
    /// two threads write the same byte. Values read meanwhile were written before, but may share a byte with one that is being
    /// written, so the bytes are atomic. Threads are joined before their values are needed.
    values: &'a [AtomicU8],
    threads: usize,
    done: AtomicU64,
    progress: &'a (dyn Fn(u64, u64) + Sync),
    stop: &'a AtomicBool,
}

impl<'a> RetrogradeSolver<'a> {
    pub(super) fn new(
        index: &'a Index,
        values: &'a [AtomicU8],
        threads: usize,
        progress: &'a (dyn Fn(u64, u64) + Sync),
        stop: &'a AtomicBool,
    ) -> RetrogradeSolver<'a> {
        let most = usize::from(index.geometry.size());
        let own = (1..=most).map(|count| candidates(index, count)).collect();
        RetrogradeSolver { index, own, values, threads: threads.max(1), done: AtomicU64::new(0), progress, stop }
    }

    /// Computes all values. Returns `false` if it was stopped.
    pub(super) fn run(&self) -> bool {
        let most = usize::from(self.index.geometry.size());
        for pieces in 2..=2 * most {
            for fewer in pieces.saturating_sub(most).max(1)..=pieces / 2 {
                let more = pieces - fewer;
                for progress in (0..=self.index.most_progress(pieces)).rev() {
                    let mut tasks = self.tasks(fewer, more, progress);
                    if fewer < more {
                        tasks.extend(self.tasks(more, fewer, progress));
                    }
                    self.run_tasks(&tasks);
                    if self.stop.load(Relaxed) {
                        return false;
                    }
                }
            }
        }
        true
    }

    /// The positions of a slice with the same progress.
    fn tasks(&self, own: usize, enemies: usize, progress: usize) -> Vec<SolverTask> {
        let mut tasks = Vec::new();
        let (own_sets, enemy_sets) = (self.index.sets(own), self.index.sets(enemies));
        let least = progress.saturating_sub(self.index.most_progress(enemies));
        for own_progress in least..=progress.min(self.index.most_progress(own)) {
            let rest = progress - own_progress;
            let end = own_sets.canonical_from[own_progress + 1];
            let against = enemy_sets.enemies_from[rest]..enemy_sets.enemies_from[rest + 1];
            for start in (own_sets.canonical_from[own_progress]..end).step_by(CHUNK) {
                tasks.push(SolverTask {
                    own,
                    enemies,
                    blocks: start..end.min(start + CHUNK),
                    against: against.clone(),
                });
            }
        }
        tasks
    }

    fn run_tasks(&self, tasks: &[SolverTask]) {
        let next = AtomicUsize::new(0);
        let run_tasks = || {
            while let Some(task) = tasks.get(next.fetch_add(1, Relaxed))
                && !self.stop.load(Relaxed)
            {
                let done = self.perform(task);
                (self.progress)(self.done.fetch_add(done, Relaxed) + done, self.index.positions());
            }
        };
        let pairs: usize = tasks.iter().map(|task| task.blocks.len() * task.against.len()).sum();
        if self.threads == 1 || pairs < FEW_POSITIONS {
            return run_tasks();
        }
        std::thread::scope(|scope| {
            for _ in 1..self.threads.min(tasks.len()) {
                scope.spawn(run_tasks);
            }
            run_tasks();
        });
    }

    /// Computes all positions of a task. Returns their number.
    fn perform(&self, task: &SolverTask) -> u64 {
        let (owns, candidates) = &self.own[task.own - 1];
        let slice = self.index.slice(task.own, task.enemies);
        let mut replies = Replies::new();
        let mut moves = MoveList::new();
        let mut done = 0;
        for enemies in &self.index.sets(task.enemies).enemies[task.against.clone()] {
            replies.prepare(self.index, enemies, task.own);
            let arrived = u64::from(enemies.set) & self.index.geometry.way(Side::South) == 0;
            for (block, own) in task.blocks.clone().zip(&owns[task.blocks.clone()]) {
                if own.set & enemies.set != 0 {
                    continue;
                }
                let plain = task.enemies > 1 && !arrived && !own.done;
                let candidates = &candidates[own.candidates.start as usize..own.candidates.end as usize];
                let quick = if plain { self.best(candidates, enemies.set, &replies) } else { None };
                let value = quick.unwrap_or_else(|| self.by_rules(&self.position(own.set, enemies.set), &mut moves));
                let rank = own.rank(enemies);
                let byte = &self.values[slice.block(block as u32) + rank / 4];
                byte.store(byte.load(Relaxed) | value.bits() << (rank % 4 * 2), Relaxed);
                done += 1;
            }
        }
        done
    }

    /// The value of the best move, if there is one.
    #[inline]
    fn best(&self, candidates: &[CandidateMove], enemies: Set, replies: &Replies) -> Option<SolvedValue> {
        let mut best = None;
        for candidate in candidates {
            if enemies & candidate.decisive != candidate.held {
                continue;
            }
            let reply = if candidate.over != NOWHERE { replies.without(candidate.over) } else { &replies.all };
            let squares = &candidate.after[reply.mirrored];
            let rank: usize =
                (0..MAX_PIECES).map(|i| usize::from(reply.steps[usize::from(squares[i]) % SQUARES][i])).sum();
            let bits = self.values[reply.block + rank / 4].load(Relaxed) >> (rank % 4 * 2) & 3;
            let value = SolvedValue::from_bits(bits).opposite();
            if value == SolvedValue::WIN {
                return Some(value);
            }
            best = best.max(Some(value));
        }
        best
    }

    /// A position with the side to move going down.
    fn position(&self, own: Set, enemies: Set) -> Oska<u64> {
        // The key is not used.
        Oska { sides: [enemies.into(), own.into()], key: 0, geometry: self.index.geometry, side: Side::North }
    }

    /// The value by the rules of the game, for the special cases: finished games, passes and last pieces.
    fn by_rules(&self, position: &Oska<u64>, moves: &mut MoveList) -> SolvedValue {
        if let Some(outcome) = position.outcome() {
            return SolvedValue::of(outcome, position.side_to_move());
        }
        moves.clear();
        position.legal_moves(moves);
        let mut best = SolvedValue::LOSS;
        for i in 0..moves.len() {
            let mut next = *position;
            next.play(moves[i]);
            let value = match next.outcome() {
                Some(outcome) => SolvedValue::of(outcome, position.side_to_move()),
                // The only move.
                None if moves[i] == PASS => return self.by_rules(&next, moves).opposite(),
                None => self.lookup(&next).opposite(),
            };
            best = best.max(value);
        }
        best
    }

    fn lookup(&self, position: &Oska<u64>) -> SolvedValue {
        let (own, enemies) = super::normal(self.index, position);
        let (byte, shift) = self.index.locate(own, enemies);
        SolvedValue::from_bits(self.values[byte].load(Relaxed) >> shift & 3)
    }
}

/// A set of enemies to move: their block, and how the ranks of the pieces against them are computed.
#[derive(Clone)]
struct ReplyBlock {
    block: usize,
    mirrored: usize,
    steps: [RankSteps; SQUARES],
}

/// The enemies after any move: all of them, or one captured.
struct Replies {
    all: ReplyBlock,
    fewer: [ReplyBlock; MAX_PIECES],
    /// For the square of each enemy, the index of the set without it in `fewer`.
    slots: [u8; SQUARES],
}

impl Replies {
    fn new() -> Replies {
        let reply = ReplyBlock { block: 0, mirrored: 0, steps: [CHOICES[0]; SQUARES] };
        Replies { all: reply.clone(), fewer: std::array::from_fn(|_| reply.clone()), slots: [0; SQUARES] }
    }

    /// Prepares a set of enemies against a number of pieces.
    fn prepare(&mut self, index: &Index, enemies: &Enemies, pieces: usize) {
        self.all.prepare(index, enemies.set, pieces);
        let count = enemies.set.count_ones() as usize;
        if count > 1 {
            for (slot, &square) in enemies.list[..count].iter().enumerate() {
                self.slots[usize::from(square)] = slot as u8;
                self.fewer[slot].prepare(index, enemies.set ^ 1 << square, pieces);
            }
        }
    }

    #[inline]
    fn without(&self, square: u8) -> &ReplyBlock {
        &self.fewer[usize::from(self.slots[usize::from(square) % SQUARES])]
    }
}

impl ReplyBlock {
    fn prepare(&mut self, index: &Index, enemies: Set, pieces: usize) {
        let set = Index::moved(enemies, &index.turned);
        let home = index.home(set);
        self.block = index.slice(set.count_ones() as usize, pieces).block(home.block);
        self.mirrored = home.mirrored.into();
        let mut free = 0;
        for &square in &index.views[self.mirrored] {
            self.steps[usize::from(square)] = CHOICES[free];
            free += usize::from(enemies >> square & 1 == 0);
        }
    }
}
