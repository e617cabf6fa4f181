//! Aligns text in columns and wraps paragraphs.

/// One line per row. Columns are separated by two spaces; the last one is not padded.
pub fn aligned<const COLUMNS: usize>(rows: &[[String; COLUMNS]]) -> Vec<String> {
    let length = |text: &String| text.chars().count();
    let width = |column: usize| rows.iter().map(|row| length(&row[column])).max().unwrap_or(0) + 2;
    let widths: [usize; COLUMNS] = std::array::from_fn(width);
    let line = |row: &[String; COLUMNS]| -> String {
        row.iter().zip(widths).map(|(text, width)| format!("{text:width$}")).collect::<String>().trim_end().to_owned()
    };
    rows.iter().map(line).collect()
}

/// Wraps a text to lines of at most `width` characters; a longer word has its own line.
pub fn wrapped(text: &str, width: usize) -> String {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => *line += &format!(" {word}"),
            _ => lines.push(word.to_owned()),
        }
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_stand_apart_however_long_their_texts_are() {
        let row = |texts: [&str; 3]| texts.map(str::to_owned);
        let rows =
            [row(["hiya", "Hi-YA!", "strike"]), row(["breakthrough", "Breakthrough", "race"]), row(["", "Ö", ""])];
        assert_eq!(
            aligned(&rows),
            ["hiya          Hi-YA!        strike", "breakthrough  Breakthrough  race", "              Ö"]
        );
        assert_eq!(aligned::<2>(&[]), Vec::<String>::new());
    }

    #[test]
    fn lines_break_between_words() {
        assert_eq!(wrapped("one two  three\nfour", 9), "one two\nthree\nfour");
        assert_eq!(wrapped("incomprehensible words", 5), "incomprehensible\nwords");
        assert_eq!(wrapped("", 5), "");
    }
}
