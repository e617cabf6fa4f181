//! No command at all: the menu of the games.

use std::io::{self, BufRead, IsTerminal, Write};

use skirmish_games::GameId;

use crate::{games, rules};

/// Shows the games. A person at a terminal is then asked whose rules to show.
pub fn run(out: &mut impl Write) -> anyhow::Result<()> {
    writeln!(out, "Skirmish: five board games\n")?;
    for (number, game) in (1..).zip(GameId::all()) {
        writeln!(out, "  {number}  {}", games::line(game))?;
    }
    writeln!(out, "\nskirmish rules GAME shows the rules, skirmish --help all commands.")?;
    if io::stdin().is_terminal() && io::stdout().is_terminal() {
        ask(&mut io::stdin().lock(), out)?;
    }
    Ok(())
}

/// Shows rules until an empty line or the end of input.
fn ask(input: &mut impl BufRead, out: &mut impl Write) -> io::Result<()> {
    loop {
        write!(out, "\nRules of which game (number or name, Enter to leave)? ")?;
        out.flush()?;
        let mut line = Vec::new();
        input.read_until(b'\n', &mut line)?;
        let line = String::from_utf8_lossy(&line);
        match line.trim() {
            "" | "q" | "quit" | "exit" => return Ok(()),
            choice => match choose(choice) {
                Ok(game) => {
                    writeln!(out)?;
                    rules::show(game, out)?;
                }
                Err(sentence) => writeln!(out, "{sentence}")?,
            },
        }
    }
}

/// The game that a number of the menu or a name stands for.
fn choose(choice: &str) -> Result<GameId, skirmish_board::TextError> {
    let numbered = choice.parse::<usize>().ok().and_then(|number| GameId::all().nth(number.checked_sub(1)?));
    numbered.map_or_else(|| GameId::parse(&choice.to_lowercase()), Ok)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(typed: &[u8]) -> String {
        let mut out = Vec::new();
        ask(&mut &*typed, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_number_and_a_name_show_rules() {
        for (number, game) in (1..).zip(GameId::all()) {
            let rules = game.info().rules.trim_end();
            assert!(answer(format!("{number}\n").as_bytes()).contains(rules));
            assert!(answer(format!(" {}\n\n", game.info().id.to_uppercase()).as_bytes()).contains(rules));
        }
    }

    #[test]
    fn nonsense_is_explained_and_the_end_of_input_leaves() {
        for typed in ["0\n", "99\n", "chess\n", "-1"] {
            assert!(answer(typed.as_bytes()).contains("is not a game, expected one of"), "{typed:?}");
        }
        assert!(answer(b"\xff\xfe\n").contains("is not a game"));
        assert_eq!(answer(b""), answer(b"\nrefusal\n"));
    }
}
