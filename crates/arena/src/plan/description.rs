//! A tournament in words, from a file or a command line, and the plan that they make.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use skirmish_board::{TextError, quoted};
use skirmish_games::GameId;

use super::lines::Lines;
use super::words::{Draft, describe, number, unknown};
use super::{Format, Model, Openings, Plan, Test};
use crate::competitor::{Competitor, Kind};
use crate::system;

/// A word and what it is set to.
pub type Word = (String, String);

/// A tournament in words, each still a text. Whatever order they came in, equal words make equal plans.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Description {
    /// `name`, `game`, `format`, `rounds`, `srand`; `concurrency` and `store`, which are no part of the plan.
    pub settings: Vec<Word>,
    /// `plies`, `file`, or any number of `position`.
    pub openings: Vec<Word>,
    /// `elo0`, `elo1`, `alpha`, `beta`; without any, there is no test.
    pub sprt: Vec<Word>,
    /// What holds for each engine that does not say otherwise.
    pub each: Vec<Word>,
    /// The words of each engine.
    pub engines: Vec<Vec<Word>>,
    /// Where they stand in a file.
    pub lines: Lines,
}

const SETTINGS: &[&str] = &["name", "game", "format", "rounds", "srand", "concurrency", "store"];

/// Plies of random openings, unless something else is wanted.
const PLIES: u32 = 6;

/// The largest number of anything in a plan: a larger one is a typing error.
const MOST: u32 = 1_000_000;

impl Description {
    /// Reads `WORD=VALUE`.
    pub fn parse_word(text: &str) -> Result<Word, TextError> {
        match text.split_once('=') {
            Some((word, value)) if !word.is_empty() => Ok((word.to_owned(), value.to_owned())),
            _ => Err(TextError::new(format!("{} is not a setting, expected WORD=VALUE", quoted(text)))),
        }
    }

    /// The last value of a setting.
    pub fn setting(&self, word: &str) -> Option<&str> {
        self.settings.iter().rev().find(|(name, _)| name == word).map(|(_, value)| &value[..])
    }

    /// How many games are played at the same time, if that was said.
    pub fn concurrency(&self) -> Result<Option<usize>, TextError> {
        let threads: Option<u8> =
            self.setting("concurrency").map(|text| number(text, 1)).transpose().map_err(in_("concurrency"))?;
        Ok(threads.map(usize::from))
    }

    /// The plan. Files and folders are relative to `base`.
    pub fn plan(&self, base: &Path) -> Result<Plan, TextError> {
        if let Some((word, _)) = self.settings.iter().find(|(word, _)| !SETTINGS.contains(&&word[..])) {
            return Err(unknown(word, "a setting of a tournament", SETTINGS));
        }
        let Some(game) = self.setting("game") else {
            return Err(TextError::new("game is missing: name one, such as hiya or oska:6"));
        };
        let game = GameId::parse(game).map_err(in_("game"))?;
        let engines = self.competitors(base)?;
        let format = self.setting("format").map_or(Ok(Format::RoundRobin), parse_format).map_err(in_("format"))?;
        let plan = Plan {
            name: self.setting("name").map_or_else(|| game.to_string().replace(':', "-"), str::to_owned),
            game,
            format,
            rounds: match self.setting("rounds") {
                Some(text) => number(text, 1).map_err(in_("rounds"))?,
                None => default_rounds(format, engines.len(), !self.sprt.is_empty()),
            },
            engines,
            openings: self.openings(base).map_err(in_("openings"))?,
            seed: self.setting("srand").map_or(Ok(1), |text| number(text, 0)).map_err(in_("srand"))?,
            sprt: self.test().map_err(in_("sprt"))?,
        };
        check(&plan)?;
        Ok(plan)
    }

    fn competitors(&self, base: &Path) -> Result<Vec<Competitor>, TextError> {
        let mut each = Draft::default();
        for (word, value) in &self.each {
            let set = each.set_for_each(word, value);
            set.map_err(in_("each")).map_err(|error| self.lines.name("each", word, error))?;
        }
        let competitor = |(place, words): (usize, &Vec<Word>)| {
            let whose = whose(place, words);
            let complain = |word: &str, error| self.lines.name(&place.to_string(), word, in_(&whose)(error));
            let mut draft = each.for_one(words.iter().map(|(word, _)| &word[..]));
            for (word, value) in words {
                draft.set(word, value).map_err(|error| complain(word, error))?;
            }
            draft.finish(base).map_err(|(word, error)| complain(&word, error))
        };
        (1..).zip(&self.engines).map(competitor).collect()
    }

    /// Finds programs and folders of a plan that these words made which are not on this machine, and bounds that it cannot hold.
    pub fn check_programs(&self, plan: &Plan) -> Result<(), TextError> {
        for ((place, words), competitor) in (1..).zip(&self.engines).zip(&plan.engines) {
            let (Kind::Ugi(program) | Kind::Console(program, _) | Kind::OskaCall(program, _)) = &competitor.kind else {
                continue;
            };
            let Some(name) = program.command.first() else { continue };
            let folder = program.folder.as_deref();
            let word = if folder.is_none_or(Path::is_dir) { "cmd" } else { "dir" };
            let complain = |(word, why): (&str, String)| {
                let error = TextError::new(format!("{}: {word}: {why}", whose(place, words)));
                self.lines.name(&place.to_string(), word, error)
            };
            system::find_program(name, folder).map_err(|why| complain((word, why)))?;
            system::check_bounds(&competitor.bounds).map_err(complain)?;
        }
        Ok(())
    }

    /// These words with those of a command line after them: what it says counts.
    pub fn overridden(mut self, by: Description) -> Description {
        self.settings.extend(by.settings);
        if !by.openings.is_empty() {
            self.openings = by.openings;
        }
        if !by.sprt.is_empty() {
            self.sprt = by.sprt;
        }
        self.each.extend(by.each);
        self.engines.extend(by.engines);
        self
    }

    fn openings(&self, base: &Path) -> Result<Openings, TextError> {
        let mut openings = Openings::Random(PLIES);
        for (word, value) in &self.openings {
            let given = match (&word[..], &mut openings) {
                ("plies", openings) => {
                    *openings = Openings::Random(number(value, 0).map_err(in_("plies"))?);
                    continue;
                }
                ("file", _) => read_positions(&base.join(value))?,
                ("position", Openings::Given(texts)) => {
                    texts.push(value.clone());
                    continue;
                }
                ("position", _) => vec![value.clone()],
                _ => return Err(unknown(word, "a kind of opening", &["plies", "file", "position"])),
            };
            openings = Openings::Given(given);
        }
        Ok(openings)
    }

    fn test(&self) -> Result<Option<Test>, TextError> {
        let mut test = Test { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05, model: Model::Logistic };
        for (word, value) in &self.sprt {
            let place = match &word[..] {
                "elo0" => &mut test.elo0,
                "elo1" => &mut test.elo1,
                "alpha" => &mut test.alpha,
                "beta" => &mut test.beta,
                "model" => {
                    test.model = parse_model(value)?;
                    continue;
                }
                _ => return Err(unknown(word, "a word of the test", &["elo0", "elo1", "alpha", "beta", "model"])),
            };
            let number = value.parse().ok().filter(|number: &f64| number.is_finite());
            *place = number.ok_or_else(|| TextError::new(format!("{word}: {} is not a number", quoted(value))))?;
        }
        Ok((!self.sprt.is_empty()).then_some(test))
    }
}

/// The words of a plan, with nothing left to say for each.
impl From<&Plan> for Description {
    fn from(plan: &Plan) -> Description {
        let word = |word: &str, value: String| (word.to_owned(), value);
        Description {
            settings: vec![
                word("name", plan.name.clone()),
                word("game", plan.game.to_string()),
                word("format", plan.format.id().to_owned()),
                word("rounds", plan.rounds.to_string()),
                word("srand", plan.seed.to_string()),
            ],
            openings: match &plan.openings {
                Openings::Random(plies) => vec![word("plies", plies.to_string())],
                Openings::Given(texts) => texts.iter().map(|text| word("position", text.clone())).collect(),
            },
            sprt: plan
                .sprt
                .iter()
                .flat_map(|test| {
                    let words = [("elo0", test.elo0), ("elo1", test.elo1), ("alpha", test.alpha), ("beta", test.beta)];
                    let model = (test.model != Model::Logistic).then(|| word("model", test.model.id().to_owned()));
                    words.map(|(name, number)| word(name, number.to_string())).into_iter().chain(model)
                })
                .collect(),
            each: Vec::new(),
            engines: plan.engines.iter().map(describe).collect(),
            lines: Lines::default(),
        }
    }
}

/// What an engine is called in complaints.
fn whose(place: usize, words: &[Word]) -> String {
    let name = words.iter().rev().find(|(word, _)| word == "name");
    name.map_or(format!("engine {place}"), |(_, name)| format!("engine {}", quoted(name)))
}

/// Adds the place to a complaint.
fn in_(place: &str) -> impl Fn(TextError) -> TextError + '_ {
    move |error| TextError::new(format!("{place}: {error}"))
}

/// Reads the name of a format; `roundrobin`, as cutechess-cli has it, too.
fn parse_format(text: &str) -> Result<Format, TextError> {
    let text = if text == "roundrobin" { "round-robin" } else { text };
    let found = Format::ALL.into_iter().find(|format| format.id() == text);
    found.ok_or_else(|| unknown(text, "a format", &Format::ALL.map(Format::id)))
}

/// Reads what Elo means in a test; `normalized`, as fastchess has it, too.
fn parse_model(text: &str) -> Result<Model, TextError> {
    match text {
        "logistic" => Ok(Model::Logistic),
        "normalised" | "normalized" => Ok(Model::Normalised),
        _ => Err(unknown(text, "a model", &["logistic", "normalised"])),
    }
}

/// One pair per meeting; in a Swiss tournament, enough rounds that at most one engine can win them all, and one more. A
/// test goes on until it is settled.
fn default_rounds(format: Format, engines: usize, tested: bool) -> u32 {
    match format {
        _ if tested => MOST,
        Format::Swiss => engines.max(2).next_power_of_two().trailing_zeros() + 1,
        _ => 1,
    }
}

/// Position texts, one per line; empty lines and those that begin with `#` do not count.
fn read_positions(path: &Path) -> Result<Vec<String>, TextError> {
    let text = fs::read_to_string(path)
        .map_err(|error| TextError::new(format!("cannot read {}: {error}", quoted(&path.to_string_lossy()))))?;
    Ok(text
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(str::to_owned)
        .collect())
}

/// Finds what is wrong with a plan as a whole.
fn check(plan: &Plan) -> Result<(), TextError> {
    check_name("name", &plan.name)?;
    if plan.name.contains(['/', '\\']) || plan.name.starts_with('.') {
        return Err(TextError::new(format!("name: {} cannot name a file", quoted(&plan.name))));
    }
    if plan.engines.len() < 2 {
        return Err(TextError::new(format!("a tournament needs two engines, there are {}", plan.engines.len())));
    }
    let mut names = BTreeSet::new();
    for competitor in &plan.engines {
        check_name("engine", &competitor.name)?;
        if !names.insert(&competitor.name) {
            return Err(TextError::new(format!(
                "two engines have the name {}: give each its own",
                quoted(&competitor.name)
            )));
        }
        if matches!(competitor.kind, Kind::OskaCall(..)) && plan.game.info().id != "oska" {
            return Err(TextError::new(format!("engine {}: proto=oska plays oska only", quoted(&competitor.name))));
        }
    }
    if plan.rounds > MOST {
        return Err(TextError::new(format!("rounds: {} are too many, expected {MOST} at most", plan.rounds)));
    }
    if let Some(test) = &plan.sprt {
        check_test(test, plan)?;
    }
    check_openings(&plan.openings, plan.game)
}

fn check_name(place: &str, name: &str) -> Result<(), TextError> {
    const LONGEST: usize = 60;
    let fine = !name.trim().is_empty() && name.chars().count() <= LONGEST && !name.contains(char::is_control);
    let expected = || format!("{place}: {} is not a name, expected 1 to {LONGEST} letters and signs", quoted(name));
    if fine { Ok(()) } else { Err(TextError::new(expected())) }
}

fn check_test(test: &Test, plan: &Plan) -> Result<(), TextError> {
    let wrong = |why: &str| Err(TextError::new(format!("sprt: {why}")));
    if plan.engines.len() != 2 || !matches!(plan.format, Format::RoundRobin | Format::Gauntlet) {
        return wrong("the test compares two engines in a round robin or gauntlet");
    }
    if test.elo0 >= test.elo1 || test.elo0.abs() > 1000.0 || test.elo1.abs() > 1000.0 {
        return wrong("elo0 must be below elo1, both within 1000");
    }
    if [test.alpha, test.beta].iter().any(|rate| !(0.0001..0.5).contains(rate)) {
        return wrong("alpha and beta must be from 0.0001 to 0.5");
    }
    Ok(())
}

fn check_openings(openings: &Openings, game: GameId) -> Result<(), TextError> {
    let texts = match openings {
        Openings::Random(plies) if *plies > 1000 => {
            return Err(TextError::new("openings: more than 1000 plies leave no game"));
        }
        Openings::Random(_) => return Ok(()),
        Openings::Given(texts) => texts,
    };
    if texts.is_empty() {
        return Err(TextError::new("openings: there is no position"));
    }
    let mut table = skirmish_play::open(game);
    for (number, text) in (1..).zip(texts) {
        let place = format!("opening {number}");
        table.set_position(text).map_err(in_(&place))?;
        if table.outcome().is_some() {
            return Err(TextError::new(format!("{place}: the game is over already: {}", table.ending())));
        }
    }
    Ok(())
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
