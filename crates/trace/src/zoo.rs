//! The zoo: traces of engines with one classic mistake each, for readers to find it.

use skirmish_board::{LineError, quoted};
use skirmish_games::GameId;

use crate::bug::Bug;

/// What the specimens are, in words; `docs/TRACES.md` has its format.
const CATALOGUE: &str = include_str!("../zoo/zoo.txt");

/// Their traces. The test of the zoo writes them.
const TRACES: [&str; 10] = [
    include_str!("../zoo/1.jsonl"),
    include_str!("../zoo/2.jsonl"),
    include_str!("../zoo/3.jsonl"),
    include_str!("../zoo/4.jsonl"),
    include_str!("../zoo/5.jsonl"),
    include_str!("../zoo/6.jsonl"),
    include_str!("../zoo/7.jsonl"),
    include_str!("../zoo/8.jsonl"),
    include_str!("../zoo/9.jsonl"),
    include_str!("../zoo/10.jsonl"),
];

/// The words of the catalogue.
const WORDS: &str = "specimen, game, board, depth, look or answer";

/// A trace of a faulty engine, with a hint and the answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Specimen {
    /// The mistake of the engine.
    pub bug: Bug,
    /// The game and its size.
    pub game: GameId,
    /// The position of the root.
    pub position: String,
    /// How deep the engine was to search.
    pub depth: u32,
    /// Where to look, in a sentence or two.
    pub look: String,
    /// What is wrong, and what it costs.
    pub answer: String,
}

impl Specimen {
    /// All specimens, in their order.
    pub fn all() -> Result<Vec<Specimen>, LineError> {
        Specimen::parse_all(CATALOGUE)
    }

    /// The trace of the specimen with this number, from 0.
    pub fn trace(index: usize) -> Option<&'static str> {
        TRACES.get(index).copied()
    }

    /// Reads a catalogue: blocks of lines that begin with a word, the first of which is `specimen`; indented lines continue a line.
    pub fn parse_all(text: &str) -> Result<Vec<Specimen>, LineError> {
        let mut found: Vec<(usize, Specimen)> = Vec::new();
        let mut last = "";
        for (number, line) in (1..).zip(text.lines()) {
            let error = |sentence: String| LineError { line: number, sentence };
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            let continues = line.starts_with(' ');
            let (word, rest) = if continues { (last, line) } else { line.split_once(' ').unwrap_or((line, "")) };
            let rest = rest.trim();
            last = word;
            if word == "specimen" {
                let bug = Bug::ALL.into_iter().find(|bug| bug.id() == rest);
                let bug = bug.ok_or_else(|| error(format!("{} is no mistake that the check knows", quoted(rest))))?;
                let game = GameId::all().next().ok_or_else(|| error("there is no game".to_owned()))?;
                let (position, look, answer) = (String::new(), String::new(), String::new());
                found.push((number, Specimen { bug, game, position, depth: 0, look, answer }));
                continue;
            }
            let (_, specimen) = found.last_mut().ok_or_else(|| error(format!("{word} before the first specimen")))?;
            match word {
                "game" => specimen.game = GameId::parse(rest).map_err(|why| error(why.to_string()))?,
                "depth" => {
                    let depth = rest.parse().ok().filter(|depth| (1..=9).contains(depth));
                    specimen.depth = depth.ok_or_else(|| error(format!("{}: expected 1 to 9", quoted(rest))))?;
                }
                "board" => specimen.position = rest.to_owned(),
                "look" => append(&mut specimen.look, rest),
                "answer" => append(&mut specimen.answer, rest),
                _ => return Err(error(format!("{} is not a word here, expected {WORDS}", quoted(word)))),
            }
        }
        for (line, specimen) in &found {
            let error = |sentence: String| LineError { line: *line, sentence };
            let mut game = skirmish_play::new_game(specimen.game);
            game.set_position(&specimen.position).map_err(|why| error(format!("board: {why}")))?;
            if specimen.depth == 0 || specimen.look.is_empty() || specimen.answer.is_empty() {
                return Err(error("the specimen lacks a depth, look or answer".to_owned()));
            }
        }
        Ok(found.into_iter().map(|(_, specimen)| specimen).collect())
    }
}

fn append(text: &mut String, more: &str) {
    if !text.is_empty() {
        text.push(' ');
    }
    *text += more;
}
