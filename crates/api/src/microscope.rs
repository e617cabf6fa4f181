//! Recorded searches for the page: their tree in pieces, and the ladder of ideas.

#[cfg(feature = "microscope")]
mod recording;

use std::sync::atomic::AtomicBool;

use skirmish_board::quoted;
use skirmish_play::{AnyEngine, AnyGame};
use skirmish_search::{Idea, IdeaSet};

use crate::limits::MAX_MICROSCOPE_DEPTH;
use crate::messages::Message;
use crate::queries::ApiError;

/// A recorded search, or the ladder, requested by the page.
#[cfg_attr(not(feature = "microscope"), expect(dead_code, reason = "only the recording search reads it"))]
pub(crate) struct MicroscopeJob {
    id: u32,
    game: Box<dyn AnyGame>,
    depth: u32,
    kind: MicroscopeKind,
    last: Option<Message>,
}

#[cfg_attr(not(feature = "microscope"), expect(dead_code, reason = "only the recording search reads it"))]
enum MicroscopeKind {
    Tree { off: IdeaSet, within: Option<u64> },
    Ladder,
}

impl MicroscopeJob {
    /// A search without some ideas; its tree, or the part of it below the node with a number.
    pub(crate) fn tree(
        id: u32,
        game: Box<dyn AnyGame>,
        depth: u8,
        off: &[String],
        within: Option<u32>,
    ) -> Result<MicroscopeJob, ApiError> {
        let parse = |name: &String| {
            Idea::parse(name).ok_or_else(|| ApiError::new(format!("{} is not an idea of the search", quoted(name))))
        };
        let off = off.iter().map(parse).collect::<Result<IdeaSet, ApiError>>()?;
        MicroscopeJob::new(id, game, depth, MicroscopeKind::Tree { off, within: within.map(u64::from) })
    }

    /// The node counts of the search with more and more ideas.
    pub(crate) fn ladder(id: u32, game: Box<dyn AnyGame>, depth: u8) -> Result<MicroscopeJob, ApiError> {
        MicroscopeJob::new(id, game, depth, MicroscopeKind::Ladder)
    }

    fn new(id: u32, game: Box<dyn AnyGame>, depth: u8, kind: MicroscopeKind) -> Result<MicroscopeJob, ApiError> {
        if !(1..=MAX_MICROSCOPE_DEPTH).contains(&depth) {
            return Err(ApiError::new(format!("depth {depth}: expected 1 to {MAX_MICROSCOPE_DEPTH}")));
        }
        if game.outcome().is_some() {
            return Err(ApiError::new("the game is over: there is nothing to search"));
        }
        Ok(MicroscopeJob { id, game, depth: depth.into(), kind, last: None })
    }

    /// Runs it, with the evaluator of an engine, and sends its messages but the last.
    #[cfg(feature = "microscope")]
    pub(crate) fn run(&mut self, engine: &AnyEngine, stop: &AtomicBool, send: &mut dyn FnMut(Message)) {
        self.last = Some(match self.kind {
            MicroscopeKind::Tree { off, within } => self.search_tree(off, within, engine, stop, send),
            MicroscopeKind::Ladder => self.climb(engine, stop, send),
        });
    }

    /// Without the recording search there is nothing to run: another worker has it.
    #[cfg(not(feature = "microscope"))]
    pub(crate) fn run(&mut self, _: &AnyEngine, _: &AtomicBool, _: &mut dyn FnMut(Message)) {}

    /// The last message.
    pub(crate) fn last_message(self) -> Message {
        self.last.unwrap_or(Message::Stopped { id: self.id })
    }
}
