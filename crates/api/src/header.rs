//! The header of a request for a search.

use std::time::Duration;

use serde::Deserialize;
use skirmish_games::GameId;
use skirmish_play::Level;

use crate::engine_use::EngineUse;
use crate::limits::MAX_ANALYSIS_TIME;

/// What a request for a search says before its game is replayed: enough to choose an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchHeader {
    /// The id of the request.
    pub id: u32,
    /// The game and its size.
    pub game: GameId,
    /// The engine it needs.
    pub engine_use: EngineUse,
    /// The time limit of a search that can be paused and resumed; `None` for those that end soon, such as moves.
    pub time_limit: Option<Duration>,
}

/// The kinds of search.
#[derive(Clone, Copy)]
pub(crate) enum JobKind {
    Choose(Level),
    Hint,
    Analyze,
    Review,
    Coach,
    Microscope,
}

impl SearchHeader {
    pub(crate) fn new(id: u32, game: GameId, kind: JobKind) -> SearchHeader {
        let (engine_use, time_limit) = match kind {
            JobKind::Choose(level) => (EngineUse::Player(level), None),
            JobKind::Hint => (EngineUse::Analyst, None),
            JobKind::Analyze => (EngineUse::Analyst, Some(MAX_ANALYSIS_TIME)),
            JobKind::Review => (EngineUse::Analyst, Some(Duration::MAX)),
            JobKind::Coach => (EngineUse::Analyst, None),
            JobKind::Microscope => (EngineUse::Microscope, None),
        };
        SearchHeader { id, game, engine_use, time_limit }
    }

    /// Reads the header of a request and skips the rest, such as the actions of the game. `None` if it is not a search, or if
    /// the header is invalid; then [`read`](crate::read) and [`answer`](crate::answer) have the reply.
    pub fn read(text: &str) -> Option<SearchHeader> {
        #[derive(Deserialize)]
        struct Fields {
            #[serde(rename = "type")]
            kind: RequestType,
            id: u32,
            line: GameOnly,
            level: Option<u8>,
        }
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        enum RequestType {
            Choose,
            Hint,
            Analyze,
            Review,
            Coach,
            Values,
            Microscope,
            Ladder,
        }
        #[derive(Deserialize)]
        struct GameOnly {
            game: String,
        }
        let Fields { kind, id, line, level } = serde_json::from_str(text).ok()?;
        let kind = match kind {
            RequestType::Choose => JobKind::Choose(Level::new(level?)?),
            RequestType::Hint => JobKind::Hint,
            RequestType::Analyze => JobKind::Analyze,
            RequestType::Review => JobKind::Review,
            RequestType::Coach | RequestType::Values => JobKind::Coach,
            RequestType::Microscope | RequestType::Ladder => JobKind::Microscope,
        };
        Some(SearchHeader::new(id, GameId::parse(&line.game).ok()?, kind))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Dispatched, answer, read};

    #[test]
    fn the_header_says_what_the_whole_request_would() {
        for text in [
            r#"{"type":"choose","id":1,"line":{"game":"oska:6","actions":["A9A8"]},"level":8,"timeMs":100}"#,
            r#"{"timeMs":100,"level":10,"line":{"actions":[],"game":"hiya"},"id":2,"type":"choose","seed":7}"#,
            r#"{"type":"hint","id":3,"line":{"game":"oska","start":null,"actions":["A5A4"]},"timeMs":100}"#,
            r#"{"type":"analyze","id":4,"line":{"game":"refusal","actions":[]},"lines":2}"#,
            r#"{"type":"review","id":5,"line":{"game":"trench","actions":[]},"from":0}"#,
            r#"{"type":"coach","id":8,"line":{"game":"trench","actions":[]},"ply":0,"you":"south"}"#,
            r#"{"type":"values","id":9,"line":{"game":"oska:5","actions":["A7A6"]}}"#,
            r#"{"type":"microscope","id":6,"line":{"game":"trench","actions":[]},"depth":3}"#,
            r#"{"type":"ladder","id":7,"line":{"game":"hiya","actions":[]},"depth":3}"#,
        ] {
            let Dispatched::Search(job) = answer(read(text).unwrap(), || 1) else { panic!("{text} is no search") };
            assert_eq!(SearchHeader::read(text), Some(job.header()), "{text}");
        }
    }

    #[test]
    fn a_header_that_makes_no_sense_is_none() {
        for text in [
            "",
            r#"{"type":"stop","id":1}"#,
            r#"{"type":"show","id":1,"line":{"game":"hiya","actions":[]}}"#,
            r#"{"type":"choose","id":1,"line":{"game":"hiya","actions":[]},"timeMs":100}"#,
            r#"{"type":"choose","id":1,"line":{"game":"hiya","actions":[]},"level":11,"timeMs":100}"#,
            r#"{"type":"hint","id":1,"line":{"game":"chess","actions":[]},"timeMs":100}"#,
            r#"{"type":"hint","id":-1,"line":{"game":"hiya","actions":[]},"timeMs":100}"#,
        ] {
            assert_eq!(SearchHeader::read(text), None, "{text}");
        }
    }

    /// A search is forwarded by its header alone; the searcher rejects invalid actions.
    #[test]
    fn the_actions_are_not_read() {
        let text = r#"{"type":"hint","id":1,"line":{"game":"hiya","actions":["no","action"]},"timeMs":100}"#;
        assert!(SearchHeader::read(text).is_some());
    }
}
