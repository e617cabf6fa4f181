//! The parts of archives and folders, one by one.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use flate2::read::MultiGzDecoder;
use tar::EntryType;
use zip::ZipArchive;
use zip::result::ZipError;

use super::{EntryKind, UnpackLimits, Unpacker, first_bytes};

/// Something that was handed in.
#[derive(Clone, Debug)]
pub struct HandedIn {
    /// The file or folder.
    pub path: PathBuf,
    kind: Packing,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Packing {
    Zip,
    Tar,
    TarGz,
    Folder,
    /// A program in one file.
    Single,
}

/// A part of an archive reaches this, with its name.
type Visit<'a> = &'a mut dyn FnMut(&str, EntryKind<'_>, Option<u64>) -> Result<(), String>;

/// Bytes of a tar's own structure for each of its parts, and more for long names.
const TAR_BYTES_PER_FILE: u64 = 4096;

impl HandedIn {
    /// What a path holds, by its content. The error is a sentence.
    pub fn open(path: &Path) -> Result<HandedIn, String> {
        let data = fs::metadata(path).map_err(|error| format!("it cannot be read: {error}"))?;
        let kind = if data.is_dir() {
            Packing::Folder
        } else if data.is_file() {
            packing(&first_bytes(path).map_err(|error| format!("it cannot be read: {error}"))?)?
        } else {
            return Err("it is neither a file nor a folder".to_owned());
        };
        Ok(HandedIn { path: path.to_owned(), kind })
    }

    /// Whether it is an archive.
    pub fn is_archive(&self) -> bool {
        matches!(self.kind, Packing::Zip | Packing::Tar | Packing::TarGz)
    }

    /// The first parts of all names in it.
    pub fn top_level(&self, limits: &UnpackLimits) -> Result<BTreeSet<String>, String> {
        let mut found = BTreeSet::new();
        let mut add = |name: &str, _: EntryKind<'_>, _: Option<u64>| {
            let first = name.split(['/', '\\']).find(|part| !part.is_empty() && *part != ".").unwrap_or_default();
            if !first.is_empty() && !super::is_junk(Path::new(first)) {
                found.insert(first.to_owned());
            }
            Ok(())
        };
        match self.kind {
            Packing::Folder => {
                let entries = fs::read_dir(&self.path).map_err(|error| format!("it cannot be read: {error}"))?;
                for entry in entries.flatten() {
                    add(&entry.file_name().to_string_lossy(), EntryKind::Folder, None)?;
                }
            }
            _ => self.visit(limits.total(EXPORT_HANDINS), &|_| true, &mut add)?,
        }
        Ok(found)
    }

    /// Unpacks it into a new folder. `select` says what to call a part, by its name in the archive; `None` leaves it out. Returns
    /// what else was left out, in a sentence. The error is a sentence about the hand-in.
    pub fn unpack(
        &self,
        into: &Path,
        limits: &UnpackLimits,
        handins: u64,
        select: &dyn Fn(&str) -> Option<String>,
    ) -> Result<Option<String>, String> {
        fs::create_dir_all(into).map_err(|error| format!("{} cannot be written: {error}", into.display()))?;
        let mut unpacker = Unpacker::new(into, limits);
        let packed = fs::metadata(&self.path).map(|data| data.len()).unwrap_or(0);
        unpacker.packed = match self.kind {
            Packing::Zip => Some(0),
            Packing::TarGz => Some(packed),
            Packing::Tar | Packing::Folder | Packing::Single => None,
        };
        let is_wanted = |name: &str| select(name).is_some();
        self.visit(limits.total(handins), &is_wanted, &mut |name, kind, packed| {
            let Some(inner) = select(name) else { return Ok(()) };
            if let (Some(sum), Some(packed)) = (&mut unpacker.packed, packed) {
                *sum += packed;
            }
            unpacker.add(&inner, kind)
        })?;
        Ok(unpacker.note())
    }

    /// Goes through all parts. No more than `total` bytes are read of a compressed stream.
    fn visit(&self, total: u64, is_wanted: &dyn Fn(&str) -> bool, visit: Visit<'_>) -> Result<(), String> {
        let unreadable = |error: io::Error| format!("it cannot be read: {error}");
        let open = || File::open(&self.path).map_err(unreadable);
        match self.kind {
            Packing::Zip => visit_zip(open()?, is_wanted, visit),
            Packing::Tar => visit_tar(open()?, visit),
            Packing::TarGz => {
                let mut stream = MultiGzDecoder::new(open()?).take(total);
                let visited = visit_tar(&mut stream, visit);
                if stream.limit() == 0 { Err(TOO_LARGE.to_owned()) } else { visited }
            }
            Packing::Folder => visit_folder(&self.path, Path::new(""), 0, visit),
            Packing::Single => {
                let name = self.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                let kind =
                    EntryKind::File { reader: &mut open()?, executable: crate::system::is_executable(&self.path) };
                visit(&name, kind, None)
            }
        }
    }
}

/// The hand-ins of one export, to limit what is read of its archive.
pub(in crate::handins) const EXPORT_HANDINS: u64 = 256;

const TOO_LARGE: &str = "it is too large when it is unpacked";

impl UnpackLimits {
    /// The most bytes of the stream of as many hand-ins.
    fn total(&self, handins: u64) -> u64 {
        let structure = (self.files as u64).saturating_mul(TAR_BYTES_PER_FILE);
        self.bytes.saturating_add(structure).saturating_mul(handins).saturating_add(1 << 16)
    }
}

/// How a file is packed, by its first bytes.
fn packing(bytes: &[u8]) -> Result<Packing, String> {
    let other = |name: &str| Err(format!("it is {name}: hand in a zip, tar or tar.gz"));
    match bytes {
        [b'P', b'K', 3 | 5 | 7, ..] => Ok(Packing::Zip),
        [0x1f, 0x8b, ..] => Ok(Packing::TarGz),
        [b'R', b'a', b'r', b'!', ..] => other("a RAR archive"),
        [b'7', b'z', 0xbc, 0xaf, ..] => other("a 7z archive"),
        [0xfd, b'7', b'z', b'X', b'Z', ..] => other("an xz archive"),
        [b'B', b'Z', b'h', ..] => other("a bzip2 archive"),
        [0x28, 0xb5, 0x2f, 0xfd, ..] => other("a zstd archive"),
        _ if bytes.get(257..262) == Some(b"ustar") => Ok(Packing::Tar),
        [] => Err("it is empty".to_owned()),
        _ => Ok(Packing::Single),
    }
}

fn visit_zip(file: File, is_wanted: &dyn Fn(&str) -> bool, visit: Visit<'_>) -> Result<(), String> {
    let mut archive = ZipArchive::new(file).map_err(|error| zip_error(&error))?;
    for index in 0..archive.len() {
        // What it is can be read even where the content cannot.
        let (name, target) = {
            let raw = archive.by_index_raw(index).map_err(|error| zip_error(&error))?;
            let name = raw.name().map_err(|error| zip_error(&error))?.into_owned();
            if !is_wanted(&name) {
                continue;
            }
            if raw.encrypted() {
                return Err("it is encrypted: hand in an archive without a password".to_owned());
            }
            (name, raw.is_symlink())
        };
        let mut part = archive.by_index(index).map_err(|error| zip_error(&error))?;
        let packed = Some(part.compressed_size());
        match part.unix_mode().unwrap_or(0o100_644) {
            _ if target => {
                let mut link = Vec::new();
                (&mut part).take(4096).read_to_end(&mut link).map_err(|error| format!("it is broken: {error}"))?;
                visit(&name, EntryKind::Link(String::from_utf8_lossy(&link).into_owned()), packed)?;
            }
            _ if part.is_dir() => visit(&name, EntryKind::Folder, packed)?,
            mode if ![0, 0o100_000].contains(&(mode & 0o170_000)) => visit(&name, EntryKind::Special, packed)?,
            mode => {
                let executable = mode & 0o111 != 0;
                visit(&name, EntryKind::File { reader: &mut part, executable }, packed)?;
            }
        }
    }
    Ok(())
}

fn zip_error(error: &ZipError) -> String {
    match error {
        ZipError::UnsupportedArchive(_) | ZipError::CompressionMethodNotSupported(_) => {
            format!("it is a zip that is not understood here ({error}): make an ordinary one")
        }
        _ => format!("it is broken: {error}"),
    }
}

fn visit_tar(stream: impl Read, visit: Visit<'_>) -> Result<(), String> {
    let broken = |error: io::Error| format!("it is broken: {error}");
    let mut archive = tar::Archive::new(stream);
    for entry in archive.entries().map_err(broken)? {
        let mut entry = entry.map_err(broken)?;
        let name = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
        let kind = entry.header().entry_type();
        let executable = entry.header().mode().unwrap_or(0) & 0o111 != 0;
        match kind {
            EntryType::Regular | EntryType::Continuous | EntryType::GNUSparse => {
                visit(&name, EntryKind::File { reader: &mut entry, executable }, None)?;
            }
            EntryType::Directory => visit(&name, EntryKind::Folder, None)?,
            EntryType::Symlink | EntryType::Link => {
                let target = entry.link_name_bytes().unwrap_or_default();
                visit(&name, EntryKind::Link(String::from_utf8_lossy(&target).into_owned()), None)?;
            }
            EntryType::XGlobalHeader | EntryType::XHeader => {}
            _ => visit(&name, EntryKind::Special, None)?,
        }
    }
    Ok(())
}

fn visit_folder(folder: &Path, inner: &Path, depth: usize, visit: Visit<'_>) -> Result<(), String> {
    let unreadable = |error: io::Error| format!("it cannot be read: {error}");
    if depth > super::MAX_DEPTH {
        return Err("it holds folders that are too deep".to_owned());
    }
    let mut entries: Vec<_> =
        fs::read_dir(folder.join(inner)).map_err(unreadable)?.collect::<Result<_, _>>().map_err(unreadable)?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let inner = inner.join(entry.file_name());
        if super::is_junk(&inner) {
            continue;
        }
        let name = inner.to_string_lossy().into_owned();
        let path = entry.path();
        let kind = entry.file_type().map_err(unreadable)?;
        if kind.is_symlink() {
            let target = fs::read_link(&path).map_err(unreadable)?;
            visit(&name, EntryKind::Link(target.to_string_lossy().into_owned()), None)?;
        } else if kind.is_dir() {
            visit(&name, EntryKind::Folder, None)?;
            visit_folder(folder, &inner, depth + 1, visit)?;
        } else if kind.is_file() {
            let executable = crate::system::is_executable(&path);
            visit(&name, EntryKind::File { reader: &mut File::open(&path).map_err(unreadable)?, executable }, None)?;
        } else {
            visit(&name, EntryKind::Special, None)?;
        }
    }
    Ok(())
}
