//! Finds the pairs of squares in a program's output that may be its move, and how plainly they say so.

use std::borrow::Cow;

use regex_lite::{Captures, Regex};

use super::words::MovePatterns;
use super::{MoveLabel, ToldMove};

/// As many moves without a label, on one line or alone on as many lines, are a list.
const LIST_LENGTH: usize = 3;

/// How plainly a mention says that it is the program's move, from the least.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum MentionRank {
    /// With its value, or with words about a search behind it.
    Valued,
    /// As the person's move.
    Person,
    Plain,
    /// As the program's move after another one.
    Sequel,
    /// As somebody's move.
    Labelled,
    /// As the program's move.
    Own,
}

/// Two squares in a text.
#[derive(Clone, Debug)]
pub(super) struct Mention {
    pub(super) squares: String,
    end: usize,
    /// Whether it is in the notation of the handouts.
    pub(super) strict: bool,
    pub(super) rank: MentionRank,
    pub(super) label: String,
}

impl Mention {
    /// It is the program's move; its label is to be remembered if that is sure.
    pub(super) fn told(&self, sure: bool) -> ToldMove {
        let words = if sure { self.label.clone() } else { String::new() };
        let label = MoveLabel { rank: self.rank, words };
        ToldMove { squares: self.squares.clone(), end: self.end, label }
    }
}

/// All mentions that may be the program's move.
pub(super) fn find(text: &str, words: &MovePatterns) -> Vec<Mention> {
    let mut lines: Vec<Line> = Vec::new();
    let mut start = 0;
    for text in text.split_inclusive('\n') {
        let above = lines.iter().rev().find(|line| !line.text.trim().is_empty());
        let line = Line::read(text.trim_end(), start, above, words);
        lines.push(line);
        start += text.len();
    }
    drop_lists(&mut lines, words);
    lines.into_iter().flat_map(|line| line.mentions).collect()
}

/// All moves whose squares have other words between them, or are on two lines.
pub(super) fn find_apart(text: &str, words: &MovePatterns) -> Vec<ToldMove> {
    let found = words.apart.captures_iter(text).filter_map(|found| {
        let whole = found.get(0)?;
        let start = text[..whole.start()].rfind('\n').map_or(0, |end| end + 1);
        let end = text[whole.end()..].find('\n').map_or(text.len(), |end| whole.end() + end);
        let lines = &text[start..end];
        let no = [&words.thought, &words.search, &words.example, &words.request];
        let meant = !lines.lines().any(|line| is_numbered_row(line) || is_row(line)) && !is_any(&no, lines);
        let label = MoveLabel { rank: MentionRank::Plain, words: String::new() };
        meant.then(|| ToldMove { squares: squares(&found, [1, 2, 3, 4]), end: whole.end(), label })
    });
    found.collect()
}

/// A line of the output.
struct Line<'a> {
    text: &'a str,
    mentions: Vec<Mention>,
    /// Whether it has moves and otherwise only digits and signs.
    is_bare: bool,
    /// Whether it has two squares anywhere.
    has_squares: bool,
}

impl<'a> Line<'a> {
    /// Reads a line that begins at `start`; `above` is the last line before it that is not empty.
    fn read(whole: &'a str, start: usize, above: Option<&Line>, words: &MovePatterns) -> Line<'a> {
        let text = &*without_asides(whole, words);
        let found: Vec<Captures> = words.mention.captures_iter(text).collect();
        let spans: Vec<(usize, usize)> =
            found.iter().filter_map(|found| found.get(0)).map(|whole| (whole.start(), whole.end())).collect();
        let mut line = Line { text: whole, mentions: Vec::new(), is_bare: false, has_squares: !spans.is_empty() };
        if spans.is_empty() {
            return line;
        }
        let is_board = is_numbered_row(text) || is_row(text);
        let mut rest = text.to_owned();
        spans.iter().rev().for_each(|&(from, to)| rest.replace_range(from..to, ""));
        line.is_bare = !rest.contains(char::is_alphabetic);
        let above = above.filter(|above| !above.has_squares).map(|above| above.text);
        for (number, found) in found.iter().enumerate() {
            let (from, to) = spans[number];
            let strict = found.get(3).is_some();
            let place = Place {
                before: &text[..from],
                segment: &text[number.checked_sub(1).map_or(0, |previous| spans[previous].1)..from],
                behind: &text[to..spans.get(number + 1).map_or(text.len(), |next| next.0)],
                is_first: number == 0,
                is_last: number + 1 == spans.len(),
                above,
            };
            if (strict || !is_board)
                && let Some((rank, label)) = place.rank(words)
            {
                let squares = squares(found, [1, 2, 4, 5]);
                line.mentions.push(Mention { squares, end: start + to, strict, rank, label });
            }
        }
        if spans.len() >= LIST_LENGTH {
            line.mentions.retain(|mention| mention.rank == MentionRank::Own);
        }
        // The plainest counts, or else the first.
        let best = line.mentions.iter().map(|mention| mention.rank).max();
        line.mentions.retain(|mention| Some(mention.rank) == best);
        line.mentions.truncate(1);
        line
    }
}

/// Two squares on their line.
struct Place<'a> {
    /// The line before them.
    before: &'a str,
    /// The part of it after the squares before.
    segment: &'a str,
    /// The line behind them, up to the next squares.
    behind: &'a str,
    is_first: bool,
    is_last: bool,
    /// The line above, if it has no squares.
    above: Option<&'a str>,
}

impl Place<'_> {
    /// How plainly they are the program's move, with the label; `None` if they cannot be it.
    fn rank(&self, words: &MovePatterns) -> Option<(MentionRank, String)> {
        let person = words.person.find_iter(self.segment).last();
        if let Some(label) = OwnLabel::find(self.segment, words)
            && person.is_none_or(|person| person.end() <= label.start)
        {
            return label.rank(self.segment, words).map(|rank| (rank, label.words));
        }
        // "C7F4 is possible", but not "C7F4, I expect A2A3".
        let own_words = if self.is_last { self.behind } else { until_break(self.behind) };
        let own_words = &words.count.replace_all(own_words, "");
        let no = [&words.thought, &words.search, &words.request, &words.example];
        if is_any(&no, self.before) || is_any(&[&words.thought, &words.example], own_words) {
            return None;
        }
        if person.is_some() {
            return Some((MentionRank::Person, String::new()));
        }
        let label = words.label.find_iter(self.segment).last().map(|label| normalised(label.as_str()));
        // Squares without a label behind others are the same move as the other side sees it, or what may follow.
        if label.is_none() && !self.is_first {
            return None;
        }
        if words.value.is_match(self.before) || is_any(&[&words.value, &words.search], self.behind) {
            return Some((MentionRank::Valued, String::new()));
        }
        if let Some(label) = label {
            return Some((MentionRank::Labelled, label));
        }
        let above = self.above.filter(|_| !self.segment.contains(char::is_alphanumeric));
        let from_above = above.and_then(|above| label_at_end(above, words));
        Some(from_above.unwrap_or_else(|| (MentionRank::Plain, normalised(self.segment))))
    }
}

/// MovePatterns that say that a move is the program's.
struct OwnLabel {
    start: usize,
    end: usize,
    words: String,
}

impl OwnLabel {
    /// The last one in a text before two squares.
    fn find(text: &str, words: &MovePatterns) -> Option<OwnLabel> {
        let found = words.own_label.captures_iter(text).filter_map(|found| {
            let whole = found.get(0)?;
            let fits = found.get(1).is_none() || !text[whole.end()..].contains(char::is_alphabetic);
            fits.then(|| OwnLabel { start: whole.start(), end: whole.end(), words: normalised(whole.as_str()) })
        });
        found.last()
    }

    /// How plainly it speaks of the move behind the text; `None` if it speaks of another.
    fn rank(&self, text: &str, words: &MovePatterns) -> Option<MentionRank> {
        let clause = &text[..self.start];
        let clause = &clause[clause.rfind(['.', '!', '?', ';', ',']).map_or(0, |at| at + 1)..];
        let letters = |text: &str| text.contains(char::is_alphabetic);
        // "considering my move", "if I play", "depth 3: my move", but not "after considering 300 positions I play".
        let is_thought = words.thought.find_iter(clause).last().is_some_and(|thought| {
            let rest = &clause[thought.end()..];
            !letters(rest.trim_start_matches(char::is_alphabetic))
        });
        let is_search = words.search.find(clause).is_some_and(|search| !letters(&clause[..search.start()]));
        if is_thought || is_search || words.thought.is_match(&text[self.end..]) {
            return None;
        }
        let is_sequel = words.sequel.is_match(clause) || self.words.contains(" then ");
        Some(if is_sequel { MentionRank::Sequel } else { MentionRank::Own })
    }
}

/// The label of a line that ends with it: `My move is:`.
fn label_at_end(line: &str, words: &MovePatterns) -> Option<(MentionRank, String)> {
    if is_any(&[&words.thought, &words.search, &words.example, &words.request, &words.person], line) {
        return None;
    }
    let is_end =
        |rest: &str| normalised(rest).split_whitespace().all(|word| ["is", "now", "was", "to"].contains(&word));
    if let Some(label) = OwnLabel::find(line, words).filter(|label| is_end(&line[label.end..])) {
        return Some((MentionRank::Own, label.words));
    }
    let label = words.label.find_iter(line).last().filter(|label| is_end(&line[label.end()..]))?;
    Some((MentionRank::Labelled, normalised(label.as_str())))
}

/// Drops the mentions of lists: numbered lines, bare lines below a heading, and many bare lines.
fn drop_lists(lines: &mut [Line], words: &MovePatterns) {
    let is_unlabelled = |line: &Line| line.mentions.iter().all(|mention| mention.rank < MentionRank::Own);
    let is_item = |line: &Line| line.has_squares && is_unlabelled(line) && words.numbered.is_match(line.text);
    let mut dropped: Vec<usize> = (0..lines.len()).filter(|&at| is_item(&lines[at])).collect();
    if dropped.len() < 2 {
        dropped.clear();
    }
    let mut at = 0;
    while at < lines.len() {
        let length = lines[at..].iter().take_while(|line| line.is_bare && is_unlabelled(line)).count();
        let is_heading =
            |text: &str| text.ends_with(':') && words.list.is_match(text) && label_at_end(text, words).is_none();
        let has_heading = at.checked_sub(1).is_some_and(|above| is_heading(lines[above].text.trim_end()));
        if length >= LIST_LENGTH || has_heading {
            dropped.extend(at..at + length);
        }
        at += length.max(1);
    }
    dropped.into_iter().for_each(|at| lines[at].mentions.clear());
}

/// The line with spaces for what is said on the way to the move: a refused move (`refused G6F5; instead C7F4`), and a sentence with a
/// move in brackets before the move (`my move (A5B4 was close): C7F4`).
fn without_asides<'a>(line: &'a str, words: &MovePatterns) -> Cow<'a, str> {
    let mut text = Cow::Borrowed(line);
    let mut blank = |from: usize, to: usize| text.to_mut().replace_range(from..to, &" ".repeat(to - from));
    for refused in words.refused.find_iter(line) {
        if words.mention.is_match(&line[refused.end()..]) {
            blank(refused.start(), refused.end());
        }
    }
    for aside in words.aside.find_iter(line) {
        let inside = &line[aside.start() + 1..aside.end() - 1];
        let squares = words.mention.find(inside).map(|squares| (squares.start(), squares.end()));
        let has_words = squares.is_some_and(|(from, to)| {
            inside[..from].contains(char::is_alphabetic) || inside[to..].contains(char::is_alphabetic)
        });
        if has_words && words.mention.is_match(&line[aside.end()..]) {
            blank(aside.start(), aside.end());
        }
    }
    text
}

/// Whether a line may be a row of a board with its number: pieces may look like squares.
fn is_numbered_row(line: &str) -> bool {
    line.trim_start().starts_with(|c: char| c.is_ascii_digit())
}

/// Whether a line is a row of a board: at least half of its cells are empty.
fn is_row(line: &str) -> bool {
    let cells = || line.split(|c: char| c.is_whitespace() || c == '|').filter(|cell| !cell.is_empty());
    let empty = cells().filter(|cell| !cell.contains(char::is_alphanumeric)).count();
    cells().count() >= 4 && 2 * empty >= cells().count()
}

/// A text up to a sign that separates clauses.
fn until_break(text: &str) -> &str {
    text.find([',', ';', '.', '(', '[']).map_or(text, |end| &text[..end])
}

fn is_any(patterns: &[&Regex], text: &str) -> bool {
    patterns.iter().any(|pattern| pattern.is_match(text))
}

/// A text in lower case with only its words.
fn normalised(text: &str) -> String {
    let lower = text.to_lowercase();
    let words: Vec<&str> =
        lower.split(|c: char| !c.is_alphabetic() && c != '\'').filter(|word| !word.is_empty()).collect();
    if words.is_empty() && text.contains('>') { "->".to_owned() } else { words.join(" ") }
}

fn squares(found: &Captures, groups: [usize; 4]) -> String {
    groups.iter().filter_map(|&group| found.get(group)).map(|part| part.as_str().to_uppercase()).collect()
}
