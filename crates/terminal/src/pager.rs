//! A pager for long texts: rules and help.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui_core::layout::Rect;
use skirmish_games::GameId;

use crate::app::Transition;
use crate::canvas::{Canvas, Press, wrap};

/// A scrollable text.
pub(crate) struct Pager {
    title: String,
    text: String,
    /// The first visible line.
    top: usize,
    /// Of the last drawing: lines of text, visible lines, and the lines of headings.
    lines: usize,
    height: usize,
    headings: Vec<usize>,
}

/// Whether a line is a heading: capitals without indentation.
fn is_heading(line: &str) -> bool {
    line.len() > 2 && line.starts_with(|c: char| c.is_uppercase()) && !line.chars().any(char::is_lowercase)
}

impl Pager {
    /// A text under a title.
    pub(crate) fn new(title: impl Into<String>, text: impl Into<String>) -> Pager {
        Pager { title: title.into(), text: text.into(), top: 0, lines: 0, height: 1, headings: Vec::new() }
    }

    /// The rules of a game.
    pub(crate) fn rules(game: GameId) -> Pager {
        Pager::new(format!("The rules of {}", game.info().name), game.rules().trim_end())
    }

    pub(crate) fn key(&mut self, key: KeyEvent) -> Transition {
        let page = self.height.saturating_sub(1).max(1);
        match key.code {
            KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => return Transition::Back,
            KeyCode::Esc | KeyCode::Enter | KeyCode::F(1 | 2) | KeyCode::Char('?' | 'q') => return Transition::Back,
            KeyCode::F(10) => return Transition::Leave,
            KeyCode::Up => self.scroll(-1),
            KeyCode::Down => self.scroll(1),
            KeyCode::PageUp => self.scroll(-(page as isize)),
            KeyCode::PageDown | KeyCode::Char(' ') => self.scroll(page as isize),
            KeyCode::Home => self.top = 0,
            KeyCode::End => self.scroll(isize::MAX),
            KeyCode::Tab | KeyCode::Right => {
                let next = self.headings.iter().copied().find(|&heading| heading > self.top);
                self.go_to(next.unwrap_or(self.top));
            }
            KeyCode::BackTab | KeyCode::Left => {
                let before = self.headings.iter().copied().rfind(|&heading| heading < self.top);
                self.go_to(before.unwrap_or(0));
            }
            _ => {}
        }
        Transition::Stay
    }

    pub(crate) fn press(&mut self, press: Press) -> Transition {
        match press {
            Press::Item(line) => self.go_to(line),
            Press::Key(code) => return self.key(code.into()),
            Press::Square(_) | Press::Button(_) => {}
        }
        Transition::Stay
    }

    pub(crate) fn wheel(&mut self, up: bool) {
        self.scroll(if up { -3 } else { 3 });
    }

    fn scroll(&mut self, by: isize) {
        self.go_to(self.top.saturating_add_signed(by));
    }

    fn go_to(&mut self, line: usize) {
        self.top = line.min(self.lines.saturating_sub(self.height));
    }

    pub(crate) fn draw(&mut self, canvas: &mut Canvas<'_>) {
        let area = canvas.area;
        let body = Rect { x: area.x + 1, y: area.y + 1, width: area.width - 2, height: area.height.saturating_sub(2) };
        // On wide screens, list the headings beside the text.
        let list = if body.width >= 100 { 24 } else { 0 };
        let text = Rect { x: body.x + list, width: (body.width - list).min(84), ..body };
        let lines = fitted(&self.text, text.width.into());
        (self.lines, self.height) = (lines.len(), body.height.into());
        self.headings = (0..lines.len()).filter(|&line| is_heading(&lines[line])).collect();
        self.go_to(self.top);
        let section = self.headings.iter().rfind(|&&line| line <= self.top + 1).map(|&line| lines[line].clone());
        let title = section.map_or(self.title.clone(), |section| format!("{}: {section}", self.title));
        canvas.title(&title);
        let (usual, strong, dim, chosen) =
            (canvas.theme.text, canvas.theme.strong, canvas.theme.dim, canvas.theme.chosen);
        for (y, line) in (text.y..text.bottom()).zip(lines.iter().skip(self.top)) {
            canvas.write(text.x, y, text.width, line, if is_heading(line) { strong } else { usual });
        }
        if list > 0 {
            let current = self.headings.iter().rposition(|&line| line <= self.top + 1);
            let headings = self.headings.clone();
            for ((y, line), index) in (body.y + 1..body.bottom()).zip(headings).zip(0..) {
                let style = if current == Some(index) { chosen } else { dim };
                canvas.write(body.x, y, list - 2, &lines[line], style);
                canvas.clickable(Rect { x: body.x, y, width: list - 2, height: 1 }, Press::Item(line));
            }
        }
        canvas.keys(&[
            ("Esc", "Back", KeyCode::Esc),
            ("Tab", "Next heading", KeyCode::Tab),
            ("PgUp", "Up", KeyCode::PageUp),
            ("PgDn", "Down", KeyCode::PageDown),
        ]);
    }
}

/// Fits a text into a width. Wraps paragraphs again if lines are too long; indented lines are drawings or examples and stay as
/// they are if they fit.
fn fitted(text: &str, width: usize) -> Vec<String> {
    let too_long = |line: &str| line.chars().count() > width;
    if !text.lines().any(too_long) {
        return text.lines().map(str::to_owned).collect();
    }
    let mut lines: Vec<String> = Vec::new();
    let mut paragraph = String::new();
    let finish = |paragraph: &mut String, lines: &mut Vec<String>| {
        if !paragraph.is_empty() {
            lines.extend(wrap(&std::mem::take(paragraph), width));
        }
    };
    for line in text.lines() {
        let item = line.split_once(". ").is_some_and(|(number, _)| number.parse::<u8>().is_ok());
        if line.is_empty() || line.starts_with(' ') || is_heading(line) || item {
            finish(&mut paragraph, &mut lines);
        }
        if line.is_empty() || is_heading(line) {
            lines.push(line.to_owned());
        } else if line.starts_with(' ') {
            match too_long(line) {
                false => lines.push(line.to_owned()),
                true => lines.extend(hung(line, width)),
            }
        } else {
            paragraph += line;
            paragraph.push(' ');
        }
    }
    finish(&mut paragraph, &mut lines);
    lines
}

/// Wraps an indented line with a hanging indent at its second column.
fn hung(line: &str, width: usize) -> Vec<String> {
    let start = line.len() - line.trim_start().len();
    let gap = line[start..].find("  ").map(|gap| start + gap);
    let second = gap.map(|gap| gap + line[gap..].len() - line[gap..].trim_start().len());
    let indent = second.filter(|&second| line.is_ascii() && second * 2 < width).unwrap_or(start.min(2));
    let (first, rest) = if indent > start { line.split_at(indent) } else { ("", line) };
    let mut lines: Vec<String> =
        wrap(rest, width - indent).into_iter().map(|line| format!("{:indent$}{line}", "")).collect();
    if let Some(line) = lines.first_mut().filter(|_| !first.is_empty()) {
        line.replace_range(..indent, first);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn second_columns_go_on_below_themselves() {
        let lines = fitted("  quit            leave the game and the program\n", 38);
        assert_eq!(lines, ["  quit            leave the game and", "                  the program"]);
    }

    #[test]
    fn rules_fit_every_width_and_keep_their_drawings() {
        for game in GameId::all() {
            for width in [58, 60, 78, 84] {
                let lines = fitted(game.rules(), width);
                let longest = lines.iter().map(|line| line.chars().count()).max().unwrap();
                assert!(longest <= width, "{game} {width}: {longest}");
            }
            assert!(game.rules().lines().filter(|line| is_heading(line)).count() >= 3, "{game} has few headings");
        }
    }
}
