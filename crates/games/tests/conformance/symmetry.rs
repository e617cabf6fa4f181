//! Images of positions that must look the same to the rules and to the engine: the board turned, and the board in the mirror.
//!
//! They are made of texts, and of what a game says of its pieces: nothing here knows a game.

use std::collections::HashMap;

use skirmish_board::{Notation, Outcome, Piece, View};
use skirmish_games::GameId;

/// Games that are not the same when left and right are exchanged.
const WITHOUT_MIRROR: &[&str] = &[];

/// A way to make an image of a position.
pub struct Symmetry {
    /// Whether the sides are exchanged and the rows with them.
    pub turns: bool,
    /// The square that each square becomes.
    squares: HashMap<String, String>,
    /// The letter that each piece becomes.
    pieces: HashMap<char, char>,
    /// The sides' letters.
    sides: [char; 2],
}

/// What a game is symmetric under: turning the board by 180 degrees and exchanging the sides, and exchanging left and right.
pub fn symmetries<G: Notation>(id: GameId, start: &G) -> Vec<Symmetry> {
    let mirrored = !WITHOUT_MIRROR.contains(&id.info().id);
    let turns = [true].into_iter().chain(mirrored.then_some(false));
    turns.map(|turns| Symmetry::new(id, &start.view(), turns)).collect()
}

impl Symmetry {
    fn new(id: GameId, view: &View, turns: bool) -> Symmetry {
        let palette = (id.info().setup.palette)();
        let image = |piece: &Piece| {
            let side = if turns { piece.side.opposite() } else { piece.side };
            let kind = exchanged(piece.kind);
            let image = palette.iter().find(|other| other.side == side && other.kind == kind);
            (piece.letter, image.unwrap_or_else(|| panic!("{id}: no {kind} of {side}")).letter)
        };
        let rows = names(view);
        let images = rows.iter().map(|row| row.iter().rev().cloned().collect::<Vec<String>>());
        // Rows are symmetric, so the first square of the board becomes the last.
        let images: Vec<Vec<String>> = if turns { images.rev().collect() } else { images.collect() };
        Symmetry {
            turns,
            squares: rows.concat().into_iter().zip(images.concat()).collect(),
            pieces: palette.iter().map(image).collect(),
            sides: id.info().setup.letters,
        }
    }

    /// The text of the image of a position.
    pub fn position(&self, text: &str) -> String {
        let mut fields = text.split(' ');
        let square = |square: &str| -> String { square.chars().map(|c| *self.pieces.get(&c).unwrap_or(&c)).collect() };
        let row = |row: &str| -> String { squares_of(row).into_iter().rev().map(square).collect() };
        let rows = fields.next().unwrap_or_default().split('/').map(row);
        let board: Vec<String> = if self.turns { rows.rev().collect() } else { rows.collect() };
        let rest = fields.map(|field| self.field(field));
        [board.join("/")].into_iter().chain(rest).collect::<Vec<String>>().join(" ")
    }

    /// A field after the board: a side, a move with or without a sign before it, or something that stays as it is.
    fn field(&self, field: &str) -> String {
        let side = self.sides.iter().position(|side| side.to_string() == field);
        let sign = field.len() - field.trim_start_matches(|c: char| !c.is_ascii_alphabetic()).len();
        match side {
            Some(index) if self.turns => self.sides[1 - index].to_string(),
            Some(_) => field.to_owned(),
            None => field[..sign].to_owned() + &self.action(&field[sign..]),
        }
    }

    /// The move between the images of its squares; an action without squares stays.
    pub fn action(&self, text: &str) -> String {
        let second = text.rfind(|c: char| c.is_ascii_alphabetic()).unwrap_or(0);
        let (from, to) = text.split_at(second);
        match (self.squares.get(from), self.squares.get(to)) {
            (Some(from), Some(to)) => from.clone() + to,
            _ => text.to_owned(),
        }
    }

    pub fn outcome(&self, outcome: Outcome) -> Outcome {
        match outcome {
            Outcome::Win(side) if self.turns => Outcome::Win(side.opposite()),
            same => same,
        }
    }
}

/// The kind with the word left for right and right for left.
fn exchanged(kind: &str) -> String {
    let word = |word| match word {
        "left" => "right",
        "right" => "left",
        other => other,
    };
    kind.split(' ').map(word).collect::<Vec<&str>>().join(" ")
}

/// The squares of a row of position text; a digit is the gas of the piece before it.
fn squares_of(row: &str) -> Vec<&str> {
    let starts: Vec<usize> = row.char_indices().filter(|(_, c)| !c.is_ascii_digit()).map(|(at, _)| at).collect();
    let ends = starts.iter().skip(1).copied().chain([row.len()]);
    starts.iter().zip(ends).map(|(&start, end)| &row[start..end]).collect()
}

/// The names of all squares, row by row from the top.
pub fn names(view: &View) -> Vec<Vec<String>> {
    view.rows.iter().map(|row| row.cells.iter().map(|cell| cell.square.clone()).collect()).collect()
}
