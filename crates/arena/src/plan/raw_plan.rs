//! A tournament as the user wrote it, in a file or on a command line, and the plan made from it.

mod edit;
mod file;

use std::collections::BTreeSet;
use std::fmt;
use std::fs;
use std::path::Path;

use skirmish_board::{TextError, quoted};
use skirmish_games::GameId;

use super::engine_settings::{EngineSettings, number, unknown};
use super::{EloModel, Format, OpeningSource, Plan, Test};
use crate::competitor::{Competitor, EngineKind};
use crate::system;

pub use edit::with_dialogue;
pub use file::{RawFile, format_dialogue};

/// The sections of a plan file or command line. The order of settings does not matter.
#[derive(Clone, Debug, Default)]
pub struct RawPlan {
    /// [`TOURNAMENT_SETTINGS`].
    pub settings: Section,
    /// `plies`, `file`, or any number of `position`.
    pub openings: Section,
    /// `elo0`, `elo1`, `alpha`, `beta`, `model`; without any, there is no test.
    pub sprt: Section,
    /// Defaults for all engines.
    pub each: Section,
    /// The settings of each engine.
    pub engines: Vec<Section>,
}

/// A section of settings.
#[derive(Clone, Debug, Default)]
pub struct Section {
    /// In the order in which they were given.
    pub settings: Vec<Given>,
    /// Its first line in a file.
    line: Option<usize>,
}

/// A setting as the user wrote it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    /// Its name, such as `nodes` or `dialogue.first`.
    pub name: String,
    /// Its value as text.
    pub value: String,
    /// Its line in a file.
    line: Option<usize>,
}

impl Given {
    /// A setting that does not come from a file.
    pub fn new(name: impl Into<String>, value: impl Into<String>) -> Given {
        Given { name: name.into(), value: value.into(), line: None }
    }

    /// The error about its value. `whose` is `"each: "`, `"engine 2: "` and so on; empty for the tournament.
    pub fn wrong(&self, whose: &str, why: impl fmt::Display) -> TextError {
        at(self.line, format_args!("{whose}{}: {why}", self.name))
    }

    /// The error about its name, which is not one of those `known`.
    pub fn unknown(&self, whose: &str, known: &[&str]) -> TextError {
        let place = match whose.trim_end_matches(": ") {
            "" => String::new(),
            engine if engine.starts_with("engine ") => format!(" in {engine}"),
            section => format!(" in [{section}]"),
        };
        at(self.line, unknown("key", &self.name, &place, known))
    }
}

/// An error about a line of a file, if there is a file.
fn at(line: Option<usize>, why: impl fmt::Display) -> TextError {
    TextError::new(line.map_or(String::new(), |line| format!("line {line}: ")) + &why.to_string())
}

impl Section {
    /// Parses each text as `NAME=VALUE`.
    pub fn parse(texts: impl IntoIterator<Item = impl AsRef<str>>) -> Result<Section, TextError> {
        let given = |text: &str| match text.split_once('=') {
            Some((name, value)) if !name.is_empty() => Ok(Given::new(name, value)),
            _ => Err(TextError::new(format!("{} is not a setting; expected NAME=VALUE", quoted(text)))),
        };
        texts.into_iter().map(|text| given(text.as_ref())).collect()
    }

    /// Adds a setting, which replaces an earlier one of its name.
    pub fn set(&mut self, name: &str, value: impl Into<String>) {
        self.settings.push(Given::new(name, value));
    }

    /// The value of a setting.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.last(name).map(|given| &given.value[..])
    }

    /// A setting as it was given; the last one counts.
    pub fn last(&self, name: &str) -> Option<&Given> {
        self.settings.iter().rev().find(|given| given.name == name)
    }

    /// The parsed value of a setting of the tournament.
    fn read<T>(&self, name: &str, parse: impl Fn(&str) -> Result<T, TextError>) -> Result<Option<T>, TextError> {
        let value = |given: &Given| parse(&given.value).map_err(|why| given.wrong("", why));
        self.last(name).map(value).transpose()
    }

    /// The line of a setting, or else of the section.
    fn line_of(&self, name: &str) -> Option<usize> {
        self.last(name).map_or(self.line, |given| given.line)
    }

    /// An error about a setting, or else the section.
    pub fn error(&self, name: &str, why: impl fmt::Display) -> TextError {
        at(self.line_of(name), why)
    }
}

impl FromIterator<Given> for Section {
    fn from_iter<I: IntoIterator<Item = Given>>(settings: I) -> Section {
        Section { settings: settings.into_iter().collect(), line: None }
    }
}

/// A setting of a tournament.
pub struct TournamentSetting {
    /// Its name in files and, after `--`, on command lines.
    pub name: &'static str,
    /// The placeholder for its value in help texts.
    pub value_name: &'static str,
    /// What it means, in Markdown.
    pub help: &'static str,
    /// Its default in Markdown; `None` if it is required.
    pub default: Option<&'static str>,
    /// Its value in a plan; `None` if plans do not have it.
    write: fn(&Plan) -> Option<String>,
}

/// All settings of a tournament.
pub const TOURNAMENT_SETTINGS: &[TournamentSetting] = &[
    TournamentSetting {
        name: "game",
        value_name: "GAME",
        help: "the game, such as `refusal` or `oska:6`",
        default: None,
        write: |plan| Some(plan.game.to_string()),
    },
    TournamentSetting {
        name: "name",
        value_name: "NAME",
        help: "its name, and that of its store",
        default: Some("the file's name, or the game"),
        write: |plan| Some(plan.name.clone()),
    },
    TournamentSetting {
        name: "format",
        value_name: "FORMAT",
        help: "the pairings: `round-robin`, `gauntlet`, `swiss` or `knockout`; also `--tournament`",
        default: Some("`round-robin`"),
        write: |plan| Some(plan.format.id().to_owned()),
    },
    TournamentSetting {
        name: "rounds",
        value_name: "ROUNDS",
        help: "pairs of games per pairing; in a Swiss tournament, rounds of one pair each",
        default: Some("1; Swiss: one more than needed to find a winner; with an SPRT, as many as it needs"),
        write: |plan| Some(plan.rounds.to_string()),
    },
    TournamentSetting {
        name: "srand",
        value_name: "SEED",
        help: "seed of everything random, such as the openings",
        default: Some("1"),
        write: |plan| Some(plan.seed.to_string()),
    },
    TournamentSetting {
        name: "concurrency",
        value_name: "GAMES",
        help: "games at the same time",
        default: Some("1"),
        write: |_| None,
    },
    TournamentSetting {
        name: "store",
        value_name: "ADDRESS",
        help: "where it is saved: a file, or `postgres://…` for many machines",
        default: Some("`NAME.arena`"),
        write: |_| None,
    },
];

/// The default length of random openings.
const OPENING_PLIES: u32 = 6;

/// More rounds are a typing error.
const MAX_ROUNDS: u32 = 1_000_000;

impl RawPlan {
    /// Games at the same time, if set.
    pub fn concurrency(&self) -> Result<Option<usize>, TextError> {
        let threads: Option<u8> = self.settings.read("concurrency", |text| number(text, 1))?;
        Ok(threads.map(usize::from))
    }

    /// This plan, replaced or extended by a command line.
    pub fn overridden(mut self, by: RawPlan) -> RawPlan {
        self.settings.settings.extend(by.settings.settings);
        if !by.openings.settings.is_empty() {
            self.openings = by.openings;
        }
        if !by.sprt.settings.is_empty() {
            self.sprt = by.sprt;
        }
        self.each.settings.extend(by.each.settings);
        self.engines.extend(by.engines);
        self
    }

    /// The plan. Files and folders are relative to `base`.
    pub fn plan(&self, base: &Path) -> Result<Plan, TextError> {
        let settings = &self.settings;
        let known: Vec<&str> = TOURNAMENT_SETTINGS.iter().map(|setting| setting.name).collect();
        if let Some(given) = settings.settings.iter().find(|given| !known.contains(&&given.name[..])) {
            return Err(given.unknown("", &known));
        }
        let game = settings.read("game", GameId::parse)?;
        let game = game.ok_or_else(|| at(None, "game is missing: set one, such as hiya or oska:6"))?;
        let format = settings.read("format", parse_format)?.unwrap_or(Format::RoundRobin);
        let engines = self.competitors(base)?;
        let is_tested = !self.sprt.settings.is_empty();
        let plan = Plan {
            name: settings.get("name").map_or_else(|| game.to_string().replace(':', "-"), str::to_owned),
            game,
            format,
            rounds: match settings.read("rounds", |text| number(text, 1))? {
                Some(rounds) => rounds,
                None => default_rounds(format, engines.len(), is_tested),
            },
            engines,
            openings: self.openings(base)?,
            seed: settings.read("srand", |text| number(text, 0))?.unwrap_or(1),
            sprt: is_tested.then(|| self.test()).transpose()?,
        };
        self.check(&plan)?;
        Ok(plan)
    }

    fn competitors(&self, base: &Path) -> Result<Vec<Competitor>, TextError> {
        let mut each = EngineSettings::default();
        for given in &self.each.settings {
            if given.name == "name" {
                return Err(at(given.line, "each: name cannot be the same for all engines"));
            }
            each.set(given, "each: ")?;
        }
        let competitor = |(number, section): (usize, &Section)| {
            let whose = whose(number, section);
            let mut engine = each.for_one(|name| section.last(name).is_some());
            for given in &section.settings {
                engine.set(given, &whose)?;
            }
            engine.finish(base).map_err(|(name, error)| self.about(section, &whose, &name, error))
        };
        (1..).zip(&self.engines).map(competitor).collect()
    }

    /// An error about a setting of an engine, which may come from `[each]`.
    fn about(&self, engine: &Section, whose: &str, name: &str, why: impl fmt::Display) -> TextError {
        let given = engine.last(name).or_else(|| self.each.last(name));
        at(given.map_or(engine.line, |given| given.line), format_args!("{whose}{why}"))
    }

    /// Checks that the programs and folders of the plan exist here, and that this system supports its limits.
    pub fn check_programs(&self, plan: &Plan) -> Result<(), TextError> {
        for ((number, section), competitor) in (1..).zip(&self.engines).zip(&plan.engines) {
            let Some(program) = competitor.kind.program() else { continue };
            let Some(name) = program.command.first() else { continue };
            let folder = program.folder.as_deref();
            let setting = if folder.is_none_or(Path::is_dir) { "cmd" } else { "dir" };
            let found = system::find_program(name, folder).map_err(|why| (setting, why));
            found.and_then(|_| system::check_limits(&competitor.limits)).map_err(|(setting, why)| {
                self.about(section, &whose(number, section), setting, format_args!("{setting}: {why}"))
            })?;
        }
        Ok(())
    }

    fn openings(&self, base: &Path) -> Result<OpeningSource, TextError> {
        let mut openings = OpeningSource::Random(OPENING_PLIES);
        for given in &self.openings.settings {
            let wrong = |why| given.wrong("openings: ", why);
            match (&given.name[..], &mut openings) {
                ("plies", openings) => *openings = OpeningSource::Random(number(&given.value, 0).map_err(wrong)?),
                ("file", openings) => {
                    let read = read_positions(&base.join(&given.value));
                    *openings =
                        OpeningSource::Given(read.map_err(|why| at(given.line, format_args!("openings: {why}")))?);
                }
                ("position", OpeningSource::Given(texts)) => texts.push(given.value.clone()),
                ("position", openings) => *openings = OpeningSource::Given(vec![given.value.clone()]),
                _ => return Err(given.unknown("openings: ", &["plies", "file", "position"])),
            }
        }
        Ok(openings)
    }

    fn test(&self) -> Result<Test, TextError> {
        let mut test = Test { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05, model: EloModel::Logistic };
        for given in &self.sprt.settings {
            let wrong = |why| given.wrong("sprt: ", why);
            let place = match &given.name[..] {
                "elo0" => &mut test.elo0,
                "elo1" => &mut test.elo1,
                "alpha" => &mut test.alpha,
                "beta" => &mut test.beta,
                "model" => {
                    test.model = parse_model(&given.value).map_err(wrong)?;
                    continue;
                }
                _ => {
                    return Err(given.unknown("sprt: ", &["elo0", "elo1", "alpha", "beta", "model"]));
                }
            };
            let number = given.value.parse().ok().filter(|number: &f64| number.is_finite());
            let not_a_number = || wrong(TextError::new(format!("{} is not a number", quoted(&given.value))));
            *place = number.ok_or_else(not_a_number)?;
        }
        Ok(test)
    }

    /// Checks the plan as a whole.
    fn check(&self, plan: &Plan) -> Result<(), TextError> {
        let wrong = |name: &str, why: String| Err(at(self.settings.line_of(name), format!("{name}: {why}")));
        if !is_name(&plan.name) {
            return wrong("name", not_a_name(&plan.name));
        }
        if plan.name.contains(['/', '\\']) || plan.name.starts_with('.') {
            return wrong("name", format!("{} cannot be a file name", quoted(&plan.name)));
        }
        if plan.engines.len() < 2 {
            let why = format!("a tournament needs at least two engines; found {}", plan.engines.len());
            return Err(at(None, why));
        }
        let mut names = BTreeSet::new();
        for (section, competitor) in self.engines.iter().zip(&plan.engines) {
            let name = &competitor.name;
            let wrong = |setting: &str, why: String| Err(at(section.line_of(setting), why));
            if !is_name(name) {
                return wrong("name", format!("engine: {}", not_a_name(name)));
            }
            if !names.insert(name) {
                return wrong("name", format!("two engines have the name {}; give each its own", quoted(name)));
            }
            if matches!(competitor.kind, EngineKind::OskaCall(..)) && plan.game.info().id != "oska" {
                return wrong("proto", format!("engine {}: proto=oska is for oska only", quoted(name)));
            }
        }
        if plan.rounds > MAX_ROUNDS {
            return wrong("rounds", format!("{} are too many; at most {MAX_ROUNDS}", plan.rounds));
        }
        if let Some(why) = plan.sprt.as_ref().and_then(|test| test_mistake(test, plan)) {
            return Err(at(self.sprt.line, format!("sprt: {why}")));
        }
        self.check_openings(plan)
    }

    fn check_openings(&self, plan: &Plan) -> Result<(), TextError> {
        let wrong = |name: &str, why: String| Err(at(self.openings.line_of(name), why));
        let texts = match &plan.openings {
            OpeningSource::Random(1001..) => {
                return wrong("plies", "openings: at most 1000 plies".to_owned());
            }
            OpeningSource::Random(_) => return Ok(()),
            OpeningSource::Given(texts) => texts,
        };
        if texts.is_empty() {
            return wrong("file", "openings: no positions".to_owned());
        }
        let mut state = skirmish_play::new_game(plan.game);
        for (number, text) in (1..).zip(texts) {
            let given = self.openings.settings.iter().find(|given| given.value == *text);
            let line = given.map_or(self.openings.line_of("file"), |given| given.line);
            let wrong = |why: String| at(line, format!("opening {number}: {why}"));
            state.set_position(text).map_err(|error| wrong(error.to_string()))?;
            if state.outcome().is_some() {
                return Err(wrong(format!("the game is over already: {}", state.ending())));
            }
        }
        Ok(())
    }
}

/// The settings that make this plan, with an empty `[each]`.
impl From<&Plan> for RawPlan {
    fn from(plan: &Plan) -> RawPlan {
        let setting = |setting: &TournamentSetting| Some(Given::new(setting.name, (setting.write)(plan)?));
        RawPlan {
            settings: TOURNAMENT_SETTINGS.iter().filter_map(setting).collect(),
            openings: match &plan.openings {
                OpeningSource::Random(plies) => Section::from_iter([Given::new("plies", plies.to_string())]),
                OpeningSource::Given(texts) => texts.iter().map(|text| Given::new("position", text)).collect(),
            },
            sprt: plan.sprt.map_or_else(Section::default, |Test { elo0, elo1, alpha, beta, model }| {
                let numbers = [("elo0", elo0), ("elo1", elo1), ("alpha", alpha), ("beta", beta)];
                let model = (model != EloModel::default()).then(|| Given::new("model", model.id()));
                numbers.map(|(name, number)| Given::new(name, number.to_string())).into_iter().chain(model).collect()
            }),
            each: Section::default(),
            engines: plan.engines.iter().map(|competitor| EngineSettings::from(competitor).write().collect()).collect(),
        }
    }
}

/// The prefix of errors about an engine.
fn whose(number: usize, engine: &Section) -> String {
    engine.get("name").map_or(format!("engine {number}: "), |name| format!("engine {}: ", quoted(name)))
}

/// Parses a format; also `roundrobin`, as in cutechess-cli.
fn parse_format(text: &str) -> Result<Format, TextError> {
    let text = if text == "roundrobin" { "round-robin" } else { text };
    let found = Format::ALL.into_iter().find(|format| format.id() == text);
    found.ok_or_else(|| unknown("format", text, "", &Format::ALL.map(Format::id)))
}

/// Parses an Elo model; also `normalized`, as in fastchess.
fn parse_model(text: &str) -> Result<EloModel, TextError> {
    match text {
        "logistic" => Ok(EloModel::Logistic),
        "normalised" | "normalized" => Ok(EloModel::Normalised),
        _ => Err(unknown("model", text, "", &["logistic", "normalised"])),
    }
}

/// One pair per pairing; in a Swiss tournament, one round more than needed for at most one engine to win them all. A
/// test runs until it is settled.
fn default_rounds(format: Format, engines: usize, is_tested: bool) -> u32 {
    match format {
        _ if is_tested => MAX_ROUNDS,
        Format::Swiss => engines.max(2).next_power_of_two().trailing_zeros() + 1,
        _ => 1,
    }
}

/// Position texts, one per line, without empty lines and comments (`#`).
fn read_positions(path: &Path) -> Result<Vec<String>, TextError> {
    let text = fs::read_to_string(path)
        .map_err(|error| TextError::new(format!("cannot read {}: {error}", quoted(&path.to_string_lossy()))))?;
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    Ok(lines.map(str::to_owned).collect())
}

const MAX_NAME_CHARS: usize = 60;

fn is_name(name: &str) -> bool {
    !name.trim().is_empty() && name.chars().count() <= MAX_NAME_CHARS && !name.contains(char::is_control)
}

fn not_a_name(name: &str) -> String {
    format!("{} is not a name; expected 1 to {MAX_NAME_CHARS} characters", quoted(name))
}

fn test_mistake(test: &Test, plan: &Plan) -> Option<&'static str> {
    if plan.engines.len() != 2 || !matches!(plan.format, Format::RoundRobin | Format::Gauntlet) {
        return Some("the SPRT compares two engines in a round robin or gauntlet");
    }
    if test.elo0 >= test.elo1 || test.elo0.abs() > 1000.0 || test.elo1.abs() > 1000.0 {
        return Some("elo0 must be below elo1, both within 1000");
    }
    let is_rate = |rate: &f64| (0.0001..0.5).contains(rate);
    (![test.alpha, test.beta].iter().all(is_rate)).then_some("alpha and beta must be from 0.0001 to 0.5")
}

#[cfg(test)]
#[path = "tests.rs"]
pub(crate) mod tests;
