//! A search for a tab, from the queue to the last word.
//!
//! The search itself runs on a thread of its own and never waits: what it has to say it leaves in a [`Tray`], which the task
//! that watches over it empties now and then. So a tab that reads slowly slows nobody but itself.

mod analysis;

use std::sync::Arc;
use std::time::{Duration, Instant};

use skirmish_board::{self as board, Side};
use skirmish_games::GameId;
use skirmish_play::{Decision, Level, Record, thinking_time};
use skirmish_search::Limits;
use tokio::sync::{Mutex, OwnedMutexGuard, mpsc};

use self::analysis::Sheet;
use crate::answers::{Complaint, replayed};
use crate::control::{Control, End};
use crate::convert::{finding, value};
use crate::limits::{BREATH, LONGEST_ANALYSIS, MOST_LINES, MOVE_MILLIS, PATIENCE_WITH_MOVES, REVIEW_NODES, SLICE};
use crate::messages::{Action, Course, Message};
use crate::minds::{Minds, Role};
use crate::review::mark;
use crate::searchers::{Purpose, Searchers, Slot};
use crate::tray::Tray;

/// What to search for.
#[derive(Clone, Copy, Debug)]
pub enum Task {
    /// An action, as good as the level allows.
    Choose {
        /// From 1, for beginners.
        level: u8,
        /// The most milliseconds to take.
        time_ms: u32,
        /// What weak levels choose by.
        seed: u64,
    },
    /// The best action.
    Hint {
        /// The most milliseconds to take.
        time_ms: u32,
    },
    /// The best lines, ever deeper.
    Analyze {
        /// How many.
        lines: u8,
    },
    /// What every position of the game is worth.
    Review,
}

/// A search and all it needs.
pub struct Study {
    /// The request.
    pub id: u32,
    /// Those who may search.
    pub searchers: Arc<Searchers>,
    /// The engines that the tab keeps.
    pub minds: Arc<Mutex<Minds>>,
    /// How it is asked to end.
    pub control: Arc<Control>,
    /// The way to the tab.
    pub out: mpsc::Sender<Message>,
    /// How many threads a new engine may use.
    pub threads: usize,
}

/// The engines that a tab keeps, while a search uses one.
type Held = OwnedMutexGuard<Minds>;

/// Why there is no answer: nobody wants it any more, or the request makes no sense.
enum Void {
    Ended,
    Complained(Complaint),
}

impl From<Complaint> for Void {
    fn from(complaint: Complaint) -> Void {
        Void::Complained(complaint)
    }
}

impl Study {
    /// Searches and tells the tab everything, the end of it included.
    pub async fn run(self, course: Course, task: Task) {
        let answer = match task {
            Task::Choose { level, time_ms, seed } => self.choose(&course, level, time_ms, seed).await,
            Task::Hint { time_ms } => self.hint(&course, time_ms).await,
            Task::Analyze { lines } => self.analyze(&course, lines).await,
            Task::Review => self.review(&course).await,
        };
        let id = self.id;
        let last = match answer {
            Err(Void::Complained(complaint)) => complaint.message(id),
            Err(Void::Ended) => Message::Stopped { id },
            Ok(_) if self.control.reason() == Some(End::Dropped) => Message::Stopped { id },
            Ok(message) => message,
        };
        let _ = self.out.send(last).await;
    }

    async fn choose(&self, course: &Course, level: u8, time_ms: u32, seed: u64) -> Result<Message, Void> {
        let level = known_level(level)?;
        let time = move_time(time_ms)?;
        let record = replayed(course)?;
        let (game, role) = (record.game(), Role::Player(level));
        let moves = course.actions.len() as u64;
        let (mut minds, threads) = self.hold(game, role, moves <= 1).await?;
        let slot = self.turn(Purpose::Move, threads).await?;
        let tray = Arc::new(Tray::default());
        let (control, news, id) = (self.control.clone(), tray.clone(), self.id);
        let search = move || {
            let _slot = slot;
            let mind = minds.keep(game, role, threads).mind();
            if moves <= 1 && level != Level::FULL {
                // A new game: a weak player must not know what it saw in the last one.
                mind.clear();
            }
            mind.set_level(level, mix(seed, moves));
            let side = record.table().side_to_move();
            let decision = mind.choose(record.table(), &Limits::time(time), control.flag(), &mut |found| {
                news.replace(Message::Thinking { id, finding: finding(side, found) });
            });
            (decision, side)
        };
        let (decision, side) = self.watch(search, &tray, None).await?;
        Ok(self.chosen(decision, side))
    }

    async fn hint(&self, course: &Course, time_ms: u32) -> Result<Message, Void> {
        let time = move_time(time_ms)?;
        let record = replayed(course)?;
        let game = record.game();
        let (mut minds, threads) = self.hold(game, Role::Analyst, true).await?;
        let slot = self.turn(Purpose::Move, threads).await?;
        let tray = Arc::new(Tray::default());
        let (control, news, id) = (self.control.clone(), tray.clone(), self.id);
        let search = move || {
            let _slot = slot;
            let mind = minds.keep(game, Role::Analyst, threads).mind();
            let side = record.table().side_to_move();
            let report = &mut |found: &_| {
                news.replace(Message::Thinking { id, finding: finding(side, found) });
            };
            let found = mind.analyze(record.table(), &Limits::time(time), 1, control.flag(), report);
            (found, side)
        };
        let (found, side) = self.watch(search, &tray, None).await?;
        Ok(self.chosen(Decision { action: found.best.clone(), finding: Some(found) }, side))
    }

    fn chosen(&self, decision: Decision, side: Side) -> Message {
        Message::Chosen {
            id: self.id,
            action: decision.action.as_ref().map(Action::from),
            finding: decision.finding.map(|found| finding(side, &found)),
        }
    }

    /// An analysis makes room for others when they wait, and goes on when it is its turn again.
    async fn analyze(&self, course: &Course, lines: u8) -> Result<Message, Void> {
        if !(1..=MOST_LINES).contains(&lines) {
            return Err(Complaint::new(format!("{lines} lines: expected 1 to {MOST_LINES}")).into());
        }
        let record = replayed(course)?;
        let game = record.game();
        let mut sheet = Sheet::new(self.id, record.table().boxed_clone(), lines);
        let mut spent = Duration::ZERO;
        let (mut minds, threads) = self.hold(game, Role::Analyst, true).await?;
        loop {
            let slot = match self.turn(Purpose::Study, threads).await {
                Ok(slot) => slot,
                // Ended while it waited to go on: what was seen so far is the answer.
                Err(_) if sheet.has_seen() => break,
                Err(void) => return Err(void),
            };
            let tray = Arc::new(Tray::default());
            let (control, news) = (self.control.clone(), tray.clone());
            let search = move || {
                let _slot = slot;
                sheet.begin();
                let mind = minds.keep(game, Role::Analyst, threads).mind();
                let table = sheet.table().boxed_clone();
                // Time is watched from outside: with a limit of its own the engine would not look at forced moves.
                let found = mind.analyze(&*table, &Limits::default(), lines.into(), control.flag(), &mut |found| {
                    if sheet.add(found) {
                        news.replace(sheet.message(false));
                    }
                });
                (found, sheet, minds)
            };
            let begun = Instant::now();
            let left = LONGEST_ANALYSIS.saturating_sub(spent);
            let (found, filled, held) = self.watch(search, &tray, Some(left)).await?;
            (sheet, minds) = (filled, held);
            spent += begun.elapsed();
            let natural = self.control.reason().is_none();
            sheet.finish(&found);
            if natural || !self.control.go_on() {
                break;
            }
        }
        Ok(sheet.message(true))
    }

    async fn review(&self, course: &Course) -> Result<Message, Void> {
        let record = replayed(course)?;
        let game = record.game();
        let (mut minds, threads) = self.hold(game, Role::Analyst, true).await?;
        let mut review = Review { id: self.id, record, next: 0, last: None };
        loop {
            let slot = self.turn(Purpose::Study, threads).await?;
            let tray = Arc::new(Tray::default());
            let (control, news) = (self.control.clone(), tray.clone());
            let search = move || {
                let _slot = slot;
                review.go_on(&mut minds, game, threads, &control, &news);
                (review, minds)
            };
            (review, minds) = self.watch(search, &tray, Some(Duration::MAX)).await?;
            if review.is_done() || !self.control.go_on() {
                return Ok(Message::ReviewEnd { id: self.id });
            }
        }
    }

    /// The engines of the tab, which the last search may still hold, with the one for this role among them; and its threads.
    /// Where nothing is lost by it (`fresh`), the engine may be a new one with more threads than the old.
    async fn hold(&self, game: GameId, role: Role, fresh: bool) -> Result<(Held, usize), Void> {
        let mut minds = tokio::select! {
            minds = self.minds.clone().lock_owned() => minds,
            _ = self.control.ended() => return Err(Void::Ended),
        };
        let threads = self.threads;
        // A table takes its time to make.
        let made = tokio::task::spawn_blocking(move || {
            if fresh {
                minds.renew(game, role, threads);
            }
            let threads = minds.keep(game, role, threads).threads();
            (minds, threads)
        });
        made.await.map_err(|_| broken())
    }

    /// Waits for its turn to search.
    async fn turn(&self, purpose: Purpose, threads: usize) -> Result<Slot, Void> {
        let waiting = |ahead: usize| {
            // A tab that reads too slowly for this learns of the next change.
            let _ = self.out.try_send(Message::Waiting { id: self.id, ahead: ahead as u32 });
        };
        tokio::select! {
            biased;
            _ = self.control.ended() => Err(Void::Ended),
            slot = self.searchers.queue(purpose, threads).turn(waiting) => Ok(slot),
        }
    }

    /// Runs a search on a thread of its own and passes on what it says. With a time `left` it pauses for others, and ends when
    /// the time is over.
    async fn watch<T: Send + 'static>(
        &self,
        search: impl FnOnce() -> T + Send + 'static,
        tray: &Tray,
        left: Option<Duration>,
    ) -> Result<T, Void> {
        let begun = Instant::now();
        let mut search = tokio::task::spawn_blocking(search);
        let mut breath = tokio::time::interval(BREATH);
        breath.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let result = loop {
            tokio::select! {
                result = &mut search => break result,
                _ = breath.tick() => {}
            }
            self.pass_on(tray).await;
            if let Some(left) = left {
                if begun.elapsed() >= left {
                    self.control.end(End::Enough);
                } else if self.should_pause(begun.elapsed()) {
                    self.control.end(End::Pause);
                }
            }
        };
        self.pass_on(tray).await;
        result.map_err(|_| broken())
    }

    /// Whether an analysis that has gone on for this long makes room.
    fn should_pause(&self, gone_on: Duration) -> bool {
        let business = self.searchers.business();
        (business.moves_waiting > 0 && gone_on >= PATIENCE_WITH_MOVES)
            || (business.studies_waiting > 0 && gone_on >= SLICE)
    }

    async fn pass_on(&self, tray: &Tray) {
        for message in tray.take() {
            if self.control.reason() != Some(End::Dropped) {
                let _ = self.out.send(message).await;
            }
        }
    }
}

/// A review under way.
struct Review {
    id: u32,
    record: Record,
    /// The first position not yet judged.
    next: usize,
    /// The score of the position before it, and what was best there.
    last: Option<(i32, Option<board::Action>)>,
}

impl Review {
    /// Judges position after position until all are judged or the end is wanted.
    fn go_on(&mut self, minds: &mut Minds, game: GameId, threads: usize, control: &Control, news: &Tray) {
        for table in self.record.tables().skip(self.next) {
            let side = table.side_to_move();
            let mind = minds.keep(game, Role::Analyst, threads).mind();
            let limits = Limits::nodes(REVIEW_NODES);
            let found = mind.analyze(table, &limits, 1, control.flag(), &mut |_| {});
            if control.reason().is_some() {
                // Cut short: not a judgement.
                break;
            }
            let before = self.next.checked_sub(1).map(|index| &self.record.steps()[index]);
            let mark = before.zip(self.last.take()).and_then(|(step, (score, best))| {
                let after = if step.side == side { found.score } else { -found.score };
                mark(score, after, best.as_ref() == Some(&step.action))
            });
            news.add(Message::Reviewed {
                id: self.id,
                ply: self.next as u32,
                value: value(side, found.score),
                best: found.best.as_ref().map(Action::from),
                mark,
            });
            self.last = Some((found.score, found.best));
            self.next += 1;
        }
    }

    fn is_done(&self) -> bool {
        self.next > self.record.steps().len()
    }
}

fn known_level(number: u8) -> Result<Level, Complaint> {
    let most = Level::FULL.number();
    Level::new(number).ok_or_else(|| Complaint::new(format!("level {number}: expected 1 to {most}")))
}

/// The time to give the engine so that its decision is sent within the time asked for.
fn move_time(time_ms: u32) -> Result<Duration, Complaint> {
    if !MOVE_MILLIS.contains(&time_ms) {
        let (least, most) = (MOVE_MILLIS.start(), MOVE_MILLIS.end());
        return Err(Complaint::new(format!("{time_ms} ms for a move: expected {least} to {most}")));
    }
    Ok(thinking_time(Duration::from_millis(time_ms.into())))
}

/// A seed for this move of a game: weak levels should not always prefer the same one of several nearly equal moves.
fn mix(seed: u64, moves: u64) -> u64 {
    let mixed = (seed ^ moves.wrapping_mul(0x9e37_79b9_7f4a_7c15)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed ^ mixed >> 31
}

/// What is said of a search that panicked, which none should.
fn broken() -> Void {
    Void::Complained(Complaint::new("the search failed: please report it"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_for_a_move_has_bounds_and_leaves_room() {
        assert_eq!(move_time(5_000), Ok(Duration::from_millis(4_900)));
        assert_eq!(move_time(10), Ok(Duration::from_micros(7_500)));
        assert!(move_time(9).is_err() && move_time(60_001).is_err());
    }
}
