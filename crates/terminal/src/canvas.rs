//! Drawing primitives: text, buttons, clickable areas.

use crossterm::event::KeyCode;
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::{Position, Rect};
use ratatui_core::style::Style;

use crate::theme::Theme;

/// The meaning of a click.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Press {
    /// A square of the board.
    Square(String),
    /// A button, by index.
    Button(usize),
    /// A line of a list, by index.
    Item(usize),
    /// A key.
    Key(KeyCode),
}

/// A screen being drawn.
pub(crate) struct Canvas<'a> {
    pub(crate) buffer: &'a mut Buffer,
    /// The part of the screen to draw on.
    pub(crate) area: Rect,
    pub(crate) theme: &'a Theme,
    /// The clickable areas; later ones cover earlier ones.
    pub(crate) click_areas: &'a mut Vec<(Rect, Press)>,
    /// The position of the terminal's cursor; `None` to hide it.
    pub(crate) caret: &'a mut Option<Position>,
}

impl Canvas<'_> {
    /// Writes a line of text, truncated at `width` and at the edge. Returns the columns used.
    pub(crate) fn write(&mut self, x: u16, y: u16, width: u16, text: &str, style: Style) -> u16 {
        let area = self.area.intersection(self.buffer.area);
        if y < area.top() || y >= area.bottom() || x < area.left() || x >= area.right() {
            return 0;
        }
        let width = width.min(area.right() - x);
        let (end, _) = self.buffer.set_stringn(x, y, text, width.into(), style);
        end - x
    }

    /// Writes word-wrapped text into an area. Returns the lines used.
    pub(crate) fn paragraph(&mut self, area: Rect, text: &str, style: Style) -> u16 {
        let lines = wrap(text, area.width.into());
        let shown = lines.len().min(area.height.into());
        for (y, line) in (area.y..).zip(&lines[..shown]) {
            self.write(area.x, y, area.width, line, style);
        }
        // Marks truncated text.
        if shown < lines.len() && shown > 0 && area.width > 1 {
            let more = self.theme.sign("…", "~");
            self.write(area.right() - 1, area.y + shown as u16 - 1, 1, more, style);
        }
        shown as u16
    }

    /// Clears an area and sets its style.
    pub(crate) fn fill(&mut self, area: Rect, style: Style) {
        let area = area.intersection(self.area).intersection(self.buffer.area);
        for position in area.positions() {
            let cell = &mut self.buffer[position];
            cell.reset();
            cell.set_style(style);
        }
    }

    /// Makes an area clickable.
    pub(crate) fn clickable(&mut self, area: Rect, press: Press) {
        self.click_areas.push((area, press));
    }

    /// Draws a row of buttons, as many as fit; `chosen` has the focus.
    pub(crate) fn buttons(&mut self, area: Rect, labels: &[String], chosen: Option<usize>) {
        let mut x = area.x;
        for (number, label) in labels.iter().enumerate() {
            let is_chosen = chosen == Some(number);
            let text = if is_chosen { format!("<{label}>") } else { format!("[{label}]") };
            let width = text.chars().count() as u16;
            if x + width > area.right() {
                break;
            }
            let style = if is_chosen { self.theme.chosen } else { self.theme.button };
            self.write(x, area.y, width, &text, style);
            self.clickable(Rect::new(x, area.y, width, 1), Press::Button(number));
            x += width + 1;
        }
    }

    /// Draws the title bar.
    pub(crate) fn title(&mut self, left: &str) {
        let right = "F1 or ? shows the keys";
        let area = Rect { height: 1, ..self.area };
        let bar = self.theme.bar;
        self.fill(area, bar);
        let taken = self.write(area.x + 1, area.y, area.width.saturating_sub(2), left, bar);
        let width = right.chars().count() as u16;
        if taken + width + 4 <= area.width {
            self.write(area.right() - width - 1, area.y, width, right, bar);
        }
    }

    /// Draws the key bar at the bottom. Keys are clickable.
    pub(crate) fn keys(&mut self, keys: &[(&str, &str, KeyCode)]) {
        let area = self.area;
        let area = Rect { y: area.bottom().saturating_sub(1), height: 1, ..area };
        let bar = self.theme.bar;
        self.fill(area, bar);
        let mut x = area.x + 1;
        for (key, meaning, code) in keys {
            let text = format!("{key} {meaning}");
            let width = text.chars().count() as u16;
            if x + width >= area.right() {
                break;
            }
            self.write(x, area.y, width, &text, bar);
            self.clickable(Rect::new(x, area.y, width, 1), Press::Key(*code));
            x += width + 2;
        }
    }
}

/// Wraps a text to lines of at most `width` characters. Breaks only words that are longer than a line.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let mut lines: Vec<String> = Vec::new();
    for paragraph in text.split('\n') {
        let mut line = String::new();
        for word in paragraph.split_whitespace() {
            let length = line.chars().count();
            if length > 0 && length + 1 + word.chars().count() > width {
                lines.push(std::mem::take(&mut line));
            }
            if !line.is_empty() {
                line.push(' ');
            }
            for sign in word.chars() {
                if line.chars().count() == width {
                    lines.push(std::mem::take(&mut line));
                }
                line.push(sign);
            }
        }
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_between_words() {
        assert_eq!(wrap("one two  three\nfour", 9), ["one two", "three", "four"]);
        assert_eq!(wrap("incomprehensible words", 5), ["incom", "prehe", "nsibl", "e", "words"]);
        assert_eq!(wrap("", 5), [""]);
    }
}
