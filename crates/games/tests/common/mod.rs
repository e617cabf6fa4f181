//! What the tests over all games share: the list of boards, random games, and what every position must obey.

use skirmish_board::{Move, MoveList, Notation};
use skirmish_games::GameId;

/// The sizes tested of a game that has many: the small ones, and those on both sides of a change of representation.
const SIZES: [u8; 8] = [4, 5, 6, 7, 8, 11, 12, 26];

/// Every registered game, at several sizes if it has them.
pub fn boards() -> Vec<GameId> {
    let sizes = |id: GameId| match &id.info().sizes {
        None => vec![id],
        Some(range) => SIZES
            .iter()
            .filter(|size| range.contains(size))
            .map(|size| GameId::parse(&format!("{}:{size}", id.info().id)).unwrap())
            .collect(),
    };
    GameId::all().flat_map(sizes).collect()
}

/// A small random generator, the same in every run.
pub struct Random(u64);

impl Random {
    /// A sequence of its own for every seed.
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// A number from 0 to below `limit`, which is not 0.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = (self.0 ^ (self.0 >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
        mixed = (mixed ^ (mixed >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
        ((mixed ^ (mixed >> 32)) % limit as u64) as usize
    }
}

/// The legal moves.
pub fn legal_moves<G: Notation>(position: &G) -> Vec<Move> {
    let mut list = MoveList::new();
    position.legal_moves(&mut list);
    list.to_vec()
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
