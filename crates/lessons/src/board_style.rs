//! Text variants for letters and pictures.

/// How a board is shown to the student.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardStyle {
    /// Letters and typed answers.
    Letters,
    /// Pictures and pieces that are moved by hand.
    Pictures,
}

impl BoardStyle {
    /// The text for this style: of `{a|b}`, `a` is for letters and `b` for pictures. The error is a sentence without its full
    /// stop.
    pub(crate) fn choose(self, text: &str) -> Result<String, String> {
        let mut chosen = String::new();
        let mut rest = text;
        while let Some((before, behind)) = rest.split_once('{') {
            let (inside, after) = behind.split_once('}').ok_or("unmatched {, expected {LETTERS|PICTURES}")?;
            if inside.contains('{') || before.contains('}') {
                return Err("nested braces, expected {LETTERS|PICTURES}".to_owned());
            }
            let (letters, pictures) = inside.split_once('|').unwrap_or((inside, ""));
            chosen += before;
            chosen += match self {
                BoardStyle::Letters => letters,
                BoardStyle::Pictures => pictures,
            };
            rest = after;
        }
        if rest.contains('}') {
            return Err("unmatched }, expected {LETTERS|PICTURES}".to_owned());
        }
        chosen += rest;
        Ok(chosen.split_whitespace().collect::<Vec<_>>().join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_screen_has_its_words() {
        let text = "A pawn {(p)} steps. {Type|Press} pass{: p|}.";
        assert_eq!(BoardStyle::Letters.choose(text).unwrap(), "A pawn (p) steps. Type pass: p.");
        assert_eq!(BoardStyle::Pictures.choose(text).unwrap(), "A pawn steps. Press pass.");
        for wrong in ["a {b", "a} b", "{a {b}}", "a } b {c}"] {
            assert!(BoardStyle::Letters.choose(wrong).unwrap_err().contains("expected {LETTERS|PICTURES}"), "{wrong}");
        }
    }
}
