//! Words that only some screens need.

/// What a board looks like to the one who learns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardStyle {
    /// Letters, and answers that are typed.
    Letters,
    /// Pictures, and pieces that are moved by hand.
    Pictures,
}

impl BoardStyle {
    /// A text as this screen shows it: of `{these words|those words}` the first are for letters and the others for pictures. The
    /// error is a sentence without its full stop.
    pub(crate) fn choose(self, text: &str) -> Result<String, String> {
        let mut chosen = String::new();
        let mut rest = text;
        while let Some((before, behind)) = rest.split_once('{') {
            let (inside, after) =
                behind.split_once('}').ok_or("there is a { without its }, expected {LETTERS|PICTURES}")?;
            if inside.contains('{') || before.contains('}') {
                return Err("braces stand inside each other, expected {LETTERS|PICTURES}".to_owned());
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
            return Err("there is a } without its {, expected {LETTERS|PICTURES}".to_owned());
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
