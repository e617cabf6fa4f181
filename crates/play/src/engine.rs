//! The engine for everything that does not know which game it is: built when it is needed, asked about tables.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use skirmish_board::{Action, Notation, Profile};
use skirmish_games::{GameId, Visitor};
use skirmish_search::{Limits, Network, SearchInfo, Settings};

use crate::level::Level;
use crate::networks::Judge;
use crate::player::GamePlayer;
use crate::solutions::consult_once;
use crate::table::{Table, position_of};

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
    /// Threads and memory.
    pub settings: Settings,
    /// Whether solved boards may be consulted; only the highest level does.
    pub consult: bool,
    /// How strong it plays.
    pub level: Level,
    /// Equal seeds make weak levels choose equally.
    pub seed: u64,
    /// Shortcuts of the search to be changed, for experiments. Names that are not among
    /// [`Shortcuts::NAMES`](skirmish_board::Shortcuts::NAMES) do nothing.
    pub shortcuts: Vec<(String, i32)>,
    /// What it judges positions by.
    pub judge: Judge,
}

/// Full strength with all that the machine has.
impl Default for EngineOptions {
    fn default() -> EngineOptions {
        EngineOptions {
            settings: Settings::default(),
            consult: true,
            level: Level::FULL,
            seed: 1,
            shortcuts: Vec::new(),
            judge: Judge::Usual,
        }
    }
}

impl From<Settings> for EngineOptions {
    fn from(settings: Settings) -> EngineOptions {
        EngineOptions { settings, ..EngineOptions::default() }
    }
}

/// An engine. It plays whatever game the table before it has, and keeps what it has learnt until the game changes.
///
/// It is built, and solved boards are loaded, when it is first needed or by [`AnyEngine::prepare`]. A search ends when its limits are
/// reached or `stop` is raised.
pub struct AnyEngine {
    options: EngineOptions,
    built: Option<(GameId, Box<dyn Think>)>,
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
        self.think(game, &AtomicBool::new(false));
    }

    /// Changes the options. The engine forgets what it knows only if it has to be built anew for them.
    pub fn set_options(&mut self, options: impl Into<EngineOptions>) {
        let options = options.into();
        let built_from = |options: &EngineOptions| {
            (options.settings, options.consult, options.shortcuts.clone(), options.judge.clone())
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
        if let Some((game, think)) = &mut self.built {
            think.set_level(level, seed);
            self.warning = self.warning.take().or_else(|| consulted(*game, &self.options));
        }
    }

    /// Forgets everything, for a new game.
    pub fn clear(&mut self) {
        if let Some((_, think)) = &mut self.built {
            think.clear();
            think.set_level(self.options.level, self.options.seed);
        }
    }

    /// News for people since the last call: a solved board that could not be used, and why.
    pub fn take_warning(&mut self) -> Option<String> {
        self.warning.take()
    }

    /// Decides what to do, as well as its level allows.
    pub fn choose(
        &mut self,
        table: &dyn Table,
        limits: &Limits,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&SearchInfo<Action>),
    ) -> Decision {
        self.think(table.id(), stop).choose(table, limits, stop, report)
    }

    /// Thinks about a position in which the opponent is to act, until `stop` is raised.
    pub fn ponder(&mut self, table: &dyn Table, stop: &AtomicBool, report: &mut dyn FnMut(&SearchInfo<Action>)) {
        self.think(table.id(), stop).ponder(table, stop, report);
    }

    /// Looks at a position at full strength and reports the best lines, depth by depth. Returns the last result for
    /// the best line.
    pub fn analyze(
        &mut self,
        table: &dyn Table,
        limits: &Limits,
        lines: usize,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&SearchInfo<Action>),
    ) -> SearchInfo<Action> {
        self.think(table.id(), stop).analyze(table, limits, lines, stop, report)
    }

    fn think(&mut self, game: GameId, stop: &AtomicBool) -> &mut dyn Think {
        // The memory of another game is given back before more is asked for.
        self.built = self.built.take().filter(|(built_for, _)| *built_for == game);
        let AnyEngine { options, built, warning } = self;
        let (_, think) = built.get_or_insert_with(|| {
            *warning = consulted(game, options);
            (game, game.visit(Build(options, options.judge.network(game))))
        });
        if may_consult(options) {
            think.make_known(stop);
        }
        &mut **think
    }
}

fn may_consult(options: &EngineOptions) -> bool {
    options.consult && options.level == Level::FULL
}

/// Puts the solution of a game at hand if such an engine may use it; what is wrong with one that cannot be used.
fn consulted(game: GameId, options: &EngineOptions) -> Option<String> {
    if may_consult(options) { consult_once(game) } else { None }
}

/// An engine with the type of its game erased. Its tables are of the game it was built for.
trait Think: Send {
    fn set_level(&mut self, level: Level, seed: u64);

    fn clear(&mut self);

    /// Makes what is known for certain of the game, if that is a matter of a moment.
    fn make_known(&self, stop: &AtomicBool);

    fn choose(
        &mut self,
        table: &dyn Table,
        limits: &Limits,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&SearchInfo<Action>),
    ) -> Decision;

    fn ponder(&mut self, table: &dyn Table, stop: &AtomicBool, report: &mut dyn FnMut(&SearchInfo<Action>));

    fn analyze(
        &mut self,
        table: &dyn Table,
        limits: &Limits,
        lines: usize,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&SearchInfo<Action>),
    ) -> SearchInfo<Action>;
}

/// An engine to be built from options, with a network that fits.
struct Build<'a>(&'a EngineOptions, Option<Arc<Network>>);

impl Visitor for Build<'_> {
    type Output = Box<dyn Think>;

    fn visit<G: Notation + Profile>(self, start: G) -> Box<dyn Think> {
        let EngineOptions { settings, consult, level, seed, shortcuts, judge: _ } = self.0;
        let mut thinker = GamePlayer::<G>::with_level(settings, *consult, *level, *seed);
        for (name, value) in shortcuts {
            if let Some(shortcut) = thinker.shortcuts_mut().get_mut(name) {
                *shortcut = *value;
            }
        }
        thinker.set_network(self.1);
        Box::new(ThinkerOf { thinker, start })
    }
}

struct ThinkerOf<G> {
    thinker: GamePlayer<G>,
    start: G,
}

impl<G: Notation + Profile> ThinkerOf<G> {
    /// The position on a table. Each game has one type of position for each size, so the type fits.
    fn position<'a>(start: &'a G, table: &'a dyn Table) -> &'a G {
        let position = position_of(table);
        debug_assert!(position.is_some(), "a table of another game");
        position.unwrap_or(start)
    }
}

impl<G: Notation + Profile> Think for ThinkerOf<G> {
    fn set_level(&mut self, level: Level, seed: u64) {
        self.thinker.set_level(level, seed);
    }

    fn clear(&mut self) {
        self.thinker.clear();
    }

    fn make_known(&self, stop: &AtomicBool) {
        self.start.make_known(&|_, _| {}, stop);
    }

    fn choose(
        &mut self,
        table: &dyn Table,
        limits: &Limits,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&SearchInfo<Action>),
    ) -> Decision {
        let position = Self::position(&self.start, table);
        self.thinker.set_last_move(table.last_move());
        let choice = self.thinker.choose(position, limits, stop, &mut |found| report(&found.to_actions(position)));
        Decision {
            action: choice.action.map(|mv| position.action(mv)),
            info: choice.info.map(|found| found.to_actions(position)),
        }
    }

    fn ponder(&mut self, table: &dyn Table, stop: &AtomicBool, report: &mut dyn FnMut(&SearchInfo<Action>)) {
        let position = Self::position(&self.start, table);
        self.thinker.ponder(position, stop, &mut |found| report(&found.to_actions(position)));
    }

    fn analyze(
        &mut self,
        table: &dyn Table,
        limits: &Limits,
        lines: usize,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&SearchInfo<Action>),
    ) -> SearchInfo<Action> {
        let position = Self::position(&self.start, table);
        let mut tell = |found: &SearchInfo| report(&found.to_actions(position));
        let found = self.thinker.analyze(position, limits, lines, stop, &mut tell);
        found.to_actions(position)
    }
}
