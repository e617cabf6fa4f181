//! What a sandbox must show besides the system's directories: the installation that a command's program belongs to.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The system's directories, with programs and their libraries.
const SYSTEM: [&str; 6] = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64"];

/// Stores of packages, which hold nothing else.
const PACKAGE_STORES: [&str; 2] = ["/nix/store", "/gnu/store"];

/// More symbolic links in a row lead nowhere.
const MAX_LINKS: usize = 20;

/// Whether a sandbox shows this file anyway.
pub(super) fn is_system(path: &Path) -> bool {
    SYSTEM.iter().chain(&PACKAGE_STORES).any(|place| path.starts_with(place))
}

/// The directories (or files) outside the system's that a program needs: the installations of the file itself, and of
/// everything that it is a symbolic link to. Not for files of students: they may be links to anything.
pub(super) fn installations(program: &Path) -> BTreeSet<PathBuf> {
    let mut found = BTreeSet::new();
    let mut path = program.to_owned();
    for _ in 0..MAX_LINKS {
        // The folder may be a link, too.
        for path in [Some(path.clone()), path.canonicalize().ok()].into_iter().flatten() {
            // Debian chooses among versions by links there, which every sandbox has.
            if !is_system(&path) && !path.starts_with("/etc/alternatives") {
                found.extend(installation(&path));
            }
        }
        let Ok(target) = fs::read_link(&path) else { break };
        path = path.parent().unwrap_or(Path::new("/")).join(target);
    }
    found
}

/// The installation of a file: `DIR` for `DIR/bin/python3`. Of a home folder only the file and what belongs to it.
fn installation(file: &Path) -> Vec<PathBuf> {
    let Some(place) = file.parent() else { return vec![file.to_owned()] };
    let is_bin = place.file_name().is_some_and(|name| ["bin", "shims", "condabin"].iter().any(|bin| name == *bin));
    let Some(prefix) = place.parent().filter(|_| is_bin) else { return vec![file.to_owned()] };
    let home = std::env::var_os("HOME").map(PathBuf::from);
    let is_private = prefix.ends_with(".local")
        || prefix.components().count() < 3
        || prefix.parent().is_some_and(|parent| parent == Path::new("/home"))
        || home.is_some_and(|home| home.starts_with(prefix));
    match is_private {
        false => vec![prefix.to_owned()],
        true => [file.to_owned(), prefix.join("lib")].into_iter().filter(|path| path.exists()).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interpreter_brings_its_installation_and_no_home() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        let file = |path: &str| {
            let path = root.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, "").unwrap();
            path
        };
        let python = file("versions/3/bin/python3");
        assert_eq!(installations(&python), BTreeSet::from([root.join("versions/3")]));
        // A virtual environment whose interpreter is a link.
        fs::create_dir_all(root.join("env/bin")).unwrap();
        let link = root.join("env/bin/python3");
        std::os::unix::fs::symlink("../../versions/3/bin/python3", &link).unwrap();
        assert!(installations(&link).is_superset(&BTreeSet::from([root.join("env"), root.join("versions/3")])));
        // A program of its own brings itself only.
        let own = file("tool/run");
        assert_eq!(installations(&own), BTreeSet::from([own.clone()]));
        let private = file(".local/bin/tool");
        assert_eq!(installations(&private), BTreeSet::from([private.clone()]));
        assert!(installations(Path::new("/usr/bin/env")).is_empty());
    }
}
