//! The interface to JavaScript: functions with numbers as arguments, and texts in the shared memory.
//!
//! JavaScript writes a text into the buffer of [`alloc`] and then calls the function that reads it. Texts for JavaScript are valid
//! during the call.

use std::cell::RefCell;
use std::time::Duration;

use skirmish_api::messages::Message;
use skirmish_games::GameId;
use skirmish_play::{Bench, Evaluator};

use crate::dispatcher::{Dispatcher, DispatcherAction, WorkerKind, json};
use crate::searcher::{Searcher, SearcherMessage};

// SAFETY: JavaScript only reads the bytes, during the call, and calls nothing of this module meanwhile.
#[link(wasm_import_module = "env")]
unsafe extern "C" {
    /// A monotonic clock in milliseconds.
    safe fn now() -> f64;
    /// Sends a message to the page, or from a searcher to the dispatcher; `done` if it is the last of a search.
    safe fn post(text: *const u8, length: usize, done: bool);
    /// Sends the final message to use if the search is stopped now.
    safe fn checkpoint(text: *const u8, length: usize);
    /// Starts a search; a time limit of 0 is none. The second text is the game whose network it uses, or empty.
    safe fn search_on(
        worker: u32,
        text: *const u8,
        length: usize,
        time_limit_ms: f64,
        game: *const u8,
        game_length: usize,
    );
    /// Terminates a searcher.
    safe fn terminate(worker: u32);
}

thread_local! {
    /// The buffer of [`alloc`].
    static TEXT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static DISPATCHER: RefCell<Dispatcher> = RefCell::default();
    static SEARCHER: RefCell<Searcher> = RefCell::default();
}

fn clock() -> Duration {
    Duration::try_from_secs_f64(now() / 1000.0).unwrap_or_default()
}

/// The text in the buffer. JavaScript sends valid UTF-8; anything else is replaced.
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
    let all = [WorkerKind::Player, WorkerKind::Analyst, WorkerKind::Microscope];
    all.into_iter().find(|&kind| kind as u32 == number).unwrap_or(WorkerKind::Analyst)
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

/// A buffer of this many bytes, valid until the next call.
// SAFETY: no other symbol has this name; the same holds for all functions below.
#[unsafe(no_mangle)]
pub extern "C" fn alloc(length: usize) -> *mut u8 {
    TEXT.with_borrow_mut(|text| {
        text.clear();
        text.resize(length, 0);
        text.as_mut_ptr()
    })
}

/// Call this first: sets the clock and the random seed.
#[unsafe(no_mangle)]
pub extern "C" fn begin(seed: u32) {
    skirmish_search::set_clock(clock);
    SEARCHER.with_borrow_mut(|searcher| searcher.set_seed(seed));
}

/// Dispatcher: handles a message of the page.
#[unsafe(no_mangle)]
pub extern "C" fn on_request() {
    let text = text();
    run(DISPATCHER.with_borrow_mut(|dispatcher| dispatcher.on_request(text)));
}

/// Dispatcher: handles a message of a searcher; `done` if it is the last one.
#[unsafe(no_mangle)]
pub extern "C" fn on_searcher_message(number: u32, done: bool) {
    let text = text();
    run(DISPATCHER.with_borrow_mut(|dispatcher| dispatcher.on_searcher_message(worker_kind(number), text, done)));
}

/// Dispatcher: saves the final message of a searcher.
#[unsafe(no_mangle)]
pub extern "C" fn on_checkpoint(number: u32) {
    let text = text();
    DISPATCHER.with_borrow_mut(|dispatcher| dispatcher.checkpoint(worker_kind(number), text));
}

/// Dispatcher: the time limit of the search has passed.
#[unsafe(no_mangle)]
pub extern "C" fn finish_now() {
    run(DISPATCHER.with_borrow_mut(Dispatcher::finish_now));
}

/// Dispatcher: a searcher crashed.
#[unsafe(no_mangle)]
pub extern "C" fn on_searcher_error(number: u32) {
    run(DISPATCHER.with_borrow_mut(|dispatcher| dispatcher.on_searcher_error(worker_kind(number))));
}

/// Searcher: runs a search and returns when it is done.
#[unsafe(no_mangle)]
pub extern "C" fn search() {
    let text = text();
    SEARCHER.with_borrow_mut(|searcher| searcher.search(&text, &mut post_searcher_message));
}

/// Searcher and bench: loads the network of a game. The buffer has the name of the game, `name_length` bytes, and then the file.
/// Posts an error if the file is invalid.
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

/// Runs the bench of the game in the buffer, or of all games if it is empty, with the loaded networks or the hand-crafted evaluation.
/// Posts a line `GAME NODES MILLISECONDS` for each.
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
