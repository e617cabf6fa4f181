//! File names as users type them: `~` is the home directory, and Tab completes.

use std::path::PathBuf;
use std::{env, fs};

use skirmish_board::TextError;

use crate::{Record, record_file};

/// Commands that take a file name.
const BEFORE_FILES: [&str; 2] = ["save", "load"];

/// The path of a typed name.
pub fn expanded(name: &str) -> PathBuf {
    let home = || env::home_dir().filter(|home| !home.as_os_str().is_empty());
    match name.strip_prefix('~') {
        Some("") => home().unwrap_or_else(|| name.into()),
        Some(rest) if rest.starts_with(['/', '\\']) => home().map_or_else(|| name.into(), |home| home.join(&rest[1..])),
        _ => PathBuf::from(name),
    }
}

/// Saves a game under a name. It may replace another game, but no other file.
pub fn save(name: &str, record: &Record) -> Result<(), TextError> {
    let path = expanded(name);
    if path.exists() && record_file::load(&path).is_err() {
        return Err(TextError::new(format!("{name} exists but is not a saved game: choose another name.")));
    }
    record_file::save(&path, record).map_err(|error| TextError::new(format!("{name} cannot be written: {error}.")))
}

/// The game saved under a name.
pub fn load(name: &str) -> Result<Record, TextError> {
    record_file::load(&expanded(name)).map_err(|error| TextError::new(format!("{name}: {error}")))
}

/// Completions of a line: file names after `save` and `load`, otherwise the words that start like it.
pub fn complete(line: &str, words: &[String]) -> Vec<String> {
    let (first, rest) = line.split_once(' ').unwrap_or((line, ""));
    if line.contains(' ') && BEFORE_FILES.contains(&first.to_lowercase().as_str()) {
        let rest = rest.trim_start();
        return files(rest).into_iter().map(|name| format!("{first} {name}")).collect();
    }
    let typed = line.to_lowercase();
    words.iter().filter(|word| word.to_lowercase().starts_with(&typed)).cloned().collect()
}

/// The files and directories whose names start like this, as they would be typed; directories end with a slash.
fn files(name: &str) -> Vec<String> {
    let (folder, beginning) = name.rfind('/').map_or(("", name), |slash| name.split_at(slash + 1));
    let path = if folder.is_empty() { PathBuf::from(".") } else { expanded(folder) };
    let Ok(entries) = fs::read_dir(path) else { return Vec::new() };
    let mut found: Vec<String> = entries
        .flatten()
        .filter_map(|entry| {
            let name = entry.file_name().into_string().ok()?;
            let hidden = name.starts_with('.') && !beginning.starts_with('.');
            let slash = if entry.path().is_dir() { "/" } else { "" };
            (name.starts_with(beginning) && !hidden).then(|| format!("{folder}{name}{slash}"))
        })
        .collect();
    found.sort();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_complete_behind_save_and_load() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["game-1.txt", "game-2.txt", ".hidden"] {
            fs::write(folder.path().join(name), "").unwrap();
        }
        fs::create_dir(folder.path().join("games")).unwrap();
        let place = folder.path().display();
        assert_eq!(
            complete(&format!("load {place}/ga"), &[]),
            ["game-1.txt", "game-2.txt", "games/"].map(|name| format!("load {place}/{name}"))
        );
        assert_eq!(complete(&format!("save {place}/nothing"), &[]), [""; 0]);
        assert_eq!(complete(&format!("save {place}/."), &[]), [format!("save {place}/.hidden")]);
    }

    #[test]
    fn other_words_complete_by_themselves() {
        let words = ["rules", "redo", "C4B6"].map(str::to_owned);
        assert_eq!(complete("r", &words), ["rules", "redo"]);
        assert_eq!(complete("c4", &words), ["C4B6"]);
        assert_eq!(complete("moves c", &words), [""; 0]);
    }

    #[test]
    fn a_tilde_is_home() {
        let home = env::home_dir().unwrap();
        assert_eq!(expanded("~/games/one.txt"), home.join("games/one.txt"));
        assert_eq!(expanded("~"), home);
        assert_eq!(expanded("~somebody/x"), PathBuf::from("~somebody/x"));
        assert_eq!(expanded("one.txt"), PathBuf::from("one.txt"));
    }
}
