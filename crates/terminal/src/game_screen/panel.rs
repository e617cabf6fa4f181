//! The panel beside the board: turn, clock, captured pieces, evaluation, moves.

use std::time::Duration;

use ratatui_core::layout::Rect;
use ratatui_core::style::Style;
use skirmish_board::{ActionKind, Piece, Side};
use skirmish_session::review::{Mark, south_win_probability};

use super::{BackgroundSearch, GameScreen, MOVE_DELAYS, moves};
use crate::canvas::{Canvas, Press};
use crate::context::ScreenContext;
use skirmish_session::messages;
use skirmish_session::players::Role;

/// The minimum width of the panel.
pub(super) const MIN_PANEL_COLUMNS: u16 = 22;

/// Writes the panel line by line.
struct PanelLines<'a, 'b> {
    canvas: &'a mut Canvas<'b>,
    area: Rect,
    y: u16,
}

impl PanelLines<'_, '_> {
    fn left(&self) -> u16 {
        self.area.bottom().saturating_sub(self.y)
    }

    /// Writes one line, truncated at the edge.
    fn line(&mut self, text: &str, style: Style) {
        if self.left() > 0 {
            self.canvas.write(self.area.x, self.y, self.area.width, text, style);
            self.y += 1;
        }
    }

    /// Writes at most `most` wrapped lines.
    fn paragraph(&mut self, text: &str, style: Style, most: u16) {
        let area = Rect { y: self.y, height: self.left().min(most), ..self.area };
        self.y += self.canvas.paragraph(area, text, style);
    }

    fn gap(&mut self) {
        self.y = (self.y + 1).min(self.area.bottom());
    }
}

impl GameScreen {
    /// Draws the panel.
    pub(super) fn panel(&self, canvas: &mut Canvas<'_>, area: Rect, context: &ScreenContext) {
        let theme = canvas.theme;
        let (text, dim, strong) = (theme.text, theme.dim, theme.strong);
        let roomy = area.height >= 16;
        let mut lines = PanelLines { canvas, area, y: area.y };
        lines.paragraph(&self.status(context), strong, 2);
        if roomy {
            lines.gap();
        }
        for side in [Side::North, Side::South] {
            let style = lines.canvas.theme.side(side);
            lines.line(&self.player_line(side), style);
        }
        if let Some(note) = self.engine_note() {
            lines.paragraph(&note, dim, 2);
        }
        let notes = self.notes();
        if !notes.is_empty() {
            lines.paragraph(&notes, dim, 8);
        }
        if !self.captured.is_empty() {
            if roomy {
                lines.gap();
            }
            self.captured_pieces(&mut lines);
        }
        self.evaluation(&mut lines);
        if roomy {
            lines.gap();
        }
        if let Some(progress) = self.review.as_ref().map(|review| review.progress()).filter(|(done, all)| done < all) {
            lines.line(&format!("Review: {} of {} positions", progress.0, progress.1), text);
        }
        self.moves(&mut lines, context);
    }

    /// Whose turn it is, and the time used.
    fn status(&self, context: &ScreenContext) -> String {
        if self.viewed_ply.is_some() {
            return "An earlier position".to_owned();
        }
        if self.session.is_over() {
            return "The game is over".to_owned();
        }
        let spent = clock(context.now.saturating_sub(self.session.since()));
        let turn = messages::turn(self.session.game().current(), self.session.players());
        if self.session.is_watched() && self.watch.paused && !self.session.is_choosing() {
            return "Paused".to_owned();
        }
        match self.session.is_choosing() {
            true => {
                let spent = clock(context.now.saturating_sub(self.thinking_since));
                format!("{turn} {spent} of {}", clock(self.session.options().time))
            }
            false => format!("{turn} {spent}"),
        }
    }

    /// A side and who plays it.
    fn player_line(&self, side: Side) -> String {
        let acts = self.viewed_ply.is_none() && !self.session.is_over() && self.session.game().side_to_move() == side;
        let pointer = if acts { ">" } else { " " };
        let name = self.session.players().side_name(side);
        match (self.session.players().role(side), self.session.players().person()) {
            (Role::Person, Some(_)) => format!("{pointer} {name}: you"),
            (Role::Person, None) => format!("{pointer} {name}"),
            (Role::Engine, _) => {
                format!(
                    "{pointer} {name}: {}, level {}",
                    self.session.game().id().info().player,
                    self.session.options().level.number()
                )
            }
        }
    }

    /// What the engine does in the background.
    fn engine_note(&self) -> Option<String> {
        let name = self.session.game().id().info().player;
        if self.session.is_watched() {
            return Some(format!("{} s between moves", MOVE_DELAYS[self.watch.speed].as_secs_f64()));
        }
        match (self.background, self.evaluation.is_some()) {
            (BackgroundSearch::On, false) => Some(format!("{name} is pondering.")),
            (BackgroundSearch::Asleep, _) => Some(format!("{name} stopped pondering. Press a key to continue.")),
            _ => None,
        }
    }

    fn captured_pieces(&self, lines: &mut PanelLines<'_, '_>) {
        for side in [Side::North, Side::South] {
            let letter = |piece: &Piece| lines.canvas.theme.letter(piece).to_string();
            let letters: Vec<String> = self.captured.iter().filter(|piece| piece.side == side).map(letter).collect();
            if letters.is_empty() {
                continue;
            }
            let style = lines.canvas.theme.side(side);
            lines.paragraph(&format!("Taken: {}", letters.join(" ")), style, 2);
        }
    }

    /// The evaluation bar and the expected line.
    fn evaluation(&self, lines: &mut PanelLines<'_, '_>) {
        let Some(evaluation) = &self.evaluation else { return };
        let theme = lines.canvas.theme;
        let Some(info) = &evaluation.info else { return lines.line("Evaluation: …", theme.dim) };
        let south = south_win_probability(evaluation.side, info.score);
        let width = lines.area.width.saturating_sub(2).min(24);
        let filled = (f64::from(width) * south).round() as u16;
        let (full, empty) = (theme.sign("█", "#"), theme.sign("░", "."));
        let bar = full.repeat(filled.into()) + &empty.repeat((width - filled).into());
        let style = theme.side(Side::South);
        lines.line(&bar, style);
        let dim = lines.canvas.theme.dim;
        lines.paragraph(&messages::eval(self.session.players(), evaluation.side, info), dim, 4);
    }

    /// The last moves that fit, or those around the position shown.
    fn moves(&self, lines: &mut PanelLines<'_, '_>, context: &ScreenContext) {
        let record = self.session.game().record();
        let mark = |ply: usize| {
            let mark = self.review.as_ref().and_then(|review| review.of(ply)?.mark);
            mark.map_or("", Mark::sign)
        };
        let turns = moves::turns(record, context.theme.ascii, mark);
        let proposals = record.games().any(|game| game.is_proposal_turn())
            || record.steps().iter().any(|step| step.action.kind == ActionKind::Accept);
        let listed = moves::lines(&turns, proposals);
        let room = usize::from(lines.left());
        let current =
            self.viewed_ply.and_then(|at| listed.iter().position(|(_, plies)| plies.iter().any(|&ply| ply >= at)));
        let end = current.map_or(listed.len(), |current| (current + room / 2 + 1).max(room)).min(listed.len());
        let first = end.saturating_sub(room);
        for (index, (text, plies)) in listed.iter().enumerate().take(end).skip(first) {
            let theme = lines.canvas.theme;
            let style = if current == Some(index) && self.viewed_ply != Some(0) { theme.chosen } else { theme.text };
            let place = Rect { y: lines.y, height: 1, ..lines.area };
            lines.canvas.clickable(place, Press::Item(plies[plies.len() - 1]));
            lines.line(text, style);
        }
    }
}

/// A time as minutes and seconds.
pub(super) fn clock(time: Duration) -> String {
    format!("{}:{:02}", time.as_secs() / 60, time.as_secs() % 60)
}
