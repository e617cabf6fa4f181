use skirmish_games::GameId;
use skirmish_play::{AnyGame, new_game};

use super::*;

fn game(id: &str, actions: &str) -> Box<dyn AnyGame> {
    let mut game = new_game(GameId::parse(id).unwrap());
    for action in actions.split_whitespace() {
        game.play(action).unwrap();
    }
    game
}

/// Checks that every element is closed and every attribute quoted, and returns the names of all elements.
pub(crate) fn elements(svg: &str) -> Vec<String> {
    let (mut open, mut names) = (Vec::new(), Vec::new());
    for tag in svg.split('<').skip(1) {
        let (tag, text) = tag.split_once('>').unwrap_or_else(|| panic!("<{tag} is not closed"));
        assert!(!text.contains(['"', '>']), "{text}");
        assert_eq!(tag.matches('"').count() % 2, 0, "<{tag}>");
        let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap().to_owned();
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name), "</{tag}>");
        } else {
            names.push(name.clone());
            if !tag.ends_with('/') {
                open.push(name);
            }
        }
    }
    assert!(open.is_empty(), "{open:?}");
    names
}

#[test]
fn pictures_of_all_games_are_whole_documents_without_styles_scripts_or_references() {
    for id in GameId::all() {
        let game = new_game(id);
        for (shade, flipped) in [(Shade::Light, false), (Shade::Dark, true)] {
            let view = game.view();
            let svg = Picture { shade, flipped, title: "<a> & \"b\"", ..Picture::new(id.info().id, &view) }.svg();
            let names = elements(&svg);
            let allowed = ["svg", "title", "g", "path", "rect", "circle", "text"];
            assert!(names.iter().all(|name| allowed.contains(&&**name)), "{id}");
            assert!(svg.contains("<title>&lt;a&gt; &amp; &quot;b&quot;</title>") && !svg.contains("NaN"), "{id}");
            let pieces = cells(&view).filter(|cell| cell.piece.is_some()).count();
            assert!(svg.matches("paint-order").count() == pieces, "{id}");
        }
    }
}

#[test]
fn the_last_move_marks_both_of_its_squares() {
    for (id, actions) in [("hiya", "G3G4"), ("oska", "A5A4"), ("trench", "A3B4"), ("gastank", "D2C4")] {
        let game = game(id, actions);
        let (view, last) = (game.view(), game.last_move());
        let colours = Colours::of(id, Shade::Light);
        let count = |svg: &str| {
            let marks = [&colours.last_light, &colours.last_dark, &colours.last_ring];
            let mut marks: Vec<&String> = marks.into_iter().filter(|mark| svg.contains(&***mark)).collect();
            marks.dedup();
            marks.iter().map(|mark| svg.matches(&***mark).count()).sum::<usize>()
        };
        let plain = Picture::new(id, &view);
        assert_eq!(count(&plain.svg()), 0, "{id}");
        assert_eq!(count(&Picture { last: last.as_ref(), ..plain }.svg()), 2, "{id}");
    }
}

#[test]
fn a_proposal_has_an_arrow_and_a_ghost_and_a_refusal_a_stamp() {
    let proposed = game("refusal", "A3B5");
    let view = proposed.view();
    let svg = Picture::new("refusal", &view).svg();
    let pick = Colours::of("refusal", Shade::Light).pick;
    assert!(svg.contains(&format!("fill=\"{pick}\" opacity=\".82\"")) && svg.contains("opacity=\".7\""));
    assert!(!svg.contains("REFUSED"));
    let refused = game("refusal", "A3B5 refuse");
    let svg = Picture { refused: true, ..Picture::new("refusal", &refused.view()) }.svg();
    assert!(svg.contains("REFUSED") && svg.contains("opacity=\".5\"") && !svg.contains(&pick));
}

#[test]
fn arrows_and_marks_of_squares_that_do_not_exist_are_left_out() {
    let view = game("oska", "").view();
    let arrow = |from: &str, to: &str| Arrow { from: from.into(), to: to.into(), look: ArrowLook::First };
    let plain = Picture::new("oska", &view);
    let with = |arrows: &[Arrow], marked: &[&str]| Picture { arrows, marked, ..plain.clone() }.svg();
    assert_eq!(with(&[arrow("A1", "Z9"), arrow("", "<")], &["Z9", ""]), plain.svg());
    let svg = with(&[arrow("A1", "A2"), arrow("B1", "B1")], &["C1"]);
    assert_eq!(svg.matches("#17703c").count(), 2, "an arrow, and a circle for an arrow to its own square");
    assert_eq!(svg.matches(MARK_COLOUR).count(), 1);
}

/// Games that are added get letters on discs.
#[test]
fn a_piece_without_a_drawing_is_its_letter() {
    let mut view = game("hiya", "").view();
    for piece in view.rows.iter_mut().flat_map(|row| &mut row.cells).filter_map(|cell| cell.piece.as_mut()) {
        (piece.kind, piece.letter) = ("unknown", '<');
    }
    let svg = Picture::new("unheard-of", &view).svg();
    elements(&svg);
    assert_eq!(svg.matches(">&lt;</text>").count(), cells(&view).filter(|cell| cell.piece.is_some()).count());
}
