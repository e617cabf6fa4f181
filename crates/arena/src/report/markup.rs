//! Text in the HTML report.

use crate::standings::is_hidden;

/// Untrusted text with hidden and direction-changing characters replaced. The caller escapes it.
pub fn visible(text: &str) -> String {
    text.chars().map(|c| if is_hidden(c) && !matches!(c, '\n' | '\t') { '\u{fffd}' } else { c }).collect()
}

/// JSON for a script element: nothing in it can end the element.
pub(super) fn json_in_script(json: &str) -> String {
    json.replace('<', "\\u003c")
}

/// Cuts the middle of a long text to about `most` bytes, and says so.
pub fn shortened(text: &str, most: usize) -> String {
    if text.len() <= most {
        return text.to_owned();
    }
    let boundary = |mut at: usize| {
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let (head, tail) = (boundary(most / 3), boundary(text.len() - (most - most / 3)));
    format!("{}\n[{} bytes left out]\n{}", &text[..head], tail - head, &text[tail..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_hidden_and_nothing_escapes() {
        assert_eq!(visible("<b>\u{1b}\u{202e}\rö\n\t"), "<b>\u{fffd}\u{fffd}\u{fffd}ö\n\t");
        assert_eq!(json_in_script(r#"["</script><!--"]"#), r#"["\u003c/script>\u003c!--"]"#);
    }

    #[test]
    fn long_texts_keep_both_ends() {
        assert_eq!(shortened("short", 10), "short");
        let text = format!("ä{}ö", "x".repeat(1000));
        let short = shortened(&text, 100);
        assert!(short.starts_with("äxxx") && short.ends_with("xxxö") && short.contains(" bytes left out]"));
        assert!(short.len() < 140);
        for most in 0..20 {
            shortened("äöüäöüäöü", most);
        }
    }
}
