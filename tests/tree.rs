//! The source tree itself: what its documents say of it is true.

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// All files below a folder, as paths from there.
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

/// The sections of a page by their headings.
fn sections(text: &str) -> Vec<(&str, &str)> {
    text.split("\n## ").skip(1).map(|section| section.split_once('\n').unwrap_or((section, ""))).collect()
}

#[test]
fn the_architecture_page_has_a_section_for_each_crate_that_names_its_files() {
    let page = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let sections = sections(&page);
    let mut missing = Vec::new();
    for entry in fs::read_dir(root().join("crates")).unwrap() {
        let folder = entry.unwrap().path();
        let name = format!("crates/{}", folder.file_name().unwrap().to_str().unwrap());
        let Some((_, text)) = sections.iter().find(|(heading, _)| heading.contains(&format!("`{name}`"))) else {
            panic!("ARCHITECTURE.md has no section for {name}")
        };
        for file in files(&folder.join("src")) {
            let is_test = file.components().any(|part| part.as_os_str() == "tests" || part.as_os_str() == "tests.rs");
            let base = file.file_name().unwrap().to_str().unwrap();
            let usual = ["lib.rs", "mod.rs"].contains(&base);
            if file.extension().is_some_and(|extension| extension == "rs") && !is_test && !usual && !text.contains(base)
            {
                missing.push(format!("{name}/src/{}", file.display()));
            }
        }
    }
    assert!(missing.is_empty(), "ARCHITECTURE.md does not name {missing:#?}");
}

#[test]
fn lines_of_documents_fit_on_a_screen() {
    for page in ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"] {
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
    let mut pages: Vec<PathBuf> = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"].map(PathBuf::from).into();
    pages.extend(files(&root().join("docs")).into_iter().map(|path| Path::new("docs").join(path)));
    pages.retain(|page| page.extension().is_some_and(|extension| extension == "md"));
    for page in pages {
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
