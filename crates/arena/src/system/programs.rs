//! Which file a command means, the same way and with the same words on every system.

use std::path::{Path, PathBuf};

/// A program that can be started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ProgramFile {
    /// Its file.
    pub(crate) file: PathBuf,
    /// What it was found by: as it was called, but for an interpreter that has another name here.
    pub(crate) name: String,
}

/// What Python 3 is called: each system has one or two of these.
const PYTHON: [&str; 3] = ["python3", "python", "py"];

/// The program that a name means as in a shell: with a path from the folder it runs in, or found in `PATH`. The error says why it
/// cannot run.
pub(crate) fn find_program(name: &str, folder: Option<&Path>) -> Result<ProgramFile, String> {
    let complain = |why: &str| format!("{name} cannot be started: {why}");
    if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
        return Err(complain(&format!("there is no folder {}", folder.display())));
    }
    if is_path(name) {
        let path = folder.map_or_else(|| PathBuf::from(name), |folder| folder.join(name));
        return match (program_at(&path), path.exists()) {
            (Some(file), _) => Ok(ProgramFile { file, name: name.to_owned() }),
            (None, true) => Err(complain("it is no program (chmod +x makes it one, or python3 before it)")),
            (None, false) => Err(complain("there is no such file")),
        };
    }
    let places = std::env::var_os("PATH").unwrap_or_default();
    let in_path = |name: &str| {
        let file = std::env::split_paths(&places).find_map(|place| program_at(&place.join(name)))?;
        Some(ProgramFile { file, name: name.to_owned() })
    };
    let found = names(name).into_iter().find_map(in_path);
    found.ok_or_else(|| complain("there is no program of this name (one in its folder is called ./NAME)"))
}

/// The names to look for, the best first: a plan that says `python3` is meant for every system.
fn names(name: &str) -> Vec<&str> {
    if !PYTHON.contains(&name) {
        return vec![name];
    }
    let mut names = vec![name];
    // There the other names may belong to a file that only offers to install Python.
    if cfg!(windows) {
        names.insert(0, "py");
    }
    names.extend(PYTHON);
    names
}

/// Whether a name says where the file is.
#[cfg(unix)]
fn is_path(name: &str) -> bool {
    name.contains('/')
}

/// Whether a name says where the file is.
#[cfg(windows)]
fn is_path(name: &str) -> bool {
    name.contains(['/', '\\', ':'])
}

/// The program that a path means: the file itself, if it may be executed.
#[cfg(unix)]
fn program_at(path: &Path) -> Option<PathBuf> {
    use rustix::fs::{Access, access};
    (path.is_file() && access(path, Access::EXEC_OK).is_ok()).then(|| path.to_owned())
}

/// The program that a path means: the file itself if its name ends like that of a program, or one whose name goes on like that.
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
        // Either all of them mean a program or none does.
        assert!(found.iter().all(Result::is_ok) || found.iter().all(Result::is_err), "{found:?}");
    }

    #[test]
    fn what_cannot_run_is_told_from_what_is_not_there() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("note.txt"), "no program").unwrap();
        let why = |name: &str| find_program(name, Some(folder.path())).unwrap_err();
        assert!(
            why("./note.txt").starts_with("./note.txt cannot be started: it is no program"),
            "{}",
            why("./note.txt")
        );
        assert_eq!(why("./nothing"), "./nothing cannot be started: there is no such file");
        let missing =
            "no-such-program cannot be started: there is no program of this name (one in its folder is called ./NAME)";
        assert_eq!(why("no-such-program"), missing);
        let gone = folder.path().join("gone");
        assert!(find_program("x", Some(&gone)).unwrap_err().contains("there is no folder"));
    }
}
