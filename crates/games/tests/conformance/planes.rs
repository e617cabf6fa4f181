//! What holds of the planes that a network sees, for every game that has some.

use std::collections::{BTreeSet, HashMap};

use skirmish_board::{Evaluate, LevelProfile, Notation, Side};
use skirmish_games::{GameId, Visitor};

use crate::common::{Random, boards, boards_by_chance, random_game};
use crate::symmetry::symmetries;
use crate::{every_board, random_games, read};

/// The squares in all planes of a side.
fn planes<G: Notation + Evaluate>(position: &G, side: Side) -> BTreeSet<(usize, usize)> {
    let mut seen = BTreeSet::new();
    position.planes(side, &mut |plane, set| {
        assert!(plane < G::PLANES, "plane {plane} of {}: {}", G::PLANES, position.format_position());
        for square in (0..64).filter(|square| set >> square & 1 != 0) {
            assert!(seen.insert((plane, square)), "plane {plane} is there twice: {}", position.format_position());
        }
    });
    seen
}

/// The positions of random games from the start and from boards of all kinds.
fn looked_at<G: Notation>(id: GameId, start: &G) -> Vec<G> {
    let mut random = Random::new(7);
    let from_boards = boards_by_chance(id, start).into_iter().flat_map(|board| random_game(&board, &mut random, 40));
    random_games(start).into_iter().flatten().chain(from_boards).collect()
}

every_board! {
    /// Each side sees the board from its own end, so both see the same after turning it, and the mirror is that of the rules.
    fn symmetric_positions_have_symmetric_planes(id, start) {
        for symmetry in symmetries(id, &start).into_iter().filter(|_| G::PLANES > 0) {
            for position in looked_at(id, &start) {
                let text = position.format_position();
                let image = read(&start, &symmetry.position(&text));
                for side in Side::BOTH {
                    let mirrored = |(plane, square)| position.mirrored(plane, square).expect("a game with a mirror");
                    let expected: BTreeSet<_> = planes(&position, side).into_iter().map(mirrored).collect();
                    let seen_by = if symmetry.turns { side.opposite() } else { side };
                    assert_eq!(planes(&image, seen_by), expected, "{id}: the image of {text}, {side}");
                }
            }
        }
    }
}

every_board! {
    /// Exchanging left and right twice changes nothing, and no plane has a square that is not on the board.
    fn the_mirror_of_the_mirror_is_the_same(id, start) {
        for position in looked_at(id, &start) {
            for side in Side::BOTH {
                for (plane, square) in planes(&position, side) {
                    let (there, image) = position.mirrored(plane, square).expect("a game with a mirror");
                    assert!(there < G::PLANES && image < 64, "{id}");
                    assert_eq!(position.mirrored(there, image), Some((plane, square)), "{id}");
                }
            }
        }
    }
}

every_board! {
    /// Whatever decides the future is in the planes, but for what stays the same in every game and a proposal that is pending.
    fn positions_that_differ_have_planes_that_differ(id, start) {
        let mut known: HashMap<_, (u64, String)> = HashMap::new();
        let all = random_games(&start).into_iter().flatten().filter(|position| position.outcome().is_none());
        for position in all.filter(|position| G::PLANES > 0 && position.view().pending.is_none()) {
            let text = position.format_position();
            let seen = (position.side_to_move(), Side::BOTH.map(|side| planes(&position, side)));
            let (key, first) = known.entry(seen).or_insert_with(|| (position.key(), text.clone()));
            assert_eq!(*key, position.key(), "{id}: {text} and {first} have the same planes");
        }
    }
}

/// The games that networks were made for; a further one may do without.
#[test]
fn the_games_with_networks_have_planes() {
    struct Planes;
    impl Visitor for Planes {
        type Output = usize;
        fn visit<G: Notation + LevelProfile>(self, _: G) -> usize {
            G::PLANES
        }
    }
    for name in ["refusal", "gastank", "trench", "hiya", "oska:4", "oska:5", "oska:6", "oska:7", "oska:8"] {
        let id = GameId::parse(name).expect("a game");
        assert!(id.visit(Planes) > 0, "{id}");
    }
}
