//! The drawing of a piece, in a square of 100 by 100.

use std::fmt::Write;

use skirmish_board::{Piece, Side};

use crate::shapes::{PLAIN_DISC, PieceShape, shape_of};
use crate::svg::{escaped, number};

pub(crate) const PALE: &str = "#fdf9f0";
pub(crate) const PALE_LINE: &str = "#2a2621";
pub(crate) const DARK: &str = "#2f2c33";
pub(crate) const DARK_LINE: &str = "#f3eee3";

/// How a piece is drawn.
struct Paint {
    fill: &'static str,
    line: &'static str,
    /// The outline of the body.
    outline: (&'static str, f64),
    /// What separates a dark piece from the background.
    halo: Option<&'static str>,
    /// The dashes of outlines; empty for solid lines.
    dashes: &'static str,
}

/// Whether the pieces of a side are drawn dark. Oska's North is White.
pub fn is_dark(game: &str, side: Side) -> bool {
    (side == Side::North) != (game == "oska")
}

fn paint_of(game: &str, piece: &Piece, ghost: bool) -> Paint {
    let (wreck, dark) = (piece.gas == Some(0), is_dark(game, piece.side));
    let (fill, line) = match (dark, wreck) {
        (false, false) => (PALE, PALE_LINE),
        (false, true) => ("#b9b4aa", "#4d4841"),
        (true, false) => (DARK, DARK_LINE),
        (true, true) => ("#5d5a60", "#c9c4ba"),
    };
    Paint {
        fill,
        line,
        outline: if dark { (DARK, 2.0) } else { (PALE_LINE, 7.0) },
        halo: dark.then_some(line),
        dashes: match (ghost, wreck) {
            (true, _) => "8 6",
            (false, true) => "9 6",
            (false, false) => "",
        },
    }
}

/// The piece as SVG elements. A ghost, such as a proposed move, has dashed outlines.
pub fn piece(game: &str, piece: &Piece, ghost: bool) -> String {
    let paint = paint_of(game, piece, ghost);
    let mut out = String::new();
    match piece.gas {
        None => out += "<g>",
        Some(0) => out += "<g transform=\"translate(7 3) scale(.84) rotate(-13 50 50)\">",
        Some(_) => out += "<g transform=\"translate(6.5 -2) scale(.87)\">",
    }
    match shape_of(piece.kind) {
        Some(shape) => figure(&mut out, shape, piece.side, &paint, ghost),
        None => lettered(&mut out, piece.letter, &paint, ghost),
    }
    if piece.gas == Some(0) {
        let _ = write!(
            out,
            "<path d=\"M58 22L46 42L57 50L44 70\" fill=\"none\" stroke=\"{}\" stroke-width=\"4\" stroke-linejoin=\"bevel\"/>",
            paint.line
        );
    }
    out += "</g>";
    if let Some(gas) = piece.gas {
        gauge(&mut out, gas);
    }
    out
}

fn figure(out: &mut String, shape: &PieceShape, side: Side, paint: &Paint, ghost: bool) {
    let transform = match shape {
        PieceShape { scale: Some(scale), .. } => format!("translate(50 53) scale({scale}) translate(-50 -50)"),
        PieceShape { mirrored: true, .. } => "translate(100 0) scale(-1 1)".to_owned(),
        PieceShape { turns: true, .. } if side == Side::North => "rotate(180 50 50)".to_owned(),
        _ => String::new(),
    };
    if transform.is_empty() {
        *out += "<g>";
    } else {
        let _ = write!(out, "<g transform=\"{transform}\">");
    }
    silhouette(out, shape.body, paint, ghost);
    let mut filled = |data: &str, colour: &str| {
        if !data.is_empty() {
            let _ = write!(out, "<path d=\"{data}\" fill=\"{colour}\"/>");
        }
    };
    filled(shape.inset, paint.line);
    filled(shape.spots, paint.fill);
    if !shape.detail.is_empty() {
        let _ = write!(
            out,
            "<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"3.4\" stroke-linecap=\"round\" stroke-linejoin=\"round\"/>",
            shape.detail, paint.line
        );
    }
    if let Some([x, y, half]) = shape.mark.filter(|_| side == Side::North) {
        let [top, right, bottom, left] = [y - half, x + half, y + half, x - half].map(number);
        let (x, y) = (number(x), number(y));
        let _ = write!(out, "<path d=\"M{x} {top}L{right} {y}L{x} {bottom}L{left} {y}Z\" fill=\"{}\"/>", paint.line);
    }
    *out += "</g>";
}

fn silhouette(out: &mut String, data: &str, paint: &Paint, ghost: bool) {
    let dashed =
        |dashes: &str| if dashes.is_empty() { String::new() } else { format!(" stroke-dasharray=\"{dashes}\"") };
    if let Some(halo) = paint.halo {
        // The halo of a wreck is solid.
        let dashes = dashed(if ghost { paint.dashes } else { "" });
        let _ = write!(
            out,
            "<path d=\"{data}\" fill=\"none\" stroke=\"{halo}\" stroke-width=\"8\" stroke-linejoin=\"round\"{dashes}/>"
        );
    }
    let (colour, width) = paint.outline;
    let _ = write!(
        out,
        "<path d=\"{data}\" fill=\"{}\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-linejoin=\"round\"{} paint-order=\"stroke\"/>",
        paint.fill,
        dashed(paint.dashes)
    );
}

/// A disc with a letter: a piece that is not drawn yet.
fn lettered(out: &mut String, letter: char, paint: &Paint, ghost: bool) {
    silhouette(out, PLAIN_DISC, paint, ghost);
    let _ = write!(
        out,
        "<text x=\"50\" y=\"64\" text-anchor=\"middle\" font-size=\"40\" font-weight=\"700\" fill=\"{}\">{}</text>",
        paint.line,
        escaped(&letter.to_string())
    );
}

const FULL_TANK: u8 = 3;

/// The fuel gauge under a piece: a segment for every move left in its tank.
fn gauge(out: &mut String, gas: u8) {
    let (case, full, empty) = match gas {
        0 => ("#5b1712", "#5ec46a", "#3a0c09"),
        1 => ("#23282a", "#ff8a4c", "#4a5052"),
        2 => ("#23282a", "#f2b632", "#4a5052"),
        _ => ("#23282a", "#5ec46a", "#4a5052"),
    };
    let _ = write!(
        out,
        "<rect x=\"8\" y=\"79\" width=\"84\" height=\"17\" rx=\"5\" fill=\"{case}\" stroke=\"#f3eee3\" stroke-width=\"1.5\"/>"
    );
    let segments = gas.max(FULL_TANK);
    let width = 78.0 / f64::from(segments);
    for index in 0..segments {
        let _ = write!(
            out,
            "<rect x=\"{}\" y=\"82.5\" width=\"{}\" height=\"10\" rx=\"2.5\" fill=\"{}\"/>",
            number(12.5 + f64::from(index) * width),
            number(width - 3.0),
            if index < gas { full } else { empty }
        );
    }
}
