//! Everything that the page says and is told, as JSON: the messages of a tab, one text each, and the [`Catalogue`], a file
//! beside the page.
//!
//! They are the same whether the page has a server behind a socket or rules and engine in a worker of its browser; *server*
//! here means either. The page's own types are generated from these (`messages.ts`), so the two cannot drift apart.
//!
//! **Who owns what.** The page owns the game: a [`GameLine`] is where it began and what was done since, and every request
//! about a game carries it whole. The server forgets it when it has answered. So nothing is lost by a broken connection
//! or a server that starts again: the page connects, gets a new [`Message::Hello`] and sends its last request once more.
//! The page knows no rules and no notation: it shows views, offers legal actions
//! with what they do, and sends back their texts.
//!
//! **Numbers.** Every request has an `id` that the page chooses, larger each time, and every answer carries the `id` of
//! its request. An answer with an older `id` than the page waits for is stale and dropped.
//!
//! **Searches.** [`Request::Choose`], [`Request::Hint`], [`Request::Analyze`] and [`Request::Review`] search. A tab has
//! one search at a time: a newer one ends the older, which then says [`Message::Stopped`]. Other requests are answered while
//! a search goes on. When all searchers are busy, the tab is told its place in the queue ([`Message::Waiting`]), each time it
//! changes. A long analysis makes room for others now and then and waits in its turn: it says `waiting` and later goes
//! on.
//!
//! **Values** are from the view of the side to act, as everywhere in the engine; [`PositionValue::south`] is the one to draw a bar
//! with.

/// The catalogue's name, in the folder that the page comes from.
pub const CATALOGUE: &str = "catalogue.json";

/// Derives what a message to the page needs: JSON and TypeScript.
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

/// The same for what the page sends.
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
mod reply;
mod request;

pub use board::*;
pub use catalogue::*;
pub use lesson::*;
pub use reply::*;
pub use request::*;

#[cfg(test)]
mod tests;
