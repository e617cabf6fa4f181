//! `skirmish replay`: shows a recorded game.

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::Path;

use anyhow::Context;
use serde::{Serialize, Serializer};
use skirmish_board::{Outcome, Side, quoted};
use skirmish_play::{self as play, AnyGame, Conclusion, Record, load};

use crate::arguments::ReplayArgs;
use crate::play_out::standing;
use crate::snapshot::write_json;

/// A game in JSON. The order of the fields is part of the format.
#[derive(Serialize)]
struct ReplayedGame<'a> {
    game: String,
    south: &'a str,
    north: &'a str,
    #[serde(serialize_with = "as_object")]
    headers: &'a [(String, String)],
    start: String,
    actions: Vec<ReplayStep>,
    outcome: Option<&'static str>,
    /// Why the game ended, if it did.
    ending: Option<String>,
}

/// An action, and the position it led to.
#[derive(Serialize)]
struct ReplayStep {
    side: &'static str,
    action: String,
    remark: Option<&'static str>,
    time_ms: Option<u64>,
    position: String,
}

fn as_object<S: Serializer>(headers: &&[(String, String)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(headers.iter().map(|(name, value)| (name, value)))
}

/// Shows the game: step by step on a terminal, otherwise all of it.
pub fn run(arguments: &ReplayArgs, out: &mut impl Write) -> anyhow::Result<()> {
    let record = load(&arguments.file).with_context(|| shown(&arguments.file))?;
    if arguments.json {
        write_json(out, &game(&record))?;
        return Ok(());
    }
    write!(out, "{}", heading(&record))?;
    let pages = pages(&record);
    if io::stdin().is_terminal() && io::stdout().is_terminal() {
        step(&pages, &mut io::stdin().lock(), out)?;
    } else {
        for page in pages {
            write!(out, "\n{page}")?;
        }
    }
    Ok(())
}

/// A path for a one-line error.
fn shown(path: &Path) -> String {
    let text = path.display().to_string();
    if text.len() <= 200 { text } else { quoted(&text) }
}

fn game(record: &Record) -> ReplayedGame<'_> {
    let step = |step: &'_ play::Step| ReplayStep {
        side: step.side.id(),
        action: step.action.text.clone(),
        remark: step.announcement,
        time_ms: step.time.map(|time| time.as_millis() as u64),
        position: step.game.position(),
    };
    let [south, north] = &record.players;
    ReplayedGame {
        game: record.game_id().to_string(),
        south,
        north,
        headers: &record.headers,
        start: record.start().position(),
        actions: record.steps().iter().map(step).collect(),
        outcome: record.result.as_ref().map(|result| result.outcome().id()),
        ending: record.result.as_ref().map(|_| record.ending()),
    }
}

/// The game, the players and the headers.
fn heading(record: &Record) -> String {
    let mut text = format!("{}\n", record.game_id().info().name);
    for (side, name) in Side::BOTH.into_iter().zip(&record.players) {
        text += &format!("{side}: {name}\n");
    }
    for (name, value) in &record.headers {
        text += &format!("{name}: {value}\n");
    }
    text
}

/// A page for the start and for each action: action, board, and result or side to move.
fn pages(record: &Record) -> Vec<String> {
    let mut pages = vec![page("Start", record.start())];
    for (number, step) in (1..).zip(record.steps()) {
        let mut title = format!("{number}. {} {}", step.side, step.action);
        if let Some(remark) = step.announcement {
            title += &format!(" {remark}");
        }
        if let Some(time) = step.time {
            title += &format!("  {:.3}s", time.as_secs_f64());
        }
        pages.push(page(&title, &*step.game));
    }
    let by_rules = matches!(record.result, None | Some(Conclusion::Rules(_)));
    if let Some(last) = pages.last_mut().filter(|_| !by_rules) {
        *last += &format!("{} {}\n", verdict(record), record.ending());
    }
    pages
}

fn page(title: &str, game: &dyn AnyGame) -> String {
    let view = game.view();
    let notes: String = view.notes.iter().map(|note| format!("{note}\n")).collect();
    format!("{title}\n\n{view}{notes}{}\n", standing(game))
}

fn verdict(record: &Record) -> String {
    match record.result.as_ref().map(Conclusion::outcome) {
        None => String::new(),
        Some(Outcome::Win(side)) => format!("{side} wins."),
        Some(Outcome::Draw) => "A draw.".to_owned(),
    }
}

/// The keys.
const KEYS: &str = "Enter next, p previous, a number jumps, q quits";

/// Shows pages on request until `q` or the end of input.
fn step(pages: &[String], input: &mut impl BufRead, out: &mut impl Write) -> io::Result<()> {
    let last = pages.len() - 1;
    let mut at = 0;
    let mut show = true;
    loop {
        if show {
            write!(out, "\n{}", pages[at])?;
        }
        write!(out, "[{at}/{last}] {KEYS}: ")?;
        out.flush()?;
        let mut line = Vec::new();
        if input.read_until(b'\n', &mut line)? == 0 {
            return writeln!(out);
        }
        let line = String::from_utf8_lossy(&line);
        let next = match line.trim().to_ascii_lowercase().as_str() {
            "q" | "quit" | "exit" => return Ok(()),
            "" | "n" | "next" if at < last => Ok(at + 1),
            "" | "n" | "next" => Err("This is the end of the game.".to_owned()),
            "p" | "previous" => at.checked_sub(1).ok_or_else(|| "This is the start of the game.".to_owned()),
            word => match word.parse::<usize>() {
                Ok(number) if number <= last => Ok(number),
                Ok(_) => Err(format!("There is no action {}, expected 0 to {last}.", quoted(word))),
                Err(_) => Err(format!("{} is not a command.", quoted(word))),
            },
        };
        show = next.is_ok();
        match next {
            Ok(number) => at = number,
            Err(sentence) => writeln!(out, "{sentence}")?,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(text: &[u8]) -> String {
        let pages: Vec<String> = ["Start\n", "One\n", "Two\n"].map(str::to_owned).into();
        let mut out = Vec::new();
        step(&pages, &mut &*text, &mut out).unwrap();
        String::from_utf8(out).unwrap().replace(&format!(" {KEYS}: "), " ")
    }

    #[test]
    fn keys_lead_through_the_game() {
        assert_eq!(typed(b"\nn\np\nq\n"), "\nStart\n[0/2] \nOne\n[1/2] \nTwo\n[2/2] \nOne\n[1/2] ");
        assert_eq!(typed(b"2\n0\n 1 \nQuit"), "\nStart\n[0/2] \nTwo\n[2/2] \nStart\n[0/2] \nOne\n[1/2] ");
    }

    #[test]
    fn nonsense_and_both_ends_are_explained_and_the_end_of_input_leaves() {
        assert_eq!(typed(b""), "\nStart\n[0/2] \n");
        assert!(typed(b"p\n").ends_with("[0/2] This is the start of the game.\n[0/2] \n"));
        assert!(typed(b"2\n\n").ends_with("[2/2] This is the end of the game.\n[2/2] \n"));
        assert!(typed(b"3\n").contains("There is no action \"3\", expected 0 to 2."));
        for nonsense in [&b"-1\n"[..], b"x y\n", b"\xff\x1b[A\n", b"99999999999999999999999\n"] {
            assert!(typed(nonsense).contains("is not a command."));
        }
    }
}
