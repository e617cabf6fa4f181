//! A whole course, very small: from nothing to a network, interrupted and not, with one thread and with several.

use std::fs::{self, OpenOptions};
use std::path::Path;
use std::sync::Mutex;

use skirmish_games::GameId;
use skirmish_play::{Evaluator, load_network};
use skirmish_search::network::TermsUse;
use skirmish_train::{Pipeline, TrainingPlan, TrainingProgress};

fn plan(game: &str, folder: &Path, threads: usize) -> TrainingPlan {
    TrainingPlan {
        game: GameId::parse(game).expect("a game"),
        folder: folder.to_owned(),
        generations: 2,
        games: 12,
        time: None,
        nodes: 40,
        hidden: 16,
        buckets: 2,
        terms_use: TermsUse::SkipConnection,
        quiet: true,
        epochs: 2,
        share: 0.4,
        pairs: 3,
        seed: 3,
        threads,
        evaluator: Evaluator::HandCrafted,
        from: None,
    }
}

/// Runs a course and gives the last network as bytes, and all lines for people.
fn run(plan: &TrainingPlan) -> (Vec<u8>, Vec<String>) {
    let lines = Mutex::new(Vec::new());
    let report = |progress: TrainingProgress| {
        if let TrainingProgress::Finished(line) = progress {
            lines.lock().unwrap().push(line);
        }
    };
    let path = Pipeline::run(plan, &report).expect("a network");
    load_network(&path, plan.game).expect("a good one");
    (fs::read(plan.folder.join("generation-2/hiya.net")).unwrap(), lines.into_inner().unwrap())
}

#[test]
fn a_course_comes_to_the_same_network_however_it_is_run() {
    let [first, second] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let (network, lines) = run(&plan("hiya", first.path(), 1));
    assert_eq!(lines.len(), 6, "{lines:#?}");
    assert!(run(&plan("hiya", second.path(), 3)).0 == network, "three threads");
    assert_eq!(run(&plan("hiya", first.path(), 1)), (network.clone(), lines), "all was done");

    // Killed while it played: some games are missing and the last was cut off.
    for generation in ["generation-1", "generation-2"] {
        let games = OpenOptions::new().write(true).open(first.path().join(generation).join("games")).unwrap();
        games.set_len(games.metadata().unwrap().len() / 2).unwrap();
    }
    assert!(run(&plan("hiya", first.path(), 2)).0 == network, "interrupted");
}

#[test]
fn a_folder_of_another_plan_and_games_without_planes_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |plan: &TrainingPlan| Pipeline::run(plan, &|_| {}).expect_err("refused").to_string();
    let error = refused(&plan("oska:26", folder.path(), 1));
    assert!(error.contains("planes"), "{error}");
    let small = TrainingPlan { generations: 1, games: 2, pairs: 1, ..plan("hiya", folder.path(), 1) };
    Pipeline::run(&small, &|_| {}).expect("a network");
    let error = refused(&TrainingPlan { nodes: 41, ..small.clone() });
    assert!(error.contains("nodes 40") && !error.contains('\n'), "{error}");
}

/// When the time is over, what is there is enough, and stays what the generation has.
#[test]
fn games_end_when_their_time_is_over() {
    let folder = tempfile::tempdir().unwrap();
    let long = TrainingPlan {
        generations: 1,
        games: 1_000_000,
        time: Some(std::time::Duration::from_millis(300)),
        pairs: 1,
        ..plan("hiya", folder.path(), 2)
    };
    let path = Pipeline::run(&long, &|_| {}).expect("a network");
    let [played, network] = [folder.path().join("generation-1/played"), path].map(|path| fs::read(path).unwrap());
    assert!(
        String::from_utf8(played.clone()).unwrap().parse::<u32>().is_ok_and(|games| 0 < games && games < 1_000_000)
    );
    let path = Pipeline::run(&TrainingPlan { games: 2_000_000, ..long.clone() }, &|_| {}).expect("a network");
    assert!(fs::read(folder.path().join("generation-1/played")).unwrap() == played, "no more are played");
    let weights = |bytes: &[u8]| bytes[bytes.len() / 2..].to_vec();
    assert!(weights(&fs::read(path).unwrap()) == weights(&network));
}
