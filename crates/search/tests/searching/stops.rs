//! A search that is told to stop visits no further positions, in every game, at any moment.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::SeqCst};

use skirmish_board::{Evaluate, LevelProfile, Move, MoveList, Notation, Outcome, Position, Random, Score, Side};
use skirmish_games::{GameId, Visitor};
use skirmish_search::{Engine, Limits, SearchSettings};

/// The positions of any game as one type, so that the search is compiled once, with a count of the positions visited and the
/// moment at which to raise the flag.
#[derive(Clone)]
struct Watched {
    inner: Arc<dyn Inner>,
    watch: Arc<Watch>,
}

struct Watch {
    visited: AtomicU64,
    raise_at: u64,
    stop: AtomicBool,
    /// Positions visited with the flag raised. Those between `raise_at` and the raising do not count: a busy machine may let
    /// the other threads visit many in that moment.
    late: AtomicU64,
}

/// What is asked of a position behind its type.
trait Inner: Send + Sync {
    fn side_to_move(&self) -> Side;
    fn outcome(&self) -> Option<Outcome>;
    fn legal_moves(&self, moves: &mut MoveList);
    fn after(&self, mv: Move, standing: bool) -> Arc<dyn Inner>;
    fn key(&self) -> u64;
    fn proposes(&self) -> bool;
    fn answers(&self) -> Option<[Move; 2]>;
    fn evaluate(&self) -> Score;
    fn noise(&self, mv: Move) -> (bool, Score);
    fn threatened(&self) -> bool;
}

impl<G: Notation + Evaluate> Inner for G {
    fn side_to_move(&self) -> Side {
        Position::side_to_move(self)
    }
    fn outcome(&self) -> Option<Outcome> {
        Position::outcome(self)
    }
    fn legal_moves(&self, moves: &mut MoveList) {
        Position::legal_moves(self, moves);
    }
    fn after(&self, mv: Move, standing: bool) -> Arc<dyn Inner> {
        let mut next = self.clone();
        if standing {
            next.play_accepted(mv)
        } else {
            next.play(mv)
        }
        Arc::new(next)
    }
    fn key(&self) -> u64 {
        Position::key(self)
    }
    fn proposes(&self) -> bool {
        Position::is_proposal_turn(self)
    }
    fn answers(&self) -> Option<[Move; 2]> {
        Position::accept_refuse(self)
    }
    fn evaluate(&self) -> Score {
        Evaluate::evaluate(self)
    }
    fn noise(&self, mv: Move) -> (bool, Score) {
        (self.is_noisy(mv), self.exchange_gain(mv))
    }
    fn threatened(&self) -> bool {
        Evaluate::threatened(self)
    }
}

impl PartialEq for Watched {
    fn eq(&self, other: &Watched) -> bool {
        self.inner.key() == other.inner.key()
    }
}

impl Eq for Watched {}

impl std::fmt::Debug for Watched {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "position {:x}", self.inner.key())
    }
}

impl Position for Watched {
    const MAX_PLIES: u16 = u16::MAX;

    fn side_to_move(&self) -> Side {
        self.inner.side_to_move()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.inner.outcome()
    }

    /// The search asks for the moves of each position that it visits, once.
    fn legal_moves(&self, moves: &mut MoveList) {
        if self.watch.stop.load(SeqCst) {
            self.watch.late.fetch_add(1, SeqCst);
        } else if self.watch.visited.fetch_add(1, SeqCst) + 1 == self.watch.raise_at {
            self.watch.stop.store(true, SeqCst);
        }
        self.inner.legal_moves(moves);
    }

    fn play(&mut self, mv: Move) {
        self.inner = self.inner.after(mv, false);
    }

    fn play_accepted(&mut self, mv: Move) {
        self.inner = self.inner.after(mv, true);
    }

    fn key(&self) -> u64 {
        self.inner.key()
    }

    fn is_proposal_turn(&self) -> bool {
        self.inner.proposes()
    }

    fn accept_refuse(&self) -> Option<[Move; 2]> {
        self.inner.answers()
    }
}

impl Evaluate for Watched {
    const HISTORY_SIZE: usize = 2 * 64;
    const WEIGHTS: &'static [i16] = &[];

    fn terms(&self, _: &mut impl FnMut(usize, i32)) {}

    fn evaluate(&self) -> Score {
        self.inner.evaluate()
    }

    fn is_noisy(&self, mv: Move) -> bool {
        self.inner.noise(mv).0
    }

    fn exchange_gain(&self, mv: Move) -> Score {
        self.inner.noise(mv).1
    }

    fn threatened(&self) -> bool {
        self.inner.threatened()
    }
}

struct Start;

impl Visitor for Start {
    type Output = Arc<dyn Inner>;

    fn visit<G: Notation + LevelProfile>(self, start: G) -> Arc<dyn Inner> {
        Arc::new(start)
    }
}

/// Every game, at the smallest, a middle and the largest of its sizes.
fn boards() -> Vec<GameId> {
    let sizes = |game: GameId| match &game.info().sizes {
        None => vec![game],
        Some(sizes) => [*sizes.start(), sizes.start() + 1, 8, 12, *sizes.end()]
            .iter()
            .filter_map(|size| GameId::parse(&format!("{}:{size}", game.info().id)).ok())
            .collect(),
    };
    GameId::all().flat_map(sizes).collect()
}

#[test]
fn no_position_is_visited_after_a_stop() {
    let mut random = Random::new(7);
    for game in boards() {
        for threads in [1, 2] {
            for _ in 0..5 {
                let raise_at = 1 + random.below(20_000) as u64;
                let [visited, late] = [AtomicU64::new(0), AtomicU64::new(0)];
                let watch = Arc::new(Watch { visited, raise_at, stop: AtomicBool::new(false), late });
                let position = Watched { inner: game.visit(Start), watch: watch.clone() };
                let settings = SearchSettings { threads, hash: 4, params: None };
                let found =
                    Engine::new(&settings).search(&position, &Limits::default().into(), &watch.stop, &mut |_| {});
                let late = watch.late.load(SeqCst);
                // Each thread may be in the middle of one.
                assert!(late <= threads as u64, "{game}, {threads} threads: {late} positions after the stop");
                assert!(found.best.is_some(), "{game}: stopped, and still there is a move");
            }
        }
    }
}
