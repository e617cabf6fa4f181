//! Training games in a file: appended one by one, read all at once.
//!
//! The file begins with text: the format, then a description of the games. After an empty line come the games, each with two
//! checksums: of its head, which has its length, and of its moves and scores. So a game that was cut off at the end of the file
//! when the program was killed is not mistaken for damage.

use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use skirmish_board::{Move, TextError, checksum};

/// The first line.
const FORMAT: &str = "skirmish games 1";
const END: &[u8] = b"\n\n";
/// Number, result, plies of the opening, moves, checksum.
const HEAD: usize = 4 + 1 + 1 + 2 + 4;
/// The checksum after a game.
const TAIL: usize = 4;

/// A training game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrainingGame {
    /// Its number; with the seed it determines the game.
    pub number: u32,
    /// The moves of the opening.
    pub opening: Vec<Move>,
    /// The moves after it, each with the search score of the position for the side to move.
    pub moves: Vec<(Move, i16)>,
    /// South's result: 1, 0 or -1.
    pub result: i8,
}

impl TrainingGame {
    fn format(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(HEAD + 2 * self.opening.len() + 4 * self.moves.len() + TAIL);
        bytes.extend(self.number.to_le_bytes());
        bytes.push(self.result as u8);
        bytes.push(self.opening.len() as u8);
        bytes.extend((self.moves.len() as u16).to_le_bytes());
        bytes.extend(sum(&bytes).to_le_bytes());
        bytes.extend(self.opening.iter().flat_map(|mv| mv.bits().to_le_bytes()));
        bytes.extend(self.moves.iter().flat_map(|(mv, _)| mv.bits().to_le_bytes()));
        bytes.extend(self.moves.iter().flat_map(|(_, score)| score.to_le_bytes()));
        bytes.extend(sum(&bytes[HEAD..]).to_le_bytes());
        bytes
    }

    /// Parses the game at the beginning of bytes. Returns it and its length.
    fn parse(bytes: &[u8]) -> Result<(TrainingGame, usize), Flaw> {
        let (head, rest) = bytes.split_at_checked(HEAD).ok_or(Flaw::CutOff)?;
        let head_sum = u32::from_le_bytes([head[8], head[9], head[10], head[11]]);
        if head_sum != sum(&head[..8]) {
            return Err(Flaw::Damaged);
        }
        let (opening, moves) = (usize::from(head[5]), usize::from(u16::from_le_bytes([head[6], head[7]])));
        let length = 2 * opening + 4 * moves;
        let (body, rest) = rest.split_at_checked(length).ok_or(Flaw::CutOff)?;
        let tail = rest.get(..TAIL).ok_or(Flaw::CutOff)?;
        if u32::from_le_bytes([tail[0], tail[1], tail[2], tail[3]]) != sum(body) {
            return Err(Flaw::Damaged);
        }
        let words: Vec<u16> = body.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect();
        let (openings, rest) = words.split_at(opening);
        let (played, scores) = rest.split_at(moves);
        let game = TrainingGame {
            number: u32::from_le_bytes([head[0], head[1], head[2], head[3]]),
            opening: openings.iter().map(|&bits| Move::from_bits(bits)).collect(),
            moves: played.iter().zip(scores).map(|(&mv, &score)| (Move::from_bits(mv), score as i16)).collect(),
            result: head[4] as i8,
        };
        Ok((game, HEAD + length + TAIL))
    }
}

/// Why a game in a file is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flaw {
    /// The file ends in the middle of it.
    CutOff,
    Damaged,
}

fn sum(bytes: &[u8]) -> u32 {
    let sum = checksum(bytes);
    (sum ^ sum >> 32) as u32
}

/// A file of games, open for appending.
pub struct GamesFile {
    path: PathBuf,
    file: File,
}

impl GamesFile {
    /// Opens or creates a file of games with the description `about`, and reads its games. Removes a game that was cut off at the
    /// end.
    ///
    /// The error names the file: another description, damage and where, or an I/O error.
    pub fn open(path: &Path, about: &str) -> Result<(GamesFile, Vec<TrainingGame>), TextError> {
        let named = |what: String| TextError::new(format!("{}: {what}", path.display()));
        let mut options = OpenOptions::new();
        let mut file =
            options.read(true).append(true).create(true).open(path).map_err(|error| named(error.to_string()))?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(|error| named(error.to_string()))?;
        let header = [FORMAT, "\n", about].concat();
        let whole = [header.as_bytes(), END].concat();
        if bytes.len() < whole.len() && whole.starts_with(&bytes) {
            // New, or killed while the header was written.
            file.set_len(0).and_then(|()| file.write_all(&whole)).map_err(|error| named(error.to_string()))?;
            return Ok((GamesFile { path: path.to_owned(), file }, Vec::new()));
        }
        if !bytes.starts_with(&whole) {
            return Err(named(difference(&bytes, &header)));
        }
        let (mut games, mut at) = (Vec::new(), whole.len());
        while at < bytes.len() {
            match TrainingGame::parse(&bytes[at..]) {
                Ok((game, length)) => {
                    games.push(game);
                    at += length;
                }
                Err(Flaw::CutOff) => {
                    file.set_len(at as u64).map_err(|error| named(error.to_string()))?;
                    break;
                }
                Err(Flaw::Damaged) => {
                    return Err(named(format!("game {} is damaged, at byte {at}", games.len() + 1)));
                }
            }
        }
        Ok((GamesFile { path: path.to_owned(), file }, games))
    }

    /// Appends a game.
    pub fn add(&mut self, game: &TrainingGame) -> Result<(), TextError> {
        let written = self.file.write_all(&game.format());
        written.map_err(|error| TextError::new(format!("{}: {error}", self.path.display())))
    }
}

/// Why a file has another header.
fn difference(bytes: &[u8], header: &str) -> String {
    let end = bytes.windows(END.len()).position(|window| window == END).unwrap_or(0);
    let found = String::from_utf8_lossy(&bytes[..end]);
    if !found.starts_with(FORMAT) {
        return "not a file of games of this version".to_owned();
    }
    let mut lines = found.lines().zip(header.lines());
    match lines.find(|(found, wanted)| found != wanted) {
        Some((found, wanted)) => format!("it was made with {found:?}, not {wanted:?}; use another folder"),
        None => "it was made with other settings; use another folder".to_owned(),
    }
}
