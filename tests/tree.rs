//! The source tree: what the documents say about it is true.

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// All files below a folder, as relative paths.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).unwrap_or_else(|error| panic!("{}: {error}", next.display())) {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                found.push(path.strip_prefix(folder).unwrap().to_owned());
            }
        }
    }
    found.sort();
    found
}

/// The sections of a page, as heading and text.
fn sections(text: &str) -> Vec<(&str, &str)> {
    text.split("\n## ").skip(1).map(|section| section.split_once('\n').unwrap_or((section, ""))).collect()
}

/// ARCHITECTURE.md may name a file by any suffix of its path.
#[test]
fn the_architecture_page_names_each_crate_and_only_files_that_exist() {
    let page = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let lines = page.lines().count();
    assert!(lines <= 150, "ARCHITECTURE.md has {lines} lines: files describe themselves");
    let folder = root().join("crates");
    for entry in fs::read_dir(&folder).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(page.contains(&format!("| `{name}` |")), "ARCHITECTURE.md does not name the crate {name}");
    }
    let known: Vec<String> =
        ["crates", "tests"].iter().flat_map(|folder| files_of_sources(&root().join(folder))).collect();
    let mut named = 0;
    for word in page.split('`').skip(1).step_by(2).filter(|word| is_file_name(word)) {
        let found = known.iter().any(|file| file.ends_with(&format!("/{word}")));
        assert!(found, "ARCHITECTURE.md names {word}, which does not exist");
        named += 1;
    }
    assert!(named >= 40, "the test no longer finds what it looks for");
}

fn is_file_name(word: &str) -> bool {
    [".rs", ".ts", ".tsx"].iter().any(|end| word.ends_with(end))
}

/// Source files as the documents name them, with and without the folder `src`.
fn files_of_sources(folder: &Path) -> Vec<String> {
    let sources = files(folder).into_iter().filter(|file| !file.iter().any(|part| part == "node_modules"));
    let names = sources.map(|file| format!("/{}", file.display()).replace('\\', "/"));
    names.filter(|name| is_file_name(name)).flat_map(|name| [name.replacen("/src/", "/", 1), name]).collect()
}

#[test]
fn each_file_begins_by_saying_what_it_is() {
    let folder = root().join("crates");
    let without: Vec<PathBuf> = files(&folder)
        .into_iter()
        .filter(|file| file.extension().is_some_and(|extension| extension == "rs") && !file.ends_with("tests.rs"))
        .filter(|file| !fs::read_to_string(folder.join(file)).unwrap().starts_with("//! "))
        .collect();
    assert!(without.is_empty(), "these files have no //! line: {without:#?}");
}

/// The names and texts of all files below a folder.
fn texts(folder: &str) -> Vec<(String, String)> {
    let folder = root().join(folder);
    let text = |file: PathBuf| (file.display().to_string(), fs::read_to_string(folder.join(&file)).unwrap());
    files(&folder).into_iter().map(text).collect()
}

#[test]
fn front_ends_share_the_session_which_is_a_pure_value_and_nothing_of_each_other() {
    for (folder, unwanted) in [
        ("crates/cli/src/console", &["skirmish_terminal", "skirmish_api"][..]),
        ("crates/terminal/src", &["skirmish_api", "skirmish_web"]),
        ("crates/api/src", &["skirmish_terminal", "skirmish_web"]),
        ("crates/session/src", &["std::thread", "std::fs", "Instant", "SystemTime", "println!", "std::env"]),
    ] {
        for (name, text) in texts(folder) {
            let found = unwanted.iter().find(|word| text.contains(**word));
            assert_eq!(found, None, "{folder}/{name}");
        }
    }
}

/// The documents in the root of the repository.
const PAGES: [&str; 5] = ["README.md", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"];

/// All documents, as paths from the root.
fn pages() -> Vec<PathBuf> {
    let mut pages: Vec<PathBuf> = PAGES.map(PathBuf::from).into();
    pages.extend(files(&root().join("docs")).into_iter().map(|path| Path::new("docs").join(path)));
    pages.retain(|page| page.extension().is_some_and(|extension| extension == "md"));
    pages
}

/// `rust-version` in Cargo.toml is the one place that sets the oldest compiler.
#[test]
fn documents_name_the_oldest_compiler_that_cargo_demands() {
    let mut named = 0;
    for page in pages() {
        let text = fs::read_to_string(root().join(&page)).unwrap();
        for rest in text.split("[Rust](https://rustup.rs) ").skip(1) {
            let version = rest.split_whitespace().next().unwrap_or_default();
            assert_eq!(version, env!("CARGO_PKG_RUST_VERSION"), "{} names another compiler", page.display());
            named += 1;
        }
    }
    assert!(named >= 2, "the test no longer finds what it looks for");
}

#[test]
fn the_changelog_has_a_section_for_this_version() {
    let page = fs::read_to_string(root().join("CHANGELOG.md")).unwrap();
    let version = env!("CARGO_PKG_VERSION");
    assert!(
        sections(&page).iter().any(|(heading, _)| heading.split_whitespace().any(|word| word == version)),
        "CHANGELOG.md has no section for {version}"
    );
}

#[test]
fn lines_of_documents_fit_on_a_screen() {
    for page in PAGES {
        for (number, line) in (1..).zip(fs::read_to_string(root().join(page)).unwrap().lines()) {
            assert!(
                line.chars().count() <= 120 || line.starts_with(['|', '<']),
                "{page}:{number} has more than 120 characters"
            );
        }
    }
}

#[test]
fn links_between_documents_lead_somewhere() {
    for page in pages() {
        let text = fs::read_to_string(root().join(&page)).unwrap();
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let target = link.split('#').next().unwrap_or_default();
            if !target.is_empty() && !target.contains("://") {
                let path = root().join(page.parent().unwrap()).join(target);
                assert!(path.exists(), "{}: {link} leads nowhere", page.display());
            }
        }
    }
}

/// A row of the glossary is `| term (abbreviation) | meaning | [`file`](../path) |`.
#[test]
fn the_files_of_the_glossary_contain_their_terms() {
    // `EnginePool` and `engine_pool` are the engine pool.
    let plain = |text: &str| text.to_lowercase().replace(['-', '_', ' '], "");
    let page = fs::read_to_string(root().join("docs/GLOSSARY.md")).unwrap();
    let mut terms = 0;
    for row in page.lines().filter(|line| line.starts_with('|') && line.contains("](")) {
        let (term, path) = (row.split('|').nth(1).unwrap().trim(), row.rsplit("](").next().unwrap());
        let path = root().join("docs").join(path.split(')').next().unwrap());
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{term}: {}: {error}", path.display()));
        let names = term.trim_end_matches(')').split(" (");
        assert!(names.clone().any(|name| plain(&text).contains(&plain(name))), "{} lacks {term}", path.display());
        terms += 1;
    }
    assert!(terms >= 50, "the test no longer finds what it looks for");
    assert!(!page.contains("| |"), "a term has no file");
}

/// Types that share a name on purpose, and why.
const SHARED_NAMES: [(&str, &str); 7] = [
    ("Example", "the API's message has the registry's name"),
    ("Kind", "the kinds of pieces of each game"),
    ("Placed", "the API's message has the registry's name"),
    ("Played", "the API's message has the name of the played action"),
    ("Processes", "one per operating system"),
    ("Quiet", "one per operating system"),
    ("Started", "one per operating system"),
];

#[test]
fn no_type_name_has_two_meanings() {
    let mut found = std::collections::BTreeMap::<String, Vec<PathBuf>>::new();
    let folder = root().join("crates");
    for file in files(&folder).into_iter().filter(|file| is_source(file)) {
        let text = fs::read_to_string(folder.join(&file)).unwrap();
        for line in text.split("\nmod tests {").next().unwrap_or_default().lines() {
            // Types of a trait are not types of their own.
            let (line, in_block) = (line.trim_start(), line.starts_with(' '));
            let line = line.strip_prefix("pub").map_or(line, |rest| rest.split_once(' ').map_or("", |(_, rest)| rest));
            let Some((kind, rest)) = line.split_once(' ') else { continue };
            if ["struct", "enum", "trait"].contains(&kind) || kind == "type" && !in_block {
                found.entry(words(rest).next().unwrap_or_default().to_owned()).or_default().push(file.clone());
            }
        }
    }
    assert!(found.len() >= 300, "the test no longer finds what it looks for");
    found.retain(|_, files| files.len() > 1);
    for (name, why) in SHARED_NAMES {
        assert!(found.remove(name).is_some(), "{name} is no longer shared ({why}): take it off the list");
    }
    assert!(found.is_empty(), "a type name has one meaning; rename one of these: {found:#?}");
}

/// Whether a file below `crates` is Rust of the program, and not a test.
fn is_source(file: &Path) -> bool {
    let mut parts = file.iter().map(|part| part.to_string_lossy());
    file.extension().is_some_and(|extension| extension == "rs")
        && parts.nth(1).is_some_and(|part| part == "src")
        && !parts.any(|part| part.starts_with("test"))
}

/// `cargo test` with a name that no test has runs nothing and succeeds.
#[test]
fn miri_runs_modules_that_exist() {
    let script = fs::read_to_string(root().join("tools/miri")).unwrap();
    let line = script.lines().find(|line| line.starts_with("miri \"\" --lib -- ")).unwrap();
    let sources = files(&root().join("crates/search/src"));
    for module in line.split_whitespace().skip(4) {
        assert!(sources.iter().any(|file| file.ends_with(format!("{module}.rs"))), "tools/miri: {module}");
    }
}

/// Operating systems differ in one module of each crate; all other code is the same everywhere.
#[test]
fn systems_are_told_apart_in_one_module_of_each_crate() {
    // Conditions on the operating system; those on the processor or on WebAssembly are allowed.
    let is_system = |word: &str| ["unix", "windows", "target_os"].contains(&word);
    let names_system = |line: &str| {
        let code = line.split("//").next().unwrap_or_default();
        code.contains("std::os::") || code.contains("cfg") && words(code).any(is_system)
    };
    let (mut strays, mut modules) = (Vec::new(), 0);
    for entry in fs::read_dir(root().join("crates")).unwrap() {
        let folder = entry.unwrap().path().join("src");
        for file in
            files(&folder).into_iter().filter(|file| file.extension().is_some_and(|extension| extension == "rs"))
        {
            let text = fs::read_to_string(folder.join(&file)).unwrap();
            let found = text.lines().any(names_system);
            let its_place = file.starts_with("system") || file == Path::new("system.rs");
            modules += usize::from(found && its_place);
            if found && !its_place {
                strays.push(folder.join(&file));
            }
        }
    }
    assert!(strays.is_empty(), "these name a system outside of src/system.rs and src/system/: {strays:#?}");
    assert!(modules >= 5, "the test no longer finds what it looks for");
}

fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|sign: char| !sign.is_alphanumeric() && sign != '_')
}
