//! The registry of games: their metadata, and the way from a typed name to the code of a game.

use std::fmt;
use std::ops::RangeInclusive;

use skirmish_board::{LevelProfile, Notation, Piece, Side, TextError, quoted};

use crate::Game;

/// Metadata of a game.
pub struct Info {
    /// The name on command lines.
    pub id: &'static str,
    /// The name for people.
    pub name: &'static str,
    /// The name of the program's player of the game.
    pub player: &'static str,
    /// The sizes of its board, if it has several; the first is the default.
    pub sizes: Option<RangeInclusive<u8>>,
    /// Columns and rows of the board of a size.
    pub dimensions: fn(u8) -> (u8, u8),
    /// The names of the sides, by [`Side::index`].
    pub sides: [&'static str; 2],
    /// The side that moves first, if the rules fix it.
    pub opener: Option<Side>,
    /// A line for menus.
    pub summary: &'static str,
    /// Three short sentences to read before the first move: the goal, the twist, and what follows from it. May be empty.
    pub welcome: &'static [&'static str],
    /// A lesson in the format of the crate `lessons`, if there is one.
    pub lesson: Option<&'static str>,
    /// Examples of the rules.
    pub examples: &'static [Example],
    /// What an editor of positions needs.
    pub setup: SetupLetters,
}

/// An example of a rule.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// A sentence or two.
    pub caption: &'static str,
    /// The position text, of the default size.
    pub position: &'static str,
    /// The action that it shows.
    pub action: &'static str,
    /// Whether the action is legal.
    pub legal: bool,
    /// Actions that follow before the board is drawn again.
    pub then: &'static [&'static str],
}

impl Example {
    /// An action that the rules allow.
    pub(crate) const fn legal(position: &'static str, action: &'static str, caption: &'static str) -> Example {
        Example { caption, position, action, legal: true, then: &[] }
    }

    /// An action that the rules forbid.
    pub(crate) const fn illegal(position: &'static str, action: &'static str, caption: &'static str) -> Example {
        Example { caption, position, action, legal: false, then: &[] }
    }

    /// The example with actions that follow before the board is drawn again.
    pub(crate) const fn then(mut self, actions: &'static [&'static str]) -> Example {
        self.then = actions;
        self
    }
}

/// What an editor of positions needs.
#[derive(Clone, Copy)]
pub struct SetupLetters {
    /// The letters of the sides in position text, by [`Side::index`].
    pub letters: [char; 2],
    /// Every piece, South's first; tanks are full.
    pub palette: fn() -> Vec<Piece>,
    /// The values of the field after the side with their meaning, the usual first; empty if there is no such field.
    pub marks: &'static [(&'static str, &'static str)],
}

/// A piece in an editor of positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// Its character in position text.
    pub letter: char,
    /// The gas in its tank, in the game that has tanks.
    pub gas: Option<u8>,
}

impl SetupLetters {
    /// The position text of a board, its rows from the top. It need not be a valid position.
    pub fn compose(&self, rows: &[Vec<Option<Placed>>], side: Side, mark: Option<&str>) -> String {
        let square = |placed: &Option<Placed>| match placed {
            None => "-".to_owned(),
            Some(Placed { letter, gas: None }) => letter.to_string(),
            Some(Placed { letter, gas: Some(gas) }) => format!("{letter}{gas}"),
        };
        let rows: Vec<String> = rows.iter().map(|row| row.iter().map(square).collect()).collect();
        let mark = mark.or_else(|| Some(self.marks.first()?.0));
        let mark = mark.map_or(String::new(), |mark| format!(" {mark}"));
        format!("{} {}{mark}", rows.join("/"), self.letters[side.index()])
    }

    /// Position text with this side to act instead.
    pub fn with_side(&self, position: &str, side: Side) -> String {
        let mut fields: Vec<String> = position.split(' ').map(str::to_owned).collect();
        if let Some(field) = fields.get_mut(1) {
            *field = self.letters[side.index()].to_string();
        }
        fields.join(" ")
    }
}

/// Generic code for any game. [`GameId::visit`] calls it with the start position of its game.
pub trait Visitor {
    /// The result.
    type Output;

    /// Runs the code for a game, given its start position.
    fn visit<G: Notation + LevelProfile>(self, start: G) -> Self::Output;
}

/// Defines all games: for each line a module, its position type and a variant of [`Game`], in the order they are shown.
///
/// The module has the type, a static `INFO`, and a `visit` that calls a [`Visitor`] with the start position; its directory has the
/// rules in `rules.txt`.
macro_rules! games {
    ($($module:ident::$game:ident,)*) => {
        $(
            pub mod $module;
            pub use $module::$game;
        )*

        /// The games, apart from their sizes.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Game {
            $(#[doc = concat!("See [`", stringify!($module), "`].")] $game,)*
        }

        impl Game {
            /// All games, in the order they are shown.
            pub const ALL: &[Game] = &[$(Game::$game),*];

            /// Its metadata.
            pub fn info(self) -> &'static Info {
                match self {
                    $(Game::$game => &$module::INFO,)*
                }
            }

            /// The text of the rules. It is not in [`Info`], so that a program that does not show it does not contain it.
            pub fn rules(self) -> &'static str {
                match self {
                    $(Game::$game => include_str!(concat!(stringify!($module), "/rules.txt")),)*
                }
            }

            fn visit<V: Visitor>(self, size: u8, visitor: V) -> V::Output {
                match self {
                    $(Game::$game => $module::visit(size, visitor),)*
                }
            }
        }
    };
}
pub(crate) use games;

/// A game with the size of its board, such as `refusal` or `oska:6`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GameId {
    game: Game,
    size: u8,
}

impl GameId {
    /// Every game at its default size.
    pub fn all() -> impl Iterator<Item = GameId> {
        Game::ALL.iter().map(|&game| GameId::from(game))
    }

    /// Every game at each of these sizes that it has; games with one size once.
    pub fn all_at(sizes: &[u8]) -> Vec<GameId> {
        let at = |&game: &Game| match &game.info().sizes {
            None => vec![GameId::from(game)],
            Some(known) => {
                sizes.iter().filter(|size| known.contains(size)).map(|&size| GameId { game, size }).collect()
            }
        };
        Game::ALL.iter().flat_map(at).collect()
    }

    /// Reads `refusal`, `oska` or `oska:6`.
    pub fn parse(text: &str) -> Result<GameId, TextError> {
        let (name, size_text) = text.split_once(':').map_or((text, None), |(name, size)| (name, Some(size)));
        let Some(&game) = Game::ALL.iter().find(|game| game.info().id == name) else {
            let ids: Vec<&str> = Game::ALL.iter().map(|game| game.info().id).collect();
            return Err(TextError::new(format!("{} is not a game, expected one of {}", quoted(text), ids.join(", "))));
        };
        let info = game.info();
        match (size_text, &info.sizes) {
            (None, _) => Ok(GameId::from(game)),
            (Some(_), None) => Err(TextError::new(format!("{} has only one size: write {name}", info.name))),
            (Some(text), Some(sizes)) => match sizes.clone().find(|size| size.to_string() == text) {
                Some(size) => Ok(GameId { game, size }),
                None => Err(TextError::new(format!(
                    "{} is not a size of {}, expected {} to {}",
                    quoted(text),
                    info.name,
                    sizes.start(),
                    sizes.end()
                ))),
            },
        }
    }

    /// Its metadata.
    pub fn info(self) -> &'static Info {
        self.game.info()
    }

    /// The text of the rules.
    pub fn rules(self) -> &'static str {
        self.game.rules()
    }

    /// The size of the board, 0 for games that have only one.
    pub fn size(self) -> u8 {
        self.size
    }

    /// Columns and rows of the board.
    pub fn dimensions(self) -> (u8, u8) {
        (self.info().dimensions)(self.size)
    }

    /// Calls the visitor with the game's start position.
    pub fn visit<V: Visitor>(self, visitor: V) -> V::Output {
        self.game.visit(self.size, visitor)
    }
}

/// The game at its default size.
impl From<Game> for GameId {
    fn from(game: Game) -> GameId {
        GameId { game, size: game.info().sizes.as_ref().map_or(0, |sizes| *sizes.start()) }
    }
}

/// The name that [`GameId::parse`] reads back, without the default size.
impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if GameId::from(self.game) == *self {
            f.write_str(self.info().id)
        } else {
            write!(f, "{}:{}", self.info().id, self.size)
        }
    }
}
