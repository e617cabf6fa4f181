//! The worker to whom the page talks.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde::Serialize;
use skirmish_desk::messages::{Message, Request};
use skirmish_desk::{Answer, Role, Study, answer, read};
use skirmish_play::AnyEngine;
use skirmish_search::Settings;

/// A place for a searcher.
///
/// There are two, so that ending an analysis does not make the engine forget what it has prepared for its next moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seat {
    /// For the moves of the engine.
    Player,
    /// For hints, analyses and reviews.
    Analyst,
}

impl From<Role> for Seat {
    fn from(role: Role) -> Seat {
        match role {
            Role::Player(_) => Seat::Player,
            Role::Analyst => Seat::Analyst,
        }
    }
}

/// What is to be done.
#[derive(Clone, Debug, PartialEq)]
pub enum Order {
    /// To tell the page this text.
    Say(String),
    /// To let the searcher on a seat search, until it is done or its time is over.
    Search {
        /// Which searcher.
        seat: Seat,
        /// The request.
        text: String,
        /// The game by whose network it judges, if there is one.
        network: Option<String>,
        /// How long it may take before [`Clerk::enough`] is called, where it does not know by itself.
        patience: Option<Duration>,
    },
    /// To end the searcher on a seat at once.
    End(Seat),
}

/// Answers the page, and knows what is being searched for it.
pub struct Clerk {
    /// What the next choice without a seed gets.
    whim: u32,
    search: Option<Ongoing>,
}

/// The search under way.
struct Ongoing {
    study: Box<Study>,
    seat: Seat,
    /// What its answer would be if it ended now, as its searcher has said.
    last_word: Option<String>,
}

impl Clerk {
    /// A clerk whose weak levels choose by this seed.
    pub fn new(seed: u32) -> Clerk {
        Clerk { whim: seed, search: None }
    }

    /// Hears what the page says, whatever it is.
    pub fn hear(&mut self, text: &str) -> Vec<Order> {
        let mut request = match read(text) {
            Ok(request) => request,
            Err(message) => return vec![say(&message)],
        };
        if let Request::Choose { seed: seed @ None, .. } = &mut request {
            self.whim = self.whim.wrapping_add(0x9e37_79b9);
            *seed = Some(self.whim);
        }
        match answer(request.clone(), || 0) {
            Answer::Say(message) => vec![say(&message)],
            Answer::Stop => self.enough(),
            Answer::Search(study) => {
                let mut orders = self.drop_search();
                let seat = Seat::from(study.role());
                let patience = study.patience().filter(|&most| most != Duration::MAX);
                let network = study.role().level().uses_network().then(|| study.game().to_string());
                self.search = Some(Ongoing { study, seat, last_word: None });
                orders.push(Order::Search { seat, text: json(&request), network, patience });
                orders
            }
        }
    }

    /// Hears what the searcher on a seat has found, and whether that was all.
    pub fn news(&mut self, seat: Seat, text: String, over: bool) -> Vec<Order> {
        if over {
            self.search.take_if(|search| search.seat == seat);
        }
        vec![Order::Say(text)]
    }

    /// Hears what the answer of the searcher on a seat would be if it were ended now.
    pub fn note(&mut self, seat: Seat, last_word: String) {
        if let Some(search) = self.search.as_mut().filter(|search| search.seat == seat) {
            search.last_word = Some(last_word);
        }
    }

    /// The search has gone on for long enough: what it has found so far is the answer.
    pub fn enough(&mut self) -> Vec<Order> {
        let end = |search: Ongoing| vec![Order::End(search.seat), Order::Say(search.last_word())];
        self.search.take().map_or_else(Vec::new, end)
    }

    /// A searcher broke down.
    pub fn failed(&mut self, seat: Seat) -> Vec<Order> {
        let mut orders = vec![Order::End(seat)];
        if let Some(search) = self.search.take_if(|search| search.seat == seat) {
            let sentence = "the search failed: please report it".to_owned();
            orders.push(say(&Message::Error { id: Some(search.study.id()), sentence, at: None }));
        }
        orders
    }

    /// Ends the search under way, whose answer nobody wants any more.
    fn drop_search(&mut self) -> Vec<Order> {
        let stopped = |search: Ongoing| vec![Order::End(search.seat), say(&Message::Stopped { id: search.study.id() })];
        self.search.take().map_or_else(Vec::new, stopped)
    }
}

impl Ongoing {
    /// The answer, from the last that was heard.
    fn last_word(mut self) -> String {
        self.last_word.unwrap_or_else(|| {
            // Nothing yet: any legal action will do. A search that is told to stop before it begins knows one.
            let mut mind = AnyEngine::new(Settings { threads: 1, hash: 0, shortcuts: None });
            self.study.search(&mut mind, &AtomicBool::new(true), &mut |_| {});
            json(&self.study.last_word())
        })
    }
}

fn say(message: &Message) -> Order {
    Order::Say(json(message))
}

/// A message as JSON. All of them can be written.
pub(crate) fn json(message: &impl Serialize) -> String {
    serde_json::to_string(message).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::searcher::{News, Searcher};

    const ANALYZE: &str = r#"{"type":"analyze","id":1,"course":{"game":"hiya","actions":[]},"lines":1}"#;
    const CHOOSE: &str = r#"{"type":"choose","id":2,"course":{"game":"hiya","actions":[]},"level":1,"timeMs":50}"#;
    const HINT: &str = r#"{"type":"hint","id":3,"course":{"game":"hiya","actions":[]},"timeMs":50}"#;
    const REVIEW: &str = r#"{"type":"review","id":4,"course":{"game":"oska","actions":["A5A4"]}}"#;
    const STOP: &str = r#"{"type":"stop","id":9}"#;

    /// What a searcher says to an order.
    fn searched(order: &Order) -> (Seat, Vec<News>) {
        let Order::Search { seat, text, .. } = order else { panic!("{order:?}") };
        let mut said = Vec::new();
        Searcher::new(1).search(read(text).unwrap(), &mut |news| said.push(news));
        (*seat, said)
    }

    /// The message that is said.
    fn said(order: &Order) -> Value {
        let Order::Say(text) = order else { panic!("{order:?}") };
        serde_json::from_str(text).unwrap()
    }

    #[test]
    fn what_is_no_request_is_a_one_line_error() {
        let orders = Clerk::new(1).hear(r#"{"type":"dance","id":5}"#);
        let error = said(&orders[0]);
        assert!(error["type"] == "error" && error["id"] == 5, "{error}");
        let sentence = error["sentence"].as_str().unwrap();
        assert!(sentence.starts_with("the message is not a request: unknown variant `dance`"), "{sentence}");
        assert!(!sentence.contains('\n') && orders.len() == 1);
    }

    #[test]
    fn a_search_is_passed_on_and_its_answers_come_back() {
        let mut clerk = Clerk::new(1);
        for (text, expected) in [(CHOOSE, Seat::Player), (REVIEW, Seat::Analyst)] {
            let orders = clerk.hear(text);
            assert_eq!(orders.len(), 1);
            let (seat, heard) = searched(&orders[0]);
            assert_eq!(seat, expected);
            for (index, news) in heard.iter().enumerate() {
                assert!(clerk.search.is_some());
                assert_eq!(news.over, index + 1 == heard.len(), "{news:?}");
                assert_eq!(clerk.news(seat, json(&news.message), news.over), [say(&news.message)]);
            }
            assert!(clerk.search.is_none());
            assert!(clerk.hear(STOP).is_empty(), "there is nothing to stop");
        }
    }

    #[test]
    fn other_requests_are_answered_while_a_search_goes_on() {
        let mut clerk = Clerk::new(1);
        clerk.hear(ANALYZE);
        let orders = clerk.hear(r#"{"type":"show","id":7,"course":{"game":"oska","actions":[]}}"#);
        assert!(said(&orders[0])["type"] == "position" && said(&orders[0])["id"] == 7, "{orders:?}");
        assert!(clerk.search.is_some() && orders.len() == 1);
    }

    #[test]
    fn a_newer_search_ends_the_older() {
        let mut clerk = Clerk::new(1);
        clerk.hear(HINT);
        let orders = clerk.hear(CHOOSE);
        assert_eq!(orders[..2], [Order::End(Seat::Analyst), say(&Message::Stopped { id: 3 })]);
        assert!(matches!(orders[2], Order::Search { seat: Seat::Player, .. }));
        assert_eq!(clerk.search.as_ref().map(|search| search.study.id()), Some(2));
    }

    #[test]
    fn stopped_searches_answer_with_what_was_found() {
        let mut clerk = Clerk::new(1);
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
            let orders = clerk.hear(text);
            if begun {
                let (seat, heard) = searched(&orders[0]);
                clerk.note(seat, json(heard[0].last_word.as_ref().unwrap()));
            }
            let orders = clerk.hear(STOP);
            assert!(matches!(orders[0], Order::End(_)) && orders.len() == 2);
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
    fn only_an_analysis_needs_somebody_who_looks_at_the_clock() {
        let mut clerk = Clerk::new(1);
        for (text, expected) in [(ANALYZE, true), (CHOOSE, false), (HINT, false), (REVIEW, false)] {
            let orders = clerk.hear(text);
            let Some(Order::Search { patience, .. }) = orders.last() else { panic!("{orders:?}") };
            assert_eq!(patience.is_some(), expected, "{text}");
        }
    }

    #[test]
    fn only_what_judges_by_a_network_waits_for_one() {
        let mut clerk = Clerk::new(1);
        let strong = CHOOSE.replace("\"level\":1", "\"level\":6").replace("hiya", "oska:5");
        for (text, expected) in
            [(CHOOSE, None), (&strong, Some("oska:5")), (HINT, Some("hiya")), (REVIEW, Some("oska")), (CHOOSE, None)]
        {
            let orders = clerk.hear(text);
            let Some(Order::Search { network, .. }) = orders.last() else { panic!("{orders:?}") };
            assert_eq!(network.as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn a_searcher_that_breaks_down_is_told_and_replaced() {
        let mut clerk = Clerk::new(1);
        clerk.hear(CHOOSE);
        assert_eq!(clerk.failed(Seat::Analyst), [Order::End(Seat::Analyst)]);
        let orders = clerk.failed(Seat::Player);
        assert_eq!(orders[0], Order::End(Seat::Player));
        assert!(said(&orders[1])["type"] == "error" && said(&orders[1])["id"] == 2, "{orders:?}");
    }

    #[test]
    fn choices_without_a_seed_vary() {
        let mut clerk = Clerk::new(1);
        let mut seed = || match clerk.hear(CHOOSE).pop() {
            Some(Order::Search { text, .. }) => match read(&text) {
                Ok(Request::Choose { seed: Some(seed), .. }) => seed,
                other => panic!("{other:?}"),
            },
            other => panic!("{other:?}"),
        };
        assert_ne!(seed(), seed());
    }
}
