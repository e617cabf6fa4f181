//! Finds the file of a command, with the same rules and messages on every system.

use std::path::{Path, PathBuf};

/// A program that can be started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ProgramFile {
    /// Its file.
    pub(crate) file: PathBuf,
    /// The name it was found by: that of the command, unless an interpreter has another name here.
    pub(crate) name: String,
}

/// The names of Python 3: each system has one or two of these.
const PYTHON: [&str; 3] = ["python3", "python", "py"];

/// Finds a program as a shell does: a path is relative to its folder, other names are looked up in `PATH`. The error says why
/// it cannot run.
pub(crate) fn find_program(name: &str, folder: Option<&Path>) -> Result<ProgramFile, String> {
    let complain = |why: &str| format!("{name} cannot be started: {why}");
    if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
        return Err(complain(&format!("no such folder: {}", folder.display())));
    }
    if is_path(name) {
        let path = folder.map_or_else(|| PathBuf::from(name), |folder| folder.join(name));
        return match (program_at(&path), path.exists()) {
            (Some(file), _) => Ok(ProgramFile { file, name: name.to_owned() }),
            (None, true) => Err(complain("it is not executable (use chmod +x, or python3 before it)")),
            (None, false) => Err(complain("no such file")),
        };
    }
    let places = std::env::var_os("PATH").unwrap_or_default();
    let in_path = |name: &str| {
        let file = std::env::split_paths(&places).find_map(|place| program_at(&place.join(name)))?;
        Some(ProgramFile { file, name: name.to_owned() })
    };
    let found = names(name).into_iter().find_map(in_path);
    found.ok_or_else(|| complain("not found in PATH (write ./NAME for a program in its folder)"))
}

/// The symbolic link on the way from `base` to a folder: an archive may hold links to anything. Of an absolute path only the
/// last part counts.
pub(crate) fn symbolic_link(base: &Path, folder: &Path) -> Option<PathBuf> {
    let mut path = base.to_owned();
    let mut ways: Vec<PathBuf> = Vec::new();
    for part in folder.components() {
        path.push(part);
        ways.push(path.clone());
    }
    if folder.is_absolute() {
        ways.drain(..ways.len().saturating_sub(1));
    }
    ways.into_iter().find(|path| path.is_symlink())
}

/// The names to try, the best first: a plan with `python3` should work on every system.
fn names(name: &str) -> Vec<&str> {
    if !PYTHON.contains(&name) {
        return vec![name];
    }
    let mut names = vec![name];
    // On Windows the other names may be a stub that only offers to install Python.
    if cfg!(windows) {
        names.insert(0, "py");
    }
    names.extend(PYTHON);
    names
}

/// Whether a name is a path.
#[cfg(unix)]
fn is_path(name: &str) -> bool {
    name.contains('/')
}

/// Whether a name is a path.
#[cfg(windows)]
fn is_path(name: &str) -> bool {
    name.contains(['/', '\\', ':'])
}

/// The program at a path: the file itself, if it is executable.
#[cfg(unix)]
fn program_at(path: &Path) -> Option<PathBuf> {
    use rustix::fs::{Access, access};
    (path.is_file() && access(path, Access::EXEC_OK).is_ok()).then(|| path.to_owned())
}

/// The program at a path: the file itself if it has an extension of programs, or the file with such an extension added.
#[cfg(windows)]
fn program_at(path: &Path) -> Option<PathBuf> {
    const ENDINGS: [&str; 4] = ["com", "exe", "bat", "cmd"];
    let is_ending = |ending: &std::ffi::OsStr| ENDINGS.iter().any(|known| ending.eq_ignore_ascii_case(known));
    let itself = path.extension().is_some_and(is_ending).then(|| path.to_owned());
    let longer = ENDINGS.iter().map(|ending| {
        let mut longer = path.as_os_str().to_owned();
        longer.push(".");
        longer.push(ending);
        PathBuf::from(longer)
    });
    itself.into_iter().chain(longer).find(|path| path.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn python_is_found_by_whatever_name_it_has_here() {
        let found: Vec<_> = PYTHON.iter().map(|name| find_program(name, None).map(|found| found.file)).collect();
        // Either all of them are found or none.
        assert!(found.iter().all(Result::is_ok) || found.iter().all(Result::is_err), "{found:?}");
    }

    #[test]
    fn what_cannot_run_is_told_from_what_is_not_there() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("note.txt"), "no program").unwrap();
        let why = |name: &str| find_program(name, Some(folder.path())).unwrap_err();
        assert!(
            why("./note.txt").starts_with("./note.txt cannot be started: it is not executable"),
            "{}",
            why("./note.txt")
        );
        assert_eq!(why("./nothing"), "./nothing cannot be started: no such file");
        let missing = "no-such-program cannot be started: not found in PATH (write ./NAME for a program in its folder)";
        assert_eq!(why("no-such-program"), missing);
        let gone = folder.path().join("gone");
        assert!(find_program("x", Some(&gone)).unwrap_err().contains("no such folder"));
    }
}
