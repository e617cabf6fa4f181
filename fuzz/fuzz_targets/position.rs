//! Position texts, in lines as in tests/perft: a position that is accepted can be written, read back and played.

#![no_main]

use libfuzzer_sys::fuzz_target;
use skirmish_games::GameId;
use skirmish_play::{Table, open};

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    for line in text.lines() {
        let mut parts = line.split(';').map(str::trim);
        let (Some(game), Some(position)) = (parts.next(), parts.next()) else { continue };
        let Ok(game) = GameId::parse(game) else { continue };
        let mut table = open(game);
        if table.set_position(position).is_ok() {
            check(table);
        }
    }
});

fn check(mut table: Box<dyn Table>) {
    is_read_back(&mut table);
    let actions = table.legal_actions();
    assert_eq!(actions.is_empty(), table.outcome().is_some());
    for action in actions {
        assert_eq!(table.read(&action.text).as_ref(), Ok(&action));
        let mut after = table.clone();
        after.perform(&action);
        is_read_back(&mut after);
    }
}

fn is_read_back(table: &mut Box<dyn Table>) {
    let written = table.position();
    assert_eq!(table.set_position(&written), Ok(()));
    assert_eq!(table.position(), written);
}
