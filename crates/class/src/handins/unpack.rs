//! Unpacks what is handed in: zip and tar archives and folders, none of them trusted.
//!
//! No name leads out of the folder, no link or device is ever made, and size, number of files and growth are limited. The first
//! breach ends it with a sentence; what is left behind is the caller's to remove.

mod archive;

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};
use skirmish_board::quoted;

use super::names::hex;
use crate::system;
pub(super) use archive::EXPORT_HANDINS;
pub use archive::HandedIn;

/// What a hand-in may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnpackLimits {
    /// All its files together.
    pub bytes: u64,
    /// The number of its files and folders.
    pub files: usize,
    /// How many times larger than its archive it may be.
    pub ratio: u64,
}

impl Default for UnpackLimits {
    fn default() -> UnpackLimits {
        UnpackLimits { bytes: 64 << 20, files: 2000, ratio: 200 }
    }
}

/// Small hand-ins may grow more than the ratio says: empty tables and the like.
const RATIO_FREE_BYTES: u64 = 1 << 20;

/// Deeper and longer names are refused.
const MAX_DEPTH: usize = 32;
const MAX_NAME_BYTES: usize = 255;

/// A part of an archive.
enum EntryKind<'a> {
    File {
        reader: &'a mut dyn Read,
        executable: bool,
    },
    Folder,
    /// A symbolic or hard link, and what it leads to.
    Link(String),
    /// A device, a pipe, a socket.
    Special,
}

/// Writes the parts of one hand-in into a folder.
struct Unpacker<'a> {
    into: &'a Path,
    limits: &'a UnpackLimits,
    bytes: u64,
    files: usize,
    links: usize,
    /// Bytes of the archive that it came from so far; `None` where that means nothing.
    packed: Option<u64>,
}

impl Unpacker<'_> {
    fn new<'a>(into: &'a Path, limits: &'a UnpackLimits) -> Unpacker<'a> {
        Unpacker { into, limits, bytes: 0, files: 0, links: 0, packed: None }
    }

    /// Adds a part, called `name` in the archive.
    fn add(&mut self, name: &str, kind: EntryKind<'_>) -> Result<(), String> {
        let inner = safe_path(name)?;
        if inner.as_os_str().is_empty() || is_junk(&inner) {
            return Ok(());
        }
        self.files += 1;
        if self.files > self.limits.files {
            return Err(format!("it holds more than {} files", self.limits.files));
        }
        let path = self.into.join(&inner);
        let failed = |error: io::Error| format!("{} cannot be written: {error}", quoted(name));
        match kind {
            EntryKind::Folder => fs::create_dir_all(&path).map_err(failed),
            EntryKind::File { reader, executable } => {
                if let Some(parent) = path.parent() {
                    fs::create_dir_all(parent).map_err(failed)?;
                }
                let mut file = File::create(&path).map_err(failed)?;
                self.copy(name, reader, &mut file)?;
                if executable || looks_executable(&path) {
                    system::set_executable(&path).map_err(failed)?;
                }
                Ok(())
            }
            EntryKind::Link(target) => match leads_out(&inner, &target) {
                true => Err(format!("it holds a link out of its folder: {} to {}", quoted(name), quoted(&target))),
                false => {
                    self.links += 1;
                    Ok(())
                }
            },
            EntryKind::Special => Err(format!("it holds {}, which is neither a file nor a folder", quoted(name))),
        }
    }

    /// Copies a file, piece by piece, so that a bomb is stopped at the limit.
    fn copy(&mut self, name: &str, reader: &mut dyn Read, file: &mut File) -> Result<(), String> {
        let mut buffer = [0; 16 << 10];
        loop {
            let count = match reader.read(&mut buffer) {
                Ok(0) => return Ok(()),
                Ok(count) => count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(format!("it is broken: {}: {error}", quoted(name))),
            };
            self.bytes += count as u64;
            if self.bytes > self.limits.bytes {
                return Err(format!("it is larger than {} MiB when it is unpacked", self.limits.bytes >> 20));
            }
            if let Some(packed) = self.packed
                && self.bytes > RATIO_FREE_BYTES.max(self.limits.ratio.saturating_mul(packed))
            {
                return Err(format!("it is a bomb: unpacked, it is more than {} times as large", self.limits.ratio));
            }
            file.write_all(&buffer[..count]).map_err(|error| format!("{} cannot be written: {error}", quoted(name)))?;
        }
    }

    /// What was left out, in a sentence.
    fn note(&self) -> Option<String> {
        match self.links {
            0 => None,
            1 => Some("one link was left out".to_owned()),
            links => Some(format!("{links} links were left out")),
        }
    }
}

/// A name in an archive as a path below the folder. Both slashes separate: some archives of Windows have the other one.
fn safe_path(name: &str) -> Result<PathBuf, String> {
    let outside = || format!("it names a file outside of its folder: {}", quoted(name));
    if name.starts_with(['/', '\\']) {
        return Err(outside());
    }
    let mut path = PathBuf::new();
    let mut depth = 0;
    for part in name.split(['/', '\\']).filter(|part| !part.is_empty() && *part != ".") {
        if part == ".." || part.as_bytes().get(1) == Some(&b':') {
            return Err(outside());
        }
        depth += 1;
        if part.contains('\0') || part.len() > MAX_NAME_BYTES || depth > MAX_DEPTH {
            return Err(format!("it holds a name that is too long or deep: {}", quoted(&shortened(name))));
        }
        path.push(part);
    }
    Ok(path)
}

fn shortened(name: &str) -> String {
    name.chars().take(80).collect()
}

/// Whether a link's target is outside of the folder that holds the link at `inner`.
fn leads_out(inner: &Path, target: &str) -> bool {
    if target.starts_with(['/', '\\']) || target.as_bytes().get(1) == Some(&b':') {
        return true;
    }
    let mut depth = inner.components().count() - 1;
    for part in target.split(['/', '\\']) {
        match part {
            "" | "." => {}
            ".." => match depth.checked_sub(1) {
                Some(up) => depth = up,
                None => return true,
            },
            _ => depth += 1,
        }
    }
    false
}

/// What systems and editors leave behind, and nobody means to hand in.
fn is_junk(inner: &Path) -> bool {
    const JUNK: [&str; 6] = ["__MACOSX", ".DS_Store", "Thumbs.db", ".git", "__pycache__", "desktop.ini"];
    inner.iter().any(|part| JUNK.iter().any(|junk| part == *junk) || part.as_encoded_bytes().starts_with(b"._"))
}

/// Whether a file is a program of this machine or a script: some archives lose that it can run.
fn looks_executable(path: &Path) -> bool {
    first_bytes(path).is_ok_and(|bytes| bytes.starts_with(b"\x7fELF") || bytes.starts_with(b"#!"))
}

/// The beginning of a file, which tells what it is.
pub(super) fn first_bytes(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(512).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// All files below a folder, as relative paths in a fixed order. It has no links: they are never made.
pub fn files_below(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut folders = vec![PathBuf::new()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(folder.join(&next))? {
            let entry = entry?;
            let inner = next.join(entry.file_name());
            match entry.file_type()? {
                kind if kind.is_dir() => folders.push(inner),
                kind if kind.is_file() => found.push(inner),
                // What a program makes where it runs.
                _ => {}
            }
        }
    }
    found.sort();
    Ok(found)
}

/// What identifies a version: a hash of all names and contents.
pub fn content_hash(folder: &Path) -> io::Result<String> {
    let mut hash = Sha256::new();
    for inner in files_below(folder)? {
        let name = inner.to_string_lossy().replace('\\', "/");
        let mut file = File::open(folder.join(&inner))?;
        let length = file.metadata()?.len();
        hash.update((name.len() as u64).to_le_bytes());
        hash.update(name.as_bytes());
        hash.update([u8::from(system::is_executable(&folder.join(&inner)))]);
        hash.update(length.to_le_bytes());
        let mut buffer = vec![0; 64 << 10];
        loop {
            match file.read(&mut buffer)? {
                0 => break,
                count => hash.update(&buffer[..count]),
            }
        }
    }
    Ok(hex(&hash.finalize()))
}

/// Copies all files of a folder.
pub fn copy_files(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for inner in files_below(from)? {
        let target = to.join(&inner);
        if let Some(parent) = target.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::copy(from.join(&inner), target)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
