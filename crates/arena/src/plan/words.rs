//! The words that describe an engine, the same in a file and on a command line.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use skirmish_board::{TextError, quoted};
use skirmish_play::parse_duration;

use crate::BuiltIn;
use crate::competitor::{Bounds, Clock, Competitor, Dialogue, Kind, Program, Sandbox};
use crate::seat::check_dialogue;
use crate::system;

/// Every word, but for the families `option.NAME` and `dialogue.NAME`.
const WORDS: &[&str] = &[
    "name",
    "cmd",
    "args",
    "dir",
    "proto",
    "builtin",
    "st",
    "tc",
    "nodes",
    "depth",
    "timemargin",
    "restart",
    "memory",
    "cpu",
    "files",
    "processes",
    "sandbox",
    "option.NAME",
    "dialogue.NAME",
];

/// The words of a console program's dialogue.
const DIALOGUE: &[&str] =
    &["first", "second", "asks-first", "prompt", "moves", "write", "accept", "refuse", "answers", "believes"];

/// The words that belong to one engine and cannot be said of each.
const PERSONAL: &[&str] = &["name"];

/// How far over its time an engine may be by default: as long as a busy machine may take to pass an answer on.
const MARGIN: Duration = Duration::from_millis(50);

/// An engine while its description is read.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    name: Option<String>,
    command: Option<Vec<String>>,
    arguments: Vec<String>,
    folder: Option<PathBuf>,
    protocol: Option<Protocol>,
    built_in: Option<BuiltIn>,
    dialogue: Dialogue,
    clock: Clock,
    options: BTreeMap<String, String>,
    bounds: Bounds,
    restart: bool,
    /// The clock that it has from each.
    inherited: Clock,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Protocol {
    Ugi,
    Console,
    Oska,
    BuiltIn,
}

impl Default for Draft {
    fn default() -> Draft {
        Draft {
            name: None,
            command: None,
            arguments: Vec::new(),
            folder: None,
            protocol: None,
            built_in: None,
            dialogue: Dialogue::default(),
            clock: Clock { margin: MARGIN, ..Clock::default() },
            options: BTreeMap::new(),
            bounds: Bounds::default(),
            restart: false,
            inherited: Clock::default(),
        }
    }
}

impl Draft {
    /// Takes a word that holds for all engines.
    pub(super) fn set_for_each(&mut self, word: &str, value: &str) -> Result<(), TextError> {
        if PERSONAL.contains(&word) {
            return Err(TextError::new(format!("{word} belongs to one engine, not to each")));
        }
        self.set(word, value)
    }

    /// What an engine has from each that says these words itself: a program of its own takes the place of a player of ours, and the
    /// other way round.
    pub(super) fn for_one<'a>(&self, mut words: impl Iterator<Item = &'a str> + Clone) -> Draft {
        let mut draft = self.clone();
        if words.clone().any(|word| word == "cmd") {
            draft.built_in = None;
        } else if words.any(|word| word == "builtin") {
            (draft.command, draft.arguments) = (None, Vec::new());
        }
        draft.inherited = self.clock;
        draft
    }

    /// Takes a word. A later one replaces an earlier one of the same name, and a time of one kind that of the other.
    pub(super) fn set(&mut self, word: &str, value: &str) -> Result<(), TextError> {
        let wrong = |reason: TextError| TextError::new(format!("{word}: {reason}"));
        if let Some(option) = word.strip_prefix("option.").filter(|option| !option.is_empty()) {
            self.options.insert(option.to_owned(), value.to_owned());
            return Ok(());
        }
        if let Some(name) = word.strip_prefix("dialogue.") {
            return self.set_dialogue(name, value);
        }
        match word {
            "name" => self.name = Some(value.to_owned()),
            "cmd" => self.command = Some(split(value).map_err(wrong)?),
            "args" => self.arguments = split(value).map_err(wrong)?,
            "dir" => self.folder = Some(PathBuf::from(value)),
            "proto" => self.protocol = Some(parse_protocol(value).map_err(wrong)?),
            "builtin" => self.built_in = Some(BuiltIn::parse(value).map_err(wrong)?),
            "st" => (self.clock.move_time, self.clock.game_time) = (Some(parse_duration(value).map_err(wrong)?), None),
            "tc" => (self.clock.move_time, self.clock.game_time) = (None, Some(parse_game_time(value).map_err(wrong)?)),
            "nodes" => self.clock.nodes = Some(number(value, 1).map_err(wrong)?),
            "depth" => self.clock.depth = Some(number(value, 1).map_err(wrong)?),
            "timemargin" => self.clock.margin = Duration::from_millis(number::<u32>(value, 0).map_err(wrong)?.into()),
            "restart" => self.restart = switch(value).map_err(wrong)?,
            "memory" => self.bounds.memory = Some(number(value, 1).map_err(wrong)?),
            "cpu" => self.bounds.processor = Some(number(value, 1).map_err(wrong)?),
            "files" => self.bounds.file = Some(number(value, 0).map_err(wrong)?),
            "processes" => self.bounds.processes = Some(number(value, 1).map_err(wrong)?),
            "sandbox" => self.bounds.sandbox = parse_sandbox(value).map_err(wrong)?,
            _ => return Err(unknown(word, "a setting of an engine", WORDS)),
        }
        Ok(())
    }

    fn set_dialogue(&mut self, name: &str, value: &str) -> Result<(), TextError> {
        let dialogue = &mut self.dialogue;
        let place = match name {
            "first" => &mut dialogue.first,
            "second" => &mut dialogue.second,
            "asks-first" => &mut dialogue.asks_first,
            "prompt" => &mut dialogue.prompt,
            "moves" => &mut dialogue.moves,
            "write" => &mut dialogue.write,
            "accept" => &mut dialogue.accept,
            "refuse" => &mut dialogue.refuse,
            "believes" => &mut dialogue.believes,
            "answers" => {
                dialogue.answers.push(parse_answer(value)?);
                return Ok(());
            }
            _ => return Err(unknown(name, "a word of a dialogue", DIALOGUE)),
        };
        *place = Some(value.to_owned());
        Ok(())
    }

    /// The engine described. Programs run in a folder relative to `base` or in it. A complaint comes with the word it is about.
    pub(super) fn finish(self, base: &Path) -> Result<Competitor, (String, TextError)> {
        let about = |word: &str| {
            let word = word.to_owned();
            move |error| (word, error)
        };
        let kind = self.kind(base).map_err(about("cmd"))?;
        let clock = self.clock(&kind).map_err(about("builtin"))?;
        if let Kind::Console(_, dialogue) = &kind {
            check_dialogue(dialogue).map_err(|(name, sentence)| {
                let word = format!("dialogue.{name}");
                (word.clone(), TextError::new(format!("{word}: {sentence}")))
            })?;
        }
        let name = self.name.unwrap_or_else(|| default_name(&kind));
        let Draft { options, bounds, restart, .. } = self;
        Ok(Competitor { name, kind, clock, options, bounds, restart })
    }

    /// Its clock. What a player of ours says of its own nodes and depth counts, not what is said of each.
    fn clock(&self, kind: &Kind) -> Result<Clock, TextError> {
        let mut clock = self.clock;
        match kind {
            // That depth is an argument of the call, not what limits its time.
            Kind::OskaCall(..) => clock.depth = None,
            Kind::BuiltIn(player) => {
                let own = player.own_limits();
                if own.nodes.is_some() && clock.nodes != self.inherited.nodes
                    || own.depth.is_some() && clock.depth != self.inherited.depth
                {
                    return Err(TextError::new("its limit stands twice, in builtin and beside it: say it once"));
                }
                // Only where a limit was said of each: one that nobody gave beside it leaves the clock as it is.
                clock.nodes = clock.nodes.map(|nodes| own.nodes.unwrap_or(nodes));
                clock.depth = clock.depth.map(|depth| own.depth.unwrap_or(depth));
            }
            _ => {}
        }
        Ok(clock)
    }

    fn kind(&self, base: &Path) -> Result<Kind, TextError> {
        let Some(command) = &self.command else {
            return match &self.built_in {
                Some(player) => Ok(Kind::BuiltIn(player.clone())),
                None => Err(TextError::new("there is nothing to play it: give cmd=PROGRAM or builtin=level=5")),
            };
        };
        if self.built_in.is_some() {
            return Err(TextError::new("it is either a program (cmd) or built in (builtin), not both"));
        }
        if self.bounds.sandbox != Sandbox::Off && self.folder.is_none() {
            return Err(TextError::new("sandbox needs dir=FOLDER, the only one where the program may write"));
        }
        let command = command.iter().chain(&self.arguments).cloned().collect();
        let folder = self.folder.as_ref().map_or_else(|| base.to_owned(), |folder| base.join(folder));
        let program = Program { command, folder: Some(folder) };
        match self.protocol.unwrap_or(Protocol::Ugi) {
            Protocol::Ugi => Ok(Kind::Ugi(program)),
            Protocol::Console => Ok(Kind::Console(program, Box::new(self.dialogue.clone()))),
            Protocol::Oska => match self.clock.depth {
                Some(depth) => Ok(Kind::OskaCall(program, depth)),
                None => Err(TextError::new("proto=oska needs depth=PLIES, with which the program is called")),
            },
            Protocol::BuiltIn => Err(TextError::new("proto=builtin has no cmd: write builtin=level=5")),
        }
    }
}

/// The words that describe a competitor, as [`Draft::set`] reads them: the same one comes out.
pub(super) fn describe(competitor: &Competitor) -> Vec<(String, String)> {
    let mut words: Vec<(String, String)> = vec![("name".into(), competitor.name.clone())];
    let mut add = |word: &str, value: Option<String>| words.extend(value.map(|value| (word.to_owned(), value)));
    let (program, protocol) = match &competitor.kind {
        Kind::BuiltIn(player) => {
            add("builtin", Some(player.to_string()));
            (None, None)
        }
        Kind::Ugi(program) => (Some(program), Some("ugi")),
        Kind::Console(program, dialogue) => {
            dialogue_words(dialogue).into_iter().for_each(|(word, value)| add(&word, Some(value)));
            (Some(program), Some("console"))
        }
        Kind::OskaCall(program, _) => (Some(program), Some("oska")),
    };
    add("proto", protocol.map(str::to_owned));
    if let Some(program) = program {
        add("cmd", system::join_words(&program.command));
        add("dir", program.folder.as_ref().map(|folder| folder.to_string_lossy().into_owned()));
    }
    let Clock { move_time, game_time, nodes, depth, margin } = competitor.clock;
    let seconds = |time: Duration| time.as_secs_f64().to_string();
    add("st", move_time.map(seconds));
    add("tc", game_time.map(|(base, increment)| format!("{}+{}", seconds(base), seconds(increment))));
    add("nodes", nodes.map(|nodes| nodes.to_string()));
    let called = if let Kind::OskaCall(_, depth) = &competitor.kind { Some(*depth) } else { None };
    add("depth", called.or(depth).map(|depth| depth.to_string()));
    add("timemargin", Some(margin.as_millis().to_string()));
    add("restart", competitor.restart.then(|| "on".to_owned()));
    let Bounds { memory, processor, file, processes, sandbox } = competitor.bounds;
    for (word, bound) in [("memory", memory), ("cpu", processor), ("files", file), ("processes", processes)] {
        add(word, bound.map(|bound| bound.to_string()));
    }
    let sandbox = match sandbox {
        Sandbox::Off => None,
        Sandbox::Writing => Some("on"),
        Sandbox::Strict => Some("strict"),
    };
    add("sandbox", sandbox.map(str::to_owned));
    words.extend(competitor.options.iter().map(|(name, value)| (format!("option.{name}"), value.clone())));
    words
}

/// The words of a dialogue, such as `dialogue.moves`, and what they are set to.
pub fn dialogue_words(dialogue: &Dialogue) -> Vec<(String, String)> {
    let Dialogue { first, second, asks_first, prompt, moves, write, accept, refuse, answers, believes } = dialogue;
    let single = [first, second, asks_first, prompt, moves, write, accept, refuse, &None, believes];
    let mut words: Vec<(String, String)> = Vec::new();
    for (name, value) in DIALOGUE.iter().zip(single) {
        words.extend(value.iter().map(|value| (format!("dialogue.{name}"), value.clone())));
    }
    words.extend(
        answers
            .iter()
            .map(|(question, answer)| ("dialogue.answers".to_owned(), format!("{question}{ANSWERS}{answer}"))),
    );
    words
}

/// What stands between a pattern and the answer to it.
pub(super) const ANSWERS: &str = " => ";

fn parse_answer(text: &str) -> Result<(String, String), TextError> {
    let parts =
        text.rsplit_once(ANSWERS).or_else(|| text.strip_suffix(ANSWERS.trim_end()).map(|question| (question, "")));
    match parts {
        Some((question, answer)) if !question.trim().is_empty() => Ok((question.to_owned(), answer.to_owned())),
        _ => Err(TextError::new(format!("answers: {} has no answer, expected PATTERN => ANSWER", quoted(text)))),
    }
}

fn parse_sandbox(text: &str) -> Result<Sandbox, TextError> {
    match text {
        "strict" => Ok(Sandbox::Strict),
        _ => match switch(text) {
            Ok(on) => Ok(if on { Sandbox::Writing } else { Sandbox::Off }),
            Err(_) => Err(TextError::new(format!("{} is neither on, off nor strict", quoted(text)))),
        },
    }
}

/// The complaint about an unknown word, with the nearest known one.
pub(super) fn unknown(word: &str, what: &str, allowed: &[&str]) -> TextError {
    let near = allowed.iter().map(|known| (strsim::osa_distance(word, known), known)).min();
    let hint = match near {
        Some((distance, known)) if distance <= 1 + known.len() / 4 => format!(" (did you mean {known}?)"),
        _ => String::new(),
    };
    TextError::new(format!("{} is not {what}{hint}, expected one of {}", quoted(word), allowed.join(", ")))
}

/// Reads a whole number from `least` on.
pub(super) fn number<N: FromStr + PartialOrd + From<u8>>(text: &str, least: u8) -> Result<N, TextError> {
    let number = text.parse().ok().filter(|number| *number >= N::from(least));
    number.ok_or_else(|| TextError::new(format!("{} is not a whole number from {least} on", quoted(text))))
}

/// The name of an engine by default: that of its program, or of the script if an interpreter is given one.
fn default_name(kind: &Kind) -> String {
    match kind {
        Kind::BuiltIn(player) => player.to_string(),
        Kind::Ugi(program) | Kind::Console(program, _) | Kind::OskaCall(program, _) => {
            let file = program.command.iter().find(|word| Path::new(word).extension().is_some());
            let stem = |word: &String| Path::new(word).file_stem().map(|stem| stem.to_string_lossy().into_owned());
            file.or(program.command.first()).and_then(stem).unwrap_or_default()
        }
    }
}

/// Splits a command as a shell does, so that quotation marks keep words together.
fn split(text: &str) -> Result<Vec<String>, TextError> {
    match system::split_words(text) {
        Some(words) if !words.is_empty() => Ok(words),
        Some(_) => Err(TextError::new("nothing is there")),
        None => Err(TextError::new(format!("a quotation mark is open in {}", quoted(text)))),
    }
}

fn parse_protocol(text: &str) -> Result<Protocol, TextError> {
    match text {
        "ugi" => Ok(Protocol::Ugi),
        "console" => Ok(Protocol::Console),
        "oska" => Ok(Protocol::Oska),
        "builtin" => Ok(Protocol::BuiltIn),
        _ => Err(unknown(text, "a protocol", &["ugi", "console", "oska", "builtin"])),
    }
}

fn switch(text: &str) -> Result<bool, TextError> {
    match text {
        "on" | "true" | "yes" => Ok(true),
        "off" | "false" | "no" | "auto" => Ok(false),
        _ => Err(TextError::new(format!("{} is neither on nor off", quoted(text)))),
    }
}

/// Reads the time for a game: `60`, `60+0.6`, `1:30+2`, in seconds or minutes and seconds.
fn parse_game_time(text: &str) -> Result<(Duration, Duration), TextError> {
    let wrong = |why: &str| TextError::new(format!("{} is not the time of a game, {why}", quoted(text)));
    if text.contains('/') {
        return Err(wrong("these games are too short for a time by moves: write 60+0.6, seconds for all and for each"));
    }
    let seconds = |text: &str| {
        let (minutes, seconds) = text.split_once(':').unwrap_or(("0", text));
        let total = minutes.parse::<u32>().ok()? as f64 * 60.0 + seconds.parse::<f64>().ok()?;
        (0.0..=86_400.0).contains(&total).then(|| Duration::from_secs_f64(total))
    };
    let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
    match (seconds(base), seconds(increment)) {
        (Some(base), Some(increment)) if base > Duration::ZERO => Ok((base, increment)),
        _ => Err(wrong("expected one such as 60+0.6, seconds for all moves and for each")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn competitor(words: &[(&str, &str)]) -> Result<Competitor, String> {
        let mut draft = Draft::default();
        for (word, value) in words {
            draft.set(word, value).map_err(|error| error.to_string())?;
        }
        draft.finish(Path::new("/base")).map_err(|(_, error)| error.to_string())
    }

    #[test]
    fn a_program_has_a_command_a_folder_and_a_name() {
        let found = competitor(&[("cmd", "python3 'my engine.py'"), ("args", "-x 1"), ("dir", "sub")]).unwrap();
        assert_eq!(found.name, "my engine");
        let command = ["python3", "my engine.py", "-x", "1"].map(str::to_owned).to_vec();
        assert_eq!(found.kind, Kind::Ugi(Program { command, folder: Some("/base/sub".into()) }));
    }

    #[test]
    fn the_later_time_replaces_the_earlier() {
        let clock = |words: &[(&str, &str)]| competitor(&[&[("builtin", "random")], words].concat()).unwrap().clock;
        let found = clock(&[("tc", "1:30+0.5"), ("nodes", "100"), ("timemargin", "50")]);
        assert_eq!(found.game_time, Some((Duration::from_secs(90), Duration::from_millis(500))));
        assert_eq!((found.nodes, found.margin), (Some(100), Duration::from_millis(50)));
        let found = clock(&[("tc", "60"), ("st", "100ms")]);
        assert_eq!((found.move_time, found.game_time), (Some(Duration::from_millis(100)), None));
    }

    #[test]
    fn mistakes_are_named() {
        for (words, expected) in [
            (&[("nodse", "3")][..], "did you mean nodes?"),
            (&[("option.", "3")], "is not a setting"),
            (&[("dialogue.promt", "x")], "did you mean prompt?"),
            (&[("proto", "uci")], "did you mean ugi?"),
            (&[("tc", "40/60")], "60+0.6"),
            (&[("tc", "0+1")], "60+0.6"),
            (&[("st", "0")], "st: \"0\" is not a time"),
            (&[("nodes", "-1")], "nodes: \"-1\" is not a whole number from 1 on"),
            (&[("restart", "maybe")], "neither on nor off"),
            (&[("builtin", "level=11")], "builtin: \"11\" is not a level"),
            (&[("cmd", "'x")], "cmd: a quotation mark is open"),
            (&[("cmd", "")], "cmd: nothing is there"),
            (&[("st", "1")], "nothing to play it"),
            (&[("cmd", "x"), ("builtin", "random")], "not both"),
            (&[("cmd", "x"), ("sandbox", "on")], "sandbox needs dir"),
            (&[("cmd", "x"), ("proto", "oska")], "needs depth"),
            (&[("cmd", "x"), ("proto", "builtin")], "builtin=level=5"),
        ] {
            let error = competitor(words).unwrap_err();
            assert!(error.contains(expected), "{words:?}: {error}");
        }
        let error = Draft::default().set_for_each("name", "x").unwrap_err().to_string();
        assert!(error.contains("one engine"), "{error}");
    }

    #[test]
    fn what_describes_an_entry_gives_it_back() {
        for words in [
            &[("name", "A"), ("builtin", "level=3"), ("nodes", "5")][..],
            &[("name", "B"), ("cmd", "x 'y z'"), ("tc", "10.5+0.1"), ("option.Hash", "16"), ("restart", "on")],
            &[("name", "C"), ("cmd", "c"), ("proto", "console"), ("dialogue.asks-first", "who.*\\?"), ("st", "0.1")],
            &[("name", "D"), ("cmd", "d"), ("proto", "oska"), ("depth", "4"), ("memory", "64"), ("cpu", "9")],
            &[("name", "E"), ("cmd", "e"), ("dir", "/x"), ("sandbox", "on"), ("files", "0"), ("processes", "3")],
        ] {
            let first = competitor(words).unwrap();
            let described = describe(&first);
            let again: Vec<(&str, &str)> = described.iter().map(|(word, value)| (&word[..], &value[..])).collect();
            assert_eq!(competitor(&again).unwrap(), first);
        }
    }
}
