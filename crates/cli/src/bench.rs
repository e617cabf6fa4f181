//! `skirmish bench`: a fixed amount of work for each game. The number of nodes is a signature: as long as it stays the same, the
//! search behaves the same.

use std::io::Write;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use skirmish_arena::random::Random;
use skirmish_games::GameId;
use skirmish_play::{MindOptions, Table};
use skirmish_search::{Limits, Settings};

use crate::arguments::Bench;
use crate::engine::prepared;

/// Positions searched in each game.
const POSITIONS: u64 = 8;

/// Searches the positions of one game or of all.
pub fn run(arguments: &Bench, out: &mut impl Write) -> anyhow::Result<()> {
    let games: Vec<GameId> = arguments.game.map_or_else(default_games, |game| vec![game]);
    let (mut all_nodes, mut all_time) = (0, Duration::ZERO);
    for game in games {
        let settings = Settings { threads: 1, hash: 16, shortcuts: None };
        let shortcuts = arguments.set.clone();
        let options = MindOptions { settings, consult: false, shortcuts, ..MindOptions::default() };
        let mut mind = prepared(options, game);
        let start = Instant::now();
        let mut nodes = 0;
        for number in 0..POSITIONS {
            mind.clear();
            let limits = Limits::depth(arguments.depth);
            nodes += mind.analyze(&*position(game, number), &limits, 1, &AtomicBool::new(false), &mut |_| {}).nodes;
        }
        write_line(out, &game.to_string(), nodes, start.elapsed())?;
        all_nodes += nodes;
        all_time += start.elapsed();
    }
    write_line(out, "all", all_nodes, all_time)?;
    Ok(())
}

/// Every game, and those that come in sizes also on a larger board.
fn default_games() -> Vec<GameId> {
    let larger = |game: GameId| GameId::parse(&format!("{}:{}", game.info().id, game.size() + 2)).ok();
    GameId::all().chain(GameId::all().filter_map(larger)).collect()
}

/// A position some plies into a random game, the same for the same number.
fn position(game: GameId, number: u64) -> Box<dyn Table> {
    let mut random = Random::new(number);
    'again: loop {
        let mut table = skirmish_play::open(game);
        for _ in 0..2 * number {
            let actions = table.legal_actions();
            if actions.is_empty() {
                continue 'again;
            }
            table.perform(&actions[random.below(actions.len())]);
        }
        if table.outcome().is_none() {
            return table;
        }
    }
}

fn write_line(out: &mut impl Write, name: &str, nodes: u64, time: Duration) -> std::io::Result<()> {
    let speed = nodes as f64 / time.as_secs_f64() / 1e6;
    writeln!(out, "{name:8} {nodes:>10} nodes  {speed:>6.3} million nodes/s")?;
    out.flush()
}
