//! One suite that every game passes, at several sizes if it has them. A game registered later is covered as well, without a word
//! about it here.

#[path = "../common/mod.rs"]
mod common;
mod effects;
mod evaluation;
mod planes;
mod registry;
mod symmetry;

use std::collections::{HashMap, HashSet};

use skirmish_board::{LevelProfile, Notation, Outcome, Side, divide};
use skirmish_games::{GameId, Visitor};

use common::{Random, after, assert_sound, board_of, boards, boards_by_chance, games, legal_moves, random_game};
use symmetry::{names, symmetries};

/// How many positions of random games each test looks at, per board.
fn positions() -> usize {
    if std::env::var_os("SKIRMISH_ALL").is_some() { 4000 } else { 1000 }
}

/// A test that is run on every board, with its id and its start position.
macro_rules! every_board {
    ($(#[$doc:meta])* fn $name:ident($id:ident, $start:ident) $body:block) => {
        $(#[$doc])*
        #[test]
        fn $name() {
            struct Check(GameId);
            impl Visitor for Check {
                type Output = ();
                fn visit<G: Notation + LevelProfile>(self, $start: G) {
                    let $id = self.0;
                    $body
                }
            }
            boards().into_iter().for_each(|id| id.visit(Check(id)));
        }
    };
}
use every_board;

/// Random games with enough positions together.
fn random_games<G: Notation>(start: &G) -> Vec<Vec<G>> {
    games_of(start, positions())
}

/// Random games with at least so many positions together.
fn games_of<G: Notation>(start: &G, wanted: usize) -> Vec<Vec<G>> {
    let mut random = Random::new(1);
    let (mut games, mut positions) = (Vec::new(), 0);
    while positions < wanted {
        let game = random_game(start, &mut random, usize::MAX);
        positions += game.len();
        games.push(game);
    }
    games
}

/// The position of a text that must be good and written in the one way there is.
#[track_caller]
fn read<G: Notation>(start: &G, text: &str) -> G {
    let position = start.parse_position(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(position.format_position(), text);
    position
}

/// A game ends within its stated limit and no position of it recurs.
fn assert_finite<G: Notation>(id: GameId, game: &[G]) {
    let end = &game[game.len() - 1];
    assert!(end.outcome().is_some(), "{id}");
    assert!(game.len() - 1 <= G::MAX_PLIES.into(), "{id}: a game of {} actions", game.len() - 1);
    let keys: HashSet<u64> = game.iter().map(|position| position.key()).collect();
    assert_eq!(keys.len(), game.len(), "{id}: a position recurred before {}", end.format_position());
}

every_board! {
    /// Texts of positions and moves are read back, keys kept move by move are those of the text, moves are counted as
    /// they are listed, none twice, and there are some exactly while the game is on.
    fn positions_are_sound(_id, start) {
        random_games(&start).iter().flatten().for_each(assert_sound);
    }
}

every_board! {
    fn games_end_within_their_limit_and_never_recur(id, start) {
        for game in random_games(&start) {
            assert_finite(id, &game);
        }
    }
}

every_board! {
    /// Boards from outside may hold more pieces than play can bring about; the limits hold for them, too.
    fn games_from_any_board_end_within_their_limit_and_never_recur(id, start) {
        let mut random = Random::new(5);
        for board in boards_by_chance(id, &start) {
            let game = random_game(&board, &mut random, usize::MAX);
            assert_finite(id, &game);
            game.iter().step_by(4).for_each(assert_sound);
        }
    }
}

every_board! {
    /// A text has one key. Positions may share a key only if they share their future.
    fn equal_texts_have_equal_keys_and_equal_keys_equal_futures(id, start) {
        let mut keys: HashMap<String, u64> = HashMap::new();
        let mut texts: HashMap<u64, String> = HashMap::new();
        for position in random_games(&start).iter().flatten() {
            let (text, key) = (position.format_position(), position.key());
            assert_eq!(*keys.entry(text.clone()).or_insert(key), key, "{id}: two keys of {text}");
            let first = texts.entry(key).or_insert_with(|| text.clone());
            if *first != text {
                let other = start.parse_position(first).unwrap();
                assert_eq!(futures(position), futures(&other), "{id}: {text} and {first} have one key");
            }
        }
    }
}

/// Who acts, how the game stands, and what that leads to in the next two moves.
fn futures<G: Notation>(position: &G) -> (Side, Option<Outcome>, HashMap<String, u64>) {
    let lines = divide(position, 2).into_iter().map(|(mv, lines)| (position.format_move(mv), lines));
    (position.side_to_move(), position.outcome(), lines.collect())
}

every_board! {
    /// What decides the future has changed after every action, so the key has.
    fn every_action_changes_the_key(id, start) {
        for position in random_games(&start).iter().flatten() {
            for mv in legal_moves(position) {
                let text = position.format_position();
                assert_ne!(after(position, mv).key(), position.key(), "{id}: {} in {text}", position.format_move(mv));
            }
        }
    }
}

every_board! {
    /// A move that stands is simply played, and where it must be proposed it is proposed and accepted.
    fn a_standing_move_is_played_or_accepted(id, start) {
        for position in random_games(&start).iter().flatten() {
            for mv in legal_moves(position) {
                let (mut standing, mut played) = (position.clone(), position.clone());
                standing.play_accepted(mv);
                played.play(mv);
                if position.is_proposal_turn() {
                    let accept = played.parse_move("accept").expect("a proposal can be accepted");
                    played.play(accept);
                }
                assert!(standing == played && standing.key() == played.key(), "{id}: {}", position.format_position());
            }
        }
    }
}

every_board! {
    /// Any two squares are either a legal move or break a rule that is told in a sentence.
    fn every_illegal_move_has_a_reason(id, start) {
        let mut random = Random::new(3);
        let squares: Vec<String> = names(&start.view()).into_iter().flatten().collect();
        for position in random_games(&start).iter().flatten().step_by(10) {
            let legal: HashSet<String> = legal_moves(position).iter().map(|&mv| position.format_move(mv)).collect();
            for _ in 0..200 {
                let [from, to] = [(); 2].map(|()| &squares[random.below(squares.len())]);
                let mv = format!("{from}{to}");
                match position.parse_move(&mv) {
                    Ok(_) => assert!(legal.contains(&mv), "{id}: {mv} in {}", position.format_position()),
                    Err(reason) => {
                        assert!(!legal.contains(&mv), "{id}: {mv} in {}: {reason}", position.format_position());
                        let reason = reason.to_string();
                        assert!(reason.ends_with('.') && reason.chars().count() < 300, "not a sentence: {reason}");
                    }
                }
            }
        }
    }
}

every_board! {
    fn views_show_the_board_of_the_text(id, start) {
        let (columns, rows) = id.dimensions();
        for position in random_games(&start).iter().flatten().step_by(10) {
            let view = position.view();
            assert_eq!(view.rows.len(), rows.into(), "{id}");
            assert_eq!(view.rows.iter().map(|row| row.cells.len()).max(), Some(columns.into()), "{id}");
            assert_eq!(position.format_position().split(' ').next(), Some(board_of(&view).as_str()), "{id}");
        }
    }
}

every_board! {
    /// The image of a position has the images of its moves and its outcome, and nothing else.
    fn symmetric_positions_have_symmetric_moves_and_outcomes(id, start) {
        for symmetry in symmetries(id, &start) {
            let mut random = Random::new(4);
            for position in random_games(&start).iter().flatten() {
                let text = position.format_position();
                let image = read(&start, &symmetry.position(&text));
                let side = position.side_to_move();
                let expected = if symmetry.turns { side.opposite() } else { side };
                assert_eq!(image.side_to_move(), expected, "{id}: {text}");
                assert_eq!(image.outcome(), position.outcome().map(|outcome| symmetry.outcome(outcome)), "{id}: {text}");
                let moves = legal_moves(position);
                assert_eq!(legal_moves(&image).len(), moves.len(), "{id}: {text}");
                // Writing and reading large boards takes long: one move is played, all of them are looked at.
                let played = random.below(moves.len().max(1));
                for (i, mv) in moves.into_iter().enumerate() {
                    let name = symmetry.action(&position.format_move(mv));
                    let image_mv = image.parse_move(&name).unwrap_or_else(|error| panic!("{id}: {text}: {name}: {error}"));
                    assert_eq!(image.announcement(image_mv), position.announcement(mv), "{id}: {name} in the image of {text}");
                    if i == played {
                        let expected = symmetry.position(&after(position, mv).format_position());
                        let next = after(&image, image_mv).format_position();
                        assert_eq!(next, expected, "{id}: {name} in the image of {text}");
                    }
                }
            }
        }
    }
}

/// The rules for people fit a terminal, the board they begin with is drawn as the game draws it, and every piece is named.
#[test]
fn rules_fit_a_terminal_and_show_the_start() {
    struct Drawing;
    impl Visitor for Drawing {
        type Output = String;
        fn visit<G: Notation>(self, start: G) -> String {
            start.view().to_string()
        }
    }
    for id in games() {
        let rules = id.rules();
        for (number, line) in (1..).zip(rules.lines()) {
            assert!(line.len() <= 80 && line.is_ascii(), "{id}, line {number} of the rules: {line}");
            assert!(!line.chars().any(|c| c.is_control()), "{id}, line {number} of the rules: {line}");
        }
        let said = rules.to_lowercase();
        for piece in (id.info().setup.palette)() {
            assert!(said.contains(&piece.kind.to_lowercase()), "{id}: the rules do not name the {}", piece.kind);
        }
        for line in id.visit(Drawing).lines() {
            assert!(rules.contains(line), "{id}: not in the rules: {line}");
        }
    }
}
