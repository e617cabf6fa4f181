//! Whose hand-ins files are, and how they get into the folder of a class.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use skirmish_board::quoted;

use super::class_folder::{ClassError, ClassFolder, StudentState, short};
use super::names::{clean, in_export, of_file};
use super::unpack::{EXPORT_HANDINS, HandedIn, content_hash, files_below};
use crate::system;

/// A student's hand-in on the way into the folder.
#[derive(Clone, Debug)]
pub struct Delivery {
    /// The student.
    pub student: String,
    /// The name of the file.
    pub file: String,
    /// What it is, or why it cannot be opened.
    what: Result<HandedIn, String>,
    /// The parts of an export that belong to this student, each with its name here; empty for all of a file.
    parts: Parts,
}

/// Parts of an export, each with what it is called in the hand-in, if that is said.
type Parts = Vec<(String, Option<String>)>;

/// The deliveries in files and folders: those of a whole class if it is an export, or else one each. `name` is the student's
/// name, if it is known.
pub fn deliveries(folder: &ClassFolder, paths: &[PathBuf], name: Option<&str>) -> Result<Vec<Delivery>, ClassError> {
    let mut found = Vec::new();
    for path in paths {
        if !path.exists() {
            return Err(ClassError::new(format!("{}: no such file or folder", path.display())));
        }
        // A folder may be given as `.`.
        let named = path.canonicalize().map_err(|error| ClassError::at(path, &error))?;
        let file = named.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let what = HandedIn::open(&named);
        let export = match (&what, name) {
            (Ok(what), None) => export_of(folder, what, &file)?,
            _ => Vec::new(),
        };
        if export.is_empty() {
            let own = folder.settings.pattern.as_ref();
            let student = name.map_or_else(|| of_file(&file, own), clean);
            if student.is_empty() {
                return Err(ClassError::new("the student's name is empty"));
            }
            found.push(Delivery { student, file, what, parts: Vec::new() });
        } else {
            found.extend(export);
        }
    }
    // Two files of one student: the later one counts.
    let mut last: BTreeMap<String, usize> = BTreeMap::new();
    for (place, delivery) in found.iter().enumerate() {
        last.insert(delivery.student.clone(), place);
    }
    let mut place = 0;
    found.retain(|delivery| {
        place += 1;
        last[&delivery.student] == place - 1
    });
    Ok(found)
}

/// The students of an export; empty if it is none: its first names must be those of students. Students of one name are told apart by
/// their numbers.
fn export_of(folder: &ClassFolder, what: &HandedIn, file: &str) -> Result<Vec<Delivery>, ClassError> {
    let Ok(names) = what.top_level(&folder.settings.limits) else { return Ok(Vec::new()) };
    let mut students: BTreeMap<String, BTreeMap<Option<String>, Parts>> = BTreeMap::new();
    let (mut known, mut others) = (0, Vec::new());
    for top in names {
        let Some(named) = in_export(&top, folder.settings.pattern.as_ref()) else {
            others.push(top);
            continue;
        };
        known += 1;
        students.entry(named.student).or_default().entry(named.id).or_default().push((top, named.file));
    }
    match others.first() {
        // A folder of its own, with a file that happens to be called so.
        Some(_) if known <= others.len() => return Ok(Vec::new()),
        Some(other) => {
            return Err(ClassError::new(format!(
                "{} is an export of a class, but {} in it is not called after a student: take it out, or set pattern in class.toml",
                quoted(file),
                quoted(other)
            )));
        }
        None => {}
    }
    let mut found = Vec::new();
    for (name, namesakes) in students {
        let is_alone = namesakes.len() == 1;
        for (id, parts) in namesakes {
            let student = match id {
                Some(id) if !is_alone => clean(&format!("{name} ({id})")),
                _ => name.clone(),
            };
            found.push(Delivery { student, file: file.to_owned(), what: Ok(what.clone()), parts });
        }
    }
    Ok(found)
}

/// What came of a delivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Delivered {
    /// It is a new version.
    New,
    /// It is the version that is there.
    Same,
    /// It could not be unpacked.
    Refused,
}

impl Delivery {
    /// Unpacks it and makes it the student's version. An error is about the folder of the class, not about the hand-in.
    pub fn receive(&self, folder: &ClassFolder) -> Result<Delivered, ClassError> {
        let mut student = folder.student(&self.student)?;
        let own = folder.folder_of(&self.student);
        let incoming = own.join("incoming");
        remove(&incoming)?;
        fs::create_dir_all(&incoming).map_err(|error| ClassError::at(&incoming, &error))?;
        let unpacked = self.unpack(folder, &incoming);
        student.file.clone_from(&self.file);
        let note = match unpacked {
            Ok(note) => note,
            Err(sentence) => {
                remove(&incoming)?;
                student.refused = Some(sentence);
                folder.save(&student)?;
                return Ok(Delivered::Refused);
            }
        };
        let version = content_hash(&incoming).map_err(|error| ClassError::at(&incoming, &error))?;
        let is_same = version == student.version && folder.source(&student).is_dir();
        if !is_same {
            let target = own.join(short(&version)).join("source");
            if let Some(parent) = target.parent() {
                fs::create_dir_all(parent).map_err(|error| ClassError::at(parent, &error))?;
            }
            remove(&target)?;
            fs::rename(&incoming, &target).map_err(|error| ClassError::at(&target, &error))?;
            student = StudentState { version, build: None, trial: None, ..student };
        }
        (student.refused, student.note) = (None, note);
        folder.save(&student)?;
        remove(&incoming)?;
        remove_others(&own, short(&student.version))?;
        Ok(if is_same { Delivered::Same } else { Delivered::New })
    }

    fn unpack(&self, folder: &ClassFolder, into: &Path) -> Result<Option<String>, String> {
        let what = self.what.as_ref().map_err(Clone::clone)?;
        let limits = &folder.settings.limits;
        let mut note = match &self.parts[..] {
            [] => what.unpack(into, limits, 1, &|name| Some(name.to_owned()))?,
            parts => what.unpack(into, limits, EXPORT_HANDINS, &|name| part_of(parts, name))?,
        };
        // A student's archive in an export, or one that was packed twice.
        for _ in 0..MAX_NESTED {
            let Some(archive) = only_archive(into).map_err(|error| format!("it cannot be read: {error}"))? else {
                break;
            };
            let moved = into.with_extension("archive");
            let lost = |error: io::Error| format!("it cannot be unpacked: {error}");
            fs::rename(&archive.path, &moved).map_err(lost)?;
            fs::remove_dir_all(into).map_err(lost)?;
            let inner =
                HandedIn::open(&moved).and_then(|inner| inner.unpack(into, limits, 1, &|name| Some(name.to_owned())));
            let _ = fs::remove_file(&moved);
            note = inner?;
        }
        match files_below(into) {
            Ok(files) if files.is_empty() => Err("it is empty".to_owned()),
            Ok(_) => Ok(note),
            Err(error) => Err(format!("it cannot be read: {error}")),
        }
    }
}

/// Archives in archives are unpacked as often as this.
const MAX_NESTED: usize = 2;

/// The archive that is the only thing handed in, besides documents.
fn only_archive(folder: &Path) -> io::Result<Option<HandedIn>> {
    const DOCUMENTS: [&str; 7] = ["pdf", "txt", "md", "doc", "docx", "odt", "html"];
    let mut archives = Vec::new();
    for inner in files_below(folder)? {
        let ending = inner.extension().unwrap_or_default().to_string_lossy().to_lowercase();
        let path = folder.join(&inner);
        match HandedIn::open(&path) {
            // Programs of Java are archives, too.
            Ok(found) if found.is_archive() && !["jar", "war", "whl"].contains(&&ending[..]) => archives.push(found),
            // An archive of another kind is told of when it is unpacked.
            Err(_) if ["rar", "7z", "xz", "bz2", "zst"].contains(&&ending[..]) => {
                return Err(io::Error::other(HandedIn::open(&path).err().unwrap_or_default()));
            }
            _ if DOCUMENTS.contains(&&ending[..]) => {}
            _ => return Ok(None),
        }
    }
    Ok(if archives.len() == 1 { archives.pop() } else { None })
}

/// What a part of an export is called in the hand-in of the student who has these parts.
fn part_of(parts: &[(String, Option<String>)], name: &str) -> Option<String> {
    let name = name.trim_start_matches("./");
    let (first, rest) = name.split_once(['/', '\\']).unwrap_or((name, ""));
    let (top, file) = parts.iter().find(|(top, _)| top == first)?;
    match (rest, file) {
        // A file at the top, or the student's folder.
        ("", file) => {
            Some(if name.ends_with(['/', '\\']) { ".".to_owned() } else { file.clone().unwrap_or_else(|| top.clone()) })
        }
        (rest, _) => Some(rest.to_owned()),
    }
}

/// Removes a folder if it is there.
fn remove(path: &Path) -> Result<(), ClassError> {
    system::remove_all(path).map_err(|error| ClassError::at(path, &error))
}

/// Removes the folders of other versions.
fn remove_others(folder: &Path, version: &str) -> Result<(), ClassError> {
    for entry in fs::read_dir(folder).map_err(|error| ClassError::at(folder, &error))?.flatten() {
        if entry.path().is_dir() && entry.file_name() != version {
            remove(&entry.path())?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
