//! The engine as the screens use it: orders go out, news comes back. It thinks on a thread of its own, so keys stay live.

use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use skirmish_board::Action;
use skirmish_play::{AnyEngine, Decision, EngineOptions, EngineThread, Table, until};
use skirmish_search::SearchInfo;
use skirmish_session::review::{Annotation, Review};

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
    Review(Ticket, Box<Review>),
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
    Judged(Ticket, Annotation),
    /// The review is over.
    Reviewed(Ticket),
    /// Something that people should know.
    Warning(String),
    /// It has broken down and will answer nothing more.
    Lost,
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
            Order::Review(ticket, mut review) => self.mind.order(move |mind, stop| {
                review.run(mind, stop, &mut |annotation| tell(News::Judged(ticket, annotation)));
                tell(News::Reviewed(ticket));
            }),
        }
    }
}
