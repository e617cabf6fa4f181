//! The patterns of a console program's dialogue: from the plan, or else defaults that fit the handouts.

use regex_lite::{Regex, RegexBuilder};
use skirmish_board::{ActionKind, Side, Squares, quoted};

use super::move_rule::{MoveRule, MoveStatus, MoveStyle, ToldMove};
use super::question::Questions;
use crate::competitor::Dialogue;

/// What a program prints when it wants a move: words about it, or no letters.
const WANTS_MOVE: &str = r"\b(?:moves?|turn|plays?|enter|input|from|squares?|go)\b|^[^a-z]*$";

/// A question to answer with an empty line.
const PRESS: &str = r"\b(?:press|hit|push)\b[^\n]*\b(?:enter|return|key)\b[^\n]*$";

/// The end of the output of a program that waits for a line.
const PROMPT: &str = r"(?:[:?>]|(?:your (?:move|turn)|enter|accept|reject|refuse)[^\n]*)\s*$";

const ACCEPTS: &str = r"\baccept";
const REFUSES: &str = r"\b(?:refuse|refusal|reject)";

/// Control sequences of terminals.
const ESCAPE: &str = r"\x1b(?:\[[0-9;?]*[ -/]*[@-~]|[()][0-9A-B]|[=>])|\r|\x07";

/// The patterns of a dialogue.
pub(super) struct Patterns {
    /// The pattern of its question who moves first, if the plan gives one.
    own_question: Option<Regex>,
    questions: Questions,
    /// The plan's answers to it.
    order: [Option<String>; 2],
    /// Other questions, and the answers to them.
    others: Vec<(Regex, String)>,
    press: Regex,
    prompt: Regex,
    /// The pattern of its moves, if the plan gives one.
    own_move: Option<Regex>,
    move_rule: MoveRule,
    wants_move: Regex,
    /// Whether the plan gives its prompt.
    has_prompt: bool,
    write: String,
    /// The words for accepting and refusing that are sent to it.
    words: [String; 2],
    /// The patterns of its own words for them.
    verdicts: [Regex; 2],
    /// Whether it accepts silently.
    pub(super) silent: bool,
    escape: Regex,
    /// The side that it plays on its own board in every game; `None` if it can play both.
    pub(super) believes: Option<Side>,
}

impl Patterns {
    /// Compiles the patterns of a dialogue. The error is a sentence.
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
            Some(other) => return Err(format!("unknown side {}; expected north, south or either", quoted(other))),
        };
        Ok(Patterns {
            own_question: dialogue.asks_first.as_deref().map(compile).transpose()?,
            questions: Questions::new()?,
            order: [dialogue.first.clone(), dialogue.second.clone()],
            others: {
                let other = |(question, answer): &(String, String)| Ok((compile(question)?, answer.clone()));
                dialogue.answers.iter().map(other).collect::<Result<_, String>>()?
            },
            press: compile(PRESS)?,
            prompt: pattern(&dialogue.prompt, PROMPT)?,
            own_move: dialogue.moves.as_deref().map(compile).transpose()?,
            move_rule: MoveRule::new()?,
            wants_move: compile(WANTS_MOVE)?,
            has_prompt: dialogue.prompt.is_some(),
            write: dialogue.write.clone().unwrap_or_else(|| "{FROM}{TO}".to_owned()),
            words: [word(&dialogue.accept, "accept"), word(&dialogue.refuse, "reject")],
            verdicts: [verdict(&dialogue.accept, ACCEPTS)?, verdict(&dialogue.refuse, REFUSES)?],
            silent: dialogue.accept.as_deref() == Some(""),
            escape: compile(ESCAPE)?,
            believes,
        })
    }

    /// The text without control sequences.
    pub(super) fn plain(&self, text: &str) -> String {
        self.escape.replace_all(text, "").into_owned()
    }

    /// The question who moves first, if the program has asked it.
    pub(super) fn question<'a>(&self, text: &'a str) -> Option<&'a str> {
        match &self.own_question {
            Some(own) => own.find(text).map(|_| text.trim()),
            None => self.questions.find(text),
        }
    }

    /// The answer to that question: from the plan, or else inferred from the question.
    pub(super) fn answer(&self, question: &str, program_begins: bool) -> String {
        let place = usize::from(!program_begins);
        self.order[place].clone().unwrap_or_else(|| self.questions.answers(question)[place].clone())
    }

    /// The answer to another question.
    pub(super) fn other_answer(&self, text: &str) -> Option<String> {
        let given = self.others.iter().find(|(question, _)| question.is_match(text)).map(|(_, answer)| answer.clone());
        given.or_else(|| self.press.is_match(text.trim_end()).then(String::new))
    }

    /// Whether a waiting program seems to want a move, by its last lines.
    pub(super) fn wants_move(&self, text: &str) -> bool {
        if self.has_prompt {
            return self.prompt.is_match(text);
        }
        let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
        lines.is_empty() || lines.iter().rev().take(2).any(|line| self.wants_move.is_match(line))
    }

    /// Whether the program seems to wait for a line.
    pub(super) fn is_prompt(&self, tail: &str) -> bool {
        !tail.trim().is_empty() && self.prompt.is_match(tail)
    }

    /// The line to type for an action between squares as the program sees them.
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

    /// The first verdict in a text, with its end. A line with both words is a question.
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

    /// The first match of its own move pattern, with its end; `None` without a pattern or a match.
    pub(super) fn own_move(&self, text: &str) -> Option<(String, usize)> {
        let found = self.own_move.as_ref()?.captures(text)?;
        let end = found.get(0)?.end();
        let squares =
            found.name("from").zip(found.name("to")).map(|(from, to)| format!("{}{}", from.as_str(), to.as_str()));
        let whole = || found.get(1).or(found.get(0)).map(|text| text.as_str().to_owned());
        let text = squares.or_else(whole)?;
        Some((text.chars().filter(|c| c.is_alphanumeric()).collect::<String>().to_uppercase(), end))
    }

    fn has_own_move(&self) -> bool {
        self.own_move.is_some()
    }

    /// The program's move in the text of its turn, by the [`MoveRule`]; `None` if the plan gives a pattern of its moves.
    pub(super) fn told_move(
        &self,
        text: &str,
        style: &MoveStyle,
        status: &dyn Fn(&str) -> MoveStatus,
    ) -> Option<ToldMove> {
        if self.has_own_move() { None } else { self.move_rule.find(text, style, status) }
    }
}

/// Whether a program's output asks who moves first, as far as the defaults see.
pub(crate) fn asks_order(text: &str) -> bool {
    Questions::new().is_ok_and(|questions| questions.find(text).is_some())
}

/// Checks a dialogue. The error is the name of the setting, and why.
pub(crate) fn check_dialogue(dialogue: &Dialogue) -> Result<(), (&'static str, String)> {
    let patterns = [("asks-first", &dialogue.asks_first), ("prompt", &dialogue.prompt), ("moves", &dialogue.moves)];
    for (word, pattern) in patterns {
        pattern.as_deref().map_or(Ok(()), |pattern| compile(pattern).map(drop)).map_err(|why| (word, why))?;
    }
    for (question, _) in &dialogue.answers {
        compile(question).map_err(|why| ("answers", why))?;
    }
    Patterns::new(dialogue).map(drop).map_err(|why| ("believes", why))
}

pub(super) fn compile(pattern: &str) -> Result<Regex, String> {
    // Patterns are untrusted: their cost is bounded.
    let built = RegexBuilder::new(pattern).case_insensitive(true).size_limit(1 << 20).build();
    built.map_err(|error| {
        let reason = error.to_string();
        let reason = reason.lines().last().unwrap_or_default().trim_start_matches("error: ").to_owned();
        format!("{} is not a valid pattern: {reason}", quoted(pattern))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn patterns() -> Patterns {
        Patterns::new(&Dialogue::default()).unwrap()
    }

    #[test]
    fn the_plan_knows_better_than_the_question() {
        let dialogue = Dialogue { first: Some("c".into()), second: Some("h".into()), ..Dialogue::default() };
        assert_eq!(Patterns::new(&dialogue).unwrap().answer("first?", true), "c");
        let dialogue = Dialogue { asks_first: Some("white or black".into()), ..Dialogue::default() };
        let own = Patterns::new(&dialogue).unwrap();
        assert!(own.question("Are you white or black? ").is_some() && own.question("Do you go first? ").is_none());
    }

    #[test]
    fn other_questions_have_their_answers() {
        let answers = vec![("depth".to_owned(), "4".to_owned()), ("name".to_owned(), String::new())];
        let patterns = Patterns::new(&Dialogue { answers, ..Dialogue::default() }).unwrap();
        assert_eq!(patterns.other_answer("Search DEPTH? ").as_deref(), Some("4"));
        assert_eq!(patterns.other_answer("Your name: ").as_deref(), Some(""));
        assert_eq!(patterns.other_answer("Press any key to continue...").as_deref(), Some(""));
        assert_eq!(patterns.other_answer("Your move: "), None);
    }

    #[test]
    fn the_plan_says_how_moves_look() {
        let dialogue = Dialogue { moves: Some("plays (?P<from>..)/(?P<to>..)".into()), ..Dialogue::default() };
        let own = Patterns::new(&dialogue).unwrap();
        assert_eq!(own.own_move("A1A2 best, plays c4/b6").unwrap().0, "C4B6");
        assert_eq!(own.told_move("My move: A1A2", &MoveStyle::default(), &|_| MoveStatus::Legal), None);
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
        assert!(Patterns::new(&dialogue).err().unwrap().contains("is not a valid pattern"));
        let dialogue = Dialogue { believes: Some("left".into()), ..Dialogue::default() };
        assert!(Patterns::new(&dialogue).err().unwrap().contains("expected north"));
    }

    #[test]
    fn colours_are_not_text() {
        assert_eq!(patterns().plain("\u{1b}[31mC4\u{1b}[0mB6\r\n"), "C4B6\n");
    }
}
