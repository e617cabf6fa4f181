//! Draws a search tree as text, wherever it comes from.

use std::io::{self, Write};

/// A node as it is drawn.
#[derive(Default)]
pub struct DrawnNode {
    /// The move, or whose turn it is.
    pub label: String,
    /// The value, with a sign for a bound; empty if there is none.
    pub value: String,
    /// Its type, such as `pv`.
    pub kind: &'static str,
    /// The window asked.
    pub window: String,
    /// Why it ended or never began, and what else there is to say.
    pub note: String,
    /// The nodes below it.
    pub children: Vec<DrawnNode>,
}

/// The widths of the columns.
struct Widths {
    label: usize,
    value: usize,
    kind: usize,
    window: usize,
}

impl DrawnNode {
    /// Draws the tree, a line for each node.
    pub fn draw(&self, out: &mut impl Write) -> io::Result<()> {
        let widths = Widths {
            label: self.widest(3, &|node| &node.label),
            value: self.widest(0, &|node| &node.value),
            kind: self.widest(0, &|node| node.kind),
            window: self.widest(0, &|node| &node.window),
        };
        self.draw_below("", "", &widths, out)
    }

    /// The widest text of a column, of which each level below is indented.
    fn widest(&self, indent: usize, text: &impl Fn(&DrawnNode) -> &str) -> usize {
        let below = self.children.iter().map(|child| indent + child.widest(indent, text));
        below.chain([text(self).chars().count()]).max().unwrap_or(0)
    }

    fn draw_below(&self, first: &str, others: &str, widths: &Widths, out: &mut impl Write) -> io::Result<()> {
        let width = widths.label - first.chars().count().min(widths.label);
        let line = format!(
            "{first}{:width$}  {:>value$}  {:kind$}  {:window$}  {}",
            self.label,
            self.value,
            self.kind,
            self.window,
            self.note,
            value = widths.value,
            kind = widths.kind,
            window = widths.window,
        );
        writeln!(out, "{}", line.trim_end())?;
        for (number, child) in (1..).zip(&self.children) {
            let (first, rest) = if number == self.children.len() { ("└─ ", "   ") } else { ("├─ ", "│  ") };
            child.draw_below(&format!("{others}{first}"), &format!("{others}{rest}"), widths, out)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned_and_branches_are_drawn() {
        let leaf = |label: &str, value: &str, note: &str| DrawnNode {
            label: label.into(),
            value: value.into(),
            note: note.into(),
            ..DrawnNode::default()
        };
        let inner = DrawnNode { kind: "cut", children: vec![leaf("A1A2", "+1000", "")], ..leaf("B1B2", "≤ +3", "") };
        let top =
            DrawnNode { kind: "root", children: vec![inner, leaf("C1C2", "", "skipped")], ..leaf("To move", "+7", "") };
        let mut drawn = Vec::new();
        top.draw(&mut drawn).unwrap();
        let expected = "\
To move        +7  root
├─ B1B2      ≤ +3  cut
│  └─ A1A2  +1000
└─ C1C2                    skipped
";
        assert_eq!(String::from_utf8(drawn).unwrap(), expected);
    }
}
