//! Plans and parts of games as the texts that databases keep.

use std::fmt::Display;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use skirmish_board::Outcome;

use super::StoreError;
use crate::game::Fault;
use crate::plan::Plan;

/// A plan as text, if reading it again gives the same plan.
pub fn format_plan(plan: &Plan) -> Result<String, StoreError> {
    let text = format_json(plan)?;
    // JSON has neither infinity nor the result of 0/0.
    match serde_json::from_str::<Plan>(&text) {
        Ok(again) if again == *plan => Ok(text),
        _ => Err(StoreError("this plan cannot be kept: one of its numbers is infinite or none at all".to_owned())),
    }
}

/// The plan that a text stands for.
pub fn parse_plan(text: &str) -> Result<Plan, StoreError> {
    parse_json("plan", text)
}

/// Why the tournament that is there is not the one asked for; `None` if it is.
pub fn plan_difference(present: &Plan, wanted: &Plan) -> Option<StoreError> {
    if present == wanted {
        return None;
    }
    let mut place = Vec::new();
    let value = |plan| serde_json::to_value(plan).unwrap_or_default();
    let what = match first_difference(&value(present), &value(wanted), &mut place) {
        Some((present, wanted)) => format!("{} is {present} there and {wanted} here", place.join(".")),
        None => "they differ".to_owned(),
    };
    Some(StoreError(format!("a tournament with another plan is there already: {what}")))
}

/// Where two values differ first, shortened, and what they are there. The way to it is put into `place`.
fn first_difference(present: &Value, wanted: &Value, place: &mut Vec<String>) -> Option<(String, String)> {
    if present == wanted {
        return None;
    }
    let children: Vec<(String, &Value, &Value)> = match (present, wanted) {
        (Value::Object(present), Value::Object(wanted)) if present.keys().eq(wanted.keys()) => {
            present.iter().zip(wanted.values()).map(|((key, one), other)| (key.clone(), one, other)).collect()
        }
        (Value::Array(present), Value::Array(wanted)) if present.len() == wanted.len() => {
            (1..).zip(present).zip(wanted).map(|((place, one), other)| (format!("{place}"), one, other)).collect()
        }
        _ => Vec::new(),
    };
    for (name, one, other) in children {
        place.push(name);
        if let Some(found) = first_difference(one, other, place) {
            return Some(found);
        }
        place.pop();
    }
    if let (Value::Array(present), Value::Array(wanted)) = (present, wanted) {
        return Some((format!("a list of {}", present.len()), format!("one of {}", wanted.len())));
    }
    Some((shorten(present), shorten(wanted)))
}

fn shorten(value: &Value) -> String {
    const LONGEST: usize = 60;
    let text = value.to_string();
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// A value as JSON.
pub fn format_json<T: Serialize>(value: &T) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(|error| StoreError(format!("this cannot be kept: {error}")))
}

/// The value that JSON stands for.
pub fn parse_json<T: DeserializeOwned>(what: &str, text: &str) -> Result<T, StoreError> {
    serde_json::from_str(text).map_err(|error| damaged(what, &error))
}

/// The outcome that a word stands for, which is [`Outcome::id`].
pub fn parse_outcome(word: &str) -> Result<Outcome, StoreError> {
    let outcome = Outcome::ALL.into_iter().find(|outcome| outcome.id() == word);
    outcome.ok_or_else(|| damaged("outcome", &format_args!("{word:?} is none")))
}

/// The fault that a word stands for, which is [`Fault::id`].
pub fn parse_fault(word: &str) -> Result<Fault, StoreError> {
    let fault = Fault::ALL.into_iter().find(|fault| fault.id() == word);
    fault.ok_or_else(|| damaged("fault", &format_args!("{word:?} is none")))
}

fn damaged(what: &str, why: &dyn Display) -> StoreError {
    StoreError(format!("the {what} in the store is damaged or of another version: {why}"))
}

/// The character that stands before what PostgreSQL's texts cannot hold. No program prints it to be read.
const SUBSTITUTE: char = '\u{1a}';

/// A text without NUL, which PostgreSQL refuses and programs print. Almost every text stays as it is.
pub fn without_nul(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\0' => result.extend([SUBSTITUTE, '0']),
            SUBSTITUTE => result.extend([SUBSTITUTE, '1']),
            _ => result.push(character),
        }
    }
    result
}

/// The text that [`without_nul`] was given.
pub fn with_nul(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        result.push(match character {
            SUBSTITUTE if characters.next() == Some('0') => '\0',
            _ => character,
        });
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nul_goes_and_comes_back() {
        for text in ["", "plain \\0 text", "\0", "\u{1a}", "\u{1a}0", "a\0\u{1a}\0\u{1a}1b", "déjà ♞\0"] {
            let without = without_nul(text);
            assert!(!without.contains('\0'));
            assert_eq!(with_nul(&without), text);
        }
        assert_eq!(without_nul("plain\r\n\ttext ♞"), "plain\r\n\ttext ♞");
    }

    #[test]
    fn the_first_difference_is_found_and_shortened() {
        let difference = |one: &str, other: &str| {
            let mut place = Vec::new();
            let (one, other) = (serde_json::from_str(one).unwrap(), serde_json::from_str(other).unwrap());
            first_difference(&one, &other, &mut place).map(|(one, other)| format!("{}: {one} {other}", place.join(".")))
        };
        assert_eq!(difference(r#"{"a":[1,{"b":2}]}"#, r#"{"a":[1,{"b":2}]}"#), None);
        assert_eq!(difference(r#"{"a":[1,{"b":2}]}"#, r#"{"a":[1,{"b":3}]}"#).unwrap(), "a.2.b: 2 3");
        assert_eq!(difference("[[1],[2,3]]", "[[1],[2]]").unwrap(), "2: a list of 2 one of 1");
        let long = format!("\"{}\"", "♞".repeat(100));
        assert_eq!(difference(&long, "1").unwrap(), format!(": \"{}… 1", "♞".repeat(59)));
    }
}
