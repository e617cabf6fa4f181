//! Random input in line mode never makes the program panic.

use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use skirmish_games::GameId;
use skirmish_oracle::Random;
use skirmish_play::{Level, Record};
use skirmish_search::SearchSettings;

use super::input::{Input, InputEvent};
use super::prompt::Prompt;
use super::session::{LineSession, NextTurn};
use super::style::ConsoleStyle;
use skirmish_session::Session;
use skirmish_session::command::{self, WORDS};
use skirmish_session::new_game::GameOptions;
use skirmish_session::players::{Players, Role};

/// Random input: commands, moves and garbage.
struct Monkey {
    random: Random,
    lines: usize,
}

impl Input for Monkey {
    fn read(&mut self, _prompt: &str, words: &[String]) -> io::Result<InputEvent> {
        let Some(left) = self.lines.checked_sub(1) else { return Ok(InputEvent::End) };
        self.lines = left;
        Ok(match self.random.below(400) {
            0 => InputEvent::Interrupted,
            _ => InputEvent::Line(line(&mut self.random, words)),
        })
    }

    fn prompts(&self) -> bool {
        false
    }

    fn is_visible(&self) -> bool {
        false
    }
}

/// A random line, except commands that touch files.
fn line(random: &mut Random, words: &[String]) -> String {
    let mut text = match random.below(8) {
        0 => words[random.below(words.len())].clone(),
        1 | 2 => words.last().cloned().unwrap_or_default(),
        3 => squares(random),
        4 => format!("{} {}", words[random.below(words.len())], squares(random)),
        5 => (0..random.below(60)).map(|_| char::from(random.below(128) as u8)).collect(),
        6 => (0..random.below(20)).filter_map(|_| char::from_u32(random.below(0x11_0000) as u32)).collect(),
        _ => String::from_utf8_lossy(&(0..random.below(40)).map(|_| random.below(256) as u8).collect::<Vec<u8>>())
            .into_owned(),
    };
    if random.below(4) == 0 {
        text = slip(random, &text);
    }
    let first = text.trim_start().to_lowercase();
    // The coach and proven values search for a second.
    let is_slow = ["co", "va"].iter().any(|name| first.starts_with(name)) && random.below(50) > 0;
    if first.starts_with("save") || first.starts_with("load") || is_slow {
        text.insert(0, 'x')
    }
    text
}

fn squares(random: &mut Random) -> String {
    let mut name = |signs: &str| {
        let signs: Vec<char> = signs.chars().collect();
        signs[random.below(signs.len())]
    };
    [name("ABCDEFGHabcdefgh"), name("0123456789"), name("ABCDEFGh -"), name("123456789")].iter().collect()
}

/// The text with a character lost, doubled or swapped.
fn slip(random: &mut Random, text: &str) -> String {
    let mut signs: Vec<char> = text.chars().collect();
    if !signs.is_empty() {
        let (at, other) = (random.below(signs.len()), random.below(signs.len()));
        match random.below(3) {
            0 => drop(signs.remove(at)),
            1 => signs.insert(at, signs[other]),
            _ => signs.swap(at, other),
        }
    }
    signs.into_iter().collect()
}

fn options() -> GameOptions {
    GameOptions {
        time: Duration::from_millis(1),
        level: Level::new(1).unwrap(),
        settings: SearchSettings { threads: 1, hash: 1, ..SearchSettings::default() },
        ..GameOptions::new(|| "2026-01-31".to_owned())
    }
}

/// Plays until all lines are read.
fn play_through(game: GameId, lines: usize, players: impl Fn(GameId) -> Players) {
    let monkey = Monkey { random: Random::new(7), lines };
    let mut out = io::sink();
    let style = ConsoleStyle { colour: true, unicode: true, live: false };
    let mut prompt = Prompt::new(&mut out, Box::new(monkey), style, Arc::default());
    let mut options = options();
    let mut game = game;
    while !prompt.has_quit {
        let record = Record::new(skirmish_play::new_game(game));
        let mut session = Session::new(record, players(game), options.clone(), Duration::ZERO);
        if let NextTurn::New(next) =
            LineSession::new(&mut prompt, &mut session, Instant::now(), None, None).run().unwrap()
        {
            game = next;
        }
        options = session.options().clone();
    }
}

#[test]
fn nothing_typed_by_two_people_brings_it_down() {
    for game in GameId::all() {
        play_through(game, 20_000, |game| Players::both(game, Role::Person));
    }
}

#[test]
fn nothing_typed_against_the_engine_brings_it_down() {
    for (game, person) in GameId::all().zip(skirmish_board::Side::BOTH.into_iter().cycle()) {
        play_through(game, 3_000, |game| Players::duel(game, person));
    }
}

#[test]
fn every_line_is_understood_somehow() {
    let mut random = Random::new(3);
    let names: Vec<&str> = WORDS.iter().map(|(_, name, ..)| *name).collect();
    for id in GameId::all() {
        let mut game = skirmish_play::new_game(id);
        for _ in 0..40_000 {
            let legal = game.legal_actions();
            let words = command::vocabulary(&legal);
            let line = line(&mut random, &words);
            let text = match command::parse(&line, &legal) {
                command::SessionCommand::Action(action) => Some(action.text),
                command::SessionCommand::Text(text) => Some(text),
                _ => None,
            };
            if let Some(text) = text {
                command::nearest(&text, names.iter().copied());
                let before = game.position();
                if game.play(&text).is_err() {
                    assert_eq!(game.position(), before);
                }
            }
            if game.outcome().is_some() {
                game = skirmish_play::new_game(id);
            }
        }
    }
}
