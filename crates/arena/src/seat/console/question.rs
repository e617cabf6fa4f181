//! Recognises the question who moves first, and finds the answer.
//!
//! Programs offer answers in many ways: `(f)irst or (s)econd`, `1 for you, 2 for me`, `y/n`, or only in words. First the offers
//! are found, then the meaning of each: the person begins, or the program. `you` is the person.

use regex_lite::Regex;

/// An answer, and whether the person then begins.
type Offer = (String, bool);

/// Words about the order of play, words that ask, and signs that offer answers.
const ORDER: &str = r"\b(?:first|second|start|starts|begin|begins|1st|2nd)\b";
const ASKS: &str =
    r"\?|\b(?:who|which|do you|will you|would you|are you|want|wish|like to|should|shall|may i|can i|choose|or)\b";
const OFFERS: &str = r"[(\[][a-z][)\]]|\b[a-z]/[a-z]\b|(?:^|[\s(\[:,])-?\d\b";

const BEGIN: &[&str] = &["first", "1st", "start", "starts", "begin", "begins"];
const FOLLOW: &[&str] = &["second", "2nd", "last"];
const PERSON: &[&str] = &["you", "human", "person", "player", "user", "yourself", "h", "u", "p"];
const PROGRAM: &[&str] =
    &["i", "me", "computer", "machine", "program", "ai", "cpu", "bot", "engine", "myself", "pc", "c", "m"];
const YES: &[&str] = &["yes", "y", "true", "do", "sure", "ok", "t"];
const NO: &[&str] = &["no", "n", "false", "not", "don't", "dont", "otherwise", "else", "nope"];

/// A question about the program: yes means that the program begins.
const ABOUT_PROGRAM: &str = r"\b(?:should|shall|may|can|could|do|am|will|would|does|let|want|like|is|has)\s+(?:i|me|the\s+(?:computer|machine|program|ai|cpu|bot|engine)|computer|ai)\b|\b(?:i|me|computer|machine|program|ai|cpu|bot|engine)\s+first\b|\b(?:i|me|computer|machine|program|ai|cpu|bot|engine)\s+(?:to\s+)?(?:go|goes|move|moves|start|starts|begin|begins|play|plays)\b";

/// The compiled patterns.
pub(super) struct Questions {
    order: Regex,
    asks: Regex,
    offers: Regex,
    about_program: Regex,
    bracketed: Regex,
    explained: Regex,
    slashed: Regex,
    either: Regex,
    annotated: Regex,
    numbers: Regex,
}

impl Questions {
    pub(super) fn new() -> Result<Questions, String> {
        let compile = super::patterns::compile;
        Ok(Questions {
            order: compile(ORDER)?,
            asks: compile(ASKS)?,
            offers: compile(OFFERS)?,
            about_program: compile(ABOUT_PROGRAM)?,
            bracketed: compile(r#"[(\[<'"]([a-z0-9])[)\]>'"]([a-z]+)"#)?,
            explained: compile(r#"(?:^|[\s(\['",:;=])(-?\d|[a-z](?:['")\]]*\s*(?:=|\bfor\b|\bif\b|:|\))))"#)?,
            slashed: compile(r"\b([a-z]+|1st|2nd|\d)\s*[/|]\s*([a-z]+|1st|2nd|\d)\b")?,
            either: compile(
                r#"['"]?\b([a-z]+|1st|2nd)\b['"]?\s*(?:,\s*)?\bor\b\s*(?:the\s+)?['"]?\b([a-z]+|1st|2nd)\b"#,
            )?,
            annotated: compile(r"\b([a-z]+)\s*\((?:(?:goes|moves|plays)\s+)?(first|second|1st|2nd)\)")?,
            numbers: compile(r"\b(\d)\s*(?:[/|,]|or)\s*(\d)\b")?,
        })
    }

    /// The question in a program's output: from the first line about the order of play to the end.
    pub(super) fn find<'a>(&self, text: &'a str) -> Option<&'a str> {
        let plain = without_brackets(text, &self.bracketed);
        if !self.order.is_match(&plain) || !(self.asks.is_match(&plain) || self.offers.is_match(text)) {
            return None;
        }
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            let plain = without_brackets(line, &self.bracketed);
            let asked = self.order.is_match(&plain) && (self.asks.is_match(&plain) || self.offers.is_match(line));
            if asked {
                return Some(text[start..].trim());
            }
            start += line.len();
        }
        Some(text.trim())
    }

    /// The answers to a question: the one that lets the program begin, and the one that lets the person.
    pub(super) fn answers(&self, question: &str) -> [String; 2] {
        let yes = !self.about_program.is_match(question);
        let offers = self
            .bracketed_offers(question, yes)
            .or_else(|| self.explained_offers(question, yes))
            .or_else(|| self.annotated_offers(question, yes))
            .or_else(|| self.numbered_offers(question, yes))
            .or_else(|| self.pair_offers(&self.slashed, question, yes))
            .or_else(|| self.pair_offers(&self.either, question, yes));
        if let Some(offers) = offers {
            return offers;
        }
        let lower = question.to_ascii_lowercase();
        let has = |word: &str| lower.contains(word);
        let is_open = has("first") && has("second") || has("who") || has("which");
        let pair = match (is_open, yes) {
            (true, _) => ["second", "first"],
            (false, true) => ["n", "y"],
            (false, false) => ["y", "n"],
        };
        pair.map(str::to_owned)
    }

    /// `(f)irst or (s)econd`, `(h)uman or (c)omputer`.
    fn bracketed_offers(&self, question: &str, yes: bool) -> Option<[String; 2]> {
        let found: Vec<(String, usize, usize, String)> = self
            .bracketed
            .captures_iter(question)
            .filter_map(|found| {
                let (whole, sign, rest) = (found.get(0)?, found.get(1)?, found.get(2)?);
                Some((
                    sign.as_str().to_owned(),
                    whole.start(),
                    whole.end(),
                    format!("{}{}", sign.as_str(), rest.as_str()),
                ))
            })
            .collect();
        let offers = found.iter().enumerate().filter_map(|(place, (sign, _, end, word))| {
            let next = found.get(place + 1).map_or(question.len(), |(_, start, ..)| *start);
            let rest = clause(&question[*end..next]);
            Some((sign.clone(), meaning(&format!("{word} {rest}"), yes).or_else(|| meaning(word, yes))?))
        });
        decide(offers.collect())
    }

    /// `1 for computer first, 2 for human first`, `1. human`, `-1 if you do, and 0`, `computer (1) or human (2)`.
    fn explained_offers(&self, question: &str, yes: bool) -> Option<[String; 2]> {
        let tokens: Vec<(String, usize, usize)> = self
            .explained
            .captures_iter(question)
            .filter_map(|found| {
                let token = found.get(1)?;
                let is_sign = |c: char| c.is_ascii_alphanumeric() || c == '-';
                let text: String = token.as_str().chars().take_while(|&c| is_sign(c)).collect();
                let text =
                    if text.starts_with(|c: char| c.is_ascii_alphabetic()) { text[..1].to_owned() } else { text };
                let end = token.start() + text.len();
                // Not part of a longer number or word, nor the end of "don't".
                let inside = question[..token.start()].trim_end_matches('\'');
                let cut = inside.len() < token.start() && inside.ends_with(|c: char| c.is_ascii_alphanumeric());
                let whole = !cut && !question[end..].starts_with(|c: char| c.is_ascii_alphanumeric());
                whole.then_some((text, token.start(), end))
            })
            .collect();
        // A repeated sign explains the same offer.
        let mut offered: Vec<&(String, usize, usize)> = Vec::new();
        for token in &tokens {
            if !offered.iter().any(|(text, ..)| *text == token.0) {
                offered.push(token);
            }
        }
        let [(first, start, end), (second, next, last)] = &offered[..] else { return None };
        let after = [&question[*end..*next], &question[*last..]].map(|text| meaning(text, yes));
        let before = [&question[..*start], &question[*end..*next]].map(|text| meaning(clause_before(text), yes));
        let meanings = match (after, before) {
            ([Some(a), Some(b)], _) if a != b => [a, b],
            (_, [Some(a), Some(b)]) if a != b => [a, b],
            ([Some(a), _], _) => [a, !a],
            ([None, Some(b)], _) => [!b, b],
            _ => return None,
        };
        decide(vec![(first.clone(), meanings[0]), (second.clone(), meanings[1])])
    }

    /// `white (first) or black (second)`.
    fn annotated_offers(&self, question: &str, yes: bool) -> Option<[String; 2]> {
        let offers = self
            .annotated
            .captures_iter(question)
            .filter_map(|found| Some((found.get(1)?.as_str().to_owned(), meaning(found.get(2)?.as_str(), yes)?)));
        decide(offers.collect())
    }

    /// `first or second? (1/2)`, `you or me, 1 or 2`: numbers in the order of the words. For yes and no, `1/0` and `1/2`: 1 is yes.
    fn numbered_offers(&self, question: &str, yes: bool) -> Option<[String; 2]> {
        let numbers = self.numbers.captures_iter(question).last()?;
        let [one, other] = [1, 2].map(|group| numbers.get(group).map(|number| number.as_str().to_owned()));
        let (one, other) = (one?, other?);
        let alternatives = self.either.captures_iter(question).chain(self.slashed.captures_iter(question));
        let first = alternatives.filter_map(|found| {
            let [first, second] = [1, 2].map(|group| found.get(group).and_then(|word| meaning(word.as_str(), yes)));
            first.filter(|&first| second == Some(!first))
        });
        let first = first.last().unwrap_or(if one == "0" { !yes } else { yes });
        decide(vec![(one, first), (other, !first)])
    }

    /// `y/n`, `f/s`, `first/second`, `me or you`.
    fn pair_offers(&self, pattern: &Regex, question: &str, yes: bool) -> Option<[String; 2]> {
        let pairs = pattern.captures_iter(question).filter_map(|found| {
            let [one, other] = [found.get(1)?.as_str(), found.get(2)?.as_str()];
            let letter = |word: &str| match &word.to_ascii_lowercase()[..] {
                "f" => Some(true),
                "s" => Some(false),
                word => meaning(word, yes),
            };
            decide(vec![(one.to_owned(), letter(one)?), (other.to_owned(), letter(other)?)])
        });
        pairs.last()
    }
}

/// Who begins according to a text: the person (true) or the program; `None` if it does not say. `yes` is the meaning of yes.
fn meaning(text: &str, yes: bool) -> Option<bool> {
    let lower = text.to_ascii_lowercase();
    let is_sign = |c: char| !c.is_ascii_alphanumeric() && c != '\'';
    let words: Vec<&str> =
        lower.split(is_sign).map(|word| word.trim_matches('\'')).filter(|word| !word.is_empty()).collect();
    let has = |list: &[&str]| words.iter().any(|word| list.contains(word));
    let (follows, refuses) = (has(FOLLOW) && !has(BEGIN), has(NO));
    // The one named first counts: "computer before you".
    let subject = words.iter().find_map(|word| match (PERSON.contains(word), PROGRAM.contains(word)) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    });
    match subject {
        Some(person) => Some(person ^ follows ^ refuses),
        None if has(BEGIN) || has(FOLLOW) => Some(!follows ^ refuses),
        None if refuses => Some(!yes),
        None if has(YES) => Some(yes),
        None => None,
    }
}

/// The beginning of a text up to the next offer.
fn clause(text: &str) -> &str {
    let end = text.find([',', ';', '/', '?', '\n', '.']).unwrap_or(text.len());
    let end = text[..end].find(" or ").unwrap_or(end);
    &text[..end]
}

/// The end of a text after the last sign that separates offers.
fn clause_before(text: &str) -> &str {
    let text = text.trim_end_matches(|c: char| !c.is_ascii_alphanumeric());
    let start = text.rfind([',', ';', '/', '?', '\n', '.', ')']).map_or(0, |at| at + 1);
    &text[start..]
}

/// The two answers, if one lets the program begin and another the person.
fn decide(offers: Vec<Offer>) -> Option<[String; 2]> {
    let answer = |wanted: bool| offers.iter().find(|(_, person)| *person == wanted).map(|(text, _)| text.clone());
    Some([answer(false)?, answer(true)?])
}

/// A text with `(f)irst` as `first`.
fn without_brackets(text: &str, bracketed: &Regex) -> String {
    bracketed.replace_all(text, "$1$2").into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each question with the answer that lets the person begin, and the one that lets the program.
    const QUESTIONS: &[(&str, &str, &str)] = &[
        ("Do you want to move first or second?", "first", "second"),
        ("Do you want to move first (white) or second (black)? ", "first", "second"),
        ("Who moves first?\n1. human\n2. computer\n", "1", "2"),
        ("Would you like to go first (y/n)? ", "y", "n"),
        ("Should I go first (y/n)? ", "n", "y"),
        ("First or second (f/s)?", "f", "s"),
        ("(F)irst or (S)econd?", "F", "S"),
        ("(f)irst or (s)econd: ", "f", "s"),
        ("Who moves first, (h)uman or (c)omputer?", "h", "c"),
        ("Who moves first, (c)omputer or (h)uman? ", "h", "c"),
        ("Enter 1 for computer first, 2 for human first", "2", "1"),
        ("Enter 1 for computer first, 2 for human first: ", "2", "1"),
        ("Will you start", "y", "n"),
        ("Will you start? ", "y", "n"),
        ("Will you start? Enter -1 If you do, and 0", "-1", "0"),
        ("Will you start?\nEnter -1 If you do, and 0 if you don't: ", "-1", "0"),
        ("Enter 1 if you want to go first, 0 otherwise: ", "1", "0"),
        ("Enter 0 if I should start, 1 if you start: ", "1", "0"),
        ("Do you want to be player 1 or player 2 (player 1 goes first)?", "1", "2"),
        ("Who goes first? 1 = you, 2 = me: ", "1", "2"),
        ("Who goes first: computer (1) or human (2)? ", "2", "1"),
        ("Who begins? human/computer ", "human", "computer"),
        ("Who begins, me or you? ", "you", "me"),
        ("Type h for human first or c for computer first: ", "h", "c"),
        ("Would you like to make the first move? [Y/N] ", "Y", "N"),
        ("Do you want me to start? (yes/no) ", "no", "yes"),
        ("Should the computer move first? (y/n) ", "n", "y"),
        ("Does the computer begin? ", "n", "y"),
        ("Welcome!\nThe king moves one square.\nMove first? y/n: ", "y", "n"),
        ("Who should go first?\n  [1] You\n  [2] Computer\nChoice: ", "1", "2"),
        ("Do you want to move first or second? (1/2)", "1", "2"),
        ("Do you want to move first or second? [1/2]: ", "1", "2"),
        ("Do you want to move first or second? (1 or 2) ", "1", "2"),
        ("Do you want to move second or first? (1/2)", "2", "1"),
        ("First or second? Enter the number 1 or 2.\n", "1", "2"),
        ("Who goes first, you or me? (1/2) ", "1", "2"),
        ("Who goes first, computer or human? 1/2: ", "2", "1"),
        ("Human/Computer first? (1/2) ", "1", "2"),
        ("Do you want to go first? (1/0) ", "1", "0"),
        ("Do you want to go first? (0/1) ", "1", "0"),
        ("Should the computer go first? [1/0] ", "0", "1"),
        ("Computer first? (y/n) ", "n", "y"),
        ("Human first? (y/n) ", "y", "n"),
        ("Do you want to move 1st or 2nd? ", "1st", "2nd"),
        ("Order of play? [1st/2nd] ", "1st", "2nd"),
        ("Will you be white (first) or black (second)? ", "white", "black"),
        ("Would you prefer to be first (1) or second (2)? ", "1", "2"),
        ("Would you like to go (1) first or (2) second? ", "1", "2"),
        ("Press 1 if you wish to go first. Press 2 otherwise. ", "1", "2"),
        ("Press 1 to go first or 2 to go second: ", "1", "2"),
        ("Go first? 1-Yes 2-No ", "1", "2"),
        ("Do you want to go first? (1: yes, 2: no) ", "1", "2"),
        ("Who plays first? first=1, second=2: ", "1", "2"),
        ("Which player goes first? Player(0) or Computer(1): ", "0", "1"),
        ("Who starts? [H]uman/[C]omputer: ", "H", "C"),
        ("Type 'first' or 'second' to choose the order of play: ", "first", "second"),
        ("Will you move first or second? Enter 'F' or 'S': ", "F", "S"),
        ("Do you want to be the (1)st or (2)nd player? ", "1", "2"),
        ("Do you want the computer to move first? (yes/no) ", "no", "yes"),
        ("Who should go first?\n  1) Computer\n  2) Player\nChoice: ", "2", "1"),
    ];

    #[test]
    fn questions_are_answered_rightly() {
        let questions = Questions::new().unwrap();
        for &(text, person, program) in QUESTIONS {
            let question = questions.find(text).unwrap_or_else(|| panic!("no question: {text}"));
            assert_eq!(questions.answers(question), [program, person], "{text}");
        }
    }

    #[test]
    fn other_texts_are_no_questions() {
        let questions = Questions::new().unwrap();
        for text in [
            "Welcome to my game!\n",
            "Enter your first move: ",
            "Your move (such as A3B4): ",
            "8  R - - K L   computer\nYour move: ",
            "Search depth? ",
        ] {
            assert_eq!(questions.find(text), None, "{text}");
        }
    }
}
