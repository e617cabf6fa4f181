//! Requests that need no search, answered at once: positions, records, boards set up by hand.

use skirmish_board::{TextError, quoted};
use skirmish_games::{self as games, GameId};
use skirmish_play::{Conclusion, Record, Table};

use crate::convert::Names;
use crate::limits::MOST_ACTIONS;
use crate::messages::{Course, Message, Placed, Played, Side, View};

/// Why a request cannot be answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    sentence: String,
    at: Option<u32>,
}

impl Refusal {
    /// For this reason, a sentence.
    pub fn new(sentence: impl Into<String>) -> Refusal {
        Refusal { sentence: sentence.into(), at: None }
    }

    /// What the tab is told.
    pub fn message(self, id: u32) -> Message {
        Message::Error { id: Some(id), sentence: self.sentence, at: self.at }
    }
}

impl From<TextError> for Refusal {
    fn from(error: TextError) -> Refusal {
        Refusal::new(error.to_string())
    }
}

/// A course played out on a table.
pub struct Standing {
    /// The game where it stands.
    pub table: Box<dyn Table>,
    /// The squares of its board.
    pub names: Names,
    start: String,
    played: Vec<Played>,
}

impl Standing {
    /// Plays a course from its start. Everything in it comes from outside.
    pub fn of(course: &Course) -> Result<Standing, Refusal> {
        let mut standing = Standing::before(course)?;
        for (at, text) in (0..).zip(&course.actions) {
            standing.play(text).map_err(|error| Refusal { sentence: error.to_string(), at: Some(at) })?;
        }
        Ok(standing)
    }

    /// The start of a course whose length is checked; its actions are not yet.
    fn before(course: &Course) -> Result<Standing, Refusal> {
        if course.actions.len() > MOST_ACTIONS {
            let count = course.actions.len();
            return Err(Refusal::new(format!("the game has {count} actions, expected at most {MOST_ACTIONS}")));
        }
        let mut table = skirmish_play::open(GameId::parse(&course.game)?);
        if let Some(text) = &course.start {
            table.set_position(text)?;
        }
        Ok(Standing { names: Names::of(&table.view()), start: table.position(), table, played: Vec::new() })
    }

    /// Plays one more action.
    fn play(&mut self, text: &str) -> Result<(), TextError> {
        let side = self.table.side_to_move().into();
        let played = self.table.play(text)?;
        let remark = played.remark.map(str::to_owned);
        self.played.push(Played { action: self.names.action(&played.text), side, remark });
        Ok(())
    }

    /// The positions of a course, the start first: each with the action that follows it.
    pub fn positions(course: &Course) -> Result<(Names, Vec<Step>), Refusal> {
        let mut standing = Standing::before(course)?;
        let mut steps = Vec::with_capacity(course.actions.len() + 1);
        for (at, text) in (0..).zip(&course.actions) {
            let (position, side) = (standing.table.position(), standing.table.side_to_move());
            standing.play(text).map_err(|error| Refusal { sentence: error.to_string(), at: Some(at) })?;
            let action = standing.played.last().map(|played| played.action.text.clone());
            steps.push(Step { position, side, action });
        }
        let (position, side) = (standing.table.position(), standing.table.side_to_move());
        steps.push(Step { position, side, action: None });
        Ok((standing.names, steps))
    }

    /// What the tab sees of it.
    fn message(self, id: u32) -> Message {
        let Standing { table, names, start, played } = self;
        Message::Position {
            id,
            game: table.id().to_string(),
            start,
            actions: played,
            position: table.position(),
            side: table.side_to_move().into(),
            outcome: table.outcome().map(Into::into),
            ending: table.ending(),
            view: View::from(table.view()),
            legal: table.legal_actions().iter().map(|text| names.action(text)).collect(),
        }
    }
}

/// A position of a course and what was done in it.
pub struct Step {
    /// The position text.
    pub position: String,
    /// Who acts.
    pub side: skirmish_board::Side,
    /// What was done; `None` at the end.
    pub action: Option<String>,
}

/// The answer to `show`.
pub fn show(id: u32, course: &Course) -> Message {
    match Standing::of(course) {
        Ok(standing) => standing.message(id),
        Err(refusal) => refusal.message(id),
    }
}

/// The answer to `play`.
pub fn play(id: u32, course: &Course, text: &str) -> Message {
    let mut standing = match Standing::of(course) {
        Ok(standing) => standing,
        Err(refusal) => return refusal.message(id),
    };
    match standing.play(text) {
        Ok(()) => standing.message(id),
        Err(error) => Message::Illegal { id, sentence: error.to_string(), unreadable: error.is_unreadable() },
    }
}

/// The answer to `record`.
pub fn record(
    id: u32,
    course: &Course,
    players: [String; 2],
    headers: Vec<(String, String)>,
    resigned: Option<Side>,
) -> Message {
    let standing = match Standing::of(course) {
        Ok(standing) => standing,
        Err(refusal) => return refusal.message(id),
    };
    let mut record = Record::new(standing.table.id(), standing.start);
    let table = &mut *skirmish_play::open(record.game);
    let replayed = table.set_position(&record.start).and_then(|()| {
        standing.played.iter().try_for_each(|played| record.play(table, &played.action.text, None).map(drop))
    });
    if let Err(error) = replayed {
        return Refusal::from(error).message(id);
    }
    record.players = players;
    record.headers = headers;
    if let (None, Some(side)) = (&record.result, resigned) {
        record.result = Some(Conclusion::Resigned(side.into()));
    }
    Message::Recorded { id, text: record.format() }
}

/// The answer to `open`.
pub fn open(id: u32, text: &str) -> Message {
    let record = match Record::parse(text) {
        Ok(record) => record,
        Err(error) => return Refusal::new(error.to_string()).message(id),
    };
    if record.actions.len() > MOST_ACTIONS {
        let count = record.actions.len();
        return Refusal::new(format!("the game has {count} actions, expected at most {MOST_ACTIONS}")).message(id);
    }
    // For the page, a game lost by a fault is one that its side gave up.
    let resigned = match &record.result {
        Some(Conclusion::Resigned(side) | Conclusion::Forfeited(side, _)) => Some((*side).into()),
        Some(Conclusion::Rules(_)) | None => None,
    };
    let actions = record.actions.into_iter().map(|action| action.text).collect();
    Message::Opened {
        id,
        course: Course { game: record.game.to_string(), start: Some(record.start), actions },
        players: record.players,
        headers: record.headers,
        result: record.result.map(|result| result.outcome().into()),
        resigned,
    }
}

/// The answer to `compose`.
pub fn compose(id: u32, game: &str, rows: &[Vec<Option<Placed>>], side: Side, mark: Option<&str>) -> Message {
    composed(game, rows, side, mark)
        .map_or_else(|refusal| refusal.message(id), |position| Message::Composed { id, position })
}

fn composed(game: &str, rows: &[Vec<Option<Placed>>], side: Side, mark: Option<&str>) -> Result<String, Refusal> {
    let game = GameId::parse(game)?;
    let setup = &game.info().setup;
    if let Some(mark) = mark
        && !setup.marks.iter().any(|(known, _)| *known == mark)
    {
        return Err(Refusal::new(format!("{} does not belong to a position of {}", quoted(mark), game.info().name)));
    }
    let placed = |placed: &Placed| games::Placed { letter: placed.letter, gas: placed.gas };
    let squares = |row: &Vec<Option<Placed>>| row.iter().map(|square| square.as_ref().map(placed)).collect();
    let rows: Vec<Vec<_>> = rows.iter().map(squares).collect();
    let mut table = skirmish_play::open(game);
    table.set_position(&setup.compose(&rows, side.into(), mark))?;
    Ok(table.position())
}
