//! What a hand-in is made of: how it is built, and which program comes of it.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::Command;

use regex_lite::Regex;
use zip::ZipArchive;

use super::unpack::{files_below, first_bytes};
use crate::system;

/// How a hand-in is built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// What was found, such as `Makefile`.
    pub kind: RecipeKind,
    /// Where it was found, below the folder of the hand-in.
    pub folder: PathBuf,
    /// The files that are compiled, relative to this folder.
    files: Vec<PathBuf>,
}

/// What was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecipeKind {
    /// `make` builds it.
    Makefile,
    /// `mvn` builds it.
    Maven,
    /// `cargo` builds it.
    Cargo,
    /// `cmake` builds it.
    CMake,
    /// `javac` compiles it.
    Java,
    /// Python, which is only checked.
    Python,
    /// `cc` compiles it.
    C,
    /// `c++` compiles it.
    Cpp,
    /// A program for this machine, or a script that names its interpreter.
    Binary,
    /// A command of the instructor builds it.
    Own,
}

impl RecipeKind {
    /// The name in tables.
    pub const fn name(self) -> &'static str {
        match self {
            RecipeKind::Makefile => "Makefile",
            RecipeKind::Maven => "Maven",
            RecipeKind::Cargo => "Cargo",
            RecipeKind::CMake => "CMake",
            RecipeKind::Java => "Java",
            RecipeKind::Python => "Python",
            RecipeKind::C => "C",
            RecipeKind::Cpp => "C++",
            RecipeKind::Binary => "a program",
            RecipeKind::Own => "class.toml",
        }
    }
}

/// Files that say how to build everything around them, the most telling first.
const FILES: [(&str, RecipeKind); 6] = [
    ("Makefile", RecipeKind::Makefile),
    ("makefile", RecipeKind::Makefile),
    ("GNUmakefile", RecipeKind::Makefile),
    ("pom.xml", RecipeKind::Maven),
    ("Cargo.toml", RecipeKind::Cargo),
    ("CMakeLists.txt", RecipeKind::CMake),
];

/// Sources that are compiled together.
const SOURCES: [(&[&str], RecipeKind); 4] = [
    (&["java"], RecipeKind::Java),
    (&["py"], RecipeKind::Python),
    (&["c"], RecipeKind::C),
    (&["cpp", "cc", "cxx"], RecipeKind::Cpp),
];

/// The folder of classes that `javac` writes, and the program of `cc`.
const CLASSES: &str = "skirmish-classes";
const PROGRAM: &str = "skirmish-program";
const CMAKE_FOLDER: &str = "skirmish-build";

/// Debian's repository of Maven.
const MAVEN_REPOSITORY: &str = "/usr/share/maven-repo";

/// How a hand-in is built. The error is a sentence.
pub fn find_recipe(source: &Path) -> Result<Recipe, String> {
    let files = files_below(source).map_err(|error| format!("it cannot be read: {error}"))?;
    let depth = |file: &Path| file.components().count();
    let named = |(name, kind): &(&str, RecipeKind)| {
        let found = files.iter().filter(|file| file.file_name().is_some_and(|own| own == *name));
        found
            .min_by_key(|file| depth(file))
            .map(|file| (depth(file), *kind, file.parent().unwrap_or(Path::new("")).to_owned()))
    };
    // The shallowest counts; of equally deep ones, the first in the list.
    let found = FILES.iter().filter_map(named).min_by_key(|(depth, ..)| *depth);
    if let Some((_, kind, folder)) = found {
        let files = files.iter().filter_map(|file| file.strip_prefix(&folder).ok().map(Path::to_owned)).collect();
        return Ok(Recipe { kind, folder, files });
    }
    for (endings, kind) in SOURCES {
        let own: Vec<&PathBuf> = files.iter().filter(|file| has_ending(file, endings)).collect();
        if own.is_empty() {
            continue;
        }
        let folder = common_folder(&own);
        let files = own.iter().filter_map(|file| file.strip_prefix(&folder).ok().map(Path::to_owned)).collect();
        return Ok(Recipe { kind, folder, files });
    }
    let programs: Vec<&PathBuf> = files.iter().filter(|file| system::is_executable(&source.join(file))).collect();
    match programs.first() {
        Some(_) => {
            let folder = common_folder(&programs);
            let files =
                programs.iter().filter_map(|file| file.strip_prefix(&folder).ok().map(Path::to_owned)).collect();
            Ok(Recipe { kind: RecipeKind::Binary, folder, files })
        }
        None => Err(nothing_to_build(source, &files)),
    }
}

/// The sentence about a hand-in without a program for this machine.
fn nothing_to_build(source: &Path, files: &[PathBuf]) -> String {
    let is_other = |file: &&PathBuf| {
        let bytes = first_bytes(&source.join(file)).unwrap_or_default();
        bytes.starts_with(b"MZ")
            || bytes.starts_with(&[0xcf, 0xfa, 0xed, 0xfe])
            || bytes.starts_with(&[0xca, 0xfe, 0xba, 0xbe])
    };
    match files.iter().find(is_other) {
        Some(file) => format!(
            "it has no sources, and {} is a program for another system",
            file.file_name().unwrap_or_default().to_string_lossy()
        ),
        None if files.is_empty() => "it is empty".to_owned(),
        None if files.iter().filter(|file| has_ending(file, &["zip", "tar", "tgz", "gz"])).count() > 1 => {
            "it holds several archives: if each is a student's, add each by itself".to_owned()
        }
        None => "nothing in it can be built: no Makefile, pom.xml, Cargo.toml, CMakeLists.txt, Java, Python, C or C++"
            .to_owned(),
    }
}

fn has_ending(file: &Path, endings: &[&str]) -> bool {
    file.extension().is_some_and(|own| endings.iter().any(|ending| own.eq_ignore_ascii_case(ending)))
}

/// The folder that holds all these files.
fn common_folder(files: &[&PathBuf]) -> PathBuf {
    let mut folder = files.first().and_then(|file| file.parent()).unwrap_or(Path::new("")).to_owned();
    while !files.iter().all(|file| file.starts_with(&folder)) {
        folder.pop();
    }
    folder
}

impl Recipe {
    /// The recipe of an instructor's own command.
    pub fn own() -> Recipe {
        Recipe { kind: RecipeKind::Own, folder: PathBuf::new(), files: Vec::new() }
    }

    /// The commands that build it, one after the other. The error names a tool that is missing on this machine.
    pub fn commands(&self, network: bool) -> Result<Vec<Vec<String>>, String> {
        let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<Vec<String>>();
        let files = || self.files.iter().map(|file| in_folder(file));
        let with_files = |first: &[&str], last: &[&str]| [words(first), files().collect(), words(last)].concat();
        let commands = match self.kind {
            RecipeKind::Makefile => vec![words(&["make"])],
            RecipeKind::Maven => {
                let mut command = words(&["mvn", "-B", "-Dstyle.color=never", "-DskipTests"]);
                if !network {
                    command.extend(words(&["-o"]));
                    if Path::new(MAVEN_REPOSITORY).is_dir() {
                        command.push(format!("-Dmaven.repo.local={MAVEN_REPOSITORY}"));
                    }
                }
                command.push("package".to_owned());
                vec![command]
            }
            RecipeKind::Cargo => {
                let mut command = cargo()?;
                command.extend(words(&["build", "--release", "--color=never"]));
                if !network {
                    command.push("--offline".to_owned());
                }
                vec![command]
            }
            RecipeKind::CMake => vec![
                words(&["cmake", "-S", ".", "-B", CMAKE_FOLDER, "-DCMAKE_BUILD_TYPE=Release"]),
                words(&["cmake", "--build", CMAKE_FOLDER]),
            ],
            RecipeKind::Java => {
                vec![with_files(&["javac", "-encoding", "UTF-8", "-cp", ".:lib/*:*", "-d", CLASSES], &[])]
            }
            RecipeKind::Python => vec![with_files(&["python3", "-m", "py_compile"], &[])],
            RecipeKind::C => vec![with_files(&["cc", "-O2", "-o", PROGRAM], &["-lm"])],
            RecipeKind::Cpp => vec![with_files(&["c++", "-O2", "-std=c++17", "-o", PROGRAM], &["-lm"])],
            RecipeKind::Binary | RecipeKind::Own => Vec::new(),
        };
        let missing = commands.iter().map(|command| &command[0]).find(|tool| !skirmish_arena::tool::is_installed(tool));
        match missing {
            Some(tool) => Err(format!("{tool} is missing on this machine")),
            None => Ok(commands),
        }
    }

    /// The command that runs what was built in `folder`. Files in `before` were handed in. The error is a sentence.
    pub fn run_command(&self, folder: &Path, before: &BTreeSet<PathBuf>, game: &str) -> Result<Vec<String>, String> {
        let files = files_below(folder).map_err(|error| format!("what was built cannot be read: {error}"))?;
        let new_programs = |is_ours: &dyn Fn(&Path) -> bool| -> Vec<PathBuf> {
            let is_new = |file: &&PathBuf| is_program(&folder.join(file)) && is_ours(file);
            files.iter().filter(is_new).cloned().collect()
        };
        let own = |file: &Path| vec![format!("./{}", file.to_string_lossy())];
        match self.kind {
            RecipeKind::C | RecipeKind::Cpp => Ok(own(Path::new(PROGRAM))),
            RecipeKind::Binary => choose(&self.files, game).map(own),
            RecipeKind::Cargo => {
                let in_release = |file: &Path| file.parent().is_some_and(|parent| parent.ends_with("release"));
                choose(&new_programs(&in_release), game).map(own)
            }
            RecipeKind::CMake => {
                let built =
                    |file: &Path| file.starts_with(CMAKE_FOLDER) && !file.iter().any(|part| part == "CMakeFiles");
                choose(&new_programs(&built), game).map(own)
            }
            RecipeKind::Java => {
                java_class(folder, &self.files, game).map(|class| java(&[CLASSES, ".", "lib/*", "*"], &class))
            }
            RecipeKind::Maven => {
                if let Some(jar) = runnable_jar(folder, &files) {
                    return Ok(vec!["java".to_owned(), "-jar".to_owned(), jar]);
                }
                let sources: Vec<PathBuf> = files.into_iter().filter(|file| has_ending(file, &["java"])).collect();
                java_class(folder, &sources, game).map(|class| java(&["target/classes", "target/lib/*"], &class))
            }
            RecipeKind::Python => python(folder, &self.files, game),
            RecipeKind::Makefile | RecipeKind::Own => {
                let made = new_programs(&|file| !before.contains(file));
                let all = if made.is_empty() { new_programs(&|_| true) } else { made };
                if !all.is_empty() {
                    return choose(&all, game).map(own);
                }
                if let Some(jar) = runnable_jar(folder, &files) {
                    return Ok(vec!["java".to_owned(), "-jar".to_owned(), jar]);
                }
                let ending =
                    |ending: &str| files.iter().filter(|file| has_ending(file, &[ending])).cloned().collect::<Vec<_>>();
                let classes = ending("class");
                if !classes.is_empty() {
                    let class = java_class(folder, &ending("java"), game)?;
                    let root = classes_root(&classes, &class);
                    return Ok(java(&[&root], &class));
                }
                match &ending("py")[..] {
                    [] => Err("the build made no program".to_owned()),
                    scripts => python(folder, scripts, game),
                }
            }
        }
    }
}

/// A file as an argument, never an option.
fn in_folder(file: &Path) -> String {
    format!("./{}", file.to_string_lossy())
}

/// Whether a file is a program: not every file that may be executed is one.
fn is_program(path: &Path) -> bool {
    const NO_PROGRAMS: [&str; 7] = ["o", "so", "a", "d", "rlib", "rmeta", "class"];
    system::is_executable(path)
        && !path.extension().is_some_and(|ending| NO_PROGRAMS.iter().any(|known| ending == *known))
        && first_bytes(path).is_ok_and(|bytes| bytes.starts_with(b"\x7fELF") || bytes.starts_with(b"#!"))
}

/// The program among several, by its name.
fn choose<'a>(files: &'a [PathBuf], game: &str) -> Result<&'a Path, String> {
    match files {
        [] => return Err("the build made no program".to_owned()),
        [only] => return Ok(only),
        _ => {}
    }
    let usual = ["main", "__main__", game, "program", "play", "player", "game", "run", "start", "app", "engine", "ai"];
    for name in usual {
        let mut alike = files.iter().filter(|file| {
            let stem = file.file_stem().unwrap_or_default().to_string_lossy().to_lowercase();
            stem.chars().filter(|c| c.is_alphanumeric() || *c == '_').eq(name.chars())
        });
        if let (Some(one), None) = (alike.next(), alike.next()) {
            return Ok(one);
        }
    }
    let names: Vec<String> = files.iter().take(5).map(|file| file.to_string_lossy().into_owned()).collect();
    Err(format!("which program is it: {}? Set cmd under [[student]] in class.toml", names.join(", ")))
}

fn java(path: &[&str], class: &str) -> Vec<String> {
    vec!["java".to_owned(), "-cp".to_owned(), path.join(":"), class.to_owned()]
}

/// The class with `main` among sources.
fn java_class(folder: &Path, sources: &[PathBuf], game: &str) -> Result<String, String> {
    let main = pattern(r"static\s+(?:(?:public|final|synchronized)\s+)*void\s+main\s*\(");
    let is_main = |file: &&PathBuf| main.is_match(&text_of(&folder.join(file)));
    let mains: Vec<PathBuf> = sources.iter().filter(is_main).cloned().collect();
    if mains.is_empty() {
        return Err("no class in it has a main method".to_owned());
    }
    let file = choose(&mains, game)?;
    let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let package = pattern(r"(?m)^\s*package\s+([\w.]+)\s*;");
    let text = text_of(&folder.join(file));
    Ok(match package.captures(&text).and_then(|groups| groups.get(1)) {
        Some(package) => format!("{}.{name}", package.as_str()),
        None => name,
    })
}

/// The folder of classes from which a class is loaded.
fn classes_root(classes: &[PathBuf], class: &str) -> String {
    let file = format!("{}.class", class.replace('.', "/"));
    let root = classes.iter().find_map(|path| Some(path.to_string_lossy().strip_suffix(&file)?.to_owned()));
    match root {
        Some(root) if !root.is_empty() => root,
        _ => ".".to_owned(),
    }
}

/// A jar that says which class it runs.
fn runnable_jar(folder: &Path, files: &[PathBuf]) -> Option<String> {
    let runs = |file: &&PathBuf| {
        let mut text = String::new();
        let jar = File::open(folder.join(file)).ok().and_then(|jar| ZipArchive::new(jar).ok());
        let read = jar
            .and_then(|mut jar| jar.by_name("META-INF/MANIFEST.MF").ok()?.take(1 << 16).read_to_string(&mut text).ok());
        read.is_some() && text.lines().any(|line| line.starts_with("Main-Class:"))
    };
    let found = files.iter().filter(|file| has_ending(file, &["jar"])).find(runs)?;
    Some(found.to_string_lossy().into_owned())
}

/// The command of a Python program.
fn python(folder: &Path, files: &[PathBuf], game: &str) -> Result<Vec<String>, String> {
    let guard = pattern(r#"(?m)^if\s+__name__\s*==\s*["']__main__["']"#);
    let guarded: Vec<PathBuf> =
        files.iter().filter(|file| guard.is_match(&text_of(&folder.join(file)))).cloned().collect();
    let candidates = if guarded.is_empty() { files } else { &guarded };
    let file = match choose(candidates, game) {
        Ok(file) => file,
        Err(unclear) => {
            let imported = imported(folder, files);
            let is_module =
                |file: &Path| file.file_stem().is_some_and(|stem| imported.contains(&*stem.to_string_lossy()));
            let mut own = candidates.iter().filter(|file| !is_module(file));
            own.next().filter(|_| own.next().is_none()).ok_or(unclear)?
        }
    };
    Ok(vec!["python3".to_owned(), file.to_string_lossy().into_owned()])
}

/// The modules that Python files import.
fn imported(folder: &Path, files: &[PathBuf]) -> BTreeSet<String> {
    let import = pattern(r"(?m)^\s*(?:from\s+([\w.]+)\s+import\b|import\s+([^#\n]+))");
    let mut found = BTreeSet::new();
    for file in files {
        for groups in import.captures_iter(&text_of(&folder.join(file))) {
            let named = groups.get(1).or(groups.get(2)).map_or("", |names| names.as_str());
            // "import a.b as c, d": the last part of each module.
            let modules = named.split(',').filter_map(|module| module.split_whitespace().next()?.rsplit('.').next());
            found.extend(modules.map(str::to_owned));
        }
    }
    found
}

/// The text of a source. A build may have put a link, a pipe or an endless file in its place, which is not read.
fn text_of(path: &Path) -> String {
    const MAX_BYTES: u64 = 4 << 20;
    let mut bytes = Vec::new();
    if fs::symlink_metadata(path).is_ok_and(|data| data.is_file()) {
        let _ = File::open(path).and_then(|file| file.take(MAX_BYTES).read_to_end(&mut bytes));
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A pattern of ours.
fn pattern(text: &str) -> Regex {
    Regex::new(text).unwrap_or_else(|error| unreachable!("{text}: {error}"))
}

/// The cargo of the toolchain in use: rustup's own would look for its settings in the user's home, which a sandbox does not show.
fn cargo() -> Result<Vec<String>, String> {
    let missing = || "cargo is missing on this machine".to_owned();
    let found = Command::new("rustc").args(["--print", "sysroot"]).current_dir("/").output().map_err(|_| missing())?;
    let root = PathBuf::from(String::from_utf8_lossy(&found.stdout).trim());
    let [cargo, rustc] = ["cargo", "rustc"].map(|name| root.join("bin").join(name));
    if !cargo.is_file() || !rustc.is_file() {
        return if skirmish_arena::tool::is_installed("cargo") { Ok(vec!["cargo".to_owned()]) } else { Err(missing()) };
    }
    Ok(vec![
        cargo.to_string_lossy().into_owned(),
        "--config".to_owned(),
        format!("build.rustc={:?}", rustc.to_string_lossy()),
    ])
}

#[cfg(test)]
mod tests;
