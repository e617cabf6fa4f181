//! No command at all, or no game named: the menu of the games.

use std::io::{self, Write};

use skirmish_board::TextError;
use skirmish_games::GameId;
use skirmish_play::Record;

use crate::arguments::{Play, Web};
use crate::columns::aligned;
use crate::console::{self, Beginning, Look, Talk};
use crate::web;

/// What a person wants.
enum Choice {
    /// To play here.
    Play(Beginning),
    /// To play in the browser.
    Web,
    /// To leave.
    Nothing,
}

/// Plays the game that is named or recorded, or the one chosen from the menu.
pub fn run(arguments: &Play, out: &mut impl Write) -> anyhow::Result<()> {
    let mut talk = console::talk(&mut *out, Look::detect(arguments.color, arguments.unicode))?;
    let choice = match (arguments.game, &arguments.resume) {
        (Some(game), _) => Choice::Play(Beginning::New(game)),
        (None, Some(Some(file))) => Choice::Play(Beginning::Recorded(Box::new(console::recorded(file)?))),
        (None, Some(None)) => Choice::Play(Beginning::Recorded(Box::new(console::kept()?))),
        (None, None) => choose(&mut talk)?,
    };
    match choice {
        Choice::Play(beginning) => console::run(arguments, beginning, &mut talk),
        Choice::Web => {
            drop(talk);
            web::run(&Web::default(), out)
        }
        Choice::Nothing => Ok(talk.say("Goodbye.")?),
    }
}

/// Shows the games and asks for one.
fn choose(talk: &mut Talk<'_>) -> io::Result<Choice> {
    let kept = console::kept().ok().filter(|record| record.result.is_none());
    show(talk, kept.as_ref())?;
    let words: Vec<String> =
        GameId::all().map(|game| game.to_string()).chain(["rules ", "web"].map(str::to_owned)).collect();
    while let Some(line) = talk.ask("Which game (Enter leaves)? ", &words)? {
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((&line, ""));
        match (first.to_lowercase().as_str(), rest.trim()) {
            ("" | "q" | "quit" | "exit", _) => return Ok(Choice::Nothing),
            ("web" | "w", "") => return Ok(Choice::Web),
            ("resume", _) => match kept {
                Some(record) => return Ok(Choice::Play(Beginning::Recorded(Box::new(record)))),
                None => talk.say("No game was left unfinished.")?,
            },
            ("rules", "") => {
                talk.say("The rules of which game? Type rules and its number or name, such as rules 1.")?
            }
            ("rules", name) => match find(name) {
                Ok(game) => talk.say(format!("\n{}\n", game.info().rules.trim_end()))?,
                Err(error) => talk.say(error.to_string())?,
            },
            _ => match find(&line) {
                Ok(game) => return Ok(Choice::Play(Beginning::New(game))),
                Err(error) => talk.say(error.to_string())?,
            },
        }
    }
    Ok(Choice::Nothing)
}

fn show(talk: &mut Talk<'_>, kept: Option<&Record>) -> io::Result<()> {
    talk.say("Skirmish: board games for two\n")?;
    let mut rows = Vec::new();
    let digits = GameId::all().count().to_string().len();
    for (number, game) in (1..).zip(GameId::all()) {
        let info = game.info();
        rows.push([format!("  {number:digits$}  {}", info.id), format!("{}: {}", info.name, info.summary)]);
    }
    rows.push(["  web".to_owned(), "all of them in the browser".to_owned()]);
    aligned(&rows).into_iter().try_for_each(|line| talk.say(line))?;
    talk.say("\nType a number or a name to play, or rules and a number to learn a game first.")?;
    for (info, sizes) in GameId::all().filter_map(|game| Some((game.info(), game.info().sizes.as_ref()?))) {
        talk.say(format!(
            "{} comes in sizes: {}:{} to {}:{}.",
            info.name,
            info.id,
            sizes.start(),
            info.id,
            sizes.end()
        ))?;
    }
    match kept {
        Some(record) => {
            talk.say(format!("A game of {} was left unfinished: resume goes on with it.", record.game().info().name))
        }
        None => Ok(()),
    }
}

/// The game that a number of the menu or a name stands for.
fn find(choice: &str) -> Result<GameId, TextError> {
    let numbered = choice.parse::<usize>().ok().and_then(|number| GameId::all().nth(number.checked_sub(1)?));
    numbered.map_or_else(|| GameId::parse(&choice.to_lowercase()), Ok)
}
