//! Position texts, in lines as in tests/perft: a position that is accepted can be written, read back and played.

#![no_main]

use libfuzzer_sys::fuzz_target;
use skirmish_games::GameId;
use skirmish_play::{AnyGame, new_game};

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    for line in text.lines() {
        let mut parts = line.split(';').map(str::trim);
        let (Some(game), Some(position)) = (parts.next(), parts.next()) else { continue };
        let Ok(game) = GameId::parse(game) else { continue };
        let mut board = new_game(game);
        if board.set_position(position).is_ok() {
            check(board);
        }
    }
});

fn check(mut board: Box<dyn AnyGame>) {
    is_read_back(&mut board);
    let actions = board.legal_actions();
    assert_eq!(actions.is_empty(), board.outcome().is_some());
    for action in actions {
        assert_eq!(board.read(&action.text).as_ref(), Ok(&action));
        let mut after = board.clone();
        after.perform(&action);
        is_read_back(&mut after);
    }
}

fn is_read_back(board: &mut Box<dyn AnyGame>) {
    let written = board.position();
    assert_eq!(board.set_position(&written), Ok(()));
    assert_eq!(board.position(), written);
}
