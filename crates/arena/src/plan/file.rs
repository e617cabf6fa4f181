//! A tournament in a TOML file, in the words of the command line.

use skirmish_board::TextError;
use toml::{Table, Value};

use super::description::{Description, Word};
use super::lines::Lines;
use super::words::{ANSWERS, unknown};
use crate::system;

/// Reads a file's text into words.
pub fn parse_description(text: &str) -> Result<Description, TextError> {
    let table: Table = text.parse().map_err(|error: toml::de::Error| TextError::new(syntax(&error, text)))?;
    let mut description = Description { lines: Lines::of(text), ..Description::default() };
    for (word, value) in &table {
        match (&word[..], value) {
            ("openings", Value::Table(table)) => words("", table, &mut description.openings)?,
            ("sprt", Value::Table(table)) => words("", table, &mut description.sprt)?,
            ("each", Value::Table(table)) => words("", table, &mut description.each)?,
            ("engine", Value::Array(engines)) if engines.iter().all(Value::is_table) => {
                for table in engines.iter().filter_map(Value::as_table) {
                    let mut engine = Vec::new();
                    words("", table, &mut engine)?;
                    description.engines.push(engine);
                }
            }
            ("engine" | "engines", _) => {
                return Err(TextError::new("write [[engine]] above the settings of each engine"));
            }
            ("openings" | "sprt" | "each", _) => {
                return Err(TextError::new(format!("write [{word}] above its settings")));
            }
            (_, Value::Table(_) | Value::Array(_)) => {
                return Err(unknown(word, "a part of a tournament", &["openings", "sprt", "each", "engine"]));
            }
            (_, value) => description.settings.push((word.clone(), scalar(word, value)?)),
        }
    }
    Ok(description)
}

/// Writes words as a file that [`parse_description`] reads back.
pub fn format_description(description: &Description) -> String {
    let mut file = Table::new();
    for (word, value) in &description.settings {
        file.insert(word.clone(), plain(word, value));
    }
    for (part, words) in [("openings", &description.openings), ("sprt", &description.sprt), ("each", &description.each)]
    {
        if !words.is_empty() {
            file.insert(part.to_owned(), Value::Table(table(words)));
        }
    }
    let engines = description.engines.iter().map(|words| Value::Table(table(words))).collect();
    file.insert("engine".to_owned(), Value::Array(engines));
    // Tables of texts and numbers can always be written.
    toml::to_string_pretty(&file).unwrap_or_default()
}

/// The words of a table; those of a table in it have its name and a dot before theirs, those of a list are repeated.
fn words(prefix: &str, table: &Table, into: &mut Vec<Word>) -> Result<(), TextError> {
    for (name, value) in table {
        let word = format!("{prefix}{name}");
        match value {
            Value::Table(inner) if prefix.is_empty() => words(&format!("{word}."), inner, into)?,
            Value::Array(items) if matches!(&word[..], "cmd" | "args") => {
                let texts: Result<Vec<String>, TextError> = items.iter().map(|item| scalar(&word, item)).collect();
                let joined = system::join_words(&texts?);
                let nul = || TextError::new(format!("{word}: a zero byte is in it"));
                into.push((word.clone(), joined.ok_or_else(nul)?));
            }
            Value::Array(items) => {
                for item in items {
                    into.push((word.clone(), answer(item).map_or_else(|| scalar(&word, item), Ok)?));
                }
            }
            value => into.push((word.clone(), scalar(&word, value)?)),
        }
    }
    Ok(())
}

/// A pattern and an answer, which stand in a list of two.
fn answer(value: &Value) -> Option<String> {
    let [question, answer] = &value.as_array()?[..] else { return None };
    Some(format!("{}{ANSWERS}{}", question.as_str()?, scalar("answers", answer).ok()?))
}

/// The text of a single value.
fn scalar(word: &str, value: &Value) -> Result<String, TextError> {
    match value {
        Value::String(text) => Ok(text.clone()),
        Value::Integer(number) => Ok(number.to_string()),
        Value::Float(number) => Ok(number.to_string()),
        Value::Boolean(on) => Ok(if *on { "on" } else { "off" }.to_owned()),
        Value::Datetime(_) | Value::Array(_) | Value::Table(_) => {
            Err(TextError::new(format!("{word}: expected a text or a number")))
        }
    }
}

/// The table of some words: a word that is repeated becomes a list, one with a dot a table.
fn table(words: &[Word]) -> Table {
    let mut table = Table::new();
    for (word, value) in words {
        let (target, name) = match word.split_once('.') {
            Some((family, name)) => {
                let inner = table.entry(family).or_insert_with(|| Value::Table(Table::new()));
                let Value::Table(inner) = inner else { continue };
                (inner, name)
            }
            None => (&mut table, &word[..]),
        };
        let value = plain(word, value);
        match target.get_mut(name) {
            Some(Value::Array(list)) => list.push(value),
            Some(first) => *first = Value::Array(vec![first.clone(), value]),
            None => drop(target.insert(name.to_owned(), value)),
        }
    }
    table
}

/// A value as people write it: numbers without quotation marks, unless the word is a name of something.
fn plain(word: &str, value: &str) -> Value {
    let named = matches!(word, "name" | "cmd" | "args" | "dir" | "builtin" | "game" | "position") || word.contains('.');
    match (value.parse::<i64>(), value.parse::<f64>()) {
        (Ok(number), _) if !named && number.to_string() == value => Value::Integer(number),
        (_, Ok(number)) if !named && number.is_finite() && number.to_string() == value => Value::Float(number),
        _ => Value::String(value.to_owned()),
    }
}

/// The complaint about a text that is no TOML, in one line.
fn syntax(error: &toml::de::Error, text: &str) -> String {
    let line = error.span().map(|span| text.get(..span.start).unwrap_or_default().matches('\n').count() + 1);
    let place = line.map_or(String::new(), |line| format!("line {line}: "));
    format!("{place}{}", error.message().lines().next().unwrap_or("not TOML"))
}
