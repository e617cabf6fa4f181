//! What JavaScript sees: functions of numbers, and texts in a memory that both can reach.
//!
//! A text for this side is written into the room that [`alloc`] makes; the function called next takes it from there. A text for the
//! other side is lent for the time of the call.

use std::cell::RefCell;
use std::time::Duration;

use skirmish_api::messages::Message;
use skirmish_games::GameId;
use skirmish_play::{Bench, Evaluator};

use crate::dispatcher::{Dispatcher, DispatcherAction, WorkerKind, json};
use crate::searcher::{Searcher, SearcherMessage};

// SAFETY: the other side only reads, during the call, the bytes that it is lent; it calls nothing of this side meanwhile.
#[link(wasm_import_module = "env")]
unsafe extern "C" {
    /// Milliseconds since some moment.
    safe fn now() -> f64;
    /// Takes a text: for the page, or for whoever asked; and whether, of a search, it is the last.
    safe fn post(text: *const u8, length: usize, done: bool);
    /// Takes the text that is the answer if the search is ended now.
    safe fn checkpoint(text: *const u8, length: usize);
    /// Lets the searcher on a seat search, for so many milliseconds at most if that is not 0. The second text is the game by whose
    /// network it judges, if there is one; empty if it needs none.
    safe fn search_on(
        worker: u32,
        text: *const u8,
        length: usize,
        time_limit_ms: f64,
        game: *const u8,
        game_length: usize,
    );
    /// Ends the searcher on a seat.
    safe fn terminate(worker: u32);
}

thread_local! {
    /// The text that was handed in last.
    static TEXT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static DISPATCHER: RefCell<Dispatcher> = RefCell::default();
    static SEARCHER: RefCell<Searcher> = RefCell::default();
}

fn clock() -> Duration {
    Duration::try_from_secs_f64(now() / 1000.0).unwrap_or_default()
}

/// The text that was handed in. JavaScript's own are valid; whatever is not gets signs that no request has.
fn text() -> String {
    TEXT.take()
        .try_into()
        .unwrap_or_else(|error: std::string::FromUtf8Error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}

fn post_text(text: &str) {
    post(text.as_ptr(), text.len(), true);
}

fn post_searcher_message(message: SearcherMessage) {
    if let Some(final_message) = &message.final_message {
        let text = json(final_message);
        checkpoint(text.as_ptr(), text.len());
    }
    let text = json(&message.message);
    post(text.as_ptr(), text.len(), message.done);
}

fn worker_kind(number: u32) -> WorkerKind {
    if number == WorkerKind::Player as u32 { WorkerKind::Player } else { WorkerKind::Analyst }
}

fn run(actions: Vec<DispatcherAction>) {
    for action in actions {
        match action {
            DispatcherAction::Reply(text) => post_text(&text),
            DispatcherAction::Terminate(worker) => terminate(worker as u32),
            DispatcherAction::Search { worker, text, network, time_limit } => {
                let millis = time_limit.map_or(0.0, |most| most.as_secs_f64() * 1000.0);
                let game = network.unwrap_or_default();
                search_on(worker as u32, text.as_ptr(), text.len(), millis, game.as_ptr(), game.len());
            }
        }
    }
}

/// Room for a text of so many bytes, until the next call.
// SAFETY: no other symbol of the program has this name; so for all functions below.
#[unsafe(no_mangle)]
pub extern "C" fn alloc(length: usize) -> *mut u8 {
    TEXT.with_borrow_mut(|text| {
        text.clear();
        text.resize(length, 0);
        text.as_mut_ptr()
    })
}

/// The first call: from here on there is a clock, and the choices of weak levels vary.
#[unsafe(no_mangle)]
pub extern "C" fn begin(seed: u32) {
    skirmish_search::set_clock(clock);
    SEARCHER.with_borrow_mut(|searcher| searcher.set_seed(seed));
}

/// To the clerk: a text of the page.
#[unsafe(no_mangle)]
pub extern "C" fn on_request() {
    let text = text();
    run(DISPATCHER.with_borrow_mut(|dispatcher| dispatcher.on_request(text)));
}

/// To the clerk: what a searcher has found, and whether that was all.
#[unsafe(no_mangle)]
pub extern "C" fn on_searcher_message(number: u32, done: bool) {
    let text = text();
    run(DISPATCHER.with_borrow_mut(|dispatcher| dispatcher.on_searcher_message(worker_kind(number), text, done)));
}

/// To the clerk: what the answer of a searcher would be now.
#[unsafe(no_mangle)]
pub extern "C" fn on_checkpoint(number: u32) {
    let text = text();
    DISPATCHER.with_borrow_mut(|dispatcher| dispatcher.checkpoint(worker_kind(number), text));
}

/// To the clerk: the time of a search is over.
#[unsafe(no_mangle)]
pub extern "C" fn finish_now() {
    run(DISPATCHER.with_borrow_mut(Dispatcher::finish_now));
}

/// To the clerk: a searcher broke down.
#[unsafe(no_mangle)]
pub extern "C" fn on_searcher_error(number: u32) {
    run(DISPATCHER.with_borrow_mut(|dispatcher| dispatcher.on_searcher_error(worker_kind(number))));
}

/// To a searcher: a request. Returns when it is answered to the end.
#[unsafe(no_mangle)]
pub extern "C" fn search() {
    let text = text();
    SEARCHER.with_borrow_mut(|searcher| searcher.search(&text, &mut post_searcher_message));
}

/// To a searcher, or before a bench: the network of a game. What was handed in is the name of the game, so many bytes long, and then
/// the file. Says an error if it is no good; positions are then judged without it.
#[unsafe(no_mangle)]
pub extern "C" fn load_network(name_length: usize) {
    let bytes = TEXT.take();
    let (name, file) = bytes.split_at(name_length.min(bytes.len()));
    let game = GameId::parse(&String::from_utf8_lossy(name));
    if let Err(error) = game.and_then(|game| SEARCHER.with_borrow_mut(|searcher| searcher.load_network(game, file))) {
        let text = json(&Message::Error { id: None, sentence: error.to_string(), at: None });
        post(text.as_ptr(), text.len(), false);
    }
}

/// The bench of a game, which the text names; all if it is empty. Positions are judged by the networks that have come, or all by the
/// terms. Says a line `GAME NODES MILLISECONDS` for each.
#[unsafe(no_mangle)]
pub extern "C" fn bench(depth: u32, hand_crafted: bool) {
    let name = text();
    let games = if name.is_empty() { Bench::games() } else { GameId::parse(&name).into_iter().collect() };
    for game in games {
        let evaluator = if hand_crafted {
            Evaluator::HandCrafted
        } else {
            SEARCHER.with_borrow(|searcher| searcher.evaluator(game))
        };
        let mut work = Bench::new(game, Vec::new(), evaluator);
        let start = now();
        let nodes = work.nodes(depth);
        post_text(&format!("{game} {nodes} {}", now() - start));
    }
}
