//! Splits and joins commands on Windows, where a backslash is part of paths and not an escape.

/// Splits a command at blanks outside quotation marks of either kind. `None` if one is not closed.
pub(super) fn split(text: &str) -> Option<Vec<String>> {
    let (mut words, mut word, mut open): (Vec<String>, Option<String>, Option<char>) = (Vec::new(), None, None);
    for sign in text.chars() {
        match (sign, open) {
            (_, Some(mark)) if sign == mark => open = None,
            ('"' | '\'', None) => {
                open = Some(sign);
                word.get_or_insert_default();
            }
            (_, None) if sign.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(sign),
        }
    }
    words.extend(word);
    open.is_none().then_some(words)
}

/// Joins words; [`split`] reverses it. `None` if a word has a zero byte.
pub(super) fn join(words: &[String]) -> Option<String> {
    let quote = |word: &String| {
        if !word.is_empty() && !word.contains(|sign: char| sign.is_whitespace() || sign == '"' || sign == '\'') {
            return word.clone();
        }
        // Each double quote goes within single quotes.
        let parts = word.split_inclusive('"').flat_map(|part| match part.strip_suffix('"') {
            Some(rest) => [format!("\"{rest}\""), "'\"'".to_owned()],
            None => [format!("\"{part}\""), String::new()],
        });
        if word.is_empty() { "\"\"".to_owned() } else { parts.collect() }
    };
    let quoted: Vec<String> = words.iter().map(quote).collect();
    (!words.iter().any(|word| word.contains('\0'))).then(|| quoted.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backslashes_are_part_of_paths() {
        let words = |text: &str| split(text).unwrap();
        assert_eq!(words(r"C:\games\engine.exe -x  1"), [r"C:\games\engine.exe", "-x", "1"]);
        assert_eq!(words(r#""C:\my games\engine.exe" 'a b'c"#), [r"C:\my games\engine.exe", "a bc"]);
        assert_eq!(words(r#"py """#), ["py", ""]);
        assert_eq!((split("'x"), split(" ")), (None, Some(vec![])));
    }

    #[test]
    fn joined_words_come_apart_again() {
        let words =
            ["C:\\Ünter uns\\e.exe", "", "it's", "say \"so\"", "\"'\"'", "plain", "tab\tbed"].map(str::to_owned);
        assert_eq!(split(&join(&words).unwrap()).unwrap(), words);
        assert_eq!(join(&["a\0".to_owned()]), None);
    }
}
