//! The options of `setoption`.

use skirmish_board::{TextError, quoted};
use skirmish_games::{Game, GameId};
use skirmish_play::{EngineOptions, Evaluator, Level};
use skirmish_search::SearchSettings;

use crate::reply::UgiReply;

/// The limits of the options.
const MAX_HASH_MB: u64 = 65_536;
const MAX_THREADS: u64 = 256;
const MAX_LINES: u64 = 64;
const MAX_SEED: u64 = u32::MAX as u64;

/// The current options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct UgiOptions {
    pub(crate) game: GameId,
    pub(crate) engine: EngineOptions,
    pub(crate) ponder: bool,
    pub(crate) lines: usize,
}

impl Default for UgiOptions {
    fn default() -> UgiOptions {
        let engine = SearchSettings { threads: 1, hash: 64, params: None }.into();
        UgiOptions { game: GameId::from(Game::ALL[0]), engine, ponder: false, lines: 1 }
    }
}

impl UgiOptions {
    /// Sets an option; names are case-insensitive. On an error, nothing changes.
    pub(crate) fn set(&mut self, name: &str, value: &str) -> Result<(), TextError> {
        let engine = &mut self.engine;
        match name.to_ascii_lowercase().as_str() {
            "ugi_variant" => {
                let game = GameId::parse(value)?;
                // A network belongs to one game.
                if game != self.game && matches!(engine.evaluator, Evaluator::Network(_)) {
                    engine.evaluator = Evaluator::Default;
                }
                self.game = game;
            }
            "hash" => engine.settings.hash = parse_hash(value)?,
            "threads" => engine.settings.threads = parse_number(value, 1, MAX_THREADS)? as usize,
            "level" => engine.level = Level::parse(value)?,
            "seed" => engine.seed = parse_number(value, 0, MAX_SEED)?,
            "ponder" => self.ponder = parse_flag(value)?,
            "multipv" => self.lines = parse_number(value, 1, MAX_LINES)? as usize,
            "network" => engine.evaluator = Evaluator::parse(value, self.game)?,
            _ => return Err(TextError::new(format!("there is no option {}", quoted(name)))),
        }
        Ok(())
    }

    /// The `option` lines for the reply to `ugi`.
    pub(crate) fn declare(&self) -> Vec<UgiReply> {
        let games: Vec<String> = Game::ALL.iter().copied().flat_map(sizes).map(|game| format!(" var {game}")).collect();
        let number = |value: u64, least: u64, most: u64| format!("type spin default {value} min {least} max {most}");
        let EngineOptions { settings, level, seed, .. } = &self.engine;
        let options = [
            ("UGI_Variant", format!("type combo default {}{}", self.game, games.concat())),
            ("Hash", number(settings.hash as u64, 1, MAX_HASH_MB)),
            ("Threads", number(settings.threads as u64, 1, MAX_THREADS)),
            ("Level", number(level.number().into(), 1, Level::FULL.number().into())),
            ("Seed", number(*seed, 0, MAX_SEED)),
            ("Ponder", format!("type check default {}", self.ponder)),
            ("MultiPV", number(self.lines as u64, 1, MAX_LINES)),
            ("Network", "type string default usual".to_owned()),
        ];
        options.map(|(name, kind)| UgiReply::Option { name: name.to_owned(), kind }).into()
    }
}

/// A game in all its sizes.
fn sizes(game: Game) -> Vec<GameId> {
    let id = game.info().id;
    match &game.info().sizes {
        None => vec![GameId::from(game)],
        Some(sizes) => sizes.clone().filter_map(|size| GameId::parse(&format!("{id}:{size}")).ok()).collect(),
    }
}

fn parse_number(text: &str, least: u64, most: u64) -> Result<u64, TextError> {
    let number = text.parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| TextError::new(format!("the value is {}, expected {least} to {most}", quoted(text))))
}

fn parse_hash(text: &str) -> Result<usize, TextError> {
    let size = parse_number(text, 1, MAX_HASH_MB)? as usize;
    match skirmish_search::has_room_for(size) {
        true => Ok(size),
        false => Err(TextError::new(format!(
            "this machine does not have {size} MB of free memory, expected a smaller value"
        ))),
    }
}

fn parse_flag(text: &str) -> Result<bool, TextError> {
    text.parse().map_err(|_| TextError::new(format!("the value is {}, expected true or false", quoted(text))))
}

#[cfg(test)]
mod tests {
    use skirmish_play::AnyEngine;

    use super::*;

    #[test]
    fn every_option_declared_can_be_set_to_its_default() {
        let mut options = UgiOptions::default();
        for reply in UgiOptions::default().declare() {
            let UgiReply::Option { name, kind } = reply else { panic!("{reply}") };
            let value = kind.split_whitespace().nth(3).unwrap();
            options.set(&name, value).unwrap();
        }
        assert_eq!(options, UgiOptions::default());
    }

    #[test]
    fn every_level_below_the_highest_plays_as_on_every_front_end() {
        let mut options = UgiOptions::default();
        options.set("Threads", "2").unwrap();
        for level in Level::all().filter(|&level| level < Level::FULL) {
            options.set("Level", &level.number().to_string()).unwrap();
            assert_eq!(
                AnyEngine::new(options.engine.clone()).resources(),
                level.settings(&SearchSettings::default()),
                "{level:?}"
            );
        }
    }

    #[test]
    fn every_game_declared_can_be_set() {
        let UgiReply::Option { kind, .. } = UgiOptions::default().declare().remove(0) else { panic!() };
        let words: Vec<&str> = kind.split_whitespace().collect();
        let games: Vec<&str> = words.windows(2).filter(|pair| pair[0] == "var").map(|pair| pair[1]).collect();
        assert!(games.contains(&"refusal") && games.contains(&"oska") && games.contains(&"oska:26"), "{games:?}");
        for game in games {
            UgiOptions::default().set("UGI_Variant", game).unwrap();
        }
    }

    #[test]
    fn bad_values_change_nothing() {
        let mut options = UgiOptions::default();
        for (name, value) in [
            ("Hash", "0"),
            ("Hash", "65537"),
            ("Hash", "64 MB"),
            ("Threads", "-1"),
            ("Level", "11"),
            ("Ponder", "yes"),
            ("MultiPV", ""),
            ("UGI_Variant", "chess"),
            ("UGI_Variant", "oska:3"),
            ("Contempt", "3"),
            ("Network", "no/such/file"),
        ] {
            assert!(options.set(name, value).is_err(), "{name} {value}");
        }
        assert_eq!(options, UgiOptions::default());
    }
}
