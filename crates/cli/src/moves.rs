//! `skirmish moves`: the outcome and legal actions of a position, or of every position on standard input.

use std::io::{self, BufRead, BufReader, Read, Write};

use anyhow::Context;
use serde::Serialize;
use skirmish_board::{Outcome, TextError, quoted, texts};
use skirmish_play::{AnyGame, known_result};

use crate::arguments::MovesArgs;
use crate::play_out::standing;
use crate::snapshot::{Snapshot, write_json};
use crate::values::not_utf8;

/// Lists the legal actions.
pub fn run(arguments: &MovesArgs, out: &mut impl Write) -> anyhow::Result<()> {
    let mut game = arguments.setup.open()?;
    if arguments.known {
        // Report a missing tablebase before reading the first line.
        known_result(&*game).context("--known")?;
    }
    if arguments.stdin {
        let input = BufReader::with_capacity(1 << 16, io::stdin().lock());
        answer_lines(&mut *game, arguments.known, input, out)?;
    } else if arguments.json {
        write_json(out, &snapshot(&*game, arguments.known)?)?;
    } else {
        show(&*game, arguments.known, out)?;
    }
    Ok(())
}

/// The position in JSON, with its result if `known`.
fn snapshot(game: &dyn AnyGame, known: bool) -> Result<Snapshot, TextError> {
    let snapshot = Snapshot::of(game);
    if known { known_result(game).map(|result| snapshot.with_known(result)) } else { Ok(snapshot) }
}

/// Actions per line.
const MOVES_PER_LINE: usize = 12;

fn show(game: &dyn AnyGame, known: bool, out: &mut impl Write) -> anyhow::Result<()> {
    let actions = game.legal_actions();
    writeln!(out, "{}", standing(game))?;
    if known {
        match known_result(game)? {
            Outcome::Win(side) => writeln!(out, "With best play {} wins.", game.id().info().sides[side.index()])?,
            Outcome::Draw => writeln!(out, "With best play it is a draw.")?,
        }
    }
    writeln!(out, "Legal actions: {}", actions.len())?;
    for line in actions.chunks(MOVES_PER_LINE) {
        writeln!(out, "{}", texts(line).join(" "))?;
    }
    Ok(())
}

/// The answer to an invalid line.
#[derive(Serialize)]
struct RefusedMove {
    error: String,
}

/// Answers every line with a line of JSON. Flushes before waiting for the next line.
fn answer_lines(
    game: &mut dyn AnyGame,
    known: bool,
    mut input: BufReader<impl Read>,
    out: &mut impl Write,
) -> io::Result<()> {
    let start = game.position();
    let mut line = Vec::new();
    loop {
        if !input.buffer().contains(&b'\n') {
            out.flush()?;
        }
        if !read_line(&mut input, &mut line)? {
            return Ok(());
        }
        let answer = set_up(game, &start, &line)
            .and_then(|announcement| Ok(snapshot(game, known)?.with_announcement(announcement)));
        match answer {
            Ok(snapshot) => write_json(out, &snapshot)?,
            Err(error) => write_json(out, &RefusedMove { error: error.to_string() })?,
        }
    }
}

/// Sets up the position of a line: position text with or without `fen`, or `startpos`; optionally `moves` and actions.
/// Returns the announcement of the last action.
fn set_up(game: &mut dyn AnyGame, start: &str, line: &[u8]) -> Result<Option<&'static str>, TextError> {
    if line.len() > MAX_LINE_BYTES {
        return Err(TextError::new(format!(
            "the line is too long, expected position text of at most {MAX_LINE_BYTES} bytes"
        )));
    }
    let line = std::str::from_utf8(line).map_err(not_utf8)?;
    let (position, moves) = match line.trim_end().strip_suffix(" moves") {
        Some(position) => (position, ""),
        None => line.split_once(" moves ").unwrap_or((line, "")),
    };
    let position = match position.trim() {
        "startpos" => start,
        text => text.strip_prefix("fen ").map_or(position, str::trim),
    };
    game.set_position(position)?;
    let mut announcement = None;
    for (number, action) in (1..).zip(moves.split_whitespace()) {
        let played = game.play(action);
        let played = played.map_err(|error| TextError::new(format!("move {number}, {}: {error}", quoted(action))))?;
        announcement = played.announcement;
    }
    Ok(announcement)
}

/// Longer lines are errors.
const MAX_LINE_BYTES: usize = 1 << 14;

/// Reads the next line without its line break. A line longer than [`MAX_LINE_BYTES`] is truncated, but stays longer than that.
/// Returns `false` at the end of input.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    // Two bytes for the line break, and one to detect a line that is too long.
    let read = input.by_ref().take(MAX_LINE_BYTES as u64 + 3).read_until(b'\n', line)?;
    if line.pop_if(|last| *last == b'\n').is_none() && line.len() > MAX_LINE_BYTES {
        input.skip_until(b'\n')?;
    } else {
        line.pop_if(|last| *last == b'\r');
    }
    Ok(read > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &[u8]) -> Vec<Vec<u8>> {
        let mut input = BufReader::with_capacity(7, text);
        let mut line = Vec::new();
        let mut lines = Vec::new();
        while read_line(&mut input, &mut line).unwrap() {
            lines.push(line.clone());
        }
        lines
    }

    #[test]
    fn lines_end_in_any_way() {
        assert_eq!(lines(b"a\nbc\r\n\n\r\nd"), [&b"a"[..], b"bc", b"", b"", b"d"]);
        assert_eq!(lines(b""), Vec::<Vec<u8>>::new());
    }

    #[test]
    fn lines_of_any_length_are_told_apart() {
        for length in MAX_LINE_BYTES - 3..MAX_LINE_BYTES + 6 {
            for end in ["\n", "\r\n", ""] {
                let mut text = vec![b'x'; length];
                text.extend(end.as_bytes());
                if !end.is_empty() {
                    text.extend(b"next");
                }
                let lines = lines(&text);
                assert_eq!(lines[0].len() > MAX_LINE_BYTES, length > MAX_LINE_BYTES, "{length} {end:?}");
                assert_eq!(lines.len(), if end.is_empty() { 1 } else { 2 }, "{length} {end:?}");
            }
        }
    }
}
