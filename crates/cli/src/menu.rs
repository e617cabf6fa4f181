//! No command at all, or no game named: the menu of the games.

use std::io::{self, Write};

use skirmish_board::TextError;
use skirmish_games::GameId;

use crate::arguments::Play;
use crate::console::{self, Look, Talk};
use crate::games;

/// Plays the game that is named or recorded, or the one chosen from the menu.
pub fn run(arguments: &Play, out: &mut impl Write) -> anyhow::Result<()> {
    let talk = &mut console::talk(out, Look::detect(arguments.color, arguments.unicode))?;
    let game = match arguments.game {
        None if arguments.resume.is_none() => choose(talk)?,
        // The record knows its game.
        None => GameId::all().next(),
        named => named,
    };
    match game {
        Some(game) => console::run(arguments, game, talk),
        None => Ok(talk.say("Goodbye.")?),
    }
}

/// Shows the games and asks for one. `None` if the person wants none.
fn choose(talk: &mut Talk<'_>) -> io::Result<Option<GameId>> {
    talk.say("Skirmish: five board games\n")?;
    for (number, game) in (1..).zip(GameId::all()) {
        talk.say(format!("  {number}  {}", games::line(game)))?;
    }
    talk.say("\nType a number or a name to play, or rules and a number to learn a game first.")?;
    let words: Vec<String> = GameId::all().map(|game| game.to_string()).chain(["rules ".to_owned()]).collect();
    while let Some(line) = talk.ask("Which game? (Enter leaves) ", &words)? {
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((&line, ""));
        match (first.to_lowercase().as_str(), rest.trim()) {
            ("" | "q" | "quit" | "exit", _) => return Ok(None),
            ("rules", "") => {
                talk.say("The rules of which game? Type rules and its number or name, such as rules 1.")?
            }
            ("rules", name) => match find(name) {
                Ok(game) => talk.say(format!("\n{}\n", game.info().rules.trim_end()))?,
                Err(error) => talk.say(error.to_string())?,
            },
            _ => match find(&line) {
                Ok(game) => return Ok(Some(game)),
                Err(error) => talk.say(error.to_string())?,
            },
        }
    }
    Ok(None)
}

/// The game that a number of the menu or a name stands for.
fn find(choice: &str) -> Result<GameId, TextError> {
    let numbered = choice.parse::<usize>().ok().and_then(|number| GameId::all().nth(number.checked_sub(1)?));
    numbered.map_or_else(|| GameId::parse(&choice.to_lowercase()), Ok)
}
