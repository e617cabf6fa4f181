//! Finds the positions in `crates/class/tactics`: `cargo run -p skirmish-class --example tactics -- hiya 48 3000 > hiya.txt`.

use std::sync::atomic::AtomicBool;

use skirmish_class::grade::tactics::{TacticTask, find, format_pool};
use skirmish_games::GameId;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let game = GameId::parse(&arguments.next().unwrap_or_default()).expect("a game");
    let count = arguments.next().and_then(|count| count.parse().ok()).unwrap_or(48);
    let games = arguments.next().and_then(|games| games.parse().ok()).unwrap_or(3000);
    // The call of Oska's handout looks as far as it is told, so that other positions are fair, too.
    let any = game.info().id == "oska";
    print!("{}", format_pool(&find(game, &TacticTask::ALL, any, count, games, &AtomicBool::new(false))));
}
