//! How a console program talks: what the plan says of it, and what the handouts make likely where it says nothing.

use regex_lite::{Regex, RegexBuilder};
use skirmish_board::{ActionKind, Side, Squares, quoted};

use crate::competitor::Dialogue;

/// A move as the handouts print it.
const MOVE: &str = r"\b([a-z])(\d{1,2})(?:-|–|->|=>|x)?([a-z])(\d{1,2})\b";

/// A move with words or spaces between its squares.
const LOOSE_MOVE: &str = r"\b([a-z])(\d{1,2})[ \t]*(?:-|–|->|=>|,|to|[ \t])[ \t]*([a-z])(\d{1,2})\b";

/// The end of what is said by a program that waits for a line.
const PROMPT: &str = r"(?:[:?>]|(?:your (?:move|turn)|enter|accept|reject|refuse)[^\n]*)\s*$";

/// The question who moves first, which is a line of its own.
const QUESTION: &str = r"[^\n]*\b(?:first|second)\b[^\n]*(?:\n[^\n]+)*";

const ACCEPTS: &str = r"\baccept";
const REFUSES: &str = r"\b(?:refuse|refusal|reject)";

/// Control sequences of terminals.
const ESCAPE: &str = r"\x1b(?:\[[0-9;?]*[ -/]*[@-~]|[()][0-9A-B]|[=>])|\r|\x07";

/// What looks like a move and where it ends: first in the notation of the handouts, then in other ones.
pub(super) type Candidates = [Vec<(String, usize)>; 2];

/// The patterns of a dialogue.
pub(super) struct Patterns {
    question: Regex,
    answers: [Option<String>; 2],
    prompt: Regex,
    /// The pattern of its moves, if the plan gives one.
    own_move: Option<Regex>,
    moves: [Regex; 2],
    write: String,
    /// The words it is told for accepting and refusing.
    words: [String; 2],
    /// How it says them.
    verdicts: [Regex; 2],
    /// Whether it says nothing when it accepts.
    pub(super) silent: bool,
    escape: Regex,
    /// The side that it believes it has in every game; `None` if it knows which it has.
    pub(super) believes: Option<Side>,
}

impl Patterns {
    /// Reads the patterns of a dialogue. The error is a sentence.
    pub(super) fn new(dialogue: &Dialogue) -> Result<Patterns, String> {
        let pattern = |given: &Option<String>, default: &str| compile(given.as_deref().unwrap_or(default));
        // Its own words, or the usual ones.
        let verdict = |given: &Option<String>, default: &str| match given.as_deref() {
            None | Some("") => compile(default),
            Some(word) => compile(&format!(r"\b{}\b|{default}", regex_lite::escape(word))),
        };
        let word = |given: &Option<String>, default: &str| {
            given.clone().filter(|word| !word.is_empty()).unwrap_or_else(|| default.to_owned())
        };
        let believes = match dialogue.believes.as_deref().map(str::to_ascii_lowercase).as_deref() {
            None | Some("north" | "top") => Some(Side::North),
            Some("south" | "bottom") => Some(Side::South),
            Some("either") => None,
            Some(other) => return Err(format!("{} is no side, expected north, south or either", quoted(other))),
        };
        Ok(Patterns {
            question: pattern(&dialogue.asks_first, QUESTION)?,
            answers: [dialogue.first.clone(), dialogue.second.clone()],
            prompt: pattern(&dialogue.prompt, PROMPT)?,
            own_move: dialogue.moves.as_deref().map(compile).transpose()?,
            moves: [compile(MOVE)?, compile(LOOSE_MOVE)?],
            write: dialogue.write.clone().unwrap_or_else(|| "{FROM}{TO}".to_owned()),
            words: [word(&dialogue.accept, "accept"), word(&dialogue.refuse, "reject")],
            verdicts: [verdict(&dialogue.accept, ACCEPTS)?, verdict(&dialogue.refuse, REFUSES)?],
            silent: dialogue.accept.as_deref() == Some(""),
            escape: compile(ESCAPE)?,
            believes,
        })
    }

    /// The text without what is meant for the terminal alone.
    pub(super) fn plain(&self, text: &str) -> String {
        self.escape.replace_all(text, "").into_owned()
    }

    /// The question who moves first, if it was asked.
    pub(super) fn question<'a>(&self, text: &'a str) -> Option<&'a str> {
        self.question.find(text).map(|found| found.as_str())
    }

    /// What to answer to that question. What the plan says, or else what the question seems to expect of a person.
    pub(super) fn answer(&self, question: &str, program_begins: bool) -> String {
        if let Some(answer) = &self.answers[usize::from(!program_begins)] {
            return answer.clone();
        }
        let lower = question.to_lowercase();
        let choice = |begins: &str, follows: &str| if program_begins { follows.to_owned() } else { begins.to_owned() };
        let has = |words: &[&str]| words.iter().any(|word| lower.contains(word));
        if has(&["y/n", "(y)", "yes"]) {
            let yes =
                if has(&["computer", "shall i", "should i", "may i"]) { choice("n", "y") } else { choice("y", "n") };
            return yes;
        }
        if has(&["1", "2"]) {
            return choice("1", "2");
        }
        if has(&["f/s", "(f)"]) {
            return choice("f", "s");
        }
        choice("first", "second")
    }

    /// Whether the program seems to wait for a line.
    pub(super) fn is_prompt(&self, tail: &str) -> bool {
        !tail.trim().is_empty() && self.prompt.is_match(tail)
    }

    /// The line for an action of this kind between these squares, as the program sees them.
    pub(super) fn line(&self, kind: ActionKind, squares: Option<&Squares>) -> String {
        match (kind, squares) {
            (ActionKind::Accept, _) => self.words[0].clone(),
            (ActionKind::Refuse, _) => self.words[1].clone(),
            (_, Some(Squares { from, to })) => self
                .write
                .replace("{FROM}", from)
                .replace("{TO}", to)
                .replace("{from}", &from.to_lowercase())
                .replace("{to}", &to.to_lowercase()),
            (kind, None) => kind.word().unwrap_or_default().to_owned(),
        }
    }

    /// The first verdict in a text, and where it ends. A line with both words asks for one.
    pub(super) fn verdict(&self, text: &str) -> Option<(ActionKind, usize)> {
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            let found = self.verdicts.each_ref().map(|verdict| verdict.find(line));
            match found {
                [Some(accepts), None] => return Some((ActionKind::Accept, start + accepts.end())),
                [None, Some(refuses)] => return Some((ActionKind::Refuse, start + refuses.end())),
                _ => {}
            }
            start += line.len();
        }
        None
    }

    /// The move that its own pattern finds first, and where it ends; `None` if it has none, or it
    /// finds nothing.
    pub(super) fn own_move(&self, text: &str) -> Option<(String, usize)> {
        let found = self.own_move.as_ref()?.captures(text)?;
        let end = found.get(0)?.end();
        let squares =
            found.name("from").zip(found.name("to")).map(|(from, to)| format!("{}{}", from.as_str(), to.as_str()));
        let whole = || found.get(1).or(found.get(0)).map(|text| text.as_str().to_owned());
        let text = squares.or_else(whole)?;
        Some((text.chars().filter(|c| c.is_alphanumeric()).collect::<String>().to_uppercase(), end))
    }

    /// Whether the plan says how its moves look.
    pub(super) fn has_own_move(&self) -> bool {
        self.own_move.is_some()
    }

    /// Everything in a text that looks like a move, and where it ends: first those in the notation of the handouts, then others.
    /// Rows of boards are left out of the latter: they are full of letters and digits.
    pub(super) fn candidates(&self, text: &str) -> Candidates {
        let [strict, loose] = &self.moves;
        let is_row = |at: usize| {
            let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
            text[start..].trim_start().starts_with(|c: char| c.is_ascii_digit())
        };
        let all = |pattern: &Regex| -> Vec<(String, usize, usize)> {
            let found = pattern.captures_iter(text).filter_map(|found| {
                let whole = found.get(0)?;
                let squares: String = (1..=4).filter_map(|group| found.get(group)).map(|part| part.as_str()).collect();
                Some((squares.to_uppercase(), whole.start(), whole.end()))
            });
            found.collect()
        };
        let strict = all(strict).into_iter().map(|(squares, _, end)| (squares, end)).collect();
        let loose = all(loose).into_iter().filter(|&(_, start, _)| !is_row(start));
        [strict, loose.map(|(squares, _, end)| (squares, end)).collect()]
    }
}

fn compile(pattern: &str) -> Result<Regex, String> {
    // Patterns come from outside: what they may cost is bounded.
    let built = RegexBuilder::new(pattern).case_insensitive(true).size_limit(1 << 20).build();
    built.map_err(|error| {
        let reason = error.to_string();
        let reason = reason.lines().last().unwrap_or_default().trim_start_matches("error: ").to_owned();
        format!("{} is no pattern: {reason}", quoted(pattern))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn patterns() -> Patterns {
        Patterns::new(&Dialogue::default()).unwrap()
    }

    #[test]
    fn questions_get_the_answer_they_expect_of_a_person() {
        for (question, first, second) in [
            ("Do you want to move first or second?", "first", "second"),
            ("Who moves first?\n1. human\n2. computer\n", "1", "2"),
            ("Would you like to go first (y/n)? ", "y", "n"),
            ("Should I go first (y/n)? ", "n", "y"),
            ("First or second (f/s)?", "f", "s"),
        ] {
            let patterns = patterns();
            let found = patterns.question(question).unwrap();
            assert_eq!(patterns.answer(found, false), first, "{question}");
            assert_eq!(patterns.answer(found, true), second, "{question}");
        }
        assert_eq!(patterns().question("Welcome to my game!\n"), None);
        let dialogue = Dialogue { first: Some("c".into()), second: Some("h".into()), ..Dialogue::default() };
        assert_eq!(Patterns::new(&dialogue).unwrap().answer("first?", true), "c");
    }

    #[test]
    fn moves_are_found_among_boards() {
        let text = "3  b2 B3 -- q1\nI move from C4 to B6.\nMy move: c4b6 Hi-YA!\n";
        let [strict, loose] = patterns().candidates(text);
        assert_eq!(strict.iter().map(|(squares, _)| squares.as_str()).collect::<Vec<_>>(), ["C4B6"]);
        assert_eq!(loose.iter().map(|(squares, _)| squares.as_str()).collect::<Vec<_>>(), ["C4B6"]);
        let dialogue = Dialogue { moves: Some("plays (?P<from>..)/(?P<to>..)".into()), ..Dialogue::default() };
        let own = Patterns::new(&dialogue).unwrap();
        assert_eq!(own.own_move("A1A2 best, plays c4/b6").unwrap().0, "C4B6");
    }

    #[test]
    fn verdicts_are_told_from_questions() {
        let verdict = |text: &str| patterns().verdict(text).map(|(verdict, _)| verdict);
        assert_eq!(verdict("I accept.\nMy move: A8A6\nAccept or reject?"), Some(ActionKind::Accept));
        assert_eq!(verdict("Accept or reject? "), None);
        assert_eq!(verdict("REFUSED! Enter another move: "), Some(ActionKind::Refuse));
        assert_eq!(verdict("Your move is rejected"), Some(ActionKind::Refuse));
    }

    #[test]
    fn prompts_are_known() {
        for prompt in ["Your move: ", "move? ", "> ", "Enter your move\n", "Accept or reject\n", "It is your turn."] {
            assert!(patterns().is_prompt(prompt), "{prompt}");
        }
        for other in ["thinking\n", "", "8  R - - K L   computer\n", "I play A8A6\n"] {
            assert!(!patterns().is_prompt(other), "{other}");
        }
    }

    #[test]
    fn lines_are_written_as_the_program_reads_them() {
        let squares = Squares { from: "C4".to_owned(), to: "B6".to_owned() };
        let mv = |patterns: &Patterns| patterns.line(ActionKind::Move, Some(&squares));
        assert_eq!(mv(&patterns()), "C4B6");
        let dialogue = Dialogue { write: Some("{from} {to}".into()), refuse: Some("R".into()), ..Dialogue::default() };
        let patterns = Patterns::new(&dialogue).unwrap();
        assert_eq!(mv(&patterns), "c4 b6");
        let kinds = [ActionKind::Accept, ActionKind::Refuse, ActionKind::Pass];
        assert_eq!(kinds.map(|kind| patterns.line(kind, None)), ["accept", "R", "pass"]);
    }

    #[test]
    fn bad_patterns_are_told() {
        let dialogue = Dialogue { moves: Some("(".into()), ..Dialogue::default() };
        assert!(Patterns::new(&dialogue).err().unwrap().contains("is no pattern"));
        let dialogue = Dialogue { believes: Some("left".into()), ..Dialogue::default() };
        assert!(Patterns::new(&dialogue).err().unwrap().contains("expected north"));
    }

    #[test]
    fn colours_are_not_text() {
        assert_eq!(patterns().plain("\u{1b}[31mC4\u{1b}[0mB6\r\n"), "C4B6\n");
    }
}
