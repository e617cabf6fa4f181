//! Where requests come in.

use serde::Deserialize;

use crate::lessons;
use crate::messages::{GameLine, Message, Request};
use crate::queries;
use crate::search_job::{SearchJob, Task};

/// What is to be done about a request.
pub enum Dispatched {
    /// To say this.
    Say(Box<Message>),
    /// To search, in place of the search before.
    Search(Box<SearchJob>),
    /// To end the search, if there is one, and say its [`last word`](SearchJob::final_message).
    Stop,
}

/// Makes a request of a text from outside, or the answer to one that is none.
pub fn read(text: &str) -> Result<Request, Box<Message>> {
    serde_json::from_str(text).map_err(|error| Box::new(unreadable(text, &error)))
}

/// What is to be done about a request. `whim` makes the seed of choices for which the page has none.
pub fn answer(request: Request, whim: impl FnOnce() -> u64) -> Dispatched {
    let say = |message: Message| Dispatched::Say(Box::new(message));
    let search =
        |id: u32, course: &GameLine, task| SearchJob::new(id, course, task).map(Box::new).map(Dispatched::Search);
    let (id, answer) = match request {
        Request::Show { id, course } => (id, queries::show(id, &course).map(say)),
        Request::Play { id, course, text } => (id, queries::play(id, &course, &text).map(say)),
        Request::Record { id, course, players, headers, resigned } => {
            (id, queries::record(id, &course, players, headers, resigned).map(say))
        }
        Request::Open { id, text } => (id, queries::open(id, &text).map(say)),
        Request::Compose { id, game, rows, side, mark } => {
            (id, queries::compose(id, &game, &rows, side, mark.as_deref()).map(say))
        }
        Request::Lesson { id, game, step } => (id, lessons::show(id, &game, step).map(say)),
        Request::Answer { id, game, step, text } => (id, lessons::judge(id, &game, step, &text).map(say)),
        Request::Ping { id } => return say(Message::Pong { id }),
        Request::Stop { .. } => return Dispatched::Stop,
        Request::Choose { id, course, level, time_ms, seed } => {
            let seed = seed.map_or_else(whim, u64::from);
            (id, search(id, &course, Task::Choose { level, time_ms, seed }))
        }
        Request::Hint { id, course, time_ms } => (id, search(id, &course, Task::Hint { time_ms })),
        Request::Analyze { id, course, lines } => (id, search(id, &course, Task::Analyze { lines })),
        Request::Review { id, course, from } => (id, search(id, &course, Task::Review { from })),
    };
    answer.unwrap_or_else(|complaint| say(complaint.message(id)))
}

/// The answer to a text that is no request.
fn unreadable(text: &str, error: &serde_json::Error) -> Message {
    #[derive(Deserialize)]
    struct IdOnly {
        id: u32,
    }
    let id = serde_json::from_str(text).ok().map(|IdOnly { id }| id);
    // The parser may repeat what it did not expect, at any length.
    let reason: String = error.to_string().chars().filter(|c| !c.is_control()).take(200).collect();
    Message::Error { id, sentence: format!("the message is not a request: {reason}"), at: None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_request_is_told_so_in_a_short_line() {
        let long = format!("{{\"type\":\"{}\",\"id\":7}}", "x".repeat(100_000));
        for (text, expected) in [(long.as_str(), Some(7)), ("{", None), ("[]", None), ("{\"id\":-1}", None)] {
            let Message::Error { id, sentence, .. } = *read(text).unwrap_err() else { panic!("no error") };
            assert_eq!(id, expected);
            assert!(sentence.len() < 300, "{sentence}");
        }
    }

    #[test]
    fn a_search_that_makes_no_sense_is_refused_at_once() {
        for (request, expected) in [
            (r#"{"type":"analyze","id":1,"course":{"game":"hiya","actions":[]},"lines":4}"#, "lines"),
            (r#"{"type":"hint","id":1,"course":{"game":"hiya","actions":[]},"timeMs":9}"#, "9 ms"),
            (r#"{"type":"choose","id":1,"course":{"game":"hiya","actions":[]},"level":0,"timeMs":100}"#, "level 0"),
            (r#"{"type":"review","id":1,"course":{"game":"chess","actions":[]}}"#, "chess"),
            (r#"{"type":"review","id":1,"course":{"game":"hiya","actions":[]},"from":1}"#, "position 1"),
        ] {
            let Dispatched::Say(said) = answer(read(request).unwrap(), || 1) else { panic!("{request} is searched") };
            let Message::Error { id: Some(1), sentence, .. } = *said else { panic!("{said:?}") };
            assert!(sentence.contains(expected), "{sentence}");
        }
    }
}
