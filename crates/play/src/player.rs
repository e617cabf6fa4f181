//! The player of one game: levels, decisions, analysis.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use skirmish_board::{Action, BeginnerModel, LevelProfile, Move, Notation, Squares, score};
use skirmish_search::{Engine, Instant, Limits, Network, SearchInfo, SearchQuery, SearchSettings};

use crate::action_values::{CandidateSearch, ProvenValue};
use crate::any_game::{AnyGame, downcast};
use crate::beginner::BeginnerTurn;
use crate::candidates;
use crate::deadline::without_waits;
use crate::engine::{ActionInfo, Decision, EngineOptions, ErasedEngine};
use crate::level::Level;
use crate::verdicts::{VERDICT_DEPTH, Verdicts, immediate_limits, proposal_limits, verdict_limits};

/// The engine of one game with its level.
pub(crate) struct GamePlayer<P> {
    start: P,
    /// Searches for decisions, with the resources of the level.
    engine: Engine<P>,
    /// Analyses below full strength: its results must not make a weak level strong.
    analyst: Option<Engine<P>>,
    /// The resources at full strength and the parameters of the search.
    settings: SearchSettings,
    /// Whether levels that use tablebases may use them.
    use_tablebase: bool,
    /// The network, for levels that use it.
    network: Option<Arc<Network>>,
    level: Level,
    verdicts: Verdicts,
    /// The random state of weak levels.
    rng_state: u64,
    /// The last search found a win within this many plies of the next turn.
    mate_bound: Option<u16>,
}

impl<P: LevelProfile + Notation> GamePlayer<P> {
    /// A player of the game with this start position, with a network that fits it.
    pub(crate) fn new(start: P, options: &EngineOptions, network: Option<Arc<Network>>) -> GamePlayer<P> {
        let EngineOptions { mut settings, use_tablebase, level, seed, ref params, evaluator: _ } = *options;
        let changed = settings.params.get_or_insert(P::SEARCH_PARAMS);
        for (name, value) in params {
            if let Some(param) = changed.get_mut(name) {
                *param = *value;
            }
        }
        let engine = engine(level, &settings, network.as_ref());
        let (analyst, verdicts, mate_bound) = (None, Verdicts::default(), None);
        GamePlayer {
            start,
            engine,
            analyst,
            settings,
            use_tablebase,
            network,
            level,
            verdicts,
            rng_state: seed | 1,
            mate_bound,
        }
    }

    /// The position of a game, which must be the one that the player is for.
    fn position(&self, game: &dyn AnyGame) -> P {
        let position = downcast(game);
        debug_assert!(position.is_some(), "another game");
        position.unwrap_or(&self.start).clone()
    }

    /// The legal moves that the tablebase shows to be inferior, at levels that use it: what is left is perfect play.
    fn ignored(&self, level: Level, position: &P, time: Option<Duration>) -> Vec<Move> {
        let soonest = time.is_none_or(|time| time >= TIME_FOR_DISTANCES);
        if self.use_tablebase && level.uses_tablebase() { candidates::inferior(position, soonest) } else { Vec::new() }
    }

    /// The engine for analyses, at full strength.
    fn analyst(&mut self) -> &mut Engine<P> {
        if self.level == Level::FULL {
            &mut self.engine
        } else {
            self.analyst.get_or_insert_with(|| engine(Level::FULL, &self.settings, self.network.as_ref()))
        }
    }

    /// Searches with the engine of the level.
    fn search(&mut self, position: &P, limits: &Limits, stop: &AtomicBool, report: OnProgress<'_>) -> SearchInfo {
        let start = Instant::now();
        let ignored = self.ignored(self.level, position, limits.time);
        let time = limits.time.map(|time| time.saturating_sub(start.elapsed()));
        let query = SearchQuery { limits: Limits { time, ..*limits }, lines: 1, ignored: &ignored };
        self.engine.search(position, &query, stop, report)
    }

    /// A short search with a small table of its own, to answer a proposal without a prepared verdict, such as the first of a game.
    /// Touching a new large table could take longer than there is time.
    ///
    /// If the clock or `stop` ends it too soon, a search of [`VERDICT_DEPTH`] follows that nothing ends: the first legal action is to
    /// accept, even the capture of the own king.
    fn quick_search(&self, position: &P, limits: &Limits, stop: &AtomicBool, report: OnProgress<'_>) -> SearchInfo {
        let mut small = Engine::new(&SearchSettings { threads: 1, hash: 1, ..self.settings });
        small.set_network(self.engine.network().cloned());
        let ignored = self.ignored(self.level, position, limits.time);
        let query = SearchQuery { limits: *limits, lines: 1, ignored: &ignored };
        let found = small.search(position, &query, stop, report);
        let depth = limits.depth.map_or(VERDICT_DEPTH, |depth| depth.clamp(1, VERDICT_DEPTH));
        if found.depth >= depth || found.proven_plies().is_some() {
            return found;
        }
        let query = SearchQuery { limits: Limits::depth(depth), ..query };
        small.search(position, &query, &AtomicBool::new(false), report)
    }

    /// Decides on an action within the limits. Raising `stop` returns the best so far.
    fn decide(&mut self, position: &P, limits: &Limits, stop: &AtomicBool, report: OnProgress<'_>) -> Decision<Move> {
        if let Some(action) = self.verdicts.get(position) {
            return Decision { action: Some(action), info: None };
        }
        let start = Instant::now();
        let limits = self.level.limit(position, self.network.is_some(), limits);
        let limits = Limits { mate_bound: self.mate_bound, ..limits };
        let found = if position.accept_refuse().is_some() {
            self.quick_search(position, &immediate_limits(&limits), stop, report)
        } else {
            let limits = if position.is_proposal_turn() { proposal_limits(&limits) } else { limits };
            self.search(position, &limits, stop, report)
        };
        // At the next turn the same win is two plies nearer.
        self.mate_bound = found.proven_plies().filter(|&plies| plies > 2).map(|plies| plies as u16 - 2);
        if position.is_proposal_turn() {
            let left = || limits.time.map(|time| without_waits(time.saturating_sub(start.elapsed())));
            self.decide_ahead(position, &verdict_limits(&limits), &left, &found, stop);
        }
        Decision { action: found.best, info: Some(found) }
    }

    /// Decides ahead after the search of a proposal: the alternate, and the answers to what the opponent may propose after either
    /// move. Raising `stop` leaves out the answers. `left` is what is left of the time of the turn: on a busy machine the search of the
    /// proposal may have taken all of it, and then answers are left out, too.
    fn decide_ahead(
        &mut self,
        position: &P,
        limits: &Limits,
        left: &dyn Fn() -> Option<Duration>,
        found: &SearchInfo,
        stop: &AtomicBool,
    ) {
        self.verdicts.begin(position, found);
        for (accepted, searches) in [(found.best, 2), (found.alternate, 1)] {
            let Some(accepted) = accepted else { continue };
            let mut next = position.clone();
            next.play_accepted(accepted);
            let left = left();
            if left == Some(Duration::ZERO) {
                return;
            }
            let time = limits.time.into_iter().chain(left.map(|left| left / searches)).min();
            let reply = self.search(&next, &Limits { time, ..*limits }, stop, &mut |_| {});
            if stop.load(Relaxed) {
                // The move is wanted now. A proposal without a prepared answer gets a quick search.
                return;
            }
            self.verdicts.answer_proposals(&next, &reply);
        }
    }

    /// Decides as a beginner.
    fn decide_as(&mut self, beginner: BeginnerModel, position: &P, last: Option<&Squares>) -> SearchInfo {
        self.rng_state = self.rng_state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        let ranked = BeginnerTurn::new(position, beginner, last, self.rng_state).ranked();
        let at = |index: usize| ranked.get(index).map(|&(mv, _)| mv);
        SearchInfo {
            depth: 2,
            rank: 1,
            score: ranked.first().map_or(0, |&(_, value)| value.clamp(-score::MAX_EVAL, score::MAX_EVAL)),
            nodes: ranked.len() as u64,
            time: Duration::ZERO,
            best: at(0),
            alternate: at(1).filter(|_| position.is_proposal_turn()),
            line: at(0).into_iter().collect(),
        }
    }
}

/// With less time than this, distances to the end of a solved game are left out: they may take a quarter of it.
const TIME_FOR_DISTANCES: Duration = Duration::from_millis(400);

/// Called with what a search has found so far.
type OnProgress<'a> = &'a mut dyn FnMut(&SearchInfo);

impl<P: LevelProfile + Notation> ErasedEngine for GamePlayer<P> {
    fn set_level(&mut self, level: Level, seed: u64) {
        if level.settings(&self.settings) != self.level.settings(&self.settings) {
            // Frees the old memory before more is allocated.
            self.analyst = None;
            self.engine = Engine::new(&SearchSettings { threads: 1, hash: 0, ..self.settings });
            self.engine = engine(level, &self.settings, self.network.as_ref());
        }
        self.engine.set_network(self.network.clone().filter(|_| level.uses_network()));
        (self.level, self.rng_state) = (level, seed | 1);
    }

    fn clear(&mut self) {
        self.engine.clear();
        self.analyst = None;
        self.verdicts = Verdicts::default();
        self.mate_bound = None;
    }

    fn warm_up(&self, stop: &AtomicBool) {
        self.engine.warm_up(stop);
    }

    fn build_tablebase(&self, time: Option<Duration>, stop: &AtomicBool) {
        let (start, over) = (Instant::now(), AtomicBool::new(false));
        let check = |_, _| {
            if stop.load(Relaxed) || time.is_some_and(|time| start.elapsed() >= time) {
                over.store(true, Relaxed);
            }
        };
        check(0, 0);
        self.start.build_tablebase(&check, &over);
    }

    fn choose(&mut self, game: &dyn AnyGame, limits: &Limits, stop: &AtomicBool, report: ActionInfo<'_>) -> Decision {
        let position = self.position(game);
        let mut on_info = |found: &SearchInfo| report(&found.to_actions(&position));
        let decision = match self.level.beginner::<P>() {
            Some(beginner) => {
                let found = self.decide_as(beginner, &position, game.last_move().as_ref());
                on_info(&found);
                Decision { action: found.best, info: Some(found) }
            }
            None => self.decide(&position, limits, stop, &mut on_info),
        };
        Decision {
            action: decision.action.map(|mv| position.action(mv)),
            info: decision.info.map(|found| found.to_actions(&position)),
        }
    }

    fn ponder(&mut self, game: &dyn AnyGame, stop: &AtomicBool, report: ActionInfo<'_>) {
        let position = self.position(game);
        let limits = self.level.limit(&position, self.network.is_some(), &Limits::default());
        let found = self.search(&position, &limits, stop, &mut |found| report(&found.to_actions(&position)));
        if position.is_proposal_turn() {
            self.verdicts.answer_proposals(&position, &found);
        }
    }

    fn analyze(
        &mut self,
        game: &dyn AnyGame,
        limits: &Limits,
        lines: usize,
        stop: &AtomicBool,
        report: ActionInfo<'_>,
    ) -> SearchInfo<Action> {
        let position = self.position(game);
        let ignored = if self.use_tablebase { candidates::inferior(&position, false) } else { Vec::new() };
        let query = SearchQuery { limits: *limits, lines, ignored: &ignored };
        let mut on_info = |found: &SearchInfo| report(&found.to_actions(&position));
        self.analyst().search(&position, &query, stop, &mut on_info).to_actions(&position)
    }

    fn candidates(
        &mut self,
        game: &dyn AnyGame,
        nodes: u64,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&CandidateSearch),
    ) -> CandidateSearch {
        let position = self.position(game);
        let known = if self.use_tablebase { candidates::known(&position) } else { None };
        known.unwrap_or_else(|| candidates::search(self.analyst(), &position, nodes, stop, report))
    }

    fn prove(
        &mut self,
        game: &dyn AnyGame,
        action: &Action,
        nodes: u64,
        stop: &AtomicBool,
    ) -> Option<(ProvenValue, Vec<Action>)> {
        let position = self.position(game);
        candidates::prove(self.analyst(), &position, action.mv, nodes, stop)
    }
}

/// An engine with the resources of a level.
fn engine<P: LevelProfile>(level: Level, settings: &SearchSettings, network: Option<&Arc<Network>>) -> Engine<P> {
    let mut engine = Engine::new(&level.settings(settings));
    engine.set_network(network.filter(|_| level.uses_network()).cloned());
    engine
}

#[cfg(test)]
mod tests {
    use skirmish_games::Refusal;

    use super::*;

    #[test]
    fn the_table_is_as_large_as_the_level_needs() {
        let settings = SearchSettings { threads: 2, hash: 24, params: None };
        let game = crate::new_game(skirmish_games::GameId::parse("refusal").unwrap());
        let mut player = GamePlayer::new(Refusal::start(), &settings.into(), None);
        for level in [10, 3, 7, 8, 9, 4, 10].map(|number| Level::new(number).unwrap()) {
            player.set_level(level, 1);
            let built = GamePlayer::new(Refusal::start(), &EngineOptions { level, ..settings.into() }, None);
            let expected = [24, 16, 8][usize::from(level < Level::FULL) + usize::from(level.is_quick())];
            assert_eq!((player.engine.megabytes(), built.engine.megabytes()), (expected, expected));
            player.analyze(&*game, &Limits::nodes(100), 1, &AtomicBool::new(false), &mut |_| {});
            assert_eq!(player.engine.megabytes(), expected, "an analysis has a table of its own");
            assert_eq!(player.analyst.as_ref().map(Engine::megabytes), (level < Level::FULL).then_some(24));
        }
    }
}
