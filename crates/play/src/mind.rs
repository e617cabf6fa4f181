//! The engine for everything that does not know which game it is: built when it is needed, asked about tables.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use skirmish_board::{Action, Notation, Profile, Score, score};
use skirmish_games::{GameId, Visitor};
use skirmish_search::{Limits, Network, SearchInfo, Settings};

use crate::level::Level;
use crate::networks::Judge;
use crate::solutions::consult_once;
use crate::table::{Table, position_of};
use crate::thinker::Thinker;

/// What a search found: [`SearchInfo`] for those outside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// How many plies were searched.
    pub depth: u32,
    /// 1 for the best line, 2 for the next.
    pub rank: u32,
    /// The value for the side to move.
    pub score: Score,
    /// The length in plies of a proven result: positive if the side to move wins, negative (or 0) if it loses.
    pub wins_in: Option<i32>,
    /// Positions visited so far.
    pub nodes: u64,
    /// Positions visited per second.
    pub nodes_per_second: u64,
    /// Time since the search began.
    pub time: Duration,
    /// The best action; `None` if the game is over.
    pub best: Option<Action>,
    /// Where moves are proposed: what to play when the best is refused.
    pub alternate: Option<Action>,
    /// The expected actions.
    pub line: Vec<Action>,
}

/// What the engine decided to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The action; `None` if the game is over.
    pub action: Option<Action>,
    /// What the search found; `None` if the decision had been made before.
    pub finding: Option<Finding>,
}

/// What an engine is built from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MindOptions {
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
impl Default for MindOptions {
    fn default() -> MindOptions {
        MindOptions {
            settings: Settings::default(),
            consult: true,
            level: Level::FULL,
            seed: 1,
            shortcuts: Vec::new(),
            judge: Judge::Usual,
        }
    }
}

impl From<Settings> for MindOptions {
    fn from(settings: Settings) -> MindOptions {
        MindOptions { settings, ..MindOptions::default() }
    }
}

/// An engine. It plays whatever game the table before it has, and keeps what it has learnt until the game changes.
///
/// It is built, and solved boards are loaded, when it is first needed or by [`Mind::prepare`]. A search ends when its limits are
/// reached or `stop` is raised.
pub struct Mind {
    options: MindOptions,
    built: Option<(GameId, Box<dyn Think>)>,
    warning: Option<String>,
}

impl Mind {
    /// An engine that is yet to be built.
    pub fn new(options: impl Into<MindOptions>) -> Mind {
        Mind { options: options.into(), built: None, warning: None }
    }

    /// Builds the engine for a game now, which takes a moment: its memory has to come from the system, and solved boards are
    /// loaded or made. Whoever thinks against a clock prepares first.
    pub fn prepare(&mut self, game: GameId) {
        self.think(game, &AtomicBool::new(false));
    }

    /// Changes the options. The engine forgets what it knows only if it has to be built anew for them.
    pub fn set_options(&mut self, options: impl Into<MindOptions>) {
        let options = options.into();
        let built_from = |options: &MindOptions| {
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
        report: &mut dyn FnMut(&Finding),
    ) -> Decision {
        self.think(table.id(), stop).choose(table, limits, stop, report)
    }

    /// Thinks about a position in which the opponent is to act, until `stop` is raised.
    pub fn ponder(&mut self, table: &dyn Table, stop: &AtomicBool, report: &mut dyn FnMut(&Finding)) {
        self.think(table.id(), stop).ponder(table, stop, report);
    }

    /// Looks at a position at full strength and reports the best lines, depth by depth. Returns the last finding about
    /// the best line.
    pub fn analyze(
        &mut self,
        table: &dyn Table,
        limits: &Limits,
        lines: usize,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Finding),
    ) -> Finding {
        self.think(table.id(), stop).analyze(table, limits, lines, stop, report)
    }

    fn think(&mut self, game: GameId, stop: &AtomicBool) -> &mut dyn Think {
        // The memory of another game is given back before more is asked for.
        self.built = self.built.take().filter(|(built_for, _)| *built_for == game);
        let Mind { options, built, warning } = self;
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

fn may_consult(options: &MindOptions) -> bool {
    options.consult && options.level == Level::FULL
}

/// Puts the solution of a game at hand if such an engine may use it; what is wrong with one that cannot be used.
fn consulted(game: GameId, options: &MindOptions) -> Option<String> {
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
        report: &mut dyn FnMut(&Finding),
    ) -> Decision;

    fn ponder(&mut self, table: &dyn Table, stop: &AtomicBool, report: &mut dyn FnMut(&Finding));

    fn analyze(
        &mut self,
        table: &dyn Table,
        limits: &Limits,
        lines: usize,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Finding),
    ) -> Finding;
}

/// An engine to be built from options, with a network that fits.
struct Build<'a>(&'a MindOptions, Option<Arc<Network>>);

impl Visitor for Build<'_> {
    type Output = Box<dyn Think>;

    fn visit<G: Notation + Profile>(self, start: G) -> Box<dyn Think> {
        let MindOptions { settings, consult, level, seed, shortcuts, judge: _ } = self.0;
        let mut thinker = Thinker::<G>::with_level(settings, *consult, *level, *seed);
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
    thinker: Thinker<G>,
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
        report: &mut dyn FnMut(&Finding),
    ) -> Decision {
        let position = Self::position(&self.start, table);
        self.thinker.set_last_move(table.last_move());
        let choice = self.thinker.choose(position, limits, stop, &mut |found| report(&finding(position, found)));
        Decision {
            action: choice.action.map(|mv| position.action(mv)),
            finding: choice.report.map(|found| finding(position, &found)),
        }
    }

    fn ponder(&mut self, table: &dyn Table, stop: &AtomicBool, report: &mut dyn FnMut(&Finding)) {
        let position = Self::position(&self.start, table);
        self.thinker.ponder(position, stop, &mut |found| report(&finding(position, found)));
    }

    fn analyze(
        &mut self,
        table: &dyn Table,
        limits: &Limits,
        lines: usize,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Finding),
    ) -> Finding {
        let position = Self::position(&self.start, table);
        let mut tell = |found: &SearchInfo| report(&finding(position, found));
        let found = self.thinker.analyze(position, limits, lines, stop, &mut tell);
        finding(position, &found)
    }
}

fn finding<G: Notation>(position: &G, report: &SearchInfo) -> Finding {
    let mut line = Vec::with_capacity(report.line.len());
    let mut at = position.clone();
    for &mv in &report.line {
        line.push(at.action(mv));
        at.play(mv);
    }
    Finding {
        depth: report.depth,
        rank: report.rank,
        score: report.score,
        wins_in: score::proven_plies(report.score),
        nodes: report.nodes,
        nodes_per_second: report.nodes_per_second(),
        time: report.time,
        best: report.best.map(|mv| position.action(mv)),
        alternate: report.alternate.map(|mv| position.action(mv)),
        line,
    }
}
