//! Names of games as typed on a command line.

use skirmish_board::{Evaluate, Notation, Piece, Side};
use skirmish_games::{Game, GameId, Placed, Visitor};

#[track_caller]
fn bad(text: &str, expected: &str) {
    match GameId::parse(text) {
        Ok(id) => panic!("{text:?} should not name {id}"),
        Err(error) => assert_eq!(error.to_string(), expected),
    }
}

#[test]
fn the_five_games_are_registered_in_the_order_they_are_shown() {
    let ids: Vec<String> = GameId::all().map(|id| id.to_string()).collect();
    assert_eq!(ids, ["refusal", "gastank", "trench", "hiya", "oska"]);
    let names: Vec<&str> = GameId::all().map(|id| id.info().name).collect();
    assert_eq!(names, ["Refusal", "GasTank Chess", "Trench Run", "Hi-YA!", "Oska"]);
    let players: Vec<&str> = GameId::all().map(|id| id.info().player).collect();
    assert_eq!(players, ["VETO", "LAST DROP", "RED FIVE", "SENSEI", "HOURGLASS"]);
    let dimensions: Vec<(u8, u8)> = GameId::all().map(|id| id.dimensions()).collect();
    assert_eq!(dimensions, [(5, 8), (8, 7), (7, 7), (7, 8), (4, 5)]);
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
        bad(text, "Refusal has one size only: write refusal");
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
    let known = "expected one of refusal, gastank, trench, hiya, oska";
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
