//! What games on a rectangular board share besides squares: position text, move text, pieces and metadata.
//!
//! A game implements [`Rectangular`] and puts `rectangular::notation!()` into its `impl Notation`.

use skirmish_board::{Frame, Marker, Move, MoveList, Notation, Piece, Position, Side, TextError, View, quoted};

use crate::grid::{between, bit, squares};
use crate::registry::{Info, SetupLetters};
use crate::text::{Grid, fields, name, parse_side};

/// A game on a board of at most 8 by 8 squares, each of which holds at most one piece.
///
/// Moves are those of [`Move::between`]. Position text is the board, then `s` or `n` for the side to act, then the [`ExtraField`] if
/// the game has one.
pub(crate) trait Rectangular: Position {
    /// The kinds of pieces.
    type Kind: PieceKind;

    /// The size of the board.
    const GRID: Grid;

    /// The start board as in position text; South moves first.
    const START: &'static str;

    /// How the board is printed.
    const FRAME: Frame = Frame { top: "   computer", bottom: "   human", ruler: true, width: 1 };

    /// The royal kind: each side has one, and loses with it.
    const ROYAL: Option<Self::Kind> = None;

    /// The tanks of the pieces, if they have any.
    const TANK: Option<Tank<Self>> = None;

    /// The field of position text after the side to act, if there is one.
    const EXTRA_FIELD: Option<ExtraField<Self>> = None;

    /// An empty board.
    fn empty(side: Side) -> Self;

    /// Puts a piece, with a full tank, on an empty square.
    fn put(&mut self, square: u8, side: Side, kind: Self::Kind);

    /// The piece on a square and its side.
    fn piece_on(&self, square: u8) -> Option<(Side, Self::Kind)>;

    /// The rule of the game that an illegal move breaks, in a sentence. The mover's own piece is on the first square, and the second is
    /// another one.
    fn rule_broken(&self, from: u8, to: u8) -> String;

    /// What the board does not show, in one sentence each.
    fn notes(&self) -> Vec<String> {
        Vec::new()
    }

    /// Markers of single pieces.
    fn markers(&self) -> Vec<Marker> {
        Vec::new()
    }

    /// The piece on a square, to be drawn.
    fn piece(&self, square: u8) -> Option<Piece> {
        let (side, kind) = self.piece_on(square)?;
        Some(Piece { gas: Self::TANK.map(|tank| (tank.gas)(self, square)), ..piece_view::<Self>(side, kind) })
    }

    /// The sentence about a piece that blocks a line; `None` if the line is free.
    fn blocked(&self, from: u8, to: u8) -> Option<String> {
        let way = squares(between(from, to)).filter_map(|square| Some((square, self.piece(square)?)));
        // The piece that the mover meets first.
        let (square, met) = if to > from { way.min_by_key(|met| met.0) } else { way.max_by_key(|met| met.0) }?;
        let mover = self.piece(from)?.kind;
        let (a, b, c) = (name(from), name(to), name(square));
        Some(format!("The {mover} on {a} cannot jump: {}'s {} on {c} is in the way to {b}.", met.side, met.kind))
    }
}

/// The kinds of pieces and their style.
pub(crate) trait PieceKind: Copy + PartialEq + 'static {
    /// All kinds, in the order in which they are listed.
    const ALL: &'static [Self];

    /// Its name, letters and symbols.
    fn style(self) -> PieceStyle;

    /// Its name, such as `knight`.
    fn noun(self) -> &'static str {
        self.style().noun
    }
}

/// The name, letters and symbols of a kind of piece.
#[derive(Clone, Copy)]
pub(crate) struct PieceStyle {
    noun: &'static str,
    letters: [char; 2],
    coloured: Option<char>,
    glyphs: [char; 2],
}

impl PieceStyle {
    /// Its name; South's and North's letter in position text; South's and North's Unicode symbol, outlined and filled, one column wide
    /// on every terminal.
    pub const fn new(noun: &'static str, letters: [char; 2], glyphs: [char; 2]) -> PieceStyle {
        PieceStyle { noun, letters, coloured: None, glyphs }
    }

    /// The style with another letter, the same for both sides, on boards where colour tells them apart.
    pub const fn coloured(mut self, letter: char) -> PieceStyle {
        self.coloured = Some(letter);
        self
    }
}

/// The tanks of a game whose pieces burn gas.
pub(crate) struct Tank<G> {
    /// The gas of a full tank, a digit.
    pub full: u8,
    /// The gas of the piece on a square.
    pub gas: fn(&G, u8) -> u8,
    /// Sets the gas of the piece on a square.
    pub fill: fn(&mut G, u8, u8),
}

/// The field of position text after the side to act.
pub(crate) struct ExtraField<G> {
    /// Its name, for errors.
    pub name: &'static str,
    /// Its values for an editor of positions with their meaning, the usual first.
    pub choices: &'static [(&'static str, &'static str)],
    /// Reads the field into a position that is otherwise complete.
    pub parse: fn(&mut G, &str) -> Result<(), TextError>,
    /// Writes the field.
    pub format: fn(&G) -> String,
}

/// The part of `impl Notation` that is the same in all games on a rectangular board. (The orphan rule forbids a blanket
/// implementation here.)
macro_rules! notation {
    () => {
        fn parse_position(&self, text: &str) -> Result<Self, skirmish_board::TextError> {
            $crate::rectangular::parse_position(text)
        }

        fn format_position(&self) -> String {
            $crate::rectangular::format_position(self)
        }

        fn parse_move(&self, text: &str) -> Result<skirmish_board::Move, skirmish_board::TextError> {
            $crate::rectangular::parse_move(self, text)
        }

        fn named_squares(&self, text: &str) -> Option<skirmish_board::Squares> {
            <Self as $crate::rectangular::Rectangular>::GRID.named_squares(text)
        }

        fn squares(&self, mv: skirmish_board::Move) -> Option<skirmish_board::Squares> {
            Some($crate::text::squares_of(mv))
        }

        fn view(&self) -> skirmish_board::View {
            $crate::rectangular::view(self)
        }
    };
}
pub(crate) use notation;

/// The position at the start.
pub(crate) fn start<G: Rectangular>() -> G {
    let mut position = G::empty(Side::South);
    let read = parse_board(&mut position, G::START);
    debug_assert_eq!(read, Ok(()));
    position
}

/// The metadata that all games on a rectangular board share.
pub(crate) const fn info<G: Rectangular>() -> Info {
    Info {
        id: "",
        name: "",
        player: "",
        sizes: None,
        dimensions: |_| (G::GRID.columns, G::GRID.rows),
        sides: ["South", "North"],
        opener: None,
        summary: "",
        welcome: &[],
        lesson: None,
        examples: &[],
        setup: SetupLetters {
            letters: [side_letter(Side::South), side_letter(Side::North)],
            palette: palette::<G>,
            marks: match &G::EXTRA_FIELD {
                Some(field) => field.choices,
                None => &[],
            },
        },
    }
}

/// Reads position text.
pub(crate) fn parse_position<G: Rectangular>(text: &str) -> Result<G, TextError> {
    let Some(mark) = G::EXTRA_FIELD else {
        let [board, side] = fields(text, ["board", "side to act"])?;
        return parse_fields(board, side);
    };
    let [board, side, field] = fields(text, ["board", "side to act", mark.name])?;
    let mut position = parse_fields(board, side)?;
    (mark.parse)(&mut position, field)?;
    Ok(position)
}

/// Writes position text.
pub(crate) fn format_position<G: Rectangular>(position: &G) -> String {
    let mut text = String::with_capacity(2 * 64 + 8 + 10);
    G::GRID.format_board(&mut text, |square| position.piece(square));
    text.push(' ');
    text.push(side_letter(position.side_to_move()));
    if let Some(mark) = G::EXTRA_FIELD {
        text.push(' ');
        text += &(mark.format)(position);
    }
    text
}

/// The legal move that a text names, or the rule that it breaks.
pub(crate) fn parse_move<G: Rectangular + Notation>(position: &G, text: &str) -> Result<Move, TextError> {
    if position.outcome().is_some() {
        return Err(TextError::new(format!("The game is over: {}", position.ending())));
    }
    let (from, to) = G::GRID.parse_squares(text)?;
    let mv = Move::between(from, to);
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    if moves.contains(&mv) {
        return Ok(mv);
    }
    let rule = common_rule(position, from, to).unwrap_or_else(|| position.rule_broken(from, to));
    Err(TextError::new(rule))
}

/// The board, to be drawn.
pub(crate) fn view<G: Rectangular>(position: &G) -> View {
    View {
        notes: position.notes(),
        markers: position.markers(),
        ..G::GRID.view(G::FRAME, |square| position.piece(square))
    }
}

/// Every piece of both sides.
fn palette<G: Rectangular>() -> Vec<Piece> {
    let of = |side: Side| G::Kind::ALL.iter().map(move |&kind| piece_view::<G>(side, kind));
    Side::BOTH.into_iter().flat_map(of).collect()
}

/// A piece, with a full tank, to be drawn.
fn piece_view<G: Rectangular>(side: Side, kind: G::Kind) -> Piece {
    let PieceStyle { noun, letters, coloured, glyphs } = kind.style();
    let letter = letters[side.index()];
    Piece {
        side,
        kind: noun,
        letter,
        letter_when_coloured: coloured.unwrap_or(letter),
        glyph: glyphs[side.index()],
        gas: G::TANK.map(|tank| tank.full),
    }
}

/// Reads the fields that all games have.
fn parse_fields<G: Rectangular>(board: &str, side: &str) -> Result<G, TextError> {
    let mut position = G::empty(parse_side(side, "s", "n")?);
    parse_board(&mut position, board)?;
    check_royals(&position)?;
    Ok(position)
}

/// Reads the board of position text onto an empty one.
fn parse_board<G: Rectangular>(position: &mut G, text: &str) -> Result<(), TextError> {
    G::GRID.parse_board(text, |square, letter, rest| {
        let (side, kind) = parse_piece(square, letter)?;
        position.put(square, side, kind);
        if let Some(tank) = G::TANK {
            (tank.fill)(position, square, parse_gas(square, kind.noun(), tank.full, rest.next())?);
        }
        Ok(())
    })
}

/// Reads the letter of a piece.
fn parse_piece<K: PieceKind>(square: u8, letter: char) -> Result<(Side, K), TextError> {
    let of = |side: Side| K::ALL.iter().map(move |&kind| (side, kind));
    let mut pieces = Side::BOTH.into_iter().flat_map(of);
    pieces.find(|(side, kind)| kind.style().letters[side.index()] == letter).ok_or_else(|| {
        let letters = |side: Side| K::ALL.iter().map(|kind| kind.style().letters[side.index()]).collect::<String>();
        TextError::new(format!(
            "square {}: {} is not a piece, expected one of {} {} or - for empty",
            name(square),
            quoted(letter.encode_utf8(&mut [0; 4])),
            letters(Side::North),
            letters(Side::South)
        ))
    })
}

/// Reads the character after a piece, its gas.
fn parse_gas(square: u8, noun: &str, full: u8, found: Option<char>) -> Result<u8, TextError> {
    match found.and_then(|c| c.to_digit(10)) {
        Some(gas) if gas <= full.into() => Ok(gas as u8),
        _ => {
            let found = found.map_or("missing".to_owned(), |c| quoted(&c.to_string()));
            let square = name(square);
            Err(TextError::new(format!("square {square}: the {noun}'s gas is {found}, expected a digit 0 to {full}")))
        }
    }
}

/// Checks that each side has one royal piece; in a finished game one side may have none.
fn check_royals<G: Rectangular>(position: &G) -> Result<(), TextError> {
    let Some(royal) = G::ROYAL else { return Ok(()) };
    let noun = royal.noun();
    let held = Side::BOTH.map(|side| {
        squares(G::GRID.board()).filter(|&square| position.piece_on(square) == Some((side, royal))).count()
    });
    match Side::BOTH.into_iter().find(|side| held[side.index()] > 1) {
        Some(side) => Err(TextError::new(format!("{side} has {} {noun}s, expected one", held[side.index()]))),
        None if held == [0, 0] => Err(TextError::new(format!(
            "neither side has a {noun}, expected one a side (or one side's, in a finished game)"
        ))),
        None => Ok(()),
    }
}

/// The rule that a move breaks, if it is one of those that all games have: there must be a piece, it must be the mover's own, and it
/// must leave its square.
fn common_rule<G: Rectangular>(position: &G, from: u8, to: u8) -> Option<String> {
    let (a, side) = (name(from), position.side_to_move());
    match position.piece_on(from) {
        None => Some(format!("There is no piece on {a}.")),
        Some((owner, kind)) if owner != side => {
            Some(format!("The {} on {a} is {owner}'s, and it is {side}'s turn.", kind.noun()))
        }
        Some((_, kind)) if from == to => Some(format!("The {} on {a} must leave its square.", kind.noun())),
        Some(_) => None,
    }
}

/// The letter of a side in position text.
pub(crate) const fn side_letter(side: Side) -> char {
    match side {
        Side::South => 's',
        Side::North => 'n',
    }
}

/// The side whose set contains a square.
pub(crate) fn owner(sides: [u64; 2], square: u8) -> Option<Side> {
    Side::BOTH.into_iter().find(|side| sides[side.index()] & bit(square) != 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{GasTank, HiYa, Trench};

    fn illegal(position: &str, mv: &str) -> String {
        HiYa::start().parse_position(position).unwrap().parse_move(mv).unwrap_err().to_string()
    }

    #[test]
    fn rules_of_all_games_name_square_and_piece() {
        let board = "---K---/-------/--S----/-------/--s----/-------/-------/---k--- s";
        assert_eq!(illegal(board, "C5C6"), "There is no piece on C5.");
        assert_eq!(illegal(board, "C6C5"), "The samurai on C6 is North's, and it is South's turn.");
        assert_eq!(illegal(board, "C4C4"), "The samurai on C4 must leave its square.");
        let over = illegal("-------/-------/--S----/-------/--s----/-------/-------/---k--- s", "C4C5");
        assert_eq!(over, "The game is over: North's king was attacked.");
    }

    #[test]
    fn the_piece_met_first_is_in_the_way() {
        let board = "s--K---/-------/-------/s------/-------/s------/-------/s--k---";
        let position = HiYa::start().parse_position(&format!("{board} s")).unwrap();
        let (a1, a2, a3, a8) = (0, 8, 16, 56);
        let up = "The samurai on A1 cannot jump: South's samurai on A3 is in the way to A8.";
        assert_eq!(position.blocked(a1, a8).as_deref(), Some(up));
        let down = "The samurai on A8 cannot jump: South's samurai on A5 is in the way to A1.";
        assert_eq!(position.blocked(a8, a1).as_deref(), Some(down));
        assert_eq!(position.blocked(a1, a3), None, "the end of the way is not in the way");
        assert_eq!(position.blocked(a1, a2), None);
    }

    /// Every piece with its letter, its picture and a full tank, South's first.
    #[test]
    fn the_palette_has_all_pieces_of_both_sides() {
        let shown = |pieces: Vec<Piece>| -> Vec<String> {
            let gas = |piece: &Piece| piece.gas.map_or(String::new(), |gas| gas.to_string());
            pieces.iter().map(|piece| format!("{}{}{}", piece.letter, gas(piece), piece.glyph)).collect()
        };
        assert_eq!(shown(palette::<GasTank>()).join(" "), "k3♔ n3♘ b3♗ q3♕ K3♚ N3♞ B3♝ Q3♛");
        assert_eq!(shown(palette::<Trench>()).join(" "), "t⬡ x✕ +▭ @⊚ T⬢ X✖ ~▬ *⦿");
        let coloured: String = palette::<HiYa>().iter().map(|piece| piece.letter_when_coloured).collect();
        assert_eq!(coloured, "SJsjKSJsjK");
    }
}
