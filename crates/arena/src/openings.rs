//! The opening book of a tournament: random openings that neither side has won already, or given ones.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::AtomicBool;

use skirmish_board::{LevelProfile, MoveList, Notation, Outcome, Random, Score, score};
use skirmish_games::{GameId, Visitor};
use skirmish_play::{AnyEngine, EngineOptions, from_position};
use skirmish_search::{Limits, SearchSettings};

use crate::competitor::EngineKind;
use crate::game::Pair;
use crate::plan::{OpeningSource as Planned, Plan};
use crate::schedule::Pairing;

/// An opening is fair if a short search scores it within this, for either side.
const MAX_OPENING_SCORE: Score = 60;

/// The nodes of that search.
const FAIRNESS_NODES: u64 = 20_000;

/// Its nodes if the opening is known to be decided: it is fair enough if a very short search does not see the result.
const DECIDED_NODES: u64 = 400;

/// How many random lines are tried for an opening.
const MAX_DRAWS: usize = 40;

/// After this many tries an opening without a proven result will do.
const PERFECT_DRAWS: usize = 8;

/// Chooses the openings of pairs.
pub struct OpeningBook {
    source: Source,
    start: String,
    seed: u64,
    /// For each engine, whether it can play only from the start position: console programs cannot set up another.
    from_start: Vec<bool>,
}

/// Where openings come from.
enum Source {
    Random(Box<dyn Draw>),
    Given(Vec<String>),
}

impl OpeningBook {
    /// The openings of a plan.
    pub fn new(plan: &Plan) -> OpeningBook {
        OpeningBook {
            source: match &plan.openings {
                Planned::Random(plies) => Source::Random(plan.game.visit(BookVisitor(plan.game, *plies))),
                Planned::Given(texts) => Source::Given(texts.clone()),
            },
            start: skirmish_play::new_game(plan.game).position(),
            seed: plan.seed,
            from_start: plan
                .engines
                .iter()
                .map(|competitor| matches!(competitor.kind, EngineKind::Console(..)))
                .collect(),
        }
    }

    /// Gives each pairing an opening. It depends only on the plan, the number of the pair and the `earlier` pairs of the
    /// same engines. They repeat an opening only if no other was found.
    pub fn open(&mut self, pairings: &[Pairing], earlier: &[Pair]) -> Vec<Pair> {
        let mut used: HashMap<[usize; 2], HashSet<String>> = HashMap::new();
        for pair in earlier {
            used.entry(sorted(pair.engines)).or_default().insert(pair.opening.clone());
        }
        let open = |&Pairing { number, round, engines }: &Pairing| {
            let used = used.entry(sorted(engines)).or_default();
            let from_start = engines.iter().any(|&engine| self.from_start.get(engine).copied().unwrap_or(false));
            let opening = if from_start { self.start.clone() } else { self.draw(number, used) };
            used.insert(opening.clone());
            Pair { number, round, engines, opening }
        };
        pairings.iter().map(open).collect()
    }

    fn draw(&mut self, number: u64, used: &HashSet<String>) -> String {
        match &mut self.source {
            Source::Random(draw) => draw.draw(self.seed.wrapping_mul(1 << 32).wrapping_add(number), used),
            // Each pairing goes through the list from its beginning, so that all play the same openings.
            Source::Given(texts) => {
                let unused = texts.iter().find(|text| !used.contains(&text[..]));
                let next = unused.or_else(|| texts.get(number as usize % texts.len().max(1)));
                next.cloned().unwrap_or_else(|| self.start.clone())
            }
        }
    }
}

fn sorted([a, b]: [usize; 2]) -> [usize; 2] {
    [a.min(b), a.max(b)]
}

/// [`Openings`] with the game erased.
trait Draw: Send {
    fn draw(&mut self, number: u64, used: &HashSet<String>) -> String;
}

struct BookVisitor(GameId, u32);

impl Visitor for BookVisitor {
    type Output = Box<dyn Draw>;

    fn visit<G: Notation + LevelProfile>(self, start: G) -> Box<dyn Draw> {
        Box::new(Openings::new(self.0, start, self.1))
    }
}

impl<G: Notation + LevelProfile> Draw for Openings<G> {
    fn draw(&mut self, number: u64, used: &HashSet<String>) -> String {
        self.draw_unlike(number, &|position| used.contains(&position.format_position()[..])).format_position()
    }
}

/// What is wrong with an opening; less is better.
#[derive(Default, PartialEq, Eq, PartialOrd, Ord)]
struct OpeningDefects {
    used: bool,
    /// Known to be won for one side.
    decided: bool,
    /// The advantage of one side; 0 if it is small.
    unfair: Score,
}

/// Draws random openings.
struct Openings<P> {
    start: P,
    plies: u32,
    game: GameId,
    engine: AnyEngine,
    /// Whether every machine knows the results on this board. Determined before any player is built: a solved board on
    /// this machine's disk must not change the openings.
    solved: bool,
}

impl<P: Notation + LevelProfile> Openings<P> {
    fn new(game: GameId, start: P, plies: u32) -> Openings<P> {
        start.build_tablebase(&|_, _| {}, &AtomicBool::new(false));
        let solved = start.tablebase_result().is_some();
        let settings = SearchSettings { threads: 1, hash: 1, params: None };
        let engine = AnyEngine::new(EngineOptions { settings, use_tablebase: false, ..EngineOptions::default() });
        Openings { start, plies, game, engine, solved }
    }

    /// The unused opening with this number; always the same one. On solved boards, where nearly every position is
    /// decided, it is one whose result a short search does not see, or else the one farthest from its result. If all
    /// tries gave used openings, it is a used one.
    fn draw_unlike(&mut self, number: u64, used: &dyn Fn(&P) -> bool) -> P {
        let mut random = Random::new(number.wrapping_mul(0xd6e8_feb8_6659_fd93));
        let mut best: Option<(OpeningDefects, P)> = None;
        for draw in 0..MAX_DRAWS {
            let Some(position) = self.random_line(&mut random) else { continue };
            let rank = self.rank(&position, used(&position));
            if best.as_ref().is_none_or(|(least, _)| rank < *least) {
                best = Some((rank, position));
            }
            if let Some((rank, position)) = &best
                && (*rank == OpeningDefects::default()
                    || (draw >= PERFECT_DRAWS && !rank.used && !score::is_proof(rank.unfair)))
            {
                return position.clone();
            }
        }
        best.map_or_else(|| self.start.clone(), |(_, position)| position)
    }

    fn rank(&mut self, position: &P, used: bool) -> OpeningDefects {
        let decided = self.solved && matches!(position.tablebase_result(), Some(Outcome::Win(_)));
        let limits = Limits::nodes(if decided { DECIDED_NODES } else { FAIRNESS_NODES });
        self.engine.clear();
        let state = from_position(self.game, position.clone());
        let ahead = self.engine.analyze(&*state, &limits, 1, &AtomicBool::new(false), &mut |_| {}).score.abs();
        let unfair = if ahead <= MAX_OPENING_SCORE { 0 } else { ahead };
        OpeningDefects { used, decided, unfair }
    }

    fn random_line(&self, random: &mut Random) -> Option<P> {
        let mut position = self.start.clone();
        let mut moves = MoveList::new();
        // One ply more or less, so that either side may be first to move.
        for _ in 0..self.plies + random.below(2) as u32 {
            moves.clear();
            position.legal_moves(&mut moves);
            if moves.is_empty() {
                return None;
            }
            position.play_accepted(moves[random.below(moves.len())]);
        }
        position.outcome().is_none().then_some(position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::planned;

    fn book(game: &str, openings: &str, first_engine: &str) -> OpeningBook {
        let engines = [first_engine, "name=B builtin=random", "name=C builtin=random"];
        OpeningBook::new(&planned([&format!("game={game} srand=9"), openings, "", ""], &engines).unwrap())
    }

    fn pairings(count: u64, engines: [usize; 2]) -> Vec<Pairing> {
        (0..count).map(|number| Pairing { number, round: 1, engines }).collect()
    }

    #[test]
    fn openings_are_unfinished_distinct_and_the_same_for_everybody() {
        for game in GameId::all() {
            let pairings = pairings(12, [0, 1]);
            let id = game.to_string();
            let pairs = book(&id, "plies=4", "builtin=random").open(&pairings, &[]);
            let texts: HashSet<&str> = pairs.iter().map(|pair| &pair.opening[..]).collect();
            assert_eq!(texts.len(), 12, "{id}");
            let mut state = skirmish_play::new_game(game);
            for text in texts {
                state.set_position(text).unwrap();
                assert_eq!(state.outcome(), None, "{text}");
            }
            // In portions, as after a restart.
            let mut again = book(&id, "plies=4", "builtin=random").open(&pairings[..5], &[]);
            let rest = book(&id, "plies=4", "builtin=random").open(&pairings[5..], &again);
            again.extend(rest);
            assert_eq!(pairs, again);
        }
    }

    #[test]
    fn where_few_openings_exist_they_are_used_again() {
        let pairs = book("oska", "plies=0", "builtin=random").open(&pairings(20, [0, 1]), &[]);
        let texts: HashSet<&str> = pairs.iter().map(|pair| &pair.opening[..]).collect();
        // The start and the positions after its six moves.
        assert!((2..=7).contains(&texts.len()), "{texts:?}");
    }

    #[test]
    fn given_openings_are_used_in_order_by_each_meeting() {
        let (a, b) = ("wwww/---/--/---/bbbb w", "-www/w--/--/---/bbbb b");
        let mut book = book("oska", &format!("position={a};position={b}"), "builtin=random");
        let mut pairings = pairings(5, [0, 1]);
        pairings[1].engines = [2, 1];
        pairings[3].engines = [1, 0];
        let pairs = book.open(&pairings, &[]);
        let texts: Vec<&str> = pairs.iter().map(|pair| &pair.opening[..]).collect();
        assert_eq!(texts, [a, a, b, b, a]);
    }

    #[test]
    fn console_programs_begin_at_the_start() {
        let mut book = book("hiya", "plies=4", "cmd=x proto=console");
        let start = skirmish_play::new_game(GameId::parse("hiya").unwrap()).position();
        assert!(book.open(&pairings(3, [0, 1]), &[]).iter().all(|pair| pair.opening == start));
        assert!(book.open(&pairings(3, [2, 1]), &[]).iter().all(|pair| pair.opening != start));
    }
}
