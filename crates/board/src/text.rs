//! Errors in text input.

use std::fmt;

/// What is wrong with a text: one sentence that names the place and what was expected there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    sentence: String,
    unreadable: bool,
}

impl TextError {
    /// An error with this one-line sentence.
    pub fn new(sentence: impl Into<String>) -> TextError {
        TextError { sentence: sentence.into(), unreadable: false }
    }

    /// An error about a text that is no move in any position, as opposed to a move that breaks a rule.
    pub fn unreadable(sentence: impl Into<String>) -> TextError {
        TextError { sentence: sentence.into(), unreadable: true }
    }

    /// Whether the text was no move at all, see [`TextError::unreadable`].
    pub fn is_unreadable(&self) -> bool {
        self.unreadable
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence)
    }
}

impl std::error::Error for TextError {}

/// What is wrong with a text of several lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineError {
    /// The number of the line, from 1.
    pub line: usize,
    /// What is wrong there and what was expected, or the rule that the action breaks: one sentence.
    pub sentence: String,
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.sentence)
    }
}

impl std::error::Error for LineError {}

/// Untrusted text in quotation marks, safe to show: control characters are escaped and long text is truncated.
pub fn quoted(text: &str) -> String {
    const SHOWN: usize = 40;
    let mut shown = String::new();
    for c in text.chars() {
        // Escapes count in full: forty control characters would otherwise make a very long line.
        if shown.chars().count() >= SHOWN {
            shown.push('…');
            break;
        }
        shown.extend(c.escape_debug());
    }
    format!("\"{shown}\"")
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn quoting_hides_control_characters_and_length() {
        assert_eq!(quoted("a\u{1b}[1m\n"), r#""a\u{1b}[1m\n""#);
        assert_eq!(quoted(&"x".repeat(40)), format!("\"{}\"", "x".repeat(40)));
        assert_eq!(quoted(&"x".repeat(1_000_000)), format!("\"{}…\"", "x".repeat(40)));
        assert!(quoted(&"\u{10ffff}".repeat(100)).chars().count() < 60);
    }

    #[test]
    fn quoting_hides_what_turns_or_hides_other_text() {
        assert_eq!(quoted("\u{202e}\u{200b}\u{85}\u{2028}"), r#""\u{202e}\u{200b}\u{85}\u{2028}""#);
    }
}
