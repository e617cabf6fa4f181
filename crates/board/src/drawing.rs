use std::fmt;

use crate::{Cell, View};

/// The parts of a drawn board that differ from handout to handout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    /// What stands to the right of the top row, with the spaces before it.
    pub top: &'static str,
    /// What stands to the right of the bottom row, with the spaces before it.
    pub bottom: &'static str,
    /// Whether a line of dashes divides board and letters; otherwise the line is empty.
    pub ruler: bool,
    /// The width of a square in characters.
    pub width: usize,
}

/// The board with its axes as the handouts print it: row numbers at the left, letters below, one line a row.
///
/// Where rows differ in length, letters below would not stand under the squares they name: there, each row has its
/// letters at the right, in the shape of the board.
impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Frame { top, bottom, ruler, width } = self.frame;
        let columns = self.rows.iter().map(|row| row.cells.len()).max().unwrap_or(0);
        let digits = self.rows.iter().map(|row| row.number.to_string().len()).max().unwrap_or(1);
        let last = self.rows.len().saturating_sub(1);
        let letters = |count: usize| {
            let letters: Vec<String> = ('A'..='Z').take(count).map(|letter| format!("{letter:width$}")).collect();
            letters.join(" ").trim_end().to_owned()
        };
        let hourglass = self.rows.iter().any(|row| row.cells.len() != columns);
        for (index, row) in self.rows.iter().enumerate() {
            // Rows of the hourglass are centred: every missing square shifts by half a square and its gap.
            let indent = (columns - row.cells.len()) * (width + 1) / 2;
            write!(f, "{:>digits$}  {:indent$}", row.number, "")?;
            for (i, cell) in row.cells.iter().enumerate() {
                write!(f, "{}{}", if i == 0 { "" } else { " " }, symbol(cell, width))?;
            }
            if hourglass {
                write!(f, "   {:1$}{2}", "", 2 * indent, letters(row.cells.len()))?;
            }
            let label = match index {
                0 => top,
                _ if index == last => bottom,
                _ => "",
            };
            writeln!(f, "{label}")?;
        }
        if hourglass {
            return Ok(());
        }
        let margin = digits + 2;
        if ruler {
            writeln!(f, "{:margin$}{}", "", "-".repeat((columns * (width + 1)).saturating_sub(1)))?;
        } else {
            writeln!(f)?;
        }
        writeln!(f, "{:margin$}{}", "", letters(columns))
    }
}

/// What is printed for a square.
fn symbol(cell: &Cell, width: usize) -> String {
    match cell.piece {
        None => "-".repeat(width),
        Some(piece) => match piece.gas {
            None => piece.letter.to_string(),
            Some(gas) => format!("{}{gas}", piece.letter),
        },
    }
}
