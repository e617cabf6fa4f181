//! Where the words of a file stand, so that complaints can name the line.

use std::collections::BTreeMap;
use std::ops::Range;

use skirmish_board::TextError;
use toml::de::{DeTable, DeValue};

/// The lines of words, by their part (`each`, or the number of an engine from 1) and name. Without a file there are none.
///
/// Descriptions do not differ by it.
#[derive(Clone, Debug, Default)]
pub struct Lines(BTreeMap<(String, String), usize>);

impl PartialEq for Lines {
    fn eq(&self, _: &Lines) -> bool {
        true
    }
}

impl Eq for Lines {}

impl Lines {
    /// The lines of a file; none if it is no TOML.
    pub(super) fn of(text: &str) -> Lines {
        let mut lines = Lines::default();
        let Ok(file) = DeTable::parse(text) else { return lines };
        let at = |span: Range<usize>| text.get(..span.start).unwrap_or_default().matches('\n').count() + 1;
        for (name, value) in file.get_ref().iter() {
            let part = name.get_ref().to_string();
            match value.get_ref() {
                DeValue::Table(table) => lines.add(&part, "", table, &at),
                DeValue::Array(items) if part == "engine" => {
                    for (number, item) in (1..).zip(items.iter()) {
                        if let DeValue::Table(table) = item.get_ref() {
                            lines.0.insert((format!("{number}"), String::new()), at(item.span()));
                            lines.add(&format!("{number}"), "", table, &at);
                        }
                    }
                }
                _ => drop(lines.0.insert((String::new(), part), at(name.span()))),
            }
        }
        lines
    }

    fn add(&mut self, part: &str, prefix: &str, table: &DeTable, at: &dyn Fn(Range<usize>) -> usize) {
        for (name, value) in table.iter() {
            let word = format!("{prefix}{}", name.get_ref());
            if let DeValue::Table(inner) = value.get_ref() {
                self.add(part, &format!("{word}."), inner, at);
            }
            self.0.insert((part.to_owned(), word), at(name.span()));
        }
    }

    /// Adds the line of a word to a complaint about it, or that of its part. What an engine does not say itself it may have from `each`.
    pub(super) fn name(&self, part: &str, word: &str, error: TextError) -> TextError {
        let find = |part: &str, word: &str| self.0.get(&(part.to_owned(), word.to_owned()));
        match find(part, word).or_else(|| find("each", word)).or_else(|| find(part, "")) {
            Some(line) => TextError::new(format!("line {line}: {error}")),
            None => error,
        }
    }
}
