//! The games compared with the oracle, position by position: random games from the start, and from unreachable boards.

use skirmish_games::GameId;
use skirmish_oracle::{GAMES, Random, State};
use skirmish_play::AnyGame;

/// Positions compared in each game and size, at least.
const POSITIONS: usize = 4000;

/// The sizes compared where a game has several: both kinds of small boards and their limits, and larger ones.
const SIZES: [u8; 8] = [4, 5, 6, 7, 8, 11, 12, 26];

#[test]
fn the_oracle_knows_every_game() {
    for game in GameId::all() {
        let id = game.info().id;
        assert!(GAMES.contains(&id), "{id} is missing in tests/oracle: see CONTRIBUTING.md, Adding a game");
        assert_eq!(State::start(id).text(), skirmish_play::new_game(game).position());
    }
}

#[test]
fn random_games_agree() {
    for game in games() {
        let mut random = Random::new(1);
        let mut compared = 0;
        while compared < POSITIONS {
            let state = State::start(&game.to_string());
            compared += compare_playout(game, &state, &mut random, usize::MAX);
        }
    }
}

#[test]
fn games_from_unreachable_boards_agree() {
    for game in games() {
        let mut random = Random::new(2);
        let mut compared = 0;
        let mut drawn = 0;
        while compared < POSITIONS {
            let text = scrambled(game, &mut random);
            drawn += 1;
            assert!(drawn < 100 * POSITIONS, "{game} accepts hardly any board, such as {text}");
            // Invalid boards are rejected; the tests of the games check why.
            if skirmish_play::new_game(game).set_position(&text).is_ok() {
                let state = State::parse(&game.to_string(), &text);
                compared += compare_playout(game, &state, &mut random, 12);
            }
        }
    }
}

/// Every game, at each of [`SIZES`] that it has; with `SKIRMISH_GAME` in the environment, that one only.
fn games() -> Vec<GameId> {
    let is_wanted = |id: &GameId| std::env::var("SKIRMISH_GAME").map_or(true, |wanted| wanted == id.info().id);
    GameId::all_at(&SIZES).into_iter().filter(is_wanted).collect()
}

/// Plays a random game of at most `limit` actions from here and compares all its positions. Returns their number.
fn compare_playout(game: GameId, start: &State, random: &mut Random, limit: usize) -> usize {
    let mut table = skirmish_play::new_game(game);
    table.set_position(&start.text()).unwrap_or_else(|error| panic!("{game}, {start:?}: {error}"));
    let mut state = start.clone();
    let mut positions = 1;
    compare(&*table, &state);
    while positions <= limit && state.outcome().is_none() {
        let mut legal = state.legal();
        let action = legal.swap_remove(random.below(legal.len()));
        let before = state.text();
        let played = table.play(&action).unwrap_or_else(|error| panic!("{game}, {before}, {action}: {error}"));
        assert_eq!(played.action.text, action, "{game}, {before}");
        state = state.play(&action);
        compare(&*table, &state);
        positions += 1;
    }
    positions
}

#[track_caller]
fn compare(table: &dyn AnyGame, state: &State) {
    let (game, text) = (table.id(), state.text());
    assert_eq!(table.position(), text, "{game}");
    assert_eq!(table.outcome().map(|outcome| outcome.id()), state.outcome(), "{game}, {text}");
    assert_eq!(table.side_to_move().id(), state.to_move(), "{game}, {text}");
    assert_eq!(skirmish_board::texts(&table.legal_actions()), state.legal(), "{game}, {text}");
    assert_eq!(table.ending().is_empty(), state.outcome().is_none(), "{game}, {text}");
}

/// The text of an unusual board: the pieces of a position of a random game on random squares, some removed, some exchanged.
fn scrambled(game: GameId, random: &mut Random) -> String {
    let mut table = skirmish_play::new_game(game);
    // Every piece of the start position, and those of the random game.
    let mut known: Vec<String> = squares(&*table).concat();
    for _ in 0..random.below(40) {
        let mut legal = table.legal_actions();
        if legal.is_empty() {
            break;
        }
        table.perform(&legal.swap_remove(random.below(legal.len())));
        known.extend(squares(&*table).concat());
    }
    known.retain(|square| square != EMPTY);

    let rows = squares(&*table);
    let mut cells = rows.concat();
    let (removed, exchanged) = (random.below(8), random.below(8));
    for cell in cells.iter_mut().filter(|cell| *cell != EMPTY) {
        match random.below(16) {
            n if n < removed => *cell = EMPTY.to_owned(),
            n if n < removed + exchanged => *cell = known[random.below(known.len())].clone(),
            _ => {}
        }
    }
    for last in (1..cells.len()).rev() {
        cells.swap(last, random.below(last + 1));
    }
    let mut cells = cells.into_iter();
    let board: Vec<String> = rows.iter().map(|row| cells.by_ref().take(row.len()).collect()).collect();
    let position = table.position();
    let rest = position.split_once(' ').map_or("", |(_, rest)| rest);
    format!("{} {rest}", board.join("/"))
}

const EMPTY: &str = "-";

/// The board square by square, as position text writes it.
fn squares(table: &dyn AnyGame) -> Vec<Vec<String>> {
    let square = |cell: &skirmish_board::Cell| match &cell.piece {
        None => EMPTY.to_owned(),
        Some(piece) => {
            let gas = piece.gas.map(|gas| gas.to_string());
            format!("{}{}", piece.letter, gas.unwrap_or_default())
        }
    };
    table.view().rows.iter().map(|row| row.cells.iter().map(square).collect()).collect()
}
