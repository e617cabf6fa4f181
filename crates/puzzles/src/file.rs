//! Files of puzzles: a line each, with fields separated by semicolons.

use std::collections::HashSet;
use std::fmt::Write;

use skirmish_board::{LineError, quoted};
use skirmish_games::GameId;

use crate::kind::PuzzleKind;
use crate::puzzle::{MAX_RATING, MIN_RATING, Puzzle, format_board};
use crate::theme::PuzzleTheme;

/// No file of puzzles is longer.
pub const MAX_FILE_BYTES: usize = 60 * 1024;

/// The names of the fields, for errors.
const FIELDS: [&str; 8] = ["id", "game", "position", "kind", "solution", "plies", "rating", "themes"];

/// The longest line, and the most actions of a solution: more is no puzzle of any game.
const MAX_LINE: usize = 2000;
const MAX_ACTIONS: usize = 100;

/// The most plies of a puzzle.
const MAX_PLIES: u32 = 200;

/// The puzzles of a game as a file, the same for all its sizes; empty if it has none.
pub fn stored(game: GameId) -> &'static str {
    match game.info().id {
        "refusal" => include_str!("../data/refusal.txt"),
        "gastank" => include_str!("../data/gastank.txt"),
        "trench" => include_str!("../data/trench.txt"),
        "hiya" => include_str!("../data/hiya.txt"),
        "oska" => include_str!("../data/oska.txt"),
        _ => "",
    }
}

/// Reads a file of puzzles. Every solution is replayed, and everything that follows from the position is compared; whether the answers
/// are the only right ones is not proven again.
pub fn parse_puzzles(text: &str) -> Result<Vec<Puzzle>, LineError> {
    let mut puzzles = Vec::new();
    let mut seen = HashSet::new();
    for (index, line) in text.lines().enumerate() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let at = |sentence: String| LineError { line: index + 1, sentence };
        let puzzle = parse_puzzle(line).map_err(at)?;
        puzzle.replay().map_err(at)?;
        if !seen.insert(puzzle.id.clone()) {
            return Err(at(format!("the puzzle {} is there twice", puzzle.id)));
        }
        puzzles.push(puzzle);
    }
    Ok(puzzles)
}

/// Reads the fields of a line.
fn parse_puzzle(line: &str) -> Result<Puzzle, String> {
    if line.len() > MAX_LINE {
        return Err(format!("the line has {} bytes, expected at most {MAX_LINE}", line.len()));
    }
    let fields: Vec<&str> = line.split("; ").collect();
    let &[id, game, position, kind, solution, plies, rating, themes] = &fields[..] else {
        return Err(format!("the line has {} fields, expected {}: {}", fields.len(), FIELDS.len(), FIELDS.join("; ")));
    };
    let game_id = GameId::parse(game).map_err(|error| error.to_string())?;
    if format_board(game_id) != game {
        return Err(format!("the game is {}, expected {}", quoted(game), format_board(game_id)));
    }
    let kinds = || PuzzleKind::ALL.map(PuzzleKind::id).join(", ");
    let kind = PuzzleKind::parse(kind)
        .ok_or_else(|| format!("{} is not a kind of puzzle, expected one of {}", quoted(kind), kinds()))?;
    let solution: Vec<String> = solution.split(' ').map(str::to_owned).collect();
    if solution.len() > MAX_ACTIONS {
        return Err(format!("the solution has {} actions, expected at most {MAX_ACTIONS}", solution.len()));
    }
    let theme = |id: &str| PuzzleTheme::parse(id).ok_or_else(|| format!("{} is not a theme", quoted(id)));
    Ok(Puzzle {
        id: id.to_owned(),
        game: game_id,
        position: position.to_owned(),
        kind,
        solution,
        plies: parse_number(plies, "plies", 1, MAX_PLIES)?,
        rating: parse_number(rating, "a rating", MIN_RATING, MAX_RATING)?,
        themes: themes.split(' ').map(theme).collect::<Result<_, _>>()?,
    })
}

fn parse_number(text: &str, what: &str, least: u32, most: u32) -> Result<u32, String> {
    // Only digits, so that each number has one text.
    let number = text.parse().ok().filter(|number: &u32| number.to_string() == text);
    number
        .filter(|number| (least..=most).contains(number))
        .ok_or_else(|| format!("{} is not {what}, expected a number from {least} to {most}", quoted(text)))
}

/// A file that [`parse_puzzles`] reads: comment lines, then the puzzles by rating.
pub fn format_puzzles(comments: &[String], puzzles: &[Puzzle]) -> String {
    let mut text = String::new();
    for comment in comments {
        let _ = writeln!(text, "# {comment}");
    }
    let mut sorted: Vec<&Puzzle> = puzzles.iter().collect();
    sorted.sort_by(|one, other| (one.rating, &one.id).cmp(&(other.rating, &other.id)));
    for puzzle in sorted {
        let _ = writeln!(text, "{}", format_puzzle(puzzle));
    }
    text
}

fn format_puzzle(puzzle: &Puzzle) -> String {
    let Puzzle { id, game, position, kind, solution, plies, rating, themes } = puzzle;
    let themes: Vec<&str> = themes.iter().map(|theme| theme.id()).collect();
    [
        id.clone(),
        format_board(*game),
        position.clone(),
        kind.id().to_owned(),
        solution.join(" "),
        plies.to_string(),
        rating.to_string(),
        themes.join(" "),
    ]
    .join("; ")
}

/// How far the search for the puzzles of a file has come: one of its comment lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MakerProgress {
    /// The seed of the games.
    pub seed: u64,
    /// How many games have been played.
    pub games: u64,
}

impl MakerProgress {
    /// The progress of a file, if it says so.
    pub fn parse(text: &str) -> Option<MakerProgress> {
        let numbers = |line: &str| {
            let (games, seed) = line.strip_prefix("# From ")?.split_once(" games with --seed ")?;
            Some(MakerProgress { seed: seed.parse().ok()?, games: games.parse().ok()? })
        };
        text.lines().take_while(|line| line.starts_with('#')).find_map(numbers)
    }

    /// The comment lines of a file of this game: its format, and how it was made.
    pub fn comments(&self, game: GameId) -> Vec<String> {
        let info = game.info();
        vec![
            format!("Puzzles of {}: {}. docs/PUZZLES.md explains them.", info.name, FIELDS.join("; ")),
            format!(
                "Made and rated by: skirmish puzzles make {} --folder FOLDER, version {}",
                info.id,
                env!("CARGO_PKG_VERSION")
            ),
            format!("From {} games with --seed {}", self.games, self.seed),
        ]
    }
}
