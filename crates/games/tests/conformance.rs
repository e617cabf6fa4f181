//! One suite that every game passes, at several sizes if it has them. A game registered later is covered as well; only
//! how its pieces change sides must be told in [`turned_piece`] if it is not by their case.

mod common;

use std::collections::{HashMap, HashSet};

use skirmish_board::{Cell, Notation, Outcome, Row, Side, View, divide};
use skirmish_games::{GameId, Visitor};

use common::{Random, assert_sound, boards, legal_moves, random_game};

/// How many positions of random games each test looks at, a board.
const POSITIONS: usize = 3000;

/// A test that is run on every board, with its id and its start position.
macro_rules! every_board {
    ($(#[$doc:meta])* fn $name:ident($id:ident, $start:ident) $body:block) => {
        $(#[$doc])*
        #[test]
        fn $name() {
            struct Check(GameId);
            impl Visitor for Check {
                type Output = ();
                fn visit<G: Notation>(self, $start: G) {
                    let $id = self.0;
                    $body
                }
            }
            boards().into_iter().for_each(|id| id.visit(Check(id)));
        }
    };
}

/// Random games with at least [`POSITIONS`] positions together.
fn random_games<G: Notation>(start: &G) -> Vec<Vec<G>> {
    let mut random = Random::new(1);
    let (mut games, mut positions) = (Vec::new(), 0);
    while positions < POSITIONS {
        let game = random_game(start, &mut random, usize::MAX);
        positions += game.len();
        games.push(game);
    }
    games
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
    fn crammed_games_end_within_their_limit_and_never_recur(id, start) {
        let mut random = Random::new(2);
        let text = start.format_position();
        let (board, rest) = text.split_once(' ').unwrap();
        let pieces: Vec<&str> = board.split('/').flat_map(squares_of).filter(|piece| *piece != "-").collect();
        // A piece that a side has only once is its king.
        let common: Vec<&str> =
            pieces.iter().filter(|one| pieces.iter().filter(|other| other == one).count() > 1).copied().collect();
        for round in 0..40 {
            let mut fill = |square: &str| match square {
                "-" if random.below(40) <= round => common[random.below(common.len())].to_owned(),
                _ => square.to_owned(),
            };
            let rows: Vec<String> =
                board.split('/').map(|row| squares_of(row).into_iter().map(&mut fill).collect()).collect();
            let crammed = match start.parse_position(&format!("{} {rest}", rows.join("/"))) {
                Ok(crammed) => crammed,
                // The hourglass may limit how many pieces a side has.
                Err(_) if id.info().sizes.is_some() => continue,
                Err(error) => panic!("{id}: {error}"),
            };
            let game = random_game(&crammed, &mut random, usize::MAX);
            assert_finite(id, &game);
            game.iter().step_by(16).for_each(assert_sound);
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
    /// A move that stands is simply played, and where it must be proposed it is proposed and accepted.
    fn a_standing_move_is_played_or_accepted(id, start) {
        for position in random_games(&start).iter().flatten() {
            for mv in legal_moves(position) {
                let (mut standing, mut played) = (position.clone(), position.clone());
                standing.play_standing(mv);
                played.play(mv);
                if position.proposes() {
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
            let shown = |row: &Row| -> String {
                let square = |cell: &Cell| match cell.piece {
                    None => "-".to_owned(),
                    Some(piece) => format!("{}{}", piece.letter, piece.gas.map_or(String::new(), |gas| gas.to_string())),
                };
                row.cells.iter().map(square).collect()
            };
            let board: Vec<String> = view.rows.iter().map(shown).collect();
            assert_eq!(position.format_position().split(' ').next(), Some(board.join("/").as_str()), "{id}");
        }
    }
}

every_board! {
    /// Turning the board by 180 degrees and swapping the sides turns the moves and the outcome, and nothing else.
    fn turned_positions_have_turned_moves_and_outcomes(id, start) {
        let turn = Turn::new(id, &start.view());
        let mut random = Random::new(4);
        for position in random_games(&start).iter().flatten() {
            let text = position.format_position();
            let turned_text = turn.position(&text);
            let turned = start.parse_position(&turned_text).unwrap_or_else(|error| panic!("{id}: {turned_text}: {error}"));
            assert_eq!(turned.format_position(), turned_text, "{id}");
            assert_eq!(turned.side_to_move(), position.side_to_move().opposite(), "{id}: {text}");
            assert_eq!(turned.outcome(), position.outcome().map(turned_outcome), "{id}: {text}");
            let moves = legal_moves(position);
            assert_eq!(legal_moves(&turned).len(), moves.len(), "{id}: {text}");
            // Writing and reading large boards takes long: one move is played, all of them are looked at.
            let played = random.below(moves.len().max(1));
            for (i, mv) in moves.into_iter().enumerate() {
                let name = turn.action(&position.format_move(mv));
                let turned_mv = turned.parse_move(&name).unwrap_or_else(|error| panic!("{id}: {text}: {name}: {error}"));
                assert_eq!(turned.remark(turned_mv), position.remark(mv), "{id}: {name} after turning {text}");
                if i == played {
                    let (mut next, mut turned_next) = (position.clone(), turned.clone());
                    next.play(mv);
                    turned_next.play(turned_mv);
                    let expected = turn.position(&next.format_position());
                    assert_eq!(turned_next.format_position(), expected, "{id}: {name} after turning {text}");
                }
            }
        }
    }
}

/// The rules for people fit a terminal, and the board they begin with is drawn as the game draws it.
#[test]
fn rules_fit_a_terminal_and_show_the_start() {
    struct Drawing;
    impl Visitor for Drawing {
        type Output = String;
        fn visit<G: Notation>(self, start: G) -> String {
            start.view().to_string()
        }
    }
    for id in GameId::all() {
        let rules = id.info().rules;
        for (number, line) in (1..).zip(rules.lines()) {
            assert!(line.len() <= 80 && line.is_ascii(), "{id}, line {number} of the rules: {line}");
            assert!(!line.chars().any(|c| c.is_control()), "{id}, line {number} of the rules: {line}");
        }
        for line in id.visit(Drawing).lines() {
            assert!(rules.contains(line), "{id}: not in the rules: {line}");
        }
    }
}

/// The squares of a row of position text; a digit is the gas of the piece before it.
fn squares_of(row: &str) -> Vec<&str> {
    let starts: Vec<usize> = row.char_indices().filter(|(_, c)| !c.is_ascii_digit()).map(|(at, _)| at).collect();
    let ends = starts.iter().skip(1).copied().chain([row.len()]);
    starts.iter().zip(ends).map(|(&start, end)| &row[start..end]).collect()
}

/// The names of all squares, row by row from the top.
fn names(view: &View) -> Vec<Vec<String>> {
    view.rows.iter().map(|row| row.cells.iter().map(|cell| cell.square.clone()).collect()).collect()
}

/// Turns a board by 180 degrees and swaps the sides, on texts.
struct Turn {
    game: &'static str,
    /// The square opposite to each.
    opposite: HashMap<String, String>,
}

impl Turn {
    fn new(id: GameId, view: &View) -> Turn {
        let squares: Vec<String> = names(view).into_iter().flatten().collect();
        // Rows are symmetric, so the first square of the board is opposite to the last.
        let opposite = squares.iter().cloned().zip(squares.iter().rev().cloned()).collect();
        Turn { game: id.info().id, opposite }
    }

    fn position(&self, text: &str) -> String {
        let mut fields = text.split(' ');
        let row = |row: &str| -> String {
            let turned = |square: &str| -> String { square.chars().map(|c| turned_piece(self.game, c)).collect() };
            squares_of(row).into_iter().rev().map(turned).collect()
        };
        let board: Vec<String> = fields.next().unwrap().split('/').rev().map(row).collect();
        let side = turned_sides(fields.next().unwrap());
        let rest = fields.map(|field| match (self.game, field.chars().next()) {
            ("refusal", Some(mark @ ('?' | '!'))) => format!("{mark}{}", self.action(&field[1..])),
            ("trench", _) => turned_sides(field),
            _ => field.to_owned(),
        });
        [board.join("/"), side].into_iter().chain(rest).collect::<Vec<String>>().join(" ")
    }

    /// The move between the opposite squares; an action without squares stays.
    fn action(&self, text: &str) -> String {
        if !text.contains(|c: char| c.is_ascii_digit()) {
            return text.to_owned();
        }
        let second = text.rfind(|c: char| c.is_ascii_alphabetic()).expect("two squares");
        let (from, to) = text.split_at(second);
        self.opposite[from].clone() + &self.opposite[to]
    }
}

/// The other side's piece. Left and right are the screen's, so turning makes a left rook a right rook.
fn turned_piece(game: &str, piece: char) -> char {
    match (game, piece) {
        ("refusal", 'l') => 'R',
        ("refusal", 'r') => 'L',
        ("refusal", 'L') => 'r',
        ("refusal", 'R') => 'l',
        ("trench", '~') => '+',
        ("trench", '+') => '~',
        ("trench", '*') => '@',
        ("trench", '@') => '*',
        ("oska", 'w') => 'b',
        ("oska", 'b') => 'w',
        _ if piece.is_uppercase() => piece.to_ascii_lowercase(),
        _ => piece.to_ascii_uppercase(),
    }
}

/// The other side, where a field names one; both or none stay.
fn turned_sides(field: &str) -> String {
    match field {
        "s" => "n",
        "n" => "s",
        "w" => "b",
        "b" => "w",
        both_or_none => both_or_none,
    }
    .to_owned()
}

fn turned_outcome(outcome: Outcome) -> Outcome {
    match outcome {
        Outcome::Win(Side::South) => Outcome::Win(Side::North),
        Outcome::Win(Side::North) => Outcome::Win(Side::South),
        Outcome::Draw => Outcome::Draw,
    }
}
