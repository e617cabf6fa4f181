//! The board without its pieces: geometry, background and squares.

use std::fmt::Write;

use skirmish_board::View;

use crate::colours::Colours;
use crate::svg::{escaped, number};

/// The side of a square in the units of the drawing.
pub(crate) const SQUARE: f64 = 100.0;

/// The width of the frame.
const FRAME_WIDTH: f64 = 30.0;

/// A square of the drawing.
pub(crate) struct PlacedSquare {
    pub(crate) name: String,
    pub(crate) x: f64,
    pub(crate) y: f64,
    dark: bool,
}

/// Where everything is.
pub(crate) struct Layout {
    pub(crate) width: f64,
    pub(crate) height: f64,
    /// The margin at the left and the right.
    margin: f64,
    /// Whether all rows have the same length.
    pub(crate) even: bool,
    /// The rows as they appear, with their numbers.
    rows: Vec<(u8, Vec<PlacedSquare>)>,
}

impl Layout {
    /// The layout of a view: centred rows, rotated if flipped.
    pub(crate) fn new(view: &View, flipped: bool) -> Layout {
        let columns = view.rows.iter().map(|row| row.cells.len()).max().unwrap_or(1).max(1);
        let (width, height) = (columns as f64 * SQUARE, view.rows.len() as f64 * SQUARE);
        let even = view.rows.iter().all(|row| row.cells.len() == columns);
        let count = view.rows.len();
        let rows = (0..count).map(|at| {
            let row = &view.rows[if flipped { count - 1 - at } else { at }];
            let left = (width - row.cells.len() as f64 * SQUARE) / 2.0;
            let cells = row.cells.len();
            let squares = (0..cells).map(|index| PlacedSquare {
                name: row.cells[if flipped { cells - 1 - index } else { index }].square.clone(),
                x: left + (index as f64 + 0.5) * SQUARE,
                y: (at as f64 + 0.5) * SQUARE,
                dark: (at + index + count) % 2 == 1,
            });
            (row.number, squares.collect())
        });
        let rows = rows.collect();
        Layout { width, height, margin: if even { FRAME_WIDTH } else { 60.0 }, even, rows }
    }

    /// All squares, row by row as they appear.
    pub(crate) fn squares(&self) -> impl Iterator<Item = &PlacedSquare> {
        self.rows.iter().flat_map(|(_, squares)| squares)
    }

    /// The centre of a square.
    pub(crate) fn centre(&self, square: &str) -> Option<(f64, f64)> {
        self.squares().find(|placed| placed.name == square).map(|placed| (placed.x, placed.y))
    }

    /// The size of the whole drawing.
    pub(crate) fn size(&self) -> (f64, f64) {
        (self.width + 2.0 * self.margin, self.height + 2.0 * FRAME_WIDTH)
    }

    /// The attribute `viewBox` of the whole drawing.
    pub(crate) fn view_box(&self) -> String {
        let (width, height) = self.size();
        [-self.margin, -FRAME_WIDTH, width, height].map(number).join(" ")
    }
}

/// How squares are marked as those of the last move.
#[derive(Clone, Copy)]
pub(crate) enum LastMove<'a> {
    /// These squares are.
    Squares(&'a [&'a str]),
    /// A script does it: each square has a hidden mark.
    Script,
}

/// Frame, axes and squares.
pub(crate) fn board(game: &str, layout: &Layout, colours: &Colours, last: LastMove) -> String {
    let mut out = String::new();
    if layout.even {
        frame(&mut out, game, layout, colours);
        if game == "trench" {
            bulkheads(&mut out, layout, colours);
        }
    } else {
        hourglass(&mut out, layout, colours);
    }
    axes(&mut out, layout, colours);
    for square in layout.squares() {
        field(&mut out, game, layout, colours, square, last);
    }
    out
}

fn frame(out: &mut String, game: &str, layout: &Layout, colours: &Colours) {
    let (width, height) = layout.size();
    let _ = write!(
        out,
        "<rect x=\"{0}\" y=\"{0}\" width=\"{1}\" height=\"{2}\" rx=\"14\" fill=\"{3}\"/>",
        -FRAME_WIDTH,
        number(width),
        number(height),
        colours.frame
    );
    // A road around the board.
    let line = if game == "gastank" { "stroke-width=\"4\" stroke-dasharray=\"26 18\"" } else { "stroke-width=\"3\"" };
    let _ = write!(
        out,
        "<rect x=\"-3\" y=\"-3\" width=\"{}\" height=\"{}\" rx=\"4\" fill=\"none\" stroke=\"{}\" {line}/>",
        number(layout.width + 6.0),
        number(layout.height + 6.0),
        colours.frame_line
    );
}

/// An outline along the ends of all rows, and lines between squares that touch diagonally.
fn hourglass(out: &mut String, layout: &Layout, colours: &Colours) {
    let last = layout.rows.len().saturating_sub(1);
    let side = |left: bool| {
        let point = move |(index, (_, row)): (usize, &(u8, Vec<PlacedSquare>))| {
            let square = if left { row.first() } else { row.last() }?;
            let (shift, lean) = if left { (-62.0, 1.0) } else { (62.0, -1.0) };
            let end = if index == 0 { -SQUARE * 0.48 } else { SQUARE * 0.48 };
            let (end, half) = match index {
                0 => (end, 0.5),
                _ if index == last => (end, -0.5),
                _ => (0.0, 0.0),
            };
            Some(format!("{} {}", number(square.x + shift + lean * end * half), number(square.y + end)))
        };
        layout.rows.iter().enumerate().filter_map(point).collect::<Vec<_>>()
    };
    let mut outline = side(true);
    outline.extend(side(false).into_iter().rev());
    let _ = write!(
        out,
        "<path d=\"M{}Z\" fill=\"{}\" stroke=\"{}\" stroke-width=\"7\" stroke-linejoin=\"round\"/>",
        outline.join("L"),
        colours.frame,
        colours.frame_line
    );
    let mut lines = String::new();
    for pair in layout.rows.windows(2) {
        for (from, to) in pair[0].1.iter().flat_map(|from| pair[1].1.iter().map(move |to| (from, to))) {
            if (from.x - to.x).abs() == SQUARE / 2.0 {
                let _ = write!(lines, "M{} {}L{} {}", number(from.x), number(from.y), number(to.x), number(to.y));
            }
        }
    }
    let _ = write!(
        out,
        "<path d=\"{lines}\" stroke=\"{}\" stroke-width=\"6\" stroke-opacity=\".55\"/>",
        colours.frame_line
    );
}

/// The walls of the trench: machinery along two sides of the board.
fn bulkheads(out: &mut String, layout: &Layout, colours: &Colours) {
    let mut plate = |x: f64, y: f64, width: u32, height: u32, colour: &str| {
        let (x, y) = (number(x), number(y));
        let _ =
            write!(out, "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"2\" fill=\"{colour}\"/>");
    };
    for index in 0..(layout.height / 50.0).round() as u32 {
        let (y, slot) = (f64::from(index) * 50.0 + 6.0, index * 5 % 4);
        let tall = if index * 7 % 3 == 0 { 16 } else { 38 };
        plate(layout.width + 9.0, y, if slot > 1 { 16 } else { 10 }, tall, &colours.frame_line);
        if tall > 20 {
            plate(layout.width + 12.0, y + 6.0 + f64::from(slot) * 5.0, 5, 9, &colours.frame);
        }
    }
    for index in 0..(layout.width / 50.0).round() as u32 {
        let (wide, high) = (if index % 3 == 0 { 16 } else { 34 }, if index % 2 == 0 { 15 } else { 10 });
        plate(f64::from(index) * 50.0 + 8.0, -24.0, wide, high, &colours.frame_line);
    }
}

/// Row numbers, and letters if all rows have the same length.
fn axes(out: &mut String, layout: &Layout, colours: &Colours) {
    // Numbers beside the hourglass are outside of the drawing: they must be legible on white, on black and between.
    let ink = if layout.even { &colours.frame_ink } else { "#807a6e" };
    let _ = write!(out, "<g font-size=\"19\" font-weight=\"600\" text-anchor=\"middle\" fill=\"{ink}\">");
    let mut label = |x: f64, y: f64, text: &str| {
        let _ = write!(out, "<text x=\"{}\" y=\"{}\">{}</text>", number(x), number(y), escaped(text));
    };
    for (row_number, row) in &layout.rows {
        if let Some(first) = row.first() {
            label(if layout.even { -15.0 } else { first.x - 82.0 }, first.y + 6.5, &row_number.to_string());
        }
    }
    if let Some((_, row)) = layout.rows.last().filter(|_| layout.even) {
        for square in row {
            label(square.x, layout.height + 22.0, letter_of(&square.name));
        }
    }
    *out += "</g>";
}

/// The letter of a square.
fn letter_of(square: &str) -> &str {
    square.trim_end_matches(|c: char| c.is_ascii_digit())
}

fn field(out: &mut String, game: &str, layout: &Layout, colours: &Colours, square: &PlacedSquare, last: LastMove) {
    let (x, y) = (square.x, square.y);
    let is_last = matches!(last, LastMove::Squares(squares) if squares.contains(&&*square.name));
    let (plain, marked) =
        if square.dark { (&colours.dark, &colours.last_dark) } else { (&colours.light, &colours.last_light) };
    if layout.even {
        let border = match game {
            "trench" => format!(" stroke=\"{}\" stroke-width=\"3\" stroke-opacity=\".55\"", colours.frame),
            "hiya" => format!(" stroke=\"{}\" stroke-width=\"4\"", colours.frame),
            _ => String::new(),
        };
        let mut rect = |colour: &str, more: &str| {
            let (x, y) = (number(x - 50.0), number(y - 50.0));
            let _ =
                write!(out, "<rect x=\"{x}\" y=\"{y}\" width=\"100\" height=\"100\" fill=\"{colour}\"{border}{more}/>");
        };
        rect(if is_last { marked } else { plain }, "");
        if matches!(last, LastMove::Script) {
            rect(marked, " data-last=\"\" visibility=\"hidden\"");
        }
        weave(out, game, colours, square);
        return;
    }
    let _ = write!(
        out,
        "<circle cx=\"{}\" cy=\"{}\" r=\"43\" fill=\"{plain}\" stroke=\"{}\" stroke-width=\"4\"/>",
        number(x),
        number(y),
        colours.frame_line
    );
    // Discs cover their wells, so the mark is a ring around the well.
    let mark = match last {
        LastMove::Script => Some(" data-last=\"\" visibility=\"hidden\""),
        LastMove::Squares(_) => is_last.then_some(""),
    };
    if let Some(more) = mark {
        let _ = write!(
            out,
            "<circle cx=\"{}\" cy=\"{}\" r=\"46\" fill=\"none\" stroke=\"{}\" stroke-width=\"7\"{more}/>",
            number(x),
            number(y),
            colours.last_ring
        );
    }
    let _ = write!(
        out,
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\" font-size=\"17\" font-weight=\"600\" opacity=\".85\" fill=\"{}\">{}</text>",
        number(x - 44.0),
        number(if y <= layout.height / 2.0 { y - 33.0 } else { y + 43.0 }),
        colours.frame_ink,
        escaped(letter_of(&square.name))
    );
}

/// The texture of a square: plates of steel with grooves, or straw mats laid crosswise.
fn weave(out: &mut String, game: &str, colours: &Colours, square: &PlacedSquare) {
    let style = match game {
        "trench" => {
            format!("stroke=\"{}\" stroke-opacity=\".1\" stroke-width=\"2\" stroke-dasharray=\"30 58\"", colours.frame)
        }
        "hiya" => "stroke=\"#6f6a30\" stroke-opacity=\".22\" stroke-width=\"3.5\"".to_owned(),
        _ => return,
    };
    let mut data = String::new();
    for shift in (-36..=36).step_by(12).map(f64::from) {
        let _ = if square.dark {
            write!(data, "M{} {}v88", number(square.x + shift), number(square.y - 44.0))
        } else {
            write!(data, "M{} {}h88", number(square.x - 44.0), number(square.y + shift))
        };
    }
    let _ = write!(out, "<path d=\"{data}\" {style}/>");
}
