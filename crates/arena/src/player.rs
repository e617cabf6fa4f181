//! Built-in players, and their descriptions in plans and on command lines.

use std::fmt;
use std::marker::PhantomData;
use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};
use skirmish_board::{Action, LevelProfile, Move, MoveList, Notation, Random, SearchParams, TextError, quoted};
use skirmish_games::{GameId, Visitor};
use skirmish_play::{AnyEngine, AnyGame, EngineOptions, Level, downcast, parse_duration};
use skirmish_search::{Limits, SearchSettings, reference};

/// A built-in player, parsed from `level=3`, `nodes=5000 lmr_divisor=0`, `minimum=4` or `random`.
///
/// It is stored as the text that it was parsed from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct BuiltIn {
    /// The description.
    text: String,
    method: Method,
    limits: Limits,
    level: Level,
    threads: usize,
    hash: usize,
    /// Whether its description has limits.
    bounded: bool,
    /// Parameters of the search that differ from the game's own, by name.
    changed: Vec<(String, i32)>,
}

/// How a player chooses moves.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Method {
    /// With the engine's search.
    Search,
    /// Plain alpha-beta on material to this depth.
    Minimum(u32),
    Random,
}

impl BuiltIn {
    /// Parses a description: settings separated by spaces or commas.
    pub fn parse(text: &str) -> Result<BuiltIn, TextError> {
        let mut player = BuiltIn {
            text: text.to_owned(),
            method: Method::Search,
            limits: Limits::default(),
            level: Level::FULL,
            threads: 1,
            hash: 16,
            bounded: true,
            changed: Vec::new(),
        };
        for word in text.split([' ', ',']).filter(|word| !word.is_empty()) {
            player.set(word)?;
        }
        // A level below the highest has limits of its own.
        if player.limits == Limits::default() && player.level == Level::FULL {
            player.bounded = false;
            player.limits.nodes = Some(10_000);
        }
        Ok(player)
    }

    fn set(&mut self, word: &str) -> Result<(), TextError> {
        let (name, value) = word.split_once('=').unwrap_or((word, ""));
        let bad = || {
            let settings = "time, depth, nodes, level, threads, hash, minimum, random or a parameter of the search";
            TextError::new(format!(
                "{} is not a setting of a player; expected NAME=VALUE with {settings}",
                quoted(word)
            ))
        };
        // A plain number of at least 1: `+5` parses, too, and no search has a depth of 0.
        let number = || {
            let plain = value.bytes().all(|byte| byte.is_ascii_digit());
            value.parse::<u64>().ok().filter(|&number| plain && number > 0).ok_or_else(|| {
                TextError::new(format!("{name} is {}, expected a whole number of at least 1", quoted(value)))
            })
        };
        match name {
            "time" => self.limits.time = Some(parse_duration(value)?),
            "depth" => self.limits.depth = Some(number()?.min(100) as u32),
            "nodes" => self.limits.nodes = Some(number()?),
            "level" => self.level = Level::parse(value)?,
            "threads" => self.threads = number()?.min(256) as usize,
            "hash" => self.hash = number()?.min(1 << 20) as usize,
            "minimum" => self.method = Method::Minimum(number()?.min(20) as u32),
            "random" if value.is_empty() => self.method = Method::Random,
            name if SearchParams::has(name) => {
                self.changed.push((name.to_owned(), value.parse().map_err(|_| bad())?));
            }
            _ => return Err(bad()),
        }
        Ok(())
    }

    /// Whether its description has no limits and no level, so that it uses all its time.
    pub fn is_unbounded(&self) -> bool {
        !self.bounded
    }

    /// The limits in its description.
    pub(crate) fn own_limits(&self) -> Limits {
        if self.bounded { self.limits } else { Limits::default() }
    }

    /// The player for a game. Equal seeds make equal players.
    pub fn player(&self, game: GameId, seed: u64) -> Player {
        let method = match self.method {
            Method::Random => SimpleMethod::Random(Random::new(seed)),
            Method::Minimum(depth) => SimpleMethod::Minimum { depth, alternate: None },
            Method::Search => return self.searcher(game, seed),
        };
        Player(PlayerKind::Simple(game.visit(method)))
    }

    fn searcher(&self, game: GameId, seed: u64) -> Player {
        let settings = SearchSettings { threads: self.threads, hash: self.hash, ..SearchSettings::default() };
        let mut engine = AnyEngine::new(EngineOptions {
            settings,
            level: self.level,
            seed,
            params: self.changed.clone(),
            ..EngineOptions::default()
        });
        engine.prepare(game);
        Player(PlayerKind::Search { engine: Box::new(engine), limits: self.limits, bounded: self.bounded })
    }
}

impl fmt::Display for BuiltIn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl TryFrom<String> for BuiltIn {
    type Error = TextError;

    fn try_from(text: String) -> Result<BuiltIn, TextError> {
        BuiltIn::parse(&text)
    }
}

impl From<BuiltIn> for String {
    fn from(player: BuiltIn) -> String {
        player.text
    }
}

/// A built-in player of one game.
pub struct Player(PlayerKind);

enum PlayerKind {
    Search {
        engine: Box<AnyEngine>,
        limits: Limits,
        /// Whether the limits are its own; otherwise they apply only if no others are set.
        bounded: bool,
    },
    Simple(Box<dyn Simple>),
}

impl Player {
    /// Chooses an action within its own limits and those given; setting `stop` gives some action at once. Players without
    /// a search ignore limits. `None` if the game is over.
    pub fn choose(&mut self, game: &dyn AnyGame, given: &Limits, stop: &AtomicBool) -> Option<Action> {
        match &mut self.0 {
            PlayerKind::Search { engine, limits, bounded } => {
                let limits = if *bounded || *given == Limits::default() { stricter(limits, given) } else { *given };
                engine.choose(game, &limits, stop, &mut |_| {}).action
            }
            PlayerKind::Simple(player) => player.choose(game),
        }
    }

    /// A warning for the user: a solved board that it could not use, and why.
    pub fn into_warning(self) -> Option<String> {
        match self.0 {
            PlayerKind::Search { mut engine, .. } => engine.take_warning(),
            PlayerKind::Simple(_) => None,
        }
    }
}

/// A player without an engine.
trait Simple: Send {
    fn choose(&mut self, game: &dyn AnyGame) -> Option<Action>;
}

/// How a simple player chooses moves.
enum SimpleMethod {
    /// The minimum that the handouts ask for.
    Minimum {
        /// Search depth in plies.
        depth: u32,
        /// Its move if the proposal is refused.
        alternate: Option<Move>,
    },
    /// Any legal move.
    Random(Random),
}

impl Visitor for SimpleMethod {
    type Output = Box<dyn Simple>;

    fn visit<G: Notation + LevelProfile>(self, _: G) -> Box<dyn Simple> {
        Box::new(SimplePlayer { game: PhantomData::<G>, method: self })
    }
}

struct SimplePlayer<G> {
    game: PhantomData<G>,
    method: SimpleMethod,
}

impl<G: Notation + LevelProfile> Simple for SimplePlayer<G> {
    fn choose(&mut self, game: &dyn AnyGame) -> Option<Action> {
        let position: &G = downcast(game)?;
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        if moves.is_empty() {
            return None;
        }
        let mv = match &mut self.method {
            SimpleMethod::Minimum { depth, alternate } => {
                match alternate.take().filter(|mv| !position.is_proposal_turn() && moves.contains(mv)) {
                    Some(mv) => mv,
                    None => {
                        let (best, second) = reference::alpha_beta_move(position, *depth, &G::material);
                        *alternate = second.filter(|_| position.is_proposal_turn());
                        best
                    }
                }
            }
            SimpleMethod::Random(random) => moves[random.below(moves.len())],
        };
        Some(position.action(mv))
    }
}

/// Both limits at once.
fn stricter(one: &Limits, other: &Limits) -> Limits {
    Limits {
        time: one.time.into_iter().chain(other.time).min(),
        depth: one.depth.into_iter().chain(other.depth).min(),
        nodes: one.nodes.into_iter().chain(other.nodes).min(),
        mate_bound: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Duels use the same players.
    #[test]
    fn every_level_below_the_highest_plays_as_on_every_front_end() {
        for level in Level::all().filter(|&level| level < Level::FULL) {
            let player = BuiltIn::parse(&format!("level={}", level.number())).unwrap();
            let Player(PlayerKind::Search { engine, .. }) = player.player(GameId::parse("refusal").unwrap(), 1) else {
                panic!("it does not search")
            };
            assert_eq!(engine.resources(), level.settings(&SearchSettings::default()), "{level:?}");
        }
    }
}
