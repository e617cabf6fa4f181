//! Requests that need no search: positions, records, boards set up by hand.

use skirmish_board::{LineError, TextError, quoted};
use skirmish_games::{self as games, GameId};
use skirmish_play::{AnyGame, Conclusion, Record, Step};
use skirmish_session::game::captured;

use crate::convert::legal_actions;
use crate::limits::MAX_ACTIONS;
use crate::messages::{GameLine, Message, Placed, Played, PositionInfo, Side};

/// Why a request cannot be answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApiError {
    sentence: String,
    at: Option<u32>,
}

impl ApiError {
    /// The reason, a sentence.
    pub fn new(sentence: impl Into<String>) -> ApiError {
        ApiError { sentence: sentence.into(), at: None }
    }

    /// The reply to the request with this id.
    pub fn message(self, id: u32) -> Message {
        Message::Error { id: Some(id), sentence: self.sentence, at: self.at }
    }
}

impl From<TextError> for ApiError {
    fn from(error: TextError) -> ApiError {
        ApiError::new(error.to_string())
    }
}

fn check_length(actions: usize) -> Result<(), ApiError> {
    let sentence = || format!("the game has {actions} actions, expected at most {MAX_ACTIONS}");
    (actions <= MAX_ACTIONS).then_some(()).ok_or_else(|| ApiError::new(sentence()))
}

/// Replays a game from its start. The input is untrusted.
pub fn replay(line: &GameLine) -> Result<Record, ApiError> {
    check_length(line.actions.len())?;
    let mut game = skirmish_play::new_game(GameId::parse(&line.game)?);
    if let Some(text) = &line.start {
        game.set_position(text)?;
    }
    let mut record = Record::new(game);
    for (at, text) in (0..).zip(&line.actions) {
        record.play(text, None).map_err(|error| ApiError { sentence: error.to_string(), at: Some(at) })?;
    }
    Ok(record)
}

/// The current position of a record, for the page.
pub fn position(record: &Record) -> PositionInfo {
    let game = record.game();
    let played = |(step, before): (&Step, &dyn AnyGame)| Played {
        action: step.action.clone(),
        side: step.side,
        piece: step.action.squares.as_ref().and_then(|squares| before.view().piece(&squares.from)),
        remark: step.announcement,
    };
    PositionInfo {
        game: record.game_id().to_string(),
        start: record.start().position(),
        actions: record.steps().iter().zip(record.games()).map(played).collect(),
        position: game.position(),
        side: game.side_to_move(),
        outcome: game.outcome(),
        ending: game.ending(),
        view: game.view(),
        taken: captured(record),
        proposes: game.is_proposal_turn(),
        legal: legal_actions(game),
    }
}

/// The reply to `show`.
pub fn show(id: u32, line: &GameLine) -> Result<Message, ApiError> {
    Ok(Message::Position { id, position: position(&replay(line)?) })
}

/// The reply to `play`.
pub fn play(id: u32, line: &GameLine, text: &str) -> Result<Message, ApiError> {
    let mut record = replay(line)?;
    Ok(match record.play(text, None) {
        Ok(_) => Message::Position { id, position: position(&record) },
        Err(error) => Message::Illegal { id, sentence: error.to_string(), unreadable: error.is_unreadable() },
    })
}

/// The reply to `record`.
pub fn record(
    id: u32,
    line: &GameLine,
    players: [String; 2],
    headers: Vec<(String, String)>,
    resigned: Option<Side>,
) -> Result<Message, ApiError> {
    let mut record = replay(line)?;
    record.players = players;
    record.headers = headers;
    if let (None, Some(side)) = (&record.result, resigned) {
        record.result = Some(Conclusion::Resigned(side));
    }
    Ok(Message::Recorded { id, text: record.format() })
}

/// The reply to `open`.
pub fn open(id: u32, text: &str) -> Result<Message, ApiError> {
    let record = Record::parse(text).map_err(|error| unreadable(text, &error))?;
    check_length(record.steps().len())?;
    // The page shows a forfeit as a resignation.
    let resigned = match &record.result {
        Some(Conclusion::Resigned(side) | Conclusion::Forfeited(side, _)) => Some(*side),
        Some(Conclusion::Rules(_)) | None => None,
    };
    let actions = record.steps().iter().map(|step| step.action.text.clone()).collect();
    let (game, start) = (record.game_id().to_string(), record.start().position());
    Ok(Message::Opened {
        id,
        line: GameLine { game, start: Some(start), actions },
        players: record.players,
        headers: record.headers,
        result: record.result.map(|result| result.outcome()),
        resigned,
    })
}

/// Why a file is not opened, for people who did not write it.
fn unreadable(text: &str, LineError { line, sentence }: &LineError) -> ApiError {
    let is_game = |line: &str| line.trim_start_matches('\u{feff}').trim().to_ascii_lowercase().starts_with("game:");
    ApiError::new(if text.lines().any(is_game) {
        format!("This saved game is damaged or incomplete. In line {line}: {sentence}.")
    } else {
        "This file is not a saved game of Skirmish. Such a file is a text with a line like \"Game: oska\".".to_owned()
    })
}

/// The reply to `compose`.
pub fn compose(
    id: u32,
    game: &str,
    rows: &[Vec<Option<Placed>>],
    side: Side,
    mark: Option<&str>,
) -> Result<Message, ApiError> {
    let game = GameId::parse(game)?;
    let setup = &game.info().setup;
    if let Some(mark) = mark
        && !setup.marks.iter().any(|(known, _)| *known == mark)
    {
        return Err(ApiError::new(format!("{} does not belong to a position of {}", quoted(mark), game.info().name)));
    }
    let placed = |placed: &Placed| games::Placed { letter: placed.letter, gas: placed.gas };
    let squares = |row: &Vec<Option<Placed>>| row.iter().map(|square| square.as_ref().map(placed)).collect();
    let rows: Vec<Vec<_>> = rows.iter().map(squares).collect();
    let mut board = skirmish_play::new_game(game);
    board.set_position(&setup.compose(&rows, side, mark))?;
    Ok(Message::Composed { id, position: board.position() })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The letters of the captured pieces.
    fn gone(game: &str, start: &str, actions: &str) -> String {
        let actions = actions.split_whitespace().map(str::to_owned).collect();
        match show(1, &GameLine { game: game.to_owned(), start: Some(start.to_owned()), actions }) {
            Ok(Message::Position { position, .. }) => position.taken.iter().map(|piece| piece.letter).collect(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_file_that_is_no_game_is_refused_in_words_of_a_player() {
        let sentence = |text: &str| open(1, text).unwrap_err().sentence;
        for other in ["", "hello\nworld", "\u{89}PNG\u{1}", "<html>"] {
            assert!(sentence(other).starts_with("This file is not a saved game of Skirmish."), "{other}");
        }
        let cut = "Game: oska\nStart: wwww/---/--/---/bbbb w\n1. North A5A4\n";
        assert_eq!(
            sentence(cut),
            "This saved game is damaged or incomplete. In line 3: there is no line \"South: ...\" before it."
        );
    }

    #[test]
    fn taken_pieces_are_those_that_left_the_board() {
        let gastank = "----K3---/--------/--------/---N2----/--b3-----/---n1----/----k3--- s";
        assert_eq!(gone("gastank", gastank, "D2B3"), "");
        assert_eq!(gone("gastank", gastank, "C3D4 E7D7"), "N");
        assert_eq!(gone("gastank", gastank, "C3D2 E7D7"), "n", "its own");
    }

    #[test]
    fn a_proposal_takes_nothing_until_it_is_accepted() {
        let refusal = "---K-/--p--/-----/-----/-----/-----/-----/k--r- s -";
        for (actions, expected) in [("C7D8", ""), ("C7D8 accept", "K"), ("C7D8 refuse", ""), ("C7D8 refuse D1D8", "K")]
        {
            assert_eq!(gone("refusal", refusal, actions), expected, "{actions}");
        }
    }

    #[test]
    fn who_is_struck_is_taken_only_if_nothing_is_left() {
        let hiya = "---K---/-----S-/-------/--J----/-------/-------/--s----/---k--- s";
        assert_eq!(gone("hiya", hiya, "C2C4"), "");
        let small = "---K---/-----S-/-------/--N----/-------/-------/--s----/---k--- s";
        assert_eq!(gone("hiya", small, "C2C4"), "N");
    }
}
