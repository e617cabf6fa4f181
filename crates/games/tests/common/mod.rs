//! What the tests over all games share: the list of boards, random games, boards by chance, and what every position must obey.

// Each test file uses its own part of this.
#![allow(dead_code)]

pub use skirmish_board::Random;
use skirmish_board::{Cell, Move, MoveList, Notation, Piece, View};
use skirmish_games::GameId;

/// The sizes tested of a game that has many: the small ones, and those on both sides of a change of representation.
const SIZES: [u8; 8] = [4, 5, 6, 7, 8, 11, 12, 26];

/// Every registered game; with `SKIRMISH_GAME` in the environment, that one only.
pub fn games() -> Vec<GameId> {
    GameId::all().filter(is_wanted).collect()
}

/// The same, at several sizes if a game has them.
pub fn boards() -> Vec<GameId> {
    GameId::all_at(&SIZES).into_iter().filter(is_wanted).collect()
}

fn is_wanted(id: &GameId) -> bool {
    std::env::var("SKIRMISH_GAME").map_or(true, |wanted| wanted == id.info().id)
}

/// The legal moves.
pub fn legal_moves<G: Notation>(position: &G) -> Vec<Move> {
    let mut list = MoveList::new();
    position.legal_moves(&mut list);
    list.to_vec()
}

/// The position after a legal move.
pub fn after<G: Notation>(position: &G, mv: Move) -> G {
    let mut next = position.clone();
    next.play(mv);
    next
}

/// Plays a random game to its end, or up to a number of actions, and gives all its positions, the first included.
pub fn random_game<G: Notation>(start: &G, random: &mut Random, most: usize) -> Vec<G> {
    let mut positions = vec![start.clone()];
    let mut position = start.clone();
    while positions.len() <= most {
        let moves = legal_moves(&position);
        if moves.is_empty() {
            break;
        }
        position.play(moves[random.below(moves.len())]);
        positions.push(position.clone());
    }
    positions
}

/// How many boards there are from nearly empty to crammed.
const BOARDS: usize = 40;

/// Boards of all kinds, most of which play could not reach, from nearly empty to crammed. A piece that a side has only once at the
/// start is there once on every board.
pub fn boards_by_chance<G: Notation>(id: GameId, start: &G) -> Vec<G> {
    let mut random = Random::new(2);
    (0..BOARDS).filter_map(|number| board_by_chance(id, start, number, &mut random)).collect()
}

fn board_by_chance<G: Notation>(id: GameId, start: &G, number: usize, random: &mut Random) -> Option<G> {
    let setup = &id.info().setup;
    let begun: Vec<Piece> = start.view().rows.iter().flat_map(|row| &row.cells).filter_map(|cell| cell.piece).collect();
    let alone = |piece: &Piece| begun.iter().filter(|other| other.letter == piece.letter).count() == 1;
    let (kings, others): (Vec<Piece>, Vec<Piece>) = (setup.palette)().into_iter().partition(alone);
    let lengths: Vec<usize> = start.view().rows.iter().map(|row| row.cells.len()).collect();
    let mut squares: Vec<Option<Piece>> = (0..lengths.iter().sum())
        .map(|_| (random.below(BOARDS) <= number).then(|| others[random.below(others.len())]))
        .collect();
    for (index, king) in kings.iter().enumerate() {
        // Each has a part of the board of its own, so that none takes another's place.
        let part = squares.len() / kings.len();
        squares[index * part + random.below(part)] = Some(*king);
    }
    let mut square = |piece: Option<Piece>| match piece {
        None => "-".to_owned(),
        Some(Piece { letter, gas: None, .. }) => letter.to_string(),
        Some(Piece { letter, gas: Some(full), .. }) => format!("{letter}{}", random.below(usize::from(full) + 1)),
    };
    let mut squares = squares.into_iter();
    let rows: Vec<String> =
        lengths.iter().map(|&length| squares.by_ref().take(length).map(&mut square).collect()).collect();
    let mark = match setup.marks {
        [] => String::new(),
        marks => format!(" {}", marks[random.below(marks.len())].0),
    };
    let text = format!("{} {}{mark}", rows.join("/"), setup.letters[random.below(2)]);
    match start.parse_position(&text) {
        Ok(position) => Some(position),
        // A game of many sizes may limit how many pieces a side has.
        Err(_) if id.info().sizes.is_some() => None,
        Err(error) => panic!("{id}: {text}: {error}"),
    }
}

/// The board of a view, as position text has it.
pub fn board_of(view: &View) -> String {
    let square = |cell: &Cell| match cell.piece {
        None => "-".to_owned(),
        Some(piece) => format!("{}{}", piece.letter, piece.gas.map_or(String::new(), |gas| gas.to_string())),
    };
    let rows: Vec<String> = view.rows.iter().map(|row| row.cells.iter().map(square).collect()).collect();
    rows.join("/")
}

/// What holds in every position of every game: texts are read back, and there are moves exactly while the game is on.
pub fn assert_sound<G: Notation>(position: &G) {
    let text = position.format_position();
    let again = position.parse_position(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert!(again == *position, "{text}: another position is read back");
    assert_eq!(again.key(), position.key(), "{text}: the key of the text is another");
    assert_eq!(again.format_position(), text);

    let moves = legal_moves(position);
    assert_eq!(position.count_moves(), moves.len(), "{text}: moves counted and listed");
    assert_eq!(moves.is_empty(), position.outcome().is_some(), "{text}: moves exactly while the game is on");
    assert_eq!(position.ending().is_empty(), position.outcome().is_none(), "{text}: an ending exactly at the end");
    for (i, &mv) in moves.iter().enumerate() {
        assert!(!moves[..i].contains(&mv), "{text}: {mv:?} is listed twice");
        let name = position.format_move(mv);
        for name in [name.to_lowercase(), name] {
            assert_eq!(position.parse_move(&name), Ok(mv), "{text}: {name} is not read back");
        }
    }
}
