//! The words by which mentions of moves are told apart, as patterns that ignore case.

use regex_lite::Regex;

use crate::seat::console::patterns::compile;

/// Two squares: with at most a sign between them, as in the handouts (group 3), or loosely.
const MENTION: &str = concat!(
    r"\b([a-z])(\d{1,2})(?:(->|=>|-|–|x|)|['",
    r#""\])]?[ \t]*(?:-->|->|=>|→|—|-|–|,|:|/|to|takes|captures|x|)[ \t]*['"(\[]?)([a-z])(\d{1,2})\b"#,
);

/// Two squares with other words between them, or on two lines.
const APART: &str = r"\b([a-z])(\d{1,2})\b(?:[^\n]{1,30}?|[^\n]{0,20}\n[^\n]{0,20}?)\b([a-z])(\d{1,2})\b";

/// The program speaks of its move. A name of it without a verb (group 1) must be next to the squares.
const OWN_LABEL: &str = concat!(
    r"\bmy\s+(?:(?:next|best|final|chosen|new|first|second|other|own|alternat\w+)\s+)?",
    r"(?:move|answer|reply|choice|turn|play|response|decision|attack)\b",
    r"|\b(?:i|we)(?:['’](?:ll|ve|m|d))?",
    r"(?:\s+(?:will|have|shall|must|now|then|just|choose|decided?|want|wish|would\s+like|am|are|going|to))*",
    r"\s+(?:play(?:ed|ing)?|moved?|moving|choose|chose|chosen|select(?:ed)?|pick(?:ed)?|go|going|went|made|make|take|took|",
    r"answer|reply|respond|strike|attack|captured?|offer|propose)\b",
    r"|\b(?:computer|comp|cpu|ai|a\.i\.|machine|bot|engine|program|pc|robot)(?:\s*\([^)\n]{1,20}\))?(?:",
    r"['’]?s\s+(?:(?:next|best|final|chosen|new)\s+)?(?:move|answer|reply|choice|turn|play|response)\b",
    r"|(?:\s+(?:player|has|will|wants|decides|decided|now|is|to))*\s+(?:moves?|moved|moving|plays?|played|playing|",
    r"chooses?|chose|chosen|choice|selects|selected|picks|picked|goes|went|makes|made|takes|took|turn|answers?|",
    r"repl(?:y|ies)|responds|says|proposes|strikes|attacks|captures)\b",
    r"|())",
);

/// MovePatterns about a move that do not say whose it is, or an arrow to it.
const LABEL: &str = concat!(
    r"\b(?:(?:best|chosen|final|selected)\s*)?(?:move|moves|moved|moving|play|plays|played|playing|chooses|chose|choice|",
    r"selects|selected|picks|answer|reply|response|decision|strikes|attacks|captures)\b|(?:->|=>|→|»|>>)\s*$",
);

/// The program speaks of the person's move.
const PERSON: &str = concat!(
    r"\b(?:you|user|human|person|opponent|enemy)(?:['’]?s)?\s+(?:(?:last|previous|just|have|has)\s+)*",
    r"(?:moves?|moved|plays?|played|chose|entered|typed|made|took|selected|turn|input)\b",
    r"|\byour\s+(?:(?:last|previous|next|best)\s+)?(?:move|turn|play|reply|answer|choice|input)\b",
    r"|\b(?:human|user|you)\s*[:>=-]+\s*$",
);

/// MovePatterns about moves that are not played, at least not now.
const THOUGHT: &str = concat!(
    r"\b(?:il)?legal|\b(?:im)?possib|\bavailable|\b(?:in)?valid|\bcandidate|\bconsider|\bexpect|\bpredict|\banticipat|",
    r"\bhint|\bsuggest|\brecommend|\bthreat|\bfollow|\bwould\b|\bcould\b|\bmight\b|\bmaybe\b|\bplan(?:s|ned|ning)?\b|",
    r"\boptions?\b|\balternatives?\b|\bprevious|\blast\s+(?:\w+\s+)?move|\bhistory\b|\bso\s+far\b|\bcurrent(?:ly)?\s+best\b|",
    r"\brefut|\binstead\s+of\b|\bpv\b|\bthinking\s*(?::|of\b|about\b)|\bprincipal\b|\bvariation|\bline\b|\btrying\b|\btries\b|\btried\b|\bevaluating\b|",
    r"\banaly[sz]|\bponder|\bhope|\bdebug|\binfo\b|\btrace\b|\bgenerat|\bprun|\broot\b|\bmirror|\bflipped\b|\bif\b|",
    r"(?:\bmy|['’]s|\bits|\bhis|\bthe|\ball)\s+moves\b",
);

/// MovePatterns about a search.
const SEARCH: &str = r"\b(?:depth|ply|plies|iteration|alpha|beta|minimax|nodes?|nps|search\w*)\b";

/// MovePatterns about the value of a move.
const VALUE: &str = r"\b(?:scores?|eval\w*|values?|utility|heuristic|rating|weight)\b";

/// MovePatterns that put a move after another.
const SEQUEL: &str = r"\b(?:then|next|afterwards|after\s+that|later)\b";

/// MovePatterns that show how moves are typed.
const EXAMPLE: &str = r"\be\.?g\.?\b|\bexample|\bsuch as\b|\bformat\b|\blike\b|\bfor instance\b";

/// A request for input.
const REQUEST: &str = r"\b(?:enter|type|input)\b";

/// MovePatterns that introduce a list of moves.
const LIST: &str = r"\b(?:legal|possible|available|valid|candidates?|options?|choices|considered|considering|moves)\b";

/// An item of a numbered list.
const NUMBERED: &str = r"^\s*[(\[]?\d+\s*[.):\]]";

/// A number of moves, which is no list of them.
const COUNT: &str = r"\b\d+\s+(?:legal|possible|valid|available|candidate)\s+(?:moves?|ones|options?|positions?)\b";

/// A move that was refused before.
const REFUSED: &str =
    r"\brefus(?:ed|es|ing)\s+(?:(?:my|the|your|first|move|proposal)\s+)*[a-z]\d{1,2}\W{0,4}[a-z]\d{1,2}\b";

/// What stands in brackets.
const ASIDE: &str = r"\([^()\n]*\)|\[[^\[\]\n]*\]";

/// The compiled patterns.
pub(super) struct MovePatterns {
    pub(super) mention: Regex,
    pub(super) apart: Regex,
    pub(super) own_label: Regex,
    pub(super) label: Regex,
    pub(super) person: Regex,
    pub(super) thought: Regex,
    pub(super) search: Regex,
    pub(super) value: Regex,
    pub(super) sequel: Regex,
    pub(super) example: Regex,
    pub(super) request: Regex,
    pub(super) list: Regex,
    pub(super) numbered: Regex,
    pub(super) count: Regex,
    pub(super) refused: Regex,
    pub(super) aside: Regex,
}

impl MovePatterns {
    pub(super) fn new() -> Result<MovePatterns, String> {
        Ok(MovePatterns {
            mention: compile(MENTION)?,
            apart: compile(APART)?,
            own_label: compile(OWN_LABEL)?,
            label: compile(LABEL)?,
            person: compile(PERSON)?,
            thought: compile(THOUGHT)?,
            search: compile(SEARCH)?,
            value: compile(VALUE)?,
            sequel: compile(SEQUEL)?,
            example: compile(EXAMPLE)?,
            request: compile(REQUEST)?,
            list: compile(LIST)?,
            numbered: compile(NUMBERED)?,
            count: compile(COUNT)?,
            refused: compile(REFUSED)?,
            aside: compile(ASIDE)?,
        })
    }
}
