//! Game records: a record that is accepted is written as an equal one.

#![no_main]

use libfuzzer_sys::fuzz_target;
use skirmish_play::Record;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(record) = Record::parse(text) else { return };
    let written = record.format();
    let again = Record::parse(&written).unwrap_or_else(|error| panic!("{error} in\n{written}"));
    assert_eq!(again.format(), written);
});
