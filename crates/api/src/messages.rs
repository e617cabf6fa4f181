//! The messages between page and server, as JSON: one per WebSocket frame, and the [`Catalogue`], a file next to the page.
//!
//! They are the same whether the page talks to a server or to a worker in its own browser; *server* here means either. The
//! page's types (`messages.ts`) are generated from these.
//!
//! **State.** The page owns the game: a [`GameLine`] is its start and its actions, and every request about a game carries all
//! of it. The server is stateless, so a lost connection or a restart loses nothing: the page reconnects, receives
//! [`Message::Hello`] and repeats its open requests. The page knows no rules and no notation: it shows views, offers legal
//! actions with their effects, and sends back their texts.
//!
//! **Ids.** The page gives every request an `id`, larger each time; every reply has the `id` of its request. The page drops
//! replies to requests that it no longer waits for.
//!
//! **Searches.** [`Request::Choose`], [`Request::Hint`], [`Request::Analyze`], [`Request::Review`], [`Request::Coach`],
//! [`Request::Values`], [`Request::Microscope`] and [`Request::Ladder`] search. A tab has one
//! search at a time: a newer one ends the older, which replies [`Message::Stopped`]. Other requests are answered during a
//! search. While all search threads are busy, [`Message::Waiting`] reports the place in the queue each time it changes. A long
//! analysis pauses while others wait: it replies `waiting` and resumes later.
//!
//! **Values** are from the view of the side to move; [`PositionValue::south`] is for bars and graphs.

/// The file name of the catalogue, next to the page.
pub const CATALOGUE: &str = "catalogue.json";

/// Derives JSON and TypeScript for a message to the page.
macro_rules! message {
    ($($item:item)*) => {
        $(
            #[derive(Clone, Debug, PartialEq, Serialize)]
            #[cfg_attr(test, derive(ts_rs::TS))]
            #[serde(rename_all = "camelCase")]
            $item
        )*
    };
}

/// The same for a request of the page.
macro_rules! request {
    ($($item:item)*) => {
        $(
            #[derive(Clone, Debug, PartialEq, Deserialize)]
            #[cfg_attr(test, derive(ts_rs::TS))]
            #[serde(rename_all = "camelCase", deny_unknown_fields)]
            $item
        )*
    };
}

mod board;
mod catalogue;
mod lesson;
mod microscope;
mod reply;
mod request;
mod room;

pub use board::*;
pub use catalogue::*;
pub use lesson::*;
pub use microscope::*;
pub use reply::*;
pub use request::*;
pub use room::*;

#[cfg(test)]
mod tests;
