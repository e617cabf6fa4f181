//! Files of games: read back, cut off anywhere, damaged anywhere.

use std::fs;
use std::path::PathBuf;

use skirmish_board::Move;
use skirmish_train::games_file::{GamesFile, TrainingGame};
use tempfile::TempDir;

const ABOUT: &str = "game hiya\nnodes 5";

fn game(number: u32) -> TrainingGame {
    let mv = |bits: u32| Move::from_bits((number * 97 + bits * 31) as u16);
    TrainingGame {
        number,
        opening: (0..number % 4).map(mv).collect(),
        moves: (0..number % 7).map(|bits| (mv(bits), bits as i16 * 100 - 250)).collect(),
        result: (number % 3) as i8 - 1,
    }
}

/// A file with some games.
fn written() -> (TempDir, PathBuf, Vec<TrainingGame>) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    let games: Vec<TrainingGame> = (0..9).map(game).collect();
    let (mut file, known) = GamesFile::open(&path, ABOUT).unwrap();
    assert!(known.is_empty());
    games.iter().for_each(|game| file.add(game).unwrap());
    (folder, path, games)
}

#[test]
fn games_are_read_back_and_more_can_be_added() {
    let (_folder, path, mut games) = written();
    let (mut file, known) = GamesFile::open(&path, ABOUT).unwrap();
    assert_eq!(known, games);
    games.push(game(77));
    file.add(&game(77)).unwrap();
    assert_eq!(GamesFile::open(&path, ABOUT).unwrap().1, games);
}

/// Killed at any moment, it leaves a file with all complete games.
#[test]
fn a_file_cut_off_anywhere_goes_on() {
    let (_folder, path, games) = written();
    let bytes = fs::read(&path).unwrap();
    for length in 0..bytes.len() {
        fs::write(&path, &bytes[..length]).unwrap();
        let (mut file, known) = GamesFile::open(&path, ABOUT).unwrap_or_else(|error| panic!("{length} bytes: {error}"));
        assert!(games.starts_with(&known) && known.len() < games.len(), "{length} bytes");
        games[known.len()..].iter().for_each(|game| file.add(game).unwrap());
        drop(file);
        assert!(fs::read(&path).unwrap() == bytes, "{length} bytes");
    }
}

#[test]
fn damage_is_noticed_and_named() {
    let (_folder, path, games) = written();
    let bytes = fs::read(&path).unwrap();
    for bit in 0..8 * bytes.len() {
        let mut damaged = bytes.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        fs::write(&path, &damaged).unwrap();
        let error =
            GamesFile::open(&path, ABOUT).err().unwrap_or_else(|| panic!("bit {bit} of {}", games.len())).to_string();
        assert!(error.starts_with(&path.display().to_string()) && !error.contains('\n'), "{error}");
    }
}

#[test]
fn games_of_another_kind_are_refused() {
    let (_folder, path, _) = written();
    let error = |about: &str| GamesFile::open(&path, about).err().expect("another kind").to_string();
    assert!(error("game hiya\nnodes 6").contains("nodes 5"), "{}", error("game hiya\nnodes 6"));
    assert!(error("game oska\nnodes 5").contains("game hiya"));
    fs::write(&path, "something else\n\n").unwrap();
    assert!(error(ABOUT).contains("not a file of games"));
}
