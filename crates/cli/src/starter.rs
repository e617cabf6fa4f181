//! `skirmish starter`: creates a small engine to start from.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;
use std::process;

use anyhow::{anyhow, bail};
use clap::ValueEnum;
use skirmish_board::{Side, quoted};
use skirmish_games::GameId;

use crate::arguments::StarterArgs;

/// The languages with a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Language {
    Python,
    Java,
    #[value(name = "c++", alias = "cpp")]
    Cpp,
    Rust,
}

/// The README, the same for all languages.
const README: &str = include_str!("../templates/README.md");

impl Language {
    /// The files of the template.
    fn files(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Language::Python => &[
                ("engine.py", include_str!("../templates/python/engine.py")),
                ("engine_with_package.py", include_str!("../templates/python/engine_with_package.py")),
            ],
            Language::Java => &[("Engine.java", include_str!("../templates/java/Engine.java"))],
            Language::Cpp => &[("engine.cpp", include_str!("../templates/cpp/engine.cpp"))],
            Language::Rust => &[
                ("Cargo.toml", include_str!("../templates/rust/Cargo.toml")),
                ("src/main.rs", include_str!("../templates/rust/src/main.rs")),
            ],
        }
    }

    /// A second form of the starter, for its README.
    fn second_form(self) -> &'static str {
        match self {
            Language::Python => {
                "`engine_with_package.py` does the same with the package `skirmish-games`, which knows the rules and draws boards in\n\
                notebooks. Install it as docs/PYTHON.md of Skirmish shows, then try it:\n\n    \
                skirmish arena try --game {{GAME}} python3 engine_with_package.py\n\n\
                Keep the file that you like better."
            }
            _ => "",
        }
    }

    /// The commands to build it, run it, and run an older version in another folder.
    fn commands(self) -> [&'static str; 3] {
        match self {
            Language::Python => ["", "python3 engine.py", "python3 ../old/engine.py"],
            Language::Java => ["javac Engine.java", "java Engine", "java -cp ../old Engine"],
            Language::Cpp => ["g++ -std=c++17 -O2 -o engine engine.cpp", "./engine", "../old/engine"],
            Language::Rust => ["cargo build --release", "target/release/engine", "../old/target/release/engine"],
        }
    }
}

/// Writes the starter and prints the next steps.
pub fn run(arguments: &StarterArgs, out: &mut impl Write) -> anyhow::Result<()> {
    let folder = &arguments.folder;
    let shown = quoted(&folder.to_string_lossy());
    if folder.symlink_metadata().is_ok() {
        bail!("{shown} already exists: choose a new folder");
    }
    let (game, language) = (arguments.game, arguments.language);
    let files = language.files().iter().copied().chain([("README.md", README)]);
    let files: Vec<(&str, String)> = files.map(|(name, template)| (name, fill(template, game, language))).collect();
    create_folder(folder, &files).map_err(|error| anyhow!("cannot write {shown}: {error}"))?;
    let [build, run, _] = language.commands();
    let files: Vec<&str> = language.files().iter().map(|(name, _)| *name).collect();
    writeln!(out, "An engine for {} in {}: {}", game.info().name, folder.display(), files.join(", "))?;
    let steps = [build, &format!("skirmish arena try --game {game} {run} ugi")].map(str::to_owned);
    let steps: Vec<String> = steps.into_iter().filter(|step| !step.is_empty()).collect();
    writeln!(out, "Next: cd {} && {}", quote_path(folder), steps.join(" && "))?;
    writeln!(out, "See README.md there for the next steps.")?;
    Ok(())
}

/// Creates a folder with these files, whole or not at all.
fn create_folder(folder: &Path, files: &[(&str, String)]) -> io::Result<()> {
    let name = folder.file_name().ok_or(io::ErrorKind::InvalidInput)?;
    let parent = folder.parent().unwrap_or(Path::new(""));
    fs::create_dir_all(parent)?;
    let unfinished = parent.join(format!(".{}.{}.tmp", name.to_string_lossy(), process::id()));
    let write = || {
        for (name, text) in files {
            let path = unfinished.join(name);
            fs::create_dir_all(path.parent().unwrap_or(&unfinished))?;
            let mut file = File::create(path)?;
            file.write_all(text.as_bytes())?;
            file.sync_all()?;
        }
        fs::rename(&unfinished, folder)
    };
    write().inspect_err(|_| drop(fs::remove_dir_all(&unfinished)))
}

fn quote_path(path: &Path) -> String {
    let text = path.to_string_lossy();
    if text.contains([' ', '\'', '"', '$', '(', '&']) { quoted(&text) } else { text.into_owned() }
}

/// Whether moves of a game are proposed, and accepted or refused.
fn has_verdicts(game: GameId) -> bool {
    skirmish_play::new_game(game).is_proposal_turn()
}

/// A legal move of the lower side at the start.
fn example_move(game: GameId) -> String {
    let mut start = skirmish_play::new_game(game);
    let text = game.info().setup.with_side(&start.position(), Side::South);
    let legal = start.set_position(&text).map_or_else(|_| Vec::new(), |()| start.legal_actions());
    legal.first().map_or(String::new(), |action| action.text.clone())
}

/// Fills a template for a game. Replaces `{{WORD}}`. Sections from `{{dialogue` to `dialogue}}` are for games whose handout asks for
/// a dialogue, those from `{{oska` to `oska}}` for the one that asks for a function call; `verdict` and `plain` are for dialogues
/// of games whose moves can be refused, and of others.
fn fill(template: &str, game: GameId, language: Language) -> String {
    let is_call = game.info().id == "oska";
    let (kept, dropped) = if is_call { ("oska", "dialogue") } else { ("dialogue", "oska") };
    let text = keep(&without(template, dropped), kept);
    let text = match (is_call, has_verdicts(game)) {
        (true, _) => without(&without(&text, "verdict"), "plain"),
        (false, true) => keep(&without(&text, "plain"), "verdict"),
        (false, false) => keep(&without(&text, "verdict"), "plain"),
    };
    let example = example_move(game);
    let [build, run, old] = language.commands();
    let build = match build {
        "" => String::new(),
        build => format!("Build it first, and after every change:\n\n    {build}\n"),
    };
    let title = game.info().name;
    let words = [
        ("SECOND", language.second_form()),
        ("BUILD", &build[..]),
        ("RUN", run),
        ("OLD", old),
        ("TITLE", title),
        ("NAME", "Starter"),
        ("MOVE", &example),
        ("GAME", &game.to_string()),
    ];
    let text = words.iter().fold(text, |text, (word, value)| text.replace(&format!("{{{{{word}}}}}"), value));
    // Removed sections leave no gaps.
    let mut filled = text.replace("\n\n\n\n", "\n\n\n");
    if language != Language::Python || template == README {
        while filled.contains("\n\n\n") {
            filled = filled.replace("\n\n\n", "\n\n");
        }
    }
    filled
}

/// Removes the sections with a name.
fn without(text: &str, name: &str) -> String {
    let (open, close) = (format!("{{{{{name}"), format!("{name}}}}}"));
    let mut rest = text;
    let mut kept = String::new();
    while let Some((before, after)) = rest.split_once(&open) {
        kept += before;
        rest = after.split_once(&close).map_or("", |(_, rest)| rest);
        // A section on its own lines leaves no empty line.
        if (before.is_empty() || before.ends_with('\n')) && rest.starts_with('\n') {
            rest = &rest[1..];
        }
    }
    kept + rest
}

/// Removes the markers of the sections with a name, and keeps their text.
fn keep(text: &str, name: &str) -> String {
    let (open, close) = (format!("{{{{{name}"), format!("{name}}}}}"));
    text.replace(&format!("{open}\n"), "").replace(&format!("{close}\n"), "").replace(&open, "").replace(&close, "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_are_short_and_leave_nothing_open() {
        for language in Language::value_variants() {
            for (name, template) in language.files().iter().chain(&[("README.md", README)]) {
                assert!(template.lines().count() <= 250, "{name}: {}", template.lines().count());
                for game in GameId::all() {
                    let text = fill(template, game, *language);
                    assert!(!text.contains("{{") && !text.contains("}}\n"), "{name} {game}: {text}");
                    assert!(!text.contains("\n\n\n\n"), "{name} {game}");
                    assert!(text.contains(&game.to_string()) || !template.contains("{{GAME}}"), "{name} {game}");
                }
            }
        }
    }

    #[test]
    fn no_template_knows_a_game() {
        for language in Language::value_variants() {
            for (name, template) in language.files() {
                let text = keep(&without(template, "oska"), "dialogue").to_lowercase();
                for game in GameId::all() {
                    assert!(!text.contains(game.info().id), "{name}: {game}");
                }
            }
        }
    }

    #[test]
    fn sections_are_taken_out_and_kept() {
        let text = "a\n{{oska\nb\noska}}\nc {{dialogue d dialogue}}e\n";
        assert_eq!(keep(&without(text, "oska"), "dialogue"), "a\nc  d e\n");
        assert_eq!(keep(&without(text, "dialogue"), "oska"), "a\nb\nc e\n");
    }
}
