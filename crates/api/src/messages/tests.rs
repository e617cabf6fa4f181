use std::fmt::Write;
use std::path::Path;

use ts_rs::{Config, TS};

use super::*;

macro_rules! declarations {
    ($($type:ident)*) => {{
        let config = Config::default();
        let mut text = String::from(
            "// Generated from crates/api/src/messages by `SKIRMISH_WRITE=1 cargo test -p skirmish-api typescript`. Do not edit.\n",
        );
        $(
            let docs = $type::docs().unwrap_or_default();
            let _ = write!(text, "\n{docs}export {}\n", $type::decl(&config));
        )*
        // The page says null.
        text.replace("`None`", "`null`")
    }};
}

/// The page is compiled against these types, so they must be those of the server.
#[test]
fn the_typescript_is_that_of_these_messages() {
    let text = declarations! {
        Request GameLine Placed Message PositionInfo ServerLimits Catalogue GameInfo StartPosition Sizes PositionMark Example View Marker
        Row Cell Piece Squares Action ActionKind LegalAction Effect Played LessonStep LegalityQuestion LessonBoard Verdict
        RoomGame RoomEnd RoomEndReason RoomClocks Challenge SeatState LobbyRoom RoomOffer SearchReport SearchNode TableKnowledge RootReport WordCount SearchSummary IdeaState PositionValue ProposalAdvice Side Outcome Mark
        CoachSentence Claim ClaimKind ComparedValues ActionValue ProvenValue ProvenResult ProofSource
    };
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/page/src/messages.ts");
    if std::env::var_os("SKIRMISH_WRITE").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(found, text, "run SKIRMISH_WRITE=1 cargo test -p skirmish-api typescript");
}
