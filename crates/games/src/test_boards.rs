//! Boards of tests, written in one of two ways, and the effects of moves.
//!
//! A rule is shown once as the handouts print a board: one line per row with its number in front and spaces between the
//! squares; labels, rulers and letters around the board are ignored. Everywhere else a board is sparse, each piece with
//! its squares: `K D8, n B3 C3, k D1`. What a move does is drawn as well, or sparse as the squares that change, `-` for
//! those it leaves empty: `- B3, n C4`. All other squares must then be as they were.
//!
//! Both are strict: an unknown square or piece, or a square named twice, fails the test.

use skirmish_board::{MoveList, Notation, Outcome, Piece, Position, Random};

/// A board and what follows it in position text.
pub type Board<'t> = (&'t str, &'t str);

/// The squares of a board with what they hold in position text, row by row from the top.
struct Squares(Vec<Vec<(String, String)>>);

impl Squares {
    fn of(position: &impl Notation) -> Squares {
        let held = |piece: Piece| piece.letter.to_string() + &piece.gas.map_or(String::new(), |gas| gas.to_string());
        let rows = position.view().rows.into_iter();
        let cells = rows.map(|row| row.cells.into_iter());
        Squares(
            cells.map(|row| row.map(|cell| (cell.square, cell.piece.map_or("-".to_owned(), held))).collect()).collect(),
        )
    }

    fn all(&mut self) -> impl Iterator<Item = &mut (String, String)> {
        self.0.iter_mut().flatten()
    }

    /// Puts pieces, or nothing, on the squares that a sparse text names.
    #[track_caller]
    fn put(&mut self, sparse: &str) {
        let mut named = Vec::new();
        for group in sparse.split(',').filter(|_| !sparse.is_empty()) {
            let mut words = group.split_whitespace();
            let piece = words.next().unwrap_or_else(|| panic!("a piece is missing in {sparse:?}"));
            let before = named.len();
            for square in words {
                assert!(!named.contains(&square), "{square} is named twice in {sparse:?}");
                named.push(square);
                let held = self.all().find(|(name, _)| name == square);
                let (_, held) = held.unwrap_or_else(|| panic!("{square:?} in {sparse:?} is no square"));
                assert_ne!(held, piece, "{square} holds that already, in {sparse:?}");
                *held = piece.to_owned();
            }
            assert!(named.len() > before, "{piece} has no square in {sparse:?}");
        }
    }

    #[track_caller]
    fn position<N: Notation>(&self, start: &N, rest: &str) -> N {
        let row = |row: &Vec<(String, String)>| row.iter().map(|(_, held)| held.as_str()).collect::<String>();
        parsed(start, &format!("{} {rest}", self.0.iter().map(row).collect::<Vec<_>>().join("/")))
    }
}

#[track_caller]
fn parsed<N: Notation>(start: &N, text: &str) -> N {
    start.parse_position(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The position text of a drawing without what follows the board, if it is a drawing.
fn parse_drawing(board: &str) -> Option<String> {
    let row = |line: &str| {
        let mut words = line.split_whitespace();
        words.next().filter(|number| number.parse::<u8>().is_ok())?;
        let squares = words.filter(|word| !["computer", "human"].contains(&word.to_lowercase().as_str()));
        // Where a square is two characters wide, so is an empty one.
        Some(squares.map(|square| if square == "--" { "-" } else { square }).collect::<String>())
    };
    let rows: Vec<String> = board.lines().filter_map(row).collect();
    (!rows.is_empty()).then(|| rows.join("/"))
}

/// The position of a board. `start` says which game it is, and of which size.
#[track_caller]
pub fn position<N: Notation>(start: &N, (board, rest): Board) -> N {
    match parse_drawing(board) {
        Some(rows) => parsed(start, &format!("{rows} {rest}")),
        None => {
            let mut squares = Squares::of(start);
            squares.all().for_each(|(_, held)| *held = "-".to_owned());
            squares.put(board);
            squares.position(start, rest)
        }
    }
}

/// Plays the move and compares what comes out, completely: with a drawing, or with the board before but for the squares
/// that change. The position played comes back.
#[track_caller]
pub fn plays<N: Notation>(start: &N, before: Board, mv: &str, (after, rest): Board) -> N {
    let mut played = position(start, before);
    let expected = match parse_drawing(after) {
        Some(_) => position(start, (after, rest)),
        None => {
            let mut squares = Squares::of(&played);
            squares.put(after);
            squares.position(start, rest)
        }
    };
    let legal = played.parse_move(mv);
    let legal = legal.unwrap_or_else(|error| panic!("{mv} should be legal: {error}\n{}", played.view()));
    played.play_accepted(legal);
    same(mv, &played, &expected);
    played
}

/// Fails with the squares that differ and with both boards.
#[track_caller]
fn same<N: Notation>(mv: &str, found: &N, expected: &N) {
    let (texts, mut differences) = ([found.format_position(), expected.format_position()], Vec::new());
    for (found, expected) in Squares::of(found).all().zip(Squares::of(expected).all()) {
        if found != expected {
            differences.push(format!("{} holds {}, expected {}", found.0, found.1, expected.1));
        }
    }
    let differences = differences.join("\n");
    assert_eq!(texts[0], texts[1], "after {mv}\n{differences}\n{}\nis not\n{}", found.view(), expected.view());
    assert!(found == expected && found.key() == expected.key(), "after {mv}: same text, another position");
}

/// Why the move is illegal.
#[track_caller]
pub fn reason<N: Notation>(start: &N, board: Board, mv: &str) -> String {
    let position = position(start, board);
    match position.parse_move(mv) {
        Ok(_) => panic!("{mv} should be illegal:\n{}", position.view()),
        Err(reason) => reason.to_string(),
    }
}

/// Checks that the move is illegal and that the reason given is a sentence with every one of `words` in it.
#[track_caller]
pub fn forbids<N: Notation>(start: &N, board: Board, mv: &str, words: &[&str]) {
    let reason = reason(start, board, mv);
    assert!(reason.ends_with('.'), "not a sentence: {reason}");
    for word in words {
        assert!(reason.contains(word), "\"{word}\" missing in: {reason}");
    }
}

/// All legal moves.
pub fn legal_moves(position: &impl Position) -> MoveList {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    moves
}

/// Plays a random game. `check` gets every position before its end, with its moves. The number of plies comes back.
pub fn random_game<P: Position>(mut position: P, random: &mut Random, mut check: impl FnMut(&P, &MoveList)) -> u16 {
    for plies in 0.. {
        let moves = legal_moves(&position);
        if moves.is_empty() {
            return plies;
        }
        check(&position, &moves);
        position.play(moves[random.below(moves.len())]);
    }
    unreachable!()
}

/// Whether the side to move wins with a move.
pub fn wins_at_once<P: Position>(position: &P) -> bool {
    legal_moves(position).iter().any(|&mv| {
        let mut next = position.clone();
        next.play(mv);
        next.outcome() == Some(Outcome::Win(position.side_to_move()))
    })
}

/// All legal moves as sorted text.
#[track_caller]
pub fn moves_of(position: &impl Notation) -> Vec<String> {
    let mut moves: Vec<String> = legal_moves(position).iter().map(|&mv| position.format_move(mv)).collect();
    moves.sort();
    assert_eq!(position.count_moves(), moves.len());
    moves
}

/// Checks the complete set of legal moves, given in any order.
#[track_caller]
pub fn legal<N: Notation>(start: &N, board: Board, expected: &str) {
    let position = position(start, board);
    let mut expected: Vec<&str> = expected.split_whitespace().collect();
    expected.sort();
    assert_eq!(moves_of(&position), expected, "\n{}", position.view());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{GasTank, Oska};

    fn gastank(board: &str) -> String {
        position(&GasTank::start(), (board, "s")).format_position()
    }

    #[test]
    fn a_sparse_board_is_the_drawn_one() {
        let board = gastank("K3 H7, n2 B3 C3, k0 A1");
        assert_eq!(board, "-------K3/--------/--------/--------/-n2n2-----/--------/k0------- s");
        let hourglass = position(&Oska::<u64>::start(4), ("w A5 B3, b D1", "b"));
        assert_eq!(hourglass.format_position(), "w---/---/-w/---/---b b");
    }

    #[test]
    #[should_panic(expected = "A1 is named twice")]
    fn no_square_has_two_pieces() {
        gastank("K3 A1, k0 A1");
    }

    #[test]
    #[should_panic(expected = "\"A8\" in \"K3 A8\" is no square")]
    fn squares_are_on_the_board() {
        gastank("K3 A8");
    }

    #[test]
    #[should_panic(expected = "\"R\" is not a piece")]
    fn pieces_are_those_of_the_game() {
        gastank("K3 H7, R3 B1, k0 A1");
    }

    #[test]
    #[should_panic(expected = "A1 holds that already")]
    fn what_a_move_changes_is_another_piece() {
        plays(&GasTank::start(), ("K3 H7, k2 A1", "s"), "A1A2", ("k2 A1", "n"));
    }

    #[test]
    #[should_panic(expected = "B2 holds k1, expected -")]
    fn squares_that_are_not_named_must_be_as_they_were() {
        plays(&GasTank::start(), ("K3 H7, k2 A1", "s"), "A1B2", ("- A1", "n"));
    }
}
