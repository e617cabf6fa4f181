//! The pages as files in a folder, for any web server.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use skirmish_board::quoted;

use super::follower::Follower;
use super::pages::{GENERATOR, Liveness, PageView, all_pages, files};
use super::summary::Summary;
use super::{LiveError, LiveOptions};

/// The pages of a tournament in a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PublishedPages {
    /// Files written.
    pub files: usize,
    /// Finished games in them.
    pub games: usize,
}

/// Writes the pages into a folder, for any web server: all of them, or none and the folder stays as it was.
///
/// The folder may be new, empty, or an earlier publication, which is replaced; another folder is an error.
pub fn publish(options: &LiveOptions, folder: &Path) -> Result<PublishedPages, LiveError> {
    let mut known = Follower::default();
    known.read(&mut *options.open()?)?;
    let nothing = || LiveError("there is no tournament in this store yet".to_owned());
    let summary = Summary::new(&known, options, None).ok_or_else(nothing)?;
    let now = jiff::Timestamp::now().strftime("%Y-%m-%d %H:%M UTC").to_string();
    let view = PageView { summary: &summary, running: Vec::new(), liveness: Liveness::Still(now) };
    let cannot = |error: io::Error| LiveError(format!("cannot write {}: {error}", quoted(&folder.to_string_lossy())));
    check(folder)?;
    let (parent, name) = place(folder).map_err(cannot)?;
    fs::create_dir_all(&parent).map_err(cannot)?;
    // Beside the folder, so that it only has to be renamed.
    let [new, old] = ["new", "old"].map(|what| parent.join(format!(".{name}-{what}-{}", std::process::id())));
    let written = write_all(&view, &new).and_then(|files| {
        exchange(folder, &new, &old)?;
        Ok(PublishedPages { files, games: summary.tournament.games().len() })
    });
    if written.is_err() {
        let _ = fs::remove_dir_all(&new);
    }
    written.map_err(cannot)
}

/// Refuses a folder with anything but an earlier publication.
fn check(folder: &Path) -> Result<(), LiveError> {
    let shown = quoted(&folder.to_string_lossy());
    let Ok(mut entries) = fs::read_dir(folder) else {
        return match folder.exists() {
            true => Err(LiveError(format!("{shown} is not a folder"))),
            false => Ok(()),
        };
    };
    let index = fs::read_to_string(folder.join("index.html")).unwrap_or_default();
    let is_ours = index.contains(&format!("<meta name=\"generator\" content=\"{GENERATOR}\">"));
    if is_ours || entries.next().is_none() {
        return Ok(());
    }
    Err(LiveError(format!("{shown} holds other files, expected a new or empty folder, or one that this command wrote")))
}

/// The folder's parent and its name.
fn place(folder: &Path) -> io::Result<(PathBuf, String)> {
    let path = std::path::absolute(folder)?;
    let named = path.parent().zip(path.file_name());
    let (parent, name) = named.ok_or(io::Error::from(io::ErrorKind::InvalidInput))?;
    Ok((parent.to_owned(), name.to_string_lossy().into_owned()))
}

fn write_all(view: &PageView, folder: &Path) -> io::Result<usize> {
    // Left by a process with the same number that was killed.
    let _ = fs::remove_dir_all(folder);
    fs::create_dir(folder)?;
    let mut written = 0;
    let mut write = |name: &str, text: &str| {
        written += 1;
        fs::write(folder.join(name), text)
    };
    for (name, text) in files(view.summary) {
        write(name, &text)?;
    }
    for page in all_pages(view.summary) {
        if let Some(text) = view.page(page) {
            write(&page.file(), &text)?;
        }
    }
    Ok(written)
}

/// Puts a folder in the place of another, which is deleted. If the first cannot be moved, the other comes back.
fn exchange(folder: &Path, new: &Path, old: &Path) -> io::Result<()> {
    let _ = fs::remove_dir_all(old);
    let existed = folder.exists();
    if existed {
        fs::rename(folder, old)?;
    }
    if let Err(error) = fs::rename(new, folder) {
        if existed {
            fs::rename(old, folder)?;
        }
        return Err(error);
    }
    if existed { fs::remove_dir_all(old) } else { Ok(()) }
}

#[cfg(test)]
mod tests;
