//! The settings of an engine: one table for files, command lines and docs/ARENA.md.

mod values;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use skirmish_board::{TextError, quoted};
use skirmish_play::parse_duration;

use super::raw_plan::Given;
use crate::BuiltIn;
use crate::competitor::{Attendance, Clock, Competitor, Dialogue, EngineKind, Program, ResourceLimits, Sandbox};
use crate::seat::check_dialogue;
use crate::system;
pub(super) use values::number;
use values::{parse_game_time, positive, seconds, split, switch, text};

/// A setting of an engine.
pub struct Setting {
    /// Its name in files and on command lines.
    pub name: &'static str,
    /// What it means, in Markdown.
    pub help: &'static str,
    read: fn(&mut EngineSettings, &str) -> Result<(), TextError>,
    /// Its values as text; none if it is not set.
    write: fn(&EngineSettings) -> Vec<String>,
}

/// A setting that is one field, parsed by a function.
macro_rules! setting {
    ($name:literal, $($field:ident).+, $read:expr, $help:literal) => {
        Setting {
            name: $name,
            help: $help,
            read: |engine, text| {
                engine.$($field).+ = Some($read(text)?);
                Ok(())
            },
            write: |engine| engine.$($field).+.iter().map(ToString::to_string).collect(),
        }
    };
}

/// A setting that is on or off.
macro_rules! switch_setting {
    ($name:literal, $($field:ident).+, $help:literal) => {
        Setting {
            name: $name,
            help: $help,
            read: |engine, text| switch(text).map(|on| engine.$($field).+ = on),
            write: |engine| engine.$($field).+.then(|| "on".to_owned()).into_iter().collect(),
        }
    };
}

/// The words of a command line, separated as in a shell.
pub fn command_words(text: &str) -> Result<Vec<String>, TextError> {
    split(text)
}

/// All settings. `option.NAME` stands for every name.
pub const ENGINE_SETTINGS: &[Setting] = &[
    setting!("name", name, text, "its name in the results; by default its program or description"),
    Setting {
        name: "cmd",
        help: "the program with its arguments, separated as in a shell, or a list of them",
        read: |engine, text| split(text).map(|words| engine.command = words),
        write: |engine| system::join_words(&engine.command).filter(|text| !text.is_empty()).into_iter().collect(),
    },
    Setting {
        name: "args",
        help: "more arguments",
        read: |engine, text| split(text).map(|words| engine.arguments = words),
        write: |engine| system::join_words(&engine.arguments).filter(|text| !text.is_empty()).into_iter().collect(),
    },
    Setting {
        name: "dir",
        help: "the folder it runs in, relative to the folder of the file (on the command line, to the current folder), which is \
            also the default",
        read: |engine, text| {
            engine.folder = Some(PathBuf::from(text));
            Ok(())
        },
        write: |engine| engine.folder.iter().map(|folder| folder.to_string_lossy().into_owned()).collect(),
    },
    Setting {
        name: "proto",
        help: "`ugi` (the default), `console`, or `oska` for programs of Oska's handout, which are called with a board, a \
            side and `depth`",
        read: |engine, text| {
            let known = PROTOCOLS.map(|(name, _)| name);
            let found = PROTOCOLS.into_iter().find(|(name, _)| *name == text);
            engine.protocol = Some(found.ok_or_else(|| unknown("protocol", text, "", &known))?.1);
            Ok(())
        },
        write: |engine| {
            let found = PROTOCOLS.into_iter().find(|(_, protocol)| Some(*protocol) == engine.protocol);
            found.map(|(name, _)| name.to_owned()).into_iter().collect()
        },
    },
    setting!(
        "builtin",
        built_in,
        BuiltIn::parse,
        "a built-in player instead of a program, as for `skirmish duel`: `level=5`, `nodes=20000`, `minimum=4` (plain \
        alpha-beta of this depth, the minimum of the handouts) or `random`; its own nodes and depth override those of `[each]`"
    ),
    Setting {
        name: "st",
        help: "time per move, in seconds (or `100ms`); 5 by default",
        read: |engine, text| {
            (engine.clock.move_time, engine.clock.game_time) = (Some(parse_duration(text)?), None);
            Ok(())
        },
        write: |engine| engine.clock.move_time.map(seconds).into_iter().collect(),
    },
    Setting {
        name: "tc",
        help: "time per game, plus time per move: `60+0.6` or `1:30+1`; replaces `st`",
        read: |engine, text| {
            (engine.clock.move_time, engine.clock.game_time) = (None, Some(parse_game_time(text)?));
            Ok(())
        },
        write: |engine| {
            let text = |(base, increment)| format!("{}+{}", seconds(base), seconds(increment));
            engine.clock.game_time.map(text).into_iter().collect()
        },
    },
    setting!(
        "nodes",
        clock.nodes,
        positive,
        "node limit per move, sent to programs; without `st` and `tc` no clock runs, and games are reproducible"
    ),
    setting!("depth", clock.depth, positive, "depth limit in plies, in the same way"),
    Setting {
        name: "timemargin",
        help: "milliseconds over its time that are forgiven; 50 by default",
        read: |engine, text| {
            engine.clock.margin = Duration::from_millis(number::<u32>(text, 0)?.into());
            Ok(())
        },
        write: |engine| vec![engine.clock.margin.as_millis().to_string()],
    },
    switch_setting!("restart", restart, "`on`: restart the program for each game"),
    Setting {
        name: "option.NAME",
        help: "a UGI option, set before the first game",
        // EngineSettings::set handles it: the name of the option is part of the setting.
        read: |_, _| Ok(()),
        write: |_| Vec::new(),
    },
    setting!("memory", limits.memory, positive, "MiB of memory for all its processes together"),
    setting!("processes", limits.processes, positive, "number of its processes at the same time"),
    setting!("cpu", limits.processor, positive, "seconds of processor time for each of its processes"),
    setting!("files", limits.file, |text| number(text, 0), "MiB per file that it writes"),
    setting!("disk", limits.disk, positive, "MiB of its folder in all, as seen by checks"),
    Setting {
        name: "sandbox",
        help: "`on`: the program sees only its `dir`, which is then required, and the system's programs, and reaches nothing \
            else; `weak`, where `on` is not possible: it may only write nowhere else",
        read: |engine, text| parse_sandbox(text).map(|sandbox| engine.limits.sandbox = sandbox),
        write: |engine| match engine.limits.sandbox {
            Sandbox::Off => Vec::new(),
            Sandbox::Weak => vec!["weak".to_owned()],
            Sandbox::Full => vec!["on".to_owned()],
        },
    },
    switch_setting!("network", limits.network, "`on`: it may use the network in its sandbox"),
    switch_setting!(
        "affinity",
        limits.affinity,
        "`on`, best in `[each]`: games at the same time have processor cores of their own, if there are enough"
    ),
    switch_setting!(
        "ponder",
        limits.ponder,
        "`on`: it may think while its opponent is to move; otherwise its processes are stopped"
    ),
    setting!("dialogue.asks-first", dialogue.asks_first, text, "pattern of its question who moves first"),
    setting!("dialogue.first", dialogue.first, text, "the answer if it is to move first"),
    setting!("dialogue.second", dialogue.second, text, "the answer if it is to move second"),
    setting!("dialogue.prompt", dialogue.prompt, text, "pattern of the end of its output when it waits for a move"),
    setting!(
        "dialogue.moves",
        dialogue.moves,
        text,
        "pattern of its move: the first group is the move, or groups `from` and `to` are its squares"
    ),
    setting!(
        "dialogue.write",
        dialogue.write,
        text,
        "how to type the opponent's moves: `{from}{to}`, `{FROM}-{TO}` …; default `{FROM}{TO}`"
    ),
    setting!(
        "dialogue.accept",
        dialogue.accept,
        text,
        "its word for accepting a proposal in Refusal; default `accept`"
    ),
    setting!("dialogue.refuse", dialogue.refuse, text, "its word for refusing a proposal in Refusal; default `reject`"),
    Setting {
        name: "dialogue.answers",
        help: "answers to other questions, as pairs of pattern and answer: `[[\"search depth\", \"4\"], [\"your name\", \
            \"Ada\"]]`; on a command line `\"search depth => 4\"`",
        read: |engine, text| parse_answer(text).map(|answer| engine.dialogue.answers.push(answer)),
        write: |engine| {
            engine.dialogue.answers.iter().map(|(asked, answer)| format!("{asked}{ANSWERS}{answer}")).collect()
        },
    },
    setting!(
        "dialogue.believes",
        dialogue.believes,
        text,
        "the side it plays on its own board in every game: `north` (default) or `south`; `either` if it can play both"
    ),
];

/// The settings of an engine as far as they are read.
#[derive(Clone, Debug)]
pub(super) struct EngineSettings {
    name: Option<String>,
    command: Vec<String>,
    arguments: Vec<String>,
    folder: Option<PathBuf>,
    protocol: Option<Protocol>,
    built_in: Option<BuiltIn>,
    dialogue: Dialogue,
    clock: Clock,
    options: BTreeMap<String, String>,
    limits: ResourceLimits,
    restart: bool,
    /// The clock of `[each]`.
    inherited: Clock,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Protocol {
    Ugi,
    Console,
    Oska,
    BuiltIn,
}

const PROTOCOLS: [(&str, Protocol); 4] =
    [("ugi", Protocol::Ugi), ("console", Protocol::Console), ("oska", Protocol::Oska), ("builtin", Protocol::BuiltIn)];

/// The default time margin: what a busy machine may take to deliver an answer.
const DEFAULT_MARGIN: Duration = Duration::from_millis(50);

impl Default for EngineSettings {
    fn default() -> EngineSettings {
        EngineSettings {
            name: None,
            command: Vec::new(),
            arguments: Vec::new(),
            folder: None,
            protocol: None,
            built_in: None,
            dialogue: Dialogue::default(),
            clock: Clock { margin: DEFAULT_MARGIN, ..Clock::default() },
            options: BTreeMap::new(),
            limits: ResourceLimits::default(),
            restart: false,
            inherited: Clock::default(),
        }
    }
}

impl EngineSettings {
    /// Applies a setting; errors begin with `whose`. A later one replaces an earlier one of the same name; `st` and `tc`
    /// replace each other.
    pub(super) fn set(&mut self, given: &Given, whose: &str) -> Result<(), TextError> {
        if let Some(option) = given.name.strip_prefix("option.").filter(|option| !option.is_empty()) {
            self.options.insert(option.to_owned(), given.value.clone());
            return Ok(());
        }
        match ENGINE_SETTINGS.iter().find(|setting| setting.name == given.name) {
            Some(setting) => (setting.read)(self, &given.value).map_err(|why| given.wrong(whose, why)),
            None => {
                let names: Vec<&str> = ENGINE_SETTINGS.iter().map(|setting| setting.name).collect();
                Err(given.unknown(whose, &names))
            }
        }
    }

    /// The settings of `[each]` for an engine that `has` settings of its own: its own program replaces a built-in player,
    /// and the other way round.
    pub(super) fn for_one(&self, has: impl Fn(&str) -> bool) -> EngineSettings {
        let mut settings = EngineSettings { inherited: self.clock, ..self.clone() };
        if has("cmd") {
            settings.built_in = None;
        } else if has("builtin") {
            (settings.command, settings.arguments) = (Vec::new(), Vec::new());
        }
        settings
    }

    /// The engine. Folders are relative to `base`. An error comes with the name of the setting it is about.
    pub(super) fn finish(self, base: &Path) -> Result<Competitor, (String, TextError)> {
        let about = |name: &'static str| move |error| (name.to_owned(), error);
        let kind = self.kind(base).map_err(about("cmd"))?;
        let clock = self.clock(&kind).map_err(about("builtin"))?;
        if let EngineKind::Console(_, dialogue) = &kind {
            check_dialogue(dialogue).map_err(|(name, sentence)| {
                let name = format!("dialogue.{name}");
                let error = TextError::new(format!("{name}: {sentence}"));
                (name, error)
            })?;
        }
        let name = self.name.unwrap_or_else(|| kind.default_name());
        let EngineSettings { options, limits, restart, .. } = self;
        Ok(Competitor { name, kind, clock, options, limits, restart, attendance: Attendance::default() })
    }

    /// Its clock. The nodes and depth of a built-in player override those of `[each]`.
    fn clock(&self, kind: &EngineKind) -> Result<Clock, TextError> {
        let mut clock = self.clock;
        match kind {
            // This depth is an argument of the call, not a limit.
            EngineKind::OskaCall(..) => clock.depth = None,
            EngineKind::BuiltIn(player) => {
                let own = player.own_limits();
                if own.nodes.is_some() && clock.nodes != self.inherited.nodes
                    || own.depth.is_some() && clock.depth != self.inherited.depth
                {
                    return Err(TextError::new(
                        "limit given twice: inside `builtin` and as `nodes`/`depth`; remove one",
                    ));
                }
                // Only where [each] has a limit.
                clock.nodes = clock.nodes.map(|nodes| own.nodes.unwrap_or(nodes));
                clock.depth = clock.depth.map(|depth| own.depth.unwrap_or(depth));
            }
            _ => {}
        }
        Ok(clock)
    }

    fn kind(&self, base: &Path) -> Result<EngineKind, TextError> {
        if self.command.is_empty() {
            return match &self.built_in {
                Some(player) => Ok(EngineKind::BuiltIn(player.clone())),
                None => Err(TextError::new("no program: set cmd=PROGRAM or builtin=level=5")),
            };
        }
        if self.built_in.is_some() {
            return Err(TextError::new("both cmd and builtin are set; remove one"));
        }
        if self.limits.sandbox != Sandbox::Off {
            let folder = self.folder.as_ref();
            let folder =
                folder.ok_or_else(|| TextError::new("sandbox needs dir=FOLDER, where the program may write"))?;
            if let Some(link) = system::symbolic_link(base, folder) {
                let link = quoted(&link.to_string_lossy());
                return Err(TextError::new(format!(
                    "dir: {link} is a symbolic link; a sandbox needs the folder itself"
                )));
            }
        }
        let command = [&self.command[..], &self.arguments].concat();
        let folder = self.folder.as_ref().map_or_else(|| base.to_owned(), |folder| base.join(folder));
        let program = Program { command, folder: Some(folder) };
        match self.protocol.unwrap_or(Protocol::Ugi) {
            Protocol::Ugi => Ok(EngineKind::Ugi(program)),
            Protocol::Console => Ok(EngineKind::Console(program, Box::new(self.dialogue.clone()))),
            Protocol::Oska => match self.clock.depth {
                Some(depth) => Ok(EngineKind::OskaCall(program, depth)),
                None => Err(TextError::new("proto=oska needs depth=PLIES to call the program with")),
            },
            Protocol::BuiltIn => Err(TextError::new("proto=builtin takes no cmd; write builtin=level=5")),
        }
    }

    /// The settings as [`EngineSettings::set`] takes them.
    pub(super) fn write(&self) -> impl Iterator<Item = Given> {
        let values =
            |setting: &'static Setting| (setting.write)(self).into_iter().map(|value| Given::new(setting.name, value));
        let options = self.options.iter().map(|(name, value)| Given::new(format!("option.{name}"), value));
        ENGINE_SETTINGS.iter().flat_map(values).chain(options)
    }
}

/// The settings with which [`EngineSettings::finish`] gives the same competitor.
impl From<&Competitor> for EngineSettings {
    fn from(competitor: &Competitor) -> EngineSettings {
        let Competitor { name, kind, clock, options, limits, restart, attendance: _ } = competitor.clone();
        let mut settings =
            EngineSettings { name: Some(name), clock, options, limits, restart, ..EngineSettings::default() };
        let (program, protocol) = match kind {
            EngineKind::BuiltIn(player) => {
                settings.built_in = Some(player);
                return settings;
            }
            EngineKind::Ugi(program) => (program, Protocol::Ugi),
            EngineKind::Console(program, dialogue) => {
                settings.dialogue = *dialogue;
                (program, Protocol::Console)
            }
            EngineKind::OskaCall(program, depth) => {
                settings.clock.depth = Some(depth);
                (program, Protocol::Oska)
            }
        };
        (settings.command, settings.folder, settings.protocol) = (program.command, program.folder, Some(protocol));
        settings
    }
}

/// The settings of a dialogue, such as `dialogue.moves`.
pub fn dialogue_settings(dialogue: &Dialogue) -> Vec<Given> {
    let settings = EngineSettings { dialogue: dialogue.clone(), ..EngineSettings::default() };
    settings.write().filter(|given| given.name.starts_with("dialogue.")).collect()
}

/// Separates a pattern from its answer.
pub(super) const ANSWERS: &str = " => ";

fn parse_answer(text: &str) -> Result<(String, String), TextError> {
    let parts =
        text.rsplit_once(ANSWERS).or_else(|| text.strip_suffix(ANSWERS.trim_end()).map(|question| (question, "")));
    match parts {
        Some((question, answer)) if !question.trim().is_empty() => Ok((question.to_owned(), answer.to_owned())),
        _ => Err(TextError::new(format!("{} has no answer; expected PATTERN => ANSWER", quoted(text)))),
    }
}

fn parse_sandbox(text: &str) -> Result<Sandbox, TextError> {
    match (text, switch(text)) {
        ("weak", _) => Ok(Sandbox::Weak),
        // The name of older plans.
        ("strict", _) => Ok(Sandbox::Full),
        (_, Ok(on)) => Ok(if on { Sandbox::Full } else { Sandbox::Off }),
        _ => Err(TextError::new(format!("{} is not on, off or weak", quoted(text)))),
    }
}

/// The error about an unknown name, with the nearest known one or all of them. `place` follows the name.
pub(super) fn unknown(what: &str, name: &str, place: &str, known: &[&str]) -> TextError {
    let near = known.iter().map(|known| (strsim::osa_distance(name, known), known)).min();
    let hint = match near {
        Some((distance, near)) if distance <= 1 + near.len() / 4 => format!("did you mean {}?", quoted(near)),
        _ => format!("expected one of {}", known.join(", ")),
    };
    TextError::new(format!("unknown {what} {}{place}; {hint}", quoted(name)))
}

#[cfg(test)]
mod tests;
