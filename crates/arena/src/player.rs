//! The built-in players, and how they are described on a command line.

use std::sync::atomic::AtomicBool;

use skirmish_board::{Evaluate, Move, MoveList, Notation, Shortcuts, TextError, quoted};
use skirmish_games::{GameId, Visitor};
use skirmish_play::{Level, Mind, mind, parse_duration};
use skirmish_search::{Limits, Settings, plain};

use crate::random::Random;

/// A description of a built-in player, such as `level=3`, `nodes=5000 reductions=0`, `minimum=4` or `random`.
#[derive(Clone, Debug)]
pub struct Contestant {
    kind: Kind,
    limits: Limits,
    level: Level,
    threads: usize,
    hash: usize,
    /// Whether its description bounds its thinking.
    bounded: bool,
    /// Shortcuts that differ from the game's own.
    changed: Vec<(String, i32)>,
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    Engine,
    /// Plain alpha-beta on material alone to this depth.
    Minimum(u32),
    Random,
}

impl Contestant {
    /// Reads a description: words divided by spaces or commas.
    pub fn parse(text: &str) -> Result<Contestant, TextError> {
        let mut contestant = Contestant {
            kind: Kind::Engine,
            limits: Limits::default(),
            level: Level::FULL,
            threads: 1,
            hash: 16,
            bounded: true,
            changed: Vec::new(),
        };
        for word in text.split([' ', ',']).filter(|word| !word.is_empty()) {
            contestant.set(word)?;
        }
        // A level below the highest has limits of its own.
        if contestant.limits == Limits::default() && contestant.level == Level::FULL {
            contestant.bounded = false;
            contestant.limits.nodes = Some(10_000);
        }
        Ok(contestant)
    }

    fn set(&mut self, word: &str) -> Result<(), TextError> {
        let (name, value) = word.split_once('=').unwrap_or((word, ""));
        let bad = || {
            let settings = "time, depth, nodes, level, threads, hash, minimum, random or a shortcut's name";
            TextError::new(format!(
                "{} is not a setting of a player, expected NAME=VALUE with {settings}",
                quoted(word)
            ))
        };
        let number = || value.parse::<u64>().map_err(|_| bad());
        match name {
            "time" => self.limits.time = Some(parse_duration(value)?),
            "depth" => self.limits.depth = Some(number()?.clamp(1, 100) as u32),
            "nodes" => self.limits.nodes = Some(number()?.max(1)),
            "level" => self.level = Level::parse(value)?,
            "threads" => self.threads = number()?.clamp(1, 256) as usize,
            "hash" => self.hash = number()?.clamp(1, 1 << 20) as usize,
            "minimum" => self.kind = Kind::Minimum(number()?.clamp(1, 20) as u32),
            "random" if value.is_empty() => self.kind = Kind::Random,
            name if Shortcuts::NAMES.contains(&name) => {
                self.changed.push((name.to_owned(), value.parse().map_err(|_| bad())?));
            }
            _ => return Err(bad()),
        }
        Ok(())
    }

    /// Whether it thinks as long as it may: its description has no limits and no level of its own.
    pub fn is_unbounded(&self) -> bool {
        !self.bounded
    }

    /// The player described, for a game; equal seeds make equal players.
    pub fn player(&self, game: GameId, seed: u64) -> Player {
        let habit = match self.kind {
            Kind::Random => Habit::Random(Random::new(seed)),
            Kind::Minimum(depth) => Habit::Minimum { depth, alternate: None },
            Kind::Engine => return self.engine(game, seed),
        };
        Player(Kept::Simple(game.visit(habit)))
    }

    fn engine(&self, game: GameId, seed: u64) -> Player {
        let consult = self.level == Level::FULL;
        let mut mind = mind(game, &Settings { threads: self.threads, hash: self.hash, shortcuts: None, consult });
        for (name, value) in &self.changed {
            mind.set_shortcut(name, *value);
        }
        mind.set_level(self.level, seed);
        Player(Kept::Engine { mind, limits: self.limits, bounded: self.bounded })
    }
}

/// A built-in player of one game. Positions and actions are text, so that the search is compiled only once, where minds are made.
pub struct Player(Kept);

enum Kept {
    Engine {
        mind: Box<dyn Mind>,
        limits: Limits,
        /// Whether the limits are its own: otherwise they hold only where nobody sets others.
        bounded: bool,
    },
    Simple(Box<dyn Simple>),
}

impl Player {
    /// Decides on an action within limits besides its own; raising `stop` gives some action at once. Only the engine
    /// knows limits: the others do what they do. `None` if the game is over.
    pub fn choose(&mut self, position: &str, given: &Limits, stop: &AtomicBool) -> Result<Option<String>, TextError> {
        match &mut self.0 {
            Kept::Engine { mind, limits, bounded } => {
                let limits = if *bounded || *given == Limits::default() { stricter(limits, given) } else { *given };
                Ok(mind.choose(position, &limits, stop, &mut |_| {})?.action)
            }
            Kept::Simple(player) => player.choose(position),
        }
    }
}

/// A player that needs no engine.
trait Simple: Send {
    fn choose(&mut self, position: &str) -> Result<Option<String>, TextError>;
}

/// What such a player does.
enum Habit {
    /// The least that the handouts ask for.
    Minimum {
        /// Plies looked ahead.
        depth: u32,
        /// What it plays if its proposal is refused.
        alternate: Option<Move>,
    },
    /// Any legal move.
    Random(Random),
}

impl Visitor for Habit {
    type Output = Box<dyn Simple>;

    fn visit<G: Notation + Evaluate>(self, start: G) -> Box<dyn Simple> {
        Box::new(Creature { start, habit: self })
    }
}

struct Creature<G> {
    start: G,
    habit: Habit,
}

impl<G: Notation + Evaluate> Simple for Creature<G> {
    fn choose(&mut self, position: &str) -> Result<Option<String>, TextError> {
        let position = self.start.parse_position(position)?;
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        if moves.is_empty() {
            return Ok(None);
        }
        let mv = match &mut self.habit {
            Habit::Minimum { depth, alternate } => {
                match alternate.take().filter(|mv| !position.proposes() && moves.contains(mv)) {
                    Some(mv) => mv,
                    None => {
                        let (best, second) = plain::alpha_beta_move(&position, *depth, &G::material);
                        *alternate = second.filter(|_| position.proposes());
                        best
                    }
                }
            }
            Habit::Random(random) => moves[random.below(moves.len())],
        };
        Ok(Some(position.format_move(mv)))
    }
}

/// Both limits at once.
fn stricter(one: &Limits, other: &Limits) -> Limits {
    Limits {
        time: one.time.into_iter().chain(other.time).min(),
        depth: one.depth.into_iter().chain(other.depth).min(),
        nodes: one.nodes.into_iter().chain(other.nodes).min(),
        promised: None,
    }
}
