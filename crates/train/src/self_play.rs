//! Self-play games from random openings.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use skirmish_board::{Evaluate, Move, MoveList, Notation, Outcome, Side, TextError, score};
use skirmish_games::GameId;
use skirmish_play::{AnyEngine, EngineOptions, Evaluator, from_position};
use skirmish_search::{Limits, SearchSettings};

use crate::games_file::TrainingGame;

/// The plies of a random opening.
const OPENING_PLIES: std::ops::RangeInclusive<usize> = 3..=14;

/// An opening is fair if the first search scores it within this, for either side.
const MAX_OPENING_SCORE: i32 = 400;

/// The maximum number of openings tried for a game.
const MAX_OPENING_TRIES: usize = 1000;

/// The hash size of a player in megabytes; small, since it is cleared for every game.
const HASH_MB: usize = 2;

/// How the games are played.
#[derive(Clone, Debug)]
pub struct SelfPlay {
    /// The game.
    pub game: GameId,
    /// Nodes per move.
    pub nodes: u64,
    /// The seed; with its number it determines each game.
    pub seed: u64,
    /// Games at the same time. They change only the order of finishing.
    pub threads: usize,
    /// The evaluator of both players.
    pub evaluator: Evaluator,
}

impl SelfPlay {
    /// Plays the games with these numbers, in this order, and passes each to `save` when it is finished, until all are played, the
    /// time is over or `save` fails. Started games are finished.
    ///
    /// `start` is the start position of the game.
    pub fn play<P: Notation + Evaluate>(
        &self,
        start: &P,
        numbers: &[u32],
        until: Option<Instant>,
        save: &(dyn Fn(TrainingGame) -> Result<(), TextError> + Sync),
    ) -> Result<(), TextError> {
        let (next, failure) = (AtomicUsize::new(0), Mutex::new(None));
        let work = || {
            let mut engine = player(self.evaluator.clone());
            let in_time = || until.is_none_or(|until| Instant::now() < until);
            while in_time()
                && let Some(&number) = numbers.get(next.fetch_add(1, Relaxed))
            {
                if let Err(error) = save(self.play_game(start, &mut engine, number)) {
                    next.store(numbers.len(), Relaxed);
                    failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..self.threads.max(1) {
                scope.spawn(work);
            }
        });
        failure.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
    }

    /// Plays one game. Without a fair opening it has no moves.
    fn play_game<P: Notation + Evaluate>(&self, start: &P, engine: &mut AnyEngine, number: u32) -> TrainingGame {
        let mut random = fastrand::Rng::with_seed(self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ u64::from(number));
        let mut game = TrainingGame { number, opening: Vec::new(), moves: Vec::new(), result: 0 };
        for _ in 0..MAX_OPENING_TRIES {
            let plies = random.usize(OPENING_PLIES);
            let Some(mut position) = random_opening(start, plies, &mut random, &mut game.opening) else { continue };
            engine.clear();
            game.moves.clear();
            loop {
                if let Some(outcome) = position.outcome() {
                    game.result = result(outcome);
                    break;
                }
                let Some((mv, score)) = search_move(self.game, &position, engine, self.nodes) else { break };
                if game.moves.is_empty() && score.abs() > MAX_OPENING_SCORE {
                    break;
                }
                if score::is_proof(score) {
                    // The result is certain; the search finds the rest anyway.
                    let mover = position.side_to_move();
                    game.result = result(Outcome::Win(if score > 0 { mover } else { mover.opposite() }));
                    break;
                }
                game.moves.push((mv, score as i16));
                position.play_accepted(mv);
            }
            if !game.moves.is_empty() {
                return game;
            }
        }
        game.opening.clear();
        game
    }
}

/// A single-threaded engine for training games.
pub(crate) fn player(evaluator: Evaluator) -> AnyEngine {
    let settings = SearchSettings { threads: 1, hash: HASH_MB, params: None };
    AnyEngine::new(EngineOptions { settings, use_tablebase: false, evaluator, ..EngineOptions::default() })
}

/// A position after random moves, which are stored in `played`; `None` if the game is over by then.
pub(crate) fn random_opening<P: Notation>(
    start: &P,
    plies: usize,
    random: &mut fastrand::Rng,
    played: &mut Vec<Move>,
) -> Option<P> {
    let mut position = start.clone();
    let mut moves = MoveList::new();
    played.clear();
    for _ in 0..plies {
        moves.clear();
        position.legal_moves(&mut moves);
        if moves.is_empty() {
            return None;
        }
        let mv = moves[random.usize(..moves.len())];
        played.push(mv);
        position.play_accepted(mv);
    }
    position.outcome().is_none().then_some(position)
}

/// The move that will be played, and the score of the search. In Refusal the best move is refused, so it is the alternate. `None`
/// if the game is over.
pub(crate) fn search_move<P: Notation + Evaluate>(
    game: GameId,
    position: &P,
    engine: &mut AnyEngine,
    nodes: u64,
) -> Option<(Move, i32)> {
    let state = from_position(game, position.clone());
    let found = engine.analyze(&*state, &Limits::nodes(nodes), 1, &AtomicBool::new(false), &mut |_| {});
    found.alternate.or(found.best).map(|action| (action.mv, found.score))
}

/// South's result of a game.
pub(crate) fn result(outcome: Outcome) -> i8 {
    match outcome {
        Outcome::Win(Side::South) => 1,
        Outcome::Win(Side::North) => -1,
        Outcome::Draw => 0,
    }
}
