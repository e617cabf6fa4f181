//! What is drawn on top of the squares and pieces: arrows, circles, signs and the stamp.

use std::fmt::Write;

use skirmish_board::{Marker, Side, View};

use crate::board::Layout;
use crate::svg::{escaped, number};

/// An arrow between two squares, or a circle if they are the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrow {
    /// Where it begins.
    pub from: String,
    /// Where it points.
    pub to: String,
    /// Its style.
    pub look: ArrowLook,
}

/// The styles of arrows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArrowLook {
    /// The best move.
    First,
    /// The second-best move.
    Second,
    /// The third-best move.
    Third,
    /// A hint.
    Hint,
    /// A proposed move.
    Proposal,
    /// Drawn by people.
    Sketch,
}

impl ArrowLook {
    pub(crate) const fn width(self) -> f64 {
        match self {
            ArrowLook::First | ArrowLook::Hint => 15.0,
            ArrowLook::Second => 11.0,
            ArrowLook::Third => 8.0,
            ArrowLook::Proposal => 9.0,
            ArrowLook::Sketch => 12.0,
        }
    }

    const fn opacity(self) -> &'static str {
        match self {
            ArrowLook::Second => ".7",
            ArrowLook::Third => ".62",
            ArrowLook::Sketch => ".85",
            _ => ".82",
        }
    }

    fn colour(self, pick: &str) -> &str {
        match self {
            ArrowLook::First => "#17703c",
            ArrowLook::Second => "#1b5fa8",
            ArrowLook::Third => "#6a4ba0",
            ArrowLook::Hint => "#b05a00",
            ArrowLook::Proposal => pick,
            ArrowLook::Sketch => "#0a7d55",
        }
    }
}

/// An arrow as an SVG element; nothing if a square does not exist.
pub(crate) fn arrow(layout: &Layout, arrow: &Arrow, pick: &str) -> String {
    let (Some(from), Some(to)) = (layout.centre(&arrow.from), layout.centre(&arrow.to)) else { return String::new() };
    let colour = arrow.look.colour(pick);
    if from == to {
        return circle(to, colour);
    }
    format!(
        "<path d=\"{}\" fill=\"{colour}\" opacity=\"{}\" stroke=\"#fff\" stroke-opacity=\".65\" stroke-width=\"2\"/>",
        arrow_path(from, to, arrow.look.width()),
        arrow.look.opacity()
    )
}

/// A circle around a square that is marked.
pub(crate) fn circle((x, y): (f64, f64), colour: &str) -> String {
    format!(
        "<circle cx=\"{}\" cy=\"{}\" r=\"43\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"8\" opacity=\".85\"/>",
        number(x),
        number(y)
    )
}

/// The colour of marked squares.
pub(crate) const MARK_COLOUR: &str = "#0a7d55";

/// The outline of an arrow: a shaft that thickens a little towards its head.
pub(crate) fn arrow_path(from: (f64, f64), to: (f64, f64), width: f64) -> String {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy).max(1.0);
    let (ux, uy) = (dx / length, dy / length);
    let head = (length * 0.45).min(36.0) * (0.55 + width / 33.0);
    let at = |along: f64, aside: f64| {
        format!("{} {}", number(from.0 + ux * along - uy * aside), number(from.1 + uy * along + ux * aside))
    };
    let start = (length * 0.2).min(24.0);
    let end = length - 6.0;
    let points = [
        at(start, width * 0.3),
        at(end - head, width * 0.5),
        at(end - head * 1.1, width * 0.5 + head * 0.5),
        at(end, 0.0),
        at(end - head * 1.1, -width * 0.5 - head * 0.5),
        at(end - head, -width * 0.5),
        at(start, -width * 0.3),
    ];
    format!("M{}Z", points.join("L"))
}

/// Signs for restricted pieces and for the side from which a piece can be captured; walls and wrecks have pictures.
pub(crate) fn signs(view: &View, layout: &Layout, flipped: bool, frame: &str) -> String {
    let mut out = String::new();
    for marker in &view.markers {
        let Some((x, y)) = layout.centre(marker.square()) else { continue };
        let (drawing, words, down) = match marker {
            Marker::Bound { words, .. } => (
                "<circle cx=\"35\" cy=\"35\" r=\"12\" fill=\"#fff\" stroke=\"#b3261e\" stroke-width=\"5\"/>\
                <path d=\"M26.5 43.5L43.5 26.5\" stroke=\"#b3261e\" stroke-width=\"5\"/>"
                    .to_owned(),
                words,
                false,
            ),
            Marker::Open { toward, words, .. } => (
                format!(
                    "<path d=\"M-24 -40.5A47 47 0 1 0 24 -40.5\" fill=\"none\" stroke=\"{frame}\" stroke-width=\"5\" \
                    stroke-linecap=\"round\"/><path d=\"M0 -31L-13 -49H13Z\" fill=\"#ffd23e\" stroke=\"#3a2200\" \
                    stroke-width=\"3\" stroke-linejoin=\"round\"/>"
                ),
                words,
                (*toward == Side::South) != flipped,
            ),
            Marker::Wall { .. } | Marker::Wreck { .. } => continue,
        };
        let turn = if down { " rotate(180)" } else { "" };
        let _ = write!(
            out,
            "<g transform=\"translate({} {}){turn}\"><title>{}</title>{drawing}</g>",
            number(x),
            number(y),
            escaped(words)
        );
    }
    out
}

/// The stamp on a refused move, around the origin.
pub(crate) const REFUSED_STAMP: &str = "<g transform=\"rotate(-14)\">\
    <rect x=\"-66\" y=\"-18\" width=\"132\" height=\"36\" rx=\"6\" fill=\"#fffaf0\" fill-opacity=\".88\" stroke=\"#b3261e\" stroke-width=\"5\"/>\
    <text y=\"8\" text-anchor=\"middle\" font-size=\"23\" font-weight=\"800\" letter-spacing=\".7\" fill=\"#b3261e\">REFUSED</text></g>";

/// Where the stamp of a square goes: inside of the board.
pub(crate) fn stamp_place(layout: &Layout, x: f64, y: f64) -> String {
    format!("{} {}", number(x.min(layout.width - 62.0).max(62.0)), number(y))
}
