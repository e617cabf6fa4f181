//! The lowest levels: what they promise, whatever else they overlook.

use skirmish_board::{LevelProfile, Move, MoveList, Notation, Random, Score};
use skirmish_games::{GameId, Visitor};
use skirmish_play::{AnyEngine, EngineOptions, Level, downcast, new_game};
use skirmish_search::Limits;

use crate::{SMALL, choose, perform, start};

fn legal<G: Notation>(position: &G) -> Vec<Move> {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    moves.to_vec()
}

fn after<G: Notation>(position: &G, mv: Move) -> G {
    let mut next = position.clone();
    next.play_accepted(mv);
    next
}

/// The square that a move leaves, as column and row.
fn leaves<G: Notation>(position: &G, mv: Move) -> Option<(i32, i32)> {
    position.squares(mv).map(|squares| place(&squares.from))
}

fn place(square: &str) -> (i32, i32) {
    (square.as_bytes()[0] as i32, square[1..].parse().unwrap())
}

/// What the piece on `near`, or one beside it, can take after a move: the points that the pieces are worth less than before.
fn left_to<G: Notation + LevelProfile>(position: &G, mv: Move, near: (i32, i32)) -> Score {
    let next = after(position, mv);
    if next.outcome().is_some() || next.side_to_move() == position.side_to_move() {
        return 0;
    }
    let beside = |place: (i32, i32)| (place.0 - near.0).abs() <= 1 && (place.1 - near.1).abs() <= 1;
    let replies = legal(&next).into_iter().filter(|&reply| leaves(&next, reply).is_some_and(beside));
    let loss = |reply| {
        let then = after(&next, reply);
        let points = then.material();
        position.material() - if then.side_to_move() == position.side_to_move() { points } else { -points }
    };
    replies.map(loss).max().unwrap_or(0).max(0)
}

/// Games of every weak level against an opponent that plays anything.
struct Careful {
    game: GameId,
    games: u64,
}

impl Visitor for Careful {
    /// How many moves were looked at, and in how many of them something could have been left to take.
    type Output = (u32, u32);

    fn visit<G: Notation + LevelProfile>(self, _: G) -> (u32, u32) {
        let (mut decided, mut mattered) = (0, 0);
        for game in 0..self.games {
            let mut engine = AnyEngine::new(SMALL);
            engine.set_level(Level::new(1 + (game % 3) as u8).unwrap(), game + 1);
            let mut random = Random::new(game + 1);
            let mut table = new_game(self.game);
            while table.outcome().is_none() {
                let theirs = table.legal_actions();
                perform(&mut *table, &theirs[random.below(theirs.len())]);
                if table.outcome().is_some() {
                    break;
                }
                let near = table.last_move().map(|last| place(&last.to));
                let ours = choose(&mut engine, &*table, Limits::default()).action.expect("the game goes on");
                if let Some(near) = near.filter(|_| !G::SACRIFICE_CAN_BE_GOOD) {
                    let position: &G = downcast(&*table).expect("a position");
                    let losses = legal(position).into_iter().map(|mv| left_to(position, mv, near));
                    let least = losses.clone().min().unwrap();
                    assert_eq!(left_to(position, ours.mv, near), least, "{} {near:?}", table.position());
                    (decided, mattered) = (decided + 1, mattered + u32::from(losses.max() != Some(least)));
                }
                perform(&mut *table, &ours);
            }
        }
        (decided, mattered)
    }
}

#[test]
fn nothing_is_left_to_the_piece_that_moved_last_or_to_one_beside_it() {
    let games = if std::env::var_os("SKIRMISH_ALL").is_some() { 60 } else { 6 };
    for game in GameId::all() {
        let (decided, mattered) = game.visit(Careful { game, games });
        assert!(game.info().id == "oska" || (decided > 20 && mattered > 0), "{game}: {decided}, {mattered}");
    }
}

/// The engine is told where the last move was by the table itself.
#[test]
fn weak_levels_look_where_the_table_says_the_last_move_was() {
    let mut table = start("gastank");
    assert_eq!(table.last_move(), None);
    table.play("D2E4").unwrap();
    assert_eq!(table.last_move().map(|last| last.to_string()).as_deref(), Some("D2E4"));
    let options = EngineOptions { settings: SMALL, level: Level::new(1).unwrap(), ..EngineOptions::default() };
    assert!(choose(&mut AnyEngine::new(options), &*table, Limits::default()).action.is_some());
    // A proposal is no move yet, and a refused one never was.
    let mut table = start("refusal");
    table.play("A3B5").unwrap();
    table.play("refuse").unwrap();
    assert_eq!(table.last_move(), None);
    table.play("C3C4").unwrap();
    assert_eq!(table.last_move().map(|last| last.to_string()).as_deref(), Some("C3C4"));
    table.play("C6C5").unwrap();
    table.play("accept").unwrap();
    assert_eq!(table.last_move().map(|last| last.to_string()).as_deref(), Some("C6C5"));
    let text = table.position();
    table.set_position(&text).unwrap();
    assert_eq!(table.last_move(), None);
}

/// South has two captures of the king: all is lost, but whoever accepts the first has not even tried.
#[test]
fn beginners_refuse_the_capture_of_their_king_even_if_all_is_lost() {
    let mut table = start("refusal");
    table.set_position("r--K-/-----/P----/-----/---r-/-----/-----/-k--- n ?D4D8").unwrap();
    for (level, seed) in (1..=3).flat_map(|level| (1..=20).map(move |seed| (level, seed))) {
        let mut engine = AnyEngine::new(SMALL);
        engine.set_level(Level::new(level).unwrap(), seed);
        let answer = choose(&mut engine, &*table, Limits::default()).action.expect("the game goes on");
        assert_eq!(answer.text, "refuse", "level {level}, seed {seed}");
    }
}

#[test]
fn every_level_says_in_a_sentence_what_it_sees() {
    let sentences: Vec<&str> = (1..=10).map(|number| Level::new(number).unwrap().description()).collect();
    for (index, sentence) in sentences.iter().enumerate() {
        assert!(
            sentence.ends_with('.') && sentence.len() < 110 && !sentences[..index].contains(sentence),
            "{sentence}"
        );
    }
    assert_eq!(Level::NEWCOMER.number(), 2);
}
