//! The menu of the games in line mode.

use std::io::{self, Write};

use skirmish_games::GameId;
use skirmish_session::new_game::game_chosen;

use crate::arguments::{LearnArgs, PlayArgs, WebArgs};
use crate::columns::aligned;
use crate::console::{self, ConsoleStyle, Prompt, StartWith};
use crate::{learn, web};

/// The user's choice.
enum Choice {
    /// Play a game.
    Play(StartWith),
    /// Take a lesson.
    Learn(GameId),
    /// Play in the browser.
    Web,
    /// Quit.
    Nothing,
}

/// Plays the game of the arguments, or one chosen from the menu.
pub fn run(arguments: &PlayArgs, out: &mut impl Write) -> anyhow::Result<()> {
    let mut prompt = console::open_prompt(&mut *out, ConsoleStyle::detect(arguments.style))?;
    if let Some(link) = &arguments.friend {
        return console::play_with_friend(link, &mut prompt);
    }
    let choice = match (arguments.game, &arguments.resume) {
        (Some(game), _) => Choice::Play(StartWith::New(game)),
        (None, Some(Some(file))) => Choice::Play(console::recorded(file)?),
        (None, Some(None)) => Choice::Play(console::newest_saved()?),
        (None, None) => choose(&mut prompt)?,
    };
    match choice {
        Choice::Play(start) => console::run(arguments, start, &mut prompt),
        Choice::Learn(game) => {
            drop(prompt);
            learn::run(&LearnArgs { game: Some(game), style: arguments.style, ..LearnArgs::default() }, out)
        }
        Choice::Web => {
            drop(prompt);
            web::run(&WebArgs::default(), out)
        }
        Choice::Nothing => Ok(prompt.say("Goodbye.")?),
    }
}

/// Shows the games and asks for one.
fn choose(prompt: &mut Prompt<'_>) -> io::Result<Choice> {
    let saved = console::newest_saved().ok().filter(StartWith::is_unfinished);
    show(prompt, saved.as_ref())?;
    let words: Vec<String> =
        GameId::all().map(|game| game.to_string()).chain(["learn ", "rules ", "web"].map(str::to_owned)).collect();
    while let Some(line) = prompt.ask("Which game (Enter quits)? ", &words)? {
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((&line, ""));
        match (first.to_lowercase().as_str(), rest.trim()) {
            ("" | "q" | "quit" | "exit", _) => return Ok(Choice::Nothing),
            ("help" | "h" | "?", "") => show(prompt, saved.as_ref())?,
            ("web" | "w", "") => return Ok(Choice::Web),
            ("resume", _) => match saved {
                Some(start) => return Ok(Choice::Play(start)),
                None => prompt.say("There is no unfinished game.")?,
            },
            ("learn", "") => {
                prompt.say("Which game do you want to learn? Type learn and its number or name, such as learn 1.")?
            }
            ("learn", name) => match game_chosen(name) {
                Ok(game) if game.info().lesson.is_some() => return Ok(Choice::Learn(game)),
                Ok(game) => {
                    prompt.say(format!("{} has no lesson. Type rules {game} for its rules.", game.info().name))?
                }
                Err(error) => prompt.say(error.to_string())?,
            },
            ("rules", "") => {
                prompt.say("The rules of which game? Type rules and its number or name, such as rules 1.")?
            }
            ("rules", name) => match game_chosen(name) {
                Ok(game) => prompt.say(format!("\n{}\n", game.rules().trim_end()))?,
                Err(error) => prompt.say(error.to_string())?,
            },
            _ => match game_chosen(&line) {
                Ok(game) => return Ok(Choice::Play(StartWith::New(game))),
                Err(error) => prompt.say(error.to_string())?,
            },
        }
    }
    Ok(Choice::Nothing)
}

fn show(prompt: &mut Prompt<'_>, saved: Option<&StartWith>) -> io::Result<()> {
    prompt.say("Skirmish: board games for two\n")?;
    let mut rows = Vec::new();
    let digits = GameId::all().count().to_string().len();
    for (number, game) in (1..).zip(GameId::all()) {
        let info = game.info();
        rows.push([format!("  {number:digits$}  {}", info.id), format!("{}: {}", info.name, info.summary)]);
    }
    rows.push(["  web".to_owned(), "all of them in the browser".to_owned()]);
    aligned(&rows).into_iter().try_for_each(|line| prompt.say(line))?;
    prompt
        .say("\nType a number or a name to play. New to a game? Type learn and its number, or rules and its number.")?;
    for (info, sizes) in GameId::all().filter_map(|game| Some((game.info(), game.info().sizes.as_ref()?))) {
        prompt.say(format!(
            "{} comes in sizes: {}:{} to {}:{}.",
            info.name,
            info.id,
            sizes.start(),
            info.id,
            sizes.end()
        ))?;
    }
    match saved {
        Some(start) => {
            let name = start.game().info().name;
            prompt.say(format!("A game of {name} is unfinished: type resume to continue it."))
        }
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_found_by_what_the_menu_shows() {
        for (number, game) in (1..).zip(GameId::all()) {
            let info = game.info();
            let names = [number.to_string(), info.id.to_owned(), info.name.to_owned(), info.name.to_lowercase()];
            for name in names {
                assert_eq!(game_chosen(&name), Ok(game), "{name}");
            }
        }
        let oska = GameId::parse("oska:6").unwrap();
        assert!(["oska 6", "Oska 6", "OSKA:6"].iter().all(|name| game_chosen(name) == Ok(oska)));
        for name in ["", "0", "99", "chess", "oska 99", "trench 6", "oska x"] {
            assert!(game_chosen(name).is_err(), "{name}");
        }
    }
}
