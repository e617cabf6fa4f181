//! Escapes NUL in texts, which programs print and PostgreSQL refuses.

/// The escape character.
const SUBSTITUTE: char = '\u{1a}';

/// Escapes NUL. Almost every text is unchanged.
pub(super) fn without_nul(text: &str) -> String {
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

/// Reverses [`without_nul`].
pub(super) fn with_nul(text: &str) -> String {
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
}
