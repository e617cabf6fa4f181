//! The list of games: their names, as typed on a command line and as shown, their examples, and boards set up by hand.

use std::collections::HashSet;

use skirmish_board::{Evaluate, Notation, Piece, Side};
use skirmish_games::{Game, GameId, Info, Placed, Visitor};

#[track_caller]
fn bad(text: &str, expected: &str) {
    match GameId::parse(text) {
        Ok(id) => panic!("{text:?} should not name {id}"),
        Err(error) => assert_eq!(error.to_string(), expected),
    }
}

/// What people know the first games by: id, name, player, columns and rows.
const KNOWN: [(&str, &str, &str, (u8, u8)); 5] = [
    ("refusal", "Refusal", "VETO", (5, 8)),
    ("gastank", "GasTank Chess", "LAST DROP", (8, 7)),
    ("trench", "Trench Run", "RED FIVE", (7, 7)),
    ("hiya", "Hi-YA!", "SENSEI", (7, 8)),
    ("oska", "Oska", "HOURGLASS", (4, 5)),
];

#[test]
fn the_games_that_people_know_are_where_they_look_for_them() {
    let shown = |id: GameId| (id.info().id, id.info().name, id.info().player, id.dimensions());
    let games: Vec<_> = GameId::all().map(shown).collect();
    assert_eq!(games[..KNOWN.len()], KNOWN);
}

/// Nothing can be taken for anything else, on a command line, in a list or in a menu.
#[test]
fn every_game_has_names_of_its_own() {
    let mut names = HashSet::new();
    for id in GameId::all() {
        let Info { id, name, player, summary, .. } = id.info();
        assert!(!id.is_empty() && id.bytes().all(|byte| byte.is_ascii_lowercase()), "{id}");
        for name in [id, name, player] {
            assert!(!name.trim().is_empty() && name.is_ascii() && name.len() <= 20, "{id}: {name:?}");
        }
        let named = [("id", id), ("name", name), ("player", player), ("summary", summary)];
        assert!(named.into_iter().all(|named| names.insert(named)), "{id} shares a name with another game");
        assert!(
            (20..=60).contains(&summary.len()) && !summary.ends_with('.'),
            "{id}: {summary:?} is no line for a menu"
        );
    }
}

#[test]
fn all_games_at_some_sizes() {
    let names = |sizes: &[u8]| -> Vec<String> { GameId::all_at(sizes).iter().map(GameId::to_string).collect() };
    let one_size = GameId::all().filter(|id| id.info().sizes.is_none()).count();
    assert_eq!(names(&[]).len(), one_size);
    assert!(names(&[]).contains(&"refusal".to_owned()));
    let oska = |sizes: &[u8]| names(sizes).into_iter().filter(|name| name.starts_with("oska")).collect::<Vec<_>>();
    assert_eq!(oska(&[3, 4, 6, 26, 27]), ["oska", "oska:6", "oska:26"]);
}

#[test]
fn every_name_is_read_back() {
    for &game in Game::ALL {
        let id = GameId::from(game);
        assert_eq!(id.to_string(), game.info().id);
        assert_eq!(GameId::parse(game.info().id), Ok(id));
        assert_eq!(id.info().id, game.info().id);
    }
}

#[test]
fn refusal_has_one_size() {
    let id = GameId::parse("refusal").unwrap();
    assert_eq!((id.size(), id.dimensions()), (0, (5, 8)));
    for text in ["refusal:5", "refusal:", "refusal:x", "refusal:5:5"] {
        bad(text, "Refusal has only one size: write refusal");
    }
}

#[test]
fn oska_has_every_size_from_4_to_26_and_4_goes_without_saying() {
    assert_eq!(GameId::parse("oska"), GameId::parse("oska:4"));
    for size in 4..=26 {
        let id = GameId::parse(&format!("oska:{size}")).unwrap();
        assert_eq!((id.size(), id.dimensions()), (size, (size, 2 * size - 3)));
        assert_eq!(id.to_string(), if size == 4 { "oska".to_owned() } else { format!("oska:{size}") });
        assert_eq!(GameId::parse(&id.to_string()), Ok(id));
    }
    for size in ["0", "3", "27", "256", "-5", "x", "", "6:6", " 6", "6.0", "99999999999999999999"] {
        bad(&format!("oska:{size}"), &format!("\"{size}\" is not a size of Oska, expected 4 to 26"));
    }
}

#[test]
fn unknown_names_are_told_the_known_ones() {
    let ids: Vec<&str> = GameId::all().map(|id| id.info().id).collect();
    let known = format!("expected one of {}", ids.join(", "));
    for text in ["chess", "", "Refusal", " refusal", "oska6", "oska 6", "chess:5"] {
        bad(text, &format!("\"{text}\" is not a game, {known}"));
    }
    bad("os\u{1b}[31mka\n", &format!("\"os\\u{{1b}}[31mka\\n\" is not a game, {known}"));
    bad("oska:\u{7}", "\"\\u{7}\" is not a size of Oska, expected 4 to 26");
    bad(&"x".repeat(1_000_000), &format!("\"{}…\" is not a game, {known}", "x".repeat(40)));
}

#[test]
fn a_size_is_written_in_one_way() {
    for text in ["oska:+5", "oska:05", "oska: 5", "oska:5.0"] {
        assert!(GameId::parse(text).is_err(), "{text}");
    }
}

struct Check(GameId);

impl Visitor for Check {
    type Output = ();

    fn visit<G: Notation + Evaluate>(self, start: G) {
        let info = self.0.info();
        assert!(info.examples.len() >= 4, "{}", info.id);
        for legal in [true, false] {
            assert!(info.examples.iter().any(|example| example.legal == legal), "{}: no example is {legal}", info.id);
        }
        for example in info.examples {
            let mut position =
                start.parse_position(example.position).unwrap_or_else(|error| panic!("{error}: {example:?}"));
            assert_eq!(position.format_position(), example.position);
            match position.parse_move(example.action) {
                Ok(mv) => {
                    assert!(example.legal, "{example:?}");
                    position.play(mv);
                }
                Err(rule) => assert!(!example.legal && !rule.is_unreadable(), "{rule}: {example:?}"),
            }
            for action in example.then {
                position.play(position.parse_move(action).unwrap_or_else(|rule| panic!("{rule}: {example:?}")));
            }
        }
        // Every piece of the palette can be placed, and the start can be set up from it.
        let placed = |piece: Piece| Placed { letter: piece.letter, gas: piece.gas };
        let rows: Vec<Vec<Option<Placed>>> =
            start.view().rows.iter().map(|row| row.cells.iter().map(|cell| cell.piece.map(placed)).collect()).collect();
        let text = start.format_position();
        assert_eq!(info.setup.compose(&rows, start.side_to_move(), None), text);
        for side in Side::BOTH {
            let turned = info.setup.with_side(&text, side);
            assert_eq!(start.parse_position(&turned).unwrap().side_to_move(), side);
            assert_eq!(info.setup.compose(&rows, side, None), turned);
        }
        for (mark, _) in info.setup.marks {
            let marked = info.setup.compose(&rows, start.side_to_move(), Some(mark));
            assert_eq!(start.parse_position(&marked).unwrap().format_position(), marked);
        }
        let palette = (info.setup.palette)();
        for piece in rows.iter().flatten().flatten() {
            assert!(palette.iter().any(|&known| placed(known) == *piece), "{piece:?}");
        }
        for piece in palette {
            // In place of one of its own kind, a piece leaves the board as it was.
            let known = rows.iter().flatten().flatten().any(|placed| placed.letter == piece.letter);
            assert!(known, "{piece:?} of {} is not on the board at the start", info.id);
        }
    }
}

#[test]
fn examples_are_what_they_say_and_positions_can_be_set_up() {
    for game in GameId::all() {
        game.visit(Check(game));
    }
}
