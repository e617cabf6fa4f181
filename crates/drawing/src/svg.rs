//! Texts of SVG: numbers and escapes.

/// A number with at most one decimal, two below 10, as short as it can be written.
pub(crate) fn number(value: f64) -> String {
    let rounded = if value.abs() < 10.0 { (value * 100.0).round() / 100.0 } else { (value * 10.0).round() / 10.0 };
    // No minus before a zero.
    format!("{}", rounded + 0.0)
}

/// A text for elements and quoted attributes. Control characters, which SVG cannot have, become `?`.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            '\'' => out += "&#39;",
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('?'),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        assert_eq!(
            [0.0, -0.001, 4.6, 83.5, 12.5, 450.25, -33.333].map(number).join(" "),
            "0 0 4.6 83.5 12.5 450.3 -33.3"
        );
    }

    #[test]
    fn texts_cannot_leave_their_place() {
        assert_eq!(escaped("<a href=\"'&'\">\u{0}\u{1b}\n"), "&lt;a href=&quot;&#39;&amp;&#39;&quot;&gt;???");
    }
}
