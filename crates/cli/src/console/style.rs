//! The look of board and text: colours and symbols.

use std::env;
use std::io::{self, IsTerminal};

use anstyle::{AnsiColor, Effects, Style};
use clap::ValueEnum;
use skirmish_board::{Cell, Piece, Side, Squares, View};

use crate::arguments::StyleArgs;

/// When to use colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Colour {
    /// On a terminal, unless `NO_COLOR` is set.
    #[default]
    #[value(help = None)]
    Auto,
    /// Always, even in files.
    #[value(help = None)]
    Always,
    /// Never.
    #[value(help = None)]
    Never,
}

/// Terminals that can only print lines.
const SIMPLE_TERMINALS: [&str; 3] = ["dumb", "cons25", "emacs"];

/// Whether the terminal can only print lines.
pub fn is_simple() -> bool {
    env::var_os("TERM").is_some_and(|name| SIMPLE_TERMINALS.iter().any(|known| name == *known))
}

/// Whether `NO_COLOR` is set.
pub fn colours_unwanted() -> bool {
    env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
}

/// The features used to draw.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ConsoleStyle {
    /// Whether to use colours.
    pub colour: bool,
    /// Whether to use chess symbols instead of letters.
    pub unicode: bool,
    /// Whether to show a live line while the engine thinks.
    pub live: bool,
}

impl ConsoleStyle {
    /// The style for the terminal, the environment and the arguments.
    pub fn detect(style: StyleArgs) -> ConsoleStyle {
        let capable = io::stdout().is_terminal() && !is_simple();
        let colour = match style.color {
            Colour::Auto => capable && !colours_unwanted(),
            Colour::Always => true,
            Colour::Never => false,
        };
        ConsoleStyle { colour, unicode: style.unicode && !style.ascii, live: capable }
    }

    /// The board as text. With colours, the squares of the last move are underlined.
    pub fn board(self, view: &View, last: Option<&Squares>) -> String {
        let paint = |cell: &Cell, text: String| {
            let is_marked = last.is_some_and(|last| [&last.from, &last.to].contains(&&cell.square));
            if self.colour { painted(cell.piece.map(|piece| piece.side), is_marked, &text) } else { text }
        };
        view.draw(|piece| self.letter(piece), paint)
    }

    /// The character for a piece. With colours, both sides may have the same letter.
    pub fn letter(self, piece: &Piece) -> char {
        match self {
            ConsoleStyle { unicode: true, .. } => piece.glyph,
            ConsoleStyle { colour: true, .. } => piece.letter_when_coloured,
            ConsoleStyle { .. } => piece.letter,
        }
    }

    /// A text in the colour of a side.
    pub fn of_side(self, side: Side, text: &str) -> String {
        if self.colour { painted(Some(side), false, text) } else { text.to_owned() }
    }
}

fn painted(side: Option<Side>, marked: bool, text: &str) -> String {
    let style = match side {
        None => Style::new(),
        Some(Side::North) => AnsiColor::Red.on_default().bold(),
        // The default foreground: white on dark screens, black on light ones.
        Some(Side::South) => Style::new().bold(),
    };
    styled(if marked { style | Effects::UNDERLINE } else { style }, text)
}

fn styled(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use skirmish_games::GameId;
    use unicode_width::UnicodeWidthChar;

    /// A text without its styles.
    fn stripped(text: &str) -> String {
        let mut plain = String::new();
        let mut chars = text.chars();
        while let Some(c) = chars.next() {
            if c == '\u{1b}' { chars.by_ref().find(|&c| c == 'm').map(drop).unwrap_or_default() } else { plain.push(c) }
        }
        plain
    }

    #[test]
    fn colours_do_not_change_the_shape_of_the_board() {
        for id in GameId::all() {
            let game = skirmish_play::new_game(id);
            let view = game.view();
            let mut coloured = view.clone();
            for piece in coloured.rows.iter_mut().flat_map(|row| &mut row.cells).flat_map(|cell| &mut cell.piece) {
                piece.letter = piece.letter_when_coloured;
            }
            let first = game.legal_actions().swap_remove(0);
            let drawn = ConsoleStyle { colour: true, ..ConsoleStyle::default() }.board(&view, first.squares.as_ref());
            assert_ne!(drawn, stripped(&drawn), "{id}");
            assert_eq!(stripped(&drawn), coloured.to_string(), "{id}");
            assert_eq!(ConsoleStyle::default().board(&view, None), view.to_string(), "{id}");
        }
    }

    #[test]
    fn pictures_keep_the_columns_and_tell_all_pieces_apart() {
        for game in GameId::all() {
            let view = skirmish_play::new_game(game).view();
            let drawn = ConsoleStyle { unicode: true, ..ConsoleStyle::default() }.board(&view, None);
            for (line, plain) in drawn.lines().zip(view.to_string().lines()) {
                assert_eq!(line.chars().count(), plain.chars().count(), "{drawn}");
                assert!(line.chars().all(|c| c.width() == Some(1) && c.width_cjk() == Some(1)), "{line}");
            }
            let pieces = view.rows.iter().flat_map(|row| &row.cells).flat_map(|cell| cell.piece);
            let mut known: Vec<(Side, &str, char)> = pieces.map(|p| (p.side, p.kind, p.glyph)).collect();
            known.sort_by_key(|&(_, _, glyph)| glyph);
            known.dedup();
            assert!(known.windows(2).all(|pair| pair[0].2 != pair[1].2), "{known:?}");
        }
    }
}
