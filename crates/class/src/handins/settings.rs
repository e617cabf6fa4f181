//! `class.toml`: the settings of a class. Every error names its line.

mod template;

use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use regex_lite::Regex;
use skirmish_arena::competitor::{Competitor, EngineKind};
use skirmish_arena::plan::{Format, Given, Plan, RawFile, RawPlan, Section};
use skirmish_board::{TextError, quoted};
use skirmish_games::GameId;
use skirmish_play::parse_duration;

use super::class_folder::ClassError;
use super::unpack::UnpackLimits;
use crate::live::Names;

pub use template::class_toml;

/// The settings of a class.
#[derive(Clone, Debug)]
pub struct ClassSettings {
    /// The game that everybody's program plays.
    pub game: GameId,
    /// The name of the class, and of its league.
    pub name: String,
    /// The rubric of the grades, relative to the class; by default that of the game.
    pub rubric: Option<PathBuf>,
    /// The seed of everything random.
    pub seed: u64,
    /// Games and hand-ins at the same time.
    pub concurrency: usize,
    /// How a student's name is found in a file's name, if the usual ways of Moodle and Canvas are not it.
    pub pattern: Option<Regex>,
    /// What a hand-in may hold.
    pub limits: UnpackLimits,
    /// Games of a trial.
    pub trial_games: u32,
    /// How programs are built.
    pub build: BuildSettings,
    /// The tournament.
    pub league: LeagueSettings,
    /// Who may see what.
    pub names: Names,
    /// The lost games of each student that the engine reviews for the report.
    pub reviews: usize,
    openings: Section,
    each: Section,
    students: Vec<Section>,
}

/// How programs are built.
#[derive(Clone, Copy, Debug)]
pub struct BuildSettings {
    /// For as long at most.
    pub time: Duration,
    /// MiB of memory for the compiler with all its processes.
    pub memory: u64,
    /// The number of these processes.
    pub processes: u64,
    /// MiB of the folder, with what the build makes.
    pub disk: u64,
    /// Whether builds reach the network. Games never do.
    pub network: bool,
}

/// The tournament of a class.
#[derive(Clone, Debug)]
pub struct LeagueSettings {
    /// Swiss or round robin.
    pub format: Format,
    /// Rounds, or pairs of each pairing.
    pub rounds: Option<u32>,
    /// The levels that play, too, and that ratings are relative to.
    pub levels: Vec<u8>,
    /// The address of its store, if it is not in the folder.
    pub store: Option<String>,
}

/// The sections of the file.
const SECTIONS: [&str; 6] = ["handins", "build", "each", "openings", "league", "reports"];
const LISTS: [&str; 1] = ["student"];

/// The settings of each section, besides those of engines.
const TOP: [&str; 5] = ["game", "name", "rubric", "seed", "concurrency"];
const HANDINS: [&str; 5] = ["pattern", "size", "files", "ratio", "trial-games"];
const BUILD: [&str; 5] = ["time", "memory", "processes", "disk", "network"];
const LEAGUE: [&str; 4] = ["format", "rounds", "levels", "store"];
const REPORTS: [&str; 2] = ["names", "reviews"];

/// The setting of a student that engines do not have.
const OWN_BUILD: &str = "build";

impl ClassSettings {
    /// Reads the file of a class.
    pub fn read(path: &Path) -> Result<ClassSettings, ClassError> {
        let text = fs::read_to_string(path)
            .map_err(|error| ClassError::new(format!("cannot read {}: {error}", path.display())))?;
        ClassSettings::parse(&text).map_err(|error| {
            let text = error.to_string();
            let separator = if text.starts_with("line ") { ", " } else { ": " };
            ClassError::new(format!("{}{separator}{text}", path.display()))
        })
    }

    /// Parses the text of the file.
    pub fn parse(text: &str) -> Result<ClassSettings, TextError> {
        let RawFile { settings, mut sections, mut lists } = RawFile::parse(text, &SECTIONS, &LISTS)?;
        let [handins, build, mut each, openings, league, reports] =
            SECTIONS.map(|name| sections.remove(name).unwrap_or_default());
        let students = lists.remove(LISTS[0]).unwrap_or_default();
        for (section, whose, known) in [
            (&settings, "", &TOP[..]),
            (&handins, "handins: ", &HANDINS),
            (&build, "build: ", &BUILD),
            (&league, "league: ", &LEAGUE),
            (&reports, "reports: ", &REPORTS),
        ] {
            if let Some(given) = section.settings.iter().find(|given| !known.contains(&&given.name[..])) {
                return Err(given.unknown(whose, known));
            }
        }
        if let Some(given) = each.settings.iter().find(|given| ["cmd", "dir", "builtin"].contains(&&given.name[..])) {
            return Err(given.wrong("each: ", "each program has its own; set it under [[student]]"));
        }
        // Hand-ins are hostile until the instructor says otherwise.
        if each.get("sandbox").is_none() {
            each.set("sandbox", "on");
        }
        let read = Reader { section: &settings, whose: "" };
        let game = read.with("game", GameId::parse)?;
        let game = game.ok_or_else(|| TextError::new("game is missing: set one, such as hiya or oska:6"))?;
        let found = ClassSettings {
            game,
            name: settings.get("name").map_or_else(|| game.to_string().replace(':', "-"), str::to_owned),
            rubric: settings.get("rubric").map(PathBuf::from),
            seed: read.number("seed", 0)?.unwrap_or(1),
            concurrency: usize::from(read.number::<u8>("concurrency", 1)?.unwrap_or(1)),
            pattern: Reader { section: &handins, whose: "handins: " }.with("pattern", parse_pattern)?,
            limits: unpack_limits(&handins)?,
            trial_games: Reader { section: &handins, whose: "handins: " }.number("trial-games", 1)?.unwrap_or(6),
            build: build_settings(&build)?,
            league: league_settings(&league)?,
            names: Reader { section: &reports, whose: "reports: " }
                .with("names", Names::parse)?
                .unwrap_or(Names::Pseudonyms),
            reviews: Reader { section: &reports, whose: "reports: " }.number::<u8>("reviews", 0)?.unwrap_or(3).into(),
            openings,
            each,
            students,
        };
        found.check()?;
        Ok(found)
    }

    /// Finds what is wrong with the settings of engines before any program is there.
    fn check(&self) -> Result<(), TextError> {
        for (number, section) in (1..).zip(&self.students) {
            let Some(name) = section.get("name") else {
                return Err(section.error("name", format!("student {number}: name is missing: whose program is it?")));
            };
            self.competitor(name, &["placeholder".to_owned()], Path::new("."), &FoundProtocol::default())?;
        }
        self.competitor("anybody", &["placeholder".to_owned()], Path::new("."), &FoundProtocol::default())?;
        self.plan_of(Vec::new()).plan(Path::new(".")).map(drop)
    }

    /// The instructor's own settings of a student, if there are any.
    fn student(&self, name: &str) -> Option<&Section> {
        self.students.iter().rev().find(|section| section.get("name") == Some(name))
    }

    /// The instructor's command that builds a student's program.
    pub fn own_build(&self, name: &str) -> Option<&str> {
        self.student(name)?.get(OWN_BUILD)
    }

    /// The instructor's command that runs a student's program.
    pub fn own_command(&self, name: &str) -> Option<&str> {
        self.student(name)?.get("cmd")
    }

    /// The protocol that a student's program must speak; `None` if that is to be found out.
    pub fn own_protocol(&self, name: &str) -> Option<&str> {
        self.student(name).and_then(|section| section.get("proto")).or_else(|| self.each.get("proto"))
    }

    /// The program of a student in its folder as an engine: with the settings of `[each]`, then what was found out about it, then
    /// what the instructor says under `[[student]]`.
    pub fn competitor(
        &self,
        name: &str,
        command: &[String],
        folder: &Path,
        found: &FoundProtocol,
    ) -> Result<Competitor, TextError> {
        let mut section = Section::default();
        section.set("name", name);
        section.set("dir", folder.to_string_lossy());
        section.set("cmd", "placeholder");
        if let Some(proto) = &found.proto {
            section.set("proto", proto);
        }
        let proto = self.own_protocol(name).or(found.proto.as_deref());
        if proto == Some("oska") && self.each.get("depth").is_none() {
            section.set("depth", OSKA_DEPTH);
        }
        section.settings.extend(found.dialogue.iter().map(|(name, value)| Given::new(name, value)));
        let own = self.student(name);
        let mut own = own.cloned().unwrap_or_default();
        own.settings.retain(|given| !["name", OWN_BUILD, "dir"].contains(&&given.name[..]));
        let is_own_command = own.get("cmd").is_some();
        section.settings.extend(own.settings);
        let mut plan = self.plan_of(vec![section]).plan(Path::new("."))?;
        let mut engine = plan.engines.swap_remove(0);
        if !is_own_command
            && let EngineKind::Ugi(program) | EngineKind::Console(program, _) | EngineKind::OskaCall(program, _) =
                &mut engine.kind
        {
            program.command = [command, &found.arguments].concat();
        }
        Ok(engine)
    }

    /// A plan of these engines, with two built-in ones so that it is a tournament.
    fn plan_of(&self, engines: Vec<Section>) -> RawPlan {
        let filler = |name: &str| Section::from_iter([Given::new("name", name), Given::new("builtin", "random")]);
        let mut settings = Section::default();
        settings.set("game", self.game.to_string());
        settings.set("name", &self.name);
        settings.set("format", self.league.format.id());
        let each = self.each.clone();
        // Names that no student has: longer names are cut.
        let fillers = ["\u{2003}1", "\u{2003}2"].map(|end| filler(&format!("filler{end}")));
        let engines = engines.into_iter().chain(fillers).collect();
        RawPlan { settings, openings: self.openings.clone(), each, engines, ..RawPlan::default() }
    }

    /// The plan of the league with these engines.
    pub fn league_plan(&self, engines: Vec<Competitor>) -> Result<Plan, TextError> {
        let plan = self.plan_of(Vec::new()).plan(Path::new("."))?;
        let default = match self.league.format {
            Format::Swiss => engines.len().max(2).next_power_of_two().trailing_zeros() + 1,
            _ => 1,
        };
        Ok(Plan { engines, rounds: self.league.rounds.unwrap_or(default), seed: self.seed, ..plan })
    }
}

/// What was found out about a program by trying.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct FoundProtocol {
    /// Its protocol: `ugi`, `console` or `oska`.
    pub proto: Option<String>,
    /// Arguments with which it speaks that protocol.
    #[serde(default)]
    pub arguments: Vec<String>,
    /// Its dialogue, as settings such as `dialogue.first`.
    pub dialogue: Vec<(String, String)>,
}

/// The depth that Oska's call asks for, where `[each]` does not say.
const OSKA_DEPTH: &str = "2";

/// Reads the settings of a section.
struct Reader<'a> {
    section: &'a Section,
    whose: &'static str,
}

impl Reader<'_> {
    fn with<T>(&self, name: &str, parse: impl Fn(&str) -> Result<T, TextError>) -> Result<Option<T>, TextError> {
        let parsed = |given: &Given| parse(&given.value).map_err(|why| given.wrong(self.whose, why));
        self.section.last(name).map(parsed).transpose()
    }

    fn number<N: FromStr + PartialOrd + From<u8>>(&self, name: &str, least: u8) -> Result<Option<N>, TextError> {
        self.with(name, |text| number(text, least))
    }
}

fn number<N: FromStr + PartialOrd + From<u8>>(text: &str, least: u8) -> Result<N, TextError> {
    let found = text.parse().ok().filter(|found| *found >= N::from(least));
    found.ok_or_else(|| TextError::new(format!("{} is not a whole number of at least {least}", quoted(text))))
}

fn unpack_limits(section: &Section) -> Result<UnpackLimits, TextError> {
    let read = Reader { section, whose: "handins: " };
    let usual = UnpackLimits::default();
    Ok(UnpackLimits {
        bytes: read.number::<u32>("size", 1)?.map_or(usual.bytes, |size| u64::from(size) << 20),
        files: read.number::<u32>("files", 1)?.map_or(usual.files, |files| files as usize),
        ratio: read.number("ratio", 2)?.unwrap_or(usual.ratio),
    })
}

fn build_settings(section: &Section) -> Result<BuildSettings, TextError> {
    let read = Reader { section, whose: "build: " };
    let network = read.with("network", |text| match text {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err(TextError::new(format!("{} is not true or false", quoted(text)))),
    })?;
    Ok(BuildSettings {
        time: read.with("time", parse_duration)?.unwrap_or(Duration::from_secs(120)),
        memory: read.number("memory", 1)?.unwrap_or(2048),
        processes: read.number("processes", 1)?.unwrap_or(256),
        disk: read.number("disk", 1)?.unwrap_or(1024),
        network: network.unwrap_or(false),
    })
}

fn league_settings(section: &Section) -> Result<LeagueSettings, TextError> {
    let read = Reader { section, whose: "league: " };
    let format = read.with("format", |text| match text {
        "swiss" => Ok(Format::Swiss),
        "round-robin" => Ok(Format::RoundRobin),
        _ => Err(TextError::new(format!("{} is not swiss or round-robin", quoted(text)))),
    })?;
    let mut levels = Vec::new();
    for given in section.settings.iter().filter(|given| given.name == "levels" && given.value != "none") {
        let level = number(&given.value, 1).ok().filter(|level| *level <= 10);
        let why = || given.wrong("league: ", format!("{} is not a level from 1 to 10", quoted(&given.value)));
        levels.push(level.ok_or_else(why)?);
    }
    if section.get("levels").is_none() {
        levels = vec![1, 3, 5];
    }
    levels.sort_unstable();
    levels.dedup();
    Ok(LeagueSettings {
        format: format.unwrap_or(Format::Swiss),
        rounds: read.number::<u16>("rounds", 1)?.map(u32::from),
        levels,
        store: section.get("store").map(str::to_owned),
    })
}

/// A pattern with the group `name`.
fn parse_pattern(text: &str) -> Result<Regex, TextError> {
    let pattern = Regex::new(text).map_err(|error| TextError::new(format!("not a pattern: {error}")))?;
    match pattern.capture_names().any(|name| name == Some("name")) {
        true => Ok(pattern),
        false => Err(TextError::new("the pattern has no group (?<name>…) for the student's name")),
    }
}

#[cfg(test)]
mod tests;
