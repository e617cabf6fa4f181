//! Boards as SVG: the shapes of the pieces, pictures of positions, and boards that a script steps through.
//!
//! A [`Picture`] draws a [`View`](skirmish_board::View) as one SVG document without styles, scripts or references, so that it
//! looks the same in a browser, a notebook and an image viewer. A [`BoardKit`] is the same drawing in parts, for pages that show
//! many positions: its script only puts parts where they belong. The page of `skirmish web` draws with the same shapes.

mod board;
mod colours;
mod kit;
mod overlay;
mod picture;
mod piece;
mod shapes;
mod svg;

pub use colours::{Colours, Shade};
pub use kit::{BoardKit, KitState, PLAYER_SCRIPT};
pub use overlay::{Arrow, ArrowLook};
pub use picture::Picture;
pub use piece::{is_dark, piece};
pub use shapes::{PieceShape, SHAPES, shape_of};
pub use svg::escaped;
