//! Names of students: from the names of files, and as folders.

use regex_lite::Regex;
use sha2::{Digest, Sha256};
use skirmish_arena::standings::is_hidden;

/// A student's name and the rest of a file's name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedFile {
    /// The student.
    pub student: String,
    /// The student's number on the platform, if the pattern says so.
    pub id: Option<String>,
    /// What is left of the file's name, if the pattern says so.
    pub file: Option<String>,
}

/// What Moodle and Canvas call the files of a student.
const EXPORTS: [&str; 2] = [
    r"^(?<name>.+?)_(?<id>\d+)_assignsubmission_(?:file|onlinetext)(?:_(?<file>.+))?$",
    r"^(?<name>[^_]+)_(?:LATE_)?(?<id>\d+)_\d+_(?<file>.+)$",
];

/// The student of a file in an export of a whole class. `own` is the instructor's pattern, which then is the only one.
pub fn in_export(file: &str, own: Option<&Regex>) -> Option<NamedFile> {
    let found = |pattern: &Regex| {
        let groups = pattern.captures(file)?;
        let student = clean(groups.name("name")?.as_str());
        let group = |name: &str| groups.name(name).map(|found| found.as_str().to_owned());
        (!student.is_empty()).then(|| NamedFile { student, id: group("id"), file: group("file") })
    };
    match own {
        Some(pattern) => found(pattern),
        None => EXPORTS.iter().find_map(|pattern| found(&Regex::new(pattern).ok()?)),
    }
}

/// The student of a hand-in: by a pattern, or else the file's name without the endings of archives and sources.
pub fn of_file(file: &str, own: Option<&Regex>) -> String {
    if let Some(found) = in_export(file, own) {
        return found.student;
    }
    let lower = file.to_lowercase();
    let endings = [".tar.gz", ".tgz", ".tar", ".zip", ".py", ".java", ".c", ".cpp", ".cc", ".cxx"];
    let ending = endings.iter().find(|ending| lower.ends_with(**ending)).map_or(0, |ending| ending.len());
    // Lower case may have another length.
    let stem = file.get(..file.len() - ending).unwrap_or(file);
    let name = clean(stem);
    if name.is_empty() { "unnamed".to_owned() } else { name }
}

/// As many characters as an engine's name has at most.
const MAX_NAME_CHARS: usize = 60;

/// A name without control characters and other blanks than single spaces.
pub fn clean(name: &str) -> String {
    let plain: String = name.chars().map(|c| if is_hidden(c) { ' ' } else { c }).collect();
    let words: Vec<&str> = plain.split_whitespace().collect();
    words.join(" ").chars().take(MAX_NAME_CHARS).collect::<String>().trim_end().to_owned()
}

/// A name as a folder: readable, and no two names share one.
pub fn slug(name: &str) -> String {
    let mut words = String::new();
    for c in name.chars().flat_map(char::to_lowercase) {
        match c {
            'a'..='z' | '0'..='9' => words.push(c),
            _ if words.ends_with('-') || words.is_empty() => {}
            _ => words.push('-'),
        }
    }
    words.truncate(32);
    let words = words.trim_end_matches('-');
    let hash = hex(&Sha256::digest(name.as_bytes()));
    let hash = &hash[..8];
    if words.is_empty() { hash.to_owned() } else { format!("{words}-{hash}") }
}

/// Bytes as text.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn students_are_found_in_the_names_of_exports() {
        let found = |file: &str| in_export(file, None).map(|named| (named.student, named.file));
        let named = |student: &str, file: Option<&str>| Some((student.to_owned(), file.map(str::to_owned)));
        assert_eq!(found("Ada Byron_12345_assignsubmission_file"), named("Ada Byron", None));
        assert_eq!(found("Ada Byron_12345_assignsubmission_file_oska.zip"), named("Ada Byron", Some("oska.zip")));
        assert_eq!(found("a_b_7_assignsubmission_file_x_1.zip"), named("a_b", Some("x_1.zip")));
        let id = |file: &str| in_export(file, None).and_then(|named| named.id);
        assert_eq!(id("Ada Byron_12345_assignsubmission_onlinetext").as_deref(), Some("12345"));
        assert_eq!(id("byronada_LATE_12_345_main.py").as_deref(), Some("12"));
        assert_eq!(found("byronada_12_345_oska-1.zip"), named("byronada", Some("oska-1.zip")));
        assert_eq!(found("byronada_LATE_12_345_main.py"), named("byronada", Some("main.py")));
        assert_eq!(found("main.py"), None);
        let own = Regex::new("^hw1-(?<name>[^-]+)-").unwrap();
        assert_eq!(of_file("hw1-Ada-oska.zip", Some(&own)), "Ada");
        assert_eq!(of_file("Ada Byron.tar.gz", None), "Ada Byron");
        assert_eq!(of_file("Ada Byron.py", None), "Ada Byron");
        assert_eq!(of_file("<b>Ada</b> & Bob.ZIP", None), "<b>Ada</b> & Bob");
        assert_eq!(of_file("\u{202e} .zip", None), "unnamed");
        assert_eq!(clean(" a\u{1b}\tb  c "), "a b c");
    }

    #[test]
    fn every_name_has_a_folder_of_its_own() {
        let names = ["Ada", "ada", "a/../b", "a b", "..", "", "名前", "<b>", "x\\y"];
        let slugs: std::collections::BTreeSet<String> = names.map(slug).into();
        assert_eq!(slugs.len(), names.len());
        for slug in slugs {
            assert!(slug.chars().all(|c| c.is_ascii_alphanumeric() || c == '-') && !slug.is_empty(), "{slug}");
        }
        assert!(slug("Ada Byron").starts_with("ada-byron-"));
    }
}
