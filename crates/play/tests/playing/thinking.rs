//! The engine's promises: prepared for what comes next, true to its word, legal at every turn.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use skirmish_board::{Action, LevelProfile, MoveList, Notation, Outcome, Position, Side, score};
use skirmish_games::oska::Oska;
use skirmish_games::{GameId, Visitor};
use skirmish_oracle::{Random, State};
use skirmish_play::{AnyEngine, AnyGame, Level, downcast, new_game, own_network};
use skirmish_search::Limits;

use crate::{SMALL, choose, perform, start};

/// The game after an action; after a proposal, once it is accepted.
fn after(table: &dyn AnyGame, action: &Action) -> Box<dyn AnyGame> {
    let mut next = table.boxed_clone();
    perform(&mut *next, action);
    next
}

/// A side that can only pass, or has only one move, answers at once even with a day to think.
#[test]
fn without_a_choice_there_is_no_thinking() {
    let mut table = start("oska:4");
    table.set_position("w---/---/--/---/--bb w").expect("a position");
    let decision = choose(&mut AnyEngine::new(SMALL), &*table, Limits::time(Duration::from_secs(86_400)));
    let info = decision.info.expect("a search");
    assert!(info.depth <= 4 || score::is_proof(info.score), "{info:?}");
}

/// After a search, the alternate and the verdict on every possible proposal are there without another one.
#[test]
fn answers_come_from_memory() {
    let mut engine = AnyEngine::new(SMALL);
    let start = start("refusal");
    let info = choose(&mut engine, &*start, Limits::nodes(20_000)).info.expect("a search");
    let (best, alternate) = (info.best.expect("a move"), info.alternate.expect("another"));
    assert_ne!(best, alternate);

    let mut refused = start.clone();
    refused.perform(&best);
    refused.play("refuse").expect("an answer");
    let replaced = choose(&mut engine, &*refused, Limits::default());
    assert_eq!((replaced.action.map(|action| action.text), replaced.info), (Some(alternate.text.clone()), None));

    for standing in [best, alternate] {
        let after = after(&*start, &standing);
        let mut refusals = 0;
        for proposal in after.legal_actions() {
            let mut proposed = after.clone();
            proposed.perform(&proposal);
            let verdict = choose(&mut engine, &*proposed, Limits::default());
            assert!(verdict.info.is_none(), "had to think about {proposal}");
            let action = verdict.action.expect("an answer");
            assert!(proposed.legal_actions().contains(&action));
            refusals += u32::from(action.text == "refuse");
        }
        assert_eq!(refusals, 1, "only the best proposal is refused");
    }
}

/// The proposals that would be refused here.
fn refusals(engine: &mut AnyEngine, table: &dyn AnyGame) -> Vec<String> {
    let mut refused = Vec::new();
    for proposal in table.legal_actions() {
        let mut proposed = table.boxed_clone();
        proposed.perform(&proposal);
        if choose(engine, &*proposed, Limits::default()).action.expect("an answer").text == "refuse" {
            refused.push(proposal.text);
        }
    }
    refused
}

/// A person who answers before the engine has begun to think on their time meets the verdicts of its last search, and one who
/// stops that search meets verdicts that were searched all the same.
#[test]
fn verdicts_are_never_taken_from_a_search_that_did_not_happen() {
    let raised = AtomicBool::new(true);
    let mut engine = AnyEngine::new(SMALL);
    let start = start("refusal");
    let best = choose(&mut engine, &*start, Limits::nodes(20_000)).action.expect("a move");
    let next = after(&*start, &best);
    let before = refusals(&mut engine, &*next);
    engine.ponder(&*next, &raised, &mut |_| {});
    assert_eq!(refusals(&mut engine, &*next), before);

    let mut stopped = AnyEngine::new(SMALL);
    let next =
        after(&*start, &stopped.choose(&*start, &Limits::default(), &raised, &mut |_| {}).action.expect("a move"));
    let best = choose(&mut AnyEngine::new(SMALL), &*next, Limits::nodes(20_000)).action.expect("a move");
    let mut first = MoveList::new();
    downcast::<skirmish_games::Refusal>(&*next).expect("a position").legal_moves(&mut first);
    assert_ne!(best.mv, first[0], "this position shows the difference");
    let first = next.legal_actions().into_iter().find(|action| action.mv == first[0]).expect("a move");
    assert_ne!(refusals(&mut stopped, &*next), [first.text]);
}

/// The very first proposal comes before any search: the answer takes a short one.
#[test]
fn an_unprepared_answer_looks_at_few_positions() {
    let mut proposed = start("refusal");
    proposed.play("A3B5").expect("legal");
    let answer = choose(&mut AnyEngine::new(SMALL), &*proposed, Limits::nodes(1_000_000));
    let nodes = answer.info.expect("a search").nodes;
    assert!((10_000..=20_001).contains(&nodes), "{nodes}: the node that ends a search is counted, too");
}

/// A win announced in some plies is played out in at most as many, whatever the opponent tries. The oracle is the referee.
fn wins_as_announced(game: GameId) {
    let mut random = Random::new(9);
    let mut engine = AnyEngine::new(SMALL);
    let mut announced = 0;
    while announced < 12 {
        let mut table = new_game(game);
        while announced < 12 && table.outcome().is_none() {
            engine.clear();
            let found = engine.analyze(&*table, &Limits::nodes(3_000), 1, &AtomicBool::new(false), &mut |_| {});
            if let Some(plies) = found.proven_plies().filter(|&plies| plies >= 3) {
                announced += 1;
                engine.clear();
                play_out(&mut engine, &*table, plies, &mut random);
            }
            let actions = table.legal_actions();
            table = after(&*table, &actions[random.below(actions.len())]);
        }
    }
}

fn play_out(engine: &mut AnyEngine, from: &dyn AnyGame, plies: i32, random: &mut Random) {
    let (winner, mut table) = (from.side_to_move(), from.boxed_clone());
    let mut referee = State::parse(&from.id().to_string(), &from.position());
    let mut played = 0;
    while referee.outcome().is_none() {
        let action = if table.side_to_move() == winner {
            choose(engine, &*table, Limits::nodes(200_000)).action.expect("a move")
        } else {
            let mut actions = table.legal_actions();
            actions.swap_remove(random.below(actions.len()))
        };
        // Where moves are proposed, a ply is an accepted move.
        played += match table.accept_refuse() {
            Some([accept, _]) => i32::from(accept == action),
            None => i32::from(!table.is_proposal_turn()),
        };
        referee = referee.play(&action.text);
        table.perform(&action);
    }
    assert_eq!(referee.outcome(), Some(winner.id()), "from {}", from.position());
    assert!(played <= plies, "{played} plies instead of {plies} from {}", from.position());
}

/// Short games at full strength against itself: every action is legal for the oracle, and both agree about the end.
fn self_play(game: GameId, games: u64) {
    let mut players = [AnyEngine::new(SMALL), AnyEngine::new(SMALL)];
    for seed in 0..games {
        let mut table = new_game(game);
        let mut referee = State::start(&game.to_string());
        let mut random = Random::new(seed);
        players.iter_mut().for_each(AnyEngine::clear);
        for number in 0.. {
            if let Some(outcome) = table.outcome() {
                assert_eq!(referee.outcome(), Some(outcome.id()));
                break;
            }
            let action = if number < 6 {
                let mut actions = table.legal_actions();
                actions.swap_remove(random.below(actions.len()))
            } else {
                let player = &mut players[table.side_to_move().index()];
                choose(player, &*table, Limits::nodes(300)).action.expect("a move")
            };
            assert!(referee.legal().contains(&action.text), "{action} in {}", table.position());
            referee = referee.play(&action.text);
            table.perform(&action);
            assert_eq!(referee.text(), table.position());
        }
    }
}

/// Where a game has several sizes, the smallest and a larger one.
const SIZES: [u8; 2] = [4, 6];

#[test]
fn announced_wins_come_true_in_every_game() {
    GameId::all_at(&SIZES).into_iter().for_each(wins_as_announced);
}

#[test]
fn self_play_of_every_game_is_legal() {
    GameId::all_at(&SIZES).into_iter().for_each(|game| self_play(game, 20));
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
    let mut engine = AnyEngine::new(SMALL);
    let mut known = std::collections::HashMap::new();
    let mut random = Random::new(4);
    let position = |table: &dyn AnyGame| *downcast::<Oska<u64>>(table).expect("a position");
    for _ in 0..40 {
        let mut table = start("oska:4");
        while table.outcome().is_none() {
            let value = solve(&position(&*table), &mut known);
            let action = choose(&mut engine, &*table, Limits::nodes(50)).action.expect("a move");
            assert_eq!(solve(&position(&*after(&*table, &action)), &mut known), value, "{}", table.position());
            let actions = table.legal_actions();
            table.perform(&actions[random.below(actions.len())]);
        }
    }
}

#[test]
fn equal_seeds_make_equal_choices_at_weak_levels() {
    let choices = |seed| {
        let mut engine = AnyEngine::new(SMALL);
        engine.set_level(Level::new(1).expect("a level"), seed);
        let mut table = start("refusal");
        let mut chosen = Vec::new();
        for _ in 0..12 {
            let Some(action) = choose(&mut engine, &*table, Limits::default()).action else { break };
            table.perform(&action);
            chosen.push(action.text);
        }
        chosen
    };
    assert_eq!(choices(5), choices(5));
    assert!((6..20).any(|seed| choices(seed) != choices(5)), "no seed changes anything");
}

/// Every level sees further than the one below that judges by the same, none sees less where there is no network, and the highest
/// has no limit but those it is given.
struct Sights {
    has_network: bool,
}

impl Visitor for Sights {
    type Output = ();

    fn visit<G: Notation + LevelProfile>(self, start: G) {
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
