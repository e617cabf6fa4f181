//! The worker to whom the page talks.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use skirmish_desk::messages::{Message, Request};
use skirmish_desk::{Answer, Role, Study, answer, read};
use skirmish_play::Mind;
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
    /// To tell the page something.
    Say(Message),
    /// To let the searcher on a seat search, until it is done or its time is over.
    Search {
        /// Which searcher.
        seat: Seat,
        /// What it is asked.
        request: Request,
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
    /// The last that was heard of it.
    last: Option<Message>,
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
            Err(message) => return vec![Order::Say(message)],
        };
        if let Request::Choose { seed: seed @ None, .. } = &mut request {
            self.whim = self.whim.wrapping_add(0x9e37_79b9);
            *seed = Some(self.whim);
        }
        match answer(request.clone(), || 0) {
            Answer::Say(message) => vec![Order::Say(message)],
            Answer::Stop => self.enough(),
            Answer::Search(study) => {
                let mut orders = self.drop_search();
                let (seat, patience) =
                    (Seat::from(study.role()), study.patience().filter(|&most| most != Duration::MAX));
                self.search = Some(Ongoing { study, seat, last: None });
                orders.push(Order::Search { seat, request, patience });
                orders
            }
        }
    }

    /// Hears what the searcher on a seat has found.
    pub fn news(&mut self, seat: Seat, message: Message) -> Vec<Order> {
        match &mut self.search {
            Some(search) if search.seat == seat && Some(search.study.id()) == number(&message) => {
                search.last = Some(message.clone());
                if is_last(&message) {
                    self.search = None;
                }
                vec![Order::Say(message)]
            }
            // A last word that was on its way when its search was ended.
            _ => Vec::new(),
        }
    }

    /// The search has gone on for long enough: what it has found so far is the answer.
    pub fn enough(&mut self) -> Vec<Order> {
        self.search.take().map_or_else(Vec::new, |search| vec![Order::End(search.seat), Order::Say(search.last_word())])
    }

    /// A searcher broke down.
    pub fn failed(&mut self, seat: Seat) -> Vec<Order> {
        let mut orders = vec![Order::End(seat)];
        if let Some(search) = self.search.take_if(|search| search.seat == seat) {
            let sentence = "the search failed: please report it".to_owned();
            orders.push(Order::Say(Message::Error { id: Some(search.study.id()), sentence, at: None }));
        }
        orders
    }

    /// Ends the search under way, whose answer nobody wants any more.
    fn drop_search(&mut self) -> Vec<Order> {
        let stopped =
            |search: Ongoing| vec![Order::End(search.seat), Order::Say(Message::Stopped { id: search.study.id() })];
        self.search.take().map_or_else(Vec::new, stopped)
    }
}

impl Ongoing {
    /// The answer, from the last that was heard.
    fn last_word(mut self) -> Message {
        match self.last {
            Some(Message::Thinking { id, finding }) => {
                Message::Chosen { id, action: finding.best.clone(), finding: Some(finding) }
            }
            Some(Message::Analysis { id, value, lines, advice, .. }) => {
                Message::Analysis { id, value, lines, advice, done: true }
            }
            // Nothing yet: any legal action will do. A search that is told to stop before it begins knows one.
            _ => {
                let mut mind = Mind::new(Settings { threads: 1, hash: 0, shortcuts: None });
                self.study.search(&mut mind, &AtomicBool::new(true), &mut |_| {});
                self.study.last_word()
            }
        }
    }
}

/// The request that a message of a search answers.
fn number(message: &Message) -> Option<u32> {
    match *message {
        Message::Thinking { id, .. }
        | Message::Chosen { id, .. }
        | Message::Analysis { id, .. }
        | Message::Reviewed { id, .. }
        | Message::ReviewEnd { id } => Some(id),
        Message::Error { id, .. } => id,
        _ => None,
    }
}

/// Whether a search has nothing to say after this.
fn is_last(message: &Message) -> bool {
    match message {
        Message::Thinking { .. } | Message::Reviewed { .. } => false,
        Message::Analysis { done, .. } => *done,
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Searcher;

    const ANALYZE: &str = r#"{"type":"analyze","id":1,"course":{"game":"hiya","actions":[]},"lines":1}"#;
    const CHOOSE: &str = r#"{"type":"choose","id":2,"course":{"game":"hiya","actions":[]},"level":1,"timeMs":50}"#;
    const HINT: &str = r#"{"type":"hint","id":3,"course":{"game":"hiya","actions":[]},"timeMs":50}"#;
    const REVIEW: &str = r#"{"type":"review","id":4,"course":{"game":"oska","actions":["A5A4"]}}"#;
    const STOP: &str = r#"{"type":"stop","id":9}"#;

    /// What a searcher says to an order.
    fn searched(order: &Order) -> (Seat, Vec<Message>) {
        let Order::Search { seat, request, .. } = order else { panic!("{order:?}") };
        let mut said = Vec::new();
        Searcher::new(1).search(request.clone(), &mut |message| said.push(message));
        (*seat, said)
    }

    #[test]
    fn what_is_no_request_is_a_one_line_error() {
        let orders = Clerk::new(1).hear(r#"{"type":"dance","id":5}"#);
        let [Order::Say(Message::Error { id: Some(5), sentence, .. })] = orders.as_slice() else {
            panic!("{orders:?}")
        };
        assert!(sentence.starts_with("the message is not a request: unknown variant `dance`"), "{sentence}");
        assert!(!sentence.contains('\n'));
    }

    #[test]
    fn a_search_is_passed_on_and_its_answers_come_back() {
        let mut clerk = Clerk::new(1);
        for (text, expected) in [(CHOOSE, Seat::Player), (REVIEW, Seat::Analyst)] {
            let orders = clerk.hear(text);
            assert_eq!(orders.len(), 1);
            let (seat, said) = searched(&orders[0]);
            assert_eq!(seat, expected);
            for message in &said {
                assert_eq!(clerk.news(seat, message.clone()), [Order::Say(message.clone())]);
            }
            assert!(is_last(said.last().unwrap()) && clerk.search.is_none());
            assert!(clerk.hear(STOP).is_empty(), "there is nothing to stop");
        }
    }

    #[test]
    fn other_requests_are_answered_while_a_search_goes_on() {
        let mut clerk = Clerk::new(1);
        clerk.hear(ANALYZE);
        let orders = clerk.hear(r#"{"type":"show","id":7,"course":{"game":"oska","actions":[]}}"#);
        assert!(matches!(orders.as_slice(), [Order::Say(Message::Position { id: 7, .. })]), "{orders:?}");
        assert!(clerk.search.is_some());
    }

    #[test]
    fn a_newer_search_ends_the_older_and_its_late_news_are_dropped() {
        let mut clerk = Clerk::new(1);
        let hint = clerk.hear(HINT);
        let (seat, said) = searched(&hint[0]);
        let orders = clerk.hear(CHOOSE);
        assert_eq!(orders[..2], [Order::End(Seat::Analyst), Order::Say(Message::Stopped { id: 3 })]);
        assert!(matches!(orders[2], Order::Search { seat: Seat::Player, .. }));
        assert!(clerk.news(seat, said[0].clone()).is_empty());
        assert_eq!(clerk.search.as_ref().map(|search| search.study.id()), Some(2));
    }

    #[test]
    fn stopped_searches_answer_with_what_was_found() {
        let mut clerk = Clerk::new(1);
        for (text, begun) in [(HINT, true), (HINT, false), (CHOOSE, false), (ANALYZE, false), (REVIEW, false)] {
            let orders = clerk.hear(text);
            if begun {
                let (seat, said) = searched(&orders[0]);
                clerk.news(seat, said[0].clone());
            }
            let orders = clerk.hear(STOP);
            let [Order::End(_), Order::Say(last)] = orders.as_slice() else { panic!("{orders:?}") };
            assert!(is_last(last), "{last:?}");
            match last {
                Message::Chosen { action, finding, .. } => {
                    assert!(action.is_some(), "{text}");
                    assert!(!begun || finding.as_ref().is_some_and(|finding| finding.depth > 0));
                }
                Message::Analysis { done: true, .. } | Message::ReviewEnd { .. } => {}
                other => panic!("{other:?}"),
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
    fn a_searcher_that_breaks_down_is_told_and_replaced() {
        let mut clerk = Clerk::new(1);
        clerk.hear(CHOOSE);
        assert_eq!(clerk.failed(Seat::Analyst), [Order::End(Seat::Analyst)]);
        let orders = clerk.failed(Seat::Player);
        assert!(matches!(&orders[..], [Order::End(_), Order::Say(Message::Error { id: Some(2), .. })]), "{orders:?}");
    }

    #[test]
    fn choices_without_a_seed_vary() {
        let mut clerk = Clerk::new(1);
        let mut seed = || match clerk.hear(CHOOSE).pop() {
            Some(Order::Search { request: Request::Choose { seed, .. }, .. }) => seed.unwrap(),
            other => panic!("{other:?}"),
        };
        assert_ne!(seed(), seed());
    }
}
