//! Recorded searches with the type of the game erased. The recording search is compiled here and nowhere else.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use skirmish_board::{Action, LevelProfile, Notation, SearchParams};
use skirmish_games::{GameId, Visitor};
use skirmish_search::{Engine, IdeaSet, Limits, Network, RecordOptions, RecordedTree, SearchInfo, SearchSettings};

use crate::any_game::{AnyGame, downcast};
use crate::networks::Evaluator;

/// Options of a recorded search. It has one thread, and consults no tablebase.
#[derive(Clone, Debug)]
pub struct RecordedQuery {
    /// When it ends at the latest.
    pub limits: Limits,
    /// The size of its transposition table in megabytes.
    pub hash: usize,
    /// How it evaluates positions.
    pub evaluator: Evaluator,
    /// What is switched off, and how many nodes are kept.
    pub options: RecordOptions,
}

/// A recorded search.
#[derive(Clone, Debug)]
pub struct RecordedSearch {
    /// The result.
    pub info: SearchInfo<Action>,
    /// The tree. Its moves are for [`AnyGame::move_text`] and [`AnyGame::play_accepted`].
    pub tree: RecordedTree,
}

impl RecordedSearch {
    /// Searches a position with a new engine. Raising `stop` ends it.
    pub fn run(game: &dyn AnyGame, query: &RecordedQuery, stop: &AtomicBool) -> RecordedSearch {
        let network = query.evaluator.network(game.id());
        game.id().visit(RecordVisitor { game, query, network, stop })
    }
}

/// The search parameters of a game.
pub fn search_params(game: GameId) -> SearchParams {
    struct ParamsVisitor;
    impl Visitor for ParamsVisitor {
        type Output = SearchParams;

        fn visit<G: Notation + LevelProfile>(self, _: G) -> SearchParams {
            G::SEARCH_PARAMS
        }
    }
    game.visit(ParamsVisitor)
}

/// The ideas that a game uses, without those that are off.
pub fn ideas_in_use(game: &dyn AnyGame, off: IdeaSet) -> IdeaSet {
    let (params, refusals) = (search_params(game.id()), game.is_proposal_turn() || game.accept_refuse().is_some());
    skirmish_search::Idea::ALL
        .iter()
        .copied()
        .filter(|&idea| idea.is_used(&params, refusals) && !off.closed().contains(idea))
        .collect()
}

struct RecordVisitor<'a> {
    game: &'a dyn AnyGame,
    query: &'a RecordedQuery,
    network: Option<Arc<Network>>,
    stop: &'a AtomicBool,
}

impl Visitor for RecordVisitor<'_> {
    type Output = RecordedSearch;

    fn visit<G: Notation + LevelProfile>(self, start: G) -> RecordedSearch {
        let RecordedQuery { limits, hash, ref options, .. } = *self.query;
        let position = downcast(self.game).unwrap_or(&start);
        let mut engine = Engine::new(&SearchSettings { threads: 1, hash, params: None });
        engine.set_network(self.network);
        let (found, tree) = engine.search_recorded(position, &limits.into(), options, self.stop, &mut |_| {});
        RecordedSearch { info: found.to_actions(position), tree }
    }
}
