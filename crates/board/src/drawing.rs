//! Boards drawn in characters.

use std::fmt;

use crate::{Cell, Piece, View};

/// The parts of a drawn board that differ from handout to handout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The text to the right of the top row, with the spaces before it.
    pub top: &'static str,
    /// The text to the right of the bottom row, with the spaces before it.
    pub bottom: &'static str,
    /// Whether a line of dashes separates board and letters; otherwise the line is empty.
    pub ruler: bool,
    /// The width of a square in characters.
    pub width: usize,
}

/// The board as its handout prints it, in the letters of position text.
impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.draw(|piece| piece.letter, |_, text| text))
    }
}

impl View {
    /// The board with its axes as the handouts print it: row numbers at the left, letters below, one line per row.
    ///
    /// If rows differ in length, letters below would not line up with their squares: then each row has its letters at the right.
    ///
    /// `letter` chooses the character of a piece; `paint` gets the text of each square and may add what has no width, such as
    /// colours.
    pub fn draw(&self, letter: impl Fn(&Piece) -> char, paint: impl Fn(&Cell, String) -> String) -> String {
        let columns = self.rows.iter().map(|row| row.cells.len()).max().unwrap_or(0);
        let digits = self.rows.iter().map(|row| row.number.to_string().len()).max().unwrap_or(1);
        let hourglass = self.rows.iter().any(|row| row.cells.len() != columns);
        let width = self.frame.width;
        let mut text = String::new();
        for (index, row) in self.rows.iter().enumerate() {
            // Rows of the hourglass are centred: every missing square shifts by half a square and its gap.
            let indent = (columns - row.cells.len()) * (width + 1) / 2;
            let square = |cell: &Cell| paint(cell, symbol(cell, width, &letter));
            let squares: Vec<String> = row.cells.iter().map(square).collect();
            text += &format!("{:>digits$}  {:indent$}{}", row.number, "", squares.join(" "));
            if hourglass {
                text += &format!("   {:1$}{2}", "", 2 * indent, letters(row.cells.len(), width));
            }
            text += self.label(index);
            text += "\n";
        }
        if !hourglass {
            let ruler = if self.frame.ruler { (columns * (width + 1)).saturating_sub(1) } else { 0 };
            for line in ["-".repeat(ruler), letters(columns, width)] {
                text += format!("{:1$}{line}", "", digits + 2).trim_end();
                text += "\n";
            }
        }
        text
    }

    /// The text to the right of a row.
    fn label(&self, index: usize) -> &'static str {
        match index {
            0 => self.frame.top,
            _ if index + 1 == self.rows.len() => self.frame.bottom,
            _ => "",
        }
    }
}

/// The first letters, each as wide as a square.
fn letters(count: usize, width: usize) -> String {
    let letters: Vec<String> = ('A'..='Z').take(count).map(|letter| format!("{letter:width$}")).collect();
    letters.join(" ").trim_end().to_owned()
}

/// What is printed for a square.
fn symbol(cell: &Cell, width: usize, letter: impl Fn(&Piece) -> char) -> String {
    match &cell.piece {
        None => "-".repeat(width),
        Some(piece) => match piece.gas {
            None => letter(piece).to_string(),
            Some(gas) => format!("{}{gas}", letter(piece)),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Row, Side};

    /// A board with these rows from the top: `-` is an empty square, a digit is the gas of the piece before it.
    fn view(frame: Frame, rows: &[&str]) -> View {
        let row = |(index, text): (usize, &&str)| {
            let mut cells: Vec<Cell> = Vec::new();
            for c in text.chars() {
                let side = if c.is_uppercase() { Side::North } else { Side::South };
                let piece = Piece { side, kind: "piece", letter: c, letter_when_coloured: c, glyph: c, gas: None };
                match (c.to_digit(10), cells.last_mut()) {
                    (Some(gas), Some(Cell { piece: Some(piece), .. })) => piece.gas = Some(gas as u8),
                    _ => cells.push(Cell { square: String::new(), piece: (c != '-').then_some(piece) }),
                }
            }
            Row { number: (rows.len() - index) as u8, cells }
        };
        View {
            rows: rows.iter().enumerate().map(row).collect(),
            pending: None,
            notes: Vec::new(),
            markers: Vec::new(),
            frame,
        }
    }

    #[test]
    fn a_board_has_numbers_at_the_left_letters_below_and_labels_at_the_right() {
        let frame = Frame { top: "   computer", bottom: "   human", ruler: true, width: 1 };
        let expected = "\
3  K - -   computer
2  - - -
1  - p k   human
   -----
   A B C
";
        assert_eq!(view(frame, &["K--", "---", "-pk"]).to_string(), expected);
    }

    #[test]
    fn gas_stands_beside_its_piece_in_squares_of_two_characters() {
        let frame = Frame { top: "  computer", bottom: "  human", ruler: true, width: 2 };
        let expected = "\
2  K3 -- N0  computer
1  -- q1 --  human
   --------
   A  B  C
";
        assert_eq!(view(frame, &["K3-N0", "-q1-"]).to_string(), expected);
    }

    #[test]
    fn rows_of_the_hourglass_are_centred() {
        let frame = Frame { top: "", bottom: "", ruler: false, width: 1 };
        let expected = ["5  w w w w", "4   - - -", "3    - -", "2   - - -", "1  b b b b"];
        let text = view(frame, &["wwww", "---", "--", "---", "bbbb"]).to_string();
        for (line, row) in text.lines().zip(expected) {
            assert!(line.starts_with(row), "{text}");
        }
    }

    #[test]
    fn the_ruler_can_be_left_out() {
        let frame = Frame { top: "", bottom: "", ruler: false, width: 1 };
        assert_eq!(view(frame, &["K-", "-k"]).to_string(), "2  K -\n1  - k\n\n   A B\n");
    }

    #[test]
    fn long_boards_keep_their_columns_below_each_other() {
        let frame = Frame { top: "  top", bottom: "  bottom", ruler: true, width: 1 };
        let rows = ["p-"; 11];
        let text = view(frame, &rows).to_string();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[..3], ["11  p -  top", "10  p -", " 9  p -"]);
        assert_eq!(lines[10..], [" 1  p -  bottom", "    ---", "    A B"]);
    }

    #[test]
    fn no_line_ends_in_a_space() {
        let frame = Frame { top: "", bottom: "", ruler: true, width: 2 };
        let text = view(frame, &["K3-", "--", "-q1"]).to_string();
        assert!(text.lines().all(|line| line == line.trim_end()), "{text}");
    }

    #[test]
    fn letters_and_paint_are_chosen_outside() {
        let frame = Frame { top: "", bottom: "", ruler: true, width: 1 };
        let text = view(frame, &["K-", "-k"]).draw(
            |piece| if piece.side == Side::North { '#' } else { 'o' },
            |cell, text| if cell.piece.is_some() { format!("<{text}>") } else { text },
        );
        assert_eq!(text, "2  <#> -\n1  - <o>\n   ---\n   A B\n");
    }
}
