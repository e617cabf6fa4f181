//! Setting up a game: sides, start position, and the headers of its record.

use std::time::Duration;

use skirmish_board::{Side, TextError};
use skirmish_games::GameId;
use skirmish_play::{AnyGame, EngineOptions, Evaluator, Level, Record, SavedGame, parse_duration};
use skirmish_search::SearchSettings;

use crate::players::{Players, Role};

/// Options that stay the same from game to game.
#[derive(Clone, Debug)]
pub struct GameOptions {
    /// The engine's level.
    pub level: Level,
    /// The time limit per move.
    pub time: Duration,
    /// The random seed of weak levels.
    pub seed: u64,
    /// The engine's threads and memory.
    pub settings: SearchSettings,
    /// The engine's evaluator.
    pub evaluator: Evaluator,
    /// Whether the engine ponders.
    pub ponder: bool,
    /// Returns the date for records, in UTC.
    pub today: fn() -> String,
}

impl GameOptions {
    /// The defaults: the engine plays at full strength.
    pub fn new(today: fn() -> String) -> GameOptions {
        let (settings, evaluator) = (SearchSettings::default(), Evaluator::Default);
        GameOptions { level: Level::FULL, time: DEFAULT_MOVE_TIME, seed: 1, settings, evaluator, ponder: true, today }
    }

    /// The engine options.
    pub fn engine(&self) -> EngineOptions {
        let GameOptions { level, seed, settings, ref evaluator, .. } = *self;
        EngineOptions { settings, level, seed, evaluator: evaluator.clone(), ..EngineOptions::default() }
    }

    /// Replaces level and time by those of a record, where it has them.
    pub fn of_record(self, record: &Record) -> GameOptions {
        let level = level_of(record).unwrap_or(self.level);
        let time = record.header(TIME_HEADER).and_then(|text| parse_duration(text.strip_suffix(TIME_UNIT)?).ok());
        GameOptions { level, time: time.unwrap_or(self.time), ..self }
    }
}

/// The level offered on every front end until the user chooses one. Line mode does not ask; it plays at full strength.
pub const OFFERED_LEVEL: Level = Level::NEWCOMER;

/// The default time limit per move on every front end: the handouts' limit.
pub const DEFAULT_MOVE_TIME: Duration = Duration::from_secs(5);

/// The headers of a record for level and time limit, and the unit after the seconds.
const LEVEL_HEADER: &str = "Level";
const TIME_HEADER: &str = "Time";
const TIME_UNIT: &str = " s a move";

/// Sets up a new game and its players. `first`: whether the user makes the next move. `vs`: who plays both sides; `None` for the
/// user against the engine. Fails if the position text is invalid.
pub fn set_up_game(
    id: GameId,
    position: Option<&str>,
    first: bool,
    vs: Option<Role>,
) -> Result<(Box<dyn AnyGame>, Players), TextError> {
    let mut game = skirmish_play::new_game(id);
    if let Some(text) = position {
        game.set_position(text)?;
    }
    // Where either side may begin, the user stays South and North moves first.
    if !first && position.is_none() && id.info().opener.is_none() {
        let other = game.side_to_move().opposite();
        game.set_position(&id.info().setup.with_side(&game.position(), other))?;
    }
    let side = game.side_to_move();
    let players = match vs {
        Some(role) => Players::both(id, role),
        None => Players::duel(id, if first { side } else { side.opposite() }),
    };
    Ok((game, players))
}

/// The record of a new game.
pub fn new_record(game: Box<dyn AnyGame>, players: &Players, options: &GameOptions) -> Record {
    let mut record = Record::new(game);
    record.players = players.names();
    if players.has_engine() {
        set_level(&mut record, options.level);
        record.set_header("Date", (options.today)());
        set_time(&mut record, options.time);
    }
    record
}

/// Writes the level to a record.
pub fn set_level(record: &mut Record, level: Level) {
    record.set_header(LEVEL_HEADER, level.number().to_string());
}

/// Writes the time limit to a record.
pub fn set_time(record: &mut Record, time: Duration) {
    record.set_header(TIME_HEADER, format!("{}{TIME_UNIT}", time.as_secs_f64()));
}

/// The level in a record.
pub fn level_of(record: &Record) -> Option<Level> {
    record.header(LEVEL_HEADER).and_then(|text| Level::parse(text).ok())
}

/// The index of the saved game to resume, given the newest first: the newest unfinished or unreadable one, or else the newest.
/// An unreadable game is not skipped, so that the user sees the error.
pub fn game_to_resume(games: &[SavedGame]) -> Option<usize> {
    let goes_on = |game: &SavedGame| !game.record.as_ref().is_ok_and(|record| record.result.is_some());
    games.iter().position(goes_on).or(if games.is_empty() { None } else { Some(0) })
}

/// The side that a word names, in games whose rules fix who begins.
pub fn side_called(game: GameId, word: &str) -> Option<Side> {
    game.info().opener?;
    Side::BOTH.into_iter().find(|side| game.info().sides[side.index()].eq_ignore_ascii_case(word))
}

/// The game with a number of the menu or a name.
pub fn game_chosen(choice: &str) -> Result<GameId, TextError> {
    let numbered = choice.parse::<usize>().ok().and_then(|number| GameId::all().nth(number.checked_sub(1)?));
    numbered.map_or_else(|| game_called(choice), Ok)
}

/// The game with an id or a title, and perhaps a size after a space.
pub fn game_called(name: &str) -> Result<GameId, TextError> {
    let letters = |text: &str| text.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect::<String>();
    let name = name.trim().to_lowercase();
    let titled = GameId::all().find(|game| letters(game.info().name) == letters(&name));
    let sized = || {
        let (title, size) = name.rsplit_once([' ', ':'])?;
        let game =
            GameId::all().find(|game| [game.info().id, game.info().name].map(letters).contains(&letters(title)))?;
        GameId::parse(&format!("{}:{size}", game.info().id)).ok()
    };
    GameId::parse(&name).or_else(|error| titled.or_else(sized).ok_or(error))
}

#[cfg(test)]
mod tests {
    use skirmish_play::AnyEngine;

    use super::*;

    #[test]
    fn every_level_below_the_highest_plays_as_on_every_front_end() {
        let settings = SearchSettings { threads: 4, ..SearchSettings::default() };
        let mut options = GameOptions { settings, ..GameOptions::new(String::new) };
        assert_eq!(AnyEngine::new(options.engine()).resources(), settings);
        for level in Level::all().filter(|&level| level < Level::FULL) {
            options.level = level;
            let engine = AnyEngine::new(options.engine());
            assert_eq!(engine.resources(), level.settings(&SearchSettings::default()), "{level:?}");
        }
    }
}
