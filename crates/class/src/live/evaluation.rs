//! What our engine thinks of running games, if it is asked.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use skirmish_board::Side;
use skirmish_play::{AnyEngine, AnyGame, EngineOptions};
use skirmish_search::{Limits, SearchInfo, SearchSettings};

/// Nodes for a position: a blink on any machine.
const NODES: u64 = 20_000;

/// Evaluates positions on a thread of its own, one at a time.
pub(super) struct PositionEvaluator {
    ask: Sender<EvaluationRequest>,
    answers: Receiver<(u64, GameEvaluation)>,
    /// The games that are running, by number.
    games: BTreeMap<u64, EvaluatedGame>,
}

/// A position of a game after so many plies.
struct EvaluationRequest {
    number: u64,
    plies: usize,
    game: Box<dyn AnyGame>,
}

/// What the engine thinks of a game after so many plies.
#[derive(Clone)]
struct GameEvaluation {
    plies: usize,
    sentence: String,
}

#[derive(Default)]
struct EvaluatedGame {
    last: Option<GameEvaluation>,
    /// Whether the engine works on a position of it.
    is_asked: bool,
}

impl PositionEvaluator {
    pub(super) fn start() -> PositionEvaluator {
        let (ask, asked) = channel::<EvaluationRequest>();
        let (answer, answers) = channel();
        thread::spawn(move || {
            let settings = SearchSettings { threads: 1, hash: 16, ..SearchSettings::default() };
            let options = EngineOptions { use_tablebase: false, ..EngineOptions::from(settings) };
            let mut engine = AnyEngine::new(options);
            let limits = Limits { nodes: Some(NODES), ..Limits::default() };
            for EvaluationRequest { number, plies, game } in asked {
                let info = engine.analyze(&*game, &limits, 1, &AtomicBool::new(false), &mut |_| {});
                let evaluation = GameEvaluation { plies, sentence: sentence(&*game, &info) };
                if answer.send((number, evaluation)).is_err() {
                    return;
                }
            }
        });
        PositionEvaluator { ask, answers, games: BTreeMap::new() }
    }

    /// The last evaluation of a running game that is known. Asks for that of its position, unless one of an earlier position is still
    /// worked on.
    pub(super) fn evaluation(&mut self, number: u64, plies: usize, game: &dyn AnyGame) -> Option<String> {
        for (number, evaluation) in self.answers.try_iter() {
            self.games.insert(number, EvaluatedGame { last: Some(evaluation), is_asked: false });
        }
        let known = self.games.entry(number).or_default();
        // A game that is played again begins anew.
        known.last = known.last.take().filter(|last| last.plies <= plies);
        let is_known = known.last.as_ref().is_some_and(|last| last.plies == plies);
        if !known.is_asked && !is_known && game.outcome().is_none() {
            known.is_asked = self.ask.send(EvaluationRequest { number, plies, game: game.boxed_clone() }).is_ok();
        }
        let last = known.last.as_ref()?;
        Some(if last.plies == plies {
            last.sentence.clone()
        } else {
            format!("{} at ply {}", last.sentence, last.plies)
        })
    }

    /// Forgets the games that do not run any more.
    pub(super) fn forget_others(&mut self, runs: impl Fn(u64) -> bool) {
        self.games.retain(|&number, _| runs(number));
    }
}

/// Which side is better, and by how much.
fn sentence<M>(game: &dyn AnyGame, info: &SearchInfo<M>) -> String {
    let name = |side: Side| game.id().info().sides[side.index()];
    let mover = game.side_to_move();
    let better = if info.score >= 0 { mover } else { mover.opposite() };
    match info.proven_plies() {
        Some(plies) => format!("{} wins in {}", name(better), plies.abs()),
        None if info.score == 0 => "even".to_owned(),
        None => format!("{} +{}", name(better), info.score.abs()),
    }
}
