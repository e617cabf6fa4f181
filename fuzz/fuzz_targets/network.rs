//! Network files: as they are, and with a valid checksum, without which nothing after it would be reached.

#![no_main]

use libfuzzer_sys::fuzz_target;
use skirmish_board::checksum;
use skirmish_games::{Game, GameId};
use skirmish_play::read_network;
use skirmish_search::Network;

const CHECKSUM: &[u8] = b"\nchecksum ";
const END: &[u8] = b"\n\n";

fuzz_target!(|data: &[u8]| {
    check(data);
    let Some(end) = find(data, END) else { return };
    let (header, weights) = (&data[..end], &data[end + END.len()..]);
    let header = &header[..find(header, CHECKSUM).unwrap_or(end)];
    let sum = format!("{:016x}", checksum(&[header, weights].concat()));
    check(&[header, CHECKSUM, sum.as_bytes(), END, weights].concat());
});

/// Where a part begins.
fn find(data: &[u8], part: &[u8]) -> Option<usize> {
    data.windows(part.len()).position(|window| window == part)
}

/// A network that is accepted can be written and read back.
fn check(data: &[u8]) {
    let Ok(network) = Network::parse(data) else { return };
    let written = network.format();
    let again = Network::parse(&written).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(again.format(), written);
    for &game in Game::ALL {
        let _ = read_network(data, GameId::from(game));
    }
}
