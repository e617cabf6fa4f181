//! The worker to whom the page talks.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde::Serialize;
use skirmish_api::messages::Message;
use skirmish_api::{Dispatched, EngineUse, SearchHeader, answer, read};
use skirmish_play::AnyEngine;
use skirmish_search::SearchSettings;

/// A place for a searcher.
///
/// There are two, so that ending an analysis does not make the engine forget what it has prepared for its next moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorkerKind {
    /// For the moves of the engine.
    Player,
    /// For hints, analyses and reviews.
    Analyst,
}

impl From<EngineUse> for WorkerKind {
    fn from(role: EngineUse) -> WorkerKind {
        match role {
            EngineUse::Player(_) => WorkerKind::Player,
            EngineUse::Analyst => WorkerKind::Analyst,
        }
    }
}

/// What is to be done.
#[derive(Clone, Debug, PartialEq)]
pub enum DispatcherAction {
    /// To tell the page this text.
    Say(String),
    /// To let the searcher on a seat search, until it is done or its time is over.
    Search {
        /// Which searcher.
        seat: WorkerKind,
        /// The request, as it came.
        text: String,
        /// The game by whose network it judges, if there is one.
        network: Option<String>,
        /// How long it may take before [`Dispatcher::finish_now`] is called, where it does not know by itself.
        patience: Option<Duration>,
    },
    /// To end the searcher on a seat at once.
    End(WorkerKind),
}

/// Answers the page, and knows what is being searched for it.
///
/// Of a request for a search it reads the header and forwards the text; whether the rest makes sense is for the searcher to say.
#[derive(Default)]
pub struct Dispatcher {
    search: Option<Ongoing>,
}

/// The search under way.
struct Ongoing {
    id: u32,
    seat: WorkerKind,
    /// The request, as it came.
    request: String,
    /// What its answer would be if it ended now, as its searcher has said.
    last_word: Option<String>,
}

impl Dispatcher {
    /// Hears what the page says, whatever it is.
    pub fn on_request(&mut self, text: String) -> Vec<DispatcherAction> {
        let header = match SearchHeader::read(&text) {
            Some(header) => header,
            None => match read(&text).map(|request| answer(request, || 0)) {
                Ok(Dispatched::Say(message)) | Err(message) => return vec![say(&message)],
                Ok(Dispatched::Stop) => return self.finish_now(),
                Ok(Dispatched::Search(study)) => study.header(),
            },
        };
        let mut orders = self.drop_search();
        let SearchHeader { id, game, role, time_limit } = header;
        let seat = WorkerKind::from(role);
        let network = role.level().uses_network().then(|| game.to_string());
        let patience = time_limit.filter(|&most| most != Duration::MAX);
        self.search = Some(Ongoing { id, seat, request: text.clone(), last_word: None });
        orders.push(DispatcherAction::Search { seat, text, network, patience });
        orders
    }

    /// Hears what the searcher on a seat has found, and whether that was all.
    pub fn news(&mut self, seat: WorkerKind, text: String, over: bool) -> Vec<DispatcherAction> {
        if over {
            self.search.take_if(|search| search.seat == seat);
        }
        vec![DispatcherAction::Say(text)]
    }

    /// Hears what the answer of the searcher on a seat would be if it were ended now.
    pub fn checkpoint(&mut self, seat: WorkerKind, last_word: String) {
        if let Some(search) = self.search.as_mut().filter(|search| search.seat == seat) {
            search.last_word = Some(last_word);
        }
    }

    /// The search has gone on for long enough: what it has found so far is the answer.
    pub fn finish_now(&mut self) -> Vec<DispatcherAction> {
        let end = |search: Ongoing| vec![DispatcherAction::End(search.seat), DispatcherAction::Say(search.last_word())];
        self.search.take().map_or_else(Vec::new, end)
    }

    /// A searcher broke down.
    pub fn failed(&mut self, seat: WorkerKind) -> Vec<DispatcherAction> {
        let mut orders = vec![DispatcherAction::End(seat)];
        if let Some(search) = self.search.take_if(|search| search.seat == seat) {
            let sentence = "the search failed: please report it".to_owned();
            orders.push(say(&Message::Error { id: Some(search.id), sentence, at: None }));
        }
        orders
    }

    /// Ends the search under way, whose answer nobody wants any more.
    fn drop_search(&mut self) -> Vec<DispatcherAction> {
        let stopped =
            |search: Ongoing| vec![DispatcherAction::End(search.seat), say(&Message::Stopped { id: search.id })];
        self.search.take().map_or_else(Vec::new, stopped)
    }
}

impl Ongoing {
    /// The answer, from the last that was heard.
    fn last_word(self) -> String {
        self.last_word.unwrap_or_else(|| match read(&self.request).map(|request| answer(request, || 0)) {
            Ok(Dispatched::Search(mut study)) => {
                // Nothing yet: any legal action will do. A search that is told to stop before it begins knows one.
                let mut engine = AnyEngine::new(SearchSettings { threads: 1, hash: 0, params: None });
                study.search(&mut engine, &AtomicBool::new(true), &mut |_| {});
                json(&study.final_message())
            }
            Ok(Dispatched::Say(message)) | Err(message) => json(&message),
            Ok(Dispatched::Stop) => json(&Message::Stopped { id: self.id }),
        })
    }
}

fn say(message: &Message) -> DispatcherAction {
    DispatcherAction::Say(json(message))
}

/// A message as JSON. All of them can be written.
pub(crate) fn json(message: &impl Serialize) -> String {
    serde_json::to_string(message).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::searcher::{Searcher, SearcherMessage};

    const ANALYZE: &str = r#"{"type":"analyze","id":1,"course":{"game":"hiya","actions":[]},"lines":1}"#;
    const CHOOSE: &str = r#"{"type":"choose","id":2,"course":{"game":"hiya","actions":[]},"level":1,"timeMs":50}"#;
    const HINT: &str = r#"{"type":"hint","id":3,"course":{"game":"hiya","actions":[]},"timeMs":50}"#;
    const REVIEW: &str = r#"{"type":"review","id":4,"course":{"game":"oska","actions":["A5A4"]}}"#;
    const STOP: &str = r#"{"type":"stop","id":9}"#;

    /// What a searcher says to an order.
    fn searched(order: &DispatcherAction) -> (WorkerKind, Vec<SearcherMessage>) {
        let DispatcherAction::Search { seat, text, .. } = order else { panic!("{order:?}") };
        let mut said = Vec::new();
        Searcher::new(1).search(text, &mut |news| said.push(news));
        (*seat, said)
    }

    /// The message that is said.
    fn said(order: &DispatcherAction) -> Value {
        let DispatcherAction::Say(text) = order else { panic!("{order:?}") };
        serde_json::from_str(text).unwrap()
    }

    #[test]
    fn what_is_no_request_is_a_one_line_error() {
        let orders = Dispatcher::default().on_request(r#"{"type":"dance","id":5}"#.to_owned());
        let error = said(&orders[0]);
        assert!(error["type"] == "error" && error["id"] == 5, "{error}");
        let sentence = error["sentence"].as_str().unwrap();
        assert!(sentence.starts_with("the message is not a request: unknown variant `dance`"), "{sentence}");
        assert!(!sentence.contains('\n') && orders.len() == 1);
    }

    #[test]
    fn a_search_is_passed_on_and_its_answers_come_back() {
        let mut clerk = Dispatcher::default();
        for (text, expected) in [(CHOOSE, WorkerKind::Player), (REVIEW, WorkerKind::Analyst)] {
            let orders = clerk.on_request(text.to_owned());
            assert_eq!(orders.len(), 1);
            let (seat, heard) = searched(&orders[0]);
            assert_eq!(seat, expected);
            for (index, news) in heard.iter().enumerate() {
                assert!(clerk.search.is_some());
                assert_eq!(news.over, index + 1 == heard.len(), "{news:?}");
                assert_eq!(clerk.news(seat, json(&news.message), news.over), [say(&news.message)]);
            }
            assert!(clerk.search.is_none());
            assert!(clerk.on_request(STOP.to_owned()).is_empty(), "there is nothing to stop");
        }
    }

    #[test]
    fn other_requests_are_answered_while_a_search_goes_on() {
        let mut clerk = Dispatcher::default();
        clerk.on_request(ANALYZE.to_owned());
        let orders = clerk.on_request(r#"{"type":"show","id":7,"course":{"game":"oska","actions":[]}}"#.to_owned());
        assert!(said(&orders[0])["type"] == "position" && said(&orders[0])["id"] == 7, "{orders:?}");
        assert!(clerk.search.is_some() && orders.len() == 1);
    }

    #[test]
    fn a_newer_search_ends_the_older() {
        let mut clerk = Dispatcher::default();
        clerk.on_request(HINT.to_owned());
        let orders = clerk.on_request(CHOOSE.to_owned());
        assert_eq!(orders[..2], [DispatcherAction::End(WorkerKind::Analyst), say(&Message::Stopped { id: 3 })]);
        assert!(matches!(orders[2], DispatcherAction::Search { seat: WorkerKind::Player, .. }));
        assert_eq!(clerk.search.as_ref().map(|search| search.id), Some(2));
    }

    #[test]
    fn stopped_searches_answer_with_what_was_found() {
        let mut clerk = Dispatcher::default();
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
            let orders = clerk.on_request(text.to_owned());
            if begun {
                let (seat, heard) = searched(&orders[0]);
                clerk.checkpoint(seat, json(heard[0].last_word.as_ref().unwrap()));
            }
            let orders = clerk.on_request(STOP.to_owned());
            assert!(matches!(orders[0], DispatcherAction::End(_)) && orders.len() == 2);
            let last = said(&orders[1]);
            match last["type"].as_str() {
                Some("chosen") => {
                    assert!(last["action"].is_object(), "{text}");
                    assert!(!begun || last["finding"]["depth"].as_u64() > Some(0), "{last}");
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
        let mut clerk = Dispatcher::default();
        let strong = CHOOSE.replace("\"level\":1", "\"level\":6").replace("hiya", "oska:5");
        for (sent, timed, game) in [
            (ANALYZE, true, Some("hiya")),
            (CHOOSE, false, None),
            (&strong, false, Some("oska:5")),
            (HINT, false, Some("hiya")),
            (REVIEW, false, Some("oska")),
        ] {
            let orders = clerk.on_request(sent.to_owned());
            let Some(DispatcherAction::Search { patience, network, .. }) = orders.last() else { panic!("{orders:?}") };
            assert_eq!((patience.is_some(), network.as_deref()), (timed, game), "{sent}");
        }
    }

    #[test]
    fn a_searcher_that_breaks_down_is_told_and_replaced() {
        let mut clerk = Dispatcher::default();
        clerk.on_request(CHOOSE.to_owned());
        assert_eq!(clerk.failed(WorkerKind::Analyst), [DispatcherAction::End(WorkerKind::Analyst)]);
        let orders = clerk.failed(WorkerKind::Player);
        assert_eq!(orders[0], DispatcherAction::End(WorkerKind::Player));
        assert!(said(&orders[1])["type"] == "error" && said(&orders[1])["id"] == 2, "{orders:?}");
    }

    #[test]
    fn a_search_is_forwarded_as_it_came() {
        let mut clerk = Dispatcher::default();
        let odd = CHOOSE.replace(',', " ,\n").replace("[]", r#"["not","replayed"]"#);
        for text in [ANALYZE, CHOOSE, HINT, REVIEW, &odd] {
            let orders = clerk.on_request(text.to_owned());
            assert!(
                matches!(orders.last(), Some(DispatcherAction::Search { text: sent, .. }) if sent == text),
                "{orders:?}"
            );
        }
    }

    #[test]
    fn a_search_that_makes_no_sense_is_refused() {
        let mut clerk = Dispatcher::default();
        clerk.on_request(ANALYZE.to_owned());
        let orders = clerk.on_request(CHOOSE.replace("\"level\":1", "\"level\":11"));
        assert!(said(&orders[0])["sentence"].as_str().unwrap().contains("level 11"), "{orders:?}");
        assert_eq!(clerk.search.as_ref().map(|search| search.id), Some(1), "its header tells: nothing is ended for it");

        let orders = clerk.on_request(HINT.replace("[]", r#"["no"]"#));
        let (seat, heard) = searched(orders.last().unwrap());
        assert!(
            matches!(heard[..], [SearcherMessage { message: Message::Error { id: Some(3), .. }, over: true, .. }]),
            "{heard:?}"
        );
        clerk.news(seat, json(&heard[0].message), true);
        assert!(clerk.search.is_none());

        clerk.on_request(HINT.replace("[]", r#"["no"]"#));
        let orders = clerk.on_request(STOP.to_owned());
        assert!(said(&orders[1])["type"] == "error" && said(&orders[1])["id"] == 3, "{orders:?}");
    }
}
