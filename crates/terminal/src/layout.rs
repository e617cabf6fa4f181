//! The layout of a board on the screen.

use skirmish_board::{Frame, View};

/// A square, relative to the board's top left corner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ScreenSquare {
    pub(crate) square: String,
    pub(crate) row: usize,
    pub(crate) column: usize,
    pub(crate) x: u16,
    pub(crate) y: u16,
}

/// The layout of a board: row numbers at the left, column letters below, as in the handouts.
#[derive(Clone, Debug)]
pub(crate) struct BoardLayout {
    pub(crate) spots: Vec<ScreenSquare>,
    /// Width and height of a square.
    pub(crate) cell: (u16, u16),
    /// Columns of the row numbers.
    pub(crate) axis: u16,
    /// Columns of squares in the widest row.
    pub(crate) columns: u16,
    pub(crate) rows: u16,
    /// Whether rows differ in length.
    pub(crate) hourglass: bool,
    /// The labels to the right of the top and the bottom row.
    pub(crate) labels: [&'static str; 2],
}

impl BoardLayout {
    /// A layout with squares of this size.
    pub(crate) fn of(view: &View, cell: (u16, u16)) -> BoardLayout {
        let columns = view.rows.iter().map(|row| row.cells.len()).max().unwrap_or(0) as u16;
        let hourglass = view.rows.iter().any(|row| row.cells.len() as u16 != columns);
        let digits = view.rows.iter().map(|row| row.number.to_string().len()).max().unwrap_or(1) as u16;
        let axis = digits + 2;
        let mut spots = Vec::new();
        for (row, cells) in view.rows.iter().enumerate() {
            let indent = (columns - cells.cells.len() as u16) * cell.0 / 2;
            for (column, found) in cells.cells.iter().enumerate() {
                let (x, y) = (axis + indent + column as u16 * cell.0, row as u16 * cell.1);
                spots.push(ScreenSquare { square: found.square.clone(), row, column, x, y });
            }
        }
        let Frame { top, bottom, .. } = view.frame;
        let labels = [top.trim(), bottom.trim()];
        BoardLayout { spots, cell, axis, columns, rows: view.rows.len() as u16, hourglass, labels }
    }

    /// The layout with the largest squares that fit, or with the smallest ones.
    pub(crate) fn fitting(view: &View, (width, height): (u16, u16)) -> BoardLayout {
        let sizes = sizes(view);
        let fits = |layout: &BoardLayout| layout.width() <= width && layout.height() <= height;
        let found = sizes.iter().map(|&size| BoardLayout::of(view, size)).find(fits);
        found.unwrap_or_else(|| BoardLayout::of(view, sizes[sizes.len() - 1]))
    }

    /// The square of this name.
    pub(crate) fn spot(&self, square: &str) -> Option<&ScreenSquare> {
        self.spots.iter().find(|spot| spot.square == square)
    }

    /// The width including labels.
    pub(crate) fn width(&self) -> u16 {
        let label = self.labels.iter().map(|label| label.len() as u16).max().filter(|&length| length > 0);
        self.bare_width() + label.map_or(0, |length| length + 2)
    }

    /// The width without labels.
    pub(crate) fn bare_width(&self) -> u16 {
        self.axis + self.columns * self.cell.0
    }

    /// The height including column letters.
    pub(crate) fn height(&self) -> u16 {
        self.rows * self.cell.1 + if self.hourglass { 0 } else { 2 }
    }

    /// The squares strictly between two squares on a straight line; none for jumps.
    pub(crate) fn between(&self, from: &str, to: &str) -> Vec<&ScreenSquare> {
        let (Some(from), Some(to)) = (self.spot(from), self.spot(to)) else { return Vec::new() };
        let rows = to.row as i32 - from.row as i32;
        let columns = to.column as i32 - from.column as i32;
        let steps = rows.abs().max(columns.abs());
        if self.hourglass || !(rows == 0 || columns == 0 || rows.abs() == columns.abs()) {
            return Vec::new();
        }
        let at = |step: i32| {
            let (row, column) = (from.row as i32 + rows.signum() * step, from.column as i32 + columns.signum() * step);
            self.spots.iter().find(|spot| spot.row as i32 == row && spot.column as i32 == column)
        };
        (1..steps).filter_map(at).collect()
    }
}

/// The possible sizes of a square, largest first. Hourglass squares have an even width, since rows shift by half a square, and
/// room for the square's name; a gauge needs one more column.
fn sizes(view: &View) -> [(u16, u16); 3] {
    let widest = view.rows.iter().map(|row| row.cells.len()).max();
    let hourglass = view.rows.iter().any(|row| Some(row.cells.len()) != widest);
    let gauges =
        view.rows.iter().flat_map(|row| &row.cells).any(|cell| cell.piece.is_some_and(|piece| piece.gas.is_some()));
    match (hourglass, gauges) {
        (true, _) => [(8, 3), (6, 2), (6, 1)],
        (false, true) => [(7, 3), (5, 2), (4, 1)],
        (false, false) => [(7, 3), (5, 2), (3, 1)],
    }
}

#[cfg(test)]
mod tests {
    use skirmish_games::GameId;

    use super::*;

    fn view(game: &str) -> View {
        skirmish_play::new_game(GameId::parse(game).unwrap()).view()
    }

    #[test]
    fn squares_are_as_large_as_the_space_allows() {
        let refusal = view("refusal");
        assert_eq!(BoardLayout::fitting(&refusal, (60, 30)).cell, (7, 3));
        assert_eq!(BoardLayout::fitting(&refusal, (60, 18)).cell, (5, 2));
        assert_eq!(BoardLayout::fitting(&refusal, (60, 11)).cell, (3, 1));
        assert_eq!(BoardLayout::fitting(&refusal, (10, 5)).cell, (3, 1));
    }

    #[test]
    fn an_hourglass_of_eight_fits_a_small_screen() {
        let layout = BoardLayout::fitting(&view("oska:8"), (52, 13));
        assert_eq!(layout.cell, (6, 1));
        assert!(layout.bare_width() <= 52 && layout.height() <= 13, "{} x {}", layout.bare_width(), layout.height());
    }

    #[test]
    fn a_trace_goes_along_straight_lines_only() {
        let layout = BoardLayout::of(&view("refusal"), (3, 1));
        let names = |from, to| layout.between(from, to).iter().map(|spot| spot.square.clone()).collect::<Vec<_>>();
        assert_eq!(names("A1", "A4"), ["A2", "A3"]);
        assert_eq!(names("A1", "D4"), ["B2", "C3"]);
        assert_eq!(names("A1", "B3"), [""; 0]);
    }
}
