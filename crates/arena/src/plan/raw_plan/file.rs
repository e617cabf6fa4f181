//! Plans as TOML files, with the line of every key and value.

use std::collections::BTreeMap;
use std::ops::Range;

use skirmish_board::TextError;
use toml::de::{DeTable, DeValue};
use toml::{Spanned, Table, Value};

use super::{Given, RawPlan, Section, at};
use crate::plan::engine_settings::{ANSWERS, unknown};
use crate::system;

/// The tables of a plan, and what it has any number of.
const SECTIONS: [&str; 3] = ["openings", "sprt", "each"];
const LISTS: [&str; 1] = ["engine"];

/// A TOML file of settings in sections, as plans are: every setting knows its line.
#[derive(Clone, Debug, Default)]
pub struct RawFile {
    /// The settings above all sections.
    pub settings: Section,
    /// The `[name]` sections.
    pub sections: BTreeMap<String, Section>,
    /// The `[[name]]` sections, in the order of the file.
    pub lists: BTreeMap<String, Vec<Section>>,
}

impl RawFile {
    /// Parses the text of a file that may have these `[sections]` and `[[lists]]`. Errors begin with their line.
    pub fn parse(text: &str, sections: &[&str], lists: &[&str]) -> Result<RawFile, TextError> {
        let file = File(text);
        let parsed = DeTable::parse(text).map_err(|error| {
            let message = error.message().lines().next().unwrap_or("not TOML").to_owned();
            at(error.span().map(|span| file.line(&span)), message)
        })?;
        let mut raw = RawFile::default();
        for (key, value) in parsed.get_ref() {
            let (name, line) = (&**key.get_ref(), Some(file.line(&key.span())));
            let list = lists.iter().find(|&&list| name == list || name.strip_suffix('s') == Some(list));
            match (value.get_ref(), list) {
                (DeValue::Table(table), _) if sections.contains(&name) => {
                    raw.sections.insert(name.to_owned(), file.section(table, line)?);
                }
                (DeValue::Array(items), Some(&list))
                    if name == list && items.iter().all(|item| item.get_ref().is_table()) =>
                {
                    let list = raw.lists.entry(name.to_owned()).or_default();
                    for item in items.iter() {
                        let DeValue::Table(table) = item.get_ref() else { continue };
                        list.push(file.section(table, Some(file.line(&item.span())))?);
                    }
                }
                (_, Some(list)) => return Err(at(line, format_args!("start each {list} with [[{list}]]"))),
                _ if sections.contains(&name) => {
                    return Err(at(line, format_args!("{name} is a section: write [{name}] above its settings")));
                }
                (DeValue::Table(_) | DeValue::Array(_), None) => {
                    return Err(at(line, unknown("section", name, "", &[sections, lists].concat())));
                }
                _ => file.add(&mut raw.settings, name, value)?,
            }
        }
        Ok(raw)
    }
}

impl RawPlan {
    /// Parses the text of a file.
    pub fn parse(text: &str) -> Result<RawPlan, TextError> {
        let RawFile { settings, mut sections, mut lists } = RawFile::parse(text, &SECTIONS, &LISTS)?;
        let [openings, sprt, each] = SECTIONS.map(|name| sections.remove(name).unwrap_or_default());
        let engines = lists.remove(LISTS[0]).unwrap_or_default();
        Ok(RawPlan { settings, openings, sprt, each, engines })
    }

    /// The text of a file that [`RawPlan::parse`] reads back.
    pub fn format(&self) -> String {
        let mut file = table(&self.settings.settings);
        for (name, section) in [("openings", &self.openings), ("sprt", &self.sprt), ("each", &self.each)] {
            if !section.settings.is_empty() {
                file.insert(name.to_owned(), Value::Table(table(&section.settings)));
            }
        }
        let engines = self.engines.iter().map(|engine| Value::Table(table(&engine.settings))).collect();
        file.insert("engine".to_owned(), Value::Array(engines));
        // Tables of texts and numbers can always be written.
        toml::to_string_pretty(&file).unwrap_or_default()
    }
}

/// An engine's dialogue as lines of a plan.
pub fn format_dialogue(settings: &[Given]) -> String {
    let file = Table::from_iter([("engine".to_owned(), Value::Table(table(settings)))]);
    toml::to_string(&file).unwrap_or_default()
}

/// The text of a file.
struct File<'a>(&'a str);

impl File<'_> {
    fn line(&self, span: &Range<usize>) -> usize {
        self.0.get(..span.start).unwrap_or_default().matches('\n').count() + 1
    }

    fn section(&self, table: &DeTable, line: Option<usize>) -> Result<Section, TextError> {
        let mut section = Section { settings: Vec::new(), line };
        for (key, value) in table {
            match value.get_ref() {
                // Keys of an inner table get its name and a dot as a prefix.
                DeValue::Table(inner) => {
                    for (inner_key, value) in inner {
                        self.add(&mut section, &format!("{}.{}", key.get_ref(), inner_key.get_ref()), value)?;
                    }
                }
                _ => self.add(&mut section, key.get_ref(), value)?,
            }
        }
        Ok(section)
    }

    /// Adds a setting; a list is one setting per value, unless it is a command.
    fn add(&self, section: &mut Section, name: &str, value: &Spanned<DeValue>) -> Result<(), TextError> {
        let given = |value: &Spanned<DeValue>, text: Result<String, &str>| {
            let line = Some(self.line(&value.span()));
            let text = text.map_err(|why| at(line, format_args!("{name}: {why}")))?;
            Ok(Given { name: name.to_owned(), value: text, line })
        };
        match value.get_ref() {
            DeValue::Array(items) if matches!(name, "cmd" | "args") => {
                let words: Result<Vec<String>, &str> = items.iter().map(|item| scalar(item.get_ref())).collect();
                let joined = words.and_then(|words| system::join_words(&words).ok_or("it contains a zero byte"));
                section.settings.push(given(value, joined)?);
            }
            DeValue::Array(items) => {
                for item in items.iter() {
                    let text = answer(item.get_ref()).map_or_else(|| scalar(item.get_ref()), Ok);
                    section.settings.push(given(item, text)?);
                }
            }
            _ => section.settings.push(given(value, scalar(value.get_ref()))?),
        }
        Ok(())
    }
}

/// A pattern and its answer, from a list of two.
fn answer(value: &DeValue) -> Option<String> {
    let mut parts = value.as_array()?.iter().map(|part| scalar(part.get_ref()));
    match (parts.next()?, parts.next()?, parts.next()) {
        (Ok(question), Ok(answer), None) => Some(format!("{question}{ANSWERS}{answer}")),
        _ => None,
    }
}

/// The text of a single value, or the error.
fn scalar(value: &DeValue) -> Result<String, &'static str> {
    match value {
        DeValue::String(text) => Ok(text.to_string()),
        DeValue::Integer(number) => match i64::from_str_radix(number.as_str(), number.radix()) {
            Ok(number) => Ok(number.to_string()),
            Err(_) => Err("this number is too large; put it in quotation marks"),
        },
        DeValue::Float(number) => match number.as_str().parse::<f64>() {
            Ok(number) => Ok(number.to_string()),
            Err(_) => Err("expected a number"),
        },
        DeValue::Boolean(on) => Ok(if *on { "on" } else { "off" }.to_owned()),
        DeValue::Datetime(_) | DeValue::Array(_) | DeValue::Table(_) => Err("expected a text or a number"),
    }
}

/// Settings as a TOML table: a repeated one becomes a list, one with a dot an inner table.
fn table(settings: &[Given]) -> Table {
    let mut table = Table::new();
    for Given { name, value, .. } in settings {
        let (target, key) = match name.split_once('.') {
            Some((family, key)) => match table.entry(family).or_insert_with(|| Value::Table(Table::new())) {
                Value::Table(inner) => (inner, key),
                _ => continue,
            },
            None => (&mut table, &name[..]),
        };
        let value = match (&name[..], value.rsplit_once(ANSWERS)) {
            ("dialogue.answers", Some((question, answer))) => {
                let pair = Value::Array([question, answer].map(|text| Value::String(text.to_owned())).to_vec());
                target.entry(key).or_insert_with(|| Value::Array(Vec::new()));
                pair
            }
            _ => plain(value),
        };
        match target.get_mut(key) {
            Some(Value::Array(list)) => list.push(value),
            Some(first) => *first = Value::Array(vec![first.clone(), value]),
            None => drop(target.insert(key.to_owned(), value)),
        }
    }
    table
}

/// A value with numbers unquoted.
fn plain(value: &str) -> Value {
    match (value.parse::<i64>(), value.parse::<f64>()) {
        (Ok(number), _) if number.to_string() == value => Value::Integer(number),
        (_, Ok(number)) if number.is_finite() && number.to_string() == value => Value::Float(number),
        _ => Value::String(value.to_owned()),
    }
}
