//! The player's promises: prepared for what comes next, true to its word, legal at every turn.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use skirmish_board::{MoveList, Notation, Outcome, Position, Profile, Side, score};
use skirmish_games::oska::Oska;
use skirmish_games::{GameId, Refusal, Visitor};
use skirmish_oracle::{Random, State};
use skirmish_play::{GamePlayer, Level, own_network};
use skirmish_search::{Limits, Settings};

const SMALL: Settings = Settings { threads: 1, hash: 4, shortcuts: None };

fn never() -> AtomicBool {
    AtomicBool::new(false)
}

/// A side that can only pass, or has only one move, answers at once even with a day to think.
#[test]
fn without_a_choice_there_is_no_thinking() {
    let position = Oska::<u64>::start(4).parse_position("w---/---/--/---/--bb w").expect("a position");
    let report = GamePlayer::new(&SMALL, true)
        .choose(&position, &Limits::time(Duration::from_secs(86_400)), &never(), &mut |_| {})
        .info
        .expect("a search");
    assert!(report.depth <= 4 || score::is_proof(report.score), "{report:?}");
}

/// A table of full size takes longer to touch than a weak level thinks.
#[test]
fn the_table_is_as_large_as_the_level_needs() {
    let settings = Settings { threads: 1, hash: 96, shortcuts: None };
    let [weak, strong] = [3, 9].map(|number| Level::new(number).unwrap());
    let mut thinker = GamePlayer::<Refusal>::with_level(&settings, true, weak, 1);
    thinker.choose(&Refusal::start(), &Limits::default(), &never(), &mut |_| {});
    assert_eq!(thinker.megabytes(), 8);
    thinker.set_level(strong, 1);
    assert_eq!(thinker.megabytes(), 64);
    thinker.analyze(&Refusal::start(), &Limits::nodes(100), 1, &never(), &mut |_| {});
    assert_eq!(thinker.megabytes(), 96, "whoever wants to know what is best gets all there is");
    assert_eq!(GamePlayer::<Refusal>::new(&SMALL, true).megabytes(), SMALL.hash);
}

/// After a search, the alternate and the verdict on every possible proposal are there without another one.
#[test]
fn answers_come_from_memory() {
    let mut thinker = GamePlayer::<Refusal>::new(&SMALL, true);
    let start = Refusal::start();
    let choice = thinker.choose(&start, &Limits::nodes(20_000), &never(), &mut |_| {});
    let report = choice.info.expect("a search");
    let (best, alternate) = (report.best.expect("a move"), report.alternate.expect("another"));
    assert_ne!(best, alternate);

    let mut refused = start;
    refused.play(best);
    let [_, refuse] = refused.answers().expect("an answer");
    refused.play(refuse);
    let replaced = thinker.choose(&refused, &Limits::default(), &never(), &mut |_| {});
    assert_eq!((replaced.action, replaced.info.is_none()), (Some(alternate), true));

    for standing in [best, alternate] {
        let mut after = start;
        after.play_standing(standing);
        let mut proposals = MoveList::new();
        after.legal_moves(&mut proposals);
        let mut refusals = 0;
        for &proposal in proposals.iter() {
            let mut proposed = after;
            proposed.play(proposal);
            let [accept, refuse] = proposed.answers().expect("an answer");
            let verdict = thinker.choose(&proposed, &Limits::default(), &never(), &mut |_| {});
            assert!(verdict.info.is_none(), "had to think about {}", after.format_move(proposal));
            assert!([Some(accept), Some(refuse)].contains(&verdict.action));
            refusals += (verdict.action == Some(refuse)) as u32;
        }
        assert_eq!(refusals, 1, "only the best proposal is refused");
    }
}

/// The proposals that would be refused here.
fn refusals(thinker: &mut GamePlayer<Refusal>, after: Refusal) -> Vec<String> {
    let mut proposals = MoveList::new();
    after.legal_moves(&mut proposals);
    let mut refused = Vec::new();
    for &proposal in proposals.iter() {
        let mut proposed = after;
        proposed.play(proposal);
        let [_, refuse] = proposed.answers().expect("an answer");
        let verdict = thinker.choose(&proposed, &Limits::default(), &never(), &mut |_| {});
        if verdict.action == Some(refuse) {
            refused.push(after.format_move(proposal));
        }
    }
    refused
}

/// A person who answers before the engine has begun to think on their time meets the verdicts of its last search, and one who
/// stops that search meets verdicts that were searched all the same.
#[test]
fn verdicts_are_never_taken_from_a_search_that_did_not_happen() {
    let raised = AtomicBool::new(true);
    let mut thinker = GamePlayer::<Refusal>::new(&SMALL, true);
    let start = Refusal::start();
    let best = thinker.choose(&start, &Limits::nodes(20_000), &never(), &mut |_| {}).action.expect("a move");
    let mut after = start;
    after.play_standing(best);
    let before = refusals(&mut thinker, after);
    thinker.ponder(&after, &raised, &mut |_| {});
    assert_eq!(refusals(&mut thinker, after), before);

    let mut after = start;
    let mut stopped = GamePlayer::<Refusal>::new(&SMALL, true);
    after.play_standing(stopped.choose(&start, &Limits::default(), &raised, &mut |_| {}).action.expect("a move"));
    let mut asked = GamePlayer::<Refusal>::new(&SMALL, true);
    let best = asked.choose(&after, &Limits::nodes(20_000), &never(), &mut |_| {}).action.expect("a move");
    let mut first = MoveList::new();
    after.legal_moves(&mut first);
    assert_ne!(best, first[0], "this position shows the difference");
    assert_ne!(refusals(&mut stopped, after), [after.format_move(first[0])]);
}

/// The very first proposal comes before any search: the answer takes a short one.
#[test]
fn an_unprepared_answer_looks_at_few_positions() {
    let mut proposed = Refusal::start();
    let mv = proposed.parse_move("A3B5").expect("legal");
    proposed.play(mv);
    let answer = GamePlayer::<Refusal>::new(&SMALL, true).choose(&proposed, &Limits::default(), &never(), &mut |_| {});
    assert!(answer.info.expect("a search").nodes <= 20_000);
}

/// A win announced in some plies is played out in at most as many, whatever the opponent tries. The oracle is the referee.
struct WinsAsAnnounced(GameId);

impl Visitor for WinsAsAnnounced {
    type Output = ();

    fn visit<G: Notation + Profile>(self, start: G) {
        let mut random = Random::new(9);
        let mut thinker = GamePlayer::new(&SMALL, true);
        let mut announced = 0;
        while announced < 12 {
            let mut position = start.clone();
            let mut moves = MoveList::new();
            while announced < 12 {
                moves.clear();
                position.legal_moves(&mut moves);
                if moves.is_empty() {
                    break;
                }
                if position.proposes() || position.answers().is_none() {
                    thinker.clear();
                    let found = thinker.analyze(&position, &Limits::nodes(3_000), 1, &never(), &mut |_| {});
                    if let Some(plies) = score::proven_plies(found.score).filter(|&plies| plies >= 3) {
                        announced += 1;
                        thinker.clear();
                        self.play_out(&mut thinker, &position, plies, &mut random);
                    }
                }
                position.play_standing(moves[random.below(moves.len())]);
            }
        }
    }
}

impl WinsAsAnnounced {
    fn play_out<G: Notation + Profile>(&self, thinker: &mut GamePlayer<G>, from: &G, plies: i32, random: &mut Random) {
        let winner = from.side_to_move();
        let mut position = from.clone();
        let mut referee = State::parse(&self.0.to_string(), &position.format_position());
        let mut played = 0;
        let mut moves = MoveList::new();
        while referee.outcome().is_none() {
            let mv = if position.side_to_move() == winner {
                let choice = thinker.choose(&position, &Limits::nodes(200_000), &never(), &mut |_| {});
                choice.action.expect("a move")
            } else {
                moves.clear();
                position.legal_moves(&mut moves);
                moves[random.below(moves.len())]
            };
            // Where moves are proposed, a ply is a move that stands.
            played += (position.answers().is_none() && !position.proposes()) as i32
                + position.answers().is_some_and(|[accept, _]| accept == mv) as i32;
            referee = referee.play(&position.format_move(mv));
            position.play(mv);
        }
        assert_eq!(referee.outcome(), Some(winner.id()), "from {}", from.format_position());
        assert!(played <= plies, "{played} plies instead of {plies} from {}", from.format_position());
    }
}

/// Short games at full strength against itself: every action is legal for the oracle, and both agree about the end.
struct SelfPlay(GameId, u64);

impl Visitor for SelfPlay {
    type Output = ();

    fn visit<G: Notation + Profile>(self, start: G) {
        let mut players = [GamePlayer::new(&SMALL, true), GamePlayer::new(&SMALL, true)];
        for seed in 0..self.1 {
            let mut position = start.clone();
            let mut referee = State::start(&self.0.to_string());
            let mut random = Random::new(seed);
            players.iter_mut().for_each(GamePlayer::clear);
            for action in 0.. {
                if let Some(outcome) = position.outcome() {
                    assert_eq!(referee.outcome(), Some(outcome.id()));
                    break;
                }
                let mut moves = MoveList::new();
                position.legal_moves(&mut moves);
                let mv = if action < 6 {
                    moves[random.below(moves.len())]
                } else {
                    let player = &mut players[position.side_to_move().index()];
                    player.choose(&position, &Limits::nodes(300), &never(), &mut |_| {}).action.expect("a move")
                };
                let text = position.format_move(mv);
                assert!(referee.legal().contains(&text), "{text} in {}", position.format_position());
                referee = referee.play(&text);
                position.play(mv);
                assert_eq!(referee.text(), position.format_position());
            }
        }
    }
}

/// Where a game has several sizes, the smallest and a larger one.
const SIZES: [u8; 2] = [4, 6];

#[test]
fn announced_wins_come_true_in_every_game() {
    GameId::all_at(&SIZES).into_iter().for_each(|id| id.visit(WinsAsAnnounced(id)));
}

#[test]
fn self_play_of_every_game_is_legal() {
    GameId::all_at(&SIZES).into_iter().for_each(|id| id.visit(SelfPlay(id, 20)));
}

/// The value of a position with best play, by plain search to the end.
fn solve(position: &Oska<u64>, known: &mut std::collections::HashMap<u64, Option<Side>>) -> Option<Side> {
    if let Some(outcome) = position.outcome() {
        return match outcome {
            Outcome::Win(side) => Some(side),
            Outcome::Draw => None,
        };
    }
    if let Some(&value) = known.get(&position.key()) {
        return value;
    }
    let side = position.side_to_move();
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    let mut best = Some(side.opposite());
    for &mv in moves.iter() {
        let mut next = *position;
        next.play(mv);
        match solve(&next, known) {
            Some(winner) if winner == side => {
                best = Some(side);
                break;
            }
            None => best = None,
            Some(_) => {}
        }
    }
    known.insert(position.key(), best);
    best
}

#[test]
fn four_pieces_of_oska_are_played_perfectly() {
    let mut thinker = GamePlayer::<Oska<u64>>::new(&SMALL, true);
    thinker.set_level(Level::FULL, 1);
    // What whoever owns a player does before its first move.
    Oska::<u64>::start(4).make_known(&|_, _| {}, &never());
    let mut known = std::collections::HashMap::new();
    let mut random = Random::new(4);
    for _ in 0..40 {
        let mut position = Oska::<u64>::start(4);
        while position.outcome().is_none() {
            let value = solve(&position, &mut known);
            let choice = thinker.choose(&position, &Limits::nodes(50), &never(), &mut |_| {}).action.expect("a move");
            let mut next = position;
            next.play(choice);
            assert_eq!(solve(&next, &mut known), value, "{}", position.format_position());
            let mut moves = MoveList::new();
            position.legal_moves(&mut moves);
            position.play(moves[random.below(moves.len())]);
        }
    }
}

#[test]
fn equal_seeds_make_equal_choices_at_weak_levels() {
    let choices = |seed| {
        let mut thinker = GamePlayer::<Refusal>::new(&SMALL, true);
        thinker.set_level(Level::new(1).expect("a level"), seed);
        let mut position = Refusal::start();
        let mut chosen = Vec::new();
        for _ in 0..12 {
            let Some(mv) = thinker.choose(&position, &Limits::default(), &never(), &mut |_| {}).action else { break };
            chosen.push(mv);
            position.play(mv);
        }
        chosen
    };
    assert_eq!(choices(5), choices(5));
}

/// Every level sees further than the one below that judges by the same, none sees less where there is no network, and the highest
/// has no limit but those it is given.
struct Sights {
    has_network: bool,
}

impl Visitor for Sights {
    type Output = ();

    fn visit<G: Notation + Profile>(self, start: G) {
        let level = |number| Level::new(number).expect("a level");
        let sights = |has_network| -> Vec<Option<u64>> {
            (4..=10).map(|number| level(number).limit(&start, has_network, &Limits::default()).nodes).collect()
        };
        let beginner = |number: &u8| level(*number).beginner::<G>().is_some();
        assert_eq!((1..=10).filter(beginner).collect::<Vec<u8>>(), [1, 2, 3]);
        let usual = sights(self.has_network);
        let by_judge = if self.has_network { vec![&usual[..2], &usual[2..6]] } else { vec![&usual[..6]] };
        for same_judge in by_judge {
            assert!(same_judge.windows(2).all(|pair| pair[0].is_some() && pair[0] < pair[1]), "{usual:?}");
        }
        assert_eq!(usual[6], None);
        let without = sights(false);
        assert!(without[..6].windows(2).all(|pair| pair[0].is_some() && pair[0] <= pair[1]), "{without:?}");
        let given = level(9).limit(&start, true, &Limits::nodes(7)).nodes;
        assert_eq!(given, Some(7), "a level adds to what is given and does not replace it");
    }
}

#[test]
fn each_level_sees_further_than_the_one_below() {
    let sizes = (4..=9).map(|size| GameId::parse(&format!("oska:{size}")).expect("a game"));
    for game in GameId::all().chain(sizes) {
        game.visit(Sights { has_network: own_network(game).is_some() });
    }
}
