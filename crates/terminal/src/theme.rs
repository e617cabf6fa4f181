//! Colours and symbols for different terminals.

use std::fmt;

use ratatui_core::style::{Color, Modifier, Style};
use skirmish_board::{Piece, Side, TextError, quoted};

use crate::game_screen::Tone;
use crate::system::SHOWS_COLOURS;

/// A colour scheme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scheme {
    /// For dark screens.
    Dark,
    /// For light screens.
    Light,
    /// As much contrast as sixteen colours allow.
    Contrast,
    /// No colours: shades, brackets and reversed squares.
    None,
}

impl Scheme {
    /// All schemes.
    pub const ALL: [Scheme; 4] = [Scheme::Dark, Scheme::Light, Scheme::Contrast, Scheme::None];

    /// Its name on command lines.
    pub const fn name(self) -> &'static str {
        match self {
            Scheme::Dark => "dark",
            Scheme::Light => "light",
            Scheme::Contrast => "contrast",
            Scheme::None => "none",
        }
    }

    /// Parses a name.
    pub fn parse(text: &str) -> Result<Scheme, TextError> {
        let names = Scheme::ALL.map(Scheme::name).join(", ");
        let found = Scheme::ALL.into_iter().find(|scheme| scheme.name() == text.to_lowercase());
        found.ok_or_else(|| TextError::new(format!("{} is not a theme, expected one of {names}", quoted(text))))
    }

    /// The scheme for the terminal that the environment variables describe.
    pub fn detect(variable: impl Fn(&str) -> Option<String>) -> Scheme {
        let term = variable("TERM").unwrap_or_default();
        let rich = term.contains("256") || term.contains("direct") || variable("COLORTERM").is_some();
        // "15;0": foreground and background, as indices into the sixteen colours.
        let background = variable("COLORFGBG").and_then(|text| text.rsplit(';').next()?.parse::<u8>().ok());
        match background {
            Some(7 | 15) if rich => Scheme::Light,
            _ if rich || SHOWS_COLOURS => Scheme::Dark,
            _ => Scheme::Contrast,
        }
    }
}

impl fmt::Display for Scheme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// All styles.
#[derive(Clone, Debug)]
pub struct Theme {
    /// The colours.
    pub scheme: Scheme,
    /// Whether to use ASCII only.
    pub ascii: bool,
    /// Pictures instead of letters for the pieces.
    pub pictures: bool,
    /// Normal text.
    pub text: Style,
    /// Less important text.
    pub dim: Style,
    /// Headings and emphasis.
    pub strong: Style,
    /// The bars at the top and at the bottom.
    pub bar: Style,
    /// The selected list item or focused button.
    pub chosen: Style,
    /// A button.
    pub button: Style,
    /// Errors.
    pub error: Style,
    /// Success.
    pub success: Style,
    /// The squares, light and dark.
    pub squares: [Style; 2],
    /// The pieces by [`Side::index`].
    pub sides: [Style; 2],
    /// Wrecks and ghosts.
    pub faint: Style,
    /// The squares of the last move.
    pub last: Style,
    /// The square of the cursor.
    pub cursor: Style,
    /// The square of the selected piece.
    pub selected: Style,
    /// A target square.
    pub target: Style,
    /// A capture, and the squares it would attack.
    pub danger: Style,
    /// The squares of a hint.
    pub hint: Style,
}

impl Theme {
    /// A theme with a scheme and symbols.
    pub fn new(scheme: Scheme, ascii: bool, pictures: bool) -> Theme {
        let on = |colour: Color| Style::new().bg(colour);
        let of = |colour: Color| Style::new().fg(colour);
        let index = Color::Indexed;
        let usual = Style::new();
        let bold = usual.add_modifier(Modifier::BOLD);
        let reversed = usual.add_modifier(Modifier::REVERSED);
        let plain = Theme {
            scheme,
            ascii,
            pictures: pictures && !ascii,
            text: usual,
            dim: usual,
            strong: bold,
            bar: reversed,
            chosen: reversed,
            button: usual,
            error: bold,
            success: bold,
            squares: [usual; 2],
            sides: [bold; 2],
            faint: usual.add_modifier(Modifier::DIM),
            last: usual.add_modifier(Modifier::UNDERLINED),
            cursor: reversed,
            selected: reversed,
            target: usual,
            danger: bold,
            hint: usual.add_modifier(Modifier::UNDERLINED),
        };
        match scheme {
            Scheme::None => plain,
            Scheme::Dark => Theme {
                dim: of(index(246)),
                strong: of(index(117)).add_modifier(Modifier::BOLD),
                bar: of(index(253)).bg(index(237)),
                chosen: of(index(16)).bg(index(117)),
                button: of(index(253)).bg(index(239)),
                error: of(index(215)),
                success: of(index(120)),
                squares: [on(index(240)), on(index(236))],
                sides: [of(index(231)).add_modifier(Modifier::BOLD), of(index(210)).add_modifier(Modifier::BOLD)],
                faint: of(index(246)),
                last: on(index(58)),
                cursor: on(index(25)),
                selected: on(index(30)),
                target: of(index(157)),
                danger: on(index(89)).fg(index(231)),
                hint: on(index(22)),
                ..plain
            },
            Scheme::Light => Theme {
                dim: of(index(240)),
                strong: of(index(25)).add_modifier(Modifier::BOLD),
                bar: of(index(16)).bg(index(252)),
                chosen: of(index(231)).bg(index(25)),
                button: of(index(16)).bg(index(252)),
                error: of(index(130)),
                success: of(index(28)),
                squares: [on(index(255)), on(index(250))],
                sides: [of(index(16)).add_modifier(Modifier::BOLD), of(index(124)).add_modifier(Modifier::BOLD)],
                faint: of(index(241)),
                last: on(index(222)),
                cursor: on(index(117)),
                selected: on(index(79)),
                target: of(index(22)),
                danger: on(index(218)).fg(index(16)),
                hint: on(index(157)),
                ..plain
            },
            Scheme::Contrast => Theme {
                text: usual,
                dim: usual,
                strong: of(Color::LightCyan).add_modifier(Modifier::BOLD),
                bar: of(Color::Black).bg(Color::White),
                chosen: of(Color::Black).bg(Color::LightYellow),
                button: reversed,
                error: of(Color::LightYellow).add_modifier(Modifier::BOLD),
                success: of(Color::LightGreen).add_modifier(Modifier::BOLD),
                squares: [on(Color::DarkGray), on(Color::Black)],
                sides: [
                    of(Color::White).add_modifier(Modifier::BOLD),
                    of(Color::LightRed).add_modifier(Modifier::BOLD),
                ],
                faint: of(Color::Gray),
                last: on(Color::Blue),
                cursor: of(Color::Black).bg(Color::White),
                selected: of(Color::Black).bg(Color::LightYellow),
                target: of(Color::LightGreen).add_modifier(Modifier::BOLD),
                danger: of(Color::White).bg(Color::Magenta),
                hint: of(Color::Black).bg(Color::LightGreen),
                ..plain
            },
        }
    }

    /// Whether there are colours.
    pub fn is_coloured(&self) -> bool {
        self.scheme != Scheme::None
    }

    /// The Unicode or the ASCII symbol.
    pub fn sign(&self, rich: &'static str, ascii: &'static str) -> &'static str {
        if self.ascii { ascii } else { rich }
    }

    /// The character for a piece.
    pub fn letter(&self, piece: &Piece) -> char {
        match (self.pictures, self.is_coloured()) {
            (true, _) => piece.glyph,
            (false, true) => piece.letter_when_coloured,
            (false, false) => piece.letter,
        }
    }

    /// The colour of a message.
    pub(crate) fn tone(&self, tone: Tone) -> Style {
        match tone {
            Tone::Plain => self.text,
            Tone::Error => self.error,
            Tone::Success => self.success,
        }
    }

    /// The colour of a side.
    pub fn side(&self, side: Side) -> Style {
        self.sides[side.index()]
    }

    /// The fill of an empty square: without colours, dark squares are shaded.
    pub fn fill(&self, dark: bool) -> &'static str {
        if self.is_coloured() || !dark { " " } else { self.sign("░", ":") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_colours_suit_the_terminal() {
        let detect = |variables: &[(&str, &str)]| {
            Scheme::detect(|name| {
                variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
            })
        };
        assert_eq!(detect(&[("TERM", "xterm-256color")]), Scheme::Dark);
        assert_eq!(detect(&[("TERM", "xterm-256color"), ("COLORFGBG", "0;15")]), Scheme::Light);
        assert_eq!(detect(&[("TERM", "xterm"), ("COLORTERM", "truecolor")]), Scheme::Dark);
        let plain = if SHOWS_COLOURS { Scheme::Dark } else { Scheme::Contrast };
        assert_eq!(detect(&[("TERM", "linux")]), plain);
    }

    #[test]
    fn themes_are_called_by_their_names() {
        for scheme in Scheme::ALL {
            assert_eq!(Scheme::parse(scheme.name()), Ok(scheme));
        }
        assert!(Scheme::parse("pink").unwrap_err().to_string().contains("expected one of dark, light, contrast, none"));
    }
}
