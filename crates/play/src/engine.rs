//! The engine with the type of its game erased: choosing actions, pondering, analysis. It is built when first used.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use skirmish_board::{Action, LevelProfile, Notation};
use skirmish_games::{GameId, Visitor};
use skirmish_search::{Instant, Limits, Network, SearchInfo, SearchSettings};

use crate::action_values::{CandidateSearch, PositionValues, ProofSource, ProvenValue};
use crate::any_game::AnyGame;
use crate::deadline::{OVERHEAD, time_to_search};
use crate::level::Level;
use crate::networks::Evaluator;
use crate::player::GamePlayer;
use crate::tablebase_file::load_once;

/// A decision of the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision<M = Action> {
    /// The action; `None` if the game is over.
    pub action: Option<M>,
    /// The result of the search; `None` if the decision was made ahead.
    pub info: Option<SearchInfo<M>>,
}

/// Options of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineOptions {
    /// Threads and memory at full strength; weaker levels use less ([`Level::settings`]).
    pub settings: SearchSettings,
    /// Whether levels that use tablebases may use them.
    pub use_tablebase: bool,
    /// The playing strength.
    pub level: Level,
    /// The random seed of weak levels.
    pub seed: u64,
    /// Parameters of the search to change, for experiments. Names that [`SearchParams`](skirmish_board::SearchParams) does not
    /// have are ignored.
    pub params: Vec<(String, i32)>,
    /// How positions are evaluated.
    pub evaluator: Evaluator,
}

/// Full strength with all cores.
impl Default for EngineOptions {
    fn default() -> EngineOptions {
        EngineOptions {
            settings: SearchSettings::default(),
            use_tablebase: true,
            level: Level::FULL,
            seed: 1,
            params: Vec::new(),
            evaluator: Evaluator::Default,
        }
    }
}

impl From<SearchSettings> for EngineOptions {
    fn from(settings: SearchSettings) -> EngineOptions {
        EngineOptions { settings, ..EngineOptions::default() }
    }
}

/// An engine for all games. It keeps its memory until it is asked about another game.
///
/// It is built, and tablebases are loaded, when first used or by [`AnyEngine::prepare`]. A search ends when its limits are reached
/// or `stop` is raised; a limit on time includes building the engine.
pub struct AnyEngine {
    options: EngineOptions,
    built: Option<(GameId, Box<dyn ErasedEngine>)>,
    warning: Option<String>,
}

impl AnyEngine {
    /// An engine that is not built yet.
    pub fn new(options: impl Into<EngineOptions>) -> AnyEngine {
        AnyEngine { options: options.into(), built: None, warning: None }
    }

    /// Builds the engine for a game now, which allocates its memory and loads or builds tablebases. Call it before a clock starts.
    pub fn prepare(&mut self, game: GameId) {
        self.player(game, self.options.level, None, &AtomicBool::new(false));
    }

    /// The same, and fetches its memory from the system. Raising `stop` ends that early: the rest comes with the searches.
    pub fn warm_up(&mut self, game: GameId, stop: &AtomicBool) {
        self.player(game, self.options.level, None, stop).warm_up(stop);
    }

    /// Changes the options. The engine is rebuilt, and its memory lost, only if they require it.
    pub fn set_options(&mut self, options: impl Into<EngineOptions>) {
        let options = options.into();
        let built_from = |options: &EngineOptions| {
            (options.settings, options.use_tablebase, options.params.clone(), options.evaluator.clone())
        };
        if built_from(&options) != built_from(&self.options) {
            self.built = None;
        }
        self.set_level(options.level, options.seed);
        self.options = options;
    }

    /// Plays at this level from now on.
    pub fn set_level(&mut self, level: Level, seed: u64) {
        (self.options.level, self.options.seed) = (level, seed);
        if let Some((game, player)) = &mut self.built {
            player.set_level(level, seed);
            let game = *game;
            self.prepare(game);
        }
    }

    /// Clears its memory, for a new game.
    pub fn clear(&mut self) {
        if let Some((_, player)) = &mut self.built {
            player.clear();
            player.set_level(self.options.level, self.options.seed);
        }
    }

    /// The threads and the memory that it uses at its level.
    pub fn resources(&self) -> SearchSettings {
        self.options.level.settings(&self.options.settings)
    }

    /// How it evaluates positions.
    pub fn evaluator(&self) -> &Evaluator {
        &self.options.evaluator
    }

    /// A warning for the user since the last call: a tablebase that could not be used, and why.
    pub fn take_warning(&mut self) -> Option<String> {
        self.warning.take()
    }

    /// Decides on an action, at its level.
    pub fn choose(
        &mut self,
        game: &dyn AnyGame,
        limits: &Limits,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&SearchInfo<Action>),
    ) -> Decision {
        let (player, limits) = self.limited_player(game.id(), self.options.level, limits, stop);
        player.choose(game, &limits, stop, report)
    }

    /// Pondering: thinks about a position in which the opponent is to act, until `stop` is raised.
    pub fn ponder(&mut self, game: &dyn AnyGame, stop: &AtomicBool, report: &mut dyn FnMut(&SearchInfo<Action>)) {
        self.player(game.id(), self.options.level, None, stop).ponder(game, stop, report);
    }

    /// Analyses a position at full strength, whatever the level, and reports the best lines of every depth. Returns the last result
    /// of the best line. Decisions of weaker levels do not profit from it.
    pub fn analyze(
        &mut self,
        game: &dyn AnyGame,
        limits: &Limits,
        lines: usize,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&SearchInfo<Action>),
    ) -> SearchInfo<Action> {
        let (player, limits) = self.limited_player(game.id(), Level::FULL, limits, stop);
        player.analyze(game, &limits, lines, stop, report)
    }

    /// Searches all legal actions together, up to a number of nodes, so that their values can be compared. Where a tablebase knows all
    /// results, there is no search. `report` is called after each depth.
    pub fn candidates(
        &mut self,
        game: &dyn AnyGame,
        nodes: u64,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&CandidateSearch),
    ) -> CandidateSearch {
        self.player(game.id(), Level::FULL, None, stop).candidates(game, nodes, stop, report)
    }

    /// Tries to prove the result of a legal action and its exact distance, up to a number of nodes. Returns the proof, and best play from
    /// the position on that shows it.
    pub fn prove(
        &mut self,
        game: &dyn AnyGame,
        action: &Action,
        nodes: u64,
        stop: &AtomicBool,
    ) -> Option<(ProvenValue, Vec<Action>)> {
        self.player(game.id(), Level::FULL, None, stop).prove(game, action, nodes, stop)
    }

    /// What is proven about each legal action, with at most this many nodes: half for all actions together, half for each of its own.
    /// `report` is called when more is proven.
    pub fn action_values(
        &mut self,
        game: &dyn AnyGame,
        nodes: u64,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&PositionValues),
    ) -> PositionValues {
        let proposes = game.is_proposal_turn();
        let on_depth = &mut |found: &CandidateSearch| report(&found.values(proposes));
        let mut found = self.candidates(game, nodes / 2, stop, on_depth);
        let share = nodes / 2 / (found.candidates.len() as u64).max(1);
        for index in 0..found.candidates.len() {
            let candidate = &found.candidates[index];
            if candidate.proven.is_some_and(|proven| proven.exact) || found.source == ProofSource::Tablebase {
                continue;
            }
            if stop.load(Relaxed) {
                break;
            }
            if let Some((proven, _)) = self.prove(game, &candidate.action.clone(), share, stop) {
                let candidate = &mut found.candidates[index];
                candidate.proven = Some(candidate.proven.map_or(proven, |known| known.and(proven)));
                report(&found.values(proposes));
            }
        }
        found.values(proposes)
    }

    /// The player of a game, and what is left of the limits once it is built. Its tablebase gets at most half of the time: on a busy
    /// machine it would take all of it, and a move is needed.
    fn limited_player(
        &mut self,
        game: GameId,
        level: Level,
        limits: &Limits,
        stop: &AtomicBool,
    ) -> (&mut dyn ErasedEngine, Limits) {
        let start = Instant::now();
        let player = self.player(game, level, limits.time.map(|time| time / 2), stop);
        let taken = start.elapsed();
        let left = limits.time.map(|time| time.saturating_sub(taken));
        // If that took long, the limits were set before anyone knew how busy the machine is.
        let time = if taken > OVERHEAD { left.map(time_to_search) } else { left };
        (player, Limits { time, ..*limits })
    }

    /// The player of a game, built, with its tablebase loaded if a level uses it. One that takes longer than this time to build is
    /// left for another time.
    fn player(
        &mut self,
        game: GameId,
        level: Level,
        time: Option<Duration>,
        stop: &AtomicBool,
    ) -> &mut dyn ErasedEngine {
        // Frees the memory of another game before more is allocated.
        self.built = self.built.take().filter(|(built_for, _)| *built_for == game);
        let AnyEngine { options, built, warning } = self;
        let (_, player) = built.get_or_insert_with(|| {
            *warning = None;
            (game, game.visit(EngineVisitor(options, options.evaluator.network(game))))
        });
        if options.use_tablebase && level.uses_tablebase() {
            *warning = warning.take().or_else(|| load_once(game));
            player.build_tablebase(time, stop);
        }
        &mut **player
    }
}

/// Called with what the engine has found so far.
pub(crate) type ActionInfo<'a> = &'a mut dyn FnMut(&SearchInfo<Action>);

/// An engine for one game with the type of the game erased.
pub(crate) trait ErasedEngine: Send {
    /// Plays at this level from now on.
    fn set_level(&mut self, level: Level, seed: u64);

    /// Clears its memory, for a new game.
    fn clear(&mut self);

    /// See [`AnyEngine::warm_up`].
    fn warm_up(&self, stop: &AtomicBool);

    /// Builds the game's tablebase, unless that takes long, or longer than this.
    fn build_tablebase(&self, time: Option<Duration>, stop: &AtomicBool);

    /// See [`AnyEngine::choose`].
    fn choose(&mut self, game: &dyn AnyGame, limits: &Limits, stop: &AtomicBool, report: ActionInfo<'_>) -> Decision;

    /// See [`AnyEngine::ponder`].
    fn ponder(&mut self, game: &dyn AnyGame, stop: &AtomicBool, report: ActionInfo<'_>);

    /// See [`AnyEngine::analyze`].
    fn analyze(
        &mut self,
        game: &dyn AnyGame,
        limits: &Limits,
        lines: usize,
        stop: &AtomicBool,
        report: ActionInfo<'_>,
    ) -> SearchInfo<Action>;

    /// See [`AnyEngine::candidates`].
    fn candidates(
        &mut self,
        game: &dyn AnyGame,
        nodes: u64,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&CandidateSearch),
    ) -> CandidateSearch;

    /// See [`AnyEngine::prove`].
    fn prove(
        &mut self,
        game: &dyn AnyGame,
        action: &Action,
        nodes: u64,
        stop: &AtomicBool,
    ) -> Option<(ProvenValue, Vec<Action>)>;
}

/// Builds an engine from options, with a network that fits.
struct EngineVisitor<'a>(&'a EngineOptions, Option<Arc<Network>>);

impl Visitor for EngineVisitor<'_> {
    type Output = Box<dyn ErasedEngine>;

    fn visit<G: Notation + LevelProfile>(self, start: G) -> Box<dyn ErasedEngine> {
        Box::new(GamePlayer::new(start, self.0, self.1))
    }
}
