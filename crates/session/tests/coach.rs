//! No claim of the coach is refuted: by the oracle, which has its own rules and searches plainly, or by a search of ten times the
//! nodes. Claims are checked as data, not as sentences.

mod coach {
    pub mod check;
    pub mod plain;
}

use std::sync::atomic::AtomicBool;
use std::thread;

use coach::check::Checker;
use skirmish_board::Random;
use skirmish_games::GameId;
use skirmish_play::{AnyEngine, EngineOptions, Level, Record, new_game};
use skirmish_search::{Limits, SearchSettings};
use skirmish_session::coach::{Claim, ClaimKind, Coach};

/// The nodes of the search behind a claim; the check has ten times as many.
const NODES: u64 = 2_000;

fn engine() -> AnyEngine {
    AnyEngine::new(SearchSettings { threads: 1, hash: 8, params: None })
}

/// A game in which both sides play at random, or at a level with some nodes.
fn a_game(id: GameId, random: &mut Random, number: usize) -> Record {
    let mut record = Record::new(new_game(id));
    let level = [None, Level::new(2), Level::new(4)][number % 3];
    let mut player = level.map(|level| {
        let seed = random.below(1 << 30) as u64;
        let settings = SearchSettings { threads: 1, hash: 1, params: None };
        AnyEngine::new(EngineOptions { level, seed, ..settings.into() })
    });
    while record.game().outcome().is_none() {
        let legal = record.game().legal_actions();
        let chosen = player.as_mut().filter(|_| record.steps().len() > 3).and_then(|player| {
            player.choose(record.game(), &Limits::nodes(300), &AtomicBool::new(false), &mut |_| {}).action
        });
        let action = chosen.unwrap_or_else(|| legal[random.below(legal.len())].clone());
        record.perform(&action, None);
    }
    record
}

/// Checks the claims about this many positions of a game, from late in its games on. Returns the kinds that occurred.
fn check_game(id: GameId, positions: usize) -> Vec<ClaimKind> {
    let (mut random, mut kinds) = (Random::new(7), Vec::new());
    let (mut engine, stop) = (engine(), AtomicBool::new(false));
    let mut checked = 0;
    for number in 0.. {
        let record = a_game(id, &mut random, number);
        let steps = record.steps().len();
        for _ in 0..4 {
            // Most is proven near the end.
            let reach = if random.below(4) == 0 { steps } else { steps.min(12) };
            let back = random.below(reach);
            let about_position = random.below(5) == 0;
            let ply = steps - back - 1;
            let asked = if about_position {
                let mut cut = record.clone();
                cut.take_back(ply);
                Coach::new(&cut, ply, None)
            } else {
                Coach::new(&record, ply, None)
            };
            engine.clear();
            let sentences = asked.with_nodes(NODES).sentences(&mut engine, &stop);
            for sentence in &sentences {
                kinds.push(sentence.claim.kind);
                assert!(sentence.text.ends_with('.') && !sentence.text.contains("  "), "{}", sentence.text);
                if let Err(why) = Checker::new(id, NODES).check(&sentence.claim) {
                    panic!("{id}: {why}\n{}\n{:?}", sentence.text, sentence.claim);
                }
            }
            checked += 1;
            if checked == positions {
                return kinds;
            }
        }
    }
    kinds
}

#[test]
fn no_claim_is_refuted() {
    let positions = if std::env::var_os("SKIRMISH_ALL").is_some() { 1_000 } else { 60 };
    let wanted = |id: &GameId| std::env::var("SKIRMISH_GAME").map_or(true, |wanted| wanted == id.info().id);
    thread::scope(|scope| {
        for id in GameId::all_at(&[4, 6]).into_iter().filter(wanted) {
            let check = move || {
                let kinds = check_game(id, positions);
                let count = |kind| kinds.iter().filter(|&&known| known == kind).count();
                let proofs = kinds.len() - count(ClaimKind::Prefers) - count(ClaimKind::Agrees);
                println!("{id}: {} claims, {proofs} of them certain", kinds.len());
                assert!(proofs * 4 >= positions, "{id}: too few claims are certain: {kinds:?}");
            };
            thread::Builder::new().name(id.to_string()).spawn_scoped(scope, check).expect("a thread");
        }
    });
}

#[test]
fn a_wrong_claim_is_refuted() {
    let id = GameId::parse("gastank").unwrap();
    let mut game = new_game(id);
    game.set_position("---K3----/--------/--n3-----/--------/--------/--------/----k3--- s").unwrap();
    let mut record = Record::new(game);
    record.play("C5B7", None).unwrap();
    let (mut engine, stop) = (engine(), AtomicBool::new(false));
    let claims = Coach::new(&record, 0, None).claims(&mut engine, &stop);
    let takes = |claim: &&Claim| claim.other.as_ref().is_some_and(|other| other.text == "C5D7");
    let missed = claims.iter().find(takes).expect("the king can be taken");
    assert_eq!(Checker::new(id, NODES).check(missed), Ok(()));
    let mut swapped = missed.clone();
    swapped.action = missed.other.clone().unwrap();
    swapped.other = Some(missed.action.clone());
    assert!(Checker::new(id, NODES).check(&swapped).is_err());
    let mut longer = missed.clone();
    longer.other_proven.as_mut().unwrap().plies = Some(3);
    assert!(Checker::new(id, NODES).check(&longer).is_err());
}
