//! Requests that need a search.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use skirmish_board as board;
use skirmish_games::GameId;
use skirmish_play::{AnyEngine, AnyGame, Decision, Level, PositionValues, Record, thinking_time};
use skirmish_search::{Limits, SearchInfo};
use skirmish_session::coach::{self, Coach, CoachSentence};
use skirmish_session::review::{Annotation, Review};

use crate::analysis_lines::AnalysisLines;
use crate::convert::{search_report, value};
use crate::header::{JobKind, SearchHeader};
use crate::limits::{MAX_LINES, MOVE_TIME_MS};
use crate::messages::{GameLine, Message, PositionInfo};
use crate::microscope::MicroscopeJob;
use crate::queries::{ApiError, position, replay};

/// What to search for.
#[derive(Clone, Debug)]
pub(crate) enum Task {
    Choose { level: u8, time_ms: u32, seed: u64 },
    Hint { time_ms: u32 },
    Analyze { lines: u8 },
    Review { from: u32 },
    Coach { ply: u32, you: Option<board::Side> },
    Values,
    Microscope { depth: u8, off: Vec<String>, within: Option<u32> },
    Ladder { depth: u8 },
}

/// A valid request for a search.
///
/// Call [`SearchJob::search`] until it returns true or the search is stopped, then send [`SearchJob::final_message`].
pub struct SearchJob {
    header: SearchHeader,
    begun: bool,
    kind: JobState,
}

enum JobState {
    Choose { record: Record, level: Level, time: Duration, seed: u64, decision: Option<Decision> },
    Hint { record: Record, time: Duration, found: Option<SearchInfo<board::Action>> },
    Analyze { analysis: AnalysisLines, lines: u8 },
    Review(Review),
    Coach { coach: Coach, sentences: Vec<CoachSentence> },
    Values { game: Box<dyn AnyGame>, found: Option<PositionValues> },
    Microscope(MicroscopeJob),
}

impl SearchJob {
    pub(crate) fn new(id: u32, line: &GameLine, task: Task) -> Result<SearchJob, ApiError> {
        // Check the numbers before replaying the game.
        let replay = || replay(line);
        let (job, kind) = match task {
            Task::Choose { level, time_ms, seed } => {
                let (level, time) = (known_level(level)?, move_time(time_ms)?);
                (JobKind::Choose(level), JobState::Choose { record: replay()?, level, time, seed, decision: None })
            }
            Task::Hint { time_ms } => {
                let time = move_time(time_ms)?;
                (JobKind::Hint, JobState::Hint { record: replay()?, time, found: None })
            }
            Task::Analyze { lines } => {
                if !(1..=MAX_LINES).contains(&lines) {
                    return Err(ApiError::new(format!("{lines} lines: expected 1 to {MAX_LINES}")));
                }
                let analysis = AnalysisLines::new(id, replay()?.game().boxed_clone(), lines);
                (JobKind::Analyze, JobState::Analyze { analysis, lines })
            }
            Task::Review { from } => {
                let (record, from) = (replay()?, from as usize);
                let actions = record.steps().len();
                if from > actions {
                    let sentence = format!("a review from position {from} on: the game has {actions} actions");
                    return Err(ApiError::new(sentence));
                }
                (JobKind::Review, JobState::Review(Review::new(record, from)))
            }
            Task::Coach { ply, you } => {
                let (record, ply) = (replay()?, ply as usize);
                let actions = record.steps().len();
                if ply > actions {
                    return Err(ApiError::new(format!("action {ply}: the game has {actions} actions")));
                }
                (JobKind::Coach, JobState::Coach { coach: Coach::new(&record, ply, you), sentences: Vec::new() })
            }
            Task::Values => {
                let game = replay()?.game().boxed_clone();
                (JobKind::Coach, JobState::Values { game, found: None })
            }
            Task::Microscope { depth, off, within } => {
                let game = replay()?.game().boxed_clone();
                (JobKind::Microscope, JobState::Microscope(MicroscopeJob::tree(id, game, depth, &off, within)?))
            }
            Task::Ladder { depth } => {
                let game = replay()?.game().boxed_clone();
                (JobKind::Microscope, JobState::Microscope(MicroscopeJob::ladder(id, game, depth)?))
            }
        };
        Ok(SearchJob { header: SearchHeader::new(id, GameId::parse(&line.game)?, job), begun: false, kind })
    }

    /// The id, the game and the engine it needs.
    pub fn header(&self) -> SearchHeader {
        self.header
    }

    /// Whether a new engine would do as well: it is not in the middle of a game.
    pub fn is_fresh(&self) -> bool {
        match &self.kind {
            JobState::Choose { record, .. } => record.steps().len() <= 1,
            _ => true,
        }
    }

    /// Whether the search has begun.
    pub fn has_begun(&self) -> bool {
        self.begun
    }

    /// Searches with an engine for this game and use until done or stopped, and sends interim messages. Returns whether it is
    /// done; if not, it can be resumed.
    pub fn search(&mut self, engine: &mut AnyEngine, stop: &AtomicBool, send: &mut dyn FnMut(Message)) -> bool {
        self.begun = true;
        let id = self.header.id;
        match &mut self.kind {
            JobState::Choose { record, level, time, seed, decision } => {
                let moves = record.steps().len() as u64;
                if moves <= 1 && *level != Level::FULL {
                    // A new game: a weak level must not profit from the last one.
                    engine.clear();
                }
                engine.set_level(*level, mix(*seed, moves));
                let game = record.game();
                let report = &mut |found: &SearchInfo<board::Action>| send(thinking(id, game.side_to_move(), found));
                *decision = Some(engine.choose(game, &Limits::time(*time), stop, report));
                true
            }
            JobState::Hint { record, time, found } => {
                let game = record.game();
                let report = &mut |found: &SearchInfo<board::Action>| send(thinking(id, game.side_to_move(), found));
                *found = Some(engine.analyze(game, &Limits::time(*time), 1, stop, report));
                true
            }
            JobState::Analyze { analysis, lines } => {
                analysis.begin();
                let game = analysis.game().boxed_clone();
                // The caller watches the time: with a limit the engine would not search forced moves.
                let found = engine.analyze(&*game, &Limits::default(), (*lines).into(), stop, &mut |found| {
                    if analysis.add(found) {
                        send(analysis.message(false));
                    }
                });
                analysis.finish(&found);
                !stop.load(Relaxed)
            }
            JobState::Review(review) => {
                review.run(engine, stop, &mut |Annotation { ply, side, score, best, line, mark, proven, changed }| {
                    let (ply, value) = (ply as u32, value(side, score));
                    send(Message::Reviewed { id, ply, value, best, line, mark, changed, proven });
                })
            }
            JobState::Coach { coach, sentences } => {
                *sentences = coach.sentences(engine, stop);
                true
            }
            JobState::Values { game, found } => {
                let report = &mut |found: &PositionValues| send(values_message(id, &**game, found, false));
                *found = Some(engine.action_values(&**game, coach::VALUES_NODES, stop, report));
                true
            }
            JobState::Microscope(job) => {
                job.run(engine, stop, send);
                true
            }
        }
    }

    /// The positions after the actions it may choose.
    pub fn next_position(&self) -> NextPosition {
        let record = match &self.kind {
            JobState::Choose { record, .. } => Some(record.clone()),
            _ => None,
        };
        NextPosition { record, last: None }
    }

    /// The final reply: the best result so far.
    pub fn final_message(self) -> Message {
        let id = self.header.id;
        match self.kind {
            JobState::Choose { record, decision, .. } => {
                let side = record.game().side_to_move();
                let Decision { action, info } = decision.unwrap_or(Decision { action: None, info: None });
                let position =
                    action.as_ref().and_then(|action| NextPosition { record: Some(record), last: None }.after(action));
                Message::Chosen { id, action, position, report: info.map(|found| search_report(side, &found)) }
            }
            JobState::Hint { record, found, .. } => {
                let report = found.map(|found| search_report(record.game().side_to_move(), &found));
                let action = report.as_ref().and_then(|report| report.best.clone());
                Message::Chosen { id, action, position: None, report }
            }
            JobState::Analyze { analysis, .. } => analysis.message(true),
            JobState::Review(_) => Message::ReviewEnd { id },
            JobState::Coach { coach, sentences } => Message::Coach { id, ply: coach.ply() as u32, sentences },
            JobState::Values { game, found } => match found {
                Some(found) => values_message(id, &*game, &found, true),
                None => Message::Stopped { id },
            },
            JobState::Microscope(job) => job.last_message(),
        }
    }
}

fn values_message(id: u32, game: &dyn AnyGame, found: &PositionValues, done: bool) -> Message {
    let PositionValues { proven, ref actions, source } = *found;
    let note = coach::values_note(game.id(), source);
    Message::Values { id, side: game.side_to_move(), proven, actions: actions.clone(), source, note, done }
}

fn thinking(id: u32, side: board::Side, found: &SearchInfo<board::Action>) -> Message {
    Message::Thinking { id, report: search_report(side, found) }
}

/// The position after an action of a choice; other searches play no action and have none.
pub struct NextPosition {
    record: Option<Record>,
    /// The last result: a search finds the same action again and again.
    last: Option<(board::Action, Box<PositionInfo>)>,
}

impl NextPosition {
    /// The position after this action.
    pub fn after(&mut self, action: &board::Action) -> Option<Box<PositionInfo>> {
        let record = self.record.as_mut()?;
        if self.last.as_ref().is_none_or(|(last, _)| last != action) {
            let before = record.steps().len();
            record.perform(action, None);
            self.last = Some((action.clone(), Box::new(position(record))));
            record.take_back(before);
        }
        self.last.as_ref().map(|(_, position)| position.clone())
    }
}

fn known_level(number: u8) -> Result<Level, ApiError> {
    let most = Level::FULL.number();
    Level::new(number).ok_or_else(|| ApiError::new(format!("level {number}: expected 1 to {most}")))
}

/// The thinking time of a move, so that the reply is sent within `time_ms`.
fn move_time(time_ms: u32) -> Result<Duration, ApiError> {
    if !MOVE_TIME_MS.contains(&time_ms) {
        let (least, most) = (MOVE_TIME_MS.start(), MOVE_TIME_MS.end());
        return Err(ApiError::new(format!("{time_ms} ms for a move: expected {least} to {most}")));
    }
    Ok(thinking_time(Duration::from_millis(time_ms.into())))
}

/// The seed of a move: weak levels should not always prefer the same one of several nearly equal moves.
fn mix(seed: u64, moves: u64) -> u64 {
    let mixed = (seed ^ moves.wrapping_mul(0x9e37_79b9_7f4a_7c15)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed ^ mixed >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(game: &str, actions: &[&str]) -> GameLine {
        let actions = actions.iter().map(|&action| action.to_owned()).collect();
        GameLine { game: game.to_owned(), start: None, actions }
    }

    fn job(game: &str, actions: &[&str], task: Task) -> SearchJob {
        SearchJob::new(1, &line(game, actions), task).unwrap()
    }

    fn engine() -> AnyEngine {
        AnyEngine::new(skirmish_search::SearchSettings { threads: 1, hash: 1, params: None })
    }

    #[test]
    fn time_for_a_move_has_bounds_and_leaves_room() {
        assert_eq!(move_time(5_000), Ok(Duration::from_millis(4_900)));
        assert_eq!(move_time(10), Ok(Duration::from_micros(7_500)));
        assert!(move_time(9).is_err() && move_time(60_001).is_err());
    }

    #[test]
    fn a_review_goes_on_where_it_was_stopped() {
        let (stop, mut engine) = (AtomicBool::new(false), engine());
        let mut job = job("oska", &["A5A4", "A1A2"], Task::Review { from: 0 });
        let mut plies = Vec::new();
        let done = job.search(&mut engine, &stop, &mut |message| {
            let Message::Reviewed { ply, .. } = message else { panic!("{message:?}") };
            plies.push(ply);
            stop.store(ply == 0, Relaxed);
        });
        assert!(!done && plies == [0] && job.has_begun());
        stop.store(false, Relaxed);
        let mut count = 0;
        assert!(job.search(&mut engine, &stop, &mut |_| count += 1));
        assert_eq!((count, job.final_message()), (2, Message::ReviewEnd { id: 1 }));
    }

    #[test]
    fn the_last_action_alone_is_judged() {
        let mut job = job("oska", &["A5A4", "A1A2", "B5B4"], Task::Review { from: 2 });
        let mut plies = Vec::new();
        assert!(job.search(&mut engine(), &AtomicBool::new(false), &mut |message| {
            let Message::Reviewed { ply, .. } = message else { panic!("{message:?}") };
            plies.push(ply);
        }));
        assert_eq!(plies, [2, 3]);
    }

    #[test]
    fn an_analysis_that_is_stopped_has_a_last_word() {
        let (stop, mut engine) = (AtomicBool::new(false), engine());
        let mut job = job("hiya", &[], Task::Analyze { lines: 2 });
        let done = job.search(&mut engine, &stop, &mut |message| {
            let Message::Analysis { lines, done, .. } = message else { panic!("{message:?}") };
            assert!(!done && lines.len() == 2);
            stop.store(lines[0].depth >= 3, Relaxed);
        });
        let Message::Analysis { lines, done: last, .. } = job.final_message() else { panic!("no analysis") };
        assert!(!done && last && lines.len() == 2 && lines[0].depth >= 3);
    }

    /// A search reports its lines one by one; the second of a depth is often better than the first.
    #[test]
    fn lines_of_an_analysis_have_one_depth_and_the_order_of_their_values() {
        for game in ["gastank", "trench", "oska"] {
            let (stop, mut engine) = (AtomicBool::new(false), engine());
            let mut job = job(game, &[], Task::Analyze { lines: 3 });
            let check = |message: &Message| {
                let Message::Analysis { lines, .. } = message else { panic!("{message:?}") };
                assert!(lines.windows(2).all(|pair| pair[0].depth == pair[1].depth), "{game}: {lines:?}");
                assert!(lines.is_sorted_by_key(|line| -line.value.score), "{game}: {lines:?}");
                stop.store(lines[0].depth >= 5, Relaxed);
            };
            job.search(&mut engine, &stop, &mut |message| check(&message));
            check(&job.final_message());
        }
    }

    #[test]
    fn the_coach_answers_about_an_action_and_about_the_end() {
        let stop = AtomicBool::new(false);
        let sentences = |ply: u32, you: Option<board::Side>| {
            let mut job = job("oska", &["B5A4"], Task::Coach { ply, you });
            assert!(job.search(&mut engine(), &stop, &mut |_| panic!("an interim message")));
            let Message::Coach { id: 1, ply: said, sentences } = job.final_message() else { panic!("no coach") };
            assert_eq!(said, ply);
            sentences.into_iter().map(|sentence| sentence.text).collect::<Vec<_>>()
        };
        // The first player wins the smallest board, but not with this move.
        let [first, ..] = &sentences(0, Some(board::Side::North))[..] else { panic!("nothing is said") };
        assert!(first.starts_with("B5A4 misses a win in "), "{first}");
        let [first, ..] = &sentences(1, None)[..] else { panic!("nothing is said") };
        assert!(first.contains(" wins by force in "), "{first}");
    }

    #[test]
    fn values_are_sent_until_they_are_final() {
        let (stop, mut interim) = (AtomicBool::new(false), 0);
        let mut job = job("trench", &[], Task::Values);
        job.search(&mut engine(), &stop, &mut |message| {
            let Message::Values { done: false, .. } = message else { panic!("{message:?}") };
            interim += 1;
            stop.store(true, Relaxed);
        });
        let Message::Values { done: true, actions, source, .. } = job.final_message() else { panic!("no values") };
        assert_eq!((actions.len(), source, interim > 0), (16, crate::messages::ProofSource::Search, true));
    }

    #[test]
    fn a_choice_is_made_once_and_stopped_at_once() {
        let (stop, mut engine) = (AtomicBool::new(true), engine());
        let mut job = job("gastank", &[], Task::Choose { level: 10, time_ms: 60_000, seed: 1 });
        assert!(job.search(&mut engine, &stop, &mut |_| {}));
        let Message::Chosen { action: Some(action), position: Some(position), .. } = job.final_message() else {
            panic!("nothing is chosen")
        };
        assert_eq!(position.actions.last().map(|played| &played.action), Some(&action));
    }

    #[test]
    fn a_choice_leads_where_its_action_does_and_a_hint_nowhere() {
        let choose = Task::Choose { level: 1, time_ms: 100, seed: 1 };
        let choice = job("oska", &["A5A4"], choose);
        let mut next_position = choice.next_position();
        for text in ["A1A2", "B1B2", "A1A2", "A1A2"] {
            let action = replay(&line("oska", &["A5A4"])).unwrap().game().read(text).unwrap();
            let shown = crate::queries::show(1, &line("oska", &["A5A4", text]));
            let position = *next_position.after(&action).unwrap();
            assert_eq!(Ok(Message::Position { id: 1, position }), shown);
            assert_eq!(job("oska", &["A5A4"], Task::Hint { time_ms: 100 }).next_position().after(&action), None);
        }
    }
}
