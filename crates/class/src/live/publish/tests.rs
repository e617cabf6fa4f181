//! Tests of publishing: whole or not at all, and every link leads somewhere.

use std::collections::BTreeSet;

use skirmish_arena::BuiltIn;
use skirmish_arena::competitor::{Clock, Competitor, EngineKind};
use skirmish_arena::game::{Fault, FaultReport, FinishedGame, Pair};
use skirmish_arena::plan::{Format, OpeningSource, Plan};
use skirmish_arena::store;
use skirmish_board::Outcome;
use skirmish_games::GameId;
use skirmish_play::new_game;
use tempfile::TempDir;

use super::*;

const SECRET: &str = "what the program said in private";

/// A store with a tournament of four, and the options to show it.
fn tournament(folder: &Path, games: u64) -> LiveOptions {
    let engine =
        |name: &str| Competitor::new(name, EngineKind::BuiltIn(BuiltIn::parse("random").unwrap()), Clock::default());
    let plan = Plan {
        name: "cup".to_owned(),
        game: GameId::parse("hiya").unwrap(),
        engines: ["<i>Ada</i>", "Bob", "Cleo", "Dan"].map(engine).into(),
        format: Format::RoundRobin,
        rounds: 3,
        openings: OpeningSource::Random(2),
        seed: 1,
        sprt: None,
    };
    let address = folder.join("cup.arena").to_string_lossy().into_owned();
    let mut store = store::open(&address, "cup").unwrap();
    store.create(&plan).unwrap();
    let opening = new_game(plan.game).position();
    let pair = |number: u64| {
        let engines = [[0, 1], [2, 3], [3, 0]][number as usize % 3];
        Pair { number, round: number as u32 / 3 + 1, engines, opening: opening.clone() }
    };
    store.add_pairs(&(0..9).map(pair).collect::<Vec<_>>()).unwrap();
    for number in 0..games {
        let said = || SECRET.to_owned();
        let fault = FaultReport { engine: 3, fault: Fault::Hang, detail: said(), stderr: said(), transcript: said() };
        let is_fault = number % 3 == 1;
        let game = FinishedGame {
            pair: number / 2,
            leg: (number % 2) as u8,
            actions: Vec::new(),
            outcome: Outcome::ALL[number as usize % 3],
            ending: if is_fault { said() } else { "A king fell.".to_owned() },
            fault: (is_fault && number / 2 % 3 > 0).then_some(fault),
        };
        let game = FinishedGame { ending: game.fault.as_ref().map_or("A king fell.".to_owned(), |_| said()), ..game };
        assert!(store.save(&game).unwrap());
    }
    LiveOptions::new(address, "cup")
}

fn names(folder: &Path) -> BTreeSet<String> {
    fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

#[test]
fn every_link_of_the_pages_leads_to_a_file_and_nothing_private_is_in_them() {
    let place = TempDir::new().unwrap();
    let folder = place.path().join("sub/www");
    let published = publish(&tournament(place.path(), 12), &folder).unwrap();
    let files = names(&folder);
    assert_eq!((published.files, published.games), (files.len(), 12));
    for wanted in ["index.html", "program-3.html", "pair-0-1.html", "pair-2-3.html", "live.css", "live.js", "viewer.js"]
    {
        assert!(files.contains(wanted), "{wanted}");
    }
    assert!(!files.contains("pair-1-2.html"), "they have not met");
    let mut links = 0;
    for name in &files {
        let text = fs::read_to_string(folder.join(name)).unwrap();
        assert!(!text.contains(SECRET) && !text.contains("<i>Ada"), "{name}");
        if !name.ends_with(".html") {
            continue;
        }
        assert!(!text.contains("http://") && !text.contains("https://") || name.starts_with("pair-"), "{name}");
        assert!(!text.contains("data-version"), "{name} waits for events");
        for link in text.split(" href=\"").chain(text.split(" src=\"")).skip(1) {
            let link = link.split('"').next().unwrap().split('#').next().unwrap();
            if link.contains(".html") || link.ends_with(".css") || link.ends_with(".js") {
                assert!(files.contains(link), "{name}: {link}");
                links += 1;
            }
        }
    }
    assert!(links > 50, "{links}");
    assert_eq!(names(place.path()), BTreeSet::from(["cup.arena".to_owned(), "sub".to_owned()]));
    assert_eq!(names(&place.path().join("sub")).len(), 1, "nothing is left beside it");
}

#[test]
fn a_publication_replaces_an_earlier_one_and_no_other_folder() {
    let place = TempDir::new().unwrap();
    let folder = place.path().join("www");
    fs::create_dir(&folder).unwrap();
    let options = tournament(place.path(), 4);
    publish(&options, &folder).unwrap();
    // A page that the next one does not have.
    fs::write(folder.join("pair-7-9.html"), "old").unwrap();
    publish(&options, &folder).unwrap();
    assert!(!folder.join("pair-7-9.html").exists());

    let other = place.path().join("documents");
    fs::create_dir(&other).unwrap();
    fs::write(other.join("index.html"), "<h1>Mine</h1>").unwrap();
    let error = publish(&options, &other).unwrap_err().to_string();
    assert!(error.contains("holds other files"), "{error}");
    assert_eq!(fs::read_to_string(other.join("index.html")).unwrap(), "<h1>Mine</h1>");
    let error = publish(&options, &other.join("index.html")).unwrap_err().to_string();
    assert!(error.contains("is not a folder"), "{error}");

    // Without a tournament the folder stays as it was.
    let before = names(&folder);
    let nothing = LiveOptions::new(place.path().join("nothing").to_string_lossy(), "cup");
    assert!(publish(&nothing, &folder).is_err());
    assert_eq!(names(&folder), before);
}
