//! Receives the requests of the page and forwards searches to the searchers.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde::Serialize;
use skirmish_api::messages::Message;
use skirmish_api::{Dispatched, EngineUse, SearchHeader, answer, read};
use skirmish_play::AnyEngine;
use skirmish_search::SearchSettings;

/// A searcher.
///
/// There are several, so that terminating an analysis does not lose what the engine prepared for its next moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorkerKind {
    /// The engine's moves.
    Player,
    /// Hints, analyses and reviews.
    Analyst,
    /// Recorded searches. It has a module of its own, compiled with the feature `microscope`.
    Microscope,
}

impl From<EngineUse> for WorkerKind {
    fn from(engine_use: EngineUse) -> WorkerKind {
        match engine_use {
            EngineUse::Player(_) => WorkerKind::Player,
            EngineUse::Analyst => WorkerKind::Analyst,
            EngineUse::Microscope => WorkerKind::Microscope,
        }
    }
}

/// What the caller must do.
#[derive(Clone, Debug, PartialEq)]
pub enum DispatcherAction {
    /// Send this message to the page.
    Reply(String),
    /// Start a search.
    Search {
        /// The searcher.
        worker: WorkerKind,
        /// The request as received.
        text: String,
        /// The game whose network it uses, if there is one.
        network: Option<String>,
        /// When to call [`Dispatcher::finish_now`], if the search has no time limit of its own.
        time_limit: Option<Duration>,
    },
    /// Terminate this searcher.
    Terminate(WorkerKind),
}

/// Replies to the page and tracks its search.
///
/// Of a request for a search it reads only the header and forwards the text; the searcher validates the rest.
#[derive(Default)]
pub struct Dispatcher {
    search: Option<Ongoing>,
}

/// The current search.
struct Ongoing {
    id: u32,
    worker: WorkerKind,
    /// The request as received.
    request: String,
    /// Its final message if it were stopped now, from the last checkpoint.
    final_message: Option<String>,
}

impl Dispatcher {
    /// Handles a message of the page, which may be invalid.
    pub fn on_request(&mut self, text: String) -> Vec<DispatcherAction> {
        let header = match SearchHeader::read(&text) {
            Some(header) => header,
            None => match read(&text).map(|request| answer(request, || 0)) {
                Ok(Dispatched::Reply(message)) | Err(message) => return vec![reply(&message)],
                Ok(Dispatched::Stop) => return self.finish_now(),
                Ok(Dispatched::Search(job)) => job.header(),
            },
        };
        let mut actions = self.drop_search();
        let SearchHeader { id, game, engine_use, time_limit } = header;
        let worker = WorkerKind::from(engine_use);
        let network = engine_use.level().uses_network().then(|| game.to_string());
        let time_limit = time_limit.filter(|&most| most != Duration::MAX);
        self.search = Some(Ongoing { id, worker, request: text.clone(), final_message: None });
        actions.push(DispatcherAction::Search { worker, text, network, time_limit });
        actions
    }

    /// Handles a message of a searcher; `done` if it is the last one.
    pub fn on_searcher_message(&mut self, worker: WorkerKind, text: String, done: bool) -> Vec<DispatcherAction> {
        if done {
            self.search.take_if(|search| search.worker == worker);
        }
        vec![DispatcherAction::Reply(text)]
    }

    /// Saves the final message to send if the search is stopped.
    pub fn checkpoint(&mut self, worker: WorkerKind, final_message: String) {
        if let Some(search) = self.search.as_mut().filter(|search| search.worker == worker) {
            search.final_message = Some(final_message);
        }
    }

    /// Stops the search and replies with its result so far.
    pub fn finish_now(&mut self) -> Vec<DispatcherAction> {
        let end = |search: Ongoing| {
            vec![DispatcherAction::Terminate(search.worker), DispatcherAction::Reply(search.final_message())]
        };
        self.search.take().map_or_else(Vec::new, end)
    }

    /// Handles the crash of a searcher.
    pub fn on_searcher_error(&mut self, worker: WorkerKind) -> Vec<DispatcherAction> {
        let mut actions = vec![DispatcherAction::Terminate(worker)];
        if let Some(search) = self.search.take_if(|search| search.worker == worker) {
            let sentence = "the search failed: please report it".to_owned();
            actions.push(reply(&Message::Error { id: Some(search.id), sentence, at: None }));
        }
        actions
    }

    /// Cancels the current search.
    fn drop_search(&mut self) -> Vec<DispatcherAction> {
        let stopped = |search: Ongoing| {
            vec![DispatcherAction::Terminate(search.worker), reply(&Message::Stopped { id: search.id })]
        };
        self.search.take().map_or_else(Vec::new, stopped)
    }
}

impl Ongoing {
    /// The final message: that of the last checkpoint, or of a search that was stopped at once.
    fn final_message(self) -> String {
        self.final_message.unwrap_or_else(|| match read(&self.request).map(|request| answer(request, || 0)) {
            Ok(Dispatched::Search(mut job)) => {
                // No result yet: a search that is stopped before it begins returns a legal action.
                let mut engine = AnyEngine::new(SearchSettings { threads: 1, hash: 0, params: None });
                job.search(&mut engine, &AtomicBool::new(true), &mut |_| {});
                json(&job.final_message())
            }
            Ok(Dispatched::Reply(message)) | Err(message) => json(&message),
            Ok(Dispatched::Stop) => json(&Message::Stopped { id: self.id }),
        })
    }
}

fn reply(message: &Message) -> DispatcherAction {
    DispatcherAction::Reply(json(message))
}

/// A message as JSON.
pub(crate) fn json(message: &impl Serialize) -> String {
    serde_json::to_string(message).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::searcher::{Searcher, SearcherMessage};

    const ANALYZE: &str = r#"{"type":"analyze","id":1,"line":{"game":"hiya","actions":[]},"lines":1}"#;
    const CHOOSE: &str = r#"{"type":"choose","id":2,"line":{"game":"hiya","actions":[]},"level":1,"timeMs":50}"#;
    const HINT: &str = r#"{"type":"hint","id":3,"line":{"game":"hiya","actions":[]},"timeMs":50}"#;
    const REVIEW: &str = r#"{"type":"review","id":4,"line":{"game":"oska","actions":["A5A4"]}}"#;
    /// Without the feature `microscope` it is over at once.
    const LADDER: &str = r#"{"type":"ladder","id":5,"line":{"game":"oska","actions":[]},"depth":2}"#;
    const STOP: &str = r#"{"type":"stop","id":9}"#;

    /// The messages of a searcher for an action.
    fn searched(action: &DispatcherAction) -> (WorkerKind, Vec<SearcherMessage>) {
        let DispatcherAction::Search { worker, text, .. } = action else { panic!("{action:?}") };
        let mut said = Vec::new();
        Searcher::new(1).search(text, &mut |message| said.push(message));
        (*worker, said)
    }

    /// The message to the page.
    fn said(action: &DispatcherAction) -> Value {
        let DispatcherAction::Reply(text) = action else { panic!("{action:?}") };
        serde_json::from_str(text).unwrap()
    }

    #[test]
    fn what_is_no_request_is_a_one_line_error() {
        let actions = Dispatcher::default().on_request(r#"{"type":"dance","id":5}"#.to_owned());
        let error = said(&actions[0]);
        assert!(error["type"] == "error" && error["id"] == 5, "{error}");
        let sentence = error["sentence"].as_str().unwrap();
        assert!(sentence.starts_with("the message is not a request: unknown variant `dance`"), "{sentence}");
        assert!(!sentence.contains('\n') && actions.len() == 1);
    }

    #[test]
    fn a_search_is_passed_on_and_its_answers_come_back() {
        let mut dispatcher = Dispatcher::default();
        let searches = [(CHOOSE, WorkerKind::Player), (REVIEW, WorkerKind::Analyst), (LADDER, WorkerKind::Microscope)];
        for (text, expected) in searches {
            let actions = dispatcher.on_request(text.to_owned());
            assert_eq!(actions.len(), 1);
            let (worker, heard) = searched(&actions[0]);
            assert_eq!(worker, expected);
            for (index, message) in heard.iter().enumerate() {
                assert!(dispatcher.search.is_some());
                assert_eq!(message.done, index + 1 == heard.len(), "{message:?}");
                assert_eq!(
                    dispatcher.on_searcher_message(worker, json(&message.message), message.done),
                    [reply(&message.message)]
                );
            }
            assert!(dispatcher.search.is_none());
            assert!(dispatcher.on_request(STOP.to_owned()).is_empty(), "there is nothing to stop");
        }
    }

    #[test]
    fn other_requests_are_answered_while_a_search_goes_on() {
        let mut dispatcher = Dispatcher::default();
        dispatcher.on_request(ANALYZE.to_owned());
        let actions = dispatcher.on_request(r#"{"type":"show","id":7,"line":{"game":"oska","actions":[]}}"#.to_owned());
        assert!(said(&actions[0])["type"] == "position" && said(&actions[0])["id"] == 7, "{actions:?}");
        assert!(dispatcher.search.is_some() && actions.len() == 1);
    }

    #[test]
    fn a_newer_search_ends_the_older() {
        let mut dispatcher = Dispatcher::default();
        dispatcher.on_request(HINT.to_owned());
        let actions = dispatcher.on_request(CHOOSE.to_owned());
        assert_eq!(
            actions[..2],
            [DispatcherAction::Terminate(WorkerKind::Analyst), reply(&Message::Stopped { id: 3 })]
        );
        assert!(matches!(actions[2], DispatcherAction::Search { worker: WorkerKind::Player, .. }));
        assert_eq!(dispatcher.search.as_ref().map(|search| search.id), Some(2));
    }

    #[test]
    fn stopped_searches_answer_with_what_was_found() {
        let mut dispatcher = Dispatcher::default();
        let strong = CHOOSE.replace("\"level\":1", "\"level\":6");
        for (text, begun) in [
            (HINT, true),
            (HINT, false),
            (&strong, true),
            (&strong, false),
            (CHOOSE, false),
            (ANALYZE, false),
            (REVIEW, false),
        ] {
            let actions = dispatcher.on_request(text.to_owned());
            if begun {
                let (worker, heard) = searched(&actions[0]);
                dispatcher.checkpoint(worker, json(heard[0].final_message.as_ref().unwrap()));
            }
            let actions = dispatcher.on_request(STOP.to_owned());
            assert!(matches!(actions[0], DispatcherAction::Terminate(_)) && actions.len() == 2);
            let last = said(&actions[1]);
            match last["type"].as_str() {
                Some("chosen") => {
                    assert!(last["action"].is_object(), "{text}");
                    assert!(!begun || last["report"]["depth"].as_u64() > Some(0), "{last}");
                    let played = &last["position"]["actions"][0]["action"];
                    assert_eq!(*played, if text == HINT { Value::Null } else { last["action"].clone() }, "{last}");
                }
                Some("analysis") => assert_eq!(last["done"], true),
                _ => assert_eq!(last["type"], "reviewEnd"),
            }
        }
    }

    #[test]
    fn only_an_analysis_is_timed_and_only_what_judges_by_a_network_waits_for_one() {
        let mut dispatcher = Dispatcher::default();
        let strong = CHOOSE.replace("\"level\":1", "\"level\":6").replace("hiya", "oska:5");
        for (sent, timed, game) in [
            (ANALYZE, true, Some("hiya")),
            (CHOOSE, false, None),
            (&strong, false, Some("oska:5")),
            (HINT, false, Some("hiya")),
            (REVIEW, false, Some("oska")),
        ] {
            let actions = dispatcher.on_request(sent.to_owned());
            let Some(DispatcherAction::Search { time_limit, network, .. }) = actions.last() else {
                panic!("{actions:?}")
            };
            assert_eq!((time_limit.is_some(), network.as_deref()), (timed, game), "{sent}");
        }
    }

    #[test]
    fn a_searcher_that_breaks_down_is_told_and_replaced() {
        let mut dispatcher = Dispatcher::default();
        dispatcher.on_request(CHOOSE.to_owned());
        assert_eq!(
            dispatcher.on_searcher_error(WorkerKind::Analyst),
            [DispatcherAction::Terminate(WorkerKind::Analyst)]
        );
        let actions = dispatcher.on_searcher_error(WorkerKind::Player);
        assert_eq!(actions[0], DispatcherAction::Terminate(WorkerKind::Player));
        assert!(said(&actions[1])["type"] == "error" && said(&actions[1])["id"] == 2, "{actions:?}");
    }

    #[test]
    fn a_search_is_forwarded_as_it_came() {
        let mut dispatcher = Dispatcher::default();
        let odd = CHOOSE.replace(',', " ,\n").replace("[]", r#"["not","replayed"]"#);
        for text in [ANALYZE, CHOOSE, HINT, REVIEW, &odd] {
            let actions = dispatcher.on_request(text.to_owned());
            assert!(
                matches!(actions.last(), Some(DispatcherAction::Search { text: sent, .. }) if sent == text),
                "{actions:?}"
            );
        }
    }

    #[test]
    fn a_search_that_makes_no_sense_is_refused() {
        let mut dispatcher = Dispatcher::default();
        dispatcher.on_request(ANALYZE.to_owned());
        let actions = dispatcher.on_request(CHOOSE.replace("\"level\":1", "\"level\":11"));
        assert!(said(&actions[0])["sentence"].as_str().unwrap().contains("level 11"), "{actions:?}");
        assert_eq!(dispatcher.search.as_ref().map(|search| search.id), Some(1), "an invalid header ends no search");

        let actions = dispatcher.on_request(HINT.replace("[]", r#"["no"]"#));
        let (worker, heard) = searched(actions.last().unwrap());
        assert!(
            matches!(heard[..], [SearcherMessage { message: Message::Error { id: Some(3), .. }, done: true, .. }]),
            "{heard:?}"
        );
        dispatcher.on_searcher_message(worker, json(&heard[0].message), true);
        assert!(dispatcher.search.is_none());

        dispatcher.on_request(HINT.replace("[]", r#"["no"]"#));
        let actions = dispatcher.on_request(STOP.to_owned());
        assert!(said(&actions[1])["type"] == "error" && said(&actions[1])["id"] == 3, "{actions:?}");
    }
}
