//! Names of games as typed on a command line.

use skirmish_games::{Game, GameId};

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
