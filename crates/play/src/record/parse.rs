//! Reading a record: headers, numbered actions, result. Every action is played as it is read.

use std::time::Duration;

use skirmish_board::{LineError, Outcome, Side, quoted};
use skirmish_games::GameId;

use super::{
    Conclusion, ENDING, GAME, LONGEST_MILLIS, MAX_HEADERS, RESULT, Record, START, UNFINISHED, forfeited, is_free,
    is_hidden, is_name, one_line, resigned,
};
use crate::{AnyGame, new_game};

/// A line that is not empty, and its number.
#[derive(Clone, Copy)]
struct RecordLine<'a> {
    number: usize,
    text: &'a str,
}

impl<'a> RecordLine<'a> {
    fn error(self, sentence: impl Into<String>) -> LineError {
        LineError { line: self.number, sentence: sentence.into() }
    }

    fn is_action(self) -> bool {
        self.text.starts_with(|c: char| c.is_ascii_digit())
    }

    /// The name and the value of a line such as `Game: oska`.
    fn header(self) -> Option<(&'a str, &'a str)> {
        let (name, value) = self.text.split_once(':')?;
        is_name(name).then_some((name, value.trim()))
    }

    /// The value, if the line is the header with this name.
    fn value(self, name: &str) -> Option<&'a str> {
        self.header().filter(|(found, _)| found.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }
}

pub(super) fn parse(text: &str) -> Result<Record, LineError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut lines = Vec::new();
    let mut end = RecordLine { number: 1, text: "" };
    for (number, text) in (1..).zip(text.lines()) {
        end.number = number;
        let line = RecordLine { number, text: text.trim() };
        if let Some(c) = text.chars().find(|&c| is_hidden(c) && c != '\t') {
            let found = c.escape_unicode();
            return Err(line.error(format!("the character {found} has no place in a record, expected plain text")));
        }
        if !line.text.is_empty() {
            lines.push(line);
        }
    }
    let first_other = |lines: &[RecordLine], other: fn(RecordLine) -> bool| {
        lines.iter().position(|&line| other(line)).unwrap_or(lines.len())
    };
    let (headers, rest) = lines.split_at(first_other(&lines, |line| line.is_action() || line.value(RESULT).is_some()));
    let (actions, conclusion) = rest.split_at(first_other(rest, |line| !line.is_action()));

    let mut record = parse_headers(headers, rest.first().copied().unwrap_or(end))?;
    for &line in actions {
        parse_action(line, &mut record)?;
    }
    record.result = parse_conclusion(conclusion, end, actions.len() + 1, record.game())?;
    Ok(record)
}

/// Reads the headers and sets up the start; `next` is the line after them.
fn parse_headers(lines: &[RecordLine], next: RecordLine) -> Result<Record, LineError> {
    let (mut game, mut start) = (None, None);
    let mut players = [None, None];
    let mut headers: Vec<(String, String)> = Vec::new();
    for &line in lines {
        let Some((name, value)) = line.header() else {
            let text = quoted(line.text);
            return Err(line.error(format!("{text} is not a header, expected one such as Game: oska")));
        };
        let side = Side::BOTH.into_iter().find(|side| side.id().eq_ignore_ascii_case(name));
        let known = match side {
            Some(side) => &mut players[side.index()],
            None if name.eq_ignore_ascii_case(GAME) => &mut game,
            None if name.eq_ignore_ascii_case(START) => &mut start,
            None => {
                if !is_free(name) {
                    return Err(line.error(format!("{name} comes before the actions, expected it after {RESULT}")));
                }
                if headers.iter().any(|(known, _)| known.eq_ignore_ascii_case(name)) {
                    return Err(line.error(format!("the header {name} is there twice, expected it once")));
                }
                if headers.len() == MAX_HEADERS {
                    return Err(line.error(format!("there are too many headers, expected at most {MAX_HEADERS}")));
                }
                headers.push((name.to_owned(), one_line(value)));
                continue;
            }
        };
        if known.replace((line, value)).is_some() {
            return Err(line.error(format!("the header {name} is there twice, expected it once")));
        }
    }
    let need = |found: Option<_>, name: &str| {
        found.ok_or_else(|| next.error(format!("there is no line \"{name}: ...\" before it")))
    };
    let (line, id) = need(game, GAME)?;
    let id = GameId::parse(id).map_err(|error| line.error(error.to_string()))?;
    let [south, north] = players;
    let players = [need(south, "South")?, need(north, "North")?].map(|(_, name)| one_line(name));
    let (line, start) = need(start, START)?;
    let mut game = new_game(id);
    game.set_position(start).map_err(|error| line.error(format!("{START}: {error}")))?;
    Ok(Record { players, headers, ..Record::new(game) })
}

/// Reads a line such as `12. North E6C5  3.210s` and plays the action.
fn parse_action(line: RecordLine, record: &mut Record) -> Result<(), LineError> {
    let game = record.game();
    let (number, side) = (record.steps().len() + 1, game.side_to_move());
    let mut words: Vec<&str> = line.text.split_whitespace().collect();
    if game.outcome().is_some() {
        let ending = game.ending();
        return Err(line.error(format!("the game was over before this action ({ending}), expected {RESULT}:")));
    }
    if words[0] != format!("{number}.") {
        return Err(line.error(format!("the line begins with {}, expected {number}.", quoted(words[0]))));
    }
    if words.len() < 3 || !words[1].eq_ignore_ascii_case(side.id()) {
        let found = quoted(line.text);
        return Err(line.error(format!("the line is {found}, expected {number}. {side}, an action and its time")));
    }
    // Every action begins with a letter, every time with a digit.
    let time = words.pop_if(|word| word.starts_with(|c: char| c.is_ascii_digit()));
    let not_a_time = |word| line.error(format!("{} is not a time, expected seconds such as 3.210s", quoted(word)));
    let time = time.map(|word| parse_time(word).ok_or_else(|| not_a_time(word))).transpose()?;
    let action = words[2..].join(" ");
    let played = record.play(&action, time);
    played.map_err(|error| line.error(format!("{}: {error}", quoted(&action))))?;
    Ok(())
}

/// Reads how the game ended and compares it with the final position. `number` is that of the next action.
fn parse_conclusion(
    lines: &[RecordLine],
    end: RecordLine,
    number: usize,
    game: &dyn AnyGame,
) -> Result<Option<Conclusion>, LineError> {
    let Some((&line, rest)) = lines.split_first() else {
        return Err(end.error(format!("the record ends here, expected action {number} or {RESULT}:")));
    };
    let Some(value) = line.value(RESULT) else {
        let found = quoted(line.text);
        return Err(line.error(format!("{found} is out of place, expected action {number} or {RESULT}:")));
    };
    let (ending, rest) = match rest.split_first() {
        Some((ending, rest)) if ending.value(ENDING).is_some() => (Some(*ending), rest),
        _ => (None, rest),
    };
    if let Some(line) = rest.first() {
        return Err(line.error(format!("{} is out of place, expected the end of the record", quoted(line.text))));
    }
    let result = parse_result(value).ok_or_else(|| {
        line.error(format!("{} is not a result, expected south, north, draw or {UNFINISHED}", quoted(value)))
    })?;
    match (game.outcome(), result) {
        (None, None) => match ending {
            None => Ok(None),
            Some(ending) => Err(ending.error("an unfinished game has no ending, expected the end of the record")),
        },
        // The wording of the rules may change, so the sentence is not compared.
        (Some(outcome), result) if result == Some(outcome) => Ok(Some(Conclusion::Rules(outcome))),
        (Some(outcome), _) => {
            let (id, why) = (outcome.id(), game.ending());
            Err(line.error(format!("the result is {}, expected {id}: {why}", quoted(value))))
        }
        (None, Some(Outcome::Draw)) => {
            Err(line.error(format!("the result is a draw, expected {UNFINISHED}: the game is not over")))
        }
        (None, Some(Outcome::Win(winner))) => {
            let loser = winner.opposite();
            let found = ending.and_then(|line| parse_loss(line.value(ENDING)?, loser));
            found.map(Some).ok_or_else(|| {
                let (resigned, forfeited) = (resigned(loser), forfeited(loser, "WHY"));
                ending.unwrap_or(end).error(format!(
                    "the game is not over by its rules, expected {ENDING}: {resigned} or {ENDING}: {forfeited} \
                     (or the result {UNFINISHED})"
                ))
            })
        }
    }
}

/// Reads why a side lost a game that is not over by its rules.
fn parse_loss(text: &str, loser: Side) -> Option<Conclusion> {
    if text == resigned(loser) {
        return Some(Conclusion::Resigned(loser));
    }
    if text == forfeited(loser, "") {
        return Some(Conclusion::Forfeited(loser, String::new()));
    }
    let reason = text.strip_prefix(&format!("{loser} forfeited:"))?.strip_suffix('.')?.trim();
    (!reason.is_empty()).then(|| Conclusion::Forfeited(loser, one_line(reason)))
}

/// Reads a result; the inner `None` is an unfinished game.
fn parse_result(text: &str) -> Option<Option<Outcome>> {
    let outcomes = [Outcome::Win(Side::South), Outcome::Win(Side::North), Outcome::Draw];
    match outcomes.into_iter().find(|outcome| outcome.id().eq_ignore_ascii_case(text)) {
        None if text.eq_ignore_ascii_case(UNFINISHED) => Some(None),
        outcome => outcome.map(Some),
    }
}

/// Reads seconds such as `3.210s`, with up to three decimals.
fn parse_time(text: &str) -> Option<Duration> {
    let number = text.strip_suffix('s')?;
    let (seconds, decimals) = number.split_once('.').unwrap_or((number, "0"));
    let plain = |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    if !plain(seconds) || !plain(decimals) || decimals.len() > 3 {
        return None;
    }
    let millis = format!("{decimals:0<3}").parse::<u64>().ok()?;
    let millis = seconds.parse::<u64>().ok()?.checked_mul(1000)?.checked_add(millis)?;
    (millis <= LONGEST_MILLIS).then(|| Duration::from_millis(millis))
}
