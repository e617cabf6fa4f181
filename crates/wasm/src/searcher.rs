//! A worker that searches, one request after another.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use skirmish_api::messages::Message;
use skirmish_api::{Dispatched, EngineUse, SearchHeader, Sequel, answer, read};
use skirmish_board::TextError;
use skirmish_games::GameId;
use skirmish_play::{AnyEngine, EngineOptions, Evaluator, read_network};
use skirmish_search::Network;

/// Something that a search has found.
#[derive(Clone, Debug)]
pub struct SearcherMessage {
    /// What it says.
    pub message: Message,
    /// Whether it has nothing to say after this.
    pub over: bool,
    /// What its answer would be if it were ended now, where that is not always the same: nobody could ask it then.
    pub last_word: Option<Message>,
}

impl SearcherMessage {
    /// Of a search that goes on, whose actions lead there.
    fn interim(message: Message, sequel: &mut Sequel) -> SearcherMessage {
        let mut last_word = Some(message.clone());
        match &mut last_word {
            Some(Message::Analysis { done, .. }) => *done = true,
            Some(Message::Thinking { id, finding }) => {
                let (id, finding) = (*id, finding.clone());
                let position = finding.best.as_ref().and_then(|best| sequel.after(best));
                last_word =
                    Some(Message::Chosen { id, action: finding.best.clone(), position, finding: Some(finding) });
            }
            _ => last_word = None,
        }
        SearcherMessage { message, over: false, last_word }
    }

    fn last(message: Message) -> SearcherMessage {
        SearcherMessage { message, over: true, last_word: None }
    }
}

/// Searches with one thread. It keeps its engine from request to request, because an engine remembers.
pub struct Searcher {
    megabytes: usize,
    /// What the next choice without a seed gets.
    seed: u32,
    networks: Vec<(GameId, Arc<Network>)>,
    kept: Option<(GameId, EngineUse, AnyEngine)>,
}

/// With 64 MB for the table of an engine of full strength.
impl Default for Searcher {
    fn default() -> Searcher {
        Searcher::new(64)
    }
}

impl Searcher {
    /// The table of an engine of full strength gets this many megabytes, or fewer if they cannot be had.
    pub fn new(megabytes: usize) -> Searcher {
        Searcher { megabytes, seed: 1, networks: Vec::new(), kept: None }
    }

    /// Choices for which the page has no seed vary, from this one on.
    pub fn set_seed(&mut self, seed: u32) {
        self.seed = seed;
    }

    /// Takes the file with the network of a game, by which it judges from now on where the level uses one. If the file is no good, the
    /// error says so in one line, and everything stays as it was. A network that is known already is not read again.
    pub fn load_network(&mut self, game: GameId, file: &[u8]) -> Result<(), TextError> {
        if self.networks.iter().any(|(known, _)| *known == game) {
            return Ok(());
        }
        let network = read_network(file, game).map_err(|error| {
            TextError::new(format!(
                "the network of {} is no good, so the engine plays without it: {error}",
                game.info().name
            ))
        })?;
        self.networks.push((game, Arc::new(network)));
        // What it has found so far was judged otherwise.
        self.kept.take_if(|(kept, ..)| *kept == game);
        Ok(())
    }

    /// What positions of a game are judged by: the network that came, or the terms.
    pub fn evaluator(&self, game: GameId) -> Evaluator {
        let known = self.networks.iter().find(|(known, _)| *known == game);
        known.map_or(Evaluator::HandCrafted, |(_, network)| Evaluator::Network(network.clone()))
    }

    /// Searches until everything is found or the time asked for is over, and tells what it finds, the last word included. What is no
    /// search is answered.
    pub fn search(&mut self, request: &str, tell: &mut dyn FnMut(SearcherMessage)) {
        let next_seed = || {
            self.seed = self.seed.wrapping_add(0x9e37_79b9);
            self.seed.into()
        };
        match read(request).map(|request| answer(request, next_seed)) {
            Ok(Dispatched::Say(message)) | Err(message) => tell(SearcherMessage::last(*message)),
            Ok(Dispatched::Stop) => {}
            Ok(Dispatched::Search(mut study)) => {
                let SearchHeader { game, role, .. } = study.header();
                let mind = self.engine(game, role);
                let mut sequel = study.sequel();
                study.search(mind, &AtomicBool::new(false), &mut |message| {
                    tell(SearcherMessage::interim(message, &mut sequel))
                });
                tell(SearcherMessage::last(study.final_message()));
            }
        }
    }

    /// The engine for a game and a role: the one that is there, or a new one in its place.
    fn engine(&mut self, game: GameId, role: EngineUse) -> &mut AnyEngine {
        self.kept = self.kept.take().filter(|(kept, as_role, _)| *kept == game && as_role.fits(role));
        let judge = self.evaluator(game);
        let (_, _, mind) = self.kept.get_or_insert_with(|| {
            let mut settings = role.settings(1, self.megabytes);
            settings.hash = affordable(settings.hash, can_be_had);
            let mut mind =
                AnyEngine::new(EngineOptions { settings, level: role.level(), judge, ..EngineOptions::default() });
            mind.prepare(game);
            (game, role, mind)
        });
        mind
    }
}

/// As many of the megabytes as can be had, halving them until they can. An engine without a table plays, only less well.
fn affordable(megabytes: usize, can_be_had: impl Fn(usize) -> bool) -> usize {
    let halves = std::iter::successors(Some(megabytes), |&half| (half > 0).then_some(half / 2));
    halves.into_iter().find(|&some| some == 0 || can_be_had(some)).unwrap_or(0)
}

/// Whether the system has this many megabytes, and room for what a table needs beside them.
fn can_be_had(megabytes: usize) -> bool {
    Vec::<u8>::new().try_reserve_exact((megabytes << 20) + (1 << 16)).is_ok()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use skirmish_play::{Level, new_game, own_network};
    use skirmish_search::{Limits, SearchSettings};

    use super::*;

    #[test]
    fn the_table_takes_what_can_be_had() {
        assert_eq!([64, 48, 0].map(|most| affordable(64, |some| some <= most)), [64, 32, 0]);
        assert_eq!(affordable(0, |_| false), 0);
        assert!(can_be_had(1) && !can_be_had(usize::MAX >> 21));
    }

    /// What a searcher chooses at the start of a game, how many positions it has visited for it, and what it thinks of them.
    fn chosen(searcher: &mut Searcher, game: GameId, level: u8) -> (String, u64, i32) {
        let course = format!(r#"{{"game":"{game}","actions":[]}}"#);
        let text = format!(r#"{{"type":"choose","id":1,"course":{course},"level":{level},"timeMs":60000,"seed":1}}"#);
        let mut last = None;
        searcher.search(&text, &mut |news| last = Some(news.message));
        let Some(Message::Chosen { action: Some(action), finding: Some(finding), .. }) = last else {
            panic!("{last:?}")
        };
        (action.text, finding.nodes, finding.value.score)
    }

    /// The same by the engine of the program, which has its networks in it.
    fn expected(game: GameId, level: u8, judge: Evaluator) -> (String, u64, i32) {
        let level = Level::new(level).unwrap();
        let mut mind = AnyEngine::new(EngineOptions { level, judge, ..EngineOptions::default() });
        let limits = Limits::time(Duration::from_secs(60));
        let decision = mind.choose(&*new_game(game), &limits, &AtomicBool::new(false), &mut |_| {});
        let finding = decision.info.unwrap();
        (decision.action.unwrap().text, finding.nodes, finding.score)
    }

    #[test]
    fn every_level_below_the_highest_plays_as_on_every_front_end() {
        let mut searcher = Searcher::default();
        for level in Level::all().filter(|&level| level < Level::FULL) {
            let engine = searcher.engine(GameId::parse("refusal").unwrap(), EngineUse::Player(level));
            assert_eq!(engine.resources(), level.settings(&SearchSettings::default()), "{level:?}");
        }
    }

    #[test]
    fn with_a_network_it_plays_as_the_program_does() {
        let mut with_networks = 0;
        for game in GameId::all() {
            let mut searcher = Searcher::new(8);
            let terms = [6, 7].map(|level| expected(game, level, Evaluator::HandCrafted));
            assert_eq!(
                [6, 7].map(|level| chosen(&mut Searcher::new(8), game, level)),
                terms,
                "{game} without a network"
            );
            let Some(network) = own_network(game) else { continue };
            with_networks += 1;
            let first = chosen(&mut searcher, game, 6);
            searcher.load_network(game, &network.format()).unwrap();
            for (level, terms) in [6, 7].into_iter().zip(terms) {
                let found =
                    chosen(&mut Searcher { networks: searcher.networks.clone(), ..Searcher::new(8) }, game, level);
                assert_eq!(found, expected(game, level, Evaluator::Default), "{game}, level {level}");
                assert_ne!(found, terms, "{game}, level {level}");
            }
            assert_ne!(chosen(&mut searcher, game, 6), first, "{game}: the engine that was there judges anew");
        }
        assert!(with_networks > 0);
    }

    #[test]
    fn a_network_that_is_no_good_is_told_in_a_line_and_the_terms_stay() {
        let [hiya, trench] = ["hiya", "trench"].map(|name| GameId::parse(name).unwrap());
        let file = own_network(hiya).unwrap().format();
        let mut damaged = file.clone();
        damaged[900] ^= 1;
        let mut searcher = Searcher::new(8);
        for (game, file, reason) in [
            (hiya, &damaged[..], "damaged"),
            (hiya, &file[..500], "damaged"),
            (hiya, b"<!doctype html>", "not a network"),
            (trench, &file, "for hiya, not for trench"),
        ] {
            let error = searcher.load_network(game, file).unwrap_err().to_string();
            assert!(error.contains(reason) && error.starts_with("the network of ") && !error.contains('\n'), "{error}");
            assert_eq!(searcher.evaluator(game), Evaluator::HandCrafted);
            assert_eq!(chosen(&mut searcher, game, 6), expected(game, 6, Evaluator::HandCrafted));
            searcher.kept = None;
        }
    }

    #[test]
    fn choices_without_a_seed_vary() {
        let text = r#"{"type":"choose","id":1,"course":{"game":"hiya","actions":[]},"level":1,"timeMs":10}"#;
        let choices = |seed: u32, text: &str| {
            let mut searcher = Searcher::new(1);
            searcher.set_seed(seed);
            let mut choices = Vec::new();
            for _ in 0..20 {
                searcher.search(text, &mut |news| {
                    if let Message::Chosen { action: Some(action), .. } = news.message {
                        choices.push(action.text);
                    }
                });
            }
            choices
        };
        let first = choices(1, text);
        assert!(first.len() == 20 && first.iter().any(|choice| *choice != first[0]), "{first:?}");
        assert_ne!(choices(2, text), first, "a worker that starts anew");
        let seeded = text.replace("10}", "10,\"seed\":5}");
        assert_eq!(choices(1, &seeded), choices(2, &seeded));
        assert!(choices(1, &seeded).windows(2).all(|pair| pair[0] == pair[1]));
    }

    #[test]
    fn what_makes_no_sense_is_refused_in_one_last_message() {
        for (text, expected) in [
            (r#"{"type":"hint","id":3,"course":{"game":"hiya","actions":["no"]},"timeMs":50}"#, "no"),
            (r#"{"type":"hint","id":3,"course":{"game":"hiya","actions":[]},"timeMs":5}"#, "5 ms"),
            (r#"{"type":"hint","id":3,"course":{"game":"hiya","actions":[]}}"#, "not a request"),
        ] {
            let mut told = Vec::new();
            Searcher::new(1).search(text, &mut |news| told.push(news));
            let [SearcherMessage { message: Message::Error { id: Some(3), sentence, .. }, over: true, .. }] = &told[..]
            else {
                panic!("{told:?}")
            };
            assert!(sentence.contains(expected), "{sentence}");
        }
    }

    #[test]
    fn an_engine_is_kept_while_it_fits() {
        let mut searcher = Searcher::new(1);
        let mut ask = |game: &str, level: u8| {
            let course = format!(r#"{{"game":"{game}","actions":[]}}"#);
            let text = format!(r#"{{"type":"choose","id":1,"course":{course},"level":{level},"timeMs":10}}"#);
            let mut last = None;
            searcher.search(&text, &mut |news| last = Some(news.message));
            assert!(matches!(last, Some(Message::Chosen { action: Some(_), .. })), "{last:?}");
            searcher.kept.as_ref().map(|(game, role, _)| (game.to_string(), role.level().number()))
        };
        assert_eq!(ask("hiya", 1), Some(("hiya".to_owned(), 1)));
        assert_eq!(ask("hiya", 2), Some(("hiya".to_owned(), 1)), "the same engine plays another level");
        assert_eq!(ask("hiya", 10), Some(("hiya".to_owned(), 10)));
        assert_eq!(ask("trench", 10), Some(("trench".to_owned(), 10)));
    }
}
