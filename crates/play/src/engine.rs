//! The engine for everything that does not know which game it is: built when it is needed, asked about tables.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use skirmish_board::{Action, LevelProfile, Notation};
use skirmish_games::{GameId, Visitor};
use skirmish_search::{Limits, Network, SearchInfo, SearchSettings};

use crate::any_game::AnyGame;
use crate::level::Level;
use crate::networks::Evaluator;
use crate::player::GamePlayer;
use crate::tablebase_file::load_once;

/// What the engine decided to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision<M = Action> {
    /// The action; `None` if the game is over.
    pub action: Option<M>,
    /// What the search found; `None` if the decision had been made before.
    pub info: Option<SearchInfo<M>>,
}

/// What an engine is built from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineOptions {
    /// Threads and memory at full strength; [`Level::settings`] says what a weaker level has of them.
    pub settings: SearchSettings,
    /// Whether solved boards may be consulted, where the level does.
    pub use_tablebase: bool,
    /// How strong it plays.
    pub level: Level,
    /// Equal seeds make weak levels choose equally.
    pub seed: u64,
    /// Parameters of the search to change, for experiments. Names that [`SearchParams`](skirmish_board::SearchParams) does not
    /// have are ignored.
    pub params: Vec<(String, i32)>,
    /// What it judges positions by.
    pub evaluator: Evaluator,
}

/// Full strength with all that the machine has.
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

/// An engine. It plays whatever game the table before it has, and keeps what it has learnt until the game changes.
///
/// It is built, and solved boards are loaded, when it is first needed or by [`AnyEngine::prepare`]. A search ends when its limits are
/// reached or `stop` is raised.
pub struct AnyEngine {
    options: EngineOptions,
    built: Option<(GameId, Box<dyn ErasedEngine>)>,
    warning: Option<String>,
}

impl AnyEngine {
    /// An engine that is yet to be built.
    pub fn new(options: impl Into<EngineOptions>) -> AnyEngine {
        AnyEngine { options: options.into(), built: None, warning: None }
    }

    /// Builds the engine for a game now, which takes a moment: its memory has to come from the system, and solved boards are
    /// loaded or made. Whoever thinks against a clock prepares first.
    pub fn prepare(&mut self, game: GameId) {
        self.player(game, self.options.level, &AtomicBool::new(false));
    }

    /// Changes the options. The engine forgets what it knows only if it has to be built anew for them.
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

    /// Forgets everything, for a new game.
    pub fn clear(&mut self) {
        if let Some((_, player)) = &mut self.built {
            player.clear();
            player.set_level(self.options.level, self.options.seed);
        }
    }

    /// The threads and the megabytes with which it decides.
    pub fn resources(&self) -> SearchSettings {
        self.options.level.settings(&self.options.settings)
    }

    /// News for people since the last call: a solved board that could not be used, and why.
    pub fn take_warning(&mut self) -> Option<String> {
        self.warning.take()
    }

    /// Decides what to do, as well as its level allows.
    pub fn choose(
        &mut self,
        game: &dyn AnyGame,
        limits: &Limits,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&SearchInfo<Action>),
    ) -> Decision {
        self.player(game.id(), self.options.level, stop).choose(game, limits, stop, report)
    }

    /// Pondering: thinks about a position in which the opponent is to act, until `stop` is raised.
    pub fn ponder(&mut self, game: &dyn AnyGame, stop: &AtomicBool, report: &mut dyn FnMut(&SearchInfo<Action>)) {
        self.player(game.id(), self.options.level, stop).ponder(game, stop, report);
    }

    /// Looks at a position at full strength, whatever its level, and reports the best lines, depth by depth. Returns the last
    /// result for the best line. Its decisions do not profit from it, unless they are at full strength, too.
    pub fn analyze(
        &mut self,
        game: &dyn AnyGame,
        limits: &Limits,
        lines: usize,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&SearchInfo<Action>),
    ) -> SearchInfo<Action> {
        self.player(game.id(), Level::FULL, stop).analyze(game, limits, lines, stop, report)
    }

    /// The player of a game, built, with what is known for certain of the game at hand if a level uses it.
    fn player(&mut self, game: GameId, level: Level, stop: &AtomicBool) -> &mut dyn ErasedEngine {
        // The memory of another game is given back before more is asked for.
        self.built = self.built.take().filter(|(built_for, _)| *built_for == game);
        let AnyEngine { options, built, warning } = self;
        let (_, player) = built.get_or_insert_with(|| {
            *warning = None;
            (game, game.visit(EngineVisitor(options, options.evaluator.network(game))))
        });
        if options.use_tablebase && level.uses_tablebase() {
            *warning = warning.take().or_else(|| load_once(game));
            player.build_tablebase(stop);
        }
        &mut **player
    }
}

/// Is told what the engine has found so far.
pub(crate) type ActionInfo<'a> = &'a mut dyn FnMut(&SearchInfo<Action>);

/// An engine with the type of its game erased. Its tables are of the game it was built for.
pub(crate) trait ErasedEngine: Send {
    /// Plays at this level from now on; equal seeds make equal choices.
    fn set_level(&mut self, level: Level, seed: u64);

    /// Forgets everything, for a new game.
    fn clear(&mut self);

    /// Makes what is known for certain of the game, if that is a matter of a moment.
    fn build_tablebase(&self, stop: &AtomicBool);

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
}

/// An engine to be built from options, with a network that fits.
struct EngineVisitor<'a>(&'a EngineOptions, Option<Arc<Network>>);

impl Visitor for EngineVisitor<'_> {
    type Output = Box<dyn ErasedEngine>;

    fn visit<G: Notation + LevelProfile>(self, start: G) -> Box<dyn ErasedEngine> {
        Box::new(GamePlayer::new(start, self.0, self.1))
    }
}
