//! Whatever text comes from outside is read or explained, and what is read is sound.

mod common;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use skirmish_board::{Notation, TextError};
use skirmish_games::{GameId, Visitor};

use common::{Random, assert_sound, board_of, boards, legal_moves, random_game};

/// An error is one short line that a terminal can show.
fn assert_presentable(error: &TextError) {
    let line = error.to_string();
    assert!(!line.is_empty() && line.chars().count() < 300, "length of: {line}");
    assert!(!line.chars().any(char::is_control), "control characters in: {line:?}");
}

/// A position read from outside is sound, can be drawn, and each of its moves can be played.
fn assert_playable<G: Notation>(position: &G) {
    assert_sound(position);
    assert!(position.format_position().starts_with(&(board_of(&position.view()) + " ")));
    for mv in legal_moves(position) {
        let mut next = position.clone();
        next.play(mv);
        assert_sound(&next);
    }
}

/// Reads a text as everything it could be: a position, and a move in each phase of a turn.
struct Read<'t>(&'t str);

impl Visitor for Read<'_> {
    type Output = ();

    fn visit<G: Notation>(self, start: G) {
        match start.parse_position(self.0) {
            Ok(position) => assert_playable(&position),
            Err(error) => assert_presentable(&error),
        }
        // In Refusal two actions lead through all phases: propose, answer, replace.
        for position in random_game(&start, &mut Random::new(self.0.len() as u64), 2) {
            match position.parse_move(self.0) {
                Ok(mv) => assert!(legal_moves(&position).contains(&mv), "{} is not legal", self.0),
                Err(error) => assert_presentable(&error),
            }
        }
    }
}

fn read(text: &str) {
    match GameId::parse(text) {
        Ok(id) => assert_eq!(GameId::parse(&id.to_string()), Ok(id)),
        Err(error) => assert_presentable(&error),
    }
    for id in boards() {
        id.visit(Read(text));
    }
}

/// A change of one place of a text.
#[derive(Clone, Debug)]
enum Edit {
    Delete(Index),
    Insert(Index, char),
    Replace(Index, char),
    Swap(Index, Index),
    Copy(Index, Index),
}

impl Edit {
    fn apply(&self, text: &mut Vec<char>) {
        let place = |index: &Index| index.index(text.len().max(1));
        match self {
            _ if text.is_empty() => {}
            Edit::Delete(at) => drop(text.remove(place(at))),
            Edit::Insert(at, c) => text.insert(place(at), *c),
            Edit::Replace(at, c) => {
                let at = place(at);
                text[at] = *c;
            }
            Edit::Swap(a, b) => {
                let (a, b) = (place(a), place(b));
                text.swap(a, b);
            }
            Edit::Copy(a, b) => {
                let (a, b) = (place(a), place(b));
                text[b] = text[a];
            }
        }
    }
}

fn edit() -> impl Strategy<Value = Edit> {
    // All that position texts are made of, and a few characters that do not belong there.
    let letters = "--//  PNLRKpnlrkBQbqTXtx~*+@JSMjsmwb0123456789?!ABCDEFGH\0\n\u{e9}\u{202e}";
    let letter = select(letters.chars().collect::<Vec<char>>());
    prop_oneof![
        1 => any::<Index>().prop_map(Edit::Delete),
        1 => (any::<Index>(), letter.clone()).prop_map(|(at, c)| Edit::Insert(at, c)),
        1 => (any::<Index>(), letter).prop_map(|(at, c)| Edit::Replace(at, c)),
        // These two often leave a text that can be read.
        4 => (any::<Index>(), any::<Index>()).prop_map(|(a, b)| Edit::Swap(a, b)),
        4 => (any::<Index>(), any::<Index>()).prop_map(|(a, b)| Edit::Copy(a, b)),
    ]
}

/// Reads the edited text of a position some actions into a random game.
struct ReadEdited<'e> {
    seed: u64,
    actions: usize,
    edits: &'e [Edit],
}

impl Visitor for ReadEdited<'_> {
    type Output = ();

    fn visit<G: Notation>(self, start: G) {
        let game = random_game(&start, &mut Random::new(self.seed), self.actions);
        let mut text: Vec<char> = game[game.len() - 1].format_position().chars().collect();
        self.edits.iter().for_each(|edit| edit.apply(&mut text));
        let text: String = text.into_iter().collect();
        match start.parse_position(&text) {
            Ok(position) => assert_playable(&position),
            Err(error) => assert_presentable(&error),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn any_text_is_read_or_explained(text in any::<String>()) {
        read(&text);
    }

    #[test]
    fn any_text_of_the_right_letters_is_read_or_explained(text in "[-/ A-Za-z0-9~*+@?!:]{0,80}") {
        read(&text);
    }

    #[test]
    fn anything_like_a_move_is_read_or_explained(text in "[?!]?[A-Ha-h][0-9]{1,2}[ -]?[A-Ha-h][0-9]{1,2}") {
        read(&text);
    }

    #[test]
    fn edited_positions_are_sound_or_explained(
        seed in any::<u64>(),
        actions in 0_usize..80,
        edits in vec(edit(), 1..4),
    ) {
        for id in boards() {
            id.visit(ReadEdited { seed, actions, edits: &edits });
        }
    }
}

#[test]
fn a_megabyte_of_text_is_explained_in_a_line() {
    for piece in ["-", "p", "/", " ", "\0", "\n", "\u{10ffff}", "A1", "oska:"] {
        read(&piece.repeat(1_000_000 / piece.len()));
    }
}
