//! Proofs of forced wins by plain search with memory: no evaluation, no pruning but the first answer. What it finds is exact.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use skirmish_board::{LevelProfile, Move, MoveList, Notation, Outcome, Position, Side};
use skirmish_games::{GameId, Visitor};

use crate::any_game::{AnyGame, downcast};

/// What a proof says about a side's win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// The side forces a win in so many plies, and no sooner; plies are counted as by the search.
    WinsIn(u32),
    /// The other side can prevent a win within so many plies; what comes later is not known.
    NotWithin(u32),
    /// The other side can prevent a win for good.
    Never,
}

impl Proof {
    /// The plies of a proven win.
    pub fn wins_in(self) -> Option<u32> {
        match self {
            Proof::WinsIn(plies) => Some(plies),
            Proof::NotWithin(_) | Proof::Never => None,
        }
    }
}

/// Proves forced wins in positions of one game, and remembers what it has proven.
pub struct Prover(Box<dyn ErasedProver>);

impl Prover {
    /// A prover for a game, without memory yet.
    pub fn new(game: GameId) -> Prover {
        Prover(game.visit(NewProver))
    }

    /// Whether a side forces a win within so many plies, and in how many. Takes the visited positions from `nodes`; `None` if these are
    /// not enough, or if the position is another game's.
    pub fn prove(&mut self, game: &dyn AnyGame, winner: Side, plies: u32, nodes: &mut u64) -> Option<Proof> {
        self.0.prove(game, winner, plies, nodes)
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.0.clear();
    }
}

trait ErasedProver: Send {
    fn prove(&mut self, game: &dyn AnyGame, winner: Side, plies: u32, nodes: &mut u64) -> Option<Proof>;
    fn clear(&mut self);
}

struct NewProver;

impl Visitor for NewProver {
    type Output = Box<dyn ErasedProver>;

    fn visit<G: Notation + LevelProfile>(self, _: G) -> Box<dyn ErasedProver> {
        Box::new(TypedProver::<G> { memory: ProofMemory::default(), game: std::marker::PhantomData })
    }
}

struct TypedProver<G> {
    memory: ProofMemory,
    game: std::marker::PhantomData<fn() -> G>,
}

impl<G: Notation + LevelProfile> ErasedProver for TypedProver<G> {
    fn prove(&mut self, game: &dyn AnyGame, winner: Side, plies: u32, nodes: &mut u64) -> Option<Proof> {
        self.memory.prove(downcast::<G>(game)?, winner, plies.min(u32::from(G::MAX_PLIES)) as u16, nodes)
    }

    fn clear(&mut self) {
        self.memory = ProofMemory::default();
    }
}

/// Zobrist keys are hashes already.
#[derive(Default)]
pub(crate) struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0 = bytes.iter().fold(self.0, |hash, &byte| hash.rotate_left(8) ^ u64::from(byte));
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

/// What is known of a side's win in a position.
#[derive(Clone, Copy)]
struct Known {
    /// It wins within so many plies; `u16::MAX` if that is not known.
    won_within: u16,
    /// It does not win within so many plies; `u16::MAX` if it never does.
    not_within: u16,
    /// The move that decided last.
    best: Option<Move>,
}

const UNKNOWN: Known = Known { won_within: u16::MAX, not_within: 0, best: None };

/// The answer of a bounded search.
#[derive(Clone, Copy, PartialEq, Eq)]
enum BoundedAnswer {
    Won,
    NotYet,
    Never,
}

/// What has been proven about the positions of one game.
#[derive(Default)]
pub(crate) struct ProofMemory {
    /// By the key of the position, for each side as the winner.
    known: [HashMap<u64, Known, BuildHasherDefault<KeyHasher>>; 2],
}

impl ProofMemory {
    /// See [`Prover::prove`].
    pub(crate) fn prove<P: Position>(
        &mut self,
        position: &P,
        winner: Side,
        plies: u16,
        nodes: &mut u64,
    ) -> Option<Proof> {
        let mut search = ProofSearch { winner, nodes, known: &mut self.known[winner.index()] };
        for limit in 0..=plies {
            match search.within(position, limit)? {
                BoundedAnswer::Won => return Some(Proof::WinsIn(limit.into())),
                BoundedAnswer::Never => return Some(Proof::Never),
                BoundedAnswer::NotYet => {}
            }
        }
        Some(Proof::NotWithin(plies.into()))
    }
}

struct ProofSearch<'a> {
    winner: Side,
    /// The nodes that are left.
    nodes: &'a mut u64,
    known: &'a mut HashMap<u64, Known, BuildHasherDefault<KeyHasher>>,
}

impl ProofSearch<'_> {
    /// Whether the winner forces its win within so many plies. `None` if no nodes are left.
    fn within<P: Position>(&mut self, position: &P, plies: u16) -> Option<BoundedAnswer> {
        *self.nodes = self.nodes.checked_sub(1)?;
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        if moves.is_empty() {
            let is_won = position.outcome() == Some(Outcome::Win(self.winner));
            return Some(if is_won { BoundedAnswer::Won } else { BoundedAnswer::Never });
        }
        let is_own = position.side_to_move() == self.winner;
        // The best move is refused, so a turn needs a second one as good; with one legal move it is lost.
        let needed = if position.is_proposal_turn() { 2 } else { 1 };
        if moves.len() < needed {
            return Some(if is_own { BoundedAnswer::Never } else { BoundedAnswer::Won });
        }
        if plies == 0 {
            return Some(BoundedAnswer::NotYet);
        }
        let known = self.known.get(&position.key()).copied().unwrap_or(UNKNOWN);
        if known.won_within <= plies {
            return Some(BoundedAnswer::Won);
        } else if known.not_within == u16::MAX {
            return Some(BoundedAnswer::Never);
        } else if known.not_within >= plies {
            return Some(BoundedAnswer::NotYet);
        }
        let (answer, best) = self.try_moves(position, &moves, known.best, needed, plies)?;
        let mut now = Known { best: best.or(known.best), ..known };
        match answer {
            BoundedAnswer::Won => now.won_within = plies,
            BoundedAnswer::NotYet => now.not_within = plies,
            BoundedAnswer::Never => now.not_within = u16::MAX,
        }
        self.known.insert(position.key(), now);
        Some(answer)
    }

    /// The answer of the moves, the one that decided last time first, and the move that decided.
    fn try_moves<P: Position>(
        &mut self,
        position: &P,
        moves: &[Move],
        first: Option<Move>,
        needed: usize,
        plies: u16,
    ) -> Option<(BoundedAnswer, Option<Move>)> {
        let is_own = position.side_to_move() == self.winner;
        let (mut won, mut not_yet, mut never) = (0, 0, 0);
        for mv in first.into_iter().chain(moves.iter().copied().filter(|&mv| Some(mv) != first)) {
            let mut next = position.clone();
            next.play_accepted(mv);
            match self.within(&next, plies - 1)? {
                BoundedAnswer::Won => won += 1,
                BoundedAnswer::NotYet => not_yet += 1,
                BoundedAnswer::Never => never += 1,
            }
            if is_own && won == needed {
                return Some((BoundedAnswer::Won, Some(mv)));
            }
            if !is_own && never == needed {
                return Some((BoundedAnswer::Never, Some(mv)));
            }
            // Whether the win never comes is found once the limit is high enough.
            if !is_own && not_yet + never == needed {
                return Some((BoundedAnswer::NotYet, Some(mv)));
            }
        }
        Some(match is_own {
            true if won + not_yet < needed => (BoundedAnswer::Never, None),
            true => (BoundedAnswer::NotYet, None),
            false => (BoundedAnswer::Won, None),
        })
    }
}

#[cfg(test)]
mod tests {
    use skirmish_board::{Random, score};
    use skirmish_search::reference;

    use super::*;
    use crate::new_game;

    /// Plain minimax, which has no memory, agrees about wins and their lengths, accept and refuse included.
    #[test]
    fn plain_minimax_agrees() {
        struct Compare<'a>(&'a dyn AnyGame, u32);
        impl Visitor for Compare<'_> {
            type Output = Option<i32>;
            fn visit<G: Notation + LevelProfile>(self, _: G) -> Option<i32> {
                score::proven_plies(reference::minimax(downcast::<G>(self.0).unwrap(), self.1, &|_| 0))
            }
        }
        let mut random = Random::new(5);
        for id in GameId::all() {
            let (mut compared, mut won) = (0, 0);
            let mut prover = Prover::new(id);
            while compared < 60 {
                let mut game = new_game(id);
                while game.outcome().is_none() {
                    let actions = game.legal_actions();
                    if actions.len() < 12 && random.below(4) == 0 {
                        let expected = id.visit(Compare(&*game, 3));
                        let side = game.side_to_move();
                        let mut prove = |side| prover.prove(&*game, side, 3, &mut 1_000_000).unwrap().wins_in();
                        let found = match (prove(side), prove(side.opposite())) {
                            (Some(plies), None) => Some(plies as i32),
                            (None, Some(plies)) => Some(-(plies as i32)),
                            _ => None,
                        };
                        assert_eq!(found, expected, "{id}: {}", game.position());
                        compared += 1;
                        won += usize::from(found.is_some());
                    }
                    game.perform(&actions[random.below(actions.len())]);
                }
            }
            assert!(won > 3, "{id}: {won} of {compared}");
        }
    }

    #[test]
    fn nodes_are_a_limit_and_what_never_wins_is_known() {
        let id = GameId::parse("oska").unwrap();
        let game = new_game(id);
        let mut prover = Prover::new(id);
        let mut nodes = 50;
        assert_eq!(prover.prove(&*game, game.side_to_move(), 20, &mut nodes), None);
        assert_eq!(nodes, 0);
        // White wins the small board, so Black never does.
        prover.clear();
        let mut all = u64::MAX;
        let wins = prover.prove(&*game, game.side_to_move(), 99, &mut all);
        assert!(matches!(wins, Some(Proof::WinsIn(_))), "{wins:?}");
        assert_eq!(prover.prove(&*game, game.side_to_move().opposite(), 99, &mut all), Some(Proof::Never));
    }
}
