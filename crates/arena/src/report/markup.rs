//! Text in HTML.

use crate::standings::is_hidden;

/// Text from anywhere as it may stand in HTML, between tags or in a quoted attribute.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\'' => escaped += "&#39;",
            '\n' | '\t' => escaped.push(c),
            // What hides or turns text around is shown as something that is there.
            c if is_hidden(c) => escaped.push('\u{fffd}'),
            c => escaped.push(c),
        }
    }
    escaped
}

/// JSON as it may stand in a script element: nothing in it can end the element.
pub(super) fn json_in_script(json: &str) -> String {
    json.replace('<', "\\u003c")
}

/// The middle of a long text left out, with a word about it. What is shown is at most about `most` bytes.
pub(super) fn shortened(text: &str, most: usize) -> String {
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
    fn nothing_escapes() {
        assert_eq!(escape("<b a='\"'>&\u{1b}\u{202e}ö\n"), "&lt;b a=&#39;&quot;&#39;&gt;&amp;\u{fffd}\u{fffd}ö\n");
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
