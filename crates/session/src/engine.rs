//! What is asked of the engine and what it answers, as values. A front end runs requests where it likes, usually on a thread of
//! its own.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use skirmish_board::Action;
use skirmish_play::{AnyEngine, AnyGame, Decision, EngineOptions};
use skirmish_search::{Limits, SearchInfo};

use crate::review::{Annotation, Review};

/// The number of a request, by which its events are known.
pub type RequestId = u64;

/// What the engine is asked to do. A new request ends what went on before.
#[derive(Clone)]
pub enum EngineRequest {
    /// Play by these from now on.
    Options(Box<EngineOptions>),
    /// Decide on an action within a time, as well as the level allows.
    Choose(RequestId, Box<dyn AnyGame>, Duration),
    /// Say what is best, at full strength, for as long as this.
    Analyze(RequestId, Box<dyn AnyGame>, Duration),
    /// Think about a position in which the other side is to act.
    Ponder(Box<dyn AnyGame>),
    /// Annotate every position of a game.
    Review(RequestId, Box<Review>),
    /// End what goes on; a choice is then the best so far.
    Stop,
}

/// What the engine has to say.
#[derive(Clone, Debug)]
pub enum EngineEvent {
    /// It has looked one step further.
    Found(RequestId, Box<SearchInfo<Action>>),
    /// It has decided, or looked long enough.
    Done(RequestId, Box<Decision>),
    /// It has annotated a position of a game.
    Annotated(RequestId, Annotation),
    /// The review is over.
    Reviewed(RequestId),
    /// Something that people should know.
    Warning(String),
    /// It has broken down and will answer nothing more.
    Lost,
}

impl EngineRequest {
    /// Within which time it must be answered, if there is a limit.
    pub fn time(&self) -> Option<Duration> {
        match self {
            EngineRequest::Choose(.., time) | EngineRequest::Analyze(.., time) => Some(*time),
            _ => None,
        }
    }

    /// Has an engine do it, and tells what comes of it. `limits` are those of a search for [`EngineRequest::time`].
    pub fn run(self, engine: &mut AnyEngine, limits: &Limits, stop: &AtomicBool, send: &mut dyn FnMut(EngineEvent)) {
        match self {
            EngineRequest::Stop => {}
            EngineRequest::Options(options) => engine.set_options(*options),
            EngineRequest::Choose(id, game, _) => {
                let mut report = |info: &SearchInfo<Action>| send(EngineEvent::Found(id, Box::new(info.clone())));
                let decision = engine.choose(&*game, limits, stop, &mut report);
                engine.take_warning().into_iter().for_each(|warning| send(EngineEvent::Warning(warning)));
                send(EngineEvent::Done(id, Box::new(decision)));
            }
            EngineRequest::Analyze(id, game, _) => {
                let mut report = |info: &SearchInfo<Action>| send(EngineEvent::Found(id, Box::new(info.clone())));
                let info = engine.analyze(&*game, limits, 1, stop, &mut report);
                send(EngineEvent::Done(id, Box::new(Decision { action: info.best.clone(), info: Some(info) })));
            }
            EngineRequest::Ponder(game) => engine.ponder(&*game, stop, &mut |_| {}),
            EngineRequest::Review(id, mut review) => {
                review.run(engine, stop, &mut |annotation| send(EngineEvent::Annotated(id, annotation)));
                send(EngineEvent::Reviewed(id));
            }
        }
    }
}

/// The requests that a front end has to pass on, in their order.
#[derive(Default)]
pub struct Requests {
    last: RequestId,
    queue: Vec<EngineRequest>,
}

impl Requests {
    /// Adds a request whose events nobody waits for.
    pub fn push(&mut self, request: EngineRequest) {
        self.queue.push(request);
    }

    /// Adds a request with a number that no other has, and returns the number.
    pub fn ask(&mut self, request: impl FnOnce(RequestId) -> EngineRequest) -> RequestId {
        self.last += 1;
        self.push(request(self.last));
        self.last
    }

    /// The requests since the last call.
    pub fn take(&mut self) -> Vec<EngineRequest> {
        std::mem::take(&mut self.queue)
    }
}
