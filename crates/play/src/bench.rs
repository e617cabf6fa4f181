//! The bench: fixed searches whose node counts show whether the search has changed. They are the same on every machine; a test
//! compares them with `bench.txt`.

use std::sync::atomic::AtomicBool;

use skirmish_games::GameId;
use skirmish_search::{Limits, SearchSettings};

use crate::any_game::{AnyGame, new_game};
use crate::engine::{AnyEngine, EngineOptions};
use crate::networks::Evaluator;
use skirmish_board::Random;

/// Positions searched in each game.
const POSITIONS: u64 = 8;

/// The bench of one game.
pub struct Bench {
    game: GameId,
    engine: AnyEngine,
}

impl Bench {
    /// Every game, and games with sizes also on a larger board.
    pub fn games() -> Vec<GameId> {
        let larger = |game: GameId| GameId::parse(&format!("{}:{}", game.info().id, game.size() + 2)).ok();
        GameId::all().chain(GameId::all().filter_map(larger)).collect()
    }

    /// Builds an engine with one thread, these changes of the search parameters and this evaluator.
    pub fn new(game: GameId, params: Vec<(String, i32)>, evaluator: Evaluator) -> Bench {
        let settings = SearchSettings { threads: 1, hash: 16, params: None };
        let mut engine = AnyEngine::new(EngineOptions {
            settings,
            use_tablebase: false,
            params,
            evaluator,
            ..EngineOptions::default()
        });
        engine.prepare(game);
        Bench { game, engine }
    }

    /// Searches all positions to a depth and returns the number of nodes.
    pub fn nodes(&mut self, depth: u32) -> u64 {
        let one = |number| {
            self.engine.clear();
            let position = position(self.game, number);
            self.engine.analyze(&*position, &Limits::depth(depth), 1, &AtomicBool::new(false), &mut |_| {}).nodes
        };
        (0..POSITIONS).map(one).sum()
    }
}

/// A position some plies into a random game, the same for the same number.
fn position(id: GameId, number: u64) -> Box<dyn AnyGame> {
    let mut random = Random::new(number);
    'again: loop {
        let mut game = new_game(id);
        for _ in 0..2 * number {
            let actions = game.legal_actions();
            if actions.is_empty() {
                continue 'again;
            }
            game.perform(&actions[random.below(actions.len())]);
        }
        if game.outcome().is_none() {
            return game;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::{env, fs};

    use super::*;
    use crate::networks::own_network;

    /// The depth of `skirmish bench`.
    const DEPTH: u32 = 9;

    const HEADER: &str = "\
# Nodes that `skirmish bench` visits, with the network of each game (usual) and with its hand-written evaluation (terms).
# After a deliberate change of the search, an evaluation or a network, write the counts anew:
#     SKIRMISH_WRITE=1 cargo test -p skirmish-play bench
# and end the message of the commit with the line \"Bench: N\", where N is what `skirmish bench` prints for all games.

";

    /// A line for each game that the command counts, and for each other size that has a network.
    fn counts() -> String {
        let sizes: Vec<u8> = (0..=u8::MAX).collect();
        let mut games = GameId::all_at(&sizes);
        games.retain(|&game| Bench::games().contains(&game) || own_network(game).is_some());
        // They have nothing in common, so each is counted by a thread of its own.
        let count = |game, evaluator| std::thread::spawn(move || Bench::new(game, Vec::new(), evaluator).nodes(DEPTH));
        let start = |game| (game, [Evaluator::Default, Evaluator::HandCrafted].map(|evaluator| count(game, evaluator)));
        let counting: Vec<_> = games.into_iter().map(start).collect();
        let line = |name: &str, usual: &str, terms: &str| format!("{name:8} {usual:>10} {terms:>10}\n");
        let lines = counting.into_iter().map(|(game, counts)| {
            let [usual, terms] = counts.map(|count| count.join().unwrap().to_string());
            line(&game.to_string(), &usual, &terms)
        });
        HEADER.to_owned() + &line("game", "usual", "terms") + &lines.collect::<String>()
    }

    #[test]
    fn the_search_visits_as_many_nodes_as_are_written_down() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("bench.txt");
        let counted = counts();
        if env::var_os("SKIRMISH_WRITE").is_some() {
            fs::write(&path, &counted).unwrap();
        }
        let pinned = fs::read_to_string(&path).unwrap();
        assert!(
            pinned == counted,
            "crates/play/bench.txt says otherwise, see there what to do:\n{pinned}\nnow:\n{counted}"
        );
    }
}
