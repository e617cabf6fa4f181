//! The catalogue of the games, and the first message of a connection.

use skirmish_board::Side;
use skirmish_games::{self as games, GameId};
use skirmish_play::Level;

use crate::lessons;
use crate::limits::{MAX_OFFERED_SIZE, limits};
use crate::messages::{Catalogue, Example, GameInfo, GameLine, Message, PositionMark, RoomOffer, Sizes, StartPosition};
use crate::queries::ApiError;

/// The catalogue of this program. It never changes, so build it once.
pub fn catalogue() -> Catalogue {
    let levels = Level::all();
    Catalogue {
        version: version(),
        games: GameId::all().map(game).collect(),
        levels: levels.map(|level| level.description().to_owned()).collect(),
    }
}

/// The first message on every connection, with what the server says about its rooms, if it has any.
pub fn hello(rooms: Option<RoomOffer>) -> Message {
    Message::Hello { version: version(), limits: limits(), rooms }
}

fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

fn game(id: GameId) -> GameInfo {
    let info = id.info();
    let game = skirmish_play::new_game(id);
    let usual = game.side_to_move();
    let openers = if info.opener.is_some() { vec![usual] } else { vec![usual, usual.opposite()] };
    let start = |side: Side| StartPosition { side, position: info.setup.with_side(&game.position(), side) };
    let mark = |&(text, label): &(&str, &str)| PositionMark { text: text.to_owned(), label: label.to_owned() };
    let sizes = |sizes: &std::ops::RangeInclusive<u8>| Sizes {
        least: *sizes.start(),
        most: MAX_OFFERED_SIZE.clamp(*sizes.start(), *sizes.end()),
    };
    GameInfo {
        id: id.to_string(),
        title: info.name.to_owned(),
        summary: info.summary.to_owned(),
        welcome: info.welcome.iter().map(|&line| line.to_owned()).collect(),
        lesson: lessons::titles(id),
        player: info.player.to_owned(),
        sides: info.sides.map(str::to_owned),
        opener: info.opener,
        starts: openers.into_iter().map(start).collect(),
        sizes: info.sizes.as_ref().map(sizes),
        board: game.view(),
        palette: (info.setup.palette)(),
        marks: info.setup.marks.iter().map(mark).collect(),
    }
}

/// The reply to `rules`. They are as long as the rest of the catalogue, and few need them at once.
pub fn rules(id: u32, game: &str) -> Result<Message, ApiError> {
    let game = GameId::parse(game)?;
    let examples = game.info().examples.iter().filter_map(|shown| example(game, shown)).collect();
    Ok(Message::Rules { id, text: game.rules().to_owned(), examples })
}

/// An example with its boards. The tests of the games check that every example has them.
fn example(id: GameId, shown: &games::Example) -> Option<Example> {
    let mut game = skirmish_play::new_game(id);
    game.set_position(shown.position).ok()?;
    let before = game.view();
    let squares = game.named_squares(shown.action);
    let result = game.play(shown.action);
    for action in shown.then {
        game.play(action).ok()?;
    }
    Some(Example {
        caption: shown.caption.to_owned(),
        action: shown.action.to_owned(),
        squares,
        after: result.is_ok().then(|| game.view()),
        legal: result.is_ok(),
        remark: result.as_ref().ok().and_then(|played| played.announcement).map(str::to_owned),
        rule: result.err().map(|rule| rule.to_string()),
        before,
        line: GameLine { game: id.to_string(), start: Some(shown.position.to_owned()), actions: Vec::new() },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_is_introduced_whole() {
        let Catalogue { games, levels, .. } = catalogue();
        assert_eq!(levels.len(), usize::from(limits().level));
        assert_eq!(games.len(), GameId::all().count());
        for (game, id) in games.iter().zip(GameId::all()) {
            assert_eq!(game.id, id.to_string());
            let Ok(Message::Rules { text, examples, .. }) = rules(1, &game.id) else { panic!("no rules of {id}") };
            assert_eq!(text.lines().next(), Some(game.title.to_uppercase().as_str()), "the page leaves it out");
            assert!(!game.palette.is_empty(), "{id}");
            assert_eq!(examples.len(), id.info().examples.len(), "{}", game.id);
            for (example, written) in examples.iter().zip(id.info().examples) {
                assert_eq!(example.legal, written.legal, "{}", example.caption);
                assert_eq!(example.legal, example.after.is_some() && example.rule.is_none(), "{}", example.caption);
            }
            for start in &game.starts {
                let mut started = skirmish_play::new_game(id);
                started.set_position(&start.position).unwrap();
                assert_eq!(started.side_to_move(), start.side);
                assert_eq!(started.view().rows, game.board.rows);
            }
            assert_eq!(game.starts.len(), if game.opener.is_some() { 1 } else { 2 });
        }
        let oska = games.iter().find(|game| game.id == "oska").unwrap();
        assert_eq!(oska.sizes, Some(Sizes { least: 4, most: 8 }));
        assert_eq!(oska.sides, ["Black", "White"]);
    }
}
