//! The engine as the screens use it: orders go out, news comes back. It thinks on a thread of its own, so keys stay live.

use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use skirmish_board::{Action, texts};
use skirmish_desk::messages::{Course, Mark, Message, Request};
use skirmish_desk::{Answer, answer};
use skirmish_play::{AnyEngine, Decision, EngineOptions, EngineThread, Record, Table, until};
use skirmish_search::SearchInfo;

/// What the engine is asked to do. A new order ends what went on before; only a change of options does not.
#[derive(Clone)]
pub enum Order {
    /// Play by these from now on.
    Options(Box<EngineOptions>),
    /// Decide on an action within a time, as well as the level allows.
    Choose(Ticket, Box<dyn Table>, Duration),
    /// Say what is best, at full strength, for as long as this.
    Look(Ticket, Box<dyn Table>, Duration),
    /// Think about a position in which the other side is to act.
    Ponder(Box<dyn Table>),
    /// Judge every position of a game.
    Review(Ticket, Box<Record>),
    /// End what goes on; a choice is then the best so far.
    Stop,
}

/// The number of an order, by which its news is known.
pub type Ticket = u64;

/// What the engine has to say.
#[derive(Clone, Debug)]
pub enum News {
    /// It has looked one step further.
    Found(Ticket, Box<SearchInfo<Action>>),
    /// It has decided, or looked long enough.
    Done(Ticket, Box<Decision>),
    /// It has judged a position of a game.
    Judged(Ticket, Judgement),
    /// The review is over.
    Reviewed(Ticket),
    /// Something that people should know.
    Warning(String),
    /// It has broken down and will answer nothing more.
    Lost,
}

/// What a review thinks of a position of a game.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// How many actions came before it.
    pub ply: usize,
    /// The chance that South wins, from 0 to 1.
    pub south: f64,
    /// What was best in it.
    pub best: Option<String>,
    /// What to think of the action that led to it, if it was not good.
    pub mark: Option<Mark>,
}

/// An engine on a thread of its own.
pub struct Engine {
    mind: EngineThread,
    tell: Arc<dyn Fn(News) + Send + Sync>,
}

impl Engine {
    /// An engine that tells its news by a call, from its thread.
    pub fn start(tell: impl Fn(News) + Send + Sync + 'static) -> io::Result<Engine> {
        Ok(Engine { mind: EngineThread::start(AnyEngine::new(EngineOptions::default()))?, tell: Arc::new(tell) })
    }

    /// Whether it is there to obey.
    pub fn is_working(&self) -> bool {
        self.mind.is_working()
    }

    /// Obeys an order.
    pub fn obey(&mut self, order: Order) {
        let tell = self.tell.clone();
        self.mind.stop();
        match order {
            Order::Stop => {}
            Order::Options(options) => self.mind.order(move |mind, _| mind.set_options(*options)),
            Order::Choose(ticket, table, time) => {
                let deadline = Instant::now() + time;
                self.mind.order(move |mind, stop| {
                    let mut report = |found: &SearchInfo<Action>| tell(News::Found(ticket, Box::new(found.clone())));
                    let decision = mind.choose(&*table, &until(deadline), stop, &mut report);
                    mind.take_warning().into_iter().for_each(|warning| tell(News::Warning(warning)));
                    tell(News::Done(ticket, Box::new(decision)));
                });
            }
            Order::Look(ticket, table, time) => {
                let deadline = Instant::now() + time;
                self.mind.order(move |mind, stop| {
                    let mut report = |found: &SearchInfo<Action>| tell(News::Found(ticket, Box::new(found.clone())));
                    let finding = mind.analyze(&*table, &until(deadline), 1, stop, &mut report);
                    let decision = Decision { action: finding.best.clone(), info: Some(finding) };
                    tell(News::Done(ticket, Box::new(decision)));
                });
            }
            Order::Ponder(table) => self.mind.order(move |mind, stop| mind.ponder(&*table, stop, &mut |_| {})),
            Order::Review(ticket, record) => self.mind.order(move |mind, stop| {
                let actions: Vec<_> = record.steps().iter().map(|step| step.action.clone()).collect();
                let course = Course {
                    game: record.game().to_string(),
                    start: Some(record.start().position()),
                    actions: texts(&actions).into_iter().map(str::to_owned).collect(),
                };
                if let Answer::Search(mut study) = answer(Request::Review { id: 0, course, from: 0 }, || 1) {
                    study.search(mind, stop, &mut |message| {
                        if let Message::Reviewed { ply, value, best, mark, .. } = message {
                            let best = best.map(|action| action.text);
                            tell(News::Judged(ticket, Judgement { ply: ply as usize, south: value.south, best, mark }));
                        }
                    });
                }
                tell(News::Reviewed(ticket));
            }),
        }
    }
}
