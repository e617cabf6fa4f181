//! Line editing. Arrows move the board's cursor, so text is edited only at its end.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// The maximum length of a line, in characters.
const MAX_INPUT_CHARS: usize = 400;

/// Handles a key. Returns whether it was used.
pub(crate) fn edit(text: &mut String, key: KeyEvent) -> bool {
    let control = key.modifiers.contains(KeyModifiers::CONTROL);
    match key.code {
        KeyCode::Char('u') if control => text.clear(),
        KeyCode::Char('w') if control => {
            let kept = text.trim_end().rfind(' ').map_or(0, |end| end + 1);
            text.truncate(kept);
        }
        KeyCode::Char('h') if control => drop(text.pop()),
        KeyCode::Char(_) if control || key.modifiers.contains(KeyModifiers::ALT) => return false,
        KeyCode::Char(c) => insert(text, c.encode_utf8(&mut [0; 4])),
        KeyCode::Backspace => drop(text.pop()),
        KeyCode::Delete => text.clear(),
        _ => return false,
    }
    true
}

/// Appends a text without control characters.
pub(crate) fn insert(text: &mut String, more: &str) {
    let room = MAX_INPUT_CHARS.saturating_sub(text.chars().count());
    text.extend(more.chars().filter(|c| !c.is_control()).take(room));
}

/// The common prefix of some texts.
pub(crate) fn common_prefix(texts: &[String]) -> String {
    let mut common = texts.first().cloned().unwrap_or_default();
    for text in texts {
        while !text.starts_with(&common) {
            common.pop();
        }
    }
    common
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_typed_and_taken_away_at_its_end() {
        let mut text = String::new();
        for c in "save my game".chars() {
            edit(&mut text, KeyCode::Char(c).into());
        }
        assert!(edit(&mut text, KeyEvent::new(KeyCode::Char('w'), KeyModifiers::CONTROL)));
        assert_eq!(text, "save my ");
        edit(&mut text, KeyCode::Backspace.into());
        assert_eq!(text, "save my");
        insert(&mut text, "\u{1b}[31m\n");
        assert_eq!(text, "save my[31m");
        insert(&mut text, &"x".repeat(10_000));
        assert_eq!(text.chars().count(), MAX_INPUT_CHARS);
        assert!(!edit(&mut text, KeyCode::Up.into()));
    }

    #[test]
    fn beginnings_are_compared_sign_by_sign() {
        let texts = ["größe", "größer", "grün"].map(str::to_owned);
        assert_eq!(common_prefix(&texts), "gr");
        assert_eq!(common_prefix(&[]), "");
    }
}
