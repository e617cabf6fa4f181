//! Which levels use a network, and errors in network files.

use std::fs;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use skirmish_games::{GameId, HiYa};
use skirmish_play::{AnyEngine, EngineOptions, Evaluator, Level, load_network};
use skirmish_search::network::{NetworkShape, TermsUse, Weights};
use skirmish_search::{Limits, Network};

use crate::{SMALL, choose, start};

fn hiya() -> GameId {
    GameId::parse("hiya").expect("a game")
}

/// A network of Hi-YA! that thinks little of everything but samurai far ahead.
fn strange() -> Network {
    let shape = NetworkShape::of(&HiYa::start(), "hiya".to_owned(), TermsUse::SkipConnection, 16, 1);
    let weights = Weights {
        inputs: (0..shape.inputs() * 32).map(|i| if i / 32 / 64 == 0 { (i / 32 % 64) as i16 } else { 0 }).collect(),
        hidden: vec![0; 16],
        output: vec![60; 16].into_iter().chain(vec![-60; 16]).collect(),
        constants: vec![0],
        terms: vec![0; shape.terms],
    };
    Network::new(shape, "a test", weights).expect("a network")
}

/// What an engine that decides about the start of Hi-YA! has found.
fn found(engine: &mut AnyEngine) -> (u64, i32) {
    let info = choose(engine, &*start("hiya"), Limits::depth(5)).info;
    info.map(|info| (info.nodes, info.score)).expect("a search")
}

fn engine(evaluator: Evaluator, level: u8) -> AnyEngine {
    let level = Level::new(level).expect("a level");
    AnyEngine::new(EngineOptions { settings: SMALL, level, evaluator, ..EngineOptions::default() })
}

#[test]
fn the_levels_up_to_the_fifth_judge_by_the_terms() {
    let network = || Evaluator::Network(Arc::new(strange()));
    for level in 1..=10 {
        let terms = found(&mut engine(Evaluator::HandCrafted, level));
        assert_eq!(found(&mut engine(network(), level)) == terms, level <= 5, "level {level}");
    }
}

#[test]
fn a_level_that_is_changed_changes_what_judges() {
    let evaluator = Evaluator::Network(Arc::new(strange()));
    let mut changed = engine(evaluator.clone(), 10);
    for level in [10, 5, 6, 1, 10] {
        changed.set_level(Level::new(level).expect("a level"), 1);
        assert_eq!(found(&mut changed), found(&mut engine(evaluator.clone(), level)), "level {level}");
    }
}

/// Analysis has the network even where the level does not, and a weak level learns nothing from it.
#[test]
fn analysis_is_at_full_strength_and_does_not_help_a_weak_level() {
    let evaluator = || Evaluator::Network(Arc::new(strange()));
    let analyzed = |engine: &mut AnyEngine| {
        let info = engine.analyze(&*start("hiya"), &Limits::depth(6), 1, &AtomicBool::new(false), &mut |_| {});
        (info.nodes, info.score)
    };
    for level in [5, 9] {
        let mut weak = engine(evaluator(), level);
        assert_eq!(analyzed(&mut weak), analyzed(&mut engine(evaluator(), 10)), "level {level}");
        assert_eq!(found(&mut weak), found(&mut engine(evaluator(), level)), "level {level}");
    }
}

#[test]
fn a_network_counts_in_its_own_game_only() {
    let trench = start("trench");
    let nodes = |evaluator: Evaluator| {
        let mut player = AnyEngine::new(EngineOptions { settings: SMALL, evaluator, ..EngineOptions::default() });
        player.analyze(&*trench, &Limits::depth(5), 1, &AtomicBool::new(false), &mut |_| {}).nodes
    };
    assert_eq!(nodes(Evaluator::Network(Arc::new(strange()))), nodes(Evaluator::HandCrafted));
}

#[test]
fn a_file_that_is_no_network_is_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("some.net");
    let told = |game: &str| {
        let error = load_network(&path, GameId::parse(game).unwrap()).expect_err("no network").to_string();
        assert!(error.starts_with(&path.display().to_string()) && !error.contains('\n'), "{error}");
        error
    };
    told("hiya");
    fs::write(&path, "hello").unwrap();
    assert!(told("hiya").contains("not a network"));
    fs::write(&path, strange().format()).unwrap();
    assert!(load_network(&path, hiya()).is_ok_and(|network| network == strange()));
    assert!(told("refusal").contains("for hiya, not for refusal"));
    let mut damaged = strange().format();
    damaged[700] ^= 1;
    fs::write(&path, damaged).unwrap();
    assert!(told("hiya").contains("damaged"));
    assert!(
        Evaluator::parse("usual", hiya()) == Ok(Evaluator::Default)
            && Evaluator::parse("terms", hiya()) == Ok(Evaluator::HandCrafted)
    );
}
