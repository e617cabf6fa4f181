//! Before a game: who plays which side, from where, and what a record says of it.

use std::time::Duration;

use skirmish_board::{Side, TextError};
use skirmish_games::GameId;
use skirmish_play::{AnyGame, EngineOptions, Evaluator, Level, Record, SavedGame, parse_duration};
use skirmish_search::SearchSettings;

use crate::players::{Players, Role};

/// What stays the same from game to game.
#[derive(Clone, Debug)]
pub struct GameOptions {
    /// How strong the engine plays.
    pub level: Level,
    /// The most time for a move.
    pub time: Duration,
    /// The seed of the random choices of weak levels.
    pub seed: u64,
    /// Threads and memory of the engine.
    pub settings: SearchSettings,
    /// What the engine evaluates positions with.
    pub evaluator: Evaluator,
    /// Whether the engine thinks on the person's time.
    pub ponder: bool,
    /// The date for records, in Greenwich: it means the same everywhere.
    pub today: fn() -> String,
}

impl GameOptions {
    /// What holds unless something else is asked for: the engine plays as well as it can.
    pub fn new(today: fn() -> String) -> GameOptions {
        let (settings, evaluator) = (SearchSettings::default(), Evaluator::Default);
        GameOptions { level: Level::FULL, time: DEFAULT_MOVE_TIME, seed: 1, settings, evaluator, ponder: true, today }
    }

    /// An engine that plays by these.
    pub fn engine(&self) -> EngineOptions {
        let GameOptions { level, seed, settings, ref evaluator, .. } = *self;
        EngineOptions { settings, level, seed, evaluator: evaluator.clone(), ..EngineOptions::default() }
    }

    /// These with the level and the time of a record, where it names them.
    pub fn of_record(self, record: &Record) -> GameOptions {
        let level = level_of(record).unwrap_or(self.level);
        let time = record.header(TIME_HEADER).and_then(|text| parse_duration(text.strip_suffix(TIME_UNIT)?).ok());
        GameOptions { level, time: time.unwrap_or(self.time), ..self }
    }
}

/// The level that a person is offered who has not chosen one yet, on every front end. (Where nothing is asked, as in line mode,
/// the engine plays as well as it can.)
pub const OFFERED_LEVEL: Level = Level::NEWCOMER;

/// The most time for a move of a new game, on every front end: what the handouts allow.
pub const DEFAULT_MOVE_TIME: Duration = Duration::from_secs(5);

/// The headers of a record for the engine's level and the most time of a move, and what follows the seconds there.
const LEVEL_HEADER: &str = "Level";
const TIME_HEADER: &str = "Time";
const TIME_UNIT: &str = " s a move";

/// The table and the players of a new game. Where both sides are played alike, South is who moves first unless the rules say
/// otherwise. A position is set up as it is: who is `first` makes the next move.
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
    // Where either side may begin, the person stays at the bottom and the turn is what changes.
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

/// The record of a game that is about to begin.
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

/// Notes the engine's level.
pub fn set_level(record: &mut Record, level: Level) {
    record.set_header(LEVEL_HEADER, level.number().to_string());
}

/// Notes the most time for a move.
pub fn set_time(record: &mut Record, time: Duration) {
    record.set_header(TIME_HEADER, format!("{}{TIME_UNIT}", time.as_secs_f64()));
}

/// The level that a record names.
pub fn level_of(record: &Record) -> Option<Level> {
    record.header(LEVEL_HEADER).and_then(|text| Level::parse(text).ok())
}

/// Which of the kept games, the newest first, to go on with: the newest that is unfinished, or else the newest. One that cannot
/// be read is not passed over in silence.
pub fn game_to_resume(games: &[SavedGame]) -> Option<usize> {
    let goes_on = |game: &SavedGame| !game.record.as_ref().is_ok_and(|record| record.result.is_some());
    games.iter().position(goes_on).or(if games.is_empty() { None } else { Some(0) })
}

/// The side that a word of somebody asked for it names, in games whose rules say who begins.
pub fn side_called(game: GameId, word: &str) -> Option<Side> {
    game.info().opener?;
    Side::BOTH.into_iter().find(|side| game.info().sides[side.index()].eq_ignore_ascii_case(word))
}

/// The game that a number of the menu or a name stands for.
pub fn game_chosen(choice: &str) -> Result<GameId, TextError> {
    let numbered = choice.parse::<usize>().ok().and_then(|number| GameId::all().nth(number.checked_sub(1)?));
    numbered.map_or_else(|| game_called(choice), Ok)
}

/// The game that people call this: by what other commands call it, by its title, and with its size behind a space.
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
