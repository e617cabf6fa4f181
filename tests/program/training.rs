//! `skirmish train` and its networks: killed and resumed, used, and rejected.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::support::{program, run, run_with, state};

/// The arguments of a very small training run.
fn course(folder: &Path) -> Vec<String> {
    let folder = folder.to_str().unwrap();
    let words =
        "train hiya --games 60 --nodes 60 --hidden 16 --epochs 2 --pairs 2 --threads 1 --seed 4 --net terms --folder";
    words.split(' ').map(str::to_owned).chain([folder.to_owned()]).collect()
}

/// Trains a network and returns its file.
fn trained() -> PathBuf {
    let folder = state();
    fs::create_dir_all(&folder).unwrap();
    let file = PathBuf::from(run(course(&folder)).output().trim_end());
    assert_eq!(file, folder.join("generation-1/hiya.net"));
    file
}

#[test]
fn a_course_that_is_killed_goes_on_where_it_was() {
    let whole = trained();
    let folder = state();
    fs::create_dir_all(&folder).unwrap();
    let (games, expected) = (folder.join("generation-1/games"), whole.with_file_name("games"));
    let most = fs::metadata(expected).unwrap().len();
    // Kill it repeatedly after some games, then let it finish.
    for part in [0, 20, 40, 60] {
        let mut child = program(course(&folder)).spawn().unwrap();
        let patience = Instant::now() + Duration::from_secs(60);
        let written = || fs::metadata(&games).map_or(0, |file| file.len());
        while written() < most * part / 100 && child.try_wait().unwrap().is_none() && Instant::now() < patience {
            sleep(Duration::from_millis(1));
        }
        child.kill().unwrap();
        child.wait().unwrap();
    }
    run(course(&folder)).output();
    let network = |file: &Path| fs::read(file).unwrap();
    assert!(network(&folder.join("generation-1/hiya.net")) == network(&whole));
}

#[test]
fn a_network_is_tried_everywhere() {
    let file = trained();
    let net = file.to_str().unwrap();
    let nodes = |words: &[&str]| run(words).output().lines().next().unwrap().to_owned();
    let bench = ["bench", "hiya", "--depth", "6", "--net"];
    let analyze = ["analyze", "hiya", "--depth", "7", "--threads", "1", "--json", "--net"];
    for command in [&bench[..], &analyze[..]] {
        let [with, without] = [net, "terms"].map(|net| nodes(&[command, &[net]].concat()));
        assert_ne!(with.split("nps").next(), without.split("nps").next(), "{command:?}");
    }
    // Over UGI, a good file is accepted silently and a bad one is reported.
    let complaints = |network: &str| {
        let text = format!("setoption name UGI_Variant value hiya\nsetoption name Network value {network}\nisready\n");
        let output = run_with(["ugi"], text.as_bytes()).output();
        output.lines().filter(|line| line.starts_with("info string error")).map(str::to_owned).collect::<Vec<String>>()
    };
    assert!(complaints(net).is_empty() && complaints("terms").is_empty());
    assert!(complaints("no/such/file").iter().any(|line| line.contains("no/such/file")));
    let played = run_with(["play", "hiya", "--first", "--level", "6", "--time", "10ms", "--net", net], b"e2b5\nquit\n");
    assert!(played.output().contains("SENSEI"), "a game with it");
}

#[test]
fn what_is_no_network_for_the_game_is_refused_in_one_line() {
    let file = trained();
    let net = file.to_str().unwrap();
    let refused = |words: &[&str], told: &[&str]| {
        let complaint = run(words).complaint();
        assert!(told.iter().all(|word| complaint.contains(word)), "{words:?}: {complaint}");
    };
    refused(&["analyze", "refusal", "--net", net], &["--net", "hiya, not for refusal"]);
    refused(&["bench", "hiya", "--net", "no/such/file"], &["--net", "no/such/file"]);
    refused(&["play", "trench", "--first", "--net", net], &["--net", "hiya, not for trench"]);
    refused(&["play", "--net", net], &["GAME"]);
    refused(&["train", "oska:26"], &["planes"]);
    refused(&["train", "hiya", "--hidden", "20"], &["--hidden", "16"]);
    refused(&["train", "hiya", "--share", "1.5"], &["--share", "from 0 to 1"]);

    let games = file.with_file_name("games");
    let folder = games.parent().and_then(Path::parent).unwrap();
    let mut bytes = fs::read(&games).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&games, bytes).unwrap();
    let complaint = run(course(folder)).complaint();
    assert!(complaint.contains("generation-1/games") && complaint.contains("damaged"), "{complaint}");

    let mut bytes = fs::read(&file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&file, bytes).unwrap();
    refused(&["analyze", "hiya", "--net", net], &["--net", "hiya.net", "damaged"]);
}
