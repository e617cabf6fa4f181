//! Parses requests and decides how each is answered.

use serde::Deserialize;

use crate::catalogue::rules;
use crate::lessons;
use crate::messages::{GameLine, Message, Request};
use crate::queries;
use crate::search_job::{SearchJob, Task};

/// The reply to requests about rooms, unless the caller has rooms and answers them itself.
const NO_ROOMS: &str = "there are no rooms here: they need `skirmish web --listen`";

/// How a request is handled.
pub enum Dispatched {
    /// Send this reply.
    Reply(Box<Message>),
    /// Run this search; it replaces the one before.
    Search(Box<SearchJob>),
    /// Stop the search, if there is one, and send its [final message](SearchJob::final_message).
    Stop,
}

/// Parses a request. The error is the reply to send.
pub fn read(text: &str) -> Result<Request, Box<Message>> {
    serde_json::from_str(text).map_err(|error| Box::new(unreadable(text, &error)))
}

/// Decides how a request is handled. `random_seed` seeds choices that come without a seed.
pub fn answer(request: Request, random_seed: impl FnOnce() -> u64) -> Dispatched {
    let reply = |message: Message| Dispatched::Reply(Box::new(message));
    let search = |id: u32, line: &GameLine, task| SearchJob::new(id, line, task).map(Box::new).map(Dispatched::Search);
    let (id, answer) = match request {
        Request::Show { id, line } => (id, queries::show(id, &line).map(reply)),
        Request::Play { id, line, text } => (id, queries::play(id, &line, &text).map(reply)),
        Request::Record { id, line, players, headers, resigned } => {
            (id, queries::record(id, &line, players, headers, resigned).map(reply))
        }
        Request::Open { id, text } => (id, queries::open(id, &text).map(reply)),
        Request::Compose { id, game, rows, side, mark } => {
            (id, queries::compose(id, &game, &rows, side, mark.as_deref()).map(reply))
        }
        Request::Rules { id, game } => (id, rules(id, &game).map(reply)),
        Request::Lesson { id, game, step } => (id, lessons::show(id, &game, step).map(reply)),
        Request::Answer { id, game, step, text } => (id, lessons::grade(id, &game, step, &text).map(reply)),
        Request::Ping { id } => return reply(Message::Pong { id }),
        Request::Stop { .. } => return Dispatched::Stop,
        Request::Enter { id, .. } | Request::Relay { id, .. } | Request::Leave { id } | Request::Lobby { id } => {
            return reply(Message::Error { id: Some(id), sentence: NO_ROOMS.to_owned(), at: None });
        }
        Request::Choose { id, line, level, time_ms, seed } => {
            let seed = seed.map_or_else(random_seed, u64::from);
            (id, search(id, &line, Task::Choose { level, time_ms, seed }))
        }
        Request::Hint { id, line, time_ms } => (id, search(id, &line, Task::Hint { time_ms })),
        Request::Analyze { id, line, lines } => (id, search(id, &line, Task::Analyze { lines })),
        Request::Review { id, line, from } => (id, search(id, &line, Task::Review { from })),
        Request::Coach { id, line, ply, you } => (id, search(id, &line, Task::Coach { ply, you })),
        Request::Values { id, line } => (id, search(id, &line, Task::Values)),
        Request::Microscope { id, line, depth, off, within } => {
            (id, search(id, &line, Task::Microscope { depth, off, within }))
        }
        Request::Ladder { id, line, depth } => (id, search(id, &line, Task::Ladder { depth })),
    };
    answer.unwrap_or_else(|error| reply(error.message(id)))
}

/// The reply to a text that is not a request.
fn unreadable(text: &str, error: &serde_json::Error) -> Message {
    #[derive(Deserialize)]
    struct IdOnly {
        id: u32,
    }
    let id = serde_json::from_str(text).ok().map(|IdOnly { id }| id);
    // The parser may quote input of any length.
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
            (r#"{"type":"analyze","id":1,"line":{"game":"hiya","actions":[]},"lines":4}"#, "lines"),
            (r#"{"type":"hint","id":1,"line":{"game":"hiya","actions":[]},"timeMs":9}"#, "9 ms"),
            (r#"{"type":"choose","id":1,"line":{"game":"hiya","actions":[]},"level":0,"timeMs":100}"#, "level 0"),
            (r#"{"type":"review","id":1,"line":{"game":"chess","actions":[]}}"#, "chess"),
            (r#"{"type":"review","id":1,"line":{"game":"hiya","actions":[]},"from":1}"#, "position 1"),
            (r#"{"type":"coach","id":1,"line":{"game":"hiya","actions":[]},"ply":1}"#, "action 1"),
            (r#"{"type":"microscope","id":1,"line":{"game":"hiya","actions":[]},"depth":21}"#, "depth 21"),
            (r#"{"type":"microscope","id":1,"line":{"game":"hiya","actions":[]},"depth":2,"off":["luck"]}"#, "luck"),
            (r#"{"type":"ladder","id":1,"line":{"game":"hiya","actions":[]},"depth":0}"#, "depth 0"),
        ] {
            let Dispatched::Reply(said) = answer(read(request).unwrap(), || 1) else { panic!("{request} is searched") };
            let Message::Error { id: Some(1), sentence, .. } = *said else { panic!("{said:?}") };
            assert!(sentence.contains(expected), "{sentence}");
        }
    }
}
