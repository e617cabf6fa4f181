//! What all viewers share: the state of the tournament, and the events that bring it to them.
//!
//! One thread reads the store once per second, whatever the number of viewers. Events and pages are made once for all of them.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use serde::Serialize;
use skirmish_arena::store::{GameInProgress, Store};
use skirmish_arena::tournament::Finished;
use skirmish_board::Outcome;
use skirmish_web::Bytes;
use tokio::sync::broadcast;

use super::evaluation::PositionEvaluator;
use super::follower::{Follower, StoreReading};
use super::pages::{Liveness, PageName, PageView};
use super::running::{KitParts, RunningBoards, ShownBoard};
use super::summary::Summary;
use super::{LiveError, LiveOptions};

/// Opens the store, before each reading: `None` if the one that is open is still the right one. It is given whether one is open.
pub(super) type StoreOpener = Box<dyn FnMut(bool) -> Result<Option<Box<dyn Store>>, LiveError> + Send>;

/// The state that all viewers share.
pub(super) struct Station {
    state: Mutex<StationState>,
    events: broadcast::Sender<Bytes>,
    ended: AtomicBool,
}

/// What viewers see now.
#[derive(Clone)]
pub(super) struct StationState {
    /// Counts changes of the pages.
    pub(super) version: u64,
    /// `None` before there is a tournament.
    pub(super) summary: Option<Arc<Summary>>,
    shown: Vec<ShownBoard>,
    kit: KitParts,
    /// Since when the store cannot be read, in milliseconds since 1970.
    gone: Option<u64>,
    minutes: Option<u64>,
}

/// What is new, as the page's script needs it.
#[derive(Serialize)]
struct StationEvent<'a> {
    version: u64,
    /// Whether this is everything, not only what changed.
    whole: bool,
    gone: Option<u64>,
    kit: Option<&'a KitParts>,
    games: Vec<&'a ShownBoard>,
    /// The numbers of games that do not run any more.
    over: Vec<u64>,
    /// What happened, in sentences.
    news: Vec<String>,
}

impl StationEvent<'_> {
    /// As it is sent.
    fn bytes(&self) -> Bytes {
        // Texts and numbers always serialize, in one line.
        format!("data: {}\n\n", serde_json::to_string(self).unwrap_or_default()).into()
    }
}

/// Events that wait for a slow viewer. One that falls further behind gets everything at once.
const BACKLOG: usize = 16;

/// The time between two readings of the store.
pub(super) const READING_INTERVAL: Duration = Duration::from_secs(1);

/// A lost connection to a database is not retried for longer: the next reading does.
const RETRY_TIME: Duration = Duration::from_millis(500);

/// The most sentences of an event.
const MAX_NEWS: usize = 5;

impl Station {
    /// A station that reads the store until it is ended.
    pub(super) fn start(open: StoreOpener, options: &LiveOptions, interval: Duration) -> Arc<Station> {
        let state = StationState {
            version: 1,
            summary: None,
            shown: Vec::new(),
            kit: KitParts::default(),
            gone: None,
            minutes: None,
        };
        let (state, events) = (Mutex::new(state), broadcast::Sender::new(BACKLOG));
        let station = Arc::new(Station { state, events, ended: AtomicBool::new(false) });
        let reader = StoreReader {
            station: station.clone(),
            open,
            store: None,
            options: options.clone(),
            known: Follower::default(),
            boards: RunningBoards::new(),
            evaluator: options.evaluate.then(PositionEvaluator::start),
            pace: Pace::default(),
        };
        thread::spawn(move || reader.run(interval));
        station
    }

    /// No more readings.
    pub(super) fn end(&self) {
        self.ended.store(true, Relaxed);
    }

    fn lock(&self) -> MutexGuard<'_, StationState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What viewers see now.
    pub(super) fn state(&self) -> StationState {
        self.lock().clone()
    }

    /// Everything as an event, and the events after it.
    pub(super) fn subscribe(&self) -> (Bytes, broadcast::Receiver<Bytes>) {
        // Under the lock, so that no event is missed and none comes twice.
        let state = self.lock();
        (state.whole().bytes(), self.events.subscribe())
    }

    /// The number of viewers.
    #[cfg(test)]
    pub(super) fn viewers(&self) -> usize {
        self.events.receiver_count()
    }

    /// Changes the state, and sends the event about it.
    fn publish(&self, next: impl FnOnce(&mut StationState), news: Vec<String>) {
        let mut state = self.lock();
        let before = state.clone();
        next(&mut state);
        let kit = state.kit.since(&before.kit);
        let is_new = |board: &&ShownBoard| !before.shown.iter().any(|earlier| board.is_as(earlier));
        let runs = |number: u64| state.shown.iter().any(|board| board.number == number);
        let event = StationEvent {
            version: state.version,
            whole: false,
            gone: state.gone,
            kit: kit.as_ref(),
            games: state.shown.iter().filter(is_new).collect(),
            over: before.shown.iter().map(|board| board.number).filter(|&number| !runs(number)).collect(),
            news,
        };
        // Without viewers there is nobody to receive it.
        let _ = self.events.send(event.bytes());
    }
}

impl StationState {
    fn whole(&self) -> StationEvent<'_> {
        StationEvent {
            version: self.version,
            whole: true,
            gone: self.gone,
            kit: Some(&self.kit),
            games: self.shown.iter().collect(),
            over: Vec::new(),
            news: Vec::new(),
        }
    }

    /// A page; `None` if there is no such page, or no tournament yet.
    pub(super) fn page(&self, name: PageName) -> Option<String> {
        let liveness = Liveness::Events { version: self.version, minutes: self.minutes };
        PageView { summary: self.summary.as_deref()?, running: self.shown.iter().collect(), liveness }.page(name)
    }
}

/// The thread that reads the store.
struct StoreReader {
    station: Arc<Station>,
    open: StoreOpener,
    store: Option<Box<dyn Store>>,
    options: LiveOptions,
    known: Follower,
    boards: RunningBoards,
    evaluator: Option<PositionEvaluator>,
    pace: Pace,
}

impl StoreReader {
    fn run(mut self, interval: Duration) {
        // Standings of a large tournament take time: at most a tenth of it is spent on them.
        let (mut due, mut is_new) = (Instant::now(), false);
        while !self.station.ended.load(Relaxed) {
            let start = Instant::now();
            match self.read() {
                Ok(Some(reading)) => {
                    is_new |= reading.is_new;
                    let summary = (is_new && Instant::now() >= due).then(|| self.summary()).flatten();
                    if summary.is_some() {
                        (due, is_new) = (Instant::now() + 10 * start.elapsed(), false);
                    }
                    self.show(summary, &reading.running);
                }
                // There is no tournament yet.
                Ok(None) => {}
                Err(_) => self.lose(),
            }
            thread::sleep(interval.saturating_sub(start.elapsed()));
        }
    }

    /// Reads the store once.
    fn read(&mut self) -> Result<Option<StoreReading>, LiveError> {
        if let Some(mut store) = (self.open)(self.store.is_some())? {
            store.set_retry_time(RETRY_TIME);
            self.store = Some(store);
        }
        let Some(store) = &mut self.store else { return Ok(None) };
        Ok(self.known.read(&mut **store)?)
    }

    fn summary(&mut self) -> Option<Summary> {
        let earlier = self.station.state().summary;
        Summary::new(&self.known, &self.options, earlier.as_deref())
    }

    /// Shows what was read.
    fn show(&mut self, summary: Option<Summary>, running: &[GameInProgress]) {
        let state = self.station.state();
        let is_new = summary.is_some();
        let news = summary.as_ref().map_or_else(Vec::new, |summary| news(summary, state.summary.as_deref()));
        let Some(summary) = summary.map(Arc::new).or(state.summary) else { return };
        self.boards.update(summary.plan(), running, |number| self.known.pairs.get(&number));
        let mut shown: Vec<ShownBoard> = self.boards.shown.values().cloned().collect();
        if let Some(evaluator) = &mut self.evaluator {
            for board in &mut shown {
                let game = self.boards.game(board);
                board.evaluation = game.and_then(|game| evaluator.evaluation(board.number, board.plies, game));
            }
            evaluator.forget_others(|number| self.boards.shown.contains_key(&number));
        }
        let tournament = &summary.tournament;
        let minutes = self.pace.minutes_left(tournament.games().len(), tournament.expected());
        let kit = self.boards.kit();
        let numbers = |boards: &[ShownBoard]| boards.iter().map(|board| board.number).collect::<BTreeSet<u64>>();
        let is_other = is_new || numbers(&shown) != numbers(&state.shown);
        self.station.publish(
            |state| {
                state.version += u64::from(is_other);
                (state.summary, state.shown, state.kit, state.gone, state.minutes) =
                    (Some(summary), shown, kit, None, minutes);
            },
            news,
        );
    }

    /// The store cannot be read: what is known stays, and the next reading opens it again.
    fn lose(&mut self) {
        self.store = None;
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as u64);
        self.station.publish(|state| state.gone = state.gone.or(Some(now)), Vec::new());
    }
}

/// The games that have finished since an earlier summary, in sentences.
fn news(summary: &Summary, earlier: Option<&Summary>) -> Vec<String> {
    let Some(earlier) = earlier else { return Vec::new() };
    let known: BTreeSet<u64> = earlier.tournament.finished().map(|finished| finished.number()).collect();
    let new = summary.tournament.finished().filter(|finished| !known.contains(&finished.number()));
    let sentence = |finished: Finished| {
        let number = finished.number();
        match (&finished.game.fault, finished.game.outcome) {
            (Some(_), _) => format!("Game {number}: {}", summary.ending(finished.game)),
            (None, Outcome::Win(side)) => {
                let [winner, loser] = [side, side.opposite()].map(|side| summary.name(finished.engine(side)));
                format!("Game {number}: {winner} beats {loser}.")
            }
            (None, Outcome::Draw) => format!("Game {number} is a draw."),
        }
    };
    let mut news: Vec<String> = new.map(sentence).collect();
    news.drain(..news.len().saturating_sub(MAX_NEWS));
    news
}

/// How quickly games finish, as long as somebody looks.
#[derive(Default)]
struct Pace {
    first: Option<(Instant, usize)>,
}

impl Pace {
    /// Minutes until the last game; `None` before enough games have finished.
    fn minutes_left(&mut self, finished: usize, expected: usize) -> Option<u64> {
        const ENOUGH_GAMES: usize = 5;
        let (start, before) = *self.first.get_or_insert((Instant::now(), finished));
        let since = finished.saturating_sub(before);
        let left = expected.saturating_sub(finished);
        if since < ENOUGH_GAMES || left == 0 {
            return None;
        }
        Some((start.elapsed().as_secs_f64() * left as f64 / since as f64 / 60.0).ceil() as u64)
    }
}
