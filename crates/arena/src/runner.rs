//! Plays a tournament: threads claim pairs, play their games and save each as it ends. Other processes may do the same
//! at the same time.

mod dialogue_recorder;
mod progress;
mod suspend_detector;

use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::SeqCst};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::competitor::{Competitor, EngineKind};
use crate::game::{DialogueHead, Fault, FinishedGame, Pair};
use crate::openings::OpeningBook;
use crate::plan::Plan;
use crate::referee;
use crate::schedule::{self, ScheduleStep, SprtSequence};
use crate::seat::{Failure, Seat, observed_seat, seat};
use crate::store::{ClaimedPair, Store, StoreError};
use crate::system;
use dialogue_recorder::DialogueRecorder;
use progress::Progress;
use skirmish_board::Random;
use skirmish_board::{Side, quoted};
use skirmish_games::GameId;
use suspend_detector::SuspendDetector;

/// How this process plays a tournament.
#[derive(Clone, Debug)]
pub struct WorkerOptions {
    /// Games at the same time.
    pub concurrency: usize,
    /// The unique name under which it claims pairs.
    pub worker: String,
    /// How long its claims last after its last heartbeat.
    pub lease: Duration,
}

/// An event of a tournament, reported from any thread.
#[derive(Clone, Copy, Debug)]
pub enum RunnerEvent<'a> {
    /// A game begins.
    Started(&'a Pair, u8),
    /// A game is over and saved.
    Finished(&'a Pair, &'a FinishedGame),
    /// A warning for the user; the tournament continues.
    Warning(&'a str),
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunEnd {
    /// There is nothing left to play.
    Finished,
    /// All games are played, but the next round depends on games that do not count and must be replayed.
    Blocked,
    /// It was stopped. Finished games are saved, and all others can be claimed again.
    Stopped,
}

/// Why a run ended before its time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RunError {
    /// The store failed.
    Store(StoreError),
    /// The sandbox, a terminal or a limit of an engine could not be set up; a sentence. No program is to blame, and no game is
    /// saved.
    Machine(String),
}

impl From<StoreError> for RunError {
    fn from(error: StoreError) -> RunError {
        RunError::Store(error)
    }
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RunError::Store(error) => error.fmt(f),
            RunError::Machine(sentence) => f.write_str(sentence),
        }
    }
}

impl std::error::Error for RunError {}

/// Plays the tournament in a store until it is finished, `stop` is set, or the store fails.
///
/// Every sandbox is tried before the first game. `stop` ends games at once; the runner sets it itself when the tournament is over.
pub fn run(
    store: &mut dyn Store,
    plan: &Plan,
    options: &WorkerOptions,
    stop: &AtomicBool,
    report: &(dyn Fn(RunnerEvent<'_>) + Sync),
) -> Result<RunEnd, RunError> {
    let mut sequence = SprtSequence::new(plan);
    sequence.extend(&store.games()?);
    let over = sequence.settled().is_some();
    if !over {
        check_sandboxes(plan)?;
    }
    let runner = Runner {
        plan,
        options,
        stop,
        report,
        store: Mutex::new(store),
        opening_book: Mutex::new(OpeningBook::new(plan)),
        sequence: Mutex::new(sequence),
        changes: AtomicU64::new(0),
        changed: (Mutex::new(()), Condvar::new()),
        over: AtomicBool::new(over),
        blocked: AtomicBool::new(false),
        suspends: SuspendDetector::default(),
        progress: Progress::default(),
        is_done: AtomicBool::new(false),
        failure: Mutex::new(None),
    };
    if !over {
        let runner = &runner;
        thread::scope(|scope| {
            let workers: Vec<_> = (0..options.concurrency.max(1))
                .map(|place| scope.spawn(move || runner.guarded(|| runner.work(place))))
                .collect();
            let idle = || workers.iter().all(|worker| worker.is_finished());
            scope.spawn(|| runner.suspends.run(&|| runner.is_done.load(SeqCst)));
            runner.guarded(|| runner.send_heartbeats(&idle));
            // If the store failed, the workers are about to stop.
            while !idle() {
                thread::sleep(Duration::from_millis(5));
            }
            runner.is_done.store(true, SeqCst);
        });
    }
    runner.end()
}

/// Tries the sandbox of every engine.
fn check_sandboxes(plan: &Plan) -> Result<(), RunError> {
    for engine in &plan.engines {
        if let Some(program) = engine.kind.program() {
            system::check_sandbox(program, &engine.limits)
                .map_err(|why| RunError::Machine(format!("{}: {why}", quoted(&engine.name))))?;
        }
    }
    Ok(())
}

/// Starts and ends every program of a plan once. Returns those that do not start here, with the reason.
pub fn failing_engines(plan: &Plan, stop: &AtomicBool) -> Vec<(usize, Failure)> {
    let start = skirmish_play::new_game(plan.game).position();
    let mut failures = Vec::new();
    let is_program = |engine: &Competitor| !matches!(engine.kind, EngineKind::BuiltIn(_));
    for (engine, competitor) in plan.engines.iter().enumerate().filter(|(_, engine)| is_program(engine)) {
        if stop.load(SeqCst) {
            break;
        }
        let mut seat = seat(competitor, plan.game, seed(plan.seed, 0, 0, engine));
        // Other faults do not matter here.
        if let Err(failure) = seat.begin(&start, Side::South)
            && matches!(failure.fault, Fault::Start | Fault::Machine)
        {
            failures.push((engine, failure));
        }
        seat.end();
    }
    failures
}

/// The shared state of a run.
struct Runner<'a> {
    plan: &'a Plan,
    options: &'a WorkerOptions,
    stop: &'a AtomicBool,
    report: &'a (dyn Fn(RunnerEvent<'_>) + Sync),
    store: Mutex<&'a mut dyn Store>,
    /// Held by the thread that schedules the next pairs while the others wait.
    opening_book: Mutex<OpeningBook>,
    sequence: Mutex<SprtSequence>,
    /// Counts the games saved and the batches of pairs added by this process.
    changes: AtomicU64,
    /// Wakes threads that wait for a change.
    changed: (Mutex<()>, Condvar),
    over: AtomicBool,
    blocked: AtomicBool,
    suspends: SuspendDetector,
    /// The games in progress, for people who watch.
    progress: Progress,
    /// Whether all workers have ended.
    is_done: AtomicBool,
    failure: Mutex<Option<RunError>>,
}

/// How often to check for changes by other processes.
const POLL_INTERVAL: Duration = Duration::from_millis(500);

impl Runner<'_> {
    /// Runs a thread's work; a failure ends the run.
    fn guarded(&self, work: impl FnOnce() -> Result<(), RunError>) {
        let _halt_on_panic = HaltOnPanic(self);
        if let Err(error) = work() {
            lock(&self.failure).get_or_insert(error);
            self.halt();
        }
    }

    /// Claims and plays until there is nothing left.
    fn work(&self, place: usize) -> Result<(), RunError> {
        if self.plan.engines.iter().any(|engine| engine.limits.affinity) {
            system::keep_to_cores(place, self.options.concurrency);
        }
        let mut seats = Seats::default();
        while !self.stop.load(SeqCst) {
            let seen = self.changes.load(SeqCst);
            let claim = lock(&self.store).claim(&self.options.worker, self.options.lease)?;
            match claim {
                Some(claim) => self.play(&claim, &mut seats)?,
                None => {
                    // No engine runs or holds memory while its thread waits.
                    seats.clear();
                    self.schedule_next(seen)?;
                }
            }
        }
        Ok(())
    }

    /// Plays the unfinished games of a pair.
    fn play(&self, claim: &ClaimedPair, seats: &mut Seats) -> Result<(), RunError> {
        let pair = &claim.pair;
        if pair.engines.iter().any(|&engine| engine >= self.plan.engines.len()) {
            return Err(StoreError(format!("pair {} is not part of this plan", pair.number)).into());
        }
        let mut replayed = false;
        for leg in (0..2).filter(|&leg| !claim.finished[leg as usize]) {
            (self.report)(RunnerEvent::Started(pair, leg));
            let Some((game, heads)) = self.play_without_suspension(pair, leg, seats, &mut replayed) else {
                return Ok(());
            };
            if let Some(report) = game.fault.as_ref().filter(|report| report.fault == Fault::Machine) {
                let name = quoted(&self.plan.engines[report.engine].name);
                return Err(RunError::Machine(format!("{name}: {}", report.detail)));
            }
            let first = lock(&self.store).save_with_dialogues(&game, &heads)?;
            let settled = {
                let mut sequence = lock(&self.sequence);
                sequence.add(&game);
                sequence.settled().is_some()
            };
            if first {
                (self.report)(RunnerEvent::Finished(pair, &game));
            }
            self.note_change();
            if settled {
                self.finish();
            }
        }
        Ok(())
    }

    /// Plays a game, and replays it if this process was suspended during it; once in a pair, so that no program gains by it.
    fn play_without_suspension(
        &self,
        pair: &Pair,
        leg: u8,
        seats: &mut Seats,
        replayed: &mut bool,
    ) -> Option<GameWithDialogues> {
        let number = pair.game_number(leg);
        let warn = |what: &str| {
            (self.report)(RunnerEvent::Warning(&format!("the tournament was suspended: game {number} {what}")));
        };
        loop {
            let before = self.suspends.count();
            let game = self.play_game(pair, leg, seats)?;
            let after = if game.0.fault.is_some() { self.suspends.count_now() } else { self.suspends.count() };
            if after == before {
                return Some(game);
            }
            if *replayed {
                warn("counts, since its pair had its replay");
                return Some(game);
            }
            *replayed = true;
            warn("is replayed");
            seats.clear();
        }
    }

    fn play_game(&self, pair: &Pair, leg: u8, seats: &mut Seats) -> Option<GameWithDialogues> {
        let [mut first, mut second] = seats.take(self, pair, leg);
        let shown = self.progress.begin(pair.number, leg);
        let seats_of_pair: [&mut dyn Seat; 2] = [&mut *first.seat, &mut *second.seat];
        let (plan, stop) = (self.plan, self.stop);
        let game = referee::play_watched(plan.game, pair, leg, &plan.engines, seats_of_pair, stop, &|last, left| {
            shown.asked(last, left);
        });
        drop(shown);
        for warning in [&mut first, &mut second].into_iter().filter_map(|at| at.seat.take_warning()) {
            (self.report)(RunnerEvent::Warning(&warning));
        }
        let heads = pair.engines.into_iter().zip([&first, &second]);
        let heads = heads.filter_map(|(engine, at)| at.recorder.take(engine)).collect();
        seats.give_back(self, pair, [first, second]);
        game.map(|game| (game, heads))
    }

    /// Schedules the next pairs, or waits for them. `seen` is the number of changes when there was nothing to claim.
    fn schedule_next(&self, seen: u64) -> Result<(), RunError> {
        let mut book = lock(&self.opening_book);
        while !self.stop.load(SeqCst) && self.changes.load(SeqCst) == seen {
            // Games before pairs, so that each game has its pair even if other processes add some in between.
            let games = lock(&self.store).games()?;
            let pairs = lock(&self.store).pairs()?;
            lock(&self.sequence).extend(&games);
            match schedule::next(self.plan, &pairs, &games) {
                ScheduleStep::Add(pairings) => {
                    let pairs = book.open(&pairings, &pairs);
                    lock(&self.store).add_pairs(&pairs)?;
                    self.note_change();
                }
                ScheduleStep::Finished
                    if games.len() >= 2 * pairs.len() || lock(&self.sequence).settled().is_some() =>
                {
                    self.finish();
                }
                ScheduleStep::Blocked(_) => {
                    self.blocked.store(true, SeqCst);
                    self.halt();
                }
                ScheduleStep::Finished | ScheduleStep::Wait => {
                    self.wait(seen);
                    // Another process may have released a pair.
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Waits for a change in this process, for a limited time.
    fn wait(&self, seen: u64) {
        let (mutex, condition) = &self.changed;
        let unchanged = |_: &mut ()| self.changes.load(SeqCst) == seen && !self.stop.load(SeqCst);
        drop(condition.wait_timeout_while(lock(mutex), POLL_INTERVAL, unchanged));
    }

    fn note_change(&self) {
        // Under the lock, so that no thread about to wait misses it.
        let guard = lock(&self.changed.0);
        self.changes.fetch_add(1, SeqCst);
        drop(guard);
        self.changed.1.notify_all();
    }

    fn finish(&self) {
        self.over.store(true, SeqCst);
        self.halt();
    }

    fn halt(&self) {
        self.stop.store(true, SeqCst);
        self.note_change();
    }

    /// Renews the claims while workers play, and checks whether other processes have settled the test.
    fn send_heartbeats(&self, idle: &dyn Fn() -> bool) -> Result<(), RunError> {
        const TICK: Duration = Duration::from_millis(20);
        let interval = self.options.lease / 4;
        let mut last = Instant::now();
        while !idle() {
            thread::sleep(TICK);
            self.show_progress();
            if last.elapsed() >= interval {
                last = Instant::now();
                lock(&self.store).heartbeat(&self.options.worker, self.options.lease)?;
                if self.plan.sprt.is_some() {
                    let games = lock(&self.store).games()?;
                    lock(&self.sequence).extend(&games);
                    if lock(&self.sequence).settled().is_some() {
                        self.finish();
                    }
                }
            }
        }
        Ok(())
    }

    /// Shows the games in progress now and then. People who watch see less if that fails; the tournament continues.
    fn show_progress(&self) {
        if let Some(news) = self.progress.news()
            && let Err(error) = lock(&self.store).show(&self.options.worker, &news.current, &news.changed)
        {
            self.progress.give_up();
            (self.report)(RunnerEvent::Warning(&format!("running games cannot be watched: {error}")));
        }
    }

    fn end(self) -> Result<RunEnd, RunError> {
        let is_shown = self.progress.is_shown();
        let store = self.store.into_inner().unwrap_or_else(PoisonError::into_inner);
        let released = store.release(&self.options.worker);
        if is_shown {
            // Otherwise they disappear after a while.
            let _ = store.show(&self.options.worker, &[], &[]);
        }
        match self.failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(error) => Err(error),
            None => {
                released.map_err(RunError::from).map(|()| match (self.over.into_inner(), self.blocked.into_inner()) {
                    (true, _) => RunEnd::Finished,
                    (false, true) => RunEnd::Blocked,
                    (false, false) => RunEnd::Stopped,
                })
            }
        }
    }
}

/// Ends the run if a thread panics: its claims would never end, and the others would wait forever.
struct HaltOnPanic<'a, 'b>(&'a Runner<'b>);

impl Drop for HaltOnPanic<'_, '_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.halt();
        }
    }
}

/// The engines of a thread's pair. They stay alive for the second game and the next pair, unless the plan restarts them.
#[derive(Default)]
struct Seats(HashMap<usize, RecordedSeat>);

/// An engine and what it says.
struct RecordedSeat {
    seat: Box<dyn Seat>,
    recorder: DialogueRecorder,
}

impl RecordedSeat {
    fn new(competitor: &Competitor, game: GameId, seed: u64) -> RecordedSeat {
        let recorder = DialogueRecorder::new();
        RecordedSeat { seat: observed_seat(competitor, game, seed, Some(&recorder.observer())), recorder }
    }
}

/// A game with the beginnings of its dialogues.
type GameWithDialogues = (FinishedGame, Vec<DialogueHead>);

impl Seats {
    /// The seats for a game of a pair, in the order of its engines.
    fn take(&mut self, runner: &Runner<'_>, pair: &Pair, leg: u8) -> [RecordedSeat; 2] {
        self.0.retain(|engine, _| pair.engines.contains(engine));
        pair.engines.map(|engine| {
            let seed = seed(runner.plan.seed, pair.number, leg, engine);
            let new = || RecordedSeat::new(&runner.plan.engines[engine], runner.plan.game, seed);
            let mut at = self.0.remove(&engine).unwrap_or_else(new);
            // One seed per game, so that games do not depend on earlier ones.
            at.seat.set_seed(seed);
            at.recorder.restart();
            at
        })
    }

    fn give_back(&mut self, runner: &Runner<'_>, pair: &Pair, seats: [RecordedSeat; 2]) {
        let reusable = pair.engines.into_iter().zip(seats).filter(|(engine, _)| !runner.plan.engines[*engine].restart);
        self.0.extend(reusable);
    }

    fn clear(&mut self) {
        self.0.clear();
    }
}

/// The seed of an engine in a game.
fn seed(plan: u64, pair: u64, leg: u8, engine: usize) -> u64 {
    Random::mixed(&[plan, pair, leg.into(), engine as u64]).bits()
}

fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;
