//! The built-in players, and how they are described on a command line.

use std::sync::atomic::AtomicBool;

use skirmish_board::{Evaluate, Move, MoveList, Shortcuts, TextError, quoted};
use skirmish_play::{Level, Thinker, parse_duration};
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

    /// The player described, for one game; equal seeds make equal players.
    pub fn player<P: Evaluate>(&self, seed: u64) -> Player<P> {
        match self.kind {
            Kind::Random => Player::Random(Random::new(seed)),
            Kind::Minimum(depth) => Player::Minimum { depth, alternate: None },
            Kind::Engine => {
                let mut shortcuts = P::SHORTCUTS;
                for (name, value) in &self.changed {
                    if let Some(setting) = shortcuts.get_mut(name) {
                        *setting = *value;
                    }
                }
                let settings = Settings {
                    threads: self.threads,
                    hash: self.hash,
                    shortcuts: Some(shortcuts),
                    consult: self.level == Level::FULL,
                };
                let mut thinker = Thinker::new(&settings);
                thinker.set_level(self.level, seed);
                Player::Engine { thinker: Box::new(thinker), limits: self.limits, bounded: self.bounded }
            }
        }
    }
}

/// A built-in player of one game.
pub enum Player<P> {
    /// The engine.
    Engine {
        /// It.
        thinker: Box<Thinker<P>>,
        /// What it has for each move.
        limits: Limits,
        /// Whether they are its own: otherwise they hold only where nobody sets others.
        bounded: bool,
    },
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

impl<P: Evaluate> Player<P> {
    /// Forgets the last game.
    pub fn clear(&mut self) {
        if let Player::Engine { thinker, .. } = self {
            thinker.clear();
        }
    }

    /// Decides on an action in an unfinished position.
    pub fn choose(&mut self, position: &P) -> Move {
        self.choose_within(position, &Limits::default(), &AtomicBool::new(false))
    }

    /// Decides on an action within limits besides its own; raising `stop` gives some action at once. Only the engine
    /// knows limits: the others do what they do.
    pub fn choose_within(&mut self, position: &P, given: &Limits, stop: &AtomicBool) -> Move {
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        match self {
            Player::Engine { thinker, limits, bounded } => {
                let limits = if *bounded || *given == Limits::default() { stricter(limits, given) } else { *given };
                let choice = thinker.choose(position, &limits, stop, &mut |_| {});
                choice.action.unwrap_or(moves[0])
            }
            Player::Minimum { depth, alternate } => {
                if let Some(mv) = alternate.take().filter(|mv| !position.proposes() && moves.contains(mv)) {
                    return mv;
                }
                let (best, second) = plain::alpha_beta_move(position, *depth, &P::material);
                *alternate = second.filter(|_| position.proposes());
                best
            }
            Player::Random(random) => moves[random.below(moves.len())],
        }
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
