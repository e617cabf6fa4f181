//! Runs one blocking search at a time.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use skirmish_api::messages::Message;
use skirmish_api::{Dispatched, EngineUse, NextPosition, SearchHeader, answer, read};
use skirmish_board::TextError;
use skirmish_games::GameId;
use skirmish_play::{AnyEngine, EngineOptions, Evaluator, read_network};
use skirmish_search::Network;

/// A message of a search.
#[derive(Clone, Debug)]
pub struct SearcherMessage {
    /// The message for the page.
    pub message: Message,
    /// Whether it is the last one.
    pub done: bool,
    /// The final message to send if the search is stopped now, where it depends on the result so far.
    pub final_message: Option<Message>,
}

impl SearcherMessage {
    /// A message of an unfinished search.
    fn interim(message: Message, next_position: &mut NextPosition) -> SearcherMessage {
        let mut final_message = Some(message.clone());
        match &mut final_message {
            Some(Message::Analysis { done, .. } | Message::Values { done, .. }) => *done = true,
            Some(Message::Thinking { id, report }) => {
                let (id, report) = (*id, report.clone());
                let position = report.best.as_ref().and_then(|best| next_position.after(best));
                final_message =
                    Some(Message::Chosen { id, action: report.best.clone(), position, report: Some(report) });
            }
            _ => final_message = None,
        }
        SearcherMessage { message, done: false, final_message }
    }

    fn last(message: Message) -> SearcherMessage {
        SearcherMessage { message, done: true, final_message: None }
    }
}

/// Searches with one thread. It reuses its engine, so that the transposition table stays warm.
pub struct Searcher {
    hash_mb: usize,
    /// The seed of the next choice that comes without one.
    seed: u32,
    networks: Vec<(GameId, Arc<Network>)>,
    engine: Option<(GameId, EngineUse, AnyEngine)>,
}

/// With a 64 MB transposition table at full strength.
impl Default for Searcher {
    fn default() -> Searcher {
        Searcher::new(64)
    }
}

impl Searcher {
    /// At full strength the transposition table has `hash_mb` megabytes, or fewer if they cannot be allocated.
    pub fn new(hash_mb: usize) -> Searcher {
        Searcher { hash_mb, seed: 1, networks: Vec::new(), engine: None }
    }

    /// Sets the random seed of choices that come without one.
    pub fn set_seed(&mut self, seed: u32) {
        self.seed = seed;
    }

    /// Loads the network of a game for the levels that use one; a second call for the same game does nothing. If the file is
    /// invalid, nothing changes and the error is one line.
    pub fn load_network(&mut self, game: GameId, file: &[u8]) -> Result<(), TextError> {
        if self.networks.iter().any(|(known, _)| *known == game) {
            return Ok(());
        }
        let network = read_network(file, game).map_err(|error| {
            TextError::new(format!(
                "the network of {} is invalid; the engine plays without it: {error}",
                game.info().name
            ))
        })?;
        self.networks.push((game, Arc::new(network)));
        // Its transposition table has scores of the other evaluation.
        self.engine.take_if(|(engine, ..)| *engine == game);
        Ok(())
    }

    /// The evaluator of a game: its network if loaded, otherwise the hand-crafted evaluation.
    pub fn evaluator(&self, game: GameId) -> Evaluator {
        let known = self.networks.iter().find(|(known, _)| *known == game);
        known.map_or(Evaluator::HandCrafted, |(_, network)| Evaluator::Network(network.clone()))
    }

    /// Runs a search to its end and reports its messages, the final one included. Other requests get their reply.
    pub fn search(&mut self, request: &str, report: &mut dyn FnMut(SearcherMessage)) {
        let next_seed = || {
            self.seed = self.seed.wrapping_add(0x9e37_79b9);
            self.seed.into()
        };
        match read(request).map(|request| answer(request, next_seed)) {
            Ok(Dispatched::Reply(message)) | Err(message) => report(SearcherMessage::last(*message)),
            Ok(Dispatched::Stop) => {}
            Ok(Dispatched::Search(mut job)) => {
                let SearchHeader { game, engine_use, .. } = job.header();
                let engine = self.engine(game, engine_use);
                let mut next_position = job.next_position();
                job.search(engine, &AtomicBool::new(false), &mut |message| {
                    report(SearcherMessage::interim(message, &mut next_position))
                });
                report(SearcherMessage::last(job.final_message()));
            }
        }
    }

    /// The engine for a game and a use: the current one if it fits, otherwise a new one.
    fn engine(&mut self, game: GameId, engine_use: EngineUse) -> &mut AnyEngine {
        self.engine =
            self.engine.take().filter(|(engine, current_use, _)| *engine == game && current_use.fits(engine_use));
        let evaluator = self.evaluator(game);
        let (_, _, engine) = self.engine.get_or_insert_with(|| {
            let mut settings = engine_use.settings(1, self.hash_mb);
            settings.hash = affordable(settings.hash, can_be_had);
            let mut engine = AnyEngine::new(EngineOptions {
                settings,
                level: engine_use.level(),
                evaluator,
                ..EngineOptions::default()
            });
            if engine_use != EngineUse::Microscope {
                engine.prepare(game);
            }
            (game, engine_use, engine)
        });
        engine
    }
}

/// The largest size that can be allocated, halving from this one. An engine without a table plays, but weaker.
fn affordable(hash_mb: usize, can_be_had: impl Fn(usize) -> bool) -> usize {
    let halves = std::iter::successors(Some(hash_mb), |&half| (half > 0).then_some(half / 2));
    halves.into_iter().find(|&some| some == 0 || can_be_had(some)).unwrap_or(0)
}

/// Whether this many megabytes, and a little more, can be allocated.
fn can_be_had(hash_mb: usize) -> bool {
    Vec::<u8>::new().try_reserve_exact((hash_mb << 20) + (1 << 16)).is_ok()
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

    /// What a searcher chooses at the start of a game, its nodes and its score.
    fn chosen(searcher: &mut Searcher, game: GameId, level: u8) -> (String, u64, i32) {
        let line = format!(r#"{{"game":"{game}","actions":[]}}"#);
        let text = format!(r#"{{"type":"choose","id":1,"line":{line},"level":{level},"timeMs":60000,"seed":1}}"#);
        let mut last = None;
        searcher.search(&text, &mut |message| last = Some(message.message));
        let Some(Message::Chosen { action: Some(action), report: Some(report), .. }) = last else { panic!("{last:?}") };
        (action.text, report.nodes, report.value.score)
    }

    /// The same with the engine of the program, which has the networks built in.
    fn expected(game: GameId, level: u8, evaluator: Evaluator) -> (String, u64, i32) {
        let level = Level::new(level).unwrap();
        let mut engine = AnyEngine::new(EngineOptions { level, evaluator, ..EngineOptions::default() });
        let limits = Limits::time(Duration::from_secs(60));
        let decision = engine.choose(&*new_game(game), &limits, &AtomicBool::new(false), &mut |_| {});
        let report = decision.info.unwrap();
        (decision.action.unwrap().text, report.nodes, report.score)
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
            assert_ne!(chosen(&mut searcher, game, 6), first, "{game}: the old engine is replaced");
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
            searcher.engine = None;
        }
    }

    #[test]
    fn choices_without_a_seed_vary() {
        let text = r#"{"type":"choose","id":1,"line":{"game":"hiya","actions":[]},"level":1,"timeMs":10}"#;
        let choices = |seed: u32, text: &str| {
            let mut searcher = Searcher::new(1);
            searcher.set_seed(seed);
            let mut choices = Vec::new();
            for _ in 0..20 {
                searcher.search(text, &mut |message| {
                    if let Message::Chosen { action: Some(action), .. } = message.message {
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
            (r#"{"type":"hint","id":3,"line":{"game":"hiya","actions":["no"]},"timeMs":50}"#, "no"),
            (r#"{"type":"hint","id":3,"line":{"game":"hiya","actions":[]},"timeMs":5}"#, "5 ms"),
            (r#"{"type":"hint","id":3,"line":{"game":"hiya","actions":[]}}"#, "not a request"),
        ] {
            let mut messages = Vec::new();
            Searcher::new(1).search(text, &mut |message| messages.push(message));
            let [SearcherMessage { message: Message::Error { id: Some(3), sentence, .. }, done: true, .. }] =
                &messages[..]
            else {
                panic!("{messages:?}")
            };
            assert!(sentence.contains(expected), "{sentence}");
        }
    }

    #[test]
    fn an_engine_is_kept_while_it_fits() {
        let mut searcher = Searcher::new(1);
        let mut ask = |game: &str, level: u8| {
            let line = format!(r#"{{"game":"{game}","actions":[]}}"#);
            let text = format!(r#"{{"type":"choose","id":1,"line":{line},"level":{level},"timeMs":10}}"#);
            let mut last = None;
            searcher.search(&text, &mut |message| last = Some(message.message));
            assert!(matches!(last, Some(Message::Chosen { action: Some(_), .. })), "{last:?}");
            searcher.engine.as_ref().map(|(game, engine_use, _)| (game.to_string(), engine_use.level().number()))
        };
        assert_eq!(ask("hiya", 1), Some(("hiya".to_owned(), 1)));
        assert_eq!(ask("hiya", 2), Some(("hiya".to_owned(), 1)), "the same engine plays another level");
        assert_eq!(ask("hiya", 10), Some(("hiya".to_owned(), 10)));
        assert_eq!(ask("trench", 10), Some(("trench".to_owned(), 10)));
    }
}
