//! A zip file for Gradescope: the program, a rubric and the two scripts that Gradescope runs.

use std::fmt;
use std::io::{Cursor, Write};
use std::path::Path;
use std::time::Duration;

use skirmish_games::GameId;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::rubric::{Rubric, RubricError};

/// What a package is made of.
#[derive(Clone, Debug)]
pub struct GradescopePackage {
    /// The game.
    pub game: GameId,
    /// The text of the rubric.
    pub rubric: String,
    /// How the students' programs talk: `console`, `ugi` or `oska`.
    pub protocol: String,
    /// What builds a hand-in, as a line of a shell, if anything does. It runs in the folder of the hand-in.
    pub build: Option<String>,
    /// What starts it, as words of a command line in that folder.
    pub command: String,
    /// More settings of the program, as for `skirmish grade --with`.
    pub settings: Vec<String>,
    /// Debian packages that hand-ins need, such as `default-jdk-headless`.
    pub install: Vec<String>,
    /// The seed.
    pub seed: u64,
    /// The time for a grading; Gradescope ends it after ten minutes, building included.
    pub budget: Duration,
    /// The bytes of `skirmish`, as a static program for Linux.
    pub program: Vec<u8>,
}

/// Why there is no package.
#[derive(Debug)]
pub enum PackageError {
    /// The program is not one for Linux on a PC, or it needs libraries.
    Program(&'static str),
    /// The rubric is wrong.
    Rubric(RubricError),
    /// A text that cannot be in a script.
    Text(String),
    /// The file could not be made.
    Zip(zip::result::ZipError),
}

impl fmt::Display for PackageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PackageError::Program(why) => write!(
                f,
                "{why}; name a static program for Linux with --program, such as target/x86_64-unknown-linux-musl/release/skirmish"
            ),
            PackageError::Rubric(error) => write!(f, "the rubric, {error}"),
            PackageError::Text(why) => f.write_str(why),
            PackageError::Zip(error) => write!(f, "the package: {error}"),
        }
    }
}

impl std::error::Error for PackageError {}

/// The longest budget that leaves time to build a hand-in and to write the results before Gradescope's ten minutes are over.
pub const MAX_BUDGET: Duration = Duration::from_secs(9 * 60);

/// The time for a move of programs that can be told it, so that the budget has room for games; and the settings that say another.
const CLOCK: &str = "st=0.5";
const CLOCKS: [&str; 4] = ["st=", "tc=", "nodes=", "depth="];

/// What Gradescope runs.
const SETUP: &str = include_str!("../../gradescope/setup.sh");
const RUN: &str = include_str!("../../gradescope/run_autograder");

/// The package for Gradescope.
pub fn package_gradescope(package: &GradescopePackage) -> Result<Vec<u8>, PackageError> {
    check_program(&package.program)?;
    Rubric::parse(&package.rubric).map_err(PackageError::Rubric)?;
    let settings = settings(package)?;
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let file = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    let files: [(&str, &[u8], u32); 5] = [
        ("setup.sh", SETUP.as_bytes(), 0o755),
        ("run_autograder", RUN.as_bytes(), 0o755),
        ("settings.sh", settings.as_bytes(), 0o644),
        ("rubric.toml", package.rubric.as_bytes(), 0o644),
        ("skirmish", &package.program, 0o755),
    ];
    for (name, bytes, mode) in files {
        zip.start_file(name, file.unix_permissions(mode)).map_err(PackageError::Zip)?;
        zip.write_all(bytes).map_err(|error| PackageError::Zip(error.into()))?;
    }
    Ok(zip.finish().map_err(PackageError::Zip)?.into_inner())
}

/// The settings that the scripts read: names with quoted values.
fn settings(package: &GradescopePackage) -> Result<String, PackageError> {
    let has_clock = package.settings.iter().any(|word| CLOCKS.iter().any(|clock| word.starts_with(clock)));
    let clock = (package.protocol == "ugi" && !has_clock).then_some(CLOCK);
    let words = package.settings.iter().map(String::as_str).chain(clock);
    let more: Vec<String> = words.map(quoted).collect::<Result<_, _>>()?;
    if package.command.trim().is_empty() {
        return Err(PackageError::Text("the package needs the command that starts a hand-in".to_owned()));
    }
    let known = |name: &String| {
        let letters = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '+' | '.');
        !name.is_empty() && name.chars().all(letters) && !name.starts_with('-')
    };
    if let Some(name) = package.install.iter().find(|name| !known(name)) {
        return Err(PackageError::Text(format!("{} is not a Debian package", skirmish_board::quoted(name))));
    }
    let lines = [
        ("GAME", quoted(&package.game.to_string())?),
        ("PROTOCOL", quoted(&package.protocol)?),
        ("BUILD", quoted(package.build.as_deref().unwrap_or_default())?),
        ("COMMAND", quoted(&package.command)?),
        ("SETTINGS", format!("({})", more.join(" "))),
        ("INSTALL", quoted(&package.install.join(" "))?),
        ("SEED", quoted(&package.seed.to_string())?),
        ("BUDGET", quoted(&package.budget.min(MAX_BUDGET).as_secs().to_string())?),
    ];
    Ok(lines.iter().map(|(name, value)| format!("{name}={value}\n")).collect())
}

/// A text as one word of a shell.
fn quoted(text: &str) -> Result<String, PackageError> {
    if text.contains(['\n', '\r', '\0']) {
        return Err(PackageError::Text(format!("{} has a line break", skirmish_board::quoted(text))));
    }
    Ok(format!("'{}'", text.replace('\'', r"'\''")))
}

/// Checks that a program runs on any Linux of a PC: an ELF file of 64 bits for x86 without an interpreter, which loads libraries.
fn check_program(bytes: &[u8]) -> Result<(), PackageError> {
    const INTERPRETER: u32 = 3;
    const X86_64: u16 = 62;
    let wrong = |why| Err(PackageError::Program(why));
    let at = |place: usize, count: usize| bytes.get(place..place.checked_add(count)?);
    let number = |place: usize, count: usize| {
        at(place, count).map(|bytes| bytes.iter().rev().fold(0u64, |sum, &byte| sum << 8 | u64::from(byte)))
    };
    if at(0, 5) != Some(b"\x7fELF\x02") {
        return wrong("the program is not one for Linux");
    }
    if number(18, 2) != Some(X86_64.into()) {
        return wrong("the program is not one for a PC (x86-64), which Gradescope's machines are");
    }
    let (Some(table), Some(size), Some(count)) = (number(32, 8), number(54, 2), number(56, 2)) else {
        return wrong("the program is cut off");
    };
    for entry in 0..count {
        let Some(kind) = usize::try_from(table + entry * size).ok().and_then(|place| number(place, 4)) else {
            return wrong("the program is cut off");
        };
        if kind == u64::from(INTERPRETER) {
            return wrong("the program needs libraries that Gradescope's machines may not have");
        }
    }
    Ok(())
}

/// Whether a file is a program that a package can have. The error says why not.
pub fn is_packable(path: &Path) -> Result<Vec<u8>, String> {
    let bytes = std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    check_program(&bytes).map_err(|error| error.to_string())?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_static_programs_for_linux_are_taken() {
        let mut elf = vec![0u8; 64 + 56];
        elf[..5].copy_from_slice(b"\x7fELF\x02");
        elf[18] = 62;
        elf[32] = 64;
        elf[54] = 56;
        elf[56] = 1;
        elf[64] = 1;
        assert!(check_program(&elf).is_ok());
        let with = |place: usize, byte: u8| {
            let mut changed = elf.clone();
            changed[place] = byte;
            check_program(&changed).unwrap_err().to_string()
        };
        assert!(with(64, 3).contains("needs libraries"));
        assert!(with(18, 183).contains("not one for a PC"));
        assert!(with(56, 2).contains("cut off"));
        assert!(with(0, b'M').contains("not one for Linux"));
        assert!(check_program(b"MZ").is_err());
    }

    #[test]
    fn programs_that_can_be_told_their_time_have_half_a_second() {
        let lines = |protocol: &str, words: &[&str]| {
            let package = GradescopePackage {
                game: GameId::parse("hiya").unwrap(),
                rubric: String::new(),
                protocol: protocol.to_owned(),
                build: None,
                command: "./x".to_owned(),
                settings: words.iter().map(|&word| word.to_owned()).collect(),
                install: Vec::new(),
                seed: 1,
                budget: MAX_BUDGET,
                program: Vec::new(),
            };
            settings(&package).unwrap()
        };
        assert!(lines("ugi", &["threads=1"]).contains("SETTINGS=('threads=1' 'st=0.5')\n"));
        assert!(lines("ugi", &["st=1"]).contains("SETTINGS=('st=1')\n"));
        assert!(lines("console", &[]).contains("SETTINGS=()\n"));
    }

    #[test]
    fn settings_are_words_of_a_shell() {
        assert_eq!(quoted("it's $HOME").unwrap(), r"'it'\''s $HOME'");
        assert!(quoted("a\nb").is_err());
    }
}
