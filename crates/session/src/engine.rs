//! Requests to the engine and its events, as values. Front ends usually run requests on a separate thread.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use skirmish_board::Action;
use skirmish_games::GameId;
use skirmish_play::{AnyEngine, AnyGame, Decision, EngineOptions, PositionValues};
use skirmish_search::{Limits, SearchInfo};

use crate::coach::{Coach, CoachSentence, VALUES_NODES};
use crate::review::{Annotation, Review};

/// Identifies a request in its events.
pub type RequestId = u64;

/// A request to the engine. A new request ends the previous one.
#[derive(Clone)]
pub enum EngineRequest {
    /// Use these options from now on.
    Options(Box<EngineOptions>),
    /// Get ready for a game before a clock starts: build the engine, fetch its memory.
    Prepare(GameId),
    /// Choose an action within this time at the configured level.
    Choose(RequestId, Box<dyn AnyGame>, Duration),
    /// Find the best action at full strength within this time.
    Analyze(RequestId, Box<dyn AnyGame>, Duration),
    /// Search a position in which the opponent is to act.
    Ponder(Box<dyn AnyGame>),
    /// Annotate every position of a game.
    Review(RequestId, Box<Review>),
    /// Say what is certain about an action.
    Coach(RequestId, Box<Coach>),
    /// Prove the results of all legal actions.
    Values(RequestId, Box<dyn AnyGame>),
    /// End the current request; `Choose` then returns the best action so far.
    Stop,
}

/// An event from the engine.
#[derive(Clone, Debug)]
pub enum EngineEvent {
    /// An iteration of the search is complete.
    Found(RequestId, Box<SearchInfo<Action>>),
    /// The search is complete.
    Done(RequestId, Box<Decision>),
    /// A position of a game is annotated.
    Annotated(RequestId, Annotation),
    /// The review is complete.
    Reviewed(RequestId),
    /// What the coach says.
    Coached(RequestId, Vec<CoachSentence>),
    /// What is proven about all legal actions.
    Valued(RequestId, Box<PositionValues>),
    /// A warning for the user.
    Warning(String),
    /// The engine crashed; no more events follow.
    Lost,
}

impl EngineRequest {
    /// The time limit, if there is one.
    pub fn time(&self) -> Option<Duration> {
        match self {
            EngineRequest::Choose(.., time) | EngineRequest::Analyze(.., time) => Some(*time),
            _ => None,
        }
    }

    /// Runs the request and sends its events. `limits` must match [`EngineRequest::time`]; it is called when the request begins.
    pub fn run(
        self,
        engine: &mut AnyEngine,
        limits: &dyn Fn() -> Limits,
        stop: &AtomicBool,
        send: &mut dyn FnMut(EngineEvent),
    ) {
        match self {
            EngineRequest::Stop => {}
            EngineRequest::Prepare(game) => {
                engine.warm_up(game, stop);
                engine.take_warning().into_iter().for_each(|warning| send(EngineEvent::Warning(warning)));
            }
            EngineRequest::Options(options) => engine.set_options(*options),
            EngineRequest::Choose(id, game, _) => {
                let mut report = |info: &SearchInfo<Action>| send(EngineEvent::Found(id, Box::new(info.clone())));
                let decision = engine.choose(&*game, &limits(), stop, &mut report);
                engine.take_warning().into_iter().for_each(|warning| send(EngineEvent::Warning(warning)));
                send(EngineEvent::Done(id, Box::new(decision)));
            }
            EngineRequest::Analyze(id, game, _) => {
                let mut report = |info: &SearchInfo<Action>| send(EngineEvent::Found(id, Box::new(info.clone())));
                let info = engine.analyze(&*game, &limits(), 1, stop, &mut report);
                send(EngineEvent::Done(id, Box::new(Decision { action: info.best.clone(), info: Some(info) })));
            }
            EngineRequest::Ponder(game) => engine.ponder(&*game, stop, &mut |_| {}),
            EngineRequest::Coach(id, coach) => send(EngineEvent::Coached(id, coach.sentences(engine, stop))),
            EngineRequest::Values(id, game) => {
                let values = engine.action_values(&*game, VALUES_NODES, stop, &mut |_| {});
                engine.take_warning().into_iter().for_each(|warning| send(EngineEvent::Warning(warning)));
                send(EngineEvent::Valued(id, Box::new(values)));
            }
            EngineRequest::Review(id, mut review) => {
                review.run(engine, stop, &mut |annotation| send(EngineEvent::Annotated(id, annotation)));
                send(EngineEvent::Reviewed(id));
            }
        }
    }
}

/// A queue of requests that the front end passes to the engine.
#[derive(Default)]
pub struct Requests {
    last: RequestId,
    queue: Vec<EngineRequest>,
}

impl Requests {
    /// Adds a request without an id.
    pub fn push(&mut self, request: EngineRequest) {
        self.queue.push(request);
    }

    /// Adds a request with a unique id, and returns the id.
    pub fn ask(&mut self, request: impl FnOnce(RequestId) -> EngineRequest) -> RequestId {
        self.last += 1;
        self.push(request(self.last));
        self.last
    }

    /// Takes all queued requests.
    pub fn take(&mut self) -> Vec<EngineRequest> {
        std::mem::take(&mut self.queue)
    }
}
