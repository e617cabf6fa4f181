//! Draws a board: squares, pieces and overlays.

use ratatui_core::layout::Rect;
use ratatui_core::style::{Modifier, Style};
use skirmish_board::{Action, Effect, Marker, Piece, Side, Squares, View};
use skirmish_play::{AnyGame, ProvenResult};

use crate::canvas::{Canvas, Press};
use crate::game_screen::Tone;
use crate::layout::{BoardLayout, ScreenSquare};
use crate::selection::{Selection, targets};

/// The kind of move to a target square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ClickTarget {
    /// A quiet move.
    Quiet,
    /// Captures an opponent's piece.
    Takes,
    /// Captures an own piece.
    TakesOwn,
    /// Attacks another square from there.
    Strikes,
}

impl ClickTarget {
    /// The kind of a move with these effects.
    pub(crate) fn of(effects: &[Effect]) -> ClickTarget {
        let is = |wanted: fn(&Effect) -> bool| effects.iter().any(wanted);
        if is(|effect| matches!(effect, Effect::Strikes { .. })) {
            ClickTarget::Strikes
        } else if is(|effect| matches!(effect, Effect::TakesOwn { .. })) {
            ClickTarget::TakesOwn
        } else if is(|effect| matches!(effect, Effect::Captures { .. })) {
            ClickTarget::Takes
        } else {
            ClickTarget::Quiet
        }
    }
}

/// Everything drawn over the pieces.
#[derive(Clone, Default)]
pub(crate) struct BoardOverlay {
    /// The squares of the last move.
    pub(crate) last: Option<Squares>,
    /// The square of the cursor.
    pub(crate) cursor: Option<String>,
    pub(crate) selected: Option<String>,
    /// The target squares of the selected piece.
    pub(crate) targets: Vec<(String, ClickTarget)>,
    /// What is proven about the moves to target squares, if it is shown.
    pub(crate) proven: Option<Vec<(String, Option<ProvenResult>)>>,
    /// The squares that the move under the cursor would capture or attack.
    pub(crate) victims: Vec<String>,
    /// The proposed move, and whether it was refused.
    pub(crate) pending: Option<(Squares, bool)>,
    /// The squares of a hint.
    pub(crate) hint: Option<Squares>,
    /// A short-lived text at a square.
    pub(crate) flash: Option<(String, String)>,
}

impl BoardOverlay {
    /// The overlay with cursor, selection, targets and victims.
    pub(crate) fn of_selection(selection: &Selection, game: &dyn AnyGame, legal: &[Action]) -> BoardOverlay {
        let sort = |(to, action): (&str, &Action)| (to.to_owned(), ClickTarget::of(&game.effects(action)));
        let targets = selection.selected.iter().flat_map(|from| targets(legal, from)).map(sort).collect();
        let effects = selection.hovered_move(legal).map_or(Vec::new(), |action| game.effects(action));
        let victim = |effect: &Effect| match effect {
            Effect::Captures { square, .. } | Effect::TakesOwn { square, .. } | Effect::Strikes { square, .. } => {
                Some(square.clone())
            }
            _ => None,
        };
        BoardOverlay {
            cursor: Some(selection.cursor.clone()),
            selected: selection.selected.clone(),
            targets,
            victims: effects.iter().filter_map(victim).collect(),
            ..BoardOverlay::on(game)
        }
    }

    /// The overlay without cursor and selection.
    pub(crate) fn on(game: &dyn AnyGame) -> BoardOverlay {
        let refused = game.accept_refuse().is_none();
        BoardOverlay {
            last: game.last_move(),
            pending: game.view().pending.map(|squares| (squares, refused)),
            ..BoardOverlay::default()
        }
    }

    fn proven_target(&self, square: &str) -> Option<ProvenResult> {
        self.proven.iter().flatten().find(|(known, _)| known == square)?.1
    }

    fn target(&self, square: &str) -> Option<ClickTarget> {
        self.targets.iter().find(|(known, _)| known == square).map(|(_, target)| *target)
    }
}

/// Draws a board at the top left of an area, as large as possible. If it does not fit, shows the part around the cursor.
/// Returns the area used.
pub(crate) fn board(canvas: &mut Canvas<'_>, area: Rect, view: &View, overlay: &BoardOverlay) -> Rect {
    let layout = BoardLayout::fitting(view, (area.width, area.height));
    let painter =
        BoardPainter { scroll: scroll(&layout, area, overlay.cursor.as_deref()), area, layout: &layout, view, overlay };
    for (index, row) in view.rows.iter().enumerate() {
        painter.number(canvas, index, row.number);
        for cell in &row.cells {
            if let Some(spot) = layout.spot(&cell.square) {
                painter.cell(canvas, spot, cell.piece.as_ref());
            }
        }
    }
    painter.frame(canvas, view.frame.ruler);
    painter.traces(canvas, view);
    painter.flash(canvas);
    Rect { width: layout.width().min(area.width), height: layout.height().min(area.height), ..area }
}

/// The scroll offset that keeps the cursor visible.
fn scroll(layout: &BoardLayout, area: Rect, cursor: Option<&str>) -> (u16, u16) {
    let spot = cursor.and_then(|square| layout.spot(square));
    let offset = |size: u16, room: u16, at: u16, extent: u16| {
        (at + extent / 2).saturating_sub(room / 2).min(size.saturating_sub(room))
    };
    let (x, y) = spot.map_or((0, 0), |spot| (spot.x, spot.y));
    (offset(layout.bare_width(), area.width, x, layout.cell.0), offset(layout.height(), area.height, y, layout.cell.1))
}

struct BoardPainter<'a> {
    layout: &'a BoardLayout,
    area: Rect,
    scroll: (u16, u16),
    view: &'a View,
    overlay: &'a BoardOverlay,
}

impl BoardPainter<'_> {
    /// The visible part of a rectangle of the board, in screen coordinates.
    fn seen(&self, x: u16, y: u16, width: u16, height: u16) -> Option<Rect> {
        let left = x.max(self.scroll.0);
        let top = y.max(self.scroll.1);
        let right = (x + width).min(self.scroll.0 + self.area.width);
        let bottom = (y + height).min(self.scroll.1 + self.area.height);
        let shown = left < right && top < bottom;
        let (dx, dy) = (self.area.x, self.area.y);
        shown.then(|| Rect::new(dx + left - self.scroll.0, dy + top - self.scroll.1, right - left, bottom - top))
    }

    /// Writes text on the board if it is fully visible.
    fn write(&self, canvas: &mut Canvas<'_>, x: u16, y: u16, text: &str, style: Style) {
        let width = text.chars().count() as u16;
        if let Some(seen) = self.seen(x, y, width, 1).filter(|seen| seen.width == width) {
            canvas.write(seen.x, seen.y, width, text, style);
        }
    }

    /// The line of a square that holds its piece.
    fn middle(&self, sign: Option<&Marker>) -> u16 {
        // A marker above the piece needs the line above it.
        if matches!(sign, Some(Marker::Open { toward: Side::North, .. })) && self.layout.cell.1 == 2 {
            1
        } else {
            (self.layout.cell.1 - 1) / 2
        }
    }

    fn number(&self, canvas: &mut Canvas<'_>, row: usize, number: u8) {
        let digits = usize::from(self.layout.axis - 2);
        let y = row as u16 * self.layout.cell.1 + (self.layout.cell.1 - 1) / 2;
        // Row numbers do not scroll horizontally.
        if self.seen(self.scroll.0, y, 1, 1).is_some() {
            let line = self.area.y + y - self.scroll.1;
            let style = canvas.theme.dim;
            canvas.write(self.area.x, line, self.area.width, &format!("{number:>digits$}"), style);
        }
    }

    fn style(&self, canvas: &Canvas<'_>, spot: &ScreenSquare) -> Style {
        let theme = canvas.theme;
        let is = |squares: &Option<Squares>| {
            squares.as_ref().is_some_and(|squares| [&squares.from, &squares.to].contains(&&spot.square))
        };
        let mut style = theme.squares[(spot.row + spot.column) % 2];
        if is(&self.overlay.last) {
            style = style.patch(theme.last);
        }
        if is(&self.overlay.hint) {
            style = style.patch(theme.hint);
        }
        if self.overlay.target(&spot.square).is_some_and(|target| target != ClickTarget::Quiet)
            || self.overlay.victims.contains(&spot.square)
        {
            style = style.patch(theme.danger);
        }
        if self.overlay.selected.as_deref() == Some(&spot.square) {
            style = style.patch(theme.selected);
        }
        if self.overlay.cursor.as_deref() == Some(&spot.square) {
            style = style.patch(theme.cursor);
        }
        style
    }

    fn cell(&self, canvas: &mut Canvas<'_>, spot: &ScreenSquare, piece: Option<&Piece>) {
        let (width, height) = self.layout.cell;
        let Some(seen) = self.seen(spot.x, spot.y, width, height) else { return };
        if spot.x < self.scroll.0 + self.layout.axis && self.scroll.0 > 0 {
            // Covered by the row numbers.
            return;
        }
        let style = self.style(canvas, spot);
        let theme = canvas.theme;
        let sign = self.view.markers.iter().find(|sign| sign.square() == spot.square);
        canvas.fill(seen, style);
        let fill = match sign {
            Some(Marker::Wall { .. }) => theme.sign("▒", "#"),
            _ => theme.fill((spot.row + spot.column) % 2 == 1),
        };
        let paint = match (sign, piece) {
            (Some(Marker::Wall { .. }), Some(piece)) => theme.side(piece.side).patch(style),
            _ => style,
        };
        if fill != " " {
            for y in 0..height {
                self.write(canvas, spot.x, spot.y + y, &fill.repeat(width.into()), paint);
            }
        }
        canvas.clickable(seen, Press::Square(spot.square.clone()));
        self.inside(canvas, spot, piece, sign, style);
        self.brackets(canvas, spot, style);
    }

    /// The piece with gauge and marker, the square's name on hourglass boards, and the target sign.
    fn inside(
        &self,
        canvas: &mut Canvas<'_>,
        spot: &ScreenSquare,
        piece: Option<&Piece>,
        sign: Option<&Marker>,
        style: Style,
    ) {
        let theme = canvas.theme;
        let (width, height) = self.layout.cell;
        let (centre, line) = (spot.x + (width - 1) / 2, spot.y + self.middle(sign));
        let small = height == 1;
        // On one-line squares, piece and name share the line.
        let at = if self.layout.hourglass && small { spot.x + 1 } else { centre };
        if self.layout.hourglass {
            let faint = style.patch(theme.dim);
            let (x, y) = if small { (spot.x + 2, line) } else { (centre, spot.y + height - 1) };
            self.write(canvas, x, y, &spot.square, faint);
        }
        if let Some(piece) = piece {
            let own = theme.side(piece.side);
            let style = match sign {
                Some(Marker::Wreck { .. }) => style.patch(theme.faint).add_modifier(Modifier::DIM),
                _ => own.patch(style).patch(Style { fg: own.fg, ..Style::new() }),
            };
            self.write(canvas, at, line, &theme.letter(piece).to_string(), style);
            if let Some(gas) = piece.gas {
                let gauge = gauge(gas, theme.ascii);
                match small {
                    true => self.write(canvas, at + 1, line, &gas.to_string(), style),
                    false => self.write(canvas, centre - 1, line + 1, &gauge, style),
                }
            }
        }
        let (rich, ascii, x, y) = match sign {
            Some(Marker::Open { toward: Side::South, .. }) if small => ("▲", "^", at + 1, line),
            Some(Marker::Open { toward: Side::South, .. }) => ("▲", "^", centre, spot.y + height - 1),
            Some(Marker::Open { toward: Side::North, .. }) if small => ("▼", "v", at + 1, line),
            Some(Marker::Open { toward: Side::North, .. }) => ("▼", "v", centre, spot.y),
            Some(Marker::Bound { .. }) => ("↕", "|", at + 1, line),
            Some(Marker::Wreck { .. }) if !small => ("wreck", "wreck", centre.saturating_sub(2), line + 1),
            Some(Marker::Wall { .. } | Marker::Wreck { .. }) | None => ("", "", 0, 0),
        };
        let faint = style.patch(theme.faint).add_modifier(Modifier::DIM);
        self.write(
            canvas,
            x,
            y,
            theme.sign(rich, ascii),
            if matches!(sign, Some(Marker::Wreck { .. })) { faint } else { style },
        );
        let empty = piece.is_none();
        let mark = match self.overlay.target(&spot.square) {
            None => return,
            Some(_) if self.overlay.proven.is_some() => {
                let (mark, tone) = match self.overlay.proven_target(&spot.square) {
                    Some(ProvenResult::Win) => ("+", Tone::Success),
                    Some(ProvenResult::Draw) => ("=", Tone::Plain),
                    Some(ProvenResult::Loss) => ("-", Tone::Error),
                    None => ("?", Tone::Plain),
                };
                let x = if piece.is_none() { at } else { spot.x + width - 1 };
                return self.write(canvas, x, line, mark, style.patch(theme.target).patch(theme.tone(tone)));
            }
            Some(ClickTarget::Quiet) => theme.sign("•", "*"),
            Some(ClickTarget::Strikes) => "!",
            Some(ClickTarget::Takes) => theme.sign("×", "x"),
            Some(ClickTarget::TakesOwn) => theme.sign("÷", "%"),
        };
        let x = if empty { at } else { spot.x + width - 1 };
        self.write(canvas, x, line, mark, style.patch(theme.target));
    }

    /// Brackets around the cursor and the selected piece, visible without colours.
    fn brackets(&self, canvas: &mut Canvas<'_>, spot: &ScreenSquare, style: Style) {
        let is = |square: &Option<String>| square.as_deref() == Some(&spot.square);
        let [open, close] = match (is(&self.overlay.cursor), is(&self.overlay.selected)) {
            (true, _) => ["[", "]"],
            (false, true) => ["(", ")"],
            (false, false) => return,
        };
        let (width, height) = self.layout.cell;
        let line = spot.y + (height - 1) / 2;
        self.write(canvas, spot.x, line, open, style);
        // Do not overwrite the target sign.
        if self
            .overlay
            .target(&spot.square)
            .is_none_or(|target| target == ClickTarget::Quiet || target == ClickTarget::Strikes)
        {
            self.write(canvas, spot.x + width - 1, line, close, style);
        }
    }

    /// The ruler, column letters and labels of the handouts.
    fn frame(&self, canvas: &mut Canvas<'_>, ruler: bool) {
        let BoardLayout { cell: (width, height), axis, columns, rows, .. } = *self.layout;
        let style = canvas.theme.dim;
        if !self.layout.hourglass {
            let below = rows * height;
            if ruler {
                self.write(canvas, axis, below, &"-".repeat((columns * width).into()), style);
            }
            for (column, letter) in (0..columns).zip('A'..='Z') {
                self.write(canvas, axis + column * width + (width - 1) / 2, below + 1, &letter.to_string(), style);
            }
        }
        let right = axis + columns * width + 2;
        for (label, row) in self.layout.labels.iter().zip([0, rows.saturating_sub(1)]) {
            self.write(canvas, right, row * height + (height - 1) / 2, label, style);
        }
    }

    /// The proposed move: its path, and a ghost of the piece on the target square.
    fn traces(&self, canvas: &mut Canvas<'_>, view: &View) {
        let Some((squares, refused)) = &self.overlay.pending else { return };
        let (width, _) = self.layout.cell;
        let theme = canvas.theme;
        for spot in self.layout.between(&squares.from, &squares.to) {
            let style = self.style(canvas, spot).patch(theme.faint);
            self.write(canvas, spot.x + (width - 1) / 2, spot.y + self.middle(None), theme.sign("∙", "."), style);
        }
        let Some((spot, piece)) = self.layout.spot(&squares.to).zip(view.piece(&squares.from)) else { return };
        let style = self.style(canvas, spot).patch(if *refused { theme.error } else { theme.faint });
        let letter = theme.letter(&piece);
        let ghost = if *refused { theme.sign("✕", "X").to_owned() } else { format!("({letter})") };
        let x = spot.x + (width - ghost.chars().count() as u16) / 2;
        self.write(canvas, x, spot.y + self.middle(None), &ghost, style);
    }

    /// Writes the short-lived text near its square.
    fn flash(&self, canvas: &mut Canvas<'_>) {
        let Some((square, words)) = &self.overlay.flash else { return };
        let Some(spot) = self.layout.spot(square) else { return };
        let text = format!(" {words} ");
        let length = text.chars().count() as u16;
        let (width, _) = self.layout.cell;
        let most = (self.layout.axis + self.layout.columns * width).saturating_sub(length);
        let x = (spot.x + width / 2).saturating_sub(length / 2).clamp(self.layout.axis.min(most), most);
        let style = canvas.theme.chosen.add_modifier(Modifier::BOLD);
        // Above the square; below it in the top row.
        let y = if spot.y > 0 { spot.y - 1 } else { spot.y + self.layout.cell.1 };
        self.write(canvas, x, y, &text, style);
    }
}

/// The gauge of a tank for three moves.
fn gauge(gas: u8, ascii: bool) -> String {
    let [full, empty] = if ascii { ["=", "."] } else { ["▮", "▯"] };
    let gas = usize::from(gas.min(3));
    full.repeat(gas) + &empty.repeat(3 - gas)
}

/// Draws a miniature board: one column per square, no axes.
pub(crate) fn miniature(canvas: &mut Canvas<'_>, x: u16, y: u16, view: &View) {
    let columns = view.rows.iter().map(|row| row.cells.len()).max().unwrap_or(0);
    for (index, row) in view.rows.iter().enumerate() {
        let hourglass = row.cells.len() < columns;
        // Hourglass boards shift rows by half a square, so their squares are two columns wide.
        let stride = if view.rows.iter().any(|row| row.cells.len() < columns) { 2 } else { 1 };
        let indent = if hourglass { columns - row.cells.len() } else { 0 };
        for (column, cell) in row.cells.iter().enumerate() {
            let dark = (index + column) % 2 == 1;
            let style = canvas.theme.squares[usize::from(dark)];
            let left = x + (indent + column * stride) as u16;
            let fill = if cell.piece.is_none() && !canvas.theme.is_coloured() { "." } else { " " };
            canvas.write(left, y + index as u16, stride as u16, &fill.repeat(stride), style);
            if let Some(piece) = cell.piece {
                let letter = canvas.theme.letter(&piece).to_string();
                let own = canvas.theme.side(piece.side).patch(style);
                canvas.write(left, y + index as u16, 1, &letter, own);
            }
        }
    }
}
